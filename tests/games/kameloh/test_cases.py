"""Every worked case of Ka-Mel-Oh!, the adapter that plays them, and that it notices what is wrong."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
import pytest

from games.engine import cases
from games.engine.errors import BrokenData
from games.kameloh.cases import Case, Run, Then, run, variants_of

HOME = Path(__file__).parents[2] / "cases"
FILES = sorted(HOME.glob("kameloh*.json"))
CARDS = (HOME / "cards" / "kameloh.json").read_bytes()
DATA = json.loads(CARDS)["cards"]
ALL = [case for path in FILES for case in cases.read(path)]


@pytest.mark.parametrize("case", ALL, ids=lambda case: str(case["id"]))
def test_case(case: dict[str, Any]) -> None:
    """The case's own `rules` name what it checks."""
    assert run(case, CARDS) == []


def test_ids_are_unique() -> None:
    ids = [case["id"] for case in ALL]
    assert len(set(ids)) == len(ids)


def words(value: Any) -> set[str]:
    """Every text in a part of a case."""
    if isinstance(value, dict):
        return set().union(*map(words, value.values()))
    if isinstance(value, list):
        return set().union(*map(words, value))
    return {value} if isinstance(value, str) else set()


def test_every_effect_is_played() -> None:
    """Each card with an effect stands in a case, so each primitive does (KMO-A.4); each violet monster, too."""
    named = set().union(*(words(case["given"]) | words(case["when"]) for case in ALL))
    assert [card["id"] for card in DATA if (card["effect"] or card["kind"] == "violet") and card["id"] not in named] == []


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
    return {"A": "B", "B": "A", "Y066": "Y065"}.get(value, "Y066")


def mutants(then: dict[str, Any], variant: str) -> Iterator[tuple[str, Then]]:
    """The expectation with one value changed at a time; moves that are legal or not are left as they are."""
    for path, value in leaves(then):
        if path[0] in ("legal", "illegal") or (path[0] == "by_variant" and path[1] != variant):
            continue
        mutant = copy.deepcopy(then)
        target: Any = mutant
        for step in path[:-1]:
            target = target[step]
        target[path[-1]] = another(value)
        with suppress(msgspec.ValidationError):
            yield f"{path}: {value!r}", msgspec.convert(mutant, Then)


@pytest.mark.parametrize("case", ALL, ids=lambda case: str(case["id"]))
def test_a_changed_expectation_fails(case: dict[str, Any]) -> None:
    """The adapter compares everything that is named: any single value changed must be noticed."""
    plain = cases.without_notes(case)
    for variant in variants_of(msgspec.convert(plain, Case)):
        played = Run(msgspec.convert(plain, Case), variant, CARDS)
        for what, mutant in mutants(plain["then"], variant):
            played.case.then = mutant
            assert played.differences() != [], what


# --- the adapter -------------------------------------------------------------------------------------------------------------

MONSTER = {"name": "a", "ap": 40, "dp": 10, "lp": 80, "hk": 4, "price": 1}
OTHER = {"name": "x", "ap": 20, "dp": 15, "lp": 60, "hk": 4, "price": 1}


def case(**changes: Any) -> dict[str, Any]:
    """A small sound case, with changes."""
    return {
        "id": "X",
        "title": "x",
        "rules": [],
        "variant": "dufo",
        "given": given(),
        "when": [{"by": "A", "move": "item", "card": "G002", "target": "a"}],
        "then": {"A": {"dates": 1, "stats": {"a": {"ap": 50}}}},
    } | changes


def given(**changes: Any) -> dict[str, Any]:
    """Where the small case begins, with changes."""
    return {"phase": "ITEM", "A": {"dates": 2, "hand": ["G002"], "arena": [MONSTER]}, "B": {"arena": [OTHER]}} | changes


def test_the_small_case_is_sound() -> None:
    assert run(case(), CARDS) == []


def test_cases_run_against_the_cards_they_were_written_for() -> None:
    """Tuning a card of the site must break no case: other card data, other results."""
    file = json.loads(CARDS)
    next(card for card in file["cards"] if card["id"] == "G002")["effect"][0]["amount"] = 15
    assert run(case(), json.dumps(file).encode()) == ["A a ap: expected 50, got 55"]


