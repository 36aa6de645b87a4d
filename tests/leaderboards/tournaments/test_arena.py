"""Arena (RNK-7.11): points with streaks, whom is paired with whom, who starts, and the order."""

from fractions import Fraction
from itertools import combinations, permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from leaderboards.tournaments import arena, lot
from leaderboards.tournaments.arena import Game, Table, Waiting
from leaderboards.tournaments.heats import Finish


@given(st.text("WDL", max_size=30))
def test_a_game_is_worth_double_after_two_wins(results: str) -> None:
    for at, (result, worth) in enumerate(zip(results, arena.points(results), strict=True)):
        doubled = results[max(0, at - 2) : at] == "WW"
        assert worth == {"W": 2, "D": 1, "L": 0}[result] * (2 if doubled else 1)
    assert arena.streak(results) == len(results) - len(results.rstrip("W"))


def test_neighbours_in_rank_meet() -> None:
    waiting = [Waiting(player=player, rank=rank) for rank, player in enumerate([7, 3, 9, 1], 1)]
    assert arena.pair(waiting) == [(3, 7), (1, 9)]  # the lower rank starts where all else is equal


def test_fewest_starts_starts_then_who_did_not_start_last() -> None:
    one = Waiting(player=1, rank=1, starts=2)
    assert arena.pair([one, Waiting(player=2, rank=2, starts=3)]) == [(1, 2)]
    assert arena.pair([one, Waiting(player=2, rank=2, starts=2, started_last=True)]) == [(1, 2)]


@pytest.mark.parametrize(("waited", "paired"), [((29, 90), []), ((30, 30), [(2, 1)])])
def test_the_last_opponent_only_after_thirty_seconds_without_anybody_else(
    waited: tuple[int, int], paired: list[tuple[int, int]]
) -> None:
    two = [Waiting(player=player, rank=player, waited_s=s, last=3 - player) for player, s in enumerate(waited, 1)]
    assert arena.pair(two) == paired
    third = Waiting(player=3, rank=3)
    assert arena.pair([*two, third]) in ([(3, 1)], [(3, 2)])


def test_who_has_waited_least_waits_on() -> None:
    three = [Waiting(player=player, rank=player, waited_s=s) for player, s in ((1, 60), (2, 0), (3, 60))]
    assert arena.pair(three) == [(3, 1)]


def test_who_may_not_meet_does_not() -> None:
    four = [Waiting(player=player, rank=player, waited_s=60) for player in range(1, 5)]
    assert arena.pair(four, [frozenset((1, 2))]) == [(3, 1), (4, 2)]
    assert arena.pair(four[:2], [frozenset((1, 2))]) == []


WAITING = st.lists(st.tuples(st.integers(0, 60), st.none() | st.integers(1, 7), st.integers(0, 2)), max_size=6)


