"""Chances of drawing cards without putting any back, exact, and as figures that can be said."""

from __future__ import annotations

from fractions import Fraction
from math import comb

SCALES = (1_000, 10_000, 100_000, 1_000_000)
CLEAR = 10
"""So many of them at least are said, so that two digits are right."""


def at_most(most: int, wanted: int, cards: int, drawn: int) -> Fraction:
    """The chance that at most so many of the wanted ones are among those drawn from all these cards (hypergeometric).

    >>> at_most(0, 2, 4, 2)
    Fraction(1, 6)
    """
    if not 0 <= drawn <= cards or not 0 <= wanted <= cards:
        raise ValueError("more cards than there are")
    ways = sum(comb(wanted, hits) * comb(cards - wanted, drawn - hits) for hits in range(min(most, drawn) + 1))
    return Fraction(ways, comb(cards, drawn))


def share(chance: Fraction) -> tuple[int, int]:
    """A chance as so many of so many, rounded: of 1000, of more where it is small.

    >>> share(Fraction(1, 3)), share(Fraction(1, 3000))
    ((333, 1000), (33, 100000))
    """
    for scale in SCALES:
        part = (2 * chance.numerator * scale + chance.denominator) // (2 * chance.denominator)
        if part >= CLEAR or chance == 0:
            break
    return part, scale
