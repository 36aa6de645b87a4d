"""What readers are told of a card, as the card data of a game have it: names, texts, and by what cards are looked for (UX-3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

Card = Mapping[str, Any]
"""One card of `cards.json`."""


class CardWords:
    """Reads names and texts from fields of a card: `<field>_<language>`, or `<field>` with a text for each language.

    A game says in its app which fields these are, or has a subclass where its data need more. Paragraphs may have `**words**`
    that stand out and marks such as `[castle]`: a picture of the site's icons, and said as the words of `mark.castle`.
    """

    def __init__(self, name: str = "name", texts: Sequence[str] = ("text",)) -> None:
        """Name the field of the name, and those that are the text, a paragraph each."""
        self.name_field = name
        self.text_fields = texts

    def name(self, card: Card, language: str) -> str | None:
        """The name; None if the card has none in this language."""
        return _field(card, self.name_field, language)

    def paragraphs(self, card: Card, language: str) -> list[str]:
        """The text, where it depends on an option of the table with all that it may be."""
        return [text for field in self.text_fields if (text := _field(card, field, language))]

    def variants(self, card: Card, language: str) -> Mapping[str, list[str]]:
        """Of a card whose text depends on an option of the table: its text by `<option>.<value>`."""
        return {}

    def attributes(self, card: Card) -> Mapping[str, Any]:
        """What rule books can name as facts and filters (`games/rulebooks.py`); a list has several values."""
        return card


def _field(card: Card, field: str, language: str) -> str | None:
    value = card.get(f"{field}_{language}", card.get(field))
    if isinstance(value, Mapping):
        value = value.get(language)
    return value or None