@pytest.mark.parametrize(
    "then",
    [
        {"vp": {"A": 1}},
        {"turn": "B"},
        {"phase": "MAIN"},
        {"A": {"dates": 2}},
        {"A": {"hand": ["G002"]}},
        {"A": {"hand_size": 1}},
        {"A": {"arena": [None, "a"]}},
        {"A": {"lp": {"a": 81}}},
        {"A": {"lp": {"b": 80}}},
        {"A": {"max_lp": {"a": 70}}},
        {"A": {"stats": {"a": {"dp": 20}}}},
        {"A": {"desert": ["G002"]}},
        {"A": {"active": 1}},
        {"A": {"oasis_sizes": [10]}},
        {"A": {"oases_left": 3}},
        {"A": {"deck_size": 29}},
        {"A": {"deck_shuffled": True}},
        {"A": {"fusion_deck": ["V001"]}},
        {"A": {"items": ["G003"]}},
        {"combat": {"shape": "1:1"}},
        {"legal": [{"by": "A", "move": "item"}]},
        {"legal": [{"by": "B", "move": "end_phase"}]},
        {"illegal": [{"by": "A", "move": "end_phase"}]},
        {"ending": {"first": "A", "turns": [["B", "last"]]}},
        {"winner": "A"},
        {"view": {"B": {"A.desert": ["G002"]}}},
        {"view": {"A": {"B.hand": 1}}},
        {"view": {"spectator": {"A.arena": ["a"]}}},
        {"seen": {"B": [{"event": "search", "by": "A"}]}},
        {"results": [1]},
        {"by_variant": {"dufo": {"A": {"dates": 2}}}},
    ],
    ids=str,
)
def test_a_wrong_expectation_is_noticed(then: dict[str, Any]) -> None:
    """Every key of `then` is compared (Appendix C)."""
    assert len(run(case(then=then), CARDS)) == 1
    assert len(run(case(when=[*case()["when"], {"step": "check"} | then], then={}), CARDS)) == 1


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"variant": "house"}, "no rule set 'house'"),
        ({"given": given(phase="MAIN")}, "no phase MAIN in dufo"),
        ({"given": given(phase="TEA")}, "phase"),
        ({"given": given(turn="C")}, "turn"),
        ({"given": given(options={"oases": 7})}, "options: oases"),
        ({"given": given(options={"speed": 7})}, "options: speed"),
        ({"given": given(A={"hands": []})}, "hands"),
        ({"given": given(A={"hand": ["G999"]})}, "no card 'G999'"),
        ({"given": given(A={"hand": [MONSTER | {"damage": 5}]})}, "only monsters in the arena"),
        ({"given": given(A={"arena": [MONSTER, MONSTER | {"ap": 5}]})}, "twice with different values"),
        ({"given": given(A={"arena": [MONSTER | {"name": "Y001"}]})}, "has the name of a card"),
        ({"given": given(A={"arena": [{"name": "a"}]})}, "no `lp`"),
        ({"given": given(A={"arena": [{"ap": 5}]})}, "a `card` or a `name`"),
        ({"given": given(A={"arena": ["Y001", "Y001", "Y001"]})}, "two slots"),
        ({"given": given(A={"arena": ["G001"]})}, "no monster"),
        ({"given": given(A={"arena": ["V011"]})}, "prints no values"),
        ({"given": given(A={"arena": [MONSTER | {"attached": ["G021"]}]})}, "no effect that lasts"),
        ({"given": given(A={"items": ["G002"]})}, "attached"),
        ({"given": given(A={"items": ["G021"]})}, "no effect that lasts"),
        ({"when": [{"by": "A"}]}, "either a `move` or a `step`"),
        ({"when": [{"by": "A", "move": "dance"}]}, "no move 'dance'"),
        ({"when": [{"by": "C", "move": "done"}]}, "no seat 'C'"),
        ({"when": [{"by": "A", "move": "done", "card": "G001"}]}, "no use for `card`"),
        ({"when": [{"step": "dance"}]}, "no step 'dance'"),
        ({"when": [{"step": "damage", "seat": "A"}]}, "needs `monster`"),
        ({"when": [{"step": "damage", "seat": "A", "monster": "z", "amount": 5}]}, "no monster 'z'"),
        ({"when": [{"step": "breed", "dates": 4}]}, "breed"),
        ({"when": [{"step": "breed", "dates": [4], "seat": "A"}]}, "no use for `seat`"),
        ({"when": [{"step": "check", "winer": "A"}]}, "winer"),
        ({"when": [{"step": "remove_items", "seat": "A", "items": ["G006"]}]}, "not in play"),
        ({"when": [{"step": "finish_match"}]}, "two games"),
        ({"when": [{"step": "validate_deck", "deck": "x"}]}, "no starter deck"),
        ({"when": [{"step": "fuse_values", "violet": "V001", "ingredients": []}]}, "no fusion"),
        ({"when": [{"step": "defeat_value", "hk": 1, "price": 1, "modes": ["x"]}]}, "the modes are"),
        ({"then": {"legal": [{"by": "A", "move": "sing"}]}}, "no move 'sing'"),
        ({"then": {"view": {"A": {"B.pocket": 1}}}}, "nothing to see"),
        ({"then": {"A": {"stats": {"a": {"hp": 1}}}}}, "ap, dp and lp"),
    ],
)
def test_broken_cases_say_what_is_wrong(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(BrokenData, match=message):
        run(case(**changes), CARDS)


def test_a_refused_move_is_a_difference() -> None:
    """It may be the rules that are wrong: the case is not broken."""
    (line,) = run(case(when=[{"by": "A", "move": "item", "card": "G003"}], then={}), CARDS)
    assert line.startswith("step 1 (A item) is not offered; asked is A item")
