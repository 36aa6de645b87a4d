"""Series as a function of their finished games (RNK-5), beyond the worked cases."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from typing import Any

import pytest

from leaderboards.matches.series import Next, Plan, Played, State, lot, state, worth

SIDES = ("a", "b")


def returned(*games: Played, **more: Any) -> State:
    """How a return match to 20 stands."""
    return state(Plan("return_match", SIDES, "a", **more), games)


def best_of(n: int, winners: str, **more: Any) -> State:
    """How a best of n stands; `-` is a draw."""
    games = [Played(winner=None if one == "-" else one) for one in winners]
    return state(Plan("best_of", SIDES, "a", n=n, **more), games)


def points(a: int, b: int, left: Mapping[str, str] | None = None) -> Played:
    return Played(points={"a": a, "b": b}, forfeits=left or {})


def _renamed(forfeits: Mapping[str, str]) -> dict[str, str]:
    return {"b" if side == "a" else "a": how for side, how in forfeits.items()}


def won(side: str) -> Played:
    return Played(winner=side)


# --- the return match (RNK-5.2, KMO-18) ------------------------------------------------------------------------------------


def test_the_example_of_the_rule_book() -> None:
    """KMO-18.3."""
    after = returned(points(21, 18), points(16, 20))
    assert (after.finished, after.winner, after.totals, after.reason) == (True, "b", {"a": 37, "b": 38}, "points")
    assert after.starters == ["a", "b"]


def test_both_games_are_always_played() -> None:
    """Whatever the first one brings, leaving it included (KMO-18.2)."""
    assert returned().next == Next("game", "a")
    for first in (points(50, 0), points(0, 0), points(3, 5, {"a": "resigned"}), points(3, 5, {"a": "absent", "b": "absent"})):
        after = returned(first)
        assert not after.finished
        assert after.next == Next("game", "b")


def test_what_a_game_is_worth_that_somebody_left() -> None:
    """0 to whoever leaves, at least the target to the other (RNK-5.7, KMO-17.10)."""
    plan = Plan("return_match", SIDES, "a", target=15)
    assert worth(plan, points(30, 7, {"a": "timeout"})) == {"a": 0, "b": 15}
    assert worth(plan, points(3, 17, {"a": "resigned"})) == {"a": 0, "b": 17}
    assert worth(plan, points(3, 17, {"a": "absent", "b": "absent"})) == {"a": 0, "b": 0}
    assert worth(plan, points(3, 17)) == {"a": 3, "b": 17}


@pytest.mark.parametrize("status", ["resigned", "timeout", "abandoned", "disqualified", "absent"])
def test_who_leaves_a_game_cannot_win(status: str) -> None:
    """Level or ahead, the other side wins, and no tie policy is asked (RNK-5.7)."""
    for other in (20, 45):
        after = returned(points(3, 3, {"a": status}), points(other, 0), ties=("game_tiebreak", "coin"), coin="a")
        assert (after.winner, after.reason) == ("b", "forfeit")
        assert after.totals == {"a": other, "b": 20}


def test_two_bars_cancel() -> None:
    """If each side left one game, the sums decide, then the policies (RNK-5.7)."""
    after = returned(points(0, 25, {"a": "resigned"}), points(22, 0, {"b": "timeout"}))
    assert (after.winner, after.reason, after.totals) == ("b", "points", {"a": 22, "b": 25})
    level = returned(points(0, 5, {"a": "resigned"}), points(7, 0, {"b": "timeout"}), ties=("coin",), coin="a")
    assert (level.winner, level.reason) == ("a", "coin")


def test_double_forfeits() -> None:
    """A game both miss counts as one forfeit of each; two of them leave no winner; the second one of a side loses (RNK-5.7)."""
    both = points(1, 1, {"a": "absent", "b": "absent"})
    assert (returned(both, both).winner, returned(both, both).reason) == (None, "double_forfeit")
    assert returned(both, points(9, 9, {"b": "resigned"})).winner == "a"
    assert returned(both, points(9, 8)).winner == "a"


def test_the_sides_can_be_swapped() -> None:
    """Nothing depends on which of them is named first."""
    swap = {"a": "b", "b": "a"}
    lefts: list[dict[str, str]] = [{}, {"a": "resigned"}, {"b": "resigned"}, {"a": "absent", "b": "absent"}]
    for (one, other), (more, less), first, second in product([(5, 20), (20, 20)], [(5, 20), (20, 5)], lefts, lefts):
        games = [points(one, other, first), points(more, less, second)]
        turned = [points(game.points["b"], game.points["a"], _renamed(game.forfeits)) for game in games]
        there, back = state(Plan("return_match", SIDES, "a"), games), state(Plan("return_match", SIDES, "b"), turned)
        assert (back.winner and swap[back.winner], back.reason) == (there.winner, there.reason)
        assert {swap[side]: total for side, total in back.totals.items()} == there.totals


# --- tie policies (RNK-5.6) ------------------------------------------------------------------------------------------------


def test_more_defeated_then_the_coin() -> None:
    """KMO-18.1: `tie_break=on`. A coin that has not been thrown is asked for."""
    level = [Played(points={"a": 20, "b": 20}, monsters={"a": 3, "b": 3})] * 2
    plan = Plan("return_match", SIDES, "a", ties=("game_tiebreak", "coin"))
    assert state(plan, level).next == Next("coin")
    assert not state(plan, level).finished
    more = [level[0], Played(points={"a": 20, "b": 20}, monsters={"a": 3, "b": 4})]
    assert (state(plan, more).winner, state(plan, more).reason) == ("b", "game_tiebreak")


def test_the_decider_has_its_own_sums() -> None:
    """First starter as in game 1; level again: the counter goes over all games (RNK-5.6)."""
    level = [Played(points={"a": 20, "b": 20}, monsters={"a": 5, "b": 1})] * 2
    plan = Plan("return_match", SIDES, "a", ties=("decider", "game_tiebreak", "coin"))
    assert state(plan, level).next == Next("decider", "a", games=2, target=10)
    assert state(plan, [*level, points(10, 3)]).next == Next("decider", "b", games=1, target=10)
    after = state(plan, [*level, points(10, 3), points(2, 10)])
    assert (after.winner, after.reason, after.totals) == ("b", "decider", {"a": 40, "b": 40})
    again = state(plan, [*level, points(10, 3), points(3, 10)])
    assert (again.winner, again.reason, again.tiebreak) == ("a", "game_tiebreak", {"a": 10, "b": 2})
    left = state(plan, [*level, points(10, 3, {"a": "resigned"}), points(30, 0)])
    assert (left.winner, left.reason) == ("b", "forfeit")


def test_extra_games_go_on_in_turn() -> None:
    """At most three; then the next policy."""
    plan: dict[str, Any] = {"ties": ("extra_game", "draw")}
    assert best_of(3, "a-b", **plan).next == Next("extra_game", "b")
    assert best_of(3, "a-b-", **plan).next == Next("extra_game", "a")
    assert best_of(3, "a-b-a", **plan).winner == "a"
    drawn = best_of(3, "a-b---", **plan)
    assert (drawn.finished, drawn.winner, drawn.reason) == (True, None, "draw")


def test_the_replay_of_omg() -> None:
    """One game to 25, then more points in it, then the better seed (OMG-17.4)."""
    plan = Plan("single", SIDES, "a", ties=("omg_replay",), seed="b")
    drawn = Played()
    assert state(plan, [drawn]).next == Next("omg_replay", "b", target=25)
    for replay, winner in ((won("a"), "a"), (points(25, 24), "a"), (points(25, 25), "b")):
        assert state(plan, [drawn, replay]).winner == winner


def test_seed_and_lot() -> None:
    assert returned(points(1, 1), points(1, 1), ties=("seed",), seed="b").winner == "b"
    sides = {"a": "p1", "b": "p2"}
    assert lot("seed", "W1.1", sides) == lot("seed", "W1.1", dict(reversed(sides.items())))
    assert {lot("seed", f"W1.{match}", sides) for match in range(20)} == {"a", "b"}


# --- best of n, fixed (RNK-5.3, RNK-5.5) -----------------------------------------------------------------------------------


def test_best_of_ends_when_it_cannot_be_turned() -> None:
    assert not best_of(5, "aa").finished
    assert best_of(5, "aaa").winner == "a"
    assert best_of(5, "a--a").winner == "a", "one game left, two ahead"
    assert not best_of(5, "ab-a").finished
    with pytest.raises(ValueError, match="after 2 games"):
        best_of(3, "aab")


def test_the_loser_chooses_who_starts() -> None:
    """OMG-17.4; where nobody lost, the starters alternate."""
    assert best_of(5, "a", loser_chooses=True).next == Next("game", chooser="b")
    assert best_of(5, "a-", loser_chooses=True).next == Next("game", "a")
    assert best_of(5, "", loser_chooses=True).next == Next("game", "a")


def test_in_a_best_of_resigning_is_an_ordinary_loss() -> None:
    """Leaving twice loses at once; resigning twice does not (RNK-5.7)."""
    plan = Plan("best_of", SIDES, "a", n=7)
    resigned, gone = Played(forfeits={"a": "resigned"}), Played(forfeits={"a": "abandoned"})
    assert not state(plan, [resigned, resigned]).finished
    assert state(plan, [resigned] * 4).winner == "b"
    assert (state(plan, [gone, won("a"), gone]).winner, state(plan, [gone, gone]).reason) == ("b", "forfeit")


def test_fixed() -> None:
    """A win is a point, a draw half of one; all games are played (RNK-5.5)."""
    plan = Plan("fixed", SIDES, "a", n=3, by_points=False)
    assert not state(plan, [won("a"), won("a")]).finished
    after = state(plan, [won("a"), Played(), won("b")])
    assert (after.totals, after.winner) == ({"a": 1.5, "b": 1.5}, None)
    assert state(plan, [won("a"), Played(), Played(forfeits={"b": "timeout"})]).totals == {"a": 2.5, "b": 0.5}
    summed = state(Plan("fixed", SIDES, "a", n=3), [points(5, 9), points(5, 9), points(20, 1)])
    assert (summed.winner, summed.totals) == ("a", {"a": 30, "b": 19})
