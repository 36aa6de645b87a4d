"""How a game ended: ranks, reason, scores."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Literal

import msgspec

Status = Literal["finished", "resigned", "timeout", "abandoned", "disqualified"]
"""How a seat left the game (RNK-1.1); all but `finished` count the same for the rank (RNK-1.4)."""


class Outcome(msgspec.Struct):
    """The result of a game that is over. Lists are indexed by seat."""

    ranks: list[int]
    """1 is best; equal ranks for equal results, then a gap: 1, 1, 3 (RNK-1.2)."""
    reason: str
    scores: list[int] = []
    extra: list[dict[str, Any]] = []
    """The game's own counters by seat (RNK-1.1)."""

    def winners(self) -> list[int]:
        """The seats that share first place."""
        return [seat for seat, rank in enumerate(self.ranks) if rank == 1]


def ranks(groups: Iterable[Sequence[int]], seats: int) -> list[int]:
    """Ranks by seat from groups of equal seats, best first (standard competition numbering, RNK-1.2).

    >>> ranks([[2], [0, 3], [1]], 4)
    [2, 4, 1, 2]
    """
    result, place = [0] * seats, 1
    for group in groups:
        for seat in group:
            result[seat] = place
        place += len(group)
    return result


def tiers(result: Sequence[int]) -> list[list[int]]:
    """The groups of equal seats, best first: the inverse of `ranks`.

    >>> tiers([2, 4, 1, 2])
    [[2], [0, 3], [1]]
    """
    return [[seat for seat, rank in enumerate(result) if rank == place] for place in sorted(set(result))]
