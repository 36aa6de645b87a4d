"""Every worked case of Spieleflut, the adapter that plays them, and that it notices what is wrong."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from games.engine import cases
from games.engine.errors import BrokenData
from games.spieleflut.cases import run

HOME = Path(__file__).parents[2] / "cases"
FILES = sorted(HOME.glob("spieleflut*.json"))
CARDS = (HOME / "cards" / "spieleflut.json").read_bytes()
DATA = json.loads(CARDS)["cards"]
ALL = [case for path in FILES for case in cases.read(path)]


@pytest.mark.parametrize("case", ALL, ids=lambda case: str(case["id"]))
def test_case(case: dict[str, Any]) -> None:
    """The case's own `rules` name what it checks."""
    assert run(case, CARDS) == []


def test_ids_are_unique() -> None:
    ids = [case["id"] for case in ALL]
    assert len(set(ids)) == len(ids)


def test_every_card_is_played_or_lies_on_a_review() -> None:
    """Each manipulation and event is played in a case, each disturbance lies on a review (SPF-7.7, SPF-11.3, Appendix B)."""
    played = {step["card"] for case in ALL for step in case["when"] if step["action"] == "play"}
    lying = {
        entry.get("disturbance") for case in ALL for seat in case["given"].get("players", ()) for entry in seat.get("desk", ())
    }
    wanted = {card["id"]: card["category"] for card in DATA if "category" in card}
    missing = {name for name, category in wanted.items() if name not in (lying if category == "disturbance" else played)}
    assert (len(wanted), missing) == (24, set())


def test_every_action_is_taken() -> None:
    """Every action of Appendix C stands in the steps of a case."""
    taken = {step["action"] for case in ALL for step in case["when"]}
    assert taken == {
        "start_turn", "setup_place", "queue", "discard", "swap_queue", "give_queue", "fallback_place", "place", "give_desk",
        "promote", "reward_desk", "draw", "take_discard", "swap_discard", "fallback_take", "draw_extra", "skip_extra",
        "discard_queue", "team_swap", "reviews_done", "reward_queue", "reward_decline", "end_turn", "attach", "play", "buy",
        "pay", "pause",
    }  # fmt: skip


# --- the adapter -------------------------------------------------------------------------------------------------------------


def case(**changes: Any) -> dict[str, Any]:
    """A small sound case, with changes."""
    return {
        "id": "X",
        "title": "x",
        "rules": [],
        "modules": ["basis", "rang", "ereignis"],
        "players": 2,
        "given": given(),
        "when": [{"seat": 0, "action": "attach", "card": "Z01", "slot": 0}],
        "then": {"players": {"0": {"hand": ["T01"]}}},
    } | changes


def given(**changes: Any) -> dict[str, Any]:
    """Where the small case begins, with changes."""
    seats = [{"seat": 0, "reach": 3, "hand": ["Z01", "T01"], "desk": [desk()], "queue": "R09", "finished": ["R12"]}]
    return {"state": "ACTIONS", "players": seats, "draw": ["U01"], "events": ["S01"], "review_stack": ["R21"]} | changes


def desk(**changes: Any) -> dict[str, Any]:
    """The review on the desk of the small case, with changes."""
    return {"slot": 0, "review": "R06", "attached": ["Z02"], "deadline": 4, "disturbance": "S07"} | changes


def seat(**changes: Any) -> dict[str, Any]:
    """Where the small case begins, with another first seat."""
    return given(players=[{"seat": 0} | changes])


def test_the_small_case_is_sound() -> None:
    assert run(case(), CARDS) == []


def test_cases_run_against_the_cards_they_were_written_for() -> None:
    """Tuning a card of the site must break no case: other card data, other results."""
    file = json.loads(CARDS)
    next(card for card in file["cards"] if card["id"] == "R06")["points"] = 9
    late = next(case for case in ALL if case["id"] == "SPF-H01")
    assert run(late, json.dumps(file).encode()) == ["seat 0 reach: 16 instead of 11"]


