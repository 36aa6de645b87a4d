"""The ticker: does what is due, precisely while the process lives, and by a sweep of the rows after a restart.

Where there are several server processes, bots are left to workers (`manage.py worker`). These take what is due from the rows: who
takes a row puts its time off by a lease, guarded by the time that was read, so that one worker has it, and another one gets it if
that one dies. Servers move bots themselves if there is no worker, or none has taken them for a while (QUA-1.7, QUA-2.17).
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable
from contextvars import copy_context
from datetime import timedelta
from typing import NamedTuple

from channels.db import database_sync_to_async
from django.conf import settings
from django.db import DatabaseError
from django.db.models import Q, QuerySet

from games.engine import registry
from games.engine.errors import EngineError
from games.tables import company, drafts, live, timeline
from games.tables.beat import EVERY, Pulse, alone
from games.tables.bots import Thinkers
from games.tables.messages import Move
from games.tables.models import Due
from games.tables.wire import prompt_id

logger = logging.getLogger("kartenhaus.tables")

SWEEP_EVERY = 1.0
"""Seconds between two looks at the rows: the backstop behind the precise timers."""

SLACK = timedelta(seconds=2)
"""How long a time-out is left to the process in which the table lives, which may just be committing a move that came in time."""

TAKE_EVERY = 0.2
"""Seconds between two looks of a worker at the bots that are due."""

LEASE = timedelta(seconds=30)
"""How long a worker has a bot's move for itself; longer than any thought lasts."""

LEFT_TO_WORKERS = timedelta(seconds=4)
"""How long servers wait for a worker to take a bot's move."""

RETRY_AFTER = timedelta(seconds=5)
"""How long something that failed waits, so that it does not keep the rest from being done."""


class Work(NamedTuple):
    """What is to be done: a table has one clock, one thing that happens by itself, and a bot on each of its seats."""

    kind: str
    table_id: str
    seat: int

    @classmethod
    def of(cls, row: drafts.Due | Due) -> Work:
        """What a row is about."""
        return cls(row.kind, row.table_id, row.seat if row.kind == Due.Kind.BOT else -1)

    def __str__(self) -> str:
        return f"{self.kind} at table {self.table_id}" + (f" seat {self.seat}" if self.kind == Due.Kind.BOT else "")


async def run() -> None:
    """Do due work until cancelled. Runs beside the server (settings.BACKGROUND)."""
    await _tick(Ticker())


async def work() -> None:
    """Do due work, that of bots above all, until cancelled. Runs in a worker (settings.WORKER)."""
    await _tick(Ticker(worker=True))


async def _tick(ticker: Ticker) -> None:
    try:
        await ticker.run()
    finally:
        await ticker.close()


