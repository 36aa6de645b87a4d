"""Hears of games that end. An end can be missed, so what has no result is looked for now and then (QUA-1.9)."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

from django.db import DatabaseError, transaction
from django.dispatch import receiver

from games.tables import live, slots
from games.tables import service as tables
from games.tables.models import Table
from leaderboards.ratings import service

logger = logging.getLogger("kartenhaus.ratings")

EVERY = 30.0
"""Seconds from one look to the next."""

_failed: set[str] = set()
"""Tables of which this process can make no result, so that it does not try them for ever."""


@receiver(slots.ended)
def ended(table_id: str, **_: Any) -> None:
    """A game is over."""
    table = Table.objects.filter(pk=table_id, status=Table.Status.FINISHED).first()
    if table is not None:
        _record(table)


async def run() -> None:
    """Look until cancelled for ends that have been missed. Runs beside the server (settings.BACKGROUND)."""
    while True:
        try:
            await live.in_own_thread(look)
        except DatabaseError:
            logger.exception("results cannot be looked for")
        await asyncio.sleep(EVERY)


def look() -> None:
    """Record what has no result yet."""
    for table in service.unrecorded().exclude(pk__in=_failed)[: service.AT_ONCE]:
        _record(table)


def _record(table: Table) -> None:
    """One table that fails keeps no other one from its result."""
    try:
        result = service.record(table)
        if result is not None and result.rated:
            with transaction.atomic():
                tables.show_anew(table)
    except Exception:
        _failed.add(table.pk)
        logger.exception("table %s has no result", table.pk)
