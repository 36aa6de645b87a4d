"""The socket of a page of a leaderboard (RNK-3.5): like that of the lobby; nothing can be done there except look."""

from __future__ import annotations

import logging
from urllib.parse import parse_qs

from channels.db import database_sync_to_async
from django.db import DatabaseError

from accounts.models import User
from games.tables.lobby_consumer import LobbyConsumer
from leaderboards.ratings import boards, feed, selectors
from leaderboards.ratings.boards import Board

logger = logging.getLogger("kartenhaus.ratings")

FURTHEST = 10**7
"""How far down a list a page may be."""


class LeaderboardConsumer(LobbyConsumer):
    """One look at a page of a list."""

    view: feed.View | None = None

    @property
    def feed(self) -> feed.View | None:
        """The page that is looked at."""
        return self.view

    async def why_not(self) -> str:
        """Anyone may look at a list that there is; returns why not, as `farewell` calls it."""
        if reason := await super().why_not():
            return reason
        asked = self.scope["url_route"]["kwargs"]
        user: object = self.scope["user"]
        try:
            board = await database_sync_to_async(_board)(asked["pool"], asked["list"], user)
        except DatabaseError:
            logger.exception("a socket of a list: cannot read")
            return "read_only"
        query = {name: values[0] for name, values in parse_qs(self.scope.get("query_string", b"").decode("latin-1")).items()}
        first, sort = query.get("ab", "0"), query.get("sortierung", selectors.USUAL)
        if board is None or sort not in selectors.ORDERS or not first.isdecimal() or not first.isascii() or len(first) > 8:
            return "not_found"
        self.view = feed.site.view(feed.Window(board, sort, min(int(first), FURTHEST)))
        return ""


def _board(pool: str, word: str, user: object) -> Board | None:
    """A list that changes: not one of a season that has been written down."""
    board = boards.find(pool, word, user if isinstance(user, User) else None)
    return None if board is None or boards.is_frozen(board) else board
