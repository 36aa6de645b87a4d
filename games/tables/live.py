"""The tables that live in this process: one move at a time, committed before it is told (architecture, PRO-6)."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections import Counter, OrderedDict
from collections.abc import Awaitable, Callable, Sequence, Set
from contextvars import Context
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal, TypeVar

import msgspec
from asgiref.sync import sync_to_async
from channels.db import database_sync_to_async
from django.db import DatabaseError, connections
from msgspec import UnsetType

from games.engine.errors import EngineError, GameOver, NotYourPrompt, Text, UndoUnavailable
from games.engine.prompt import Prompt
from games.engine.session import Command, Session
from games.tables import chat, drafts, lapses, models, presence, record, show, slots, state, stops, store, timeline, wire, writer
from games.tables.codes import Refusal
from games.tables.hub import WARM, Audience, Socket
from games.tables.messages import Chat, Kind, Move, Ordered, Prefs, Resign, Undo, encode
from games.tables.show import Step
from games.tables.wire import Told, Viewer

logger = logging.getLogger("kartenhaus.tables")

LOOK_EVERY = 2.0
"""Seconds from one look at the version in the database to the next, however many ask (PRO-6.2)."""

MOST = 2000
"""Tables in memory; beyond that, those that were not touched for longest make room (QUA-2.24)."""

ATTEMPTS = 3
"""How often a request is tried when another process was quicker (stack.md, hot path 2)."""

By = Literal["player", "auto", "bot", "clock"]

T = TypeVar("T")


class Unreadable(Exception):
    """The record of a table cannot be replayed by the rules there are."""


@dataclass(frozen=True)
class Ack:
    """What was asked is in the database (PRO-4.7): a move with its id and whether it was there before, or a vote."""

    move_id: str
    version: int
    dup: bool = False

    def payload(self) -> dict[str, Any]:
        """As sent."""
        named = {"move_id": self.move_id, "dup": self.dup} if self.move_id else {}
        return named | {"version": self.version}


Answer = Callable[[Ack], Awaitable[None]]
"""Tells whoever asked that it is done (PRO-4.7); raises nothing, as others are still to be told."""


async def unheard(ack: Ack) -> None:
    """Nobody waits for the answer by itself."""


class LiveTable:
    """A table in this process: its game from the cache, its lock, its sockets."""

    def __init__(self, table_id: str) -> None:
        self.id = table_id
        self.lock = asyncio.Lock()
        self.loaded: store.Loaded | None = None
        self.audiences: dict[Viewer, Audience] = {}
        self.rooms = chat.Rooms(table_id)
        self.opened = stops.Opened()
        self.wishes: Counter[int] = Counter()
        """How often each seat has said when it wants to be asked: a pass that was held since before is void."""
        self.touched = time.monotonic()
        self.looked = time.monotonic()
        self.rumour = -1
        """The version another process is said to have committed."""
        self.following: asyncio.Task[None] | None = None

    # --- coming and going ----------------------------------------------------------------------------------------------------

    async def enter(self, socket: Socket, viewer: Viewer, since: int | None, epoch: int | None, re: str) -> None:
        """Answer a `hello`: what was missed, or a snapshot; from then on every update.

        Under the lock, so that nothing uncommitted is shown. Raises `Refusal` if there is no such table.
        """
        async with self.lock:
            loaded = await self._latest()
            await self._read(self.rooms.load)
            audience = self.audiences.setdefault(viewer, Audience())
            presence.here.arrive(self.id, viewer, socket)
            missed = self._missed(loaded, viewer, since) if epoch == show.epoch(loaded) else None
            if missed is not None:
                payload = {"mode": "events", "updates": missed, "epoch": show.epoch(loaded)} | show.clocks(loaded)
            else:
                payload = show.snapshot(loaded, viewer, audience)
            payload |= self._around(loaded, viewer)
            audience.sockets.add(socket)
            await socket.tell(encode("sync", payload, loaded.table.version, re), loaded.table.version, whole=True)

    def leave(self, socket: Socket, viewer: Viewer) -> None:
        """A socket has gone."""
        presence.here.depart(self.id, viewer, socket)
        audience = self.audiences.get(viewer)
        if audience is not None:
            audience.leave(socket)

    async def show(self, socket: Socket, viewer: Viewer) -> None:
        """The table as it is now, to one socket."""
        async with self.lock:
            loaded = await self._latest()
            await socket.tell(self._snapshot(loaded, viewer), loaded.table.version, whole=True)

    async def head(self) -> dict[str, Any]:
        """The committed version of the table, and the time, for a `pong`: at once, whatever is being written.

        Now and then somebody who asks is reason enough to see whether the database has more: nudges get lost (PRO-6.2).
        """
        loaded = self.loaded
        if loaded is None:
            async with self.lock:
                loaded = await self._current()
        elif time.monotonic() - self.looked > LOOK_EVERY:
            self._follow()
        return {"v": loaded.table.version, "server_time": show.now()}

    def hear(self, version: int) -> None:
        """Another process has committed this version, or changed the table without a new one."""
        known = self.loaded.table.version if self.loaded is not None else -1
        if version >= known and any(audience.warm for audience in self.audiences.values()):
            self.rumour = max(self.rumour, version)
            self._follow()

    def names(self) -> list[str]:
        """The names of the players by seat, for texts, if the table is in memory."""
        return [seat.name for seat in self.loaded.seats] if self.loaded is not None else []

    async def refresh(self) -> None:
        """The table has changed without a version: somebody sat down, or it started. Everybody gets it anew."""
        async with self.lock:
            await self._read_anew()

    async def change(self, work: Callable[[], int]) -> int:
        """Do something in the database that changes the table without a version, and show everybody; returns what `work` does.

        The lock is taken first: whoever holds it may be waiting for the thread in which all sockets use the database, so nothing
        in that thread may wait for the lock. Goes on if whoever asked for it leaves. Raises what `work` does.
        """
        return await asyncio.shield(asyncio.ensure_future(self._change(work)))

    async def _change(self, work: Callable[[], int]) -> int:
        async with self.lock:
            version = await database_sync_to_async(work)()
            announce_change(self.id, version)
            try:
                await self._read_anew()
            except (EngineError, Unreadable):  # it is done all the same, and whoever comes next sees it
                logger.exception("table %s: cannot show what has changed", self.id)
            return version

    @property
    def in_use(self) -> bool:
        """Somebody is here, or something is being done."""
        return self.lock.locked() or any(audience.sockets for audience in self.audiences.values())

    @property
    def idle(self) -> bool:
        """Nobody is here or was a moment ago, and nothing is being done."""
        return (
            not self.lock.locked()
            and time.monotonic() - self.touched > WARM
            and not any(audience.warm for audience in self.audiences.values())
        )

    # --- talking -------------------------------------------------------------------------------------------------------------

    async def say(self, user_id: int, message: Chat, language: str) -> int:
        """Keep a line and show it to its room; returns its id. Raises `Refusal`."""
        line, over = await self._read(partial(database_sync_to_async(chat.say), user_id, self.id, message, language))
        self.rooms.add(line)
        await self._tell_line(line, over)
        return int(line.pk)

    async def hear_of(self, line_id: int) -> None:
        """There is a new line, or one was removed: told by another process, or from the administration."""
        lines, over = await self.rooms.news(line_id)
        for line in lines:
            await self._tell_line(line, over)

    async def tell(self, kind: Kind, payload: dict[str, Any], hears: Callable[[Viewer], bool] = lambda viewer: True) -> None:
        """Something that has no version, to all who may hear it."""
        message = encode(kind, payload)
        for viewer in sorted(filter(hears, self.audiences), key=_seats_first):
            await self.audiences[viewer].send(message)

    async def _tell_line(self, line: models.ChatLine, over: bool) -> None:
        hears = partial(chat.hears, room=line.room, over=over)
        if line.removed_at is None:
            await self.tell("chat", chat.payload(line), hears)
        else:
            await self.tell("chat_removed", {"id": str(line.pk)}, hears)

    async def _open_room(self, loaded: store.Loaded) -> None:
        """When the game is over, players learn what was said by those who watched (PRO-8.2)."""
        if not chat.is_over(loaded.table):
            return
        for line in self.rooms.of(models.ChatLine.Room.SPECTATORS):
            await self.tell("chat", chat.payload(line), lambda viewer: viewer is not None)

    # --- acting --------------------------------------------------------------------------------------------------------------

    async def move(self, seat: int, move: Move, by: By = "player", client: str = "", answer: Answer = unheard) -> Ack:
        """Answer a prompt: checked, applied, committed, told to whoever moved, acknowledged, told to all others (PRO-4, PRO-6.1).

        Raises `Refusal` or another `EngineError`, with nothing changed.
        """
        received = timeline.site.now()  # not when the lock is had (QUA-1.9)
        async with self.lock:
            return await self._insist(partial(self._move, seat, move, by, client, received, answer))

    async def undo(self, seat: int, undo: Undo, client: str = "", answer: Answer = unheard) -> Ack:
        """Take back the own last decisions (PRO-4.9). Raises `UndoUnavailable` or `Refusal`."""
        received = timeline.site.now()
        async with self.lock:
            return await self._insist(partial(self._undo, seat, undo, client, received, answer))

    async def resign(self, seat: int, resign: Resign, client: str = "", answer: Answer = unheard) -> Ack:
        """Leave the game for good; it goes on without this seat, or ends, as the rules say (RNK-1.4). Raises `Refusal`."""
        async with self.lock:
            return await self._insist(partial(self._leave, seat, resign.move_id, client, answer))

    async def prefer(self, seat: int, prefs: Prefs) -> Ack:
        """Keep when this seat wants to be asked, and show it on all its devices. Raises `Refusal`."""
        async with self.lock:
            loaded = await self._current()
            self._running(loaded)
            kept = stops.kept(prefs.stops, loaded.usual_stops())
            orders = (
                loaded.seats[seat].orders if isinstance(prefs.orders, UnsetType) else self._ordered(loaded, seat, prefs.orders)
            )
            due = await self._read(partial(database_sync_to_async(store.prefer), loaded, seat, kept, orders))
            self.wishes[seat] += 1
            await self._show(loaded, seat)
            announce_due(due)
            return Ack("", loaded.table.version)

    @staticmethod
    def _ordered(loaded: store.Loaded, seat: int, wanted: Sequence[Ordered]) -> list[Any]:
        """The orders of a seat as they are kept from now on. Raises `Refusal` where something cannot be ordered (OMG-11.14)."""
        session, orders = loaded.started(), [one.order for one in wanted]
        if wanted and not (loaded.in_days and session.game.occasions):
            raise Refusal("wrong_status", "error.order.none")
        return stops.stored(stops.take_orders(session.game, seat, orders, loaded.orders(seat), session.version))

    async def hear_of_stops(self, seat: int, kept: dict[str, str], orders: list[Any]) -> None:
        """Another process was told when this seat wants to be asked, and what it orders."""
        async with self.lock:
            self.wishes[seat] += 1
            if self.loaded is not None and seat < len(self.loaded.seats):
                self.loaded.seats[seat].stops, self.loaded.seats[seat].orders = kept, orders
                await self._show(self.loaded, seat)

    def kept_stops(self, seat: int) -> dict[str, Any]:
        """What was stored last of when this seat wants to be asked, and of its orders, for other processes."""
        if self.loaded is None:
            return {"stops": {}, "orders": []}
        return {"stops": dict(self.loaded.seats[seat].stops), "orders": self.loaded.seats[seat].orders}

    def held(self, seat: int, move: Move) -> float:
        """Seconds for which a pass that a client makes by itself is still held (PRO-1.4).

        None at tables with days for a move, and none where the seat passes whatever it holds (OMG-11.12).
        """
        loaded = self.loaded
        if loaded is None:
            return self.opened.rest(move.expect)
        prompts = [] if loaded.session is None else [one for one in loaded.session.game.prompts if one.seat == seat]
        if any(stops.passes_anyway(prompt, loaded.stops(seat)) for prompt in prompts):
            return 0.0
        return stops.HELD_IN_DAYS if loaded.in_days else self.opened.rest(move.expect)

    async def bot_game(self, seat: int, asked: int) -> tuple[models.Table, str, bytes] | None:
        """What a bot needs to answer: table, name of the bot, and its redeal of the game; None if it is not asked (any more)."""
        async with self.lock:
            loaded = await self._current()
            if loaded.session is None or loaded.session.version < asked:  # whoever asks has read it in the database
                loaded = await self._catch_up()
            session = loaded.session
            if session is None or loaded.table.status != models.Table.Status.RUNNING or session.issued.get(seat) != asked:
                return None
            redealt = session.game.redealt(seat, secrets.SystemRandom())
            return loaded.table, loaded.seats[seat].bot, redealt.dump()

    # --- following the database ----------------------------------------------------------------------------------------------

    def _follow(self) -> None:
        """See to it, beside whatever else goes on, that memory has what the database has."""
        if self.following is None or self.following.done():
            self.looked = time.monotonic()
            self.following = asyncio.get_running_loop().create_task(self._look())

    async def _look(self) -> None:
        try:
            while True:
                rumour, self.rumour = self.rumour, -1
                if rumour < 0:
                    await self._compare()
                else:
                    async with self.lock:
                        if self.loaded is None or rumour >= self.loaded.table.version:
                            await self._catch_up()
                if self.rumour < 0:
                    return
        except (DatabaseError, EngineError, Unreadable) as error:
            logger.warning("table %s: cannot see what is new: %r", self.id, error)

    async def _compare(self) -> None:
        """Catch up if the database has more; the lock is not needed if it has not."""
        found = await database_sync_to_async(state.glance)(self.id)
        if self._is_behind(found):
            async with self.lock:
                if self._is_behind(found):  # not while something that was just being committed had not been noted
                    await self._catch_up()

    def _is_behind(self, found: state.State | None) -> bool:
        """Whether the database has more than memory, which may have gone on since this was read."""
        loaded = self.loaded
        if found is None or loaded is None:
            return False
        return found.version >= loaded.table.version and found != loaded.state

    async def _latest(self) -> store.Loaded:
        """The table as the database has it, where other processes may have changed it (QUA-1.13)."""
        loaded = await self._current()
        if not change_listeners:
            return loaded
        try:
            found = await database_sync_to_async(state.glance)(self.id)
        except DatabaseError:
            logger.warning("table %s: cannot see what is new", self.id)
            return loaded
        return loaded if found == loaded.state else await self._catch_up()

    # --- clocks -----------------------------------------------------------------------------------------------------------------

    async def time_out(self, asked: int) -> None:
        """Act for everybody whose time is up (PRO-4.10); nothing happens where it is not. `asked`: as the due row has it."""
        async with self.lock:
            loaded = await self._current()
            if loaded.session is None or loaded.session.version < asked:
                await self._catch_up()
            while await self._insist(self._lapse):
                pass

    async def act_by_itself(self, asked: int) -> None:
        """Pass for those who want not to be asked, and do what was ordered (OMG-11.14). `asked`: as the due row has it."""
        async with self.lock:
            loaded = await self._current()
            if loaded.session is None or loaded.session.version < asked:
                await self._catch_up()
            while await self._insist(self._by_itself):
                pass

    async def tell_clocks(self) -> None:
        """The clocks have changed without a version, or their dates have: everybody gets them anew."""
        async with self.lock:
            loaded = await self._current()
            if loaded.session is not None and loaded.table.clocks:
                message = encode("clock", show.clocks(loaded)["clocks"])
                for audience in list(self.audiences.values()):
                    await audience.send(message)

    # --- inside the lock -----------------------------------------------------------------------------------------------------

    async def _current(self) -> store.Loaded:
        """The table as memory has it, read anew if it has not. Raises `Refusal`, or `Unreadable` if the record is broken."""
        if self.loaded is None:
            for audience in self.audiences.values():
                audience.forget()
            try:
                self.loaded = await database_sync_to_async(store.load)(self.id)
            except DatabaseError:
                logger.exception("table %s: cannot read", self.id)
                raise Refusal("read_only", "error.read_only", writer.RETRY_MS) from None
            except EngineError as error:
                raise Unreadable(f"table {self.id}: {error}") from error
        if self.loaded is None:
            raise Refusal("not_found", "error.not_found")
        return self.loaded

    async def _insist(self, attempt: Callable[[], Awaitable[T]]) -> T:
        """Act on the table as it is: if memory was behind the database, everything is checked again on what is there now."""
        for _ in range(ATTEMPTS):
            try:
                return await attempt()
            except store.VersionConflict:
                logger.info("table %s: another process was quicker", self.id)
                await self._catch_up()
        raise Refusal("stale_prompt", "error.stale_prompt")

    async def _catch_up(self) -> store.Loaded:
        """Memory is behind the database: play what is new and tell it as if it had been done here."""
        loaded = self.loaded
        if loaded is None:
            return await self._read_anew()
        before = loaded.table.version
        self.looked = time.monotonic()
        try:
            news = await database_sync_to_async(store.news)(loaded)
            if news is None:
                return await self._read_anew()
            told = store.take_in(loaded, news)
        except DatabaseError:
            self.loaded = None
            logger.exception("table %s: cannot read", self.id)
            raise Refusal("read_only", "error.read_only", writer.RETRY_MS) from None
        except EngineError as error:
            self.loaded = None
            raise Unreadable(f"table {self.id}: {error}") from error
        except BaseException:
            self.loaded = None
            raise
        if news.commands:
            await self._publish(Step(loaded, before, told), self.audiences.keys())
            await self._open_room(loaded)
        else:
            for seat in {answer.seat for answer in news.sealed}:
                await self._show(loaded, seat)
        return await self._current()

    async def _read_anew(self) -> store.Loaded:
        """Forget what memory has of the table, and show everybody what the database has."""
        self.loaded = None
        loaded = await self._current()
        await self._show_all(loaded)
        return loaded

    async def _move(self, seat: int, move: Move, by: By, client: str, received: int, answer: Answer) -> Ack:
        loaded = await self._current()
        known = self._known(loaded, seat, move.move_id, ("choose", move.expect, tuple(move.choice)))
        if known is not None:
            await answer(known)
            return known
        session = self._running(loaded)
        prompt = self._asked(loaded, seat, move)
        if by == "player" and loaded.seats[seat].handed:
            raise Refusal("forbidden", "error.handed")
        self._in_time(loaded, seat, received)
        chosen = session.game.named(prompt, move.choice)
        session.game.check(prompt, chosen)
        if move.auto:
            stops.must_be_pass(session.game, prompt, chosen)
            if seat in loaded.sealed or seat in session.game.position.sealed:  # nothing is changed by itself
                raise Refusal("stale_prompt", "error.stale_prompt")
            by = "auto"
        act = store.Act(Command(seat, "choose", list(move.choice), by=by), move.expect, move.move_id, client, received)
        return await (self._seal(loaded, act, answer) if prompt.quiet else self._carry_out(loaded, [act], act, answer))

    async def _undo(self, seat: int, undo: Undo, client: str, received: int, answer: Answer) -> Ack:
        loaded = await self._current()
        known = self._known(loaded, seat, undo.move_id, ("undo", undo.expect, ()))
        if known is not None:
            await answer(known)
            return known
        session = self._running(loaded)
        if undo.expect != session.version:
            raise Refusal("stale_prompt", "error.stale_prompt")
        reason = session.undo_for(seat)
        if reason is not None or session.undo is None:
            raise UndoUnavailable(reason or Text("undo.nothing"))
        self._in_time(loaded, seat, received)
        act = store.Act(Command(seat, "undo"), undo.expect, undo.move_id, client, received, session.undo.version)
        return await self._carry_out(loaded, [act], act, answer)

    async def _lapse(self) -> bool:
        """Act for one seat whose time is up; whether there was one."""
        loaded = await self._current()
        if loaded.table.status != models.Table.Status.RUNNING or timeline.site.held:
            return False
        seat = lapses.first(loaded, timeline.site.now())
        if seat is None:
            return False
        act = lapses.act(loaded, seat)
        quiet = act.command.act == "choose" and store.is_open(loaded.started(), seat)
        await (self._seal(loaded, act) if quiet else self._carry_out(loaded, [act], act))
        return True

    async def _by_itself(self) -> bool:
        """Act for one seat that need not be asked, by what the database has of its wishes; whether there was one."""
        loaded = await self._current()
        if not loaded.in_days:
            return False
        known = await self._read(partial(database_sync_to_async(stops.read), self.id))
        for seat, (wishes, orders) in zip(loaded.seats, known, strict=False):
            seat.stops, seat.orders = wishes, orders
        found = loaded.by_itself()
        if found is None:
            return False
        number, doing = found
        session, received = loaded.started(), timeline.site.now()
        if loaded.table.clock_state.late(number, received):
            return False  # the clock acts
        asked = session.issued[number]
        command = Command(number, "choose", [session.game.token(doing.option)], by="auto")
        act = store.Act(command, asked, f"auto:{asked}", received=received, order=doing.order)
        await (self._seal(loaded, act) if store.is_open(session, number) else self._carry_out(loaded, [act], act))
        return True

    async def _leave(self, seat: int, move_id: str, client: str, answer: Answer) -> Ack:
        loaded = await self._current()
        known = self._known(loaded, seat, move_id, ("leave", None, ()))
        if known is not None:
            await answer(known)
            return known
        session = self._running(loaded)
        if seat in session.game.gone():
            raise Refusal("wrong_status", "error.left")
        act = store.Act(Command(seat, "leave", status="resigned"), None, move_id, client)
        window = any(prompt.quiet for prompt in session.game.prompts)
        return await self._carry_out(loaded, [act, *_closing(loaded, act)], act, answer, window=window)

    def _running(self, loaded: store.Loaded) -> Session:
        status = models.Table.Status
        if loaded.table.status == status.FINISHED:
            raise GameOver(Text("error.game_over"))
        if loaded.table.status == status.SUSPENDED:
            raise Refusal("wrong_status", "error.suspended")
        if loaded.table.status == status.CLOSED:
            raise Refusal("wrong_status", "error.closed")
        if loaded.table.status != status.RUNNING or loaded.session is None:
            raise Refusal("wrong_status", "error.wrong_status")
        return loaded.session

    @staticmethod
    def _known(loaded: store.Loaded, seat: int, move_id: str, content: tuple[Any, ...]) -> Ack | None:
        """The answer to a move sent before (PRO-4.5). Raises `Refusal` if it was another one."""
        sent = loaded.moves.get((seat, move_id))
        if sent is None:
            return None
        if sent[0] != content:
            raise Refusal("move_id_conflict", "error.move_id_conflict")
        return Ack(move_id, sent[1], dup=True)

    @staticmethod
    def _in_time(loaded: store.Loaded, seat: int, received: int) -> None:
        """Raises `Refusal` if the time of this seat was up, even if nobody has acted for it yet."""
        if loaded.table.clock_state.late(seat, received) and not timeline.site.held:
            raise Refusal("clock_expired", "error.clock_expired")

    @staticmethod
    def _asked(loaded: store.Loaded, seat: int, move: Move) -> Prompt:
        """The open prompt this move answers. Raises `Refusal` if it is closed, or somebody else's (PRO-4.6)."""
        session = loaded.started()
        owner = move.prompt.partition("-")[2]
        if owner.isdecimal() and int(owner) != seat:
            raise NotYourPrompt(Text("error.not_your_prompt"))
        prompt = next((q for q in session.game.prompts if q.seat == seat), None)
        number = session.issued.get(seat)
        if prompt is None or move.prompt != wire.prompt_id(number or 0, seat) or move.expect != number:
            if (seat, lapses.move_id(move.expect)) in loaded.moves:
                raise Refusal("clock_expired", "error.clock_expired")
            raise Refusal("stale_prompt", "error.stale_prompt")
        return prompt

    async def _seal(self, loaded: store.Loaded, act: store.Act, answer: Answer = unheard) -> Ack:
        """Keep the answer beside the log; with the last one, all become commands in seat order (PRO-4.8)."""
        session, seat = self._running(loaded), act.command.seat
        sealed = models.SealedAnswer(
            table=loaded.table,
            seat=seat,
            asked=session.issued[seat],
            move_id=act.move_id,
            choice=act.command.choice,
            by=act.command.by,
            client=act.client,
            acked=session.version,
        )
        answers = loaded.sealed | {seat: sealed}
        if all(prompt.seat in answers for prompt in session.game.prompts):
            acts = [store.act_of(kept) for _, kept in sorted(answers.items())]
            return await self._carry_out(loaded, acts, act, answer, window=True)
        await self._write(store.Sealing(loaded.table, session.version, sealed, loaded.last_sealed))
        loaded.sealed, loaded.last_sealed = answers, sealed.pk
        loaded.moves[seat, act.move_id] = (record.content(sealed), session.version)
        ack = Ack(act.move_id, session.version)
        await self._show(loaded, seat)  # to all tabs of this seat, and to nobody else
        await answer(ack)
        announce_change(self.id, session.version)
        return ack

    async def _carry_out(
        self, loaded: store.Loaded, acts: Sequence[store.Act], own: store.Act, answer: Answer = unheard, *, window: bool = False
    ) -> Ack:
        """Apply, commit, tell, answer. If the rules fail the table is suspended; if the commit fails, memory forgets it all."""
        before = self._running(loaded).version
        try:
            told = _play(loaded, acts)
            lapses.seat_bots(loaded, acts)
            entry = store.draw_up(loaded, before, acts, window)
        except Exception as error:  # noqa: BLE001 (whatever the rules raise freezes the table, PRO-7.4)
            raise Refusal("internal", Text("error.internal", {"trace": await self._suspend(error)})) from None
        await self._write(entry)
        store.settle(loaded, entry, told)
        ack = Ack(own.move_id, loaded.moves[own.command.seat, own.move_id][1])
        step, actor = Step(loaded, before, told), {own.command.seat}
        await self._publish(step, actor)  # whoever is answered has seen what came of it
        await answer(ack)
        await self._publish(step, self.audiences.keys() - actor)
        await self._open_room(loaded)
        announce_change(self.id, loaded.table.version)
        announce_due(entry.due)
        if "outcome" in entry.changes:
            announce_end(self.id)
        return ack

    async def _read(self, read: Callable[[], Awaitable[Any]]) -> Any:
        """Ask the database for something beside the game. Raises `Refusal` if it does not answer."""
        try:
            return await read()
        except DatabaseError:
            logger.exception("table %s: cannot be asked", self.id)
            raise Refusal("read_only", "error.read_only", writer.RETRY_MS) from None

    async def _write(self, entry: store.Entry | store.Sealing) -> None:
        """Until it is durable. Raises as `writer.write` does; then what memory holds of the table is dropped.

        After `VersionConflict` it is kept to catch up from, with what is not committed: whoever catches that must do so.
        """
        try:
            await writer.write(entry)
        except store.VersionConflict:
            raise
        except BaseException:
            self.loaded = None
            raise

    async def _suspend(self, error: Exception) -> str:
        """The rules have failed: freeze the table, tell everybody, log what happened; returns the trace id (PRO-7.4)."""
        trace = secrets.token_hex(4)
        logger.critical("table %s suspended, trace %s", self.id, trace, exc_info=error)
        self.loaded = None
        try:
            await database_sync_to_async(store.suspend)(models.Table(pk=self.id))
            loaded = await self._current()
            announce_change(self.id, loaded.table.version)
            await self._show_all(loaded)
        except Exception:
            logger.exception("table %s: not even this works, trace %s", self.id, trace)
        return trace

    # --- telling -------------------------------------------------------------------------------------------------------------

    async def _publish(self, step: Step, viewers: Set[Viewer]) -> None:
        """Tell these of what is committed. It is kept whatever happens now; but a table that fails here cannot go on."""
        loaded = step.loaded
        if self.loaded is not loaded:
            return  # it has failed already
        try:
            self.opened.note(loaded.started().issued)
            await self._broadcast(step, viewers)
        except Exception as error:  # noqa: BLE001 (whatever the rules raise freezes the table, PRO-7.4)
            await self._suspend(error)

    async def _broadcast(self, step: Step, viewers: Set[Viewer]) -> None:
        """One message a viewer class, built and encoded once; seats first, then spectators."""
        self.audiences = {viewer: audience for viewer, audience in self.audiences.items() if audience.warm}
        for viewer in sorted(viewers & self.audiences.keys(), key=_seats_first):
            audience = self.audiences[viewer]
            encoded = step.update(viewer, audience)
            audience.ring.append((step.before, step.version, msgspec.Raw(encoded)))
            await audience.send(f'{{"t":"update","v":{step.version},"d":{encoded.decode()}}}', step.version)

    async def _show(self, loaded: store.Loaded, viewer: Viewer) -> None:
        """The table as it is now, to all sockets of a viewer class."""
        audience = self.audiences.get(viewer)
        if audience is None:
            return
        try:
            message = self._snapshot(loaded, viewer)
        except Exception:
            logger.exception("table %s: nothing to show to %s", self.id, viewer)
        else:
            await audience.send(message, loaded.table.version)

    def _snapshot(self, loaded: store.Loaded, viewer: Viewer) -> str:
        payload = show.snapshot(loaded, viewer, self.audiences.get(viewer)) | self._around(loaded, viewer)
        return encode("sync", payload, loaded.table.version)

    def _around(self, loaded: store.Loaded, viewer: Viewer) -> dict[str, Any]:
        """Who is here and what was said: no version has it, so every `sync` does."""
        return {
            "presence": presence.here.block(self.id, {seat.number: bool(seat.bot) for seat in loaded.seats}),
            "chat_tail": self.rooms.tail(viewer, chat.is_over(loaded.table)),
        }

    async def _show_all(self, loaded: store.Loaded) -> None:
        """The table as it is now, to everybody."""
        for viewer in list(self.audiences):
            await self._show(loaded, viewer)

    def _missed(self, loaded: store.Loaded, viewer: Viewer, since: int | None) -> list[msgspec.Raw] | None:
        """What a viewer who comes back has missed, if that is all (PRO-5.2); None: it needs a snapshot.

        An own answer beside the log and what staff do have no version, so whoever comes back may have missed them.
        """
        told = loaded.table.status in (models.Table.Status.RUNNING, models.Table.Status.FINISHED)
        if since is None or viewer in loaded.sealed or not told:
            return None
        return self.audiences[viewer].since(since)


