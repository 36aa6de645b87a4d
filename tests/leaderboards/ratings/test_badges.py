"""Badges (RNK-3.7): a pure function of results. The course of a rating as a drawing (RNK-2.5)."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

import pytest

from leaderboards.ratings import graph
from leaderboards.ratings.badges import Badge, Past, Place, badges

START = datetime(2026, 1, 1, 12, tzinfo=UTC)


def past(day: int, game: str = "kameloh", rank: int = 2, **more: Any) -> Past:
    return Past(game, START + timedelta(days=day), rank, **more)


def named(*results: Past) -> list[tuple[str, str]]:
    return [(badge.name, badge.game) for badge in badges(results)]


def test_the_first_win_of_each_game_and_many_games() -> None:
    games = [past(day) for day in range(8)]
    games += [past(8, rank=1), past(9, rank=1), past(10, "omg", rank=1)]
    assert named(*games) == [("first_win", "kameloh"), ("games_10", ""), ("first_win", "omg")]
    assert [badge.at for badge in badges(games)] == [one.at for one in games[8:]]
    assert ("games_100", "") in named(*(past(day) for day in range(100)))
    assert ("games_100", "") not in named(*(past(day) for day in range(99)))


def test_games_with_bots_do_not_count() -> None:
    assert named(*(past(day, rank=1, with_bots=True) for day in range(20))) == []


@pytest.mark.parametrize(
    ("results", "badge", "earned"),
    [
        ([past(0, "emotrions", 1, reason="knockout")], "knockout", True),
        ([past(0, "emotrions", 2, reason="knockout")], "knockout", False),
        ([past(0, "emotrions", 1, reason="target")], "knockout", False),
        ([past(day, "spieleflut", 3, extra={"top": 5}) for day in range(2)], "top_reviews", True),
        ([past(0, "spieleflut", 1, extra={"top": 9}), past(1, "innovation", 1, extra={"top": 9})], "top_reviews", False),
        ([past(n, "innovation", 1, reason=way) for n, way in enumerate(("achievements", "points", "dogma"))], "three_ways", True),
        ([past(n, "innovation", 1, reason=way) for n, way in enumerate(("achievements", "points", "left"))], "three_ways", False),
        ([past(0, points=10, theirs=15, series=4), past(1, points=20, theirs=14, series=4)], "turned_around", True),
        ([past(0, points=15, theirs=10, series=4), past(1, points=20, theirs=14, series=4)], "turned_around", False),
        ([past(0, points=10, theirs=15, series=4), past(1, points=20, theirs=14, series=5)], "turned_around", False),
        ([past(0, points=10, theirs=15, series=4), past(1, points=19, theirs=14, series=4)], "turned_around", False),
        ([past(0, "omg", extra={"missions": 3})], "missions", True),
        ([past(0, "omg", extra={"missions": 2}), past(1, "omg", extra={"missions": 1})], "missions", False),
    ],
)
def test_those_of_single_games(results: list[Past], badge: str, earned: bool) -> None:
    assert (badge in {name for name, _ in named(*results)}) is earned


def test_places_of_seasons_are_among_them_in_time() -> None:
    place = Place("Herbst", "kameloh.duel", 7, START + timedelta(days=5))
    earned = badges([past(0, rank=1), past(9, "omg", rank=1)], [place])
    assert earned[1] == Badge("season", place.at, "kameloh.duel", "Herbst", 7)
    assert [badge.name for badge in earned] == ["first_win", "season", "first_win"]


def test_they_replay() -> None:
    """The same results give the same badges; more results take none away."""
    rng = Random(3)
    games = [past(day, rng.choice(["omg", "kameloh", "innovation"]), rng.choice([1, 2])) for day in range(150)]
    whole = badges(games)
    assert whole == badges(list(games))
    for count in (10, 40, 149):
        assert set(map(repr, badges(games[:count]))) <= set(map(repr, whole))


# --- the drawing -------------------------------------------------------------------------------------------------------------


def steps(*values: int) -> list[tuple[datetime, int]]:
    return [(START + timedelta(days=day), value) for day, value in enumerate(values)]


def test_the_line_keeps_within_its_box() -> None:
    drawn = graph.graph(steps(1000, 1040, 990, 1284))
    assert drawn is not None
    assert (drawn.first, drawn.last, drawn.low, drawn.high) == (1000, 1284, 990, 1284)
    corners = [tuple(map(float, corner.split())) for corner in drawn.path[1:].split("L")]
    assert [x for x, _ in corners] == sorted(x for x, _ in corners)
    assert all(graph.LEFT <= x <= graph.RIGHT and graph.TOP <= y <= graph.BOTTOM for x, y in corners)
    assert drawn.end == corners[-1]
    assert [tick.value for tick in drawn.values] == sorted({tick.value for tick in drawn.values})
    assert drawn.values[0].value <= 990
    assert drawn.values[-1].value >= 1284
    assert len(drawn.days) <= graph.MOST_DATES


@pytest.mark.parametrize("values", [(1000, 1000), (1000, 1001), (-400, 3000), (5, 5, 5)])
def test_any_values_can_be_drawn(values: tuple[int, ...]) -> None:
    drawn = graph.graph(steps(*values))
    assert drawn is not None
    assert 2 <= len(drawn.values) <= graph.LINES + 1
    assert graph.graph(steps(*values[:1])) is None
    assert graph.graph([(START, value) for value in values]) is not None, "all at once"


def test_many_steps_keep_their_peaks() -> None:
    rng = Random(1)
    many = steps(*(1000 + rng.randint(-300, 300) for _ in range(5000)))
    shown = graph.thinned(many)
    assert len(shown) <= graph.MOST_POINTS
    assert (shown[0], shown[-1]) == (many[0], many[-1])
    assert {min(many, key=lambda one: one[1])[1], max(many, key=lambda one: one[1])[1]} <= {value for _, value in shown}
    assert [at for at, _ in shown] == sorted(at for at, _ in shown)


def test_the_table_has_a_row_a_month() -> None:
    months = graph.by_month([(START + timedelta(days=20 * n), 1000 + 10 * n) for n in range(5)])
    assert [(at.month, value, change) for at, value, change in months] == [(1, 1010, 10), (2, 1020, 10), (3, 1040, 20)]
    assert graph.by_month([]) == []
