"""The pair cap (RNK-6.2): at most five rated results of the same two accounts within a day. It looks at results alone. Pure."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import TypeVar

MOST = 5
WITHIN = timedelta(hours=24)

NO_DUELS = ("multi", "team", "bots")
"""How pools are called in which the cap does not hold: there nobody is alone with somebody, or they are of bots."""

T = TypeVar("T", float, datetime)


def applies(pool: str, tournament: bool = False) -> bool:
    """Whether a result counts for the cap and is held against it: those of duel pools outside tournaments.

    >>> applies("omg.duel"), applies("emotrions.pareo"), applies("omg.duel", tournament=True), applies("emotrions.multi")
    (True, True, False, False)
    """
    return not tournament and pool.rpartition(".")[2] not in NO_DUELS


def rated(ends: Sequence[T], within: timedelta | float = WITHIN, counted: Sequence[T] = ()) -> list[bool]:
    """For results of one pair in time order, all else holding, whether each is rated.

    `counted`: ends of earlier ones that were rated. One is not if five rated ones ended less than 24 hours before it.

    >>> rated([0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 25.0], 24.0)
    [True, True, True, True, True, False, True]
    """
    before = list(counted)
    found = []
    for end in ends:
        fits = len(before) - bisect_right(before, end - within) < MOST  # type: ignore[operator]
        found.append(fits)
        if fits:
            before.append(end)
    return found
