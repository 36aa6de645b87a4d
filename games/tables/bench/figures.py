"""Figures from many single measurements."""

from __future__ import annotations

import time
from collections.abc import Sequence
from math import ceil


def percentile(values: Sequence[float], of: int) -> float:
    """The smallest value that so many of a hundred do not exceed; 0 if there are none."""
    ordered = sorted(values)
    return ordered[max(0, ceil(len(ordered) * of / 100) - 1)] if ordered else 0.0


def milliseconds(values: Sequence[float], of: int) -> float:
    """A percentile of seconds, in milliseconds."""
    return round(percentile(values, of) * 1000, 2)


class OwnWork:
    """How busy this process was from here on: near 1 means that it was the bottleneck itself."""

    def __init__(self) -> None:
        self.processor, self.clock = time.process_time(), time.monotonic()

    @property
    def share(self) -> float:
        """Of one core."""
        return round((time.process_time() - self.processor) / max(1e-9, time.monotonic() - self.clock), 3)
