"""`bench live`: many tables at once, each move as soon as the one before is done, or so many a second in all."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from math import ceil
from random import Random
from typing import Any

from games.tables.bench.figures import OwnWork, milliseconds
from games.tables.bench.seats import PING_EVERY, Table, Tally
from games.tables.bench.server import Processes
from games.tables.bench.visitors import Visitor, open_table
from games.tables.bench.wire import Address

GAME = "emotrions"

MATCH = 110
"""Moves in a match to 37 points, about."""

FASTEST = 30
"""Moves per second and table that a stock of further tables is laid in for."""

WARM_UP = 2.0
"""Seconds of play before it counts."""

GRACE = 10.0
"""Seconds for which answers are waited for at the end."""

PAGES_AT_ONCE = 4


@dataclass(frozen=True)
class Order:
    """What is to be measured."""

    url: str
    tables: int
    seconds: float
    rate: float | None = None
    """Moves per second in all; None: as many as can be."""


class Hall:
    """All tables of a run, and the stock from which one that ends is replaced, so that pages are not what is measured."""

    def __init__(self, order: Order) -> None:
        self.order = order
        self.tally = Tally()
        self.rng = Random(1)  # noqa: S311 (choices of a load, not of a game)
        self.pages = ThreadPoolExecutor(PAGES_AT_ONCE)
        self.couples = [(Visitor(order.url), Visitor(order.url)) for _ in range(order.tables)]
        self.stock: deque[tuple[Address, Address]] = deque()
        self.tables: list[Table] = []
        self.replacing: set[asyncio.Task[None]] = set()
        self.opened = 0
        """Tables opened while it was measured."""
        self.closing = False
        """Whether no further table begins and no further move is made."""

    async def fill(self) -> None:
        """Open all tables, and the stock."""
        per_table = FASTEST if self.order.rate is None else self.order.rate / self.order.tables
        matches = 1 + ceil(per_table * (self.order.seconds + WARM_UP) / MATCH)
        await asyncio.gather(*(self._lay_in(number, matches) for number in range(self.order.tables)))
        self.tables = [self._next_table(number) for number in range(self.order.tables)]
        for table in self.tables:
            await table.enter()

    async def _lay_in(self, number: int, matches: int) -> None:
        """One after another: by the first one these two become guests."""
        for _ in range(matches):
            self.stock.append(await self.seat(number))

    async def seat(self, number: int) -> tuple[Address, Address]:
        """A table for the two who sit at this place of the hall."""
        return await asyncio.get_running_loop().run_in_executor(self.pages, _sit, *self.couples[number])

    def _next_table(self, number: int) -> Table:
        table = Table(self.stock.popleft(), self.tally, self.rng, lambda over: self._replace(number, over))
        table.paced = self.order.rate is not None
        return table

    def _replace(self, number: int, over: Table) -> None:
        if self.closing:
            return
        task = asyncio.get_running_loop().create_task(self._begin(number, over))
        self.replacing.add(task)
        task.add_done_callback(self._replaced)

    def _replaced(self, task: asyncio.Task[None]) -> None:
        self.replacing.discard(task)
        if not task.cancelled() and task.exception() is not None:
            self.tally.errors["table not opened"] += 1

    async def _begin(self, number: int, over: Table) -> None:
        over.close()
        if not self.stock:
            self.opened += 1
            self.stock.append(await self.seat(number))
        table = self._next_table(number)
        await table.enter()
        self.tables[number] = table
        table.act()

    def call_time(self) -> None:
        """No further move is made; those on their way may end."""
        self.closing = True
        for task in self.replacing:
            task.cancel()
        for table in self.tables:
            table.paced = True
            table.planned.clear()

    async def close(self) -> None:
        """Everybody leaves."""
        self.call_time()
        for table in self.tables:
            table.close()
        self.pages.shutdown(wait=False, cancel_futures=True)
        await asyncio.sleep(0)


async def run(order: Order) -> tuple[dict[str, Any], str]:
    """The figures, and a remark on them."""
    hall = Hall(order)
    try:
        await hall.fill()
        return await _measure(hall, order)
    finally:
        await hall.close()


async def _measure(hall: Hall, order: Order) -> tuple[dict[str, Any], str]:
    tally, processes = hall.tally, Processes(order.url)
    pace = asyncio.create_task(_pace(hall, order.rate) if order.rate is not None else _go(hall))
    life = asyncio.create_task(_stay(hall))
    try:
        await asyncio.sleep(WARM_UP)
        hall.opened = 0
        work, used, began = OwnWork(), processes.processor(), time.monotonic()
        tally.counting = True
        await asyncio.sleep(order.seconds)
        tally.counting = False
        seconds, moves = time.monotonic() - began, len(tally.acks)
        share, now_used = work.share, processes.processor()
        pace.cancel()
        unanswered = await _last_answers(hall)
    finally:
        pace.cancel()
        life.cancel()
    tally.errors.update({"no answer": unanswered} if unanswered else {})
    figures: dict[str, Any] = {
        "moves_per_s": round(moves / seconds, 1),
        "ack_p50_ms": milliseconds(tally.acks, 50),
        "ack_p95_ms": milliseconds(tally.acks, 95),
        "ack_p99_ms": milliseconds(tally.acks, 99),
        "update_p95_ms": milliseconds(tally.updates, 95),
        "resyncs": tally.resyncs,
        "errors": tally.errors.total(),
        "client_cpu": share,
    }
    if used is not None and now_used is not None:
        figures["server_cpu_ms_per_move"] = round((now_used - used) * 1000 / max(1, moves), 3)
    named = ", ".join(f"{count} x {name}" for name, count in tally.errors.most_common())
    remark = f"{moves} moves in {seconds:.1f} s, {hall.opened} tables opened meanwhile" + (f"; errors: {named}" if named else "")
    return figures, remark


async def _go(hall: Hall) -> None:
    """The first move at each table; the others follow from the answers."""
    for table in hall.tables:
        table.act()


async def _pace(hall: Hall, rate: float) -> None:
    """Tell the tables in turn when to move. What is late counts from then on all the same, so that no delay is left out."""
    began = time.monotonic()
    number = 0
    while True:
        planned = began + number / rate
        if (wait := planned - time.monotonic()) > 0:
            await asyncio.sleep(wait)
        table = hall.tables[number % len(hall.tables)]
        if not table.over:
            table.planned.append(planned)
            table.act()
        number += 1


async def _stay(hall: Hall) -> None:
    """Who has been silent for long says that it is still there (PRO-7.1)."""
    while True:
        await asyncio.sleep(1)
        now = time.monotonic()
        for table in hall.tables:
            for seat in table.seats:
                if now - seat.spoke > PING_EVERY:
                    seat.ping()


async def _last_answers(hall: Hall) -> int:
    """Wait for what is still on its way, and return how many moves get no answer at all."""
    end = time.monotonic() + GRACE
    hall.call_time()
    while waiting := [table for table in hall.tables if table.pending is not None]:
        if time.monotonic() > end:
            break
        await asyncio.sleep(0.05)
    return len(waiting)


def _sit(owner: Visitor, other: Visitor) -> tuple[Address, Address]:
    table = open_table(owner, other, GAME)
    return owner.line_to(table), other.line_to(table)