def _closing(loaded: store.Loaded, leave: store.Act) -> list[store.Act]:
    """The answers beside the log that become commands because only the seat that leaves was still awaited."""
    game = loaded.started().game.clone()
    game.leave(leave.command.seat, leave.command.status)
    awaited = [prompt.seat for prompt in game.prompts if prompt.quiet]
    if not awaited or any(seat not in loaded.sealed for seat in awaited):
        return []
    return [store.act_of(loaded.sealed[seat]) for seat in sorted(awaited)]


def _seats_first(viewer: Viewer) -> tuple[bool, int]:
    """Whoever plays is told before whoever watches (PRO-6.6)."""
    return viewer is None, viewer or 0


def _play(loaded: store.Loaded, acts: Sequence[store.Act]) -> list[Told]:
    """Carry out these acts; returns what was told."""
    session = loaded.started()
    told: list[Told] = []
    for act in acts:
        by_clock = act.command.by == "clock"
        happened = [Told(session.version, act.command.seat, event, by_clock) for event in session.play(act.command)]
        loaded.follow(session, happened)
        told += happened
    return told


_tables: OrderedDict[str, LiveTable] = OrderedDict()
"""Those touched last come last."""

due_listeners: list[Callable[[drafts.Due | models.Due], None]] = []
"""Who hears of due work as it is committed."""