@settings(deadline=None)
@given(WAITING)
def test_pairs_are_the_best_of_all(drawn: list[tuple[int, int | None, int]]) -> None:
    waiting = [Waiting(player=at, rank=at, waited_s=s, last=last, starts=starts) for at, (s, last, starts) in enumerate(drawn, 1)]
    found = arena.pair(waiting)
    by_player = {one.player: one for one in waiting}

    def met(a: int, b: int) -> bool:
        return by_player[a].last == b or by_player[b].last == a

    def value(pairs: list[tuple[int, int]]) -> tuple[int, int, int]:
        waited = sum(by_player[one].waited_s // 10 for pair in pairs for one in pair)
        return (len(pairs), waited, -sum((a - b) ** 2 for a, b in pairs))

    fresh = [pair for pair in found if not met(*pair)]
    best = (0, 0, 0)
    for order in permutations(by_player):
        for count in range(len(order) // 2 + 1):
            pairs = [(order[2 * at], order[2 * at + 1]) for at in range(count)]
            if not any(met(*pair) for pair in pairs):
                best = max(best, value(pairs))
    assert value(fresh) == best
    assert len({one for pair in found for one in pair}) == 2 * len(found)
    for starter, other in found:
        assert by_player[starter].starts <= by_player[other].starts
        if met(starter, other):
            assert min(by_player[starter].waited_s, by_player[other].waited_s) >= arena.REMATCH_S
    left = [one for one in by_player if not any(one in pair for pair in found)]
    assert not any(
        not met(*pair) or min(by_player[one].waited_s for one in pair) >= arena.REMATCH_S for pair in combinations(left, 2)
    )


def test_many_are_paired_with_somebody_near() -> None:
    found = arena.pair(
        [Waiting(player=player, rank=player, last=player + 1 if player % 2 else player - 1) for player in range(1, 301)]
    )
    assert len(found) == 150
    assert max(abs(one - other) for one, other in found) <= 3


def test_tables_are_of_neighbours_and_who_has_waited_least_waits_on() -> None:
    waiting = [
        Waiting(player=player, rank=player, waited_s=0 if player in (2, 5) else 20, starts=player % 2) for player in range(1, 9)
    ]
    assert arena.tables(waiting, 3) == [(4, 3, 1), (8, 6, 7)]
    assert arena.tables(waiting[:2], 3) == []


def test_a_no_show_costs_sixty_seconds() -> None:
    assert arena.ready(100, paused=False)
    assert not arena.ready(100, paused=True)
    assert [arena.ready(now, paused=False, no_show_at=40) for now in (99, 100)] == [False, True]


def test_ties_are_split_by_strength_of_opponents_and_results_then_by_lot() -> None:
    games = [
        Game(first=1, second=2, result="W", mus=(25.0, 20.0)),
        Game(first=3, second=4, result="W", mus=(25.0, 30.5)),
        Game(first=4, second=2, result="D", mus=(25.0, 25.0)),
    ]
    rows = arena.standings([1, 2, 3, 4, 5, 6], games, seed="demo")
    assert [(row.player, row.points) for row in rows] == [
        (3, 2),
        (1, 2),
        (4, 1),
        (2, 1),
        *((one, 0) for one in lot.order("demo", [5, 6])),
    ]
    by_player = {row.player: row for row in rows}
    assert by_player[3].mean == Fraction("30.5") + Fraction(25, 6)
    assert by_player[2].mean == (Fraction(25) - Fraction(25, 6) + 25) / 2
    assert by_player[6].mean is None


def test_a_game_that_nobody_turned_up_to_counts_for_points_alone() -> None:
    rows = {row.player: row for row in arena.standings([1, 2], [Game(first=1, second=2, result="L", played=False)], seed="x")}
    assert (rows[2].points, rows[2].wins, rows[2].mean) == (2, 1, None)


@given(st.lists(st.tuples(st.permutations([1, 2, 3, 4]), st.sampled_from("WDL")), max_size=12))
def test_points_of_both_sides_are_those_of_their_rows(drawn: list[tuple[list[int], str]]) -> None:
    games = [Game(first=order[0], second=order[1], result=result) for order, result in drawn]  # type: ignore[arg-type]
    rows = arena.standings([1, 2, 3, 4], games, seed="s")
    assert sum(row.games for row in rows) == 2 * len(games)
    for row in rows:
        mine = [
            game.result if game.first == row.player else {"W": "L", "D": "D", "L": "W"}[game.result]
            for game in games
            if row.player in (game.first, game.second)
        ]
        assert row.points == sum(arena.points(mine))
    assert [row.points for row in rows] == sorted((row.points for row in rows), reverse=True)


def test_tables_give_the_points_of_heats_doubled_without_a_streak() -> None:
    table = Table(
        tuple(Finish(player=player, rank=rank) for player, rank in ((1, 1), (2, 2), (3, 2))), {1: 20.0, 2: 30.0, 3: 40.0}
    )
    rows = {row.player: row for row in arena.table_standings([1, 2, 3, 4], [table] * 3, seed="s")}
    assert (rows[1].points, rows[1].streak, rows[2].points, rows[4].points) == (720, 3, 180, 0)
    assert rows[1].mean == 35 + Fraction(25, 6)
    assert rows[2].mean == 30 - Fraction(25, 12)
    swapped = arena.table_standings([1, 2, 3], [table], seed="s", table={3: [0, 600, 600]})
    assert [row.points for row in swapped] == [1200, 1200, 0]
