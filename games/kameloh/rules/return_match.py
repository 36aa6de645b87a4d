"""Return matches: two games with the same decks, in the second the other player starts (KMO-18)."""

from __future__ import annotations

from collections.abc import Sequence


def second_starter(first: int) -> int:
    """Who starts the second game."""
    return 1 - first


def total(points: Sequence[Sequence[int]]) -> tuple[list[int], int | None]:
    """The victory points of both games together, and who has won the match by them; level: nobody (KMO-18.1).

    >>> total([[21, 18], [16, 20]])
    ([37, 38], 1)
    """
    sums = [sum(game[seat] for game in points) for seat in (0, 1)]
    return sums, None if sums[0] == sums[1] else sums.index(max(sums))
