"""The order of a leaderboard (RNK-3.3). Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeVar

import msgspec

from leaderboards.ratings import rating

LEAST_GAMES = 10


class Row(msgspec.Struct, frozen=True):
    """What the order looks at."""

    name: str
    points: int
    sigma: float
    wins: int
    games: int


class Placed(msgspec.Struct, frozen=True):
    """A row with its rank, shared on equal points."""

    rank: int
    row: Row


R = TypeVar("R")


def row(name: str, value: rating.Value, wins: int, games: int) -> Row:
    """A row from stored values."""
    return Row(name, rating.points(value.rounded()), value.sigma, wins, games)


def order(rows: Iterable[Row], least: int = LEAST_GAMES) -> tuple[list[Placed], list[Row]]:
    """Those who are listed, in order, and those who have played too little.

    By points; inside a tie by sigma, then wins, then name. Equal points share the rank, with a gap after.
    """
    listed: list[Row] = []
    hidden: list[Row] = []
    for one in rows:
        (listed if one.games >= least else hidden).append(one)
    listed.sort(key=lambda one: (-one.points, one.sigma, -one.wins, one.name.casefold()))
    ranks = shared_ranks([one.points for one in listed])
    return [Placed(rank, one) for rank, one in zip(ranks, listed, strict=True)], hidden


def shared_ranks(values: Sequence[int]) -> list[int]:
    """Ranks of values in falling order.

    >>> shared_ranks([9, 9, 7])
    [1, 1, 3]
    """
    ranks: list[int] = []
    for place, value in enumerate(values, 1):
        ranks.append(ranks[-1] if place > 1 and values[place - 2] == value else place)
    return ranks
