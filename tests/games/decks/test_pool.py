"""The cards that the builder offers: what they are looked for by, in which words, in which order (UX-3)."""

from __future__ import annotations

import pytest

from games.decks import kinds, pool
from games.decks.kinds import Kind


@pytest.fixture
def kind() -> Kind:
    found = kinds.kind("kameloh")
    assert found is not None
    return found


def test_cards_with_their_values(kind: Kind) -> None:
    """An attribute may have none, one or several; numbers that are computed are none to sort by."""
    cards = {card.id: card for card in pool.pool(kind, "de").cards}
    assert len(cards) == 178
    assert cards["Y001"].marks == {"kind": ["yellow"], "price": ["0"], "hk": ["4"], "class": ["Lasttier"], "race": ["Kamel"]}
    assert cards["Y001"].numbers == {"price": 0, "hk": 4, "ap": 20, "dp": 10, "lp": 40}
    assert (cards["Y001"].limit, cards["B018"].limit) == (4, 2)
    assert cards["V011"].numbers == {"price": 2, "hk": 3}
    assert cards["G001"].marks["windows"] == ["attack"]
    assert any(len(card.marks.get("windows", ())) > 1 for card in cards.values())


@pytest.mark.parametrize(("language", "races"), [("de", ["Dromedar", "Echse", "Geist"]), ("en", ["Bird", "Camel", "Crawler"])])
def test_values_in_words(kind: Kind, language: str, races: list[str]) -> None:
    """Numbers in their order, words of the cards by the alphabet, what the game has ordered as it is."""
    known = pool.pool(kind, language)
    filters = {one.name: one for one in known.filters}
    assert [value for value, _words in known.curve.values] == [str(price) for price in range(7)]
    assert [value for value, _words in known.group.values] == ["yellow", "violet", "blue", "green"]
    assert [words for _value, words in filters["race"].values][:3] == races
    assert len(filters["windows"].values) == 3
    card = next(card for card in known.cards if card.id == "Y001")
    assert all(word in card.words for word in ("lastkamel", "camel on duty", known.group.values[0][1].casefold()))


def test_a_deck_in_groups(kind: Kind) -> None:
    """In the order of the card file; what the game does not have is in none."""
    groups = pool.groups(kind, {"G001": 1, "Y002": 2, "Y001": 3, "fort": 1}, "de")
    rows = [(group.label, group.count, [(row.card.id, row.copies) for row in group.rows]) for group in groups]
    assert rows == [("Gelbe Monster", 5, [("Y001", 3), ("Y002", 2)]), ("Grüne Items", 1, [("G001", 1)])]
