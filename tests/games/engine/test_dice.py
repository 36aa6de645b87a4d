"""Chance: repeatable with the key, uniform, versioned (PRO-9.1, QUA-1.6)."""

from __future__ import annotations

import doctest
import hmac
from collections import Counter
from math import exp

import pytest

from games.engine import dice, outcome
from games.engine.dice import Dice


def test_examples_in_docstrings_hold() -> None:
    for module in (dice, outcome):
        assert doctest.testmod(module).failed == 0


def test_the_stream_is_the_documented_one() -> None:
    """Algorithm 1, worked out beside the code: words of HMAC-SHA-256(key, purpose.count.block)."""
    digest = hmac.digest(b"k", b"lot.3.0", "sha256")
    words = [digest[i] * 256 + digest[i + 1] for i in range(0, 32, 2)]
    expected = next(word for word in words if word < 65536 - 65536 % 5) % 5
    assert Dice(b"k").below(5, "lot", 3) == expected


def test_a_long_shuffle_uses_further_blocks() -> None:
    items = list(range(200))
    Dice(b"k").shuffle(items, "deal", 1)
    assert sorted(items) == list(range(200))
    again = list(range(200))
    Dice(b"k").shuffle(again, "deal", 1)
    assert items == again


@pytest.mark.parametrize("other", [(b"x", "deal", 1), (b"k", "pick", 1), (b"k", "deal", 2)])
def test_key_purpose_and_count_all_matter(other: tuple[bytes, str, int]) -> None:
    first, second = list(range(36)), list(range(36))
    Dice(b"k").shuffle(first, "deal", 1)
    Dice(other[0]).shuffle(second, other[1], other[2])
    assert first != second


def test_shuffles_are_uniform() -> None:
    """QUA-1.6: chi-square over all 720 orders of 6 cards, 72,000 shuffles with fixed keys."""
    seen: Counter[tuple[int, ...]] = Counter()
    for number in range(72_000):
        cards = list(range(6))
        Dice(b"uniform %d" % number).shuffle(cards, "deal", 1)
        seen[tuple(cards)] += 1
    assert len(seen) == 720
    chi_square = sum((count - 100) ** 2 / 100 for count in seen.values())
    p = _upper_tail(chi_square, 719)
    assert 0.001 < p < 0.999, f"chi-square {chi_square:.1f} with 719 degrees of freedom, p = {p:.4f}"


def test_numbers_are_uniform_where_the_range_does_not_divide_the_words() -> None:
    seen = Counter(Dice(b"%d" % number).below(7, "lot", 1) for number in range(14_000))
    chi_square = sum((count - 2000) ** 2 / 2000 for count in (seen[value] for value in range(7)))
    assert 0.001 < _upper_tail(chi_square, 6) < 0.999


def _upper_tail(chi_square: float, freedom: int) -> float:
    """P(X >= chi_square), by Wilson and Hilferty's normal approximation and a logistic normal tail: good to a few per mille."""
    z = ((chi_square / freedom) ** (1 / 3) - (1 - 2 / (9 * freedom))) / (2 / (9 * freedom)) ** 0.5
    return 1 / (1 + exp(0.07056 * z**3 + 1.5976 * z))
