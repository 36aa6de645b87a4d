"""Hears of tables that begin and end. An end can be missed, so what is under way is looked through now and then (QUA-1.9)."""

from __future__ import annotations

import asyncio
import logging
from datetime import datetime
from typing import Any

from asgiref.sync import sync_to_async
from django.db import DatabaseError, IntegrityError, connections
from django.db.models import Exists, Min, OuterRef, Q
from django.dispatch import receiver

from games.tables import beat, live, slots, timeline
from games.tables.models import Table
from leaderboards.matches import service
from leaderboards.matches.models import Series, SeriesGame

logger = logging.getLogger("kartenhaus.matches")

EVERY = 10.0
"""Seconds from one look to the next."""

LEAST = 0.5
"""Seconds between two looks at least, where a pause is over and people may still come back."""


@receiver(slots.begun)
def begun(table: Table, **_: Any) -> None:
    """A game begins."""
    service.begin(table)


@receiver(slots.ended)
def ended(table_id: str, **_: Any) -> None:
    """A game is over."""
    for key in SeriesGame.objects.filter(table=table_id).values_list("series", flat=True):
        _go_on(key)


async def run() -> None:
    """Look until cancelled whether a series waits for what has been missed. Runs beside the server (settings.BACKGROUND)."""
    while True:
        try:
            await live.in_own_thread(look)
            rest = await sync_to_async(until_next, thread_sensitive=False)()
        except DatabaseError:
            logger.exception("series cannot be looked through")
            rest = EVERY
        await asyncio.sleep(rest)


def until_next() -> float:
    """Seconds until the next look: sooner than usual if a pause is over before."""
    try:
        first: datetime | None = Series.objects.filter(ended_at__isnull=True).aggregate(first=Min("pause_until"))["first"]
    finally:
        connections.close_all()
    if first is None:
        return EVERY
    return min(EVERY, max(LEAST, (first - timeline.site.moment()).total_seconds()))


def look() -> None:
    """Let all series go on whose last table is over, and those whose pause is (RNK-5)."""
    beat.learn()
    waits = Q(paused_at__isnull=False) & (Q(pause_until__isnull=True) | Q(pause_until__gt=timeline.site.moment()))
    under_way = Series.objects.filter(ended_at__isnull=True).exclude(waits)
    over = [Table.Status.FINISHED, Table.Status.CLOSED]
    playing = SeriesGame.objects.filter(series=OuterRef("pk"), table__isnull=False).exclude(table__status__in=over)
    for key in under_way.exclude(Exists(playing)).order_by("pk").values_list("pk", flat=True):
        _go_on(key)
    left = Series.objects.filter(ended_at__isnull=False, games__table__status=Table.Status.RUNNING)
    for row in left.order_by("pk"):
        service.take_away(row)


def _go_on(key: int) -> None:
    """One series that fails keeps no other one from going on."""
    try:
        service.go_on(key)
    except IntegrityError:
        logger.info("series %s: another process was quicker", key)
    except Exception:
        logger.exception("series %s cannot go on", key)
