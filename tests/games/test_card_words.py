"""Names and texts of cards are read as the card data of each game have them (UX-3, UX-10.1)."""

from __future__ import annotations

from typing import Any

import pytest

from games import texts
from games.card_words import CardWords
from games.innovation.card_words import InnovationWords

OARS: dict[str, Any] = {
    "icons": ["castle", "crown", "age-image", "castle"],
    "dogma_icon": "castle",
    "effects": [
        {"kind": "demand", "text_de": "Ich verlange: Lege eine [crown]!", "text_en": "I demand: move a [crown]!"},
        {"kind": "effect", "text_de": "Ziehe eine 1.", "text_en": "Draw a 1."},
    ],
    "editions": {"first": {"effects": [{"kind": "demand", "text_de": "Ich verlange: Nichts!", "text_en": "I demand: nothing!"}]}},
}


@pytest.mark.parametrize(
    ("read", "card"),
    [
        (CardWords(name="names"), {"names": {"de": "Ruder", "en": "Oars"}, "text": {"de": "Zieh.", "en": "Draw."}}),
        (CardWords(), {"name_de": "Ruder", "name_en": "Oars", "text_de": "Zieh.", "text_en": "Draw."}),
        (CardWords(name="title"), {"title_de": "Ruder", "title_en": "Oars", "text_de": "Zieh.", "text_en": "Draw."}),
        (
            CardWords(texts=("rules", "flavour")),
            {"name_de": "Ruder", "name_en": "Oars", "rules_de": "Zieh.", "rules_en": "Draw."},
        ),
    ],
)
def test_fields_by_language(read: CardWords, card: dict[str, Any]) -> None:
    assert (read.name(card, "de"), read.name(card, "en"), read.name(card, "es")) == ("Ruder", "Oars", None)
    assert read.paragraphs(card, "de") == ["Zieh."]
    assert read.paragraphs(card, "en") == ["Draw."]
    assert read.paragraphs(card | {"flavour_en": "Splash."}, "en")[1:] == (["Splash."] if "flavour" in read.text_fields else [])
    assert read.variants(card, "de") == {}
    assert read.attributes(card) == card


def test_effects_are_paragraphs_with_their_icon_and_demands_stand_out() -> None:
    """INN-1.3, INN-7.4."""
    plain = {key: value for key, value in OARS.items() if key != "editions"}
    assert InnovationWords().paragraphs(plain, "de") == [
        "[castle] **Ich verlange:** Lege eine [crown]!",
        "[castle] Ziehe eine 1.",
    ]
    assert InnovationWords().paragraphs(plain, "en")[0] == "[castle] **I demand:** move a [crown]!"
    assert InnovationWords().variants(plain, "de") == {}


def test_a_card_that_differs_has_both_editions() -> None:
    """INN-16: both where cards are read, one at a table."""
    read = InnovationWords()
    first, latest = ["[castle] **I demand:** nothing!"], ["[castle] **I demand:** move a [crown]!", "[castle] Draw a 1."]
    assert read.variants(OARS, "en") == {"edition.latest": latest, "edition.first": first}
    assert read.paragraphs(OARS, "en") == ["**Latest edition:**", *latest, "**First edition:**", *first]


def test_the_picture_of_a_card_is_no_icon() -> None:
    """INN-1.2."""
    attributes = InnovationWords().attributes(OARS)
    assert attributes["icons"] == ["castle", "crown", "castle"]
    assert attributes["kinds"] == ["demand", "effect"]
    assert attributes["editions"] == "differ"


def test_texts_are_said_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    """UX-1.3: a picture has a word; one that a paragraph begins with is its label."""
    words = {"mark.castle": "Burg", "mark.crown": "Krone"}
    monkeypatch.setattr(texts, "catalogue", lambda slug, language: words)
    speaker = texts.Speaker("any", "de")
    said = speaker.plain("[castle] **Ich verlange:** Lege eine [crown]!\n\n[castle] Ziehe [unknown].")
    assert said == "Burg: Ich verlange: Lege eine Krone! Burg: Ziehe unknown."
