"""Every worked case of Innovation, the adapter that plays them, and that it notices what is wrong."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from games.engine import cases
from games.engine.errors import BrokenData
from games.innovation.cases import Case, Run, Then, run

HOME = Path(__file__).parents[2] / "cases"
FILES = sorted(HOME.glob("innovation*.json"))
CARDS = (HOME / "cards" / "innovation.json").read_bytes()
DATA = json.loads(CARDS)["cards"]
ALL = [case for path in FILES for case in cases.read(path)]


@pytest.mark.parametrize("case", ALL, ids=lambda case: str(case["id"]))
def test_case(case: dict[str, Any]) -> None:
    """The case's own `rules` name what it checks."""
    assert run(case, CARDS) == []


def test_ids_are_unique() -> None:
    ids = [case["id"] for case in ALL]
    assert len(set(ids)) == len(ids)


def test_every_card_is_activated() -> None:
    """Each of the 105 cards has a case that activates it; those that differ between editions have one of each (INN-16)."""
    activated = {(step["card"], case["edition"]) for case in ALL for step in case["when"] if step.get("do") == "dogma"}
    for card in DATA:
        for edition in ("latest", *card.get("editions", ())):
            assert (card["id"], edition) in activated


def test_cases_run_against_the_cards_they_were_written_for() -> None:
    """Tuning a card of the site must break no case: other card data, other results."""
    file = json.loads(CARDS)
    writing = next(card for card in file["cards"] if card["id"] == "writing")
    writing["effects"][0]["steps"] = ["draw 3"]
    tuned = json.dumps(file).encode()
    assert run(case(), CARDS) == []
    assert run(case(), tuned) != []


# --- a changed expectation is noticed --------------------------------------------------------------------------------------


