"""Every worked case of Emotrions, the adapter that plays them, and that it notices what is wrong."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from games.emotrions.cases import run
from games.engine import cases
from games.engine.errors import BrokenData

HOME = Path(__file__).parents[2] / "cases"
FILES = sorted(HOME.glob("emotrions*.json"))
CARDS = (HOME / "cards" / "emotrions.json").read_bytes()
ALL = [case for path in FILES for case in cases.read(path)]


@pytest.mark.parametrize("case", ALL, ids=lambda case: str(case["id"]))
def test_case(case: dict[str, Any]) -> None:
    """The case's own `rules` name what it checks."""
    assert run(case, CARDS) == []


def test_ids_are_unique() -> None:
    ids = [case["id"] for case in ALL]
    assert len(set(ids)) == len(ids)


def test_cases_run_against_the_cards_they_were_written_for() -> None:
    """Tuning a card of the site must break no case: other card data, other results."""
    file = json.loads(CARDS)
    love, joy = (next(card for card in file["cards"] if card["id"] == name) for name in ("love", "joy"))
    love["value"], love["power"], joy["value"], joy["power"] = 1, 1, 3, 3
    tuned = json.dumps(file).encode()
    assert run(ALL[0], CARDS) == []
    assert run(ALL[0], tuned) != []


# --- a changed expectation is noticed --------------------------------------------------------------------------------------


def mutations(case: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """The case with one expected value changed at a time, wherever a change must make a difference."""
    for path, value in leaves(case["then"]):
        for other in different(value):
            mutant = copy.deepcopy(case)
            target: Any = mutant["then"]
            for step in path[:-1]:
                target = target[step]
            target[path[-1]] = other
            yield ".".join(map(str, path)) + f": {value!r} to {other!r}", mutant


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    if isinstance(value, dict):
        for key, part in value.items():
            yield from leaves(part, (*path, key))
    elif isinstance(value, list) and value:
        for index, part in enumerate(value):
            yield from leaves(part, (*path, index))
    else:
        yield path, value


def different(value: Any) -> list[Any]:
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        return [value + 1, value - 1]
    if value == [] or value is None:
        return []
    words = ["joy", "hunger", "A", "B", "target", "playoff", "running", "up", "down", "down/up/hidden"]
    kind = [word for word in words if word != value and _alike(word, value)]
    return kind[:1]


def _alike(word: str, value: Any) -> bool:
    groups = [
        {"joy", "love", "kindness", "strength", "sadness", "hate", "anger", "hunger", "indecision"},
        {"A", "B", "C", "D", "E", "F"},
        {"target", "playoff", "knockout", "exact", "nearest"},
        {"running", "over"},
        {"up", "down"},
        {"hidden", "open"},
    ]
    return any(word in group and value in group for group in groups)


@pytest.mark.parametrize("case", ALL, ids=lambda case: str(case["id"]))
def test_a_changed_expectation_fails(case: dict[str, Any]) -> None:
    """The runner compares everything that is named: any single value changed must be noticed."""
    unnoticed = []
    for what, mutant in mutations(cases.without_notes(case)):
        try:
            if run(mutant, CARDS) == []:
                unnoticed.append(what)
        except BrokenData:
            continue
    assert unnoticed == []


# --- broken cases ----------------------------------------------------------------------------------------------------------


def case(**changes: Any) -> dict[str, Any]:
    """A small sound case, with changes."""
    return {
        "id": "X",
        "title": "x",
        "players": ["A", "B"],
        "given": {"leader": "A", "hands": {"A": ["joy", "joy"], "B": ["love", "love"]}},
        "when": [{"do": "play", "seat": "A", "cards": ["joy"]}],
        "then": {"to_move": "B"},
    } | changes


def test_the_small_case_is_sound() -> None:
    assert run(case(), CARDS) == []


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"players": ["A"]}, "2 to 6"),
        ({"players": ["A", "A"]}, "2 to 6 different"),
        ({"players": "AB"}, "players"),
        ({"given": {"hands": {"C": ["joy"]}}}, "seat 'C' is not one of the players"),
        ({"given": {"hands": {"A": ["envy"]}}}, "no card 'envy'"),
        ({"given": {"leader": "Z"}}, "seat 'Z'"),
        ({"given": {"pile": []}}, "pile"),
        ({"given": {"totals": {"Q": 3}}}, "seat 'Q'"),
        ({"given": {"deck": ["joy"]}}, "too few cards"),
        ({"given": {"options": {"variant": "chess"}}}, "variant"),
        ({"given": {"options": {"gleichstart": "always"}}, "players": ["A", "B", "C", "D"]}, "gleichstart"),
        ({"given": {"flags": {"bank": "sideways"}}}, "flags"),
        ({"given": {"playoff": ["A"], "leader": "B"}}, "does not play the deal"),
        ({"when": [{"do": "dance", "seat": "A"}]}, "do"),
        ({"when": [{"do": "play", "cards": ["joy"]}]}, r"step 1 \(play\) has no `seat`"),
        ({"when": [{"do": "play", "seat": "A"}]}, "no `cards`"),
        ({"when": [{"do": "play", "seat": "A", "cards": ["joy"], "power": 3}]}, "power"),
        ({"when": [{"do": "end_deal"}]}, "no `points`"),
        ({"when": [{"do": "end_deal", "points": {"C": 1}}]}, "seat 'C'"),
        ({"when": [{"do": "setup", "seats": 9}]}, "setup: seats"),
        ({"then": {"winer": "A"}}, "winer"),
        ({"then": {"hands": {"C": []}}}, "seat 'C'"),
        ({"then": {"bank": ["envy"]}}, "envy"),
        ({"style": "fast"}, "style"),
        ({"given": {"flags": {"bank": "hidden"}}}, "flags"),
        ({"when": [{"do": "options", "seat": "A", "flags": {"bank": "up"}}]}, "all three"),
        ({"then": {"flags_next": {"hands": "up"}}}, "flags"),
        ({"when": {}}, "when"),
    ],
)
def test_broken_cases_say_what_is_wrong(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(BrokenData, match=message):
        run(case(**changes), CARDS)


def test_missing_parts_are_named() -> None:
    whole = case()
    for key in ("players", "when", "then"):
        with pytest.raises(BrokenData, match=key):
            run({name: value for name, value in whole.items() if name != key}, CARDS)


def test_scripted_cards_must_be_there() -> None:
    given = {
        "options": {"kraft_exchange": "on"},
        "hands": {"A": ["strength", "joy", "joy", "joy"], "B": ["love", "love", "love", "love"]},
        "scripted": {"exchange": {"A": "joy"}},
    }
    steps = [{"do": "exchange", "seat": seat, "request": seat == "A"} for seat in "AB"]
    with pytest.raises(BrokenData, match="joy cannot be taken"):
        run(case(given=given, when=steps), CARDS)