change_listeners: list[Callable[[str, int], None]] = []
"""Who hears, of the tables changed here, the version; nobody as long as there is only one process."""


def table(table_id: str) -> LiveTable:
    """The live table of this id in this process; whether it exists in the database shows when it is entered."""
    live = _tables.get(table_id)
    if live is None:
        live = _tables[table_id] = LiveTable(table_id)
        make_room()
    _tables.move_to_end(table_id)
    live.touched = time.monotonic()
    return live


def forget_idle() -> None:
    """Drop the tables at which nothing has happened for a while; the database has them."""
    for table_id in [table_id for table_id, live in _tables.items() if live.idle]:
        del _tables[table_id]


def make_room() -> None:
    """Drop the tables that nobody has touched for longest, if there are too many (QUA-2.24); never one that is in use."""
    for table_id, live in list(_tables.items())[:-1] if len(_tables) > MOST else ():
        if not live.in_use:
            del _tables[table_id]
            if len(_tables) <= MOST:
                return


def present(table_id: str) -> LiveTable | None:
    """The live table, if somebody is or was there."""
    return _tables.get(table_id)


def all_present() -> list[LiveTable]:
    """The tables of this process."""
    return list(_tables.values())


def announce_due(due: Sequence[drafts.Due | models.Due]) -> None:
    """Tell the ticker of this process what is due when."""
    for row in due:
        for listener in due_listeners:
            listener(row)


