"""The sockets at a table, by what they may see: each viewer class gets the same bytes, encoded once (PRO-6.6)."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from dataclasses import dataclass, field
from typing import Protocol

import msgspec

from games.tables.wire import View

logger = logging.getLogger("kartenhaus.tables")

RING = 64
"""Updates kept encoded for each viewer class, for clients that come back (PRO-5.2)."""

WARM = 120.0
"""Seconds for which updates of a viewer class are still kept when its last socket has gone."""

TURN_EVERY = 100
"""Sockets after which others get a turn while a message goes to many (stack.md, section 2)."""


class Socket(Protocol):
    """Somebody connected to a table."""

    async def send_message(self, message: str) -> None:
        """Send this frame: an answer, or news that belong to no version."""

    async def tell(self, message: str, version: int, *, whole: bool = False) -> None:
        """Send what has become of the table, the whole of it or a step.

        A step may be kept back if too much is on its way already: then the whole is shown later (PRO-6.5).
        """


@dataclass
class Audience:
    """All sockets of one viewer class, which get the same bytes, and what they were sent last (PRO-6.6)."""

    sockets: set[Socket] = field(default_factory=set)
    view: View | None = None
    version: int = -1
    ring: deque[tuple[int, int, msgspec.Raw]] = field(default_factory=lambda: deque(maxlen=RING))
    """Updates as (from, to, payload)."""
    empty_since: float = 0.0

    @property
    def warm(self) -> bool:
        """Somebody is here, or was a moment ago."""
        return bool(self.sockets) or time.monotonic() - self.empty_since < WARM

    def leave(self, socket: Socket) -> None:
        """A socket has gone."""
        self.sockets.discard(socket)
        self.empty_since = time.monotonic()

    def forget(self) -> None:
        """What was sent last does not count any more: memory was read anew. The next update has the whole view."""
        self.ring.clear()
        self.version = -1

    def shows(self, view: View, version: int) -> None:
        """The view everybody here has now."""
        self.view, self.version = view, version

    async def send(self, message: str, version: int | None = None) -> None:
        """The same message to all: what has become of the table at this version, or news that belong to none.

        Whatever is wrong with one socket must not keep the others from getting it.
        """
        for number, socket in enumerate(list(self.sockets), 1):
            if number % TURN_EVERY == 0:
                await asyncio.sleep(0)
            try:
                await (socket.send_message(message) if version is None else socket.tell(message, version))
            except Exception:
                logger.warning("a socket takes nothing any more", exc_info=True)
                self.leave(socket)

    def since(self, version: int) -> list[msgspec.Raw] | None:
        """All updates after a version, or None if the ring does not reach back so far."""
        if version == self.version:
            return []
        starts = [start for start, _, _ in self.ring]
        if version not in starts:
            return None
        return [payload for _, _, payload in list(self.ring)[starts.index(version) :]]
