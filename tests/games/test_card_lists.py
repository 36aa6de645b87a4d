"""Cards for readers: found by words and by marks of one or several values, with a caption in short (UX-3)."""

from __future__ import annotations

from typing import Any

import pytest

from games import card_lists
from games.card_lists import ShownCard
from games.rulebooks import Cards, Fact, Filter
from games.texts import Speaker

ICONS = Filter("Symbol", {"castle": "Burg", "crown": "Krone"}, alone=True)
KIND = Filter("Effekte", {"demand": "Forderung"}, listed=False)


def shown(about: Cards, **card: Any) -> ShownCard:
    """The card data of Innovation are read, with whatever else the card has."""
    data = {"id": "pottery", "effects": [], "icons": [], "dogma_icon": "castle", **card}
    return card_lists._card(data, Speaker("innovation", "de"), about)


def test_a_mark_may_have_several_values() -> None:
    about = Cards({"icons": ICONS})
    both, one = shown(about, icons=["castle", "crown", "castle"]), shown(about, icons=["crown"])
    assert both.marks == {"icons": ("castle", "crown")}
    assert card_lists.found([both, one], "", {"icons": "crown"}) == [both, one]
    assert card_lists.found([both, one], "", {"icons": "castle"}) == [both]
    assert card_lists.found([both, one], "", {"icons": ""}) == [both, one]
    assert card_lists.found([both, one], "", {"icons": "cast"}) == []
    assert card_lists.found([both, one], "burg", {"icons": "crown"}) == [both], "words of marks are searched too"


@pytest.mark.parametrize(
    ("filters", "caption"),
    [
        ({"icons": ICONS}, "Alter 1, 2× Burg, Krone"),
        ({"icons": Filter("Symbol", ICONS.values)}, "Alter 1, Symbol 2× Burg, Krone"),
        ({"kind": KIND}, "Alter 1"),
    ],
)
def test_the_caption_is_short(filters: dict[str, Filter], caption: str) -> None:
    card = shown(Cards(filters, [Fact("age", "Alter")]), icons=["castle", "crown", "castle"], age=1, kind="demand")
    assert card.caption == caption
    assert len(card.facts) == 2, "the large card has them all, with their labels"


def test_a_card_without_a_mark_is_found_by_none_of_its_values() -> None:
    card = shown(Cards({"kind": KIND}))
    assert card.marks == {"kind": ()}
    assert card.facts == []
    assert card_lists.found([card], "", {"kind": "demand"}) == []
