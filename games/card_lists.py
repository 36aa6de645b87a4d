"""The cards of a game for readers: names, texts and what they can be looked for by (UX-3)."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from games.engine import registry
from games.rulebooks import LANGUAGES, Cards, rulebook


@dataclass(frozen=True)
class ShownCard:
    """One card in one language."""

    id: str
    name: str
    text: str
    elsewhere: Mapping[str, str]
    """Its name in the other languages."""
    facts: Sequence[tuple[str, str]]
    """Label and value."""
    marks: Mapping[str, str]
    """By what it can be filtered."""
    words: str
    """All that a search looks at, folded."""


@cache
def cards(slug: str, language: str) -> tuple[ShownCard, ...]:
    """All cards of a game, as its card data has them; none if it has no cards."""
    path = registry.game(slug).cards_path
    if path is None:
        return ()
    book = rulebook(slug, language)
    about = Cards() if book is None else book.cards
    return tuple(_card(data, language, about) for data in json.loads(path.read_bytes())["cards"])


def found(all_cards: Sequence[ShownCard], words: str, marks: Mapping[str, str]) -> list[ShownCard]:
    """The cards in which each of these words occurs and which have these marks; an empty mark asks for nothing."""
    wanted = words.casefold().split()
    return [
        card
        for card in all_cards
        if all(word in card.words for word in wanted)
        and all(card.marks.get(name) == value for name, value in marks.items() if value)
    ]


def _card(data: Mapping[str, Any], language: str, about: Cards) -> ShownCard:
    names = {known: data["names"].get(known, data["names"]["en"]) for known in LANGUAGES}
    text = data["text"].get(language, data["text"]["en"])
    marks = {name: str(data.get(name, "")) for name in about.filters}
    facts = [(fact.label, _value(data[fact.name], fact.signed)) for fact in about.facts if fact.name in data]
    facts += [(about.filters[name].label, about.filters[name].values.get(value, value)) for name, value in marks.items() if value]
    return ShownCard(
        id=data["id"],
        name=names[language],
        text=text,
        elsewhere={known: name for known, name in names.items() if known != language},
        facts=facts,
        marks=marks,
        words=" ".join([*names.values(), text, *(value for _, value in facts)]).casefold(),
    )


def _value(value: Any, signed: bool) -> str:
    shown = f"{value:+d}" if signed and isinstance(value, int) and value else str(value)
    return shown.replace("-", "\N{MINUS SIGN}")
