"""What the rules of a game say of several games that count as one (RNK-5). Within one game nothing of it matters."""

from __future__ import annotations

import msgspec

POINTS = "victory_points"
"""The name of the own victory points in `Outcome.extra`, in games that count them for experience and return matches (RNK-4.1)."""


class Terms(msgspec.Struct, frozen=True):
    """How a game counts towards a series."""

    points: str = POINTS
    """The name in `Outcome.extra` of what is added up (RNK-5.2, RNK-5.5)."""
    target: int = 0
    """What a side has at least in a game that the other side left (RNK-5.7)."""
    counter: str = ""
    """The name in `Outcome.extra` of what `game_tiebreak` compares (RNK-5.6); empty: the game has nothing for it."""
    by_place: bool = False
    """Whether who is to begin must sit on seat 0, or the plan fixes no more than the order of seats (RNK-4.3): the others follow
    clockwise. Else `Setup.starter` says it."""


class ReturnMatch(msgspec.Struct, frozen=True):
    """Two games with the starters swapped, whose victory points are added (RNK-5.2)."""

    ties: tuple[str, ...] = ("draw",)
    """What decides if the sums are level, one after another (RNK-5.6)."""
