"""Whether whoever holds a socket may still be there: looked at every minute, and at once when something has changed (PRO-2.7).

A move costs no query for this: what changes in this process marks the sockets it concerns, and a marked socket is looked at
before its next move and within a second. Other server processes are told (QUA-3.18); what changes without any of them knowing is
noticed by the look that each socket gets every minute.
"""

from __future__ import annotations

import hashlib
import logging
import time
from collections.abc import Iterable, Sequence
from typing import Any

from channels.db import database_sync_to_async
from django.contrib.sessions.models import Session
from django.db import DatabaseError, transaction
from django.db.models.signals import post_delete, post_save
from django.dispatch import receiver

from accounts.models import User
from games.tables import access, sockets
from games.tables.models import Seat
from games.tables.sockets import OpenSocket

logger = logging.getLogger("kartenhaus.tables")

EVERY = 60.0
"""Seconds between two looks at a socket."""


def is_due(socket: OpenSocket, now: float) -> bool:
    """Whether it must be made sure of a socket that its user may be there."""
    return socket.claim is not None and (socket.doubted or now - socket.checked > EVERY)


async def look(suspects: Sequence[OpenSocket]) -> None:
    """Make sure that these may still be where they are; who may not is told why and let go."""
    for socket in suspects:
        socket.doubted = False
    try:
        reasons = await database_sync_to_async(_doubts)([socket.claim for socket in suspects])
    except DatabaseError:
        logger.exception("cannot look who may still be here")
        for socket in suspects:
            socket.doubted = True
        return
    now = time.monotonic()
    for socket, reason in zip(suspects, reasons, strict=True):
        socket.checked = now
        if reason is not None:
            await socket.bye(reason)


def _doubts(claims: Sequence[access.Claim | None]) -> list[str | None]:
    return [None if claim is None else access.doubt(claim) for claim in claims]


def hear(doubts: Iterable[Sequence[str]]) -> None:
    """What has changed, here or in another process, as kind and value: the sockets it concerns are in doubt."""
    for kind, value in doubts:
        for socket in sockets.everybody():
            if socket.claim is not None and _name(socket.claim, kind) == value:
                socket.doubted = True


def news() -> list[tuple[str, str]]:
    """What has changed here and other processes do not know yet."""
    told = _news[:]
    del _news[: len(told)]
    return told


_news: list[tuple[str, str]] = []


def _name(claim: access.Claim, kind: str) -> str:
    """By what a claim is meant; of a session only a hash goes to other processes."""
    if kind == "user":
        return str(claim.user_id)
    return claim.table_id if kind == "table" else _hashed(claim.session or "")


def _hashed(session: str) -> str:
    return hashlib.sha256(session.encode()).hexdigest()


def _changed(kind: str, value: str) -> None:
    """As soon as the change is in the database, whoever it concerns is in doubt."""

    def tell() -> None:
        hear([(kind, value)])
        _news.append((kind, value))

    transaction.on_commit(tell, robust=True)


@receiver(post_delete, sender=Session)
def _logged_out(instance: Session, **_: Any) -> None:
    _changed("session", _hashed(instance.session_key))


@receiver([post_save, post_delete], sender=User)
def _user_changed(instance: User, **_: Any) -> None:
    _changed("user", str(instance.pk))


@receiver([post_save, post_delete], sender=Seat)
def _seat_changed(instance: Seat, **_: Any) -> None:
    _changed("table", instance.table_id)
