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


def test_a_playoff_is_led_by_one_of_its_group() -> None:
    """Section 17: else the first seat, which must be one that plays the deal."""
    given = {"totals": {"A": 10, "B": 40, "C": 40}, "playoff": ["B", "C"]}
    steps = [{"do": "end_deal", "points": {"B": 3, "C": 4}}]
    then = {"match": {"state": "over", "winner": "C", "reason": "playoff"}}
    assert run(case(players=["A", "B", "C"], given=given, when=steps, then=then), CARDS) == []


LAID = {
    "given": {
        "leader": "A",
        "hands": {"A": ["joy", "joy"], "B": ["love", "love"]},
        "bank": ["anger", "hate"],
        "flags": {"bank": "up"},
    },
    "when": [
        {"do": "look", "seat": "B"},
        *({"do": "play", "seat": seat, "cards": [card]} for seat, card in (("A", "joy"), ("B", "love"))),
    ],
}


@pytest.mark.parametrize(
    ("then", "fits"),
    [
        ({"views": [{"bank": {"top": "anger"}}]}, True),
        ({"views": [{"bank": {"top": "anger", "count": 2}}]}, True),
        ({"views": [{"bank": {"top": "hate"}}]}, False),
        ({"views": [{"bank": {"count": 2}}]}, False),
        ({"views": [{"hands": {"A": 2}}]}, True),
        ({"views": [{"hands": {"A": 1}}]}, False),
    ],
)
def test_views_are_compared_by_what_is_named(then: dict[str, Any], fits: bool) -> None:
    """A top that is not named must not be visible (section 17)."""
    assert (run(case(**LAID, then=then), CARDS) == []) is fits


def test_power_is_compared_by_seat() -> None:
    found = run(case(**LAID, then={"power": {"A": 99}}), CARDS)
    assert found
    right = int(found[0].rpartition('"A":')[2].partition(",")[0])
    assert run(case(**LAID, then={"power": {"A": right}}), CARDS) == []


def test_the_equal_start_is_known_while_the_style_is_being_chosen() -> None:
    """EMO-9.2: where it is always used; on request it is open until all have answered."""
    for gleichstart, known in (
        ("always", {"equal_start_used": True}),
        ("off", {"equal_start_used": False}),
        ("on_request", None),
    ):
        given = {"options": {"style_mode": "winners_options", "gleichstart": gleichstart}}
        found = run(
            case(given=given, when=[{"do": "end_deal", "points": {"A": 3}}], then=known or {"equal_start_used": False}), CARDS
        )
        assert (found == []) is (known is not None), gleichstart


def test_who_has_not_answered_a_window_must_decide_now() -> None:
    given = {"options": {"kraft_exchange": "on"}, "hands": {"A": ["joy"] * 4, "B": ["love"] * 4}}
    steps = [{"do": "exchange", "seat": "A", "request": False}]
    assert run(case(given=given, when=steps, then={"to_move": "B"}), CARDS) == []


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
