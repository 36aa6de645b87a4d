"""Every worked case of Online Marketing Generals, the adapter that plays them, and that it notices what is wrong."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from games.engine import cases
from games.engine.errors import BrokenData
from games.omg.cases import run

HOME = Path(__file__).parents[2] / "cases"
FILES = sorted(HOME.glob("omg*.json"))
CARDS = (HOME / "cards" / "omg.json").read_bytes()
DATA = json.loads(CARDS)["cards"]
ALL = [case for path in FILES for case in cases.read(path)]


@pytest.mark.parametrize("case", ALL, ids=lambda case: str(case["id"]))
def test_case(case: dict[str, Any]) -> None:
    """The case's own `rules` name what it checks."""
    assert run(case, CARDS) == []


def test_ids_are_unique() -> None:
    ids = [case["id"] for case in ALL]
    assert len(set(ids)) == len(ids)


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    if isinstance(value, (dict, list)):
        for key, part in value.items() if isinstance(value, dict) else enumerate(value):
            yield from leaves(part, (*path, key))
    else:
        yield path, value


def another(value: Any) -> Any:
    """A value that would be wrong."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    return {"A": "B", "B": "A", "B066": "B065"}.get(value, "B066")


@pytest.mark.parametrize("case", ALL, ids=lambda case: str(case["id"]))
def test_a_changed_expectation_fails(case: dict[str, Any]) -> None:
    """The adapter compares everything that is named: any single value changed must be noticed."""
    for path, value in leaves(cases.without_notes(case["then"])):
        if path[0] in ("legal", "window"):
            continue
        mutant = copy.deepcopy(case)
        target: Any = mutant["then"]
        for step in path[:-1]:
            target = target[step]
        target[path[-1]] = another(value)
        assert noticed(mutant), f"{path}: {value!r}"


def noticed(case: dict[str, Any]) -> bool:
    """Whether a case fails, or is refused as broken."""
    try:
        return run(case, CARDS) != []
    except BrokenData:
        return True


# --- the adapter ----------------------------------------------------------------------------------------------------------------


def small(**changes: Any) -> dict[str, Any]:
    """A small sound case, with changes."""
    return {
        "id": "X",
        "title": "x",
        "rules": [],
        "given": {"A": {"hand": ["B112", "B271"], "users": [{"card": "B014"}]}, "B": {"users": [{"card": "B092"}]}},
        "when": [{"seat": "A", "do": "special", "card": "B271"}],
        "then": {"A": {"op": 12, "discard": ["B271"], "hand": ["B112"]}, "actions_left": 3},
    } | changes


def test_the_small_case_is_sound() -> None:
    assert run(small(), CARDS) == []


def test_cases_run_against_the_cards_they_were_written_for() -> None:
    """Tuning a card of the site must break no case: other card data, other results."""
    file = json.loads(CARDS)
    next(card for card in file["cards"] if card["id"] == "B271")["effect"][0]["amount"] = 3
    assert run(small(), json.dumps(file).encode()) == ["then: A.op is 13, not 12"]


@pytest.mark.parametrize(
    "changes",
    [
        {"given": {"C": {}}},
        {"given": {"A": {"gold": 3}}},
        {"given": {"A": {"hand": ["X99"]}}},
        {"given": {"A": {"users": [{"card": "B014", "asleep": True}]}}},
        {"given": {"step": "noon"}},
        {"when": [{"seat": "A", "do": "dance"}]},
        {"when": [{"seat": "Q", "do": "surf"}]},
        {"when": [{"seat": "A", "do": "surf", "card": "B014"}]},
        {"when": [{"seat": "A", "do": "attack", "attacker": "A7", "defender": "B1", "tactic": "S"}]},
        {"when": [{"seat": "A", "do": "play_user"}]},
        {"then": {"A": {"gold": 3}}},
        {"then": {"weather": "fine"}},
        {"when": 7},
    ],
    ids=str,
)
def test_a_broken_case_is_refused(changes: dict[str, Any]) -> None:
    with pytest.raises(BrokenData):
        run(small(**changes), CARDS)


@pytest.mark.parametrize(
    ("step", "said"),
    [
        ({"seat": "A", "do": "play_user", "card": "B011"}, "play_user B011 is not offered"),
        ({"seat": "B", "do": "surf"}, "B is not asked action"),
        ({"seat": "A", "do": "special", "card": "B273"}, "special B273 is not offered"),
        ({"seat": "A", "do": "split", "ep": 1, "op": 1}, "A is not asked split"),
        ({"seat": "A", "do": "surf", "window": "W-COMBAT"}, "W-COMBAT does not open"),
    ],
    ids=str,
)
def test_a_step_that_cannot_be_made_fails_the_case(step: dict[str, Any], said: str) -> None:
    found = run(small(when=[step]), CARDS)
    assert len(found) == 1
    assert said in found[0]


def test_decks_are_validated() -> None:
    """OMG-2.5: each violation is told separately."""
    deck = {"B001": 6, "B002": 5, "ZZZ": 1}
    then: dict[str, Any] = {
        "valid": False,
        "errors": [
            {"error": "deck_size", "have": 12, "need": 60},
            {"error": "too_many_copies", "card": "B001", "have": 6, "max": 5},
            {"error": "unknown_card", "card": "ZZZ"},
        ],
    }
    assert run(small(when=[{"do": "validate", "deck": deck}], then=then), CARDS) == []
    assert run(small(when=[{"do": "validate", "deck": deck}], then=then | {"errors": then["errors"][:2]}), CARDS) != []
    assert run(small(when=[{"do": "validate", "deck": deck}], then={"valid": True}), CARDS) != []


def words(value: Any) -> set[str]:
    """Every text in a part of a case."""
    if isinstance(value, dict):
        return set[str]().union(*map(words, value.values()))
    if isinstance(value, list):
        return set[str]().union(*map(words, value))
    return {value} if isinstance(value, str) else set()


def test_every_effect_is_played() -> None:
    """Each card that does something stands in a case, so each operation does (OMG-A)."""
    named = set[str]().union(*(words(case["given"]) | words(case["when"]) for case in ALL))
    assert [card["id"] for card in DATA if (card["effect"] or "mission" in card) and card["id"] not in named] == []
