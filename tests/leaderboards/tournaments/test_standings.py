"""Standings and tie-breaks (RNK-7.10, RNK-9.5)."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from leaderboards.tournaments import lot, standings
from leaderboards.tournaments.rehearsal import Event
from leaderboards.tournaments.standings import Game, Row, Unplayed, table

HALF = Fraction(1, 2)


def by_player(rows: list[Row]) -> dict[Any, Row]:
    return {row.player: row for row in rows}


def column(rows: list[Row], name: str) -> dict[Any, Fraction | None]:
    return {row.player: row.values[name] for row in rows}


def test_trailing_absences_count_half_for_the_opponents() -> None:
    """Back from the last round to a game, a bye or a forfeit win; forfeit losses are passed over."""
    games = [Game(1, "a", "b", 120), Game(1, "c", "d", 120)]
    unplayed = [
        Unplayed("a", 2, 0, "absent"), Unplayed("a", 3, 0, "forfeit_loss"), Unplayed("a", 4, 0, "withdrawn"),
        Unplayed("b", 2, 0, "absent"), Unplayed("b", 3, 120, "forfeit_win"), Unplayed("b", 4, 0, "absent"),
        Unplayed("c", 2, 120, "bye"), Unplayed("c", 3, 60, "requested_bye"), Unplayed("c", 4, 0, "forfeit_loss"),
    ]  # fmt: skip
    rows = by_player(table("swiss", "abcd", games, unplayed, ["BH", "SB"]))
    assert {player: row.adjusted for player, row in rows.items()} == {"a": 2, "b": 1 + HALF, "c": 2 + HALF, "d": 1 + HALF}
    # a: b counts 1.5, and a itself three times with its 1 point
    assert rows["a"].values == {"BH": 4 + HALF, "SB": 1 + HALF}
    assert rows["b"].values == {"BH": 2 + 3, "SB": 1}
    assert rows["c"].values["SB"] == Fraction(3, 2) + Fraction(5, 2) + Fraction(5, 4)
    assert (rows["c"].byes, rows["c"].forfeits, rows["a"].forfeits, rows["b"].forfeits) == (2, 1, 1, 1)


def test_rounds_before_a_late_entry_have_virtual_opponents() -> None:
    rows = by_player(table("swiss", [1, 2, 3], [Game(1, 1, 2, 120), Game(2, 3, 1, 120)], [], ["BH", "BHC1", "MBH"], rounds=3))
    assert rows[3].values == {"BH": 1 + (1 + HALF) + 1, "BHC1": HALF + 2, "MBH": 1}
    assert [part.opponent for part in rows[3].parts["BH"]] == [3, 1, 3]
    assert [part.left_out for part in rows[3].parts["MBH"]] == [True, True, False]


def test_a_single_addend_is_cut_once() -> None:
    rows = table("swiss", [1, 2], [Game(1, 1, 2, 120)], [], ["BHC1", "MBH"])
    assert [row.values for row in rows] == [{"BHC1": 0, "MBH": 0}] * 2


def test_wins_and_progress() -> None:
    games = [Game(1, 1, 2, 120), Game(2, 2, 1, 0), Game(3, 1, 2, 60)]
    rows = by_player(table("swiss", [1, 2, 3], games, [Unplayed(3, 1, 120, "forfeit_win")], ["WIN", "WS", "PROG"]))
    assert rows[1].values == {"WIN": 2, "WS": 1, "PROG": 1 + 2 + 2 + HALF}
    assert rows[3].values == {"WIN": 0, "WS": 0, "PROG": 3}
    assert (rows[1].wins, rows[1].draws, rows[2].losses) == (2, 1, 2)


def test_round_robin_forfeits_count_against_whom_they_were_to_meet() -> None:
    games = [Game(1, "a", "b", 120, None, (20, 11)), Game(2, "b", "c", 60, None, (9, 9))]
    unplayed = [Unplayed("c", 3, 120, "forfeit_win", "a"), Unplayed("a", 3, 0, "forfeit_loss", "c")]
    names = ["SB", "WIN", "KOYA", "PD", "PF", "DE"]
    rows = by_player(table("round_robin", "abc", games, unplayed, names, target=20))
    assert rows["c"].values == {"SB": HALF * HALF + 1, "WIN": 0, "KOYA": 1, "PD": 20, "PF": 29, "DE": None}
    assert rows["a"].values == {"SB": HALF, "WIN": 1, "KOYA": 0, "PD": 9 - 20, "PF": 20, "DE": None}
    assert (rows["c"].pf, rows["c"].pa, rows["c"].forfeits, rows["c"].wins) == (29, 9, 1, 0)
    assert [row.player for row in table("round_robin", "abc", games, unplayed, names)] == ["c", "a", "b"]


def test_direct_encounter_only_if_all_have_met_and_again_in_the_subgroups() -> None:
    """a, b and d have 2 each among the four who are level, c none; the three then have one each and stay level."""
    wins = [("a", "b"), ("a", "c"), ("d", "a"), ("b", "c"), ("b", "d"), ("d", "c"), ("c", "x"), ("c", "y"), ("c", "x")]
    wins += [("d", "y"), ("x", "d"), ("b", "x"), ("a", "y")]
    games = [Game(None, first, second, 120) for first, second in wins]
    rows = table("round_robin", "abcdxy", games, [], ["DE"])
    level = [row for row in rows if row.points == 360]
    assert {row.player: row.values["DE"] for row in level} == {"a": 2, "b": 2, "c": 0, "d": 2}
    assert [(row.player, row.place) for row in level] == [("a", 1), ("b", 1), ("d", 1), ("c", 4)]
    two = [Game(None, "a", "b", 120), Game(None, "b", "x", 120)]
    assert column(table("round_robin", "abx", two, [], ["DE"]), "DE") == {"a": 1, "b": 0, "x": None}
    three = [*two, Game(None, "c", "x", 120)]
    assert column(table("round_robin", "abcx", three, [], ["DE"]), "DE") == dict.fromkeys("abcx")
    assert [row.place for row in table("round_robin", "abcx", three, [], ["DE"])] == [1, 1, 1, 4]


def test_direct_encounter_is_applied_again_to_what_it_leaves() -> None:
    """Of four all level on points, two have 2 among the four and two 1: each two are told apart by their game."""
    games = [
        Game(None, "a", "b", 120), Game(None, "a", "c", 0), Game(None, "a", "d", 120),
        Game(None, "b", "c", 120), Game(None, "b", "d", 120), Game(None, "c", "d", 0),
        Game(None, "c", "x", 120), Game(None, "d", "x", 120),
    ]  # fmt: skip
    rows = table("round_robin", "dcbax", games, [], ["DE"])
    assert [(row.player, row.place, row.values["DE"]) for row in rows] == [
        ("a", 1, 2), ("b", 2, 2), ("d", 3, 1), ("c", 4, 1), ("x", 5, None),
    ]  # fmt: skip


def test_strength_series_and_own_scores() -> None:
    games = [Game(1, 1, 2, 120, None, (20, 17), (2, 1)), Game(2, 3, 1, 60, None, (8, 8), (1, 1))]
    rows = by_player(table("swiss", [1, 2, 3], games, [], ["AOR", "GD", "PD", "PF"], mu={1: 25.5, 2: 20, 3: Fraction(91, 3)}))
    assert rows[1].values == {"AOR": Fraction(151, 6), "GD": 1, "PD": 3, "PF": 28}
    assert rows[2].values == {"AOR": Fraction(51, 2), "GD": -1, "PD": -3, "PF": 17}
    assert table("swiss", [9], [], [], ["AOR"])[0].values == {"AOR": None}


def test_places_are_shared_unless_the_lot_decides() -> None:
    drawn = [Game(1, 1, 2, 60), Game(1, 3, 4, 60), Game(1, 5, 6, 0)]
    assert [row.place for row in table("swiss", range(1, 7), drawn, [], ["BH"])] == [1, 2, 2, 2, 2, 6]
    rows = table("swiss", range(1, 7), drawn, [], ["BH", "LOT"], seed="demo")
    assert [row.place for row in rows] == [1, 2, 3, 4, 5, 6]
    assert [row.player for row in rows[1:5]] == lot.order("demo", [1, 2, 3, 4]) == [1, 3, 4, 2]
    named = table("swiss", range(1, 7), drawn, [], ["LOT"], seed="demo", ids={one: f"p{one}" for one in range(1, 7)})
    assert [f"p{row.player}" for row in named[1:5]] == lot.order("demo", ["p1", "p2", "p3", "p4"])


def test_a_play_off_decides_among_the_first() -> None:
    games = [Game(1, 1, 4, 120), Game(1, 2, 5, 120), Game(1, 3, 6, 120)]
    rows = table("swiss", range(1, 7), games, [], ["LOT"], seed="demo", play_off=[2, 1, 5])
    assert [(row.player, row.place) for row in rows[:3]] == [(2, 1), (1, 2), (3, 3)]


@pytest.mark.parametrize(
    ("game", "tie_break"),
    [(Game(1, 1, 2, 60), "ELO"), (Game(1, 1, 3, 60), "BH"), (Game(None, 1, 2, 60), "BH")],
)
def test_what_is_not_known_is_refused(game: Game, tie_break: str) -> None:
    with pytest.raises(ValueError, match=r"no such|has a round"):
        table("swiss", [1, 2], [game], [], [tie_break])


def event(seed: int, n: int, rounds: int) -> tuple[list[Game], list[Unplayed]]:
    """Results of a Swiss event with own scores; some are absent."""
    rng = Random(seed)
    played = Event(n, str(seed), 30)
    for number in range(1, rounds + 1):
        away = rng.choice([*played.entered, 0])
        played.present -= {away}
        if away:
            played.unplayed.append(Unplayed(away, number, 0, "absent"))
        played.play(played.pair(number, played.participants(number)))
        played.present = set(played.entered)
    scored = [
        Game(one.round, one.first, one.second, one.points, None, (rng.randint(0, 20), rng.randint(0, 20))) for one in played.games
    ]
    return scored, played.unplayed


@given(st.integers(0, 10**6), st.integers(4, 14), st.integers(1, 4))
@settings(max_examples=30, deadline=None)
def test_values_do_not_depend_on_numbers_or_order(seed: int, n: int, rounds: int) -> None:
    """RNK-9.5; and each value is the sum of its addends."""
    games, unplayed = event(seed, n, min(rounds, n - 1))
    names = [name for name in standings.NAMES if name != "LOT"]
    mu = {one: 20 + Fraction(one, 7) for one in range(1, n + 1)}
    rows = table("swiss", range(1, n + 1), games, unplayed, names, mu=mu, target=20)
    other = {one: f"x{one * 7919 % 97}" for one in range(1, n + 1)}
    renamed = table(
        "swiss",
        [other[one] for one in range(n, 0, -1)],
        [Game(one.round, other[int(one.first)], other[int(one.second)], one.points, None, one.scores) for one in games[::-1]],
        [Unplayed(other[int(one.player)], one.round, one.points, one.kind) for one in unplayed[::-1]],
        names,
        mu={other[one]: value for one, value in mu.items()},
        target=20,
    )
    assert {other[int(row.player)]: (row.place, row.values, row.adjusted) for row in rows} == {
        row.player: (row.place, row.values, row.adjusted) for row in renamed
    }
    assert sum(row.values["PD"] or 0 for row in rows) == 0
    for row in rows:
        for name in set(names) - {"AOR"}:
            if row.values[name] is not None:
                assert sum(part.value for part in row.parts[name] if not part.left_out) == row.values[name]


@given(st.text(), st.lists(st.integers(), unique=True))
def test_the_lot_is_a_total_order(seed: str, ids: list[int]) -> None:
    order = lot.order(seed, ids)
    assert sorted(order) == sorted(ids)
    assert lot.order(seed, ids[::-1]) == order
    assert len({lot.digest(seed, one) for one in ids}) == len(ids)
