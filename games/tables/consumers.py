"""The socket of a table: reads messages, hands them to the live table, answers each that asks for it (PRO sections 2, 3)."""

from __future__ import annotations

import logging
import secrets
from typing import Any

from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer
from django.db import DatabaseError
from django.utils import translation

from accounts.models import User
from games.engine.errors import EngineError, Text
from games.tables import access, live, messages
from games.tables.codes import ERRORS, RECONNECT, Close, Refusal
from games.tables.decode import bad, decode, shaped
from games.tables.messages import Envelope, Hello, Move, Ping, Undo, encode
from games.tables.writer import Undecided
from games.texts import speak

logger = logging.getLogger("kartenhaus.tables")

SUBPROTOCOL = "kartenhaus.v1"

MOST_BAD_MESSAGES = 3

LANGUAGES = ("de", "en")


class TableConsumer(AsyncWebsocketConsumer):
    """One socket at one table."""

    table_id = ""
    viewer: int | None = None
    language = "de"
    client = ""
    greeted = False
    bad_messages = 0
    game = ""

    async def __call__(self, *connection: Any) -> None:
        """Until the socket is gone, however that comes about. The seat stays."""
        try:
            await super().__call__(*connection)
        finally:
            self.leave()

    async def connect(self) -> None:
        """Accept first, refuse afterwards, so that the client learns why (PRO-2.4)."""
        offered = SUBPROTOCOL in self.scope["subprotocols"]
        await self.accept(SUBPROTOCOL if offered else None)
        self.table_id = self.scope["url_route"]["kwargs"]["table"]
        self.language = access.language_of(self.scope)
        user: object = self.scope["user"]
        if not offered:
            await self.bye(Close.VERSION, "unsupported_version", "error.unsupported_version")
            return
        try:
            place = await database_sync_to_async(access.place)(user if isinstance(user, User) else None, self.table_id)
        except DatabaseError:
            logger.exception("socket of table %s: cannot read", self.table_id)
            await self.bye(Close.INTERNAL, "read_only", "error.read_only")
            return
        if place is None:
            await self.bye(Close.NO_TABLE, "not_found", "error.not_found")
            return
        self.viewer, self.game = place.viewer, place.game

    async def send_message(self, message: str) -> None:
        """As `hub.Socket` asks."""
        await self.send(text_data=message)

    def leave(self) -> None:
        """Get nothing of the table any more."""
        table = live.present(self.table_id)
        if table is not None:
            table.leave(self, self.viewer)

    async def bye(self, code: Close, reason: str, key: str) -> None:
        """Say why, then close (PRO-2.5)."""
        self.leave()
        detail = speak(Text(key), self.language)
        await self.send_message(
            encode("bye", {"code": int(code), "reason": reason, "detail": detail, "reconnect": RECONNECT[code]})
        )
        await self.close(int(code))  # a subclass of int is no number to the server, which would close with 1011

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """One frame from the client. Whatever is wrong with it gets an answer; three unreadable ones end the connection."""
        if not self.game or self.bad_messages >= MOST_BAD_MESSAGES:
            return  # we have said bye
        envelope = Envelope("")
        try:
            envelope = decode(b"" if text_data is None else text_data, Envelope)
            await self.dispatch_message(envelope, self.payload(envelope))
        except EngineError as error:
            await self.refuse(error, envelope.id)
        except Undecided:  # neither an ack nor an error would be true: the client comes back and asks again (PRO-4.5)
            await self.bye(Close.INTERNAL, "undecided", "error.read_only")
        except Exception as error:  # an answer is owed for every request (QUA-1.3)
            trace = secrets.token_hex(4)
            logger.critical("socket of table %s, trace %s", self.table_id, trace, exc_info=error)
            await self.refuse(Refusal("internal", Text("error.internal", {"trace": trace})), envelope.id)

    def payload(self, envelope: Envelope) -> Any:
        """The payload in the shape of its type. Raises `Refusal`."""
        shape = messages.SHAPES.get(envelope.t)
        if shape is None:
            raise bad("error.bad_type", name=envelope.t)
        if envelope.id is None and envelope.t in messages.ANSWERED:
            raise bad("error.bad_shape", path="$.id")
        if envelope.t != "hello" and not self.greeted:
            raise bad("error.hello_first")
        return shaped(envelope.d, shape)

    async def dispatch_message(self, envelope: Envelope, payload: Any) -> None:
        """Do what the message asks."""
        table, re = live.table(self.table_id), envelope.id or ""
        if isinstance(payload, Hello):
            self.greeted, self.client = True, payload.client
            self.language = payload.lang if payload.lang in LANGUAGES else self.language
            await table.enter(self, self.viewer, payload.since, payload.epoch, re)
        elif isinstance(payload, Ping):
            await self.send_message(encode("pong", {"n": payload.n, **await table.head()}, re=envelope.id))
        elif isinstance(payload, Move):
            ack = await table.move(self.seat(), payload, client=self.client)
            await self.send_message(encode("ack", ack.payload(), re=re))
        elif isinstance(payload, Undo):
            ack = await table.undo(self.seat(), payload, client=self.client)
            await self.send_message(encode("ack", ack.payload(), re=re))
        else:
            await table.enter(self, self.viewer, None, None, re)

    def seat(self) -> int:
        """The seat of this user. Raises `Refusal` for a spectator."""
        if self.viewer is None:
            raise Refusal("forbidden", "error.forbidden")
        return self.viewer

    async def refuse(self, error: EngineError, re: str | None) -> None:
        """The error with its code, in the language of the client; a closed prompt is followed by the table as it is (PRO-4.6)."""
        with translation.override(self.language):
            title = str(ERRORS[error.code][1])
        payload: dict[str, Any] = {"code": error.code, "title": title, "detail": self.detail(error)}
        if isinstance(error, Refusal) and error.retry_ms is not None:
            payload["retry_ms"] = error.retry_ms
        await self.send_message(encode("error", payload, re=re))
        if error.code == "stale_prompt":
            await self.show()
        if error.code == "bad_message":
            self.bad_messages += 1
            if self.bad_messages >= MOST_BAD_MESSAGES:
                await self.bye(Close.ABUSE, "bad_messages", "error.bad_message_end")

    async def show(self) -> None:
        """The table as it is now. If it cannot be had, the client learns from the next `pong` that it is behind."""
        try:
            await live.table(self.table_id).show(self, self.viewer)
        except EngineError as error:
            logger.warning("socket of table %s: %s", self.table_id, error.code)

    def detail(self, error: EngineError) -> str:
        """The text of an error, with the words of the game and the names at the table."""
        names = live.table(self.table_id).names() if self.greeted else []
        return access.speaker(self.game, self.language, names).say(error.text)
