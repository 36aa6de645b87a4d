"""Rounds of heats planned ahead (RNK-7.8): nobody twice where that is promised, and bounds that no plan can pass elsewhere."""

from itertools import combinations, product
from math import prod

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from leaderboards.tournaments import heats
from leaderboards.tournaments.finite import Field, Ring, prime_powers
from leaderboards.tournaments.heat_search import figure_of, search
from leaderboards.tournaments.heat_tables import meetings


def repeats(n: int, preferred: int, minimum: int, rounds: int) -> int:
    plan = heats.plan(n, preferred, minimum, rounds, "demo")
    assert len(plan) == rounds
    for draw in plan:
        assert sorted(player for table in draw.tables for player in table) == list(range(1, n + 1))
        assert tuple(map(len, draw.tables)) == heats.sizes(n, preferred, minimum).sizes
    return sum(times > 1 for times in meetings(plan).values())


@pytest.mark.parametrize("q", [2, 3, 4, 5])
def test_affine_planes_let_everybody_meet_everybody_once(q: int) -> None:
    assert repeats(q * q, q, q, q + 1) == 0
    assert len(meetings(heats.plan(q * q, q, q, q + 1, "demo"))) == q * q * (q * q - 1) // 2


@settings(deadline=None, max_examples=60)
@given(st.integers(2, 6), st.integers(2, 40), st.data())
def test_no_pair_meets_twice_where_the_shifts_reach(size: int, tables: int, data: st.DataObject) -> None:
    rounds = data.draw(st.integers(1, (tables - 1) // (size - 1) + 1))
    if (size - 1) * (rounds - 1) < tables:
        empty = data.draw(st.integers(0, tables - 1)) if size > 2 else 0
        assert repeats(size * tables - empty, size, size - 1 if empty else size, rounds) == 0


@pytest.mark.parametrize(("n", "size", "rounds"), [(256, 4, 6), (250, 4, 6), (27, 3, 13), (64, 4, 21), (48, 3, 13), (15, 3, 7)])
def test_larger_plans_without_a_repeated_pair(n: int, size: int, rounds: int) -> None:
    assert repeats(n, size, 3, rounds) == 0


@pytest.mark.parametrize(
    ("n", "size", "rounds", "least"), [(12, 4, 3, 9), (8, 4, 4, 24), (6, 3, 4, 12), (10, 4, 5, 15), (9, 3, 5, 9), (12, 4, 5, 30)]
)
def test_small_plans_reach_what_no_plan_can_pass(n: int, size: int, rounds: int, least: int) -> None:
    assert repeats(n, size, 3, rounds) == least


def test_the_best_of_all_plans_for_seven() -> None:
    """Two rounds at tables of four and three, all of them tried."""
    everybody = frozenset(range(1, 8))
    rounds = [[sorted(four), sorted(everybody - set(four))] for four in combinations(everybody, 4)]
    best = min(figure_of(two) for two in product(rounds, rounds))
    assert figure_of([[list(table) for table in draw.tables] for draw in heats.plan(7, 4, 3, 2, "demo")]) == best


@settings(deadline=None, max_examples=10)
@given(st.integers(4, 14), st.integers(1, 3), st.text("abc", max_size=2))
def test_a_search_is_the_same_each_time_and_seats_everybody_once(n: int, rounds: int, seed: str) -> None:
    shape = heats.sizes(n, 4, 3)
    fields = [list(range(1, n - shape.sit_out + 1))] * rounds
    found = search(n, fields, shape.sizes, seed)
    assert found == search(n, fields, shape.sizes, seed)
    assert [sorted(player for table in played for player in table) for played in found] == fields
    assert {tuple(map(len, played)) for played in found} == {shape.sizes}


def test_nobody_is_needed_for_a_plan() -> None:
    assert [draw.tables for draw in heats.plan(0, 4, 3, 2, "demo")] == [(), ()]
    assert heats.plan(2, 4, 3, 1, "demo")[0].sit_out == (1, 2)


@pytest.mark.parametrize(("prime", "exponent"), [(2, 1), (2, 2), (2, 3), (3, 2), (5, 1), (2, 4), (5, 2)])
def test_fields_divide(prime: int, exponent: int) -> None:
    field = Field(prime, exponent)
    elements = range(field.size)
    for one in elements[1:]:
        assert sorted(field.multiply(one, other) for other in elements) == list(elements)
        assert sorted(field.add(one, other) for other in elements) == list(elements)
    for a, b, c in product(list(elements)[:5], repeat=3):
        assert field.multiply(a, field.add(b, c)) == field.add(field.multiply(a, b), field.multiply(a, c))
        assert field.multiply(a, b) == field.multiply(b, a)


@given(st.integers(1, 400))
def test_rings_are_made_of_prime_powers(n: int) -> None:
    assert prod(prime**exponent for prime, exponent in prime_powers(n)) == n
    assert n == 1 or Ring(n).independent == min(prime**exponent for prime, exponent in prime_powers(n))
