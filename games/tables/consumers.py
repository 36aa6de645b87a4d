"""The socket of a table: reads messages, hands them to the live table, answers each that asks for it (PRO sections 2, 3)."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from typing import Any

from channels.db import database_sync_to_async
from django.conf import settings
from django.db import DatabaseError
from django.utils import translation

from accounts.models import User
from games.engine.errors import EngineError, Text
from games.tables import access, farewell, live, messages, peers, presence, service, sockets, standing, writer
from games.tables.codes import ERRORS, Refusal
from games.tables.decode import bad, decode, shaped
from games.tables.direct import DirectConsumer
from games.tables.limits import Allowance
from games.tables.messages import Chat, Envelope, Hello, Move, Ping, Prefs, Resign, Undo, Vote, encode
from games.tables.window import Window
from games.tables.writer import Undecided

logger = logging.getLogger("kartenhaus.tables")

SUBPROTOCOL = "kartenhaus.v1"

MOST_BAD_MESSAGES = 3

LANGUAGES = ("de", "en")


class TableConsumer(DirectConsumer):
    """One socket at one table."""

    table_id = ""
    viewer: int | None = None
    language = "de"
    client = ""
    greeted = False
    bad_messages = 0
    game = ""
    user_id: int | None = None
    address = ""
    claim: access.Claim | None = None
    doubted = False
    ended = False
    gone = False

    async def __call__(self, *connection: Any) -> None:
        """Until the socket is gone, however that comes about. The seat stays."""
        self.answering = asyncio.Lock()
        self.window = Window()
        self.allowance = Allowance()
        self.heard = self.checked = time.monotonic()
        self.held: set[asyncio.Task[None]] = set()
        try:
            await super().__call__(*connection)
        finally:
            self.gone = True
            self.leave()
            sockets.remove(self)

    # --- coming and going ----------------------------------------------------------------------------------------------------

    async def connect(self) -> None:
        """Accept first, refuse afterwards, so that the client learns why (PRO-2.4)."""
        offered = SUBPROTOCOL in self.scope["subprotocols"]
        await self.accept(SUBPROTOCOL if offered else None)
        self.table_id = self.scope["url_route"]["kwargs"]["table"]
        self.language = access.language_of(self.scope)
        reason = await self.why_not() if offered else "unsupported_version"
        if reason:
            await self.bye(reason)

    async def why_not(self) -> str:
        """Find the table and the place of this user; returns why that cannot be, as `farewell` calls it."""
        user: object = self.scope["user"]
        known = user if isinstance(user, User) else None
        self.user_id = None if known is None else known.pk
        self.address = (self.scope.get("client") or [""])[0]
        if reason := sockets.add(self):
            return reason
        try:
            place = await database_sync_to_async(access.place)(known, self.table_id)
        except DatabaseError:
            logger.exception("socket of table %s: cannot read", self.table_id)
            return "read_only"
        if place is None:
            return "not_found"
        self.viewer, self.game = place.viewer, place.game
        if known is not None:
            session: Any = self.scope.get("session")
            self.claim = access.Claim(known.pk, session.session_key if session else None, self.table_id, self.viewer)
        return ""

    def leave(self) -> None:
        """Get nothing of the table any more."""
        table = live.present(self.table_id)
        if table is not None:
            table.leave(self, self.viewer)

    async def bye(self, reason: str, after_ms: int | None = None) -> None:
        """Say why, then close (PRO-2.5)."""
        if self.ended:
            return
        self.leave()
        await self.send_message(farewell.bye(reason, self.language, after_ms))
        self.ended = True
        await self.close(int(farewell.FAREWELLS[reason].code))  # a subclass of int is no number to the server

    # --- sending -------------------------------------------------------------------------------------------------------------

    async def send_message(self, message: str) -> None:
        """As `hub.Socket` asks."""
        if not self.ended:
            await self.send(text_data=message)

    async def tell(self, message: str, version: int, *, whole: bool = False) -> None:
        """As `hub.Socket` asks: what the client has not acknowledged is limited (PRO-6.5)."""
        if whole:
            self.window.caught_up()
        elif not self.window.admits(time.monotonic()):
            return
        self.window.add(version, len(message))
        await self.send_message(message)

    async def acknowledged(self, version: int) -> None:
        """The client has this version: if something was kept back, it is shown the table as it is now."""
        if self.window.acknowledge(version):
            await self.show()

    # --- receiving -----------------------------------------------------------------------------------------------------------

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """One frame from the client. Whatever is wrong with it gets an answer; three unreadable ones end the connection."""
        self.heard = time.monotonic()
        envelope = Envelope("")

        async def serve() -> None:
            nonlocal envelope
            envelope = decode(b"" if text_data is None else text_data, Envelope)
            self.admit(envelope)
            await self.dispatch_message(envelope, self.payload(envelope))

        await self.attempt(serve, lambda: envelope.id)

    async def attempt(self, serve: Callable[[], Awaitable[None]], re: Callable[[], str | None]) -> None:
        """Do one thing after the other; whatever goes wrong with it is answered."""
        async with self.answering:
            if self.ended:
                return
            try:
                await serve()
            except EngineError as error:
                await self.refuse(error, re())
            except Undecided:  # neither an ack nor an error would be true: the client comes back and asks again (PRO-4.5)
                await self.bye("undecided")
            except Exception as error:  # an answer is owed for every request (QUA-1.3)
                trace = secrets.token_hex(4)
                logger.critical("socket of table %s, trace %s", self.table_id, trace, exc_info=error)
                await self.refuse(Refusal("internal", Text("error.internal", {"trace": trace})), re())

    def admit(self, envelope: Envelope) -> None:
        """Count a message. Raises `Refusal` if they come too fast (PRO-7.3); a second `hello` asks for as much as a `resync`."""
        kind = "resync" if envelope.t == "hello" and self.greeted else envelope.t
        retry_ms = self.allowance.take(kind, self.heard) if settings.SOCKET_LIMITS else 0
        if retry_ms:
            raise Refusal("rate_limited", "error.rate_limited", retry_ms)

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
            self.window.acknowledge(-1 if payload.since is None else payload.since)
            self.greeted, self.client = True, payload.client
            self.language = payload.lang if payload.lang in LANGUAGES else self.language
            await table.enter(self, self.viewer, payload.since, payload.epoch, re)
        elif isinstance(payload, Ping):
            self.is_here(None if payload.idle_ms is None else payload.idle_ms / 1000)
            await self.acknowledged(payload.v)
            await self.send_message(encode("pong", {"n": payload.n, **await table.head()}, re=envelope.id))
        elif isinstance(payload, Move) and payload.auto and (rest := table.held(self.seat(), payload)):
            self.hold(table, self.seat(), payload, re, rest)
        elif isinstance(payload, Move):
            await self.act(re, payload.expect, partial(table.move, self.seat(), payload, "player", self.client))
        elif isinstance(payload, Undo):
            await self.act(re, payload.expect, partial(table.undo, self.seat(), payload, self.client))
        elif isinstance(payload, Resign):
            await self.act(re, None, partial(table.resign, self.seat(), payload, self.client))
        elif isinstance(payload, Vote):
            await self.act(re, None, partial(self.vote, self.seat(), payload))
        elif isinstance(payload, Prefs):
            await self.prefer(table, self.seat(), payload, re)
        elif isinstance(payload, Chat):
            await self.say(table, payload, re)
        else:
            await table.enter(self, self.viewer, None, None, re)

    async def act(self, re: str, expect: int | None, act: Callable[[live.Answer], Awaitable[live.Ack]]) -> None:
        """Carry out what somebody does on their seat, if they may still be here (PRO-2.7); answered as soon as it is done."""
        if expect is not None:
            await self.acknowledged(expect)  # whoever answers a question has it
        if standing.is_due(self, self.heard):
            await standing.look([self])
        if not self.ended:
            ack = await act(partial(self.answer, re))
            sealed = expect is not None and ack.version == expect  # that it was given is nobody's business
            self.is_here(None if sealed else 0.0)

    async def answer(self, re: str, ack: live.Ack) -> None:
        """As `live.Answer` asks: everybody else is still to be told, whatever is wrong with this socket."""
        try:
            await self.send_message(encode("ack", ack.payload(), re=re))
        except Exception:
            logger.warning("socket of table %s: takes no answer", self.table_id, exc_info=True)

    def hold(self, table: live.LiveTable, seat: int, move: Move, re: str, rest: float) -> None:
        """Carry out a pass that the client makes by itself when the window has been open for long enough (PRO-1.4).

        Meanwhile other messages are answered; another wish of the seat, on whatever device, makes the pass void (UX-4.12). It
        counts even if the client has hung up, without anybody to tell.
        """
        wished = table.wishes[seat]

        async def act(answer: live.Answer = live.unheard) -> live.Ack:
            if table.wishes[seat] != wished:
                raise Refusal("wrong_status", "error.auto_ended")
            return await table.move(seat, move, "player", self.client, answer)

        async def later() -> None:
            await asyncio.sleep(rest)
            if not self.gone:
                await self.attempt(partial(self.act, re, move.expect, act), lambda: re)
            elif not self.ended:
                with suppress(EngineError, Undecided):
                    await act()

        task = asyncio.get_running_loop().create_task(later())
        self.held.add(task)
        task.add_done_callback(self.held.discard)

    async def prefer(self, table: live.LiveTable, seat: int, prefs: Prefs, re: str) -> None:
        """When this seat wants to be asked, on all its devices (UX-4.12)."""
        ack = await table.prefer(seat, prefs)
        await self.send_message(encode("ack", ack.payload(), re=re))
        await peers.announce("stops", {"table": self.table_id, "seat": seat, **table.kept_stops(seat)})

    async def say(self, table: live.LiveTable, line: Chat, re: str) -> None:
        """Something for a chat room (PRO-8.2)."""
        if self.user_id is None:
            raise Refusal("not_authenticated", "error.not_authenticated")
        line_id = await table.say(self.user_id, line, self.language)
        await self.send_message(encode("ack", {"line": str(line_id)}, re=re))
        self.is_here(0.0)
        await peers.announce("chat", {"table": self.table_id, "line": line_id})

    def is_here(self, acted: float | None) -> None:
        """Whoever is at the other end lives; `acted`: seconds since the last input, if that is known (PRO-7.2)."""
        presence.here.hear(self.table_id, self.viewer, self, acted)

    async def vote(self, seat: int, vote: Vote, answer: live.Answer) -> live.Ack:
        """What needs the consent of others. Raises `Refusal`."""
        if vote.kind != "rematch":
            raise Refusal("invalid", "error.vote_kind")
        try:
            version = await live.table(self.table_id).change(partial(service.vote_rematch, self.table_id, seat, vote.value))
        except DatabaseError:
            logger.exception("socket of table %s: cannot vote", self.table_id)
            raise Refusal("read_only", "error.read_only", writer.RETRY_MS) from None
        ack = live.Ack("", version)
        await answer(ack)
        return ack

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
        if isinstance(error, Refusal) and error.fields:
            payload["fields"] = error.fields
        await self.send_message(encode("error", payload, re=re))
        if error.code in ("stale_prompt", "clock_expired") and self.window.admits(time.monotonic()):
            await self.show()
        if error.code == "rate_limited" and self.allowance.exhausted:
            await self.bye("rate_limited")
        if error.code == "bad_message":
            self.bad_messages += 1
            if self.bad_messages >= MOST_BAD_MESSAGES:
                await self.bye("bad_messages")

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
