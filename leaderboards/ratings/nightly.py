"""What is done once a day in each pool: flags for staff; and seasons that have ended are frozen."""

from __future__ import annotations

import asyncio
import logging
from datetime import UTC, date, datetime

from django.db import transaction
from django.utils import timezone

from games.tables import live
from leaderboards.ratings import fairplay, folding, seasons, service
from leaderboards.ratings.models import Pool

logger = logging.getLogger("kartenhaus.ratings")

EVERY = 900.0
"""Seconds from one look at the calendar to the next."""


async def run() -> None:
    """Look until cancelled whether a new day has begun (UTC). Runs beside the server; several are not in each other's way."""
    while True:
        await asyncio.sleep(EVERY)
        try:
            await live.in_own_thread(look)
        except Exception:  # what cannot be done now can be at the next look
            logger.exception("pools cannot be looked through")


def look() -> None:
    """All that is due today."""
    now = timezone.now()
    for pool in service.pools():
        through(pool, now)
    seasons.freeze_ended()


def through(pool: str, now: datetime, *, again: bool = False) -> int:
    """Look through one pool, once a day unless `again`; how many flags are new."""
    today = now.astimezone(UTC).date()
    with transaction.atomic():
        row = folding.hold(pool)
        if row.looked_on is not None and row.looked_on >= today and not again:
            return 0
        new = fairplay.look(pool, now)
        _looked(row, today)
    return new


def _looked(row: Pool, today: date) -> None:
    row.looked_on = today
    row.save(update_fields=["looked_on"])
