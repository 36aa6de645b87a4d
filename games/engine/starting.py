"""Who starts, where a plan, an agreement, experience or chance may say so (RNK-4.2, RNK-4.3)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class Decided(NamedTuple):
    """How it was decided, and who starts; or among whom the table's seeded generator decides."""

    method: str
    """`plan`, `agreed`, `less_experienced` or `coin`."""
    seat: int | None
    among: tuple[int, ...]


def decide(wanted: str, seats: int, planned: int | None = None, experience: Sequence[int] = ()) -> Decided:
    """Who starts by a source of RNK-4.3; a planned or agreed seat goes before everything else.

    Of several with the smallest experience chance decides, as everywhere else among all.

    >>> decide("less_experienced", 3, None, (61, 24, 24))
    Decided(method='coin', seat=None, among=(1, 2))
    >>> decide("coin", 2, 1).seat
    1
    """
    if planned is not None:
        return Decided("agreed" if wanted == "agreed" else "plan", planned, (planned,))
    if wanted == "less_experienced" and len(experience) == seats:
        least = tuple(seat for seat, known in enumerate(experience) if known == min(experience))
        return Decided(wanted, least[0], least) if len(least) == 1 else Decided("coin", None, least)
    return Decided("coin", None, tuple(range(seats)))
