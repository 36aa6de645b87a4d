"""The names and texts of the cards of Spieleflut, and by what they are looked for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.card_words import Card, CardWords


class SpieleflutWords(CardWords):
    """A title and a text; event cards are looked for by what they are: manipulation, disturbance or event (SPF-2.1)."""

    def __init__(self) -> None:
        super().__init__(name="title")

    def attributes(self, card: Card) -> Mapping[str, Any]:
        """With the category as the kind where there is one: cards of that kind lie in the draw pile and in the event stack."""
        return {**card, "kind": card.get("category", card["kind"])}
