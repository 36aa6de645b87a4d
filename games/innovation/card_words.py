"""The texts of the cards of Innovation: a paragraph an effect, behind its featured icon, and those of both editions (INN-16)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils import translation
from django.utils.translation import gettext_noop

from games.card_words import Card, CardWords

PICTURE = "age-image"
"""What stands at the fourth place of a card and counts as no icon (INN-1.2)."""

DEMANDS = {"de": "Ich verlange:", "en": "I demand:"}
"""How the text of every demand begins (INN-7.4)."""

EDITIONS = {"latest": gettext_noop("Letzte Ausgabe"), "first": gettext_noop("Erste Edition")}


class InnovationWords(CardWords):
    """Effects one by one; a card that differs has the texts of both editions, and at a table that of its edition."""

    def paragraphs(self, card: Card, language: str) -> list[str]:
        """The effects; if they differ by edition, under a heading for each."""
        editions = self.variants(card, language)
        if not editions:
            return _effects(card, card["effects"], language)
        with translation.override(language):
            headings = {f"edition.{name}": f"**{translation.gettext(heading)}:**" for name, heading in EDITIONS.items()}
        return [paragraph for name, effects in editions.items() for paragraph in (headings[name], *effects)]

    def variants(self, card: Card, language: str) -> Mapping[str, list[str]]:
        """Both editions of the nine cards."""
        if "editions" not in card:
            return {}
        first = card["editions"]["first"]["effects"]
        return {
            "edition.latest": _effects(card, card["effects"], language),
            "edition.first": _effects(card, first, language),
        }

    def attributes(self, card: Card) -> Mapping[str, Any]:
        """Its icons without the picture, what kinds of effects it has, and whether editions differ."""
        return {
            **card,
            "icons": [icon for icon in card["icons"] if icon != PICTURE],
            "kinds": sorted({effect["kind"] for effect in card["effects"]}),
            "editions": "differ" if "editions" in card else "",
        }


def _effects(card: Card, effects: Sequence[Mapping[str, Any]], language: str) -> list[str]:
    return [f"[{card['dogma_icon']}] {_stressed(effect[f'text_{language}'], language)}" for effect in effects]


def _stressed(text: str, language: str) -> str:
    """A demand is told from other effects by its first words, which stand out."""
    demand = DEMANDS[language]
    return f"**{demand}**{text.removeprefix(demand)}" if text.startswith(demand) else text
