"""Decks as text: what goes out comes back, what is broken or foreign is refused line by line (KMO-2.1, QUA-3.6)."""

from __future__ import annotations

import pytest

from games.decks import kinds, lists
from games.decks.kinds import Kind
from tests import awkward


@pytest.fixture
def kind() -> Kind:
    found = kinds.kind("kameloh")
    assert found is not None
    return found


def problems(kind: Kind, text: str) -> list[tuple[str, str]]:
    """Rule and words of what is wrong with a list."""
    with pytest.raises(lists.BrokenList) as caught:
        lists.parse(kind, text)
    return [(problem.rule, problem.said) for problem in caught.value.problems]


@pytest.mark.parametrize("language", ["de", "en"])
def test_what_goes_out_comes_back(kind: Kind, language: str) -> None:
    for name, cards in kind.rules.starters.items():
        text = lists.written(kind, name, cards, language)
        assert lists.parse(kind, text) == lists.Parsed(name, dict(cards))
    assert text.splitlines()[:2] == [f"# name: {name}", "# game: kameloh"]


def test_a_line_a_card_in_the_order_of_the_card_file(kind: Kind) -> None:
    text = lists.written(kind, "Zwei", {"G001": 1, "Y001": 3, "fort": 2}, "de")
    assert text.splitlines()[2:] == ["3 Y001 Lastkamel vom Dienst", "1 G001 Dattelschnaps", "2 fort"]


@pytest.mark.parametrize(
    "line",
    [
        "3 Y001",
        "3x Y001",
        "3× Y001 was auch immer",
        "3 Lastkamel vom Dienst",
        "3 camel  ON duty",
        "  3\tY001  ",
        "2 Y001\n1 Y001",
    ],
)
def test_ways_to_name_a_card(kind: Kind, line: str) -> None:
    """By its id, whatever follows, or by its name in either language; several lines of one card add up."""
    assert lists.parse(kind, line).cards == {"Y001": 3}


def test_remarks_and_empty_lines_are_passed_over(kind: Kind) -> None:
    parsed = lists.parse(kind, "\n# mein Deck\n# NAME:  Wüste \u202e \n\n1 Y001\r\n")
    assert parsed == lists.Parsed("Wüste", {"Y001": 1})


def test_a_foreign_list_is_refused(kind: Kind) -> None:
    """By what it says of itself, or by its cards: each with its rule."""
    assert problems(kind, "# game: omg\n3 Y001") == [("KMO-2.1", "Das ist ein Deck für ein anderes Spiel.")]
    told = problems(kind, "3 Y001\n3 B111 Linktauscher\n2 Pikachu")
    assert [rule for rule, _said in told] == ["KMO-2.1", "KMO-2.1"]
    assert told[0][1].startswith("Zeile 2, „3 B111 Linktauscher“")


@pytest.mark.parametrize(
    "text", ["Y001", "viele Y001", "3", "0 Y001", "100 Y001", "60 Y001\n60 Y001", "", "# name: leer", "-1 Y001"]
)
def test_a_broken_list_is_refused(kind: Kind, text: str) -> None:
    assert {rule for rule, _said in problems(kind, text)} == {"KMO-2.1"}


def test_limits(kind: Kind) -> None:
    """QUA-3.6: 200 lines; not more is told than can be read."""
    assert lists.parse(kind, "\n".join(["1 Y001"] * 3 + ["#"] * 197)).cards == {"Y001": 3}
    assert len(problems(kind, "\n".join(["1 Y001"] * 201))) == 1
    assert len(problems(kind, "1 " + "Y" * 20_000)) == 1
    assert len(problems(kind, "x\n" * 199)) == lists.MOST_PROBLEMS


@pytest.mark.parametrize("text", awkward.ALL)
def test_awkward_strings(kind: Kind, text: str) -> None:
    """They name no card, and are repeated without what cannot be seen."""
    for told in (problems(kind, f"1 {text}"), problems(kind, text)):
        assert all("\u202e" not in said and "\0" not in said for _rule, said in told)


def test_a_pattern_takes_no_time(kind: Kind) -> None:
    """QUA-3.14: what is built to hurt is refused by its length, or passed at once."""
    for text in ("1" * 19_000, "1 " + " " * 19_000, "#" + " " * 19_000 + "name:", "1 x" + " x" * 9_000):
        assert problems(kind, text)
