"""From how a game went to its result (RNK-1), and the pair cap (RNK-6.2)."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leaderboards.ratings import caps, listing, rating, results
from leaderboards.ratings.results import Party, Played


def ranks(seats: Sequence[Played], tiers: Sequence[Sequence[int]] | None = None) -> list[int]:
    return results.result(seats, tiers, ended_by_leaving=False).ranks


def left(at: int, **about: int) -> Played:
    return Played("abandoned", left_at=at, **about)


STAYED = Played()


def test_the_order_is_the_one_of_the_rules() -> None:
    """RNK-1.2."""
    assert ranks([STAYED] * 4, [[2], [0, 3], [1]]) == [2, 4, 1, 2]


def test_leavers_come_last_and_the_later_one_is_ahead() -> None:
    """RNK-1.4."""
    assert ranks([STAYED, left(40), STAYED, left(55)], [[0], [2]]) == [1, 4, 2, 3]
    assert ranks([STAYED, left(40), left(40)], [[0]]) == [1, 2, 2]


def test_what_a_bot_did_with_the_seat_changes_nothing() -> None:
    """RNK-1.4: the rules' order has it first."""
    assert ranks([STAYED, left(12), STAYED], [[1], [2], [0]]) == [3 - 1, 3, 1]


def test_who_left_is_ahead_of_those_who_were_out_already() -> None:
    """RNK-1.4, EMO-15.4: seat 1 out in the second deal, seat 2 left in the third, seat 3 out in the third."""
    seats = [STAYED, Played(out=2), left(80, left_in=3), Played(out=3), STAYED]
    assert ranks(seats, [[4], [0], [3], [1]]) == [2, 5, 4, 3, 1]


def team(number: int, at: int | None = None) -> Played:
    return Played("finished" if at is None else "resigned", left_at=at, team=number)


@pytest.mark.parametrize(
    ("seats", "tiers", "expected"),
    [
        ([team(0), team(1), team(0), team(1)], [[0, 2], [1, 3]], [1, 2, 1, 2]),
        ([team(0), team(1), team(0), team(1)], [[0, 1, 2, 3]], [1, 1, 1, 1]),
        ([team(0), team(1, 9), team(0), team(1)], None, [1, 2, 1, 2]),
        ([team(0, 30), team(1, 9), team(0), team(1)], None, [1, 2, 1, 2]),
        ([team(0, 30), team(1, 40), team(0), team(1, 20)], None, [1, 2, 1, 2]),
        ([team(0, 20), team(1, 20), team(0), team(1)], None, [1, 1, 1, 1]),
        ([team(0, 5), team(1), team(0), team(1)], [[0, 2], [1, 3]], [2, 1, 2, 1]),
    ],
)
def test_sides_are_numbered_and_one_leaver_makes_the_team_last(
    seats: list[Played], tiers: list[list[int]] | None, expected: list[int]
) -> None:
    assert ranks(seats, tiers) == expected


def test_broken_off_before_all_had_decided_twice() -> None:
    """RNK-1.5: the counter of whoever left rises, nobody else's."""
    seats = [Played("abandoned", left_at=2, decisions=1), Played(decisions=0)]
    found = results.result(seats, None, ended_by_leaving=True)
    assert (found.aborted, found.broke_off) == (True, [True, False])
    assert not results.result(seats, None, ended_by_leaving=False).aborted
    enough = [Played("abandoned", left_at=5, decisions=2), Played(decisions=2)]
    assert not results.result(enough, None, ended_by_leaving=True).aborted


def why(*parties: Party, marked: bool = True, options_rated: bool = True, **said: bool) -> list[str]:
    return results.why_not_rated(parties, marked=marked, options_rated=options_rated, **said)  # type: ignore[arg-type]


def test_rated_only_if_everything_holds() -> None:
    """RNK-1.7."""
    one, other = Party("1"), Party("2")
    assert why(one, other) == []
    assert why(one, other, marked=False) == ["not_marked"]
    assert why(one, Party("bot:basic", bot=True)) == ["bot"]
    assert why(one, Party("2", guest=True)) == ["guest"]
    assert why(one, one) == ["one_person"]
    assert why(one, other, options_rated=False) == ["options"]
    assert why(one, other, options_rated=False, widened=True) == []
    assert why(one, other, aborted=True) == ["aborted"]
    assert results.why_not_rated([one, other], marked=True, options_rated=True, linked=[frozenset("12")]) == ["linked"]


def test_bots_among_themselves_are_rated_in_their_own_pool() -> None:
    """RNK-6.1."""
    bots = [Party("bot:a", bot=True), Party("bot:b", bot=True)]
    assert why(*bots, marked=False, options_rated=False) == []
    assert why(bots[0], bots[0]) == ["one_person"]


@given(st.lists(st.integers(0, 60), max_size=40).map(sorted))
def test_never_more_than_five_of_a_pair_within_a_day(hours: list[int]) -> None:
    """RNK-6.2, and one is left out only for that reason."""
    fits = caps.rated([float(hour) for hour in hours], 24.0)
    counted = [hour for hour, fit in zip(hours, fits, strict=True) if fit]
    for hour, fit in zip(hours, fits, strict=True):
        before = [other for other in counted if hour - 24 < other <= hour]
        assert len(before) <= 5
        assert fit or len(before) == 5


def test_the_cap_holds_in_duel_pools_alone() -> None:
    assert [caps.applies(pool) for pool in ("kameloh.duel", "emotrions.pareo", "spieleflut.team", "omg.bots")] == [
        True,
        True,
        False,
        False,
    ]


def test_equal_points_share_a_rank_and_names_are_compared_case_folded() -> None:
    """RNK-3.3."""
    value = rating.Value(30.0, 2.0)
    rows = [listing.row(name, value, 5, 10) for name in ("Zoe", "ärger", "adam")] + [listing.row("neu", value, 9, 9)]
    placed, hidden = listing.order(rows)
    assert [(one.rank, one.row.name) for one in placed] == [(1, "adam"), (1, "Zoe"), (1, "ärger")]
    assert [row.name for row in hidden] == ["neu"]
