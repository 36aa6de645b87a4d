"""What is not kept for ever: guests who have not played for a while (UX-2.5), and sessions that have run out."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import uuid
from datetime import datetime, timedelta
from importlib import import_module

from channels.db import database_sync_to_async
from django.conf import settings
from django.db.models import Exists, OuterRef
from django.utils import timezone

from accounts import own_data
from accounts.models import User
from games.engine.errors import EngineError
from games.tables import live, people
from games.tables.messages import Resign
from games.tables.models import Command, Seat, Table

logger = logging.getLogger("kartenhaus.tables")

EVERY = 3600.0
"""Seconds from one look to the next."""

KEPT = timedelta(days=30)
"""How long a guest stays without a move at any of their tables."""

MOST = 200
"""Guests at a time; the rest wait for the next look."""


async def run() -> None:
    """Forget until cancelled. Runs beside the server (settings.BACKGROUND); several servers are not in each other's way."""
    while True:
        await asyncio.sleep(EVERY)
        try:
            await look(timezone.now())
        except Exception:  # what cannot be forgotten now can be an hour later
            logger.exception("guests and sessions cannot be forgotten")


async def look(now: datetime) -> int:
    """Forget what is over at this time; how many guests there were."""
    await database_sync_to_async(import_module(settings.SESSION_ENGINE).SessionStore.clear_expired)()
    guests = await database_sync_to_async(idle_guests)(now - KEPT)
    for guest in guests:
        await forget(guest)
    return len(guests)


async def forget(user: User) -> None:
    """Give up what somebody still plays, then delete them as if they had asked for it."""
    for table_id, number in await database_sync_to_async(_running)(user):
        with contextlib.suppress(EngineError):  # it has ended meanwhile, or stands still
            await live.table(table_id).resign(number, Resign(move_id=uuid.uuid4().hex))
    await database_sync_to_async(_remove)(user)


def idle_guests(since: datetime) -> list[User]:
    """Guests at whose tables nobody has moved since then, nor has one been opened."""
    seats = Seat.objects.filter(user=OuterRef("pk"))
    moves = Command.objects.filter(table__seats__user=OuterRef("pk"), at__gte=since)
    guests = User.objects.filter(is_guest=True, date_joined__lt=since)
    guests = guests.exclude(Exists(seats.filter(table__created_at__gte=since))).exclude(Exists(moves))
    return list(guests.order_by("pk")[:MOST])


def _running(user: User) -> list[tuple[str, int]]:
    seats = Seat.objects.filter(user=user, bot="", table__status__in=[Table.Status.RUNNING, Table.Status.SUSPENDED])
    return list(seats.values_list("table_id", "number"))


def _remove(user: User) -> None:
    people.leave_waiting(user)
    own_data.remove(user)
