"""A storm: many tables, on every seat a client that plays at random over a real socket, as badly as lines can be (QUA-2.3)."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from itertools import count
from random import Random
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from tests.faults.checker import running
from tests.faults.history import Recorder
from tests.faults.tables import Opened, open_tables
from tests.faults.visiting import Address
from tests.games.tables.folding import Client, Gap

SENT_TWICE, CUT, TO_CLOSED, TAKEN_BACK, SECOND_THOUGHTS = 0.1, 0.05, 0.02, 0.03, 0.1
"""How often a move is sent twice, a line cut right after sending, a closed prompt answered (QUA-2.3), a move taken back, and a
sealed answer replaced while its window is open."""

PING_EVERY = 5.0
BEHIND_FOR = 2.0
"""Seconds for which a `pong` may know of a later version before the client asks (PRO-5.6)."""
ANSWER_WITHIN = 10.0
"""Seconds after which the line counts as dead (PRO-7.1)."""
FIRST_PAUSE, LONGEST_PAUSE = 0.5, 15.0
"""Of the client's reconnect policy (PRO-2.6)."""
NOT_NOW = frozenset({"read_only", "rate_limited", "internal"})
"""Refusals after which the same move is sent again later."""
RETRY_MS = 500
"""When the refusal does not say."""
LEVEL_WITHIN = 20.0
"""Seconds after the last move in which every viewer must have come level (QUA-1.13, QUA-2.12)."""
GONE = (OSError, TimeoutError, ConnectionClosed, InvalidHandshake)


@dataclass(frozen=True)
class Size:
    """How big a storm is."""

    tables: int = 20
    moves: int = 100
    """At each table, or until its game is over."""
    think: tuple[float, float] = (0.05, 0.4)
    """Seconds for which a client thinks before a move."""
    afterwards: int | None = None
    """So many moves at each table are enough after the last fault."""


class Lost(Exception):
    """The line is gone."""


class Line:
    """One socket of a client. A task of its own reads it; answers go to whoever waits for them."""

    serials = count(1)

    def __init__(self, player: Player, socket: ClientConnection, server: int) -> None:
        self.player = player
        self.socket = socket
        self.server = server
        self.number = next(self.serials)
        self.opened = player.storm.recorder.now()
        self.waiting: dict[str, asyncio.Future[dict[str, Any]]] = {}
        self.behind_since: float | None = None
        self.bye: dict[str, Any] = {}
        self.was_cut = False
        self.reader = asyncio.create_task(self._read())

    async def _read(self) -> None:
        try:
            async for frame in self.socket:
                self.player.hear(self, frame if isinstance(frame, str) else frame.decode())
        except ConnectionClosed:
            pass
        finally:
            for future in self.waiting.values():
                future.cancel()
            self.player.changed.set()

    @property
    def dead(self) -> bool:
        """Nothing comes any more."""
        return self.reader.done()

    async def end(self) -> None:
        """Return when it is dead."""
        await asyncio.wait([self.reader])

    async def send(self, kind: str, payload: dict[str, Any], re: str) -> asyncio.Future[dict[str, Any]]:
        """Send a message; its answer comes later. Raises `Lost`."""
        if self.dead:
            raise Lost
        self.waiting[re] = asyncio.get_running_loop().create_future()
        try:
            await self.socket.send(json.dumps({"t": kind, "id": re, "d": payload}))
        except GONE:
            raise Lost from None
        return self.waiting[re]

    async def ask(self, kind: str, **payload: Any) -> dict[str, Any]:
        """Send a message and wait for its answer. Raises `Lost`."""
        return await self.wait(await self.send(kind, payload, self.player.next_id()))

    async def wait(self, answer: asyncio.Future[dict[str, Any]]) -> dict[str, Any]:
        """The answer. Raises `Lost` if there is none in time."""
        try:
            return await asyncio.wait_for(answer, ANSWER_WITHIN)
        except (asyncio.CancelledError, TimeoutError):
            if not answer.cancelled() or not self.dead:
                self.cut()
            if (task := asyncio.current_task()) is not None and task.cancelling():
                raise
            raise Lost from None

    def cut(self) -> None:
        """No more of it, without a word to the other side."""
        self.was_cut = True
        self.socket.transport.abort()

    async def close(self) -> None:
        """Hang up properly, and wait until nothing reads any more."""
        try:
            await self.socket.close()
        finally:
            await self.end()


