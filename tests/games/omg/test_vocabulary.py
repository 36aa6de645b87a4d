"""Words of the vocabulary that no printed card uses yet (OMG-A) work; random games come past all others."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from games.engine.playout import series
from games.omg.cases import run
from games.omg.rules import GAME

FILE = json.loads((Path(__file__).parents[2] / "cases" / "cards" / "omg.json").read_bytes())
A_USER = {"card": "B014"}


def with_clause(card: str, **change: Any) -> bytes:
    """The card data with one word of the first clause of a card changed."""
    file = json.loads(json.dumps(FILE))
    next(entry for entry in file["cards"] if entry["id"] == card)["effect"][0].update(change)
    return json.dumps(file).encode()


def case(given: dict[str, Any], when: list[dict[str, Any]], then: dict[str, Any]) -> dict[str, Any]:
    return {"id": "X", "title": "x", "given": given, "when": when, "then": then}


COFFEE = [{"seat": "A", "do": "special", "card": "B271"}]
ATTACK = {"seat": "A", "do": "attack", "attacker": "A1", "defender": "B1", "tactic": "S"}


def coffee(**more: Any) -> dict[str, Any]:
    """A holds a card that can be played at any time, and another one."""
    return {"A": {"hand": ["B271", "B112"], **more.pop("A", {})}, **more}


def test_op_can_be_given() -> None:
    """`give_op`: what the controller has, up to the amount."""
    cards = with_clause("B271", op="give_op", amount=2)
    assert run(case(coffee(), COFFEE, {"A": {"op": 8}, "B": {"op": 12}}), cards) == []
    assert run(case(coffee(A={"op": 1}), COFFEE, {"A": {"op": 0}, "B": {"op": 11}}), cards) == []


def test_a_stat_can_be_set() -> None:
    """OMG-13.1: after swaps, before what is added; the newest wins."""
    given = {"A": {"hand": ["B273", "B112"], "users": [{"card": "B014", "attached": "B130"}]}, "B": {"users": [A_USER]}}
    when = [ATTACK, {"seat": "A", "do": "special", "card": "B273"}]
    then = {"window": "W-COMBAT", "stats": {"A1": {"S": 11}}}
    assert run(case(given, when, then), with_clause("B273", op="set_stat", amount=9)) == []
    bearer = {"A": {"users": [{"card": "B014", "attached": "B130"}]}}
    assert run(case(bearer, [], {"stats": {"A1": {"S": 2, "A": 2}}}), with_clause("B130", op="set_stat")) == []


@pytest.mark.parametrize(
    ("condition", "holds", "fails"),
    [
        ({"is": "own_neutral_at_least", "value": 1}, {"A": {"users": [{"card": "B090"}]}}, {"A": {"users": [A_USER]}}),
        ({"is": "stunned_enemy"}, {"B": {"users": [A_USER | {"stunned": True}]}}, {"B": {"users": [A_USER]}}),
        ({"is": "have_personality"}, {"A": {"users": [{"card": "B039"}]}}, {"B": {"users": [{"card": "B039"}]}}),
        ({"is": "discard_at_least", "value": 2}, {"A": {"discard": ["B001", "B002"]}}, {"A": {"discard": ["B001"]}}),
        ({"is": "own_turn"}, {}, None),
        ({"is": "op_at_least", "value": 8}, {"A": {"op": 8}}, {"A": {"op": 7}}),
        ({"is": "own_exactly", "value": 0}, {}, {"A": {"users": [A_USER]}}),
    ],
    ids=lambda value: str(value),
)
def test_conditions_of_later_sets(condition: dict[str, Any], holds: dict[str, Any], fails: dict[str, Any] | None) -> None:
    """A special card can be played only if the conditions of its first clause hold (OMG-11.7)."""
    cards = with_clause("B271", condition=[condition])
    legal = {"legal": {"seat": "A", "has": ["special B271"]}}
    assert run(case(coffee(**holds), [], legal), cards) == []
    if fails is not None:
        assert run(case(coffee(**fails), [], {"legal": {"seat": "A", "not": ["special B271"]}}), cards) == []


@pytest.mark.parametrize(
    ("condition", "foe", "mine", "s"),
    [
        ({"is": "foe_faction", "value": "affiliate"}, {"card": "B053"}, {"card": "B008"}, 5),
        ({"is": "foe_faction", "value": "affiliate"}, {"card": "B001"}, {"card": "B008"}, 4),
        ({"is": "self_attachment", "value": "equipment"}, {"card": "B001"}, {"card": "B008", "attached": "B113"}, 5),
        ({"is": "self_attachment", "value": "equipment"}, {"card": "B001"}, {"card": "B008", "attached": "B205"}, 4),
    ],
    ids=str,
)
def test_conditions_in_a_combat(condition: dict[str, Any], foe: dict[str, Any], mine: dict[str, Any], s: int) -> None:
    given = {"A": {"hand": ["B112"], "users": [mine]}, "B": {"hand": ["B112"], "users": [foe]}}
    then = {"window": "W-COMBAT", "stats": {"A1": {"S": s}}}
    assert run(case(given, [ATTACK], then), with_clause("B008", condition=[condition])) == []


@pytest.mark.parametrize(
    ("wanted", "reached"),
    [
        ({"personality": True}, [False, True]),
        ({"personality": False}, [True, False]),
        ({"w_at_least": 8}, [False, True]),
        ({"has_attachment": "any"}, [True, False]),
    ],
    ids=str,
)
def test_filters_of_later_sets(wanted: dict[str, Any], reached: list[bool]) -> None:
    cards = with_clause("B294", target={"ref": "all_enemy_users", "filter": wanted})
    users = [{"card": "B001", "attached": "B111"}, {"card": "B039"}]
    given = {"A": {"hand": ["B294", "B112"]}, "B": {"users": users}}
    after = [user | {"stunned": stunned} for user, stunned in zip(users, reached, strict=True)]
    assert run(case(given, [{"seat": "A", "do": "special", "card": "B294"}], {"B": {"users": after}}), cards) == []


def test_being_hit_can_set_something_off() -> None:
    """`on_hit_taken`: also when the hit defeats."""
    given = {"A": {"users": [{"card": "B042"}]}, "B": {"users": [{"card": "B048"}]}}
    cards = with_clause("B048", trigger="on_hit_taken")
    assert run(case(given, [ATTACK], {"B": {"op": 13, "users": [{"card": "B048", "stunned": True}]}}), cards) == []


def test_triggers_without_end_are_stopped() -> None:
    """OMG-12.7: at most fifty from one root event."""
    file = json.loads(json.dumps(FILE))
    looping = next(entry for entry in file["cards"] if entry["id"] == "B102")["effect"][0]
    looping.update(op="move_attachment", target={"ref": "you"})
    given = {"A": {"hand": ["B111", "B112"], "users": [{"card": "B102"}, {"card": "B102"}]}}
    when = [{"seat": "A", "do": "attach", "card": "B111", "bearer": "A1"}]
    assert run(case(given, when, {"prompts": [{"seat": "A", "kind": "action"}]}), json.dumps(file).encode()) == []


def test_random_games_come_past_everything() -> None:
    """Every card is played, every mission completed, every clause carried out, every operation executed."""
    tally = series(GAME, {}, [2], 150, 3, cover=True)
    assert tally.errors == []
    assert [name for name in GAME.landmarks(GAME.meta.check({}, 2)) if not tally.reached[name]] == []
