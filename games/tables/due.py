"""The ticker: does what is due, precisely while the process lives, and by a sweep of the rows after a restart."""

from __future__ import annotations

import asyncio
import logging
from datetime import datetime, timedelta

from channels.db import database_sync_to_async
from django.db import DatabaseError
from django.utils import timezone

from games.engine import registry
from games.engine.errors import EngineError
from games.tables import live
from games.tables.bots import Thinkers
from games.tables.messages import Move
from games.tables.models import Due
from games.tables.wire import prompt_id

logger = logging.getLogger("kartenhaus.tables")

SWEEP_EVERY = 1.0
"""Seconds between two looks at the rows: the backstop behind the precise timers."""

RETRY_AFTER = timedelta(seconds=5)
"""How long something that failed waits, so that it does not keep the rest from being done."""

Work = tuple[str, int]
"""Table and seat."""


async def run() -> None:
    """Do due work until cancelled. Runs beside the server (settings.BACKGROUND)."""
    ticker = Ticker()
    try:
        await ticker.run()
    finally:
        await ticker.close()


class Ticker:
    """Timers for what is due at the tables of this process, and the sweep."""

    def __init__(self) -> None:
        self.loop = asyncio.get_running_loop()
        self.thinkers = Thinkers()
        self.closed = False
        self.timers: dict[Work, asyncio.TimerHandle] = {}
        self.working: dict[Work, asyncio.Task[None]] = {}
        self.once_more: set[Work] = set()
        """What came due while it was being done: the bot may be asked anew while it thinks of a question that was withdrawn."""

    async def run(self) -> None:
        """Sweep for ever; new work is heard of as it is committed."""
        live.due_listeners.append(self.hear)
        while True:
            try:
                for table_id, seat in await database_sync_to_async(self._rows)():
                    self.begin((table_id, seat))
            except DatabaseError:
                logger.exception("the sweep cannot read")
            live.forget_idle()
            await asyncio.sleep(SWEEP_EVERY)

    @staticmethod
    def _rows() -> list[Work]:
        """What is due by now, oldest first."""
        rows = Due.objects.filter(at__lte=timezone.now(), kind=Due.Kind.BOT).order_by("at")
        return [(row.table_id, row.seat) for row in rows[:100]]

    def hear(self, table_id: str, seat: int, at: datetime) -> None:
        """Something is due; told from any thread."""
        self.loop.call_soon_threadsafe(self.plan, (table_id, seat), at)

    def plan(self, work: Work, at: datetime) -> None:
        """Do this at that time."""
        earlier = self.timers.pop(work, None)
        if earlier is not None:
            earlier.cancel()
        delay = max(0.0, (at - timezone.now()).total_seconds())
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
        """One bot move. A row that is out of date is removed; after a failure it is tried again later."""
        asked: int | None = None
        try:
            asked = await database_sync_to_async(self._asked)(work)
            if asked is not None:
                await self._move(*work, asked)
        except EngineError as error:
            logger.warning("bot at table %s seat %s: %s", *work, error.code)
            await self._postpone(work, asked)
        except Exception:  # a bot that fails must not end the ticker
            logger.exception("bot at table %s seat %s", *work)
            await self._postpone(work, asked)

    @staticmethod
    def _asked(work: Work) -> int | None:
        """At which version this bot was asked, if it still is."""
        table_id, seat = work
        rows = Due.objects.filter(table_id=table_id, seat=seat, kind=Due.Kind.BOT)
        return rows.values_list("asked", flat=True).first()

    async def _move(self, table_id: str, seat: int, asked: int) -> None:
        table = live.table(table_id)
        question = await table.bot_game(seat, asked)
        if question is None:
            await database_sync_to_async(Due.objects.filter(table_id=table_id, seat=seat, asked=asked).delete)()
            return
        of, bot, data = question
        choice = await self.thinkers.choose(registry.rules_of(of.game, of.rules_version), bot, data, seat)
        await table.move(seat, Move(f"bot-{asked}", prompt_id(asked, seat), asked, choice), by="bot")

    @staticmethod
    async def _postpone(work: Work, asked: int | None) -> None:
        """Try later; a new question that has been asked meanwhile is not kept waiting."""
        if asked is None:
            return
        table_id, seat = work
        rows = Due.objects.filter(table_id=table_id, seat=seat, kind=Due.Kind.BOT, asked=asked)
        try:
            await database_sync_to_async(rows.update)(at=timezone.now() + RETRY_AFTER)
        except DatabaseError:
            logger.exception("bot at table %s seat %s cannot be put off", table_id, seat)

    async def close(self) -> None:
        """Stop everything at once; the rows stay for the next start."""
        self.closed = True
        live.due_listeners.remove(self.hear)
        for timer in self.timers.values():
            timer.cancel()
        working = list(self.working.values())
        for task in working:
            task.cancel()
        await asyncio.gather(*working, return_exceptions=True)
        self.thinkers.close()