@pytest.mark.parametrize(
    "then",
    [
        {"state": "DRAW"},
        {"active": 1},
        {"round": 6},
        {"pending": ["R06"]},
        {"draw": []},
        {"draw": ["U01", "U02"]},
        {"discard": ["Z01"]},
        {"review_stack": ["R22"]},
        {"events": ["S02"]},
        {"winners": [0]},
        {"players": {"0": {"reach": 4}}},
        {"players": {"0": {"rank": 2}}},
        {"players": {"0": {"hand": ["T01", "Z01"]}}},
        {"players": {"0": {"queue": None}}},
        {"players": {"0": {"finished": []}}},
        {"players": {"0": {"desk": []}}},
        {"players": {"0": {"desk": [{"slot": 0}, {"slot": 1}]}}},
        {"players": {"0": {"desk": [{"slot": 0, "review": "R07"}]}}},
        {"players": {"0": {"desk": [{"slot": 0, "attached": ["Z01", "Z02"]}]}}},
        {"players": {"0": {"desk": [{"slot": 0, "deadline": 5}]}}},
        {"players": {"0": {"desk": [{"slot": 0, "disturbance": None}]}}},
        {"players": {"0": {"desk": [{"slot": 0, "disturbance": "S01"}]}}},
        {"players": {"1": {"hand": ["Z01"]}}},
        {"legal": [{"seat": 0, "action": "attach", "card": "Z01", "slot": 0}]},
        {"legal": [{"seat": 1, "action": "end_turn"}]},
        {"illegal": [{"seat": 0, "action": "end_turn"}]},
        {"before": {"legal": [{"seat": 0, "action": "attach", "card": "T01", "slot": 0}]}},
        {"before": {"legal": [{"seat": 0, "action": "buy", "card_a": "Z01", "card_b": "U01"}]}},
        {"before": {"legal": [{"seat": 0, "action": "pause", "cards": ["U01"]}]}},
        {"before": {"illegal": [{"seat": 0, "action": "buy", "card_a": "T01", "card_b": "Z01"}]}},
        {"before": {"illegal": [{"seat": 0, "action": "attach", "card": "Z01", "slot": 0}]}},
    ],
    ids=str,
)
def test_a_wrong_expectation_is_noticed(then: dict[str, Any]) -> None:
    """Every key of `then` is compared (Appendix C)."""
    assert len(run(case(then=then), CARDS)) == 1


