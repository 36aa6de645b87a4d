"""Table options: defaults, refusals with the option named, the words of a command line (EMO-12.2)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from games.engine.errors import InvalidOptions, Problem, Text
from games.engine.meta import Choice, Meta, Options, Preset, Record


def together(options: Options, seats: int) -> Iterator[Problem]:
    if options["speed"] == "fast" and seats > 2:
        yield Problem("speed", Text("option.too_fast"))


META = Meta(
    slug="toy",
    seats=(2, 3, 5),
    rules_version=1,
    options=(
        Choice("speed", ("slow", "fast")),
        Record("style", (Choice("bank", ("down", "up")), Choice("hands", ("hidden", "open"))), implies={"speed": "slow"}),
    ),
    presets={"blitz": Preset({"speed": "fast"}, seats=2)},
    check_together=together,
)


def problems(options: Options, seats: int) -> list[tuple[str, str]]:
    with pytest.raises(InvalidOptions) as refusal:
        META.check(options, seats)
    return [(problem.option, problem.text.key) for problem in refusal.value.problems]


def test_what_is_left_out_has_its_default() -> None:
    assert META.check({}, 2) == {"speed": "slow", "style": None}
    assert META.check({"style": {"hands": "open"}}, 3) == {"speed": "slow", "style": {"bank": "down", "hands": "open"}}


def test_every_problem_is_named() -> None:
    bad = {"speed": "medium", "style": {"bank": "sideways", "colour": "red"}, "depth": 3}
    assert problems(bad, 4) == [
        ("seats", "option.seats"),
        ("speed", "option.unknown_value"),
        ("style", "option.unknown_field"),
        ("bank", "option.unknown_value"),
        ("depth", "option.unknown"),
    ]


@pytest.mark.parametrize("value", [3, ["fast"], {"fast": True}, True])
def test_a_choice_is_a_word(value: object) -> None:
    assert problems({"speed": value}, 2) == [("speed", "option.unknown_value")]


@pytest.mark.parametrize("value", ["up/open", ["up"], 7])
def test_a_record_is_an_object(value: object) -> None:
    assert problems({"style": value}, 2) == [("style", "option.unknown_value")]


def test_what_the_game_forbids_together() -> None:
    assert problems({"speed": "fast"}, 3) == [("speed", "option.too_fast")]
    assert META.playable({"speed": "fast"}) == [2]
    assert META.playable({}) == [2, 3, 5]


def test_words_of_a_command_line() -> None:
    assert META.parse(["speed=fast", "style=up/hidden"]) == ({"speed": "fast", "style": {"bank": "up", "hands": "hidden"}}, None)
    assert META.parse(["preset=blitz"]) == ({"speed": "fast"}, 2)
    assert META.parse(["style=up/open"])[0] == {"speed": "slow", "style": {"bank": "up", "hands": "open"}}
    assert META.parse(["preset=blitz", "style=up/open"])[0]["speed"] == "fast", "what is said counts before what is implied"
    assert META.parse(["preset=blitz", "speed=slow", "seats=3"]) == ({"speed": "slow"}, 3)


@pytest.mark.parametrize(
    ("word", "key"),
    [
        ("speed", "option.syntax"),
        ("depth=3", "option.unknown"),
        ("preset=none", "option.unknown_value"),
        ("style=up", "option.parts"),
        ("seats=two", "option.seats"),
    ],
)
def test_bad_words_are_refused(word: str, key: str) -> None:
    with pytest.raises(InvalidOptions) as refusal:
        META.parse([word])
    assert refusal.value.text.key == key
