"""A table of two players who answer at random as soon as they may, each on a socket of its own."""

from __future__ import annotations

import asyncio
import itertools
import time
from collections import Counter, deque
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

from games.tables.bench.wire import Address, Line, Message, Prompt, Refused, decode

CLIENT = "bench"

ACKNOWLEDGE_AFTER = 12
"""Messages; the server stops sending when more than 32 are without acknowledgement (PRO-6.5)."""

PING_EVERY = 15.0
"""Seconds of silence (PRO-7.1)."""

RETRY = 0.5
"""Seconds before a lost line is opened again, and before a refused move is sent again if nobody says when."""

_numbers = itertools.count(1)


@dataclass
class Tally:
    """All that was measured."""

    acks: list[float] = field(default_factory=list)
    """Seconds from a move to its ack."""
    updates: list[float] = field(default_factory=list)
    """Seconds from a move until the other seat has it."""
    resyncs: int = 0
    errors: Counter[str] = field(default_factory=Counter)
    counting: bool = False
    """Whether it is measured now; before, everything warms up."""


@dataclass
class Pending:
    """A move that has no answer yet."""

    number: str
    seat: Seat
    message: dict[str, object]
    start: float
    """When it was sent, or should have been."""
    counted: bool


class Seat:
    """One socket of a player (or of a spectator, who is never asked)."""

    def __init__(self, address: Address, tally: Tally, changed: Callable[[Seat, Message, float], None]) -> None:
        self.address, self.tally, self.changed = address, tally, changed
        self.version = -1
        self.prompt: Prompt | None = None
        self.over = False
        self.viewer: int | str = ""
        self.unacknowledged = 0
        self.spoke = time.monotonic()
        self.repairing = ""
        """The id with which everything was asked for anew."""
        self.closed = False
        self.line = Line(address, self.hear, self.lost)
        self.ready = asyncio.Event()
        self.returning: asyncio.Task[None] | None = None

    async def enter(self) -> None:
        """Connect, say hello, and wait for the table. Raises `OSError` or `Refused`."""
        self.ready.clear()
        self.line = Line(self.address, self.hear, self.lost)
        await self.line.open()
        self.say("hello", f"hello-{next(_numbers)}", lang="de", caps=[], client=CLIENT)
        await self.ready.wait()
        if self.address.cookie and self.viewer == "spectator":
            raise Refused(f"{self.address.uri}: a player is taken for a spectator")

    def say(self, kind: str, number: str, **payload: object) -> None:
        """Send a message."""
        self.spoke = time.monotonic()
        self.line.send({"t": kind, "id": number, "d": payload})

    def ping(self) -> None:
        """A sign of life, and what has been received."""
        self.unacknowledged = 0
        self.say("ping", f"ping-{next(_numbers)}", n=0, v=max(0, self.version))

    def hear(self, data: bytes, at: float) -> None:
        """A frame."""
        message = decode(data)
        if message.t == "update":
            self._update(message)
        elif message.t == "sync":
            self._sync(message)
        elif message.t == "bye":
            self.tally.errors[f"bye {message.d.code}"] += 1
        elif message.t == "error":
            self._refused(message)
        self.changed(self, message, at)

    def lost(self) -> None:
        """The line has ended: open another one."""
        self.tally.errors["line lost"] += 1
        if not self.closed:
            self.returning = asyncio.get_running_loop().create_task(self._return())

    def close(self) -> None:
        """Hang up for good."""
        self.closed = True
        self.line.close()
        if self.returning is not None:
            self.returning.cancel()

    def _update(self, message: Message) -> None:
        self._received()
        if message.v <= self.version:
            return
        if message.d.since != self.version:
            if not self.repairing:
                self.tally.resyncs += 1
                self.repairing = f"resync-{next(_numbers)}"
                self.say("resync", self.repairing)
            return
        self._take(message)

    def _sync(self, message: Message) -> None:
        self._received()
        if message.re == self.repairing:
            self.repairing = ""
        elif not message.re and message.v > self.version:  # we were shown all of it without having asked
            self.tally.resyncs += 1
        self.viewer = message.d.viewer
        self._take(message)
        self.ready.set()

    def _take(self, message: Message) -> None:
        self.version = message.v
        prompts = message.d.prompts or []
        self.prompt = prompts[0] if prompts and prompts[0].answer is None else None
        if message.d.table is not None:
            self.over = message.d.table.status not in {"running", "open"}

    def _refused(self, message: Message) -> None:
        """An acknowledgement or a resync came too early: once more when it may come."""
        self.tally.errors[str(message.d.code)] += 1
        later = asyncio.get_running_loop().call_later
        if message.re.startswith("ping"):
            later(max(RETRY, message.d.retry_ms / 1000), self.ping)
        elif message.re == self.repairing:
            later(max(RETRY, message.d.retry_ms / 1000), self.say, "resync", self.repairing)

    def _received(self) -> None:
        self.unacknowledged += 1
        if self.unacknowledged >= ACKNOWLEDGE_AFTER:
            self.ping()

    async def _return(self) -> None:
        while True:
            await asyncio.sleep(RETRY)
            try:
                await self.enter()
            except (OSError, Refused):
                self.tally.errors["line not opened"] += 1
            else:
                return


