"""One game, ties, points, and the fold (RNK-2, RNK-9)."""

from __future__ import annotations

from itertools import permutations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leaderboards.ratings import rating
from leaderboards.ratings.rating import NEW, Game, Value

values = st.builds(lambda mu, sigma: Value(mu, sigma).rounded(), st.floats(0, 50), st.floats(0.5, 10, exclude_min=True))


@st.composite
def games(draw: st.DrawFn) -> tuple[list[list[Value]], list[int]]:
    """Up to five teams of up to two, with ranks that may be equal."""
    count = draw(st.integers(2, 5))
    size = draw(st.integers(1, 2))
    teams = [[draw(values) for _ in range(size)] for _ in range(count)]
    return teams, draw(st.lists(st.integers(1, count), min_size=count, max_size=count))


@given(games(), st.randoms(use_true_random=False))
def test_permuting_seats_permutes_the_output(game: tuple[list[list[Value]], list[int]], rng: Random) -> None:
    """RNK-9.2, to the last bit."""
    teams, ranks = game
    order = list(range(len(teams)))
    rng.shuffle(order)
    mixed = rating.after([teams[team] for team in order], [ranks[team] for team in order])
    assert [mixed[order.index(team)] for team in range(len(teams))] == rating.after(teams, ranks)


@given(st.lists(st.integers(1, 5), min_size=2, max_size=5), st.integers(1, 2), values)
def test_of_equal_players_the_better_rank_gains_more_and_equal_ranks_the_same(ranks: list[int], size: int, value: Value) -> None:
    """RNK-9.2."""
    after = rating.after([[value] * size for _ in ranks], ranks)
    for one, other in permutations(range(len(ranks)), 2):
        if ranks[one] < ranks[other]:
            assert after[one][0].mu > after[other][0].mu
        if ranks[one] == ranks[other]:
            assert after[one] == after[other]


@given(games())
def test_only_the_order_of_ranks_matters(game: tuple[list[list[Value]], list[int]]) -> None:
    """RNK-2.3: they are made strict, from 1 on."""
    teams, ranks = game
    assert rating.after(teams, [7 * rank - 3 for rank in ranks]) == rating.after(teams, ranks)


def test_five_players_two_of_them_first() -> None:
    """RNK-2.4: with the plain library's ties the third gains more than those who share the first place."""
    after = rating.after([[NEW]] * 5, [1, 1, 3, 4, 5])
    assert after[0] == after[1]
    assert after[0][0].mu > after[2][0].mu


def test_six_who_share_all_places_change_in_sigma_alone() -> None:
    after = rating.after([[NEW]] * 6, [1] * 6)
    assert len({value for team in after for value in team}) == 1
    assert after[0][0].mu == pytest.approx(25.0, abs=1e-9)
    assert after[0][0].sigma < NEW.sigma


@pytest.mark.parametrize(("teams", "ranks"), [([[NEW]], [1]), ([[NEW], []], [1, 2]), ([[NEW], [NEW]], [1])])
def test_what_is_no_game_is_refused(teams: list[list[Value]], ranks: list[int]) -> None:
    with pytest.raises(ValueError, match="at least two teams"):
        rating.after(teams, ranks)


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (NEW, 1000),
        (Value(25.0125, 8.333333), 1001),
        (Value(25.012499, 8.333333), 1001),
        (Value(25.012498, 8.333333), 1000),
        (Value(0.0, 10.0), -200),
        (Value(0.0125, 10.0), -199),
        (Value(0.012499, 10.0), -200),
    ],
)
def test_points_are_exact_at_the_half(value: Value, shown: int) -> None:
    """RNK-2.5: floor(1000 + 40 (mu - 3 sigma) + 0.5), in decimal."""
    assert rating.points(value) == shown


def test_the_first_games_are_provisional_and_whoever_is_unsure() -> None:
    assert [rating.provisional(9, 4.0), rating.provisional(10, 5.0), rating.provisional(10, 5.000001)] == [True, False, True]


def test_a_season_is_entered_with_some_doubt() -> None:
    assert rating.into_season(Value(31.0, 2.0)) == Value(31.0, 4.166667)
    assert rating.into_season(NEW) == NEW


def test_chances_are_told_in_steps() -> None:
    """RNK-2.10."""
    one, other = rating.chances([[Value(30.0, 3.0)], [Value(25.0, 3.0)]])
    assert (one % 5, other % 5) == (0, 0)
    assert one > 50 > other


def test_the_fold_goes_on_where_it_stopped() -> None:
    """RNK-9.1: all at once and one after another."""
    rng = Random(3)
    log = [Game([[name] for name in rng.sample("abcdef", rng.choice([2, 3]))], [1, 1, 2]) for _ in range(60)]
    log = [Game(game.teams, game.ranks[: len(game.teams)]) for game in log]
    whole: dict[str, Value] = {}
    steps = list(rating.fold(log, whole))
    parts: dict[str, Value] = {}
    for game in log:
        list(rating.fold([game], parts))
    assert parts == whole
    assert all(value == value.rounded() for value in whole.values())
    assert [step.player for step in steps[0]] == [player for team in log[0].teams for player in team]