@dataclass
class Ask:
    """A move that a player wants made."""

    act: str
    move_id: str
    expect: int
    choice: list[str]
    payload: dict[str, Any]
    twice: bool = False
    cut: bool = False
    stale: bool = False
    tries: int = 0


class Player:
    """One client at one table, on a seat or as a spectator."""

    serials = count(1)

    def __init__(self, storm: Storm, table: Opened, viewer: int | None, cookie: str, rng: Random) -> None:
        self.storm, self.table, self.viewer, self.cookie, self.rng = storm, table, viewer, cookie, rng
        self.id = next(self.serials)
        self.client = Client()
        self.line: Line | None = None
        self.changed = asyncio.Event()
        self.numbers = count(1)
        self.closed_prompt: dict[str, Any] | None = None
        self.pending: Ask | None = None
        self.asked: dict[str, tuple[Ask, float]] = {}
        """Moves on their way, by correlation id, and when they were sent."""
        self.server = table.number
        self.clocks_seen = self.client.clocks
        self.by_way_of: Address | None = None
        """Something that stands before the server."""
        storm.recorder.note("client", c=self.id, table=table.id, viewer=viewer)

    def next_id(self) -> str:
        """A correlation id that this client has never used."""
        return f"{self.id}-{next(self.numbers)}"

    # --- being told -----------------------------------------------------------------------------------------------------------

    def hear(self, line: Line, frame: str) -> None:
        """One frame: written down, folded, and given to whoever waits for it."""
        storm = self.storm
        storm.recorder.note("frame", c=self.id, n=line.number, f=frame)
        message = json.loads(frame)
        try:
            self.client.take(frame)
        except Gap:
            storm.spawn(self._hello(line))
        except AssertionError as error:
            storm.recorder.note("wrong", c=self.id, why=str(error))
            storm.wrong.append(f"client {self.id} at {self.table.id}: {error}")
            storm.spawn(self._resync(line))
        self.client.frames.clear()
        storm.look_at_clocks(self)
        if message["t"] == "update":
            storm.told.setdefault((self.table.id, message["v"]), storm.recorder.now())
        if message["t"] == "bye":
            line.bye = message["d"]
            storm.recorder.note("bye", c=self.id, n=line.number, **message["d"])
            storm.byes.append(message["d"]["code"])
        if message["t"] == "pong":
            self._pong(line, message["d"])
        if message.get("re") in self.asked:
            self._judge(line, message["re"], message)
        future = line.waiting.pop(message.get("re", ""), None)
        if future is not None and not future.done():
            future.set_result(message)
        self.changed.set()

    def _pong(self, line: Line, pong: dict[str, Any]) -> None:
        if pong["v"] <= self.client.v:
            line.behind_since = None
        elif line.behind_since is None:
            line.behind_since = time.monotonic()

    async def _hello(self, line: Line) -> None:
        try:
            await self.greet(line)
        except Lost:
            self.changed.set()

    async def _resync(self, line: Line) -> None:
        try:
            await line.ask("resync")
        except Lost:
            self.changed.set()

    async def ping(self, line: Line, every: float = PING_EVERY) -> None:
        """As PRO-7.1 and PRO-5.6 ask of a client, as long as the line lives."""
        while not line.dead:
            await asyncio.sleep(every)
            try:
                await line.ask("ping", n=line.number, v=max(self.client.v, 0))
                if line.behind_since is not None:
                    await asyncio.sleep(BEHIND_FOR)
                    if line.behind_since is not None:
                        line.behind_since = None
                        self.storm.behind += 1
                        await self._hello(line)
            except Lost:
                return

    # --- coming and going ------------------------------------------------------------------------------------------------------

    async def come(self) -> Line:
        """Connect and say hello until that works: at once, then after growing pauses with full jitter (PRO-2.6)."""
        for attempt in count():
            if attempt:
                await asyncio.sleep(self.rng.uniform(0, min(FIRST_PAUSE * 2 ** (attempt - 1), LONGEST_PAUSE)))
            # the server of this client, and when that does not answer another one, as a balancer would have it
            address = self.by_way_of or self.storm.address(self.server + attempt)
            try:
                socket = await connect(
                    f"{address.socket}/ws/v1/tables/{self.table.id}",
                    additional_headers={"Origin": address.url, **({"Cookie": self.cookie} if self.cookie else {})},
                    subprotocols=["kartenhaus.v1"],  # type: ignore[list-item]
                    open_timeout=ANSWER_WITHIN,
                    close_timeout=1,
                    max_size=None,
                    ping_interval=None,
                    compression=None,
                    proxy=None,
                )
            except GONE:
                continue
            line = Line(self, socket, address.number)
            try:
                await self.greet(line)
            except Lost:
                await line.close()
                continue
            except BaseException:
                line.cut()
                raise
            return line
        raise AssertionError("unreachable")

    async def greet(self, line: Line) -> None:
        """Say hello with what the client has. Raises `Lost`."""
        known = {"since": self.client.v, "epoch": self.client.epoch} if self.client.v >= 0 else {}
        answer = await line.ask("hello", lang="de", caps=[], client="storm", **known)
        if answer["t"] != "sync":
            line.cut()
            raise Lost

    async def run(self) -> None:
        """Play until the storm is over."""
        while not self.storm.over:
            line = self.line = await self.come()
            pinging = asyncio.create_task(self.ping(line))
            try:
                await self._play(line)
            except Lost:
                pass
            finally:
                pinging.cancel()
                await line.close()  # first: before Python 3.12 `wait_for` loses a cancellation that meets its answer
                await asyncio.wait([pinging])

    # --- playing ---------------------------------------------------------------------------------------------------------------

    @property
    def done(self) -> bool:
        """Nothing is left to do here: the moves are made or the game is over, and every move has its answer."""
        return self.pending is None and (
            self.viewer is None
            or self.client.v >= self.storm.goals.get(self.table.id, self.storm.size.moves)
            or (self.client.v >= 0 and self.client.status != "running")
        )

    async def _play(self, line: Line) -> None:
        while not self.storm.over:
            if line.dead:
                raise Lost
            self.changed.clear()
            self.pending = self.pending or (None if self.done else self._next())
            if self.pending is None:
                try:
                    await asyncio.wait_for(self.changed.wait(), 0.5)
                except TimeoutError:
                    continue
            else:
                await asyncio.sleep(self.rng.uniform(*self.storm.size.think))
                await self._act(line, self.pending)

    def _next(self) -> Ask | None:
        """What this player does next, if there is anything."""
        if self.viewer is None or self.client.v < 0:
            return None
        if self.closed_prompt is not None and self.rng.random() < TO_CLOSED:
            prompt, self.closed_prompt = self.closed_prompt, None
            if prompt["id"] not in [q["id"] for q in self.client.prompts]:
                return self._answer(prompt, stale=True)
        if self.client.facts["undo"]["allowed"] and self.rng.random() < TAKEN_BACK:
            expect = self.client.v
            move_id = self.new_move_id()
            return Ask("undo", move_id, expect, [], {"move_id": move_id, "expect": expect}, twice=self.rng.random() < SENT_TWICE)
        for prompt in self.client.prompts:
            if "answer" not in prompt or self.rng.random() < SECOND_THOUGHTS:
                return self._answer(prompt)
        return None

    def _answer(self, prompt: dict[str, Any], stale: bool = False) -> Ask:
        options = [option["id"] for option in prompt["options"]]
        choice = self.rng.sample(options, self.rng.randint(prompt["pick"]["min"], prompt["pick"]["max"]))
        move_id = self.new_move_id()
        payload = {"move_id": move_id, "prompt": prompt["id"], "expect": prompt["issued"], "choice": choice}
        self.closed_prompt = self.closed_prompt if stale else prompt
        return Ask(
            "choose",
            move_id,
            prompt["issued"],
            choice,
            payload,
            twice=self.rng.random() < SENT_TWICE,
            cut=self.rng.random() < CUT,
            stale=stale,
        )

    def new_move_id(self) -> str:
        """A move id that this client has never used."""
        return f"{self.id}m{next(self.numbers)}"

    async def _act(self, line: Line, ask: Ask) -> None:
        """Send it, once or twice, and wait for the answers. Raises `Lost`; then it is sent again on the next line (PRO-4.5)."""
        kind = "move" if ask.act == "choose" else "undo"
        ids = [self.next_id() for _ in range(2 if ask.twice and not ask.tries else 1)]
        cut = ask.cut and not ask.tries
        ask.tries += 1
        answers = []
        for re in ids:
            at = self.storm.recorder.note(
                "sent",
                c=self.id,
                n=line.number,
                re=re,
                table=self.table.id,
                seat=self.viewer,
                move_id=ask.move_id,
                act=ask.act,
                expect=ask.expect,
                choice=ask.choice,
            )
            self.asked[re] = ask, at
            answers.append(await line.send(kind, ask.payload, re))
        if cut:
            line.cut()
            raise Lost
        try:
            said = [await line.wait(answer) for answer in answers]
        except Lost:
            self.storm.troubles.append(Trouble(self.storm.recorder.now(), self.id, line.server, "lost"))
            raise
        if all(answer["t"] == "error" and answer["d"]["code"] in NOT_NOW for answer in said):
            await asyncio.sleep(max(answer["d"].get("retry_ms", RETRY_MS) for answer in said) / 1000)
        else:
            self.pending = None

    def _judge(self, line: Line, re: str, answer: dict[str, Any]) -> None:
        """Write down the answer to a move, as soon as it comes."""
        storm, data = self.storm, answer["d"]
        ask, sent = self.asked.pop(re)
        if answer["t"] == "ack":
            at = storm.recorder.note("answered", re=re, ok=data["version"], dup=data["dup"])
            storm.acked(self, line, at, at - sent)
        else:
            storm.recorder.note("answered", re=re, fail=data["code"], stale=ask.stale)
            storm.refused(self, line, data["code"], ask)


