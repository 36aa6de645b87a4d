"""`bench fanout`: how long a move takes until all who watch the table have it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

from games.tables.bench.figures import OwnWork, milliseconds, percentile
from games.tables.bench.live import GAME
from games.tables.bench.seats import PING_EVERY, Seat, Table, Tally
from games.tables.bench.server import Processes
from games.tables.bench.visitors import Visitor, open_table
from games.tables.bench.wire import Address, Message

MOVES = 20

OPENED_AT_ONCE = 20

WITHIN = 30.0
"""Seconds for everybody to have a move."""

REST = 0.25
"""Seconds between two moves, so that each is measured for itself."""


@dataclass
class Crowd:
    """Those who watch, and when they got the move that is being measured."""

    tally: Tally
    seats: list[Seat]
    arrivals: list[float]
    all_there: asyncio.Event
    measured: int = -1

    def heard(self, seat: Seat, message: Message, at: float) -> None:
        """Somebody has been told something."""
        if message.t == "update" and message.v == self.measured:
            self.arrivals.append(at)
            if len(self.arrivals) == len(self.seats):
                self.all_there.set()


async def run(url: str, spectators: int) -> tuple[dict[str, Any], str]:
    """The figures, and a remark on them."""
    tally, processes = Tally(), Processes(url)
    owner, other = Visitor(url), Visitor(url)
    name = await asyncio.to_thread(open_table, owner, other, GAME)
    table = Table((owner.line_to(name), other.line_to(name)), tally, Random(1), lambda _: None)  # noqa: S311
    table.paced = True
    crowd = Crowd(tally, [], [], asyncio.Event())
    life = asyncio.create_task(_stay(crowd, table))
    try:
        await table.enter()
        before = processes.memory()
        await _come(crowd, Address(url, name), spectators)
        after = processes.memory()
        return await _measure(table, crowd, processes, None if before is None or after is None else after - before)
    finally:
        life.cancel()
        table.close()
        for seat in crowd.seats:
            seat.close()


async def _come(crowd: Crowd, address: Address, spectators: int) -> None:
    """Everybody takes a place, some at a time."""
    places = asyncio.Semaphore(OPENED_AT_ONCE)

    async def one() -> None:
        async with places:
            seat = Seat(address, crowd.tally, crowd.heard)
            crowd.seats.append(seat)
            await seat.enter()

    async with asyncio.TaskGroup() as group:
        for _ in range(spectators):
            group.create_task(one())


async def _measure(table: Table, crowd: Crowd, processes: Processes, memory: int | None) -> tuple[dict[str, Any], str]:
    delays: list[list[float]] = []
    work, used = OwnWork(), processes.processor()
    while len(delays) < MOVES and not table.over:
        await asyncio.sleep(REST)
        crowd.measured = max(seat.version for seat in table.seats) + 1
        crowd.arrivals.clear()
        crowd.all_there.clear()
        sent = time.monotonic()
        table.planned.append(sent)
        table.act()
        try:
            async with asyncio.timeout(WITHIN):
                await crowd.all_there.wait()
        except TimeoutError:
            crowd.tally.errors["not everybody had a move in time"] += 1
        delays.append([at - sent for at in crowd.arrivals])
    now_used = processes.processor()

    def over_all(of: Callable[[list[float]], float]) -> list[float]:
        return [of(each) for each in delays if each]

    figures: dict[str, Any] = {
        "spectators": len(crowd.seats),
        "moves": len(delays),
        "first_ms": milliseconds(over_all(min), 50),
        "median_ms": milliseconds(over_all(lambda each: percentile(each, 50)), 50),
        "last_ms": milliseconds(over_all(max), 50),
        "worst_last_ms": milliseconds(over_all(max), 100),
        "resyncs": crowd.tally.resyncs,
        "errors": crowd.tally.errors.total(),
        "client_cpu": work.share,
    }
    if used is not None and now_used is not None:
        figures["server_cpu_ms_per_move"] = round((now_used - used) * 1000 / max(1, len(delays)), 3)
    if memory is not None:
        figures["server_bytes_per_socket"] = memory // max(1, len(crowd.seats))
    named = ", ".join(f"{count} x {name}" for name, count in crowd.tally.errors.most_common())
    return figures, "medians of all moves" + (f"; errors: {named}" if named else "")


async def _stay(crowd: Crowd, table: Table) -> None:
    """Who has been silent for long says that it is still there (PRO-7.1)."""
    while True:
        await asyncio.sleep(1)
        now = time.monotonic()
        for seat in [*crowd.seats, *table.seats]:
            if seat.ready.is_set() and now - seat.spoke > PING_EVERY:
                seat.ping()
