"""Swiss cases of RNK-10: what the handed ones do not touch."""

from __future__ import annotations

from io import StringIO
from json import loads
from typing import Any

import pytest
from django.core.management import call_command

from leaderboards.tournaments.cases import swiss_events
from leaderboards.tournaments.cases.swiss import swiss_round_case, tie_breaks_case
from leaderboards.tournaments.rehearsal import Books


def test_the_invariants_hold_in_small_events() -> None:
    given = {"format": "swiss", "n": [4, 5, 9, 16, 31, 64], "rounds": "one more", "repeats": 2, "repeats_64": 1}
    assert set(swiss_events.invariants(given)["checks"]) == set(swiss_events.CHECKS)
    assert swiss_events.sizes({"from": 2, "to": 4}) == [2, 3, 4]
    assert [swiss_events.rounds("", n) for n in (2, 3, 4, 5, 8, 1024)] == [1, 3, 3, 4, 4, 11]
    assert swiss_events.rounds(9, 8) == 7


def test_what_fails_is_not_among_the_checks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Books, "faults", lambda *_: {"sw_bye"})
    assert "sw_bye" not in swiss_events.invariants({"n": [5]})["checks"]


def player(number: int, **more: Any) -> dict[str, Any]:
    return {"id": number, "points": 0, "opponents": [], "roles": "", "floats": [], "had_bye": False, **more}


def test_a_round_that_cannot_be_paired() -> None:
    given = {"round": 1, "seed": "x", "participants": [player(1), player(2)], "forbidden": [[2, 1]]}
    assert swiss_round_case(given) | {"reason": "forbidden", "pairs": None} == swiss_round_case(given)


def test_a_round_in_which_everybody_has_had_the_bye() -> None:
    found = swiss_round_case({"round": 1, "seed": "x", "participants": [player(n, had_bye=True) for n in (1, 2, 3)]})
    assert (found["pairs"], found["bye"], found["rematches"], found["warning"]) == ([[1, 2]], 3, 0, "bye")


def test_forfeits_of_a_round_robin_find_their_opponents() -> None:
    given = {
        "format": "round_robin",
        "games": [[1, "a", "b", 1], [2, "b", "c", 0.5]],
        "unplayed": [
            {"player": "c", "round": 3, "points": 1, "kind": "forfeit_win"},
            {"player": "a", "round": 3, "points": 0, "kind": "forfeit_loss"},
        ],
        "tie_breaks": ["SB", "WIN"],
    }
    found = tie_breaks_case(given)
    assert found["order"] == ["c", "a", "b"]
    assert {name: values["SB"] for name, values in found["values"].items()} == {"a": 0.5, "b": 0.75, "c": 1.25}
    assert found["values"]["c"]["WIN"] == 0


def test_the_bench_measures_pairing_and_standings() -> None:
    said = StringIO()
    call_command("bench", "pairing", "--players", "20", "--rounds", "30", "--json", stdout=said)
    figures = loads(said.getvalue().splitlines()[-1])
    assert (figures["rounds"], figures["illegal"]) == (19, 0)
    assert {"slowest_s", "standings_s"} < figures.keys()
