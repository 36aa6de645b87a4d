"""Table time: what the clocks of all tables run by. It knows no jumps of the wall clock and stands still while the site is down.

Inside a process it is monotonic time. What carries it from one process to the next is the row of the beat (`beat`): a new leader
goes on where the last beat was, so all clocks of the site are credited with a downtime at once, without touching a table
(QUA-1.9, QUA-2.21).
"""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

JUMP_MS = 2_000
"""By how much the wall clock must leave the monotonic one to count as a jump (QUA-2.21)."""

HOLD_MS = 60_000
"""How long after a start or a jump no time-out is fired."""


class Timeline:
    """Table time in this process, in milliseconds since 1970 as the wall clock showed it when the site was first started."""

    def __init__(
        self, wall: Callable[[], float] = time.time, monotonic: Callable[[], float] = time.monotonic, start: int | None = None
    ) -> None:
        self.wall = wall
        self.monotonic = monotonic
        self.known = start is not None
        """Whether the row of the beat has been looked at."""
        self.first = False
        """Whether it was certain then that no other server was there: the site had been down."""
        self.settled = False
        """Whether there has been a beat since: this process leads, or follows who does."""
        self.held_until = 0
        self.set(self._wall_ms() if start is None else start)
        self.ahead_ms = self._wall_ms() - self.now()
        """How far the wall clock is ahead, as dates are shown; kept until it differs by a jump."""

    def now(self) -> int:
        """This instant."""
        return self._base + int((self.monotonic() - self._since) * 1000)

    def set(self, now: int) -> None:
        """From here on it is this instant."""
        self._base, self._since = now, self.monotonic()

    def begin(self, now: int) -> None:
        """Learn the instant when the process starts."""
        self.known = True
        self.set(now)
        self.ahead_ms = self._wall_ms() - now

    def hold(self) -> None:
        """For a while no time is up: players must be able to come back first."""
        self.held_until = self.now() + HOLD_MS

    @property
    def held(self) -> bool:
        """Whether no time-out may be fired now."""
        return self.now() < self.held_until

    def jumped(self) -> bool:
        """Whether the wall clock has left the monotonic one since this was last asked."""
        ahead = self._wall_ms() - self.now()
        if abs(ahead - self.ahead_ms) <= JUMP_MS:
            return False
        self.ahead_ms = ahead
        return True

    def date(self, instant: int) -> datetime:
        """An instant by the wall clock, for people."""
        return moment(instant + self.ahead_ms)

    def moment(self) -> datetime:
        """This instant as rows of due work have it."""
        return moment(self.now())

    def _wall_ms(self) -> int:
        return int(self.wall() * 1000)


def moment(instant: int) -> datetime:
    """Milliseconds as a datetime, without rounding."""
    return datetime.fromtimestamp(instant // 1000, UTC) + timedelta(milliseconds=instant % 1000)


site = Timeline()
"""Table time of this process."""