_telling: set[asyncio.Task[None]] = set()
"""What is being told; the loop itself would forget it."""


def announce_end(table_id: str) -> None:
    """Tell rooms above that a game is over, beside whatever else goes on: they may change tables, so this one must be free."""
    telling = in_own_thread(partial(slots.tell_ended, table_id))
    task = asyncio.get_running_loop().create_task(telling, context=Context())  # whoever moved may be gone before it is done
    _telling.add(task)
    task.add_done_callback(_telling.discard)


async def ends_told() -> None:
    """Until all of that has been told."""
    while _telling:
        await asyncio.gather(*_telling)


async def in_own_thread(work: Callable[[], None]) -> None:
    """Do something in the database that may change tables: never in the thread in which sockets use it (`change` says why)."""
    await sync_to_async(_and_disconnect, thread_sensitive=False)(work)


def _and_disconnect(work: Callable[[], None]) -> None:
    try:
        work()
    finally:
        connections.close_all()


def announce_change(table_id: str, version: int) -> None:
    """Tell whoever passes it on to other processes that a table has changed, and is at this version."""
    for listener in change_listeners:
        listener(table_id, version)


def hear(table_id: str, version: int) -> None:
    """Another process has changed a table."""
    live = present(table_id)
    if live is not None:
        live.hear(version)
