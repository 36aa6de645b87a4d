"""The worked cases of the rankings: those of the kinds that are known pass, the others are told apart."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from games.engine import cases, registry
from leaderboards.cases import KINDS, run
from tests.games.management.test_commands import Output

FILE = Path(__file__).parents[1] / "cases" / "rankings.json"


@pytest.mark.parametrize(
    ("kind", "count"),
    [
        ("series", 8),
        ("starter", 5),
        ("rating", 10),
        ("rating_log", 2),
        ("result", 3),
        ("emotrions_match", 3),
        ("leaderboard", 1),
        ("pair_cap", 1),
        ("heat_points", 5),
        ("heat_sizes", 5),
        ("heat_plan", 3),
        ("arena", 3),
        ("lifecycle_moves", 1),
        ("lifecycle", 1),
        ("swiss_round", 21),
        ("tie_breaks", 3),
        ("lot", 1),
        ("invariants", 3),
    ],
)
def test_worked_cases(kind: str, count: int) -> None:
    mine = [case for case in cases.read(FILE) if case["kind"] == kind]
    results = list(cases.run(mine, registry.adapter("rankings"), b""))
    assert {result.id: result.differences for result in results if result.differences} == {}
    assert sum(result.passed for result in results) == count


def test_a_kind_that_is_not_known_does_not_pass(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    case = {"id": "X-1", "kind": "juggling", "title": "x", "input": {}, "expect": {}}
    (tmp_path / "strange.json").write_text(json.dumps({"cases": [case]}), encoding="utf-8")
    output = Output(capsys, "cases", "rankings", str(tmp_path / "strange.json"), "--json")
    assert output.status == 1
    assert output.figures["unknown"] == {"juggling": 1}
    assert output.figures["failed"] == 0
    assert "juggling: 1 cases, not known yet" in output.text


def test_a_wrong_expectation_is_told(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    case = next(case for case in cases.read(FILE) if case["id"] == "SER-RM-1")
    case["expect"] |= {"winner": "b", "totals": {"a": 38, "b": 33}}
    (tmp_path / "wrong.json").write_text(json.dumps({"cases": [case]}), encoding="utf-8")
    output = Output(capsys, "cases", "rankings", str(tmp_path / "wrong.json"))
    assert output.status == 1
    assert "winner: expected 'b', got 'a'" in output.text
    assert "totals.b: expected 33, got 32" in output.text


def ran(kind: str, given: Mapping[str, Any]) -> dict[str, Any]:
    return KINDS[kind](given)


def test_experience_is_counted_from_a_history() -> None:
    """RNK-4.1: not with bots, not voided, not aborted, never below 0."""
    seats = {
        "a": {"history": [{"points": 20, "bots": False}, {"points": -5, "bots": False}, {"points": 9, "bots": True}]},
        "b": {"history": [{"points": 30, "bots": False, "voided": True}, {"points": 21, "bots": False}]},
        "c": {"history": [{"points": 40, "bots": False, "aborted": True}, {"points": 20, "bots": False}]},
    }
    found = ran("starter", {"game": "spieleflut", "source": "less_experienced", "seats": seats})
    assert found == {"experience": {"a": 20, "b": 21, "c": 20}, "starts": "seed", "among": ["a", "c"]}


def test_omg_calls_it_fewer_wins_and_a_coin_is_for_all() -> None:
    seats = {"a": {"experience": 3}, "b": {"experience": 2}}
    assert ran("starter", {"game": "omg", "source": "fewer_wins", "seats": seats})["starts"] == "b"
    assert ran("starter", {"game": "omg", "source": "random", "seats": seats})["among"] == ["a", "b"]


def test_a_match_that_goes_on_ranks_only_those_who_are_out() -> None:
    found = ran("emotrions_match", {"seats": [1, 2, 3], "totals_after_deals": [[5, -3, 9]]})
    assert found == {"ranks": {"2": 3}, "reason": "", "playoff_seats": []}


def test_a_play_off_is_decided_by_its_deal() -> None:
    """EMO-6.3: totals may fall in it."""
    found = ran("emotrions_match", {"seats": [1, 2, 3], "totals_after_deals": [[39, 39, 37], [36, 35, None]]})
    assert found == {"ranks": {"1": 1, "2": 2, "3": 3}, "reason": "playoff", "playoff_seats": []}


def test_all_below_0_in_the_same_deal() -> None:
    """EMO-6.6."""
    found = ran("emotrions_match", {"seats": ["a", "b"], "totals_after_deals": [[-4, -2]]})
    assert found["ranks"] == {"a": 2, "b": 1}


def test_a_team_of_which_one_leaves_early() -> None:
    """RNK-1.4, RNK-1.5."""
    seats = [{"seat": n, "team": "ab"[n % 2], "status": "finished"} for n in range(4)]
    seats[1] |= {"status": "abandoned", "left_at_move": 3, "decisions": 1}
    found = ran("result", {"game": "spieleflut", "mode": "team", "seats": seats})
    assert found["outcome"] == "aborted"
    assert found["abort_counter"] == {"0": 0, "1": 1, "2": 0, "3": 0}
    assert found["ranks"] == {"0": 1, "1": 2, "2": 1, "3": 2}


def test_emotrions_has_merged_its_order_itself() -> None:
    """EMO-15.4: seat 2 left in a later deal than that in which seat 3 was knocked out."""
    seats = [{"seat": n, "status": "abandoned" if n == 2 else "finished", "left_at_move": 40} for n in (1, 2, 3)]
    given = {"game": "emotrions", "mode": "ffa", "seats": seats, "engine_order": [[1], [2], [3]]}
    assert ran("result", given)["ranks"] == {"1": 1, "2": 2, "3": 3}


def test_the_cap_knows_tournaments() -> None:
    """RNK-6.2: they are exempt and do not count."""
    games = [{"h": h, "tournament": h in (1, 2)} for h in range(8)]
    assert ran("pair_cap", {"pool": "kameloh.duel", "games": games})["rated"] == [True] * 7 + [False]
    assert ran("pair_cap", {"pool": "innovation.team", "games": games})["rated"] == [True] * 8


def test_a_log_takes_up_the_events_of_its_own_file(tmp_path: Path) -> None:
    base = {
        "id": "X",
        "kind": "rating_log",
        "title": "x",
        "input": {"events": [{"seq": 1, "teams": [["a"], ["b"]], "ranks": [1, 2]}]},
    }
    base["expect"] = {"after": {"a": {"points": 1138}}}
    other = {"id": "Y", "kind": "rating_log", "title": "y", "input": {"events_of": "X", "voided": [1]}}
    other["expect"] = {"after": {}, "restored_equals": "X"}
    (tmp_path / "logs.json").write_text(json.dumps({"cases": [base, other]}), encoding="utf-8")
    results = cases.run(cases.read(tmp_path / "logs.json"), registry.adapter("rankings"), b"")
    assert [result.differences for result in results] == [[], []]


def test_a_bound_may_be_kept_by_less_but_not_by_more() -> None:
    case = next(case for case in cases.read(FILE) if case["id"] == "HT-NOREP-32")
    case["expect"] = {"max_meetings": 2, "repeated_pairs_max": 3}
    assert run(case, b"") == []
    case["expect"] = {"max_meetings": 0, "repeated_pairs_max": 0}
    assert run(case, b"") == ["max_meetings: expected 0, got 1"]
