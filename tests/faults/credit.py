"""Whether clocks stood still while the site was down, as players see them (QUA-1.9)."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from tests.faults.storm import Reading, Storm

NET = 1.0
"""Seconds by which clocks may be wrong on the whole; a downtime of twice as long may make them wrong by half of it."""


@dataclass
class Downtime:
    """From the end of a process to the first word of the next one."""

    began: float
    ended: float
    errors: list[float] = field(default_factory=list)
    """Seconds that each clock which ran through it lost beyond those that passed outside of it; below 0 if it was given some."""

    @property
    def seconds(self) -> float:
        """How long it was."""
        return self.ended - self.began

    @property
    def charged(self) -> float:
        """Seconds by which it was charged to most clocks; below 0 if they were given some."""
        return statistics.median(self.errors or [0.0])

    @property
    def uncredited(self) -> bool:
        """Whether it was charged: a client that hears late makes single clocks look wrong, but not most of them."""
        return self.charged > max(NET, self.seconds / 2)


def measure(storm: Storm, downtimes: Sequence[Downtime]) -> list[float]:
    """Look at every clock that was told twice for the same question; returns the errors of those with no downtime between."""
    undisturbed: list[float] = []
    readings = [reading for told in storm.readings.values() for reading in told]
    for downtime in downtimes:
        downtime.ended = min([downtime.ended, *(reading.at for reading in readings if reading.at > downtime.began)])
    for told in storm.readings.values():
        for one, other in pairwise(told):
            between = [downtime for downtime in downtimes if one.at <= downtime.began and downtime.ended <= other.at]
            passed = other.at - one.at - sum(downtime.seconds for downtime in between)
            errors = [charged - passed for charged in _charged(one, other)]
            for errors_of in [downtime.errors for downtime in between] or [undisturbed]:
                errors_of.extend(errors)
    return undisturbed


def _charged(one: Reading, other: Reading) -> list[float]:
    """What each clock lost from one reading to the next, if nothing has happened in between."""
    if one.version != other.version:
        return []
    return [(left - other.left[seat]) / 1000 for seat, left in one.left.items() if other.left.get(seat)]


def told(undisturbed: Sequence[float], downtimes: Sequence[Downtime]) -> str:
    """The figures."""
    over = [error for downtime in downtimes for error in downtime.errors]
    return (
        f"clocks over {len(downtimes)} downtimes of {sum(downtime.seconds for downtime in downtimes):.1f} s: {_largest(over)}; "
        f"at other times {_largest(undisturbed)}"
    )


def _largest(errors: Sequence[float]) -> str:
    if not errors:
        return "none measured"
    return f"largest error {max(errors, key=abs):+.2f} s, median {statistics.median(errors):+.2f} s (n {len(errors)})"