class Ticker:
    """Timers for what is due at the tables of this process; the beat; and the sweep, if this process leads.

    `worker`: whether it is there for bots, and not one of the servers, which leave them to workers as long as there are any.
    """

    def __init__(self, *, worker: bool = False) -> None:
        self.worker = worker
        self.loop = asyncio.get_running_loop()
        self.context = copy_context()
        self.thinkers = Thinkers()
        self.pulse = Pulse(worker=worker)
        self.next_beat = 0.0
        self.closed = False
        self.timers: dict[Work, asyncio.TimerHandle] = {}
        self.working: dict[Work, asyncio.Task[None]] = {}
        self.once_more: set[Work] = set()
        """What came due while it was being done: the bot may be asked anew while it thinks of a question that was withdrawn."""

    async def run(self) -> None:
        """Sweep for ever; new work is heard of as it is committed."""
        live.due_listeners.append(self.hear)
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self._sweep())
            if self.worker and not alone():
                tasks.create_task(self._take())

    async def _sweep(self) -> None:
        """What the leader sees to."""
        while True:
            try:
                await self._beat()
                if self.pulse.leading:
                    for row in await database_sync_to_async(self._rows)():
                        self.begin(Work.of(row))
            except DatabaseError:
                logger.exception("the sweep cannot read")
            live.forget_idle()
            await asyncio.sleep(SWEEP_EVERY)

    async def _take(self) -> None:
        """What a worker looks for."""
        while True:
            await asyncio.sleep(TAKE_EVERY)
            try:
                rows = await database_sync_to_async(self._bots)()
            except DatabaseError:  # the sweep tells of it
                continue
            for row in rows:
                self.begin(Work.of(row))

    async def _beat(self) -> None:
        """Table time goes on. After a start or a jump of the wall clock no time-out is fired for a while (QUA-2.21)."""
        if self.loop.time() >= self.next_beat:
            begun = self.pulse.count < 0
            await database_sync_to_async(self.pulse.beat)()
            if self.worker:
                await database_sync_to_async(self.pulse.work)()
            self.next_beat = self.loop.time() + EVERY
            if begun and self.pulse.resumed:
                timeline.site.hold()
            if begun and timeline.site.first and not alone():
                await database_sync_to_async(self._take_back)()
        if timeline.site.jumped():
            logger.warning("the wall clock has jumped; no time-outs for a minute")
            timeline.site.hold()
            for table in live.all_present():
                await table.tell_clocks()

    @staticmethod
    def _take_back() -> None:
        """After a downtime bots are due that somebody had taken before: servers are gone, and workers have let everything be.

        What is due later than any bot thinks has been taken.
        """
        now = timeline.site.moment()
        thinking = timedelta(milliseconds=settings.BOT_DELAY_MS[1])
        Due.objects.filter(kind=Due.Kind.BOT, at__gt=now + thinking).update(at=now - LEFT_TO_WORKERS)

    @staticmethod
    def _rows() -> list[Due]:
        """What is due by now, oldest first."""
        now, kind = timeline.site.moment(), Due.Kind
        due = Q(kind=kind.BOT, at__lte=now if alone() else now - LEFT_TO_WORKERS)
        if not timeline.site.held:
            due |= Q(kind=kind.CLOCK, at__lte=now - SLACK)
        due |= Q(kind=kind.AUTO, at__lte=now)
        return list(Due.objects.filter(due).order_by("at")[:100])

    @staticmethod
    def _bots() -> list[Due]:
        """The bots that are due by now, oldest first; none while there is nothing to play on."""
        rows = list(Due.objects.filter(kind=Due.Kind.BOT, at__lte=timeline.site.moment()).order_by("at")[:100])
        return [] if rows and company.nobody_serves() else rows

    def hear(self, row: drafts.Due | Due) -> None:
        """Something is due; told from any thread."""
        self.loop.call_soon_threadsafe(self.plan, row, context=self.context)  # not in that of a page, which ends before

    def plan(self, row: drafts.Due | Due) -> None:
        """Do this at its time."""
        if row.kind == Due.Kind.BOT and not self.worker and self.pulse.has_worker:
            return
        work = Work.of(row)
        earlier = self.timers.pop(work, None)
        if earlier is not None:
            earlier.cancel()
        delay = max(0.0, (row.at - timeline.site.moment()).total_seconds())
        self.timers[work] = self.loop.call_later(delay, self.begin, work)

    def begin(self, work: Work) -> None:
        """Start on it; if it is being done, look at it once more afterwards."""
        timer = self.timers.pop(work, None)
        if timer is not None:
            timer.cancel()
        if work in self.working:
            self.once_more.add(work)
            return
        task = self.loop.create_task(self._do(work))
        self.working[work] = task
        task.add_done_callback(lambda _: self._done(work))

    def _done(self, work: Work) -> None:
        del self.working[work]
        if work in self.once_more and not self.closed:
            self.once_more.discard(work)
            self.begin(work)

    async def _do(self, work: Work) -> None:
        """One bot move, or the time-outs of a table. After a failure it is tried again later."""
        asked: int | None = None
        try:
            asked = await database_sync_to_async(self._asked)(work)
            if asked is None:
                return
            if work.kind == Due.Kind.CLOCK:
                await live.table(work.table_id).time_out(asked)
            elif work.kind == Due.Kind.AUTO:
                await live.table(work.table_id).act_by_itself(asked)
            else:
                await self._move(work, asked)
        except EngineError as error:
            logger.warning("%s: %s", work, error.code)
            await self._postpone(work, asked)
        except Exception:  # a bot that fails must not end the ticker
            logger.exception("%s", work)
            await self._postpone(work, asked)

    def _asked(self, work: Work) -> int | None:
        """The version that the question is from, if it still is due, and nobody else is at it.

        A worker that has been left by all servers lets everything be: people can do nothing, and no clock runs (QUA-1.9).
        """
        row = _due(work).first()
        if row is None or (self.worker and company.nobody_serves()):
            return None
        now = timeline.site.moment()
        mine = work.kind != Due.Kind.BOT or alone() or (row.at <= now and _due(work).filter(at=row.at).update(at=now + LEASE))
        return row.asked if mine else None

    async def _move(self, work: Work, asked: int) -> None:
        """A row that is out of date is removed."""
        seat = work.seat
        question = await live.table(work.table_id).bot_game(seat, asked)
        if question is None:
            await database_sync_to_async(_due(work).filter(asked=asked).delete)()
            return
        of, bot, data = question
        choice = await self.thinkers.choose(registry.rules_of(of.game, of.rules_version), bot, data, seat)
        await live.table(work.table_id).move(seat, Move(f"bot-{asked}", prompt_id(asked, seat), asked, choice), by="bot")

    @staticmethod
    async def _postpone(work: Work, asked: int | None) -> None:
        """Try later; a new question that has been asked meanwhile is not kept waiting."""
        if asked is None:
            return
        try:
            await database_sync_to_async(_due(work).filter(asked=asked).update)(at=timeline.site.moment() + RETRY_AFTER)
        except DatabaseError:
            logger.exception("%s cannot be put off", work)

    async def close(self) -> None:
        """Stop everything at once; the rows stay for the next start."""
        self.closed = True
        live.due_listeners.remove(self.hear)
        for timer in self.timers.values():
            timer.cancel()
        working = dict(self.working)
        for task in working.values():
            task.cancel()
        await asyncio.gather(*working.values(), return_exceptions=True)
        self.thinkers.close()
        try:
            if self.worker:
                await database_sync_to_async(self.pulse.work)(end=True)
            await database_sync_to_async(self._give_back)(working)
            await database_sync_to_async(self.pulse.end)()
        except DatabaseError:
            logger.exception("the last beat is missing")

    @staticmethod
    def _give_back(working: Iterable[Work]) -> None:
        """What is not done any more is due at once, for others."""
        if not alone():
            for work in working:
                if work.kind == Due.Kind.BOT:
                    _due(work).update(at=timeline.site.moment())


def _due(work: Work) -> QuerySet[Due]:
    """The rows of this work."""
    rows = Due.objects.filter(table_id=work.table_id, kind=work.kind)
    return rows.filter(seat=work.seat) if work.kind == Due.Kind.BOT else rows
