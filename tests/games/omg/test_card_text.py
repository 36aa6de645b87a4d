"""Texts of cards and what cards do cannot drift apart (OMG-C.3)."""

from __future__ import annotations

import msgspec
import pytest

from games.omg.card_text import Language, text
from games.omg.rules import GAME
from games.omg.rules.cards import CardData

LANGUAGES: tuple[Language, ...] = ("de", "en")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_says_what_the_card_does(language: Language) -> None:
    """OMG-C.3: in both languages."""
    for card in GAME.cards.data:
        written = card.text_de if language == "de" else card.text_en
        assert text(card, language) == written, card.id


def test_another_effect_has_another_text() -> None:
    """A change of any number or word of an effect shows."""
    card: CardData = GAME.cards.data[GAME.cards.by_name["B033"]]
    clause = card.effect[0]
    for change in ({"amount": 2}, {"trigger": "turn_end"}, {"op": "gain_ep"}, {"limit": "once_per_turn"}, {"optional": True}):
        other = msgspec.structs.replace(card, effect=(msgspec.structs.replace(clause, **change),))
        for language in LANGUAGES:
            assert text(other, language) != text(card, language), change