def mutations(then: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """The expectation with one value changed at a time, wherever a change must make a difference."""
    for path, value in leaves(then):
        for other in different(value, path):
            mutant = copy.deepcopy(then)
            target: Any = mutant
            for step in path[:-1]:
                target = target[step]
            target[path[-1]] = other
            yield ".".join(map(str, path)) + f": {value!r} to {other!r}", mutant


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    if isinstance(value, dict):
        for key, part in value.items():
            yield from leaves(part, (*path, key))
    else:
        yield path, value
        for index, part in enumerate(value if isinstance(value, list) else ()):
            yield (*path, index), part


def different(value: Any, path: tuple[Any, ...]) -> list[Any]:
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        return [value + 1, value - 1]
    if isinstance(value, list):
        if not value:
            return [["A"], ["pottery"], ["age-9"], [7]]
        return [[*value, value[0]], *([] if "deck_bottom" in path else [value[1:]])]
    kind = next((group for group in ALIKE if value in group), [])
    return [word for word in kind if word != value][:2]


ALIKE = [
    [card["id"] for card in DATA],
    ["A", "B", "C", "D"],
    ["none", "left", "right", "up"],
    ["achievements", "points", "dogma", "left"],
    [*(f"age-{age}" for age in range(1, 10)), "monument", "empire", "world", "wonder", "universe"],
]


@pytest.mark.parametrize("case", ALL, ids=lambda case: str(case["id"]))
def test_a_changed_expectation_fails(case: dict[str, Any]) -> None:
    """The runner compares everything that is named: any single value changed must be noticed."""
    plain = cases.without_notes(case)
    played = Run(msgspec.convert(plain, Case), CARDS)
    unnoticed = []
    for what, mutant in mutations(plain["then"]):
        try:
            played.case.then = msgspec.convert(mutant, Then)
        except msgspec.ValidationError:
            continue
        if played.differences() == []:
            unnoticed.append(what)
    assert unnoticed == []


# --- broken cases ----------------------------------------------------------------------------------------------------------


def case(**changes: Any) -> dict[str, Any]:
    """A small sound case, with changes."""
    return {
        "id": "X",
        "title": "x",
        "edition": "latest",
        "players": ["A", "B"],
        "given": given(),
        "when": [{"seat": "A", "do": "dogma", "card": "writing"}],
        "then": {"players": {"A": {"hand": ["calendar"]}}},
    } | changes


def given(**changes: Any) -> dict[str, Any]:
    """Where the small case begins, with changes."""
    players = {"A": {"board": {"blue": {"cards": ["writing"]}}}}
    return {"turn": "A", "actions_left": 2, "players": players, "deck_tops": {"2": ["calendar"]}} | changes


def seat(**zones: Any) -> dict[str, Any]:
    """The small case's first seat with other zones."""
    return given(players={"A": {"board": {"blue": {"cards": ["writing"]}}} | zones})


def test_the_small_case_is_sound() -> None:
    assert run(case(), CARDS) == []


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"players": ["A"]}, "2 to 4"),
        ({"players": ["A", "A"]}, "2 to 4 different"),
        ({"players": "AB"}, "players"),
        ({"edition": "third"}, "edition"),
        ({"teams": [["A", "B"]]}, "teams"),
        ({"players": ["A", "B", "C", "D"], "teams": [["A", "B"], ["C", "D"]]}, "first and third"),
        ({"given": given(players={"C": {}})}, "seat 'C' is not one of the players"),
        ({"given": given(monument_counters={"C": {"tucked": 1}})}, "seat 'C'"),
        ({"given": given(turn="Z")}, "seat 'Z'"),
        ({"given": given(turn=None)}, "`phase` or `turn`"),
        ({"given": given(phase="initial_meld")}, "`phase` or `turn`"),
        ({"given": given(actions_left=3)}, "actions_left"),
        ({"given": given(pile=[])}, "pile"),
        ({"given": seat(hand=["chess"])}, "no card 'chess'"),
        ({"given": seat(hand=["writing"])}, "writing is in two places"),
        ({"given": seat(hand=["calendar"])}, "calendar is in two places"),
        ({"given": seat(board={"red": {"cards": ["writing"]}})}, "writing is not red"),
        ({"given": seat(board={"blue": {"cards": ["writing"], "splay": "left"}})}, "fewer than two"),
        ({"given": seat(board={"blue": {"cards": ["writing"], "splay": "down"}})}, "splay"),
        ({"given": seat(board={"pink": {"cards": []}})}, "board"),
        ({"given": seat(achievements=["age-10"])}, "no achievement 'age-10'"),
        ({"given": seat(achievements=["age-2", "age-2"])}, "age-2 is owned twice"),
        ({"given": seat(achievements=["world", "world"])}, "world is owned twice"),
        ({"given": given(deck_tops={"3": ["calendar"]})}, "calendar is not a 3"),
        ({"given": given(deck_tops={"11": []})}, "not an age"),
        ({"given": given(empty_decks=[0])}, "not an age"),
        ({"given": seat(hand=[card["id"] for card in DATA if card["age"] == 10], score=[])}, "too many cards of age 10"),
        ({"when": [{"seat": "A", "do": "dance"}]}, "do"),
        ({"when": [{"do": "draw"}]}, "seat"),
        ({"when": [{"seat": "E", "do": "draw"}]}, "seat 'E'"),
        ({"when": [{"seat": "A", "do": "meld"}]}, r"step 1 \(meld\) needs `card`"),
        ({"when": [{"seat": "A", "do": "achieve"}]}, r"step 1 \(achieve\) needs `target`"),
        ({"when": [{"seat": "A"}]}, r"step 1 \(answer\) needs `choose`"),
        ({"when": [{"seat": "A", "do": "draw", "card": "writing"}]}, "no use for `card`"),
        ({"when": [{"seat": "A", "do": "meld", "card": "chess"}]}, "no card 'chess'"),
        ({"when": [{"seat": "A", "do": "achieve", "target": "age-0"}]}, "no achievement 'age-0'"),
        ({"when": [{"seat": "A", "choose": {"player": "Z", "value": 1}}]}, "seat 'Z'"),
        ({"when": [{"seat": "A", "choose": {"player": "B"}}]}, "value"),
        ({"when": {}}, "when"),
        ({"then": {"winer": "A"}}, "winer"),
        ({"then": {"winners": ["C"]}}, "seat 'C'"),
        ({"then": {"turn": "C"}}, "seat 'C'"),
        ({"then": {"players": {"C": {}}}}, "seat 'C'"),
        ({"then": {"players": {"A": {"hand": ["chess"]}}}}, "chess"),
        ({"then": {"players": {"A": {"board": {"red": {"cards": ["chess"]}}}}}}, "chess"),
        ({"then": {"players": {"A": {"claimable": ["age-11"]}}}}, "age-11"),
        ({"then": {"players": {"A": {"icons": {"moon": 1}}}}}, "icons"),
        ({"then": {"deck_bottom": {"12": []}}}, "not an age"),
        ({"then": {"deck_bottom": {"1": ["chess"]}}}, "chess"),
        ({"then": {"views": {"A": {"C": {}}}}}, "seat 'C'"),
        ({"then": {"reason": "luck"}}, "reason"),
    ],
)
def test_broken_cases_say_what_is_wrong(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(BrokenData, match=message):
        run(case(**changes), CARDS)


def test_missing_parts_are_named() -> None:
    whole = case()
    for key in ("players", "given", "when", "then"):
        with pytest.raises(BrokenData, match=key):
            run({name: value for name, value in whole.items() if name != key}, CARDS)


@pytest.mark.parametrize(
    ("steps", "message"),
    [
        ([{"seat": "B", "do": "draw"}], r"step 1 \(B, draw"),
        ([{"seat": "A", "do": "meld", "card": "oars"}], r"step 1 \(A, meld oars\) is refused"),
        ([{"seat": "A", "choose": "pass"}], "is not what is asked"),
        ([{"seat": "A", "do": "draw"}, {"seat": "A", "choose": "done"}], r"step 2 \(A, answer done\)"),
        ([{"seat": "A", "do": "dogma", "card": "writing"}] * 3, "step 3"),
    ],
)
def test_a_refused_step_is_a_difference(steps: list[dict[str, Any]], message: str) -> None:
    """It may be the rules that are wrong: the case is not broken."""
    assert any(re.search(message, line) for line in run(case(when=steps, then={}), CARDS))


def test_a_forgotten_decision_is_a_difference() -> None:
    hand = seat(hand=["oars", "archery"], board={"yellow": {"cards": ["agriculture"]}})
    steps = [{"seat": "A", "do": "dogma", "card": "agriculture"}]
    assert run(case(given=hand, when=steps, then={"turn": "A"}), CARDS) == [
        'after the last step a decision is open: A card ["innovation.archery","innovation.oars","pass"]'
    ]


def test_a_hand_that_is_shown_has_no_ages_only() -> None:
    """Appendix B: where a case names ages, no identity may be sent."""
    for viewer, fits in (("A", False), ("B", True)):
        then = {"views": {viewer: {"A": {"hand_ages": [2]}}}}
        assert (run(case(then=then), CARDS) == []) is fits
