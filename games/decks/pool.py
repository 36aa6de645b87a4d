"""The cards of a game as the builder offers them, and how a deck falls into them (UX-3)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from typing import Any

import msgspec
from django.utils.translation import gettext

from games import card_lists
from games.decks.kinds import Kind, kind
from games.engine import registry
from games.texts import Speaker, card_words_of

OWNED = "owned"
"""The mark of cards by whether somebody has them."""


class Card(msgspec.Struct, frozen=True):
    """One card that can be put into a deck."""

    id: str
    name: str
    words: str
    """All that a search looks at, folded."""
    limit: int
    """How many copies a deck may have."""
    marks: dict[str, list[str]]
    """By attribute its values, one or several, for filters, groups and shares."""
    numbers: dict[str, int]
    """By which it is put in order, and the curve."""


class Attribute(msgspec.Struct, frozen=True):
    """An attribute in words, with its values in the order in which they are shown."""

    name: str
    label: str
    values: list[tuple[str, str]]


class Pool(msgspec.Struct, frozen=True):
    """All cards of a game in one language, and the words for what tells them apart."""

    cards: list[Card]
    group: Attribute
    curve: Attribute
    shares: list[Attribute]
    filters: list[Attribute]
    sorts: list[tuple[str, str]]

    def plain(self) -> dict[str, Any]:
        """As the browser is told."""
        return msgspec.to_builtins(self)  # type: ignore[no-any-return]


class Row(msgspec.Struct, frozen=True):
    """One card of a deck."""

    card: Card
    copies: int
    missing: int = 0
    """How many of these its owner does not have, where cards are collected (OMG-16.9)."""


class Group(msgspec.Struct, frozen=True):
    """The cards of a deck that belong together."""

    label: str
    count: int
    rows: list[Row]


def pool(of: Kind, language: str) -> Pool:
    """The cards of a game."""
    return _pool(of.game, language)


def with_owned(of: Pool, owned: Mapping[str, int], *, lent: bool) -> Pool:
    """The same with what somebody has of it, to be looked for; what is lent for an event is all that is offered (OMG-17.2)."""
    cards = [
        msgspec.structs.replace(card, marks=card.marks | {OWNED: ["yes" if owned.get(card.id) else "no"]})
        for card in of.cards
        if not lent or owned.get(card.id)
    ]
    if lent:
        return msgspec.structs.replace(
            of, cards=[msgspec.structs.replace(card, limit=min(card.limit, owned[card.id])) for card in cards]
        )
    offered = Attribute(OWNED, gettext("Sammlung"), [("yes", gettext("hast du")), ("no", gettext("fehlt dir"))])
    return msgspec.structs.replace(of, cards=cards, filters=[offered, *of.filters])


def groups(of: Kind, cards: Mapping[str, int], language: str, owned: Mapping[str, int] | None = None) -> list[Group]:
    """A deck in the groups and the order of the card file; cards that the game does not have are left out.

    `owned`: what it may be made of, if that counts.
    """
    known = pool(of, language)
    found = []
    for value, label in known.group.values:
        within = [card for card in known.cards if card.id in cards and value in card.marks.get(known.group.name, ())]
        short = {card.id: 0 if owned is None else max(0, cards[card.id] - owned.get(card.id, 0)) for card in within}
        rows = [Row(card, cards[card.id], short[card.id]) for card in within]
        if rows:
            found.append(Group(label, sum(row.copies for row in rows), rows))
    return found


@cache
def _pool(game: str, language: str) -> Pool:
    of, path, read = kind(game), registry.game(game).cards_path, card_words_of(game)
    if of is None or path is None:
        raise LookupError(f"nobody builds decks for {game}")
    shape, speaker = of.shape, Speaker(game, language)
    data = {card["id"]: card for card in json.loads(path.read_bytes())["cards"]}
    attributes = {card: read.attributes(entry) for card, entry in data.items()}
    names = dict.fromkeys([shape.group, shape.curve, *shape.shares, *shape.filters])
    said = {name: _attribute(name, data, attributes, speaker, listed=name in shape.listed) for name in names}
    words = {name: dict(attribute.values) for name, attribute in said.items()}
    cards = []
    for shown in card_lists.cards(game, language):
        values = attributes[shown.id]
        marks = {name: [str(value) for value in _several(values[name])] for name in names if name in values}
        said_of_it = [words[name][value].casefold() for name, many in marks.items() for value in many]
        cards.append(
            Card(
                id=shown.id,
                name=shown.name,
                words=" ".join([shown.words, *said_of_it]),
                limit=of.rules.limit(shown.id),
                marks=marks,
                numbers={name: values[name] for name in (shape.curve, *shape.sorts) if isinstance(values.get(name), int)},
            )
        )
    return Pool(
        cards=cards,
        group=said[shape.group],
        curve=said[shape.curve],
        shares=[said[name] for name in shape.shares],
        filters=[said[name] for name in shape.filters],
        sorts=[(name, speaker.fill(f"deck.{name}", {"option": name})) for name in shape.sorts],
    )


def _attribute(
    name: str,
    data: Mapping[str, Mapping[str, Any]],
    attributes: Mapping[str, Mapping[str, Any]],
    speaker: Speaker,
    *,
    listed: bool,
) -> Attribute:
    """Numbers and what the game has put in an order stand in it, words of the cards and long lists by the alphabet."""
    found: dict[Any, str] = {}
    for card, values in attributes.items():
        own = data[card].get(f"{name}_{speaker.language}")
        for value in _several(values.get(name, [])):
            found[value] = str(own or speaker.fill(f"deck.{name}.{value}", {"option": value}))
    numbers = all(isinstance(value, int) for value in found)
    worded = listed or any(f"{name}_{speaker.language}" in card for card in data.values())
    order = sorted(found) if numbers else sorted(found, key=lambda value: found[value].casefold()) if worded else list(found)
    return Attribute(name, speaker.fill(f"deck.{name}", {"option": name}), [(str(value), found[value]) for value in order])


def _several(value: Any) -> list[Any]:
    """The values of an attribute; most have one."""
    return value if isinstance(value, list) else [value]
