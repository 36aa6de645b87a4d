"""The socket of the lobby (PRO section 2): like that of a table, but nothing can be done there except look."""

from __future__ import annotations

from typing import Any, Protocol

from django.db import DatabaseError

from accounts.models import User
from games.engine.errors import EngineError
from games.tables import access, lobby_feed, show, sockets, writer
from games.tables.codes import Refusal
from games.tables.consumers import LANGUAGES, TableConsumer
from games.tables.decode import bad
from games.tables.hub import Socket
from games.tables.messages import Envelope, Hello, Ping, encode
from games.texts import speak

ASKED = ("hello", "ping", "resync")
"""What can be said here."""


class Feed(Protocol):
    """What a list is told by: it keeps a version, and shows the whole of it or what has been missed."""

    version: int

    async def enter(self, socket: Socket, language: str, since: int | None, epoch: int | None, re: str | None) -> None:
        """Somebody looks. Raises `DatabaseError`."""

    def leave(self, socket: Socket) -> None:
        """Somebody looks no longer."""


class LobbyConsumer(TableConsumer):
    """One look at the lobby, or at another list with a feed of its own."""

    @property
    def feed(self) -> Feed | None:
        """What tells the list that is looked at; None: none is yet."""
        return lobby_feed.site

    async def why_not(self) -> str:
        """Anyone may look; returns why not all the same, as `farewell` calls it."""
        user: object = self.scope["user"]
        self.user_id = user.pk if isinstance(user, User) else None
        self.address = (self.scope.get("client") or [""])[0]
        if reason := sockets.add(self):
            return reason
        if self.user_id is not None:
            session: Any = self.scope.get("session")
            self.claim = access.Claim(self.user_id, session.session_key if session else None, "", None)
        return ""

    def leave(self) -> None:
        """Hear nothing of the lobby any more."""
        if self.feed is not None:
            self.feed.leave(self)

    def payload(self, envelope: Envelope) -> Any:
        """The payload in the shape of its type. Raises `Refusal`."""
        if envelope.t not in ASKED:
            raise bad("error.bad_type", name=envelope.t)
        return super().payload(envelope)

    async def dispatch_message(self, envelope: Envelope, payload: Any) -> None:
        """Show what is asked for."""
        feed = self.feed
        if feed is None:  # the socket is about to be closed
            return
        if isinstance(payload, Ping):
            await self.acknowledged(payload.v)
            pong = {"n": payload.n, "v": feed.version, "server_time": show.now()}
            await self.send_message(encode("pong", pong, re=envelope.id))
            return
        since = epoch = None
        if isinstance(payload, Hello):
            self.window.acknowledge(-1 if payload.since is None else payload.since)
            self.greeted, self.client = True, payload.client
            self.language = payload.lang if payload.lang in LANGUAGES else self.language
            since, epoch = payload.since, payload.epoch
        try:
            await feed.enter(self, self.language, since, epoch, envelope.id)
        except DatabaseError:
            raise Refusal("read_only", "error.read_only", writer.RETRY_MS) from None

    async def show(self) -> None:
        """The lobby as it is now."""
        if self.feed is not None:
            await self.feed.enter(self, self.language, None, None, None)

    def detail(self, error: EngineError) -> str:
        """The text of an error."""
        return speak(error.text, self.language)
