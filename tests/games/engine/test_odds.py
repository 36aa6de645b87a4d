"""Chances of drawing, against counting all ways there are; and how they are said."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import pytest

from games.engine.odds import at_most, share


@pytest.mark.parametrize(("wanted", "cards", "drawn"), [(0, 5, 2), (2, 6, 3), (5, 9, 4), (4, 4, 4), (3, 8, 0)])
def test_as_counted(wanted: int, cards: int, drawn: int) -> None:
    """Each hand there is, one by one."""
    hands = [sum(card < wanted for card in hand) for hand in combinations(range(cards), drawn)]
    for most in range(drawn + 1):
        assert at_most(most, wanted, cards, drawn) == Fraction(sum(hits <= most for hits in hands), len(hands))


def test_more_than_there_is() -> None:
    for wanted, cards, drawn in ((3, 2, 1), (1, 2, 3), (-1, 2, 1)):
        with pytest.raises(ValueError, match="more cards"):
            at_most(0, wanted, cards, drawn)


@pytest.mark.parametrize(
    ("chance", "said"),
    [
        (Fraction(0), (0, 1000)),
        (Fraction(1), (1000, 1000)),
        (Fraction(1, 2000), (50, 100_000)),
        (Fraction(48_27, 100_000), (48, 1000)),
        (Fraction(999_999, 1_000_000), (1000, 1000)),
        (Fraction(1, 10**9), (0, 1_000_000)),
    ],
)
def test_in_figures_that_can_be_said(chance: Fraction, said: tuple[int, int]) -> None:
    assert share(chance) == said
