"""How much is tried of what is dear: a part that is another one each day, or with `TESTS=full` all of it.

Which part says the number of the day, told at the head of a run; `TESTS_DAY=739586` takes that one again.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import TypeVar

T = TypeVar("T")

FULL = os.environ.get("TESTS") == "full"
DAY = int(
    os.environ.setdefault("TESTS_DAY", str(datetime.now(UTC).toordinal()))
)  # processes side by side take over the first one's


def size(usual: int, full: int) -> int:
    """How many: games, positions, repeats."""
    return full if FULL else usual


def part(things: Iterable[T], one_in: int, turn: int = 0) -> list[T]:
    """Every so-manyth thing, beginning with another one each day and with each `turn`: in so many days all have been there."""
    every = list(things)
    return every if FULL else every[(DAY + turn) % one_in :: one_in]


def said() -> str:
    """What a run is told to be."""
    return "everything (TESTS=full)" if FULL else f"the part of day {DAY} of what is dear (TESTS=full: all of it)"