class Table:
    """Two seats, at most one move on its way."""

    def __init__(self, addresses: tuple[Address, Address], tally: Tally, rng: Random, ended: Callable[[Table], None]) -> None:
        self.tally, self.rng, self.ended = tally, rng, ended
        self.seats = [Seat(address, tally, self.heard) for address in addresses]
        self.pending: Pending | None = None
        self.untold: Pending | None = None
        """The last move, as long as the other seat has not been told of it; it may have its answer by then."""
        self.paced = False
        self.planned: deque[float] = deque()
        """When moves should be made, if somebody says when."""
        self.over = False

    async def enter(self) -> None:
        """Both come to the table."""
        for seat in self.seats:
            await seat.enter()

    def close(self) -> None:
        """Both leave."""
        self.over = True
        for seat in self.seats:
            seat.close()

    def heard(self, seat: Seat, message: Message, at: float) -> None:
        """One of the two has been told something."""
        pending, untold = self.pending, self.untold
        if message.t == "update" and untold is not None and seat is not untold.seat:
            self.untold = None
            if untold.counted:
                self.tally.updates.append(at - untold.start)
        elif pending is not None and message.re == pending.number:
            self._answered(pending, message, at)
        self.act()

    def act(self) -> None:
        """Move, if somebody is asked and it is time."""
        if self.over or self.pending is not None:
            return
        if any(seat.over for seat in self.seats):
            self.over = True
            self.ended(self)
            return
        if self.paced and not self.planned:
            return
        seat = next((seat for seat in self.seats if seat.prompt is not None and seat.version == self._head), None)
        if seat is not None and seat.prompt is not None:
            self._move(seat, seat.prompt, self.planned.popleft() if self.paced else time.monotonic())

    @property
    def _head(self) -> int:
        return max(seat.version for seat in self.seats)

    def _move(self, seat: Seat, prompt: Prompt, start: float) -> None:
        options = [option.id for option in prompt.options]
        choice = self.rng.sample(options, self.rng.randint(prompt.pick.min, min(prompt.pick.max, len(options))))
        number = f"m-{next(_numbers)}"
        message: dict[str, object] = {"move_id": number, "prompt": prompt.id, "expect": prompt.issued, "choice": choice}
        seat.prompt = None
        self.pending = self.untold = Pending(number, seat, message, start, self.tally.counting)
        seat.say("move", number, **message)

    def _answered(self, pending: Pending, message: Message, at: float) -> None:
        if message.t == "ack":
            if pending.counted:
                self.tally.acks.append(at - pending.start)
        elif message.d.retry_ms:
            asyncio.get_running_loop().call_later(message.d.retry_ms / 1000, self.again)
            return
        self.pending = None

    def again(self) -> None:
        """Send a move once more that has got no answer, or was put off: under its own id it counts once."""
        if self.pending is not None and not self.over:
            self.pending.seat.say("move", self.pending.number, **self.pending.message)
