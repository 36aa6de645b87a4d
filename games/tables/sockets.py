"""All sockets at tables in this process, and how many of them somebody may have (PRO-7.3)."""

from __future__ import annotations

import asyncio
from collections import Counter
from math import inf
from typing import Protocol

from django.conf import settings

from accounts.limits import is_shared, network_of
from games.tables import overload
from games.tables.access import Claim
from games.tables.window import Window

MOST_OF_USER = 10
MOST_OF_NETWORK = 40
"""Of people without a name; users are counted by themselves."""


class OpenSocket(Protocol):
    """What everybody else may know of and do to an open socket."""

    user_id: int | None
    address: str
    language: str
    answering: asyncio.Lock
    """Held while a message is being answered."""
    window: Window
    claim: Claim | None
    heard: float
    """When the last frame came (monotonic)."""
    checked: float
    """When it was last made sure that they may still be here (monotonic)."""
    doubted: bool
    """Something has changed, so that this must be made sure before anything else."""

    async def send_message(self, message: str) -> None:
        """Send this frame."""

    async def bye(self, reason: str, after_ms: int | None = None) -> None:
        """Say why, then close."""


_open: set[OpenSocket] = set()
_counts: Counter[int | str] = Counter()
"""Sockets by user, or by network if they have none."""
_closed = False


def close() -> None:
    """This process ends: nobody is let in any more."""
    global _closed
    _closed = True


def everybody() -> list[OpenSocket]:
    """All that are open now; may be asked from any thread."""
    return list(_open)


def add(socket: OpenSocket) -> str:
    """A socket has come; returns why it cannot stay, as `farewell` calls it, or nothing."""
    if _closed:
        return "restart"
    if overload.is_full():
        return "overloaded"
    if settings.SOCKET_LIMITS and _counts[_owner(socket)] >= _most(socket):
        return "too_many_sockets"
    _counts[_owner(socket)] += 1
    _open.add(socket)
    return ""


def remove(socket: OpenSocket) -> None:
    """A socket has gone, if it was ever counted."""
    if socket not in _open:
        return
    _open.discard(socket)
    _counts[_owner(socket)] -= 1
    if not _counts[_owner(socket)]:
        del _counts[_owner(socket)]


def _owner(socket: OpenSocket) -> int | str:
    return network_of(socket.address) if socket.user_id is None else socket.user_id


def _most(socket: OpenSocket) -> float:
    if socket.user_id is not None:
        return MOST_OF_USER
    return inf if is_shared(socket.address) else MOST_OF_NETWORK