@pytest.mark.parametrize(
    "counts",
    [{"in_play": 61}, {"zero_star": 4}, {"review_stack": 19}, {"review_stack_top_stars": None}, {"review_stack_top_stars": 3},
     {"events": 0}],
    ids=str,
)  # fmt: skip
def test_wrong_counts_are_noticed(counts: dict[str, Any]) -> None:
    assert len(run(case(given={"state": "NEW_GAME"}, when=[], then={"counts": counts}), CARDS)) == 1


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"modules": ["rang"]}, "basis"),
        ({"modules": ["basis", "solo"]}, "modules"),
        ({"players": 5}, "players"),
        ({"options": {"speed": True}}, "options"),
        ({"extra": 1}, "extra"),
        ({"given": given(state="TEA")}, "state"),
        ({"given": given(state="PAY")}, "state"),
        ({"given": given(round=0)}, "round"),
        ({"given": given(active=2)}, "no seat 2"),
        ({"given": given(pile=[])}, "pile"),
        ({"given": given(discard=["R99"])}, "no card R99"),
        ({"given": given(discard=["Z01"])}, "Z01 is in two places"),
        ({"given": given(draw=["U01", "U01"])}, "U01 is in two places"),
        ({"given": given(players=[{"seat": 2}])}, "no seat 2"),
        ({"given": given(players=[{"seat": 0}, {"seat": 0}])}, "seat 0 stands twice"),
        ({"given": given(players=[{"reach": 1}])}, "seat"),
        ({"given": seat(reach=-1)}, "reach"),
        ({"given": seat(rank=4)}, "rank"),
        ({"given": seat(queue="Z05")}, "Z05 is no review"),
        ({"given": seat(desk=[desk(slot=2)])}, "slot"),
        ({"given": seat(desk=[desk(deadline=10)])}, "deadline"),
        ({"given": seat(desk=[desk(review="Z05")])}, "Z05 is no review"),
        ({"given": seat(desk=[desk(attached=["M01"])])}, "M01 is no activity"),
        ({"given": seat(desk=[desk(disturbance="M05")])}, "M05 is no disturbance"),
        ({"given": seat(desk=[desk(), desk(review="R07", attached=[], disturbance=None)])}, "two reviews in slot 0"),
        ({"given": seat(desk=[desk(turns=1)])}, "turns"),
        ({"modules": ["basis", "ereignis"]}, "queue belongs to the module rang"),
        ({"when": [{"seat": 0, "action": "dance"}]}, "no action dance"),
        ({"when": [{"action": "end_turn"}]}, "seat"),
        ({"when": [{"seat": 2, "action": "end_turn"}]}, "no seat 2"),
        ({"when": [{"seat": 0, "action": "attach", "card": "Z01"}]}, "attach needs `slot`"),
        ({"when": [{"seat": 0, "action": "buy", "card_a": "Z01"}]}, "buy needs `card_b`"),
        ({"when": [{"seat": 0, "action": "pause"}]}, "pause needs `cards`"),
        ({"when": [{"seat": 0, "action": "play", "card": "X01"}]}, "no card X01"),
        ({"when": [{"seat": 0, "action": "play", "card": "M01", "seat_target": 2}]}, "no seat 2"),
        ({"when": [{"seat": 0, "action": "end_turn", "speed": 1}]}, "speed"),
        ({"when": {}}, "when"),
        ({"then": {"winner": 0}}, "winner"),
        ({"then": {"winners": [2]}}, "no seat 2"),
        ({"then": {"active": 2}}, "no seat 2"),
        ({"then": {"players": {"A": {}}}}, "no seat A"),
        ({"then": {"players": {"2": {}}}}, "no seat 2"),
        ({"then": {"players": {"0": {"hands": []}}}}, "hands"),
        ({"then": {"players": {"0": {"hand": ["X01"]}}}}, "no card X01"),
        ({"then": {"players": {"0": {"desk": [{"slot": 0, "marker": 1}]}}}}, "marker"),
        ({"then": {"players": {"0": {"desk": [{"slot": 0, "review": "X01"}]}}}}, "no card X01"),
        ({"then": {"discard": ["X01"]}}, "no card X01"),
        ({"then": {"legal": [{"seat": 0, "action": "sing"}]}}, "no action sing"),
        ({"then": {"before": {"maybe": []}}}, "maybe"),
        ({"then": {"counts": {"in_play": 60}}}, "NEW_GAME"),
    ],
)  # fmt: skip
def test_broken_cases_say_what_is_wrong(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(BrokenData, match=message):
        run(case(**changes), CARDS)


def test_missing_parts_are_named() -> None:
    whole = case()
    for key in ("modules", "players", "given", "when", "then"):
        with pytest.raises(BrokenData, match=key):
            run({name: value for name, value in whole.items() if name != key}, CARDS)


@pytest.mark.parametrize(
    "step",
    [
        {"seat": 1, "action": "end_turn"},
        {"seat": 0, "action": "attach", "card": "Z03", "slot": 0},
        {"seat": 0, "action": "buy", "card_a": "Z01", "card_b": "U01"},
        {"seat": 0, "action": "start_turn"},
    ],
    ids=str,
)
def test_a_refused_step_is_a_difference(step: dict[str, Any]) -> None:
    """It may be the rules that are wrong: the case is not broken."""
    (line,) = run(case(when=[step], then={}), CARDS)
    assert step["action"] in line


def test_notes_are_not_compared() -> None:
    assert run(case(then={"why": "because", "players": {"0": {"reach": 3}}}, note="x"), CARDS) == []