@dataclass
class Acked:
    """An `ack` as it came: when, at which table, on which server, and since when on this line."""

    at: float
    table: str
    server: int
    opened: float
    took: float
    """Seconds from sending to the answer."""


@dataclass
class Reading:
    """The running clocks of a table as somebody was told: when, at which version, and milliseconds left by seat."""

    at: float
    version: int
    left: dict[int, int]


@dataclass
class Trouble:
    """A move that did not go through although nothing was wrong with it: the code of the refusal, or `lost` with its line."""

    at: float
    client: int
    server: int
    code: str


@dataclass
class Storm:
    """All tables and clients of one run."""

    addresses: Sequence[Address]
    recorder: Recorder
    seed: int
    size: Size = Size()
    spread: bool = False
    """Whether the seats of every second table are on different servers."""
    over: bool = False
    players: list[Player] = field(default_factory=list)
    acks: list[Acked] = field(default_factory=list)
    refusals: dict[str, int] = field(default_factory=dict)
    troubles: list[Trouble] = field(default_factory=list)
    told: dict[tuple[str, int], float] = field(default_factory=dict)
    """When somebody first heard of a version of a table."""
    goals: dict[str, int] = field(default_factory=dict)
    """Versions at which tables have played enough, if that is less than the size says."""
    readings: dict[str, list[Reading]] = field(default_factory=dict)
    """Of each table with clocks."""
    byes: list[int] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    behind: int = 0
    """How often a client learned from a `pong` that it had missed something."""
    opened_in: float = 0.0
    played_in: float = 0.0
    level_after: float = 0.0
    """Seconds until all viewers were level after the last move."""
    extra: set[asyncio.Task[None]] = field(default_factory=set)

    def address(self, number: int) -> Address:
        """The server of this number, round and round."""
        return self.addresses[number % len(self.addresses)]

    def spawn(self, work: Awaitable[None]) -> None:
        """Do this beside everything else."""
        task = asyncio.ensure_future(work)
        self.extra.add(task)
        task.add_done_callback(self.extra.discard)

    def acked(self, player: Player, line: Line, at: float, took: float) -> None:
        """A move is done."""
        self.acks.append(Acked(at, player.table.id, line.server, line.opened, took))

    def look_at_clocks(self, player: Player) -> None:
        """What the clocks show, each time it is told anew."""
        if player.client.clocks is not player.clocks_seen:
            clocks = player.clocks_seen = player.client.clocks
            reading = Reading(self.recorder.now(), player.client.v, running(clocks))
            self.readings.setdefault(player.table.id, []).append(reading)

    def refused(self, player: Player, line: Line, code: str, ask: Ask) -> None:
        """A move is not done."""
        self.refusals[code] = self.refusals.get(code, 0) + 1
        if not ask.stale and code not in ("stale_prompt", "undo_unavailable", "game_over"):
            self.troubles.append(Trouble(self.recorder.now(), player.id, line.server, code))

    async def run(self, fault: Callable[[Storm], Awaitable[None]] | None = None) -> None:
        """Open the tables, play while `fault` does its worst, then wait until everybody is level and look once more."""
        rng = Random(self.seed)
        tables = await asyncio.to_thread(open_tables, self.addresses, self.size.tables, rng)
        self.opened_in = self.recorder.now()
        for table in tables:
            self._seat(table, rng)
        runs = [asyncio.create_task(player.run()) for player in self.players]
        try:
            await self.until(lambda: all(player.client.v >= 0 for player in self.players), 60, "everybody came to the table")
            if fault is not None:
                await fault(self)
                self._finish()
            await self.until(lambda: all(player.done for player in self.players), 300, "every move has its answer", runs)
            await self._level(runs)
            self.played_in = self.recorder.now() - self.opened_in
        finally:
            self.over = True
            for player in self.players:
                player.changed.set()
            _, late = await asyncio.wait(runs, timeout=30)
            for task in [*late, *self.extra]:
                task.cancel()
            await asyncio.gather(*runs, *self.extra, return_exceptions=True)
        for run in runs:
            run.result()
        await self._look_anew()

    def _finish(self) -> None:
        """The worst is over: play on a little."""
        if self.size.afterwards is not None:
            heads = {player.table.id: player.client.v for player in self.players if player.viewer == 0}
            self.goals = {table: min(v + self.size.afterwards, self.size.moves) for table, v in heads.items()}

    def _seat(self, table: Opened, rng: Random) -> None:
        """A client on every seat, and a spectator at every third table (QUA-2.3)."""
        watching = [None] if table.number % 3 == 0 else []
        for viewer in [*range(len(table.cookies)), *watching]:
            cookie = "" if viewer is None else table.cookies[viewer]
            player = Player(self, table, viewer, cookie, Random(rng.random()))
            if self.spread and table.number % 2:
                player.server = table.number // 2 + (1 if viewer is None else viewer)
            elif self.spread:
                player.server = table.number // 2
            self.players.append(player)

    async def until(self, true: Callable[[], bool], within: float, what: str, runs: Sequence[asyncio.Task[None]] = ()) -> None:
        """Wait until this is so."""
        end = time.monotonic() + within
        while not true():
            for run in runs:
                if run.done():
                    run.result()
            if time.monotonic() > end:
                raise AssertionError(f"not within {within} s: {what}; {self._where()}")
            await asyncio.sleep(0.05)

    def _where(self) -> str:
        open_ones = [player for player in self.players if not player.done or player.client.v < 0]
        places = [
            f"{p.table.id} seat {p.viewer} v{p.client.v} {[q['id'] for q in p.client.prompts]} pending "
            f"{p.pending.move_id if p.pending else None} line {'dead' if p.line is None or p.line.dead else p.line.number}"
            for p in open_ones[:8]
        ]
        return f"{len(open_ones)} clients not done: {places}; refusals {self.refusals}"

    async def _level(self, runs: Sequence[asyncio.Task[None]]) -> None:
        """All viewers of a table have come to the same version, and no bot is asked."""
        began = time.monotonic()
        await self.until(lambda: all(self._is_level(number) for number in range(self.size.tables)), LEVEL_WITHIN, "level", runs)
        self.level_after = time.monotonic() - began
        self.recorder.note("level", after=round(self.level_after, 3))

    def _is_level(self, number: int) -> bool:
        here = [player for player in self.players if player.table.number == number]
        waited_for = {entry["seat"] for entry in here[0].client.facts.get("waiting_for", [])}
        people = {player.viewer for player in here}
        return len({player.client.v for player in here}) == 1 and waited_for <= people

    async def _look_anew(self) -> None:
        """What somebody who comes now is shown, as every viewer (check C6)."""
        gate = asyncio.Semaphore(20)

        async def look(old: Player) -> None:
            async with gate:
                fresh = Player(self, old.table, old.viewer, old.cookie, old.rng)
                self.recorder.note("client", c=fresh.id, table=old.table.id, viewer=old.viewer, fresh_of=old.id)
                fresh.server = old.server + 1
                line = await fresh.come()
                await line.close()

        await asyncio.gather(*(look(player) for player in list(self.players)))
