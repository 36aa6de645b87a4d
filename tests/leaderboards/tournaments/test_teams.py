"""Teams (RNK-7.14): by lot with balanced strength, line-ups, boards and points."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from leaderboards.tournaments import teams
from leaderboards.tournaments.teams import Board, Team

MUS = st.lists(st.integers(0, 500).map(lambda tenths: tenths / 10), max_size=14).map(lambda all_: dict(enumerate(all_, 1)))


@settings(deadline=None)
@given(MUS, st.integers(1, 4), st.sampled_from(["a", "b"]))
def test_teams_by_lot_have_everybody_once_and_no_swap_of_the_extremes_helps(mus: dict[int, float], size: int, seed: str) -> None:
    found, left = teams.drawn(mus, size, seed)
    assert (found, left) == teams.drawn(dict(reversed(mus.items())), size, seed)
    assert sorted([*left, *(player for team in found for player in team)]) == sorted(mus)
    assert {len(team) for team in found} <= {size}
    assert len(left) == len(mus) % size
    exact = {player: Fraction(str(mu)) for player, mu in mus.items()}
    by_sum = sorted(found, key=lambda team: sum(exact[player] for player in team))
    if len(found) > 1:
        weak, strong = by_sum[0], by_sum[-1]
        apart = sum(exact[player] for player in strong) - sum(exact[player] for player in weak)
        assert all(abs(apart - 2 * (exact[a] - exact[b])) >= apart for a in strong for b in weak)


def test_the_strongest_plays_with_the_weakest() -> None:
    assert teams.drawn({1: 40.0, 2: 10.0, 3: 30.0, 4: 20.0}, 2, "x") == ([(1, 2), (3, 4)], [])


def test_many_teams_are_close() -> None:
    mus = {player: 15 + (player * 7919 % 2003) / 100 for player in range(1, 2001)}
    found, _ = teams.drawn(mus, 2, "x")
    sums = [sum(mus[player] for player in team) for team in found]
    assert max(sums) - min(sums) < 1


def test_a_team_of_nobody_is_refused() -> None:
    with pytest.raises(ValueError, match="teams of 0"):
        teams.drawn({1: 25.0}, 0, "x")


@pytest.mark.parametrize(
    ("changes", "problems"),
    [
        ({}, []),
        ({"members": (1,)}, ["wrong_size"]),
        ({"substitutes": (3, 4, 5)}, ["too_many_substitutes", "not_confirmed"]),
        ({"captain": 9}, ["captain_missing"]),
        ({"substitutes": (2,)}, ["named_twice"]),
        ({"members": (1, 8)}, ["in_another_team", "not_confirmed"]),
    ],
)
def test_what_keeps_a_team_out(changes: dict[str, object], problems: list[str]) -> None:
    team = Team(**{"captain": 1, "members": (1, 2), "confirmed": frozenset({1, 2, 3}), **changes})  # type: ignore[arg-type]
    assert teams.wrong(team, 2, elsewhere=[8]) == problems


def test_line_ups_are_of_members_and_sealed() -> None:
    team = Team(captain=1, members=(1, 2), substitutes=(3,))
    assert teams.wrong_line_up(team, [3, 1], 2, sealed=False) == []
    assert teams.wrong_line_up(team, [3, 1], 2, sealed=True) == ["sealed"]
    assert teams.wrong_line_up(team, [3], 2, sealed=False) == ["wrong_size"]
    assert teams.wrong_line_up(team, [4, 4], 2, sealed=False) == ["named_twice", "not_a_member"]


def test_starters_alternate_by_board() -> None:
    assert teams.boards([1, 2, 3], [7, 8, 9]) == [Board(1, 1, 7, 1), Board(2, 2, 8, 8), Board(3, 3, 9, 3)]


@given(st.text("WDL", max_size=8))
def test_match_and_board_points(results: str) -> None:
    found = teams.score(results)  # type: ignore[arg-type]
    assert sum(found.boards) == len(results)
    assert sum(found.match) == 2
    assert found.boards[0] - found.boards[1] == results.count("W") - results.count("L")
    assert (found.match[0] > found.match[1]) == (results.count("W") > results.count("L"))
