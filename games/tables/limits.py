"""How fast somebody may send over a socket (PRO-7.3). Pure: whoever asks says what time it is."""

from __future__ import annotations

from math import ceil

MESSAGES = (30, 8.0)
PINGS = (1, 1.0)
BY_KIND = {"move": (10, 10.0), "undo": (10, 10.0), "resync": (6, 0.1)}
"""At once, and in each second after that."""

PATIENCE = (10, 0.5)
"""Refusals of what came before it was time, after which the excess counts as persistent; how many a second are forgiven."""


class Bucket:
    """Lets so many through at once, and so many a second after that (token bucket)."""

    def __init__(self, burst: int, per_second: float) -> None:
        self.burst = burst
        self.per_second = per_second
        self.level = float(burst)
        self.seen = 0.0

    def take(self, now: float) -> int:
        """Take one; returns 0, or if there is none in how many milliseconds there will be."""
        if now > self.seen:
            self.level = min(self.burst, self.level + (now - self.seen) * self.per_second)
            self.seen = now
        if self.level < 1:
            return max(1, ceil((1 - self.level) / self.per_second * 1000))
        self.level -= 1
        return 0


class Allowance:
    """What one socket may send: messages in all, and of some kinds fewer; pings do not count as long as they are rare."""

    def __init__(self) -> None:
        self.messages = Bucket(*MESSAGES)
        self.pings = Bucket(*PINGS)
        self.kinds = {kind: Bucket(*size) for kind, size in BY_KIND.items()}
        self.patience = Bucket(*PATIENCE)
        self.again_at = 0.0
        self.exhausted = False
        """Somebody goes on and on without waiting as told."""

    def take(self, kind: str, now: float) -> int:
        """One message of this kind; returns 0, or in how many milliseconds it may come again."""
        if kind == "ping" and not self.pings.take(now):
            return 0
        own = self.kinds.get(kind)
        retry_ms = (own.take(now) if own else 0) or self.messages.take(now)
        if retry_ms:
            self.exhausted = self.exhausted or (now < self.again_at and self.patience.take(now) > 0)
            self.again_at = now + retry_ms / 1000
        return retry_ms
