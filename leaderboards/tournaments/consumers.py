"""The socket of a tournament (RNK-7.15): like that of the lobby; nothing can be done there except look."""

from __future__ import annotations

import logging

from channels.db import database_sync_to_async
from django.db import DatabaseError

from accounts.models import User
from games.tables.lobby_consumer import LobbyConsumer
from leaderboards.tournaments import access, feed
from leaderboards.tournaments.models import Tournament

logger = logging.getLogger("kartenhaus.tournaments")


class TournamentConsumer(LobbyConsumer):
    """One look at a tournament."""

    view: feed.View | None = None

    @property
    def feed(self) -> feed.View | None:
        """The tournament that is looked at."""
        return self.view

    async def why_not(self) -> str:
        """Whoever may see the page may hear of it; returns why not, as `farewell` calls it."""
        if reason := await super().why_not():
            return reason
        pk: str = self.scope["url_route"]["kwargs"]["event"]
        user: object = self.scope["user"]
        try:
            there = await database_sync_to_async(_is_there)(pk, user)
        except DatabaseError:
            logger.exception("a socket of a tournament: cannot read")
            return "read_only"
        if not there:
            return "not_found"
        self.view = feed.site.view(pk)
        return ""


def _is_there(pk: str, user: object) -> bool:
    row = Tournament.objects.filter(pk=pk).first()
    return row is not None and access.may_see(user if isinstance(user, User) else None, row)
