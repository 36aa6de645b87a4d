"""Whole events in memory (RNK-7.12, 7.13), and that the worked cases of brackets, groups and round robins hold."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from games.engine import cases, registry
from leaderboards.tournaments import bracket, invariants
from leaderboards.tournaments.bracket import Fixture, Source
from leaderboards.tournaments.cases import KINDS
from leaderboards.tournaments.corrections import Refused
from leaderboards.tournaments.event import Elimination, RoundRobin

FILE = Path(__file__).parents[2] / "cases" / "rankings.json"


@pytest.mark.parametrize(
    ("kind", "count"),
    [
        ("single_elimination", 13),
        ("double_elimination_map", 4),
        ("double_elimination_run", 10),
        ("round_robin", 6),
        ("groups_snake", 3),
        ("groups_bracket", 2),
        ("event", 3),
    ],
)
def test_worked_cases(kind: str, count: int) -> None:
    mine = [case for case in cases.read(FILE) if case["kind"] == kind]
    results = list(cases.run(mine, registry.adapter("rankings"), b""))
    assert {result.id: result.differences for result in results if result.differences} == {}
    assert len(results) == count


def event(*steps: dict[str, Any], **given: Any) -> dict[str, Any]:
    return KINDS["event"]({"format": "single_elimination", "n": 4, "third_place": True, "steps": list(steps), **given})


SEMIS = ({"match": "W1.1", "winner": 1}, {"match": "W1.2", "winner": 2})
WRONG = {"override": "W1.2", "winner": 3, "reason": "wrong entry"}


@pytest.mark.parametrize("state", ["called", "running"])
def test_an_override_under_a_match_that_has_begun_asks_for_a_choice(state: str) -> None:
    found = event(*SEMIS, {"match": "W2.1", "state": state}, WRONG)
    assert (found["refused"], found["needs_choice"], found["audit_entries"], found["marked"]) == (True, ["W2.1"], 0, [])
    assert found["matches"]["W1.2"]["winner"] == 2
    kept, void = found["with_choice"]["keep"], found["with_choice"]["void"]
    assert kept["W1.2"]["winner"] == void["W1.2"]["winner"] == 3
    assert kept["W2.1"] == {"state": state, "sides": [1, 2], "winner": None}
    assert kept["3P"] == {"state": "ready", "sides": [4, 3], "winner": None}
    assert void["W2.1"] == {"state": "ready", "sides": [1, 3], "winner": None}
    assert void["3P"] == {"state": "ready", "sides": [4, 2], "winner": None}


def test_a_choice_can_come_with_the_override() -> None:
    found = event(*SEMIS, {"match": "W2.1", "winner": 1}, {**WRONG, "choice": "keep"})
    assert (found["refused"], found["audit_entries"], found["marked"]) == (False, 1, ["W1.2"])
    assert found["matches"]["W2.1"] == {"state": "finished", "sides": [1, 2], "winner": 1}
    found = event(*SEMIS, {"match": "W2.1", "winner": 1}, {**WRONG, "choices": {"W2.1": "void"}})
    assert found["matches"]["W2.1"] == {"state": "ready", "sides": [1, 3], "winner": None}


def test_each_override_leaves_one_entry_and_its_mark() -> None:
    found = event(*SEMIS, WRONG, {**WRONG, "winner": 2}, {**WRONG, "override": "W1.1", "winner": 4})
    assert (found["audit_entries"], found["marked"]) == (3, ["W1.1", "W1.2"])
    assert found["matches"]["W2.1"]["sides"] == [4, 2]


@pytest.mark.parametrize(
    "step",
    [
        {**WRONG, "reason": " "},
        {**WRONG, "winner": 1},
        {**WRONG, "override": "W2.1"},
        {**WRONG, "override": "W7.1"},
        {"match": "W1.1", "winner": 4},
        {"match": "W2.1", "winner": 3},
        {"match": "W9.9", "winner": 3},
        {"match": "W2.1", "state": "juggled"},
        {"match": "W1.2", "state": "called"},
        {"withdraw": 5},
    ],
    ids=str,
)
def test_what_cannot_be_done_is_refused_and_changes_nothing(step: dict[str, Any]) -> None:
    found, before = event(*SEMIS, step), event(*SEMIS)
    assert found == {**before, "refused": True}


def test_a_match_can_be_called_and_not_called_again() -> None:
    called = {"match": "W1.1", "state": "called"}
    assert event(called)["matches"]["W1.1"]["state"] == "called"
    assert event(called, {"match": "W1.1", "state": "ready"})["matches"]["W1.1"]["state"] == "ready"
    assert event(called, {"match": "W1.1", "winner": 4})["matches"]["W1.1"]["state"] == "finished"


def test_who_withdraws_from_a_bracket_forfeits() -> None:
    found = event(SEMIS[0], {"withdraw": 2}, {"withdraw": 1})
    states = {name: (how["state"], how["winner"]) for name, how in found["matches"].items()}
    assert states == {"W1.1": ("finished", 1), "W1.2": ("forfeit", 3), "W2.1": ("forfeit", 3), "3P": ("forfeit", 4)}
    assert found["places"] == {"3": 1, "1": 2, "4": 3, "2": 4}
    assert event({"withdraw": 1}, {"withdraw": 1})["refused"]


def test_a_whole_bracket_is_played() -> None:
    found = event({"play_rounds": 9}, format="double_elimination", n=6, wins="worse_seed")
    assert found["places"] == {"6": 1, "5": 2, "4": 3, "3": 4, "1": 5, "2": 5}
    assert event(format="double_elimination", n=4, single_final=True)["matches"].keys() >= {"GF1"}
    with pytest.raises(ValueError, match="format"):
        event(format="knock_out")


def test_state_and_result_of_a_forfeit() -> None:
    found = event({"match": "W1.1", "state": "forfeit", "winner": 4}, {"match": "W1.2", "state": "double_forfeit"})
    assert [found["matches"][name]["state"] for name in ("W1.1", "W1.2", "W2.1", "3P")] == [
        "forfeit",
        "double_forfeit",
        "walkover",
        "walkover",
    ]


def test_withdrawal_from_a_bracket_twice_is_refused() -> None:
    played = Elimination(4, bracket.single(4))
    played.withdraw(1)
    with pytest.raises(Refused, match="not_in"):
        played.withdraw(1)


# Round robins


def robin(*steps: dict[str, Any], n: int = 6, cycles: int = 1, wins: str = "better_seed") -> dict[str, Any]:
    return event(*steps, format="round_robin", n=n, cycles=cycles, wins=wins)


def test_who_withdraws_early_leaves_the_table_and_ratings_stay() -> None:
    found = robin({"play_rounds": 2}, {"withdraw": 3}, {"play_rounds": 3})
    assert found["points"] == {"1": 4, "2": 3, "4": 2, "5": 1, "6": 0}
    assert found["annulled"] == found["rated_results_kept"] == [[3, 4], [5, 3]]
    assert found["forfeits"] == []
    assert found["places"] == {"1": 1, "2": 2, "4": 3, "5": 4, "6": 5}


def test_several_withdrawals() -> None:
    found = robin({"play_rounds": 3}, {"withdraw": 2}, {"withdraw": 1}, {"play_rounds": 2})
    assert found["forfeits"] == [[1, 4], [2, 3], [4, 2], [5, 1]]
    assert found["points"] == {"1": 3, "2": 2, "3": 4, "4": 4, "5": 2, "6": 0}
    found = robin({"play_rounds": 1}, {"withdraw": 1}, {"withdraw": 2})
    assert (found["forfeits"], found["annulled"]) == ([], [[1, 6], [2, 5]])
    assert found["points"] == {"3": 1, "4": 0, "5": 0, "6": 0}


def test_forfeits_left_behind_count_as_done_for_the_others() -> None:
    """After two rounds 1 and 4 have played once; 2 leaves 4 a win by forfeit, but 1 has met 2 already."""
    found = robin({"play_rounds": 2}, {"withdraw": 2}, {"withdraw": 1}, n=5)
    assert (found["forfeits"], found["annulled"]) == ([[2, 3], [4, 2]], [[1, 2]])
    assert found["points"] == {"2": 1, "3": 3, "4": 1, "5": 0}
    assert "4" in robin({"play_rounds": 2}, {"withdraw": 2}, {"withdraw": 4}, n=5)["points"]


def test_draws_give_half_a_point_each() -> None:
    found = robin({"play_rounds": 5}, wins="draw")
    assert found["points"] == {str(who): 2.5 for who in range(1, 7)}
    assert set(found["places"].values()) == {1}


def test_all_cycles_count_for_the_half() -> None:
    found = robin({"play_rounds": 4}, {"withdraw": 1}, n=4, cycles=3)
    assert "1" not in found["points"]
    found = robin({"play_rounds": 5}, {"withdraw": 1}, n=4, cycles=3)
    assert found["points"]["1"] == 5
    assert len(found["forfeits"]) == 4
    assert robin({"withdraw": 7})["refused"]


def test_points_are_one_a_game() -> None:
    played = RoundRobin(5, 4)
    played.play_rounds(99, max)
    assert sum(played.table().values()) == 40
    assert not played.pairs("open")


# The checks of the invariants can fail


def test_checks_find_what_is_wrong() -> None:
    fixtures = bracket.double(8)
    swapped = {"L1.1": ("W1.1", "W1.3"), "L1.2": ("W1.2", "W1.3")}
    broken = [
        Fixture(
            each.name,
            each.round,
            each.index,
            (Source("loser", swapped[each.name][0]), Source("loser", swapped[each.name][1])),
            each.bracket,
        )
        if each.name in swapped
        else each
        for each in fixtures
    ]
    stands = invariants.random_run(broken, 8, Random(1))
    assert not invariants.de_losses(broken, 8, stands)
    assert not invariants.walkovers(fixtures, 8, stands)
    assert not invariants.rr_pairs([], 4)


def test_a_list_of_sizes_or_one_size() -> None:
    for sizes in (5, [5, 6], {"from": 5, "to": 6}):
        found = invariants.elimination({"format": "double_elimination", "n": sizes, "repeats": 2})
        assert found["checks"] == ["de_played", "de_losses", "de_first_drop", "de_walkovers"]
    assert invariants.elimination({"format": "single_elimination", "n": [6]})["checks"] == [
        "se_played",
        "se_losses",
        "se_walkovers",
    ]
