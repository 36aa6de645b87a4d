"""What is done once a day: the ranks of yesterday are written down, for the column that says what has changed since (RNK-3.2)."""

from __future__ import annotations

import asyncio
import logging

from django.db import DatabaseError, connection, transaction
from django.utils import timezone

from games.tables import live
from leaderboards.ratings import boards, visibility
from leaderboards.ratings.models import LEAST_GAMES, Pool, Rating

logger = logging.getLogger("kartenhaus.ratings")

EVERY = 60.0
"""Seconds from one look to the next."""

RANKED = """
    UPDATE ratings_rating SET rank_yesterday = placed.place FROM (
        SELECT id AS number, RANK() OVER (PARTITION BY season_id ORDER BY points DESC) AS place
        FROM ratings_rating WHERE pool = %s AND NOT hidden AND games >= %s AND last_at >= %s
    ) AS placed WHERE placed.number = ratings_rating.id
"""
"""Both databases know this form; in Python it would be a command a row."""


async def run() -> None:
    """Look until cancelled whether a day has begun. Runs beside the server (settings.BACKGROUND)."""
    while True:
        try:
            await live.in_own_thread(look)
        except DatabaseError:
            logger.exception("the ranks of yesterday cannot be written down")
        await asyncio.sleep(EVERY)


def look() -> None:
    """Write down the ranks of all pools for which nobody has done so today."""
    today = timezone.localdate()
    due = list(Pool.objects.exclude(ranked_on=today).order_by("slug").values_list("slug", flat=True))
    if due:
        visibility.mend()
    for slug in due:
        write_down(slug)


def write_down(slug: str) -> bool:
    """The ranks of a pool as they are now, once a day whoever asks; returns whether this was the time."""
    today = timezone.localdate()
    with transaction.atomic():
        pool = Pool.objects.select_for_update().get(pk=slug)
        if pool.ranked_on == today:
            return False
        Rating.objects.filter(pool=slug, rank_yesterday__isnull=False).update(rank_yesterday=None)
        with connection.cursor() as cursor:
            since = connection.ops.adapt_datetimefield_value(timezone.now() - boards.INACTIVE)
            cursor.execute(RANKED, [slug, LEAST_GAMES, since])
        pool.ranked_on = today
        pool.save(update_fields=["ranked_on"])
    return True
