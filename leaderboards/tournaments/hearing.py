"""Hears of series and tables that are over, and looks now and then for what it missed and for what is due (QUA-1.9)."""

from __future__ import annotations

import asyncio
import logging
from datetime import timedelta
from typing import Any

from django.db import DatabaseError
from django.db.models import F, Q
from django.dispatch import receiver
from django.utils import timezone

from games.tables import deals, live, slots
from leaderboards.matches import signals
from leaderboards.tournaments import drive, life, outcomes
from leaderboards.tournaments.models import Board, Match, Stage, Tournament
from leaderboards.tournaments.refusals import Refused

logger = logging.getLogger("kartenhaus.tournaments")

EVERY = 2.0
"""Seconds from one look to the next."""

LONGEST_BEFORE = timedelta(days=7)
"""How long before the start a check-in may open."""

T = Tournament.State


@receiver(signals.ended)
def series_ended(series_id: int, **_: Any) -> None:
    """A series is over."""
    _go_on(Board.objects.filter(series=series_id).values_list("match__tournament", flat=True).first())


@receiver(slots.ended)
def table_ended(table_id: str, **_: Any) -> None:
    """A table is over."""
    boards = Board.objects.filter(Q(table=table_id) | Q(series__games__table=table_id, series__ended_at__isnull=False))
    _go_on(boards.values_list("match__tournament", flat=True).first())


async def run() -> None:
    """Look until cancelled. Runs beside the server (settings.BACKGROUND)."""
    while True:
        try:
            await live.in_own_thread(look)
        except DatabaseError:
            logger.exception("tournaments cannot be looked through")
        await asyncio.sleep(EVERY)


def look() -> None:
    """Move on what is due: timed starts, no-shows, arenas, and results of which nobody told."""
    now = timezone.now()
    for pk, target in _timed(now):
        try:
            life.move(pk, None, target)
        except Refused as refused:
            logger.info("tournament %s cannot be moved to %s: %s", pk, target, refused.code)
        except Exception:
            logger.exception("tournament %s cannot be moved to %s", pk, target)
    for key in sorted(_waiting(now)):
        _go_on(key)


def _timed(now: Any) -> list[tuple[str, str]]:
    """Moves whose time has come (RNK-7.1)."""
    moves = []
    coming = Tournament.objects.filter(state__in=(T.REGISTRATION, T.CHECK_IN), starts_at__isnull=False)
    for row in coming.filter(starts_at__lte=now + LONGEST_BEFORE):
        plan, starts = row.rules, row.starts_at
        if starts is None or (row.state == T.REGISTRATION and not plan.check_in and starts > now):
            continue
        if row.state == T.REGISTRATION and plan.check_in:
            if starts - timedelta(minutes=plan.check_in_minutes) <= now:
                moves.append((row.pk, str(T.CHECK_IN)))
        elif starts <= now and row.entrants.filter(state="entered").count() >= 2:
            moves.append((row.pk, str(T.RUNNING)))
    return moves


def _waiting(now: Any) -> set[str]:
    """Tournaments under way for which there is something to do."""
    late = Match.objects.filter(state=Match.State.CALLED, deadline__lte=now, tournament__state=T.RUNNING)
    boards = outcomes.ended().filter(match__tournament__state__in=(T.RUNNING, T.PAUSED))
    arenas = Stage.objects.filter(kind="arena", state=Stage.State.RUNNING, tournament__state=T.RUNNING)
    return {
        *(deal.partition(".")[0] for deal in deals.played_out()),
        *late.values_list("tournament", flat=True),
        *boards.annotate(key=F("match__tournament")).values_list("key", flat=True),
        *arenas.values_list("tournament", flat=True),
    }


def _go_on(key: str | None) -> None:
    """One tournament that fails keeps no other one from going on."""
    if key is None:
        return
    try:
        drive.go_on(key)
    except Exception:
        logger.exception("tournament %s cannot go on", key)
