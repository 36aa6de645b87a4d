"""What holds for every series, whatever is played in it (RNK-5, RNK-9)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from leaderboards.matches.cases import series_case
from leaderboards.matches.series import LEFT, Next, Plan, Played, State, state, worth

SIDES = ("a", "b")
OTHER = {"a": "b", "b": "a"}
LONGEST = 9 + 3 + 2 + 1
"""Games of the series, extra games, decider, replay."""

forfeits = st.sampled_from(
    [{}, {}, {}, {"a": "resigned"}, {"b": "timeout"}, {"a": "abandoned"}, {"b": "absent"}, {"a": "absent", "b": "absent"}]
)
small = st.integers(0, 3)


@st.composite
def games(draw: st.DrawFn) -> Played:
    """A game that is over: points with a winner by its rules, monsters, and perhaps somebody who left."""
    a, b = draw(small), draw(small)
    drawn = draw(st.booleans())
    winner = None if drawn else draw(st.sampled_from(SIDES))
    monsters = {"a": draw(small), "b": draw(small)}
    return Played("", {"a": a, "b": b}, winner, drawn, monsters, draw(forfeits))


@st.composite
def plans(draw: st.DrawFn) -> Plan:
    kind = draw(st.sampled_from(["single", "return_match", "best_of", "fixed"]))
    n = draw(st.sampled_from([1, 3, 5, 7, 9])) if kind == "best_of" else draw(st.integers(1, 9))
    others = ["game_tiebreak", "extra_game", "decider", "omg_replay", "seed"]
    ties: tuple[Any, ...] = (*draw(st.lists(st.sampled_from(others), unique=True)), draw(st.sampled_from(["draw", "coin"])))
    return Plan(
        kind,  # type: ignore[arg-type]
        SIDES,
        draw(st.sampled_from(SIDES)),
        n,
        by_points=draw(st.booleans()),
        target=2,
        ties=ties,
        loser_chooses=kind == "best_of" and draw(st.booleans()),
        seed=draw(st.sampled_from(SIDES)),
        coin=draw(st.sampled_from(SIDES)),
    )


def played_out(plan: Plan, pool: Sequence[Played]) -> tuple[list[Played], list[State]]:
    """The series with these games as they are asked for, the state before each and at the end; whoever may choose begins."""
    done: list[Played] = []
    states = [state(plan, done)]
    for game in pool:
        after = states[-1].next
        if after is None:
            break
        done.append(msgspec.structs.replace(game, starter=after.starter or after.chooser))
        states.append(state(plan, done))
    return done, states


def turned(plan: Plan) -> Plan:
    """The same plan with the names of the sides swapped."""
    swap: Mapping[str, str] = OTHER
    return msgspec.structs.replace(
        plan, first_starter=swap[plan.first_starter], seed=swap[plan.seed], coin=swap[plan.coin], sides=("b", "a")
    )


def _turned(game: Played) -> Played:
    def names(held: Mapping[str, Any]) -> dict[str, Any]:
        return {OTHER[side]: value for side, value in held.items()}

    winner = None if game.winner is None else OTHER[game.winner]
    points, monsters, left = names(game.points), names(game.monsters), names(game.forfeits)
    return Played(OTHER.get(game.starter, ""), points, winner, game.drawn, monsters, left)


@settings(deadline=None)
@given(plans(), st.lists(games(), min_size=LONGEST, max_size=LONGEST))
def test_it_comes_to_an_end_and_says_what_comes_next_until_then(plan: Plan, pool: list[Played]) -> None:
    """Finished, or a next game, never both; the starters take turns but where the loser chooses or a decider begins anew."""
    done, states = played_out(plan, pool)
    assert [now.finished for now in states] == [False] * len(done) + [True]
    assert all((now.next is None) == now.finished for now in states)
    assert (states[-1].winner is None) == (states[-1].reason in ("draw", "double_forfeit"))
    for before, now in pairwise(states):
        asked = before.next
        assert asked is not None
        assert now.starters[:-1] == before.starters
        if asked.kind == "decider":
            assert asked.starter == (now.starters[0] if asked.games == 2 else OTHER[now.starters[-2]])
        elif before.starters and not asked.chooser:
            assert now.starters[-1] == OTHER[before.starters[-1]]


@settings(deadline=None)
@given(plans(), st.lists(games(), min_size=LONGEST, max_size=LONGEST))
def test_the_sides_can_be_swapped_in_every_kind(plan: Plan, pool: list[Played]) -> None:
    """Nothing depends on which side is named first."""
    done, states = played_out(plan, pool)
    back = state(turned(plan), [_turned(game) for game in done])
    last = states[-1]
    assert (back.winner and OTHER[back.winner], back.reason) == (last.winner, last.reason)
    assert {OTHER[side]: value for side, value in back.totals.items()} == last.totals
    assert {OTHER[side]: value for side, value in back.wins.items()} == last.wins


@settings(deadline=None)
@given(plans(), st.lists(games(), min_size=LONGEST, max_size=LONGEST))
def test_what_decides_is_so(plan: Plan, pool: list[Played]) -> None:
    """Against a second reckoning of sums, wins and forfeits, straight from the games (RNK-5.2 to RNK-5.7)."""
    done, states = played_out(plan, pool)
    last = states[-1]
    kinds = [now.next.kind for now in states if now.next is not None]
    main = [game for game, kind in zip(done, kinds, strict=True) if kind == "game"]
    won = {side: sum(_winner(game) == side for game in main) for side in SIDES}
    if plan.adds_points:
        assert last.totals == {side: sum(worth(plan, game)[side] for game in main) for side in SIDES}
    if plan.kind == "fixed" and not plan.by_points:
        halves = sum(_winner(game) is None and len(game.forfeits) < 2 for game in main) / 2
        assert last.totals == {side: won[side] + halves for side in SIDES}
    counted = [[s for s, how in game.forfeits.items() if plan.kind != "best_of" or how in LEFT] for game in done]
    twice = {side for side in SIDES if sum(side in left for left in counted) > 1}
    if twice:
        assert last.reason == ("double_forfeit" if len(twice) == 2 else "forfeit") or (
            plan.kind == "best_of" and last.reason == "wins"
        )
    if last.reason == "wins":
        leader, other = str(last.winner), OTHER[str(last.winner)]
        assert won[leader] > won[other]
        assert plan.kind == "single" or won[leader] > won[other] + plan.n - len(main)
    if last.reason == "points":
        assert last.totals[str(last.winner)] > last.totals[OTHER[str(last.winner)]]
        barred = {side for side in SIDES if any(side in game.forfeits for game in main)}
        assert not plan.adds_points or len(barred) != 1
    if last.reason not in ("wins", "points", "forfeit", "double_forfeit"):
        sums = last.totals if plan.kind in ("return_match", "fixed") else won
        assert sums["a"] == sums["b"]
        assert last.reason == "draw" or last.reason in plan.ties
    if last.reason == "game_tiebreak":
        monsters = {side: sum(game.monsters[side] for game in done) for side in SIDES}
        assert last.tiebreak == monsters
        assert monsters[str(last.winner)] > monsters[OTHER[str(last.winner)]]
    assert kinds.count("extra_game") <= 3
    assert kinds.count("decider") in (0, 1, 2)


def _winner(game: Played) -> str | None:
    if len(game.forfeits) == 1:
        return OTHER[next(iter(game.forfeits))]
    if game.forfeits or game.drawn:
        return None
    return game.winner


@settings(deadline=None)
@given(plans(), st.lists(games(), max_size=4))
def test_the_coin_is_only_asked_for_when_it_decides(plan: Plan, pool: list[Played]) -> None:
    """Before the first table has told its secret nobody knows it, and nothing else changes by it (RNK-5.6)."""
    done, states = played_out(plan, pool)
    blind = state(msgspec.structs.replace(plan, coin=""), done)
    if states[-1].reason == "coin":
        assert blind.next == Next("coin")
    else:
        assert blind == states[-1]


# --- the format of the worked cases (RNK-10) -------------------------------------------------------------------------------


def case(**given: Any) -> dict[str, Any]:
    return series_case({"first_starter": "a", "games": []} | given)


def test_cases_of_every_kind() -> None:
    """Each key of the format, beyond the handed cases."""
    assert case(type="single", ties=["coin"])["next"] == {"kind": "game", "games": 1, "starter": "a"}
    level = [{"points": {"a": 20, "b": 20}, "monsters": {"a": 2, "b": 1}}] * 2
    ties = ["decider", "game_tiebreak", "coin"]
    decider = [{"points": {"a": 10, "b": 4}, "monsters": {"a": 0, "b": 4}}, {"points": {"a": 4, "b": 10}}]
    tied = case(type="return_match", target=20, ties=ties, games=[*level, *decider])
    assert (tied["winner"], tied["tiebreak"], tied["totals"]) == ("b", {"a": 4, "b": 6}, {"a": 40, "b": 40})
    second = case(type="return_match", target=20, ties=ties, games=[*level, decider[0]])["next"]
    assert second == {"kind": "decider", "games": 1, "starter": "b", "target": 10}


def test_cases_of_best_of_and_fixed() -> None:
    """Drawn games are named `null`; an extra game is the next in turn; in `fixed` wins count where winners are named."""
    won, drawn = {"winner": "a"}, {"winner": None}
    after = case(type="best_of", n=3, ties=["extra_game", "coin"], games=[won, {"winner": "b"}, drawn])
    assert after["next"] == {"kind": "extra_game", "games": 1, "starter": "b"}
    assert after["starters"] == ["a", "b", "a"]
    over = case(type="best_of", n=1, ties=["extra_game", "draw"], games=[drawn] * 4)
    assert (over["finished"], over["winner"]) == (True, None)
    assert case(type="best_of", n=1, ties=["extra_game", "coin"], games=[drawn] * 4)["finished"], "but who has it nobody knows"
    assert case(type="fixed", n=2, games=[won, drawn])["totals"] == {"a": 1.5, "b": 0.5}
    points = {"type": "fixed", "n": 2, "target": 20, "ties": ["extra_game"]}
    even = [{"points": {"a": 20, "b": 9}}, {"points": {"a": 9, "b": 20}}]
    assert case(**points, games=even)["totals"] == {"a": 29, "b": 29}
    assert case(**points, games=[*even, won])["winner"] == "a"


def test_cases_of_forfeits() -> None:
    """Of one side, of the same one twice, of both."""
    both, one = {"forfeit": "both", "points": {"a": 3, "b": 1}}, {"forfeit": "a", "points": {"a": 12, "b": 21}}
    twice = case(type="return_match", target=20, games=[both, both])
    assert (twice["finished"], twice["winner"], twice["totals"]) == (True, None, {"a": 0, "b": 0})
    assert case(type="return_match", target=20, games=[one, both])["winner"] == "b"
    crossed = case(type="return_match", target=20, ties=["draw"], games=[one, one | {"forfeit": "b"}])
    assert (crossed["winner"], crossed["totals"]) == ("b", {"a": 20, "b": 21})


def test_cases_whose_sides_are_seeds() -> None:
    """RNK-5.6: in a replay the better seed is the smaller number; OMG-17.4."""
    replay = {"type": "single", "game": "omg", "ties": ["omg_replay"], "first_starter": 8}
    drawn = {"winner": None, "points": {"1": 30, "8": 30}}
    assert case(**replay, games=[drawn])["next"] == {"kind": "omg_replay", "games": 1, "starter": 1, "target": 25}
    assert case(**replay, games=[drawn, drawn])["winner"] == 1
    assert case(**replay, games=[drawn, {"winner": None, "points": {"1": 24, "8": 25}}])["winner"] == 8
