"""What readers are told of the cards of Ka-Mel-Oh! beside what is printed: what is made of what (KMO-14)."""

from __future__ import annotations

import json
from typing import Any

import pytest

from games.kameloh.card_words import CARDS_PATH, KamelohWords

WORDS = KamelohWords()
CARDS: dict[str, dict[str, Any]] = {card["id"]: card for card in json.loads(CARDS_PATH.read_bytes())["cards"]}


@pytest.mark.parametrize(
    ("card", "told"),
    [
        ("Y001", ""),
        ("V001", "Mutation: aus **Höckernovize** mit **Ritterschlag**."),
        ("V012", "Fusion: aus **Dünendrache** und **Vogel Rock 'n' Roc**. Item: **Verstärkerkabel**."),
        (
            "V013",
            (
                "Fusion: aus 2 bis 4 Monstern der Rasse Kamel oder Dromedar. "
                "Item: **Leitglocke**, in WiMu und Kamelkönig entbehrlich. "
                "Werte: AP 5, DP 5, LP 20, dazu für jedes Monster AP 10, DP 5, LP 40."
            ),
        ),
        (
            "V014",
            (
                "Fusion: aus einem Monster der Rasse Vogel, einem Monster der Rasse Nager und einem Monster der Rasse Lama. "
                "Item: **Notenblatt**. Werte: die Summe der gedruckten Werte, dazu DP 10, LP 20."
            ),
        ),
        ("B014", "Passt zu **Wüster Musikantenturm**. Passt zu **Lama-Drama-Ensemble**."),
    ],
)
def test_what_is_made_of_what(card: str, told: str) -> None:
    """Between what the card does and its flavour."""
    data = CARDS[card]
    assert WORDS.paragraphs(data, "de") == [text for text in (data.get("rules_de", ""), told, data["flavour_de"]) if text]


def test_when_and_where_a_card_may_be_played() -> None:
    """KMO-11.1, KMO-2.6."""
    assert WORDS.paragraphs(CARDS["G001"], "de")[1] == "Einsatz: beim Angriff."
    assert WORDS.paragraphs(CARDS["B018"], "de")[1] == "Nur in Kamelkönig."


def test_in_english_too() -> None:
    assert WORDS.paragraphs(CARDS["V016"], "en")[0].startswith("Fusion: from **Drama Llama** and **Llama in Pyjamas**. Item:")


@pytest.mark.parametrize("language", ["de", "en"])
def test_every_violet_and_blue_card_says_what_it_is_for(language: str) -> None:
    for card in CARDS.values():
        paragraphs = WORDS.paragraphs(card, language)
        played = bool(card.get("windows") or card.get("variants"))
        assert all(paragraphs)
        assert len(paragraphs) == 1 + ("rules_de" in card) + played + (card["kind"] == "violet" or bool(card.get("fits")))


def test_what_cards_are_looked_for_by() -> None:
    """Values that are computed are none to look for."""
    assert WORDS.attributes(CARDS["Y001"]) == {
        "kind": "yellow", "price": 0, "hk": 4, "class": "Lasttier", "race": "Kamel", "ap": 20, "dp": 10, "lp": 40,
    }  # fmt: skip
    assert set(WORDS.attributes(CARDS["V011"])) == {"kind", "price", "hk", "class", "race"}
    assert set(WORDS.attributes(CARDS["G001"])) == {"kind", "price", "hk", "class", "windows"}
