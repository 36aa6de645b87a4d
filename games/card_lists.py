"""The cards of a game for readers: names, texts and what they can be looked for by (UX-3)."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from games.engine import registry
from games.rulebooks import LANGUAGES, Cards, Filter, rulebook
from games.texts import Speaker, card_words_of, catalogue

MOST_WORDS = 60
"""Characters that a search looks at."""


@dataclass(frozen=True)
class ShownCard:
    """One card in one language."""

    id: str
    name: str
    text: str
    """In paragraphs, with stressed words and pictures."""
    plain: str
    """The same in words."""
    elsewhere: Mapping[str, str]
    """Its name in the other languages."""
    facts: Sequence[tuple[str, str]]
    """Label and value."""
    caption: str
    """Some of them in short, for the list."""
    marks: Mapping[str, tuple[str, ...]]
    """By what it can be filtered: its values, none, one or several."""
    words: str
    """All that a search looks at, folded."""


@dataclass(frozen=True)
class CardFilter:
    """One way to look for cards: the name in the address, what it is called, its values in words, and the one that is chosen."""

    name: str
    label: str
    values: Sequence[tuple[str, str]]
    chosen: str = ""


@dataclass(frozen=True)
class Search:
    """What is asked for of some cards, and the ids of those that have it."""

    words: str
    filters: Sequence[CardFilter]
    found: frozenset[str]

    @property
    def narrows(self) -> bool:
        """Whether anything is asked for."""
        return bool(self.words) or any(one.chosen for one in self.filters)


@cache
def cards(slug: str, language: str) -> tuple[ShownCard, ...]:
    """All cards of a game, as its card data has them; none if it has no cards."""
    path = registry.game(slug).cards_path
    if path is None:
        return ()
    book = rulebook(slug, language)
    about = Cards() if book is None else book.cards
    speaker = Speaker(slug, language)
    return tuple(_card(data, speaker, about) for data in json.loads(path.read_bytes())["cards"])


def found(all_cards: Sequence[ShownCard], words: str, marks: Mapping[str, str]) -> list[ShownCard]:
    """The cards in which each of these words occurs and which have these marks; an empty mark asks for nothing."""
    wanted = words.casefold().split()
    return [
        card
        for card in all_cards
        if all(word in card.words for word in wanted)
        and all(value in card.marks.get(name, ()) for name, value in marks.items() if value)
    ]


def filters(slug: str, language: str) -> list[CardFilter]:
    """By what the cards of a game can be looked for; nothing is chosen yet."""
    book = rulebook(slug, language)
    return [CardFilter(name, one.label, list(one.values.items())) for name, one in book.cards.filters.items()] if book else []


def search(all_cards: Sequence[ShownCard], known: Iterable[CardFilter], asked: Mapping[str, str]) -> Search:
    """Look for what a form or an address asks for; a value that a filter does not know asks for nothing."""
    words = asked.get("suche", "").replace("\0", "")[:MOST_WORDS].strip()
    chosen = [replace(one, chosen=value) if (value := asked.get(one.name, "")) in dict(one.values) else one for one in known]
    have = found(all_cards, words, {one.name: one.chosen for one in chosen})
    return Search(words, chosen, frozenset(card.id for card in have))


def _card(data: Mapping[str, Any], speaker: Speaker, about: Cards) -> ShownCard:
    read, texts = card_words_of(speaker.slug), catalogue(speaker.slug, speaker.language)
    key, attributes = f"card.{speaker.slug}.{data['id']}", read.attributes(data)
    name, text = str(texts[key]), str(texts[f"{key}.text"])
    elsewhere = {known: read.name(data, known) or name for known in LANGUAGES if known != speaker.language}
    values = {name: _values(attributes.get(name, "")) for name in about.filters}
    own = [(fact.label, _value(attributes[fact.name], fact.signed)) for fact in about.facts if fact.name in attributes]
    marked = [(about.filters[name], _said(many, about.filters[name])) for name, many in values.items() if many]
    facts = own + [(known.label, said) for known, said in marked]
    short = [said if known.alone else f"{known.label} {said}" for known, said in marked if known.listed]
    return ShownCard(
        id=data["id"],
        name=name,
        text=text,
        plain=speaker.plain(text),
        elsewhere=elsewhere,
        facts=facts,
        caption=", ".join([*(" ".join(fact) for fact in own), *short]),
        marks={name: tuple(dict.fromkeys(many)) for name, many in values.items()},
        words=" ".join([name, *elsewhere.values(), speaker.plain(text), *(value for _, value in facts)]).casefold(),
    )


def _values(value: Any) -> list[str]:
    return [str(one) for one in value] if isinstance(value, list) else [str(value)] if value != "" else []


def _said(values: Sequence[str], known: Filter) -> str:
    """Each value in words, and how often where that is more than once."""
    counts = Counter(known.values.get(value, value) for value in values)
    return ", ".join(word if count == 1 else f"{count}× {word}" for word, count in counts.items())


def _value(value: Any, signed: bool) -> str:
    shown = f"{value:+d}" if signed and isinstance(value, int) and value else str(value)
    return shown.replace("-", "\N{MINUS SIGN}")
