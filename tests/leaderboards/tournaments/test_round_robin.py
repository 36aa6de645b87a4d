"""Round robins (RNK-7.5) and withdrawals from them (RNK-7.12)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leaderboards.tournaments import invariants, round_robin
from leaderboards.tournaments.round_robin import Game


@pytest.mark.parametrize("n", range(2, 129))
def test_everybody_meets_everybody_in_every_cycle(n: int) -> None:
    found = invariants.everybody_meets({"n": [n], "cycles": 1 + n % 4})
    assert set(found["checks"]) == {"rr_pairs", "rr_rounds", "rr_balance", "rr_byes"}


@given(n=st.integers(2, 128))
def test_the_pairs_are_those_of_the_rotating_table(n: int) -> None:
    """The circle method once more: the last player sits still, the others move on by half the table a round."""
    even = n + n % 2
    circle = list(range(even - 1))
    for each in round_robin.rounds(n):
        pairs = [(circle[0], even - 1), *((circle[i], circle[-i]) for i in range(1, even // 2))]
        named = {frozenset((a + 1, b + 1)) for a, b in pairs if max(a, b) < n}
        assert {frozenset(pair) for pair in each.pairs} == named
        assert each.bye == (circle[0] + 1 if n % 2 else None)
        circle = circle[even // 2 :] + circle[: even // 2]


def test_even_cycles_swap_the_starter() -> None:
    plan = round_robin.rounds(5, 4)
    first = plan[:5]
    for cycle in range(4):
        for one, other in zip(first, plan[5 * cycle : 5 * cycle + 5], strict=True):
            assert other.pairs == ([pair[::-1] for pair in one.pairs] if cycle % 2 else one.pairs)
            assert other.bye == one.bye
    assert [each.number for each in plan] == list(range(1, 21))


@pytest.mark.parametrize(("n", "cycles"), [(1, 1), (0, 1), (4, 0), (4, 5)])
def test_what_is_no_round_robin(n: int, cycles: int) -> None:
    with pytest.raises(ValueError, match="round robin"):
        round_robin.rounds(n, cycles)


def games(*states: str) -> list[Game]:
    """Games of player 1 against 2, 3, ..., and one between others."""
    return [*(Game(1, other, state) for other, state in enumerate(states, 2)), Game(2, 3)]  # type: ignore[arg-type]


def test_before_half_of_the_games_are_done_the_results_leave_the_table() -> None:
    after = round_robin.after_withdrawal(games("done", "open", "forfeit", "open", "open"), 1)
    assert (after.stands, after.annulled, after.cancelled, after.forfeited) == (False, [0, 2], [1, 3, 4], [])


def test_from_half_on_the_rest_are_forfeits() -> None:
    after = round_robin.after_withdrawal(games("done", "open", "forfeit", "open"), 1)
    assert (after.stands, after.annulled, after.cancelled, after.forfeited) == (True, [], [], [1, 3])


def test_games_that_have_left_the_table_are_nobodys() -> None:
    after = round_robin.after_withdrawal(games("annulled", "done", "open"), 1)
    assert (after.stands, after.forfeited) == (True, [2])


def test_who_has_no_games_left_forfeits_none() -> None:
    after = round_robin.after_withdrawal(games("done", "done"), 1)
    assert (after.stands, after.forfeited) == (True, [])
