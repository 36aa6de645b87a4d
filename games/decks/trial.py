"""Trying out how a game with a deck begins: hands as they come up at a table, and how often (OMG-16.9)."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any

import msgspec

from games.decks.kinds import Kind
from games.decks.report import Line, named
from games.engine.dice import Dice
from games.engine.fairness import SECRET_BYTES
from games.texts import Speaker, catalogue


class Card(msgspec.Struct, frozen=True):
    """A card that came up."""

    id: str
    name: str


class Shown(msgspec.Struct, frozen=True):
    """Some cards that came up, and what becomes of them."""

    said: Line
    cards: list[Card]


class Trial(msgspec.Struct, frozen=True):
    """A beginning with a deck, in words."""

    hands: list[Shown]
    """The last one is played with; none for a deck that cannot be tried out."""
    rule_set: str
    """By which it was drawn; empty in a game that has only one."""
    rule_sets: list[tuple[str, str]]
    """All there are, in words."""
    odds: list[Line]

    def plain(self) -> dict[str, Any]:
        """As the browser is told."""
        return msgspec.to_builtins(self)  # type: ignore[no-any-return]


def bounds(kind: Kind) -> tuple[int, int]:
    """How many cards a deck needs and may have to be tried out: so few that each draw ends soon."""
    return kind.rules.size // 4, 2 * kind.rules.size


def trial(kind: Kind, cards: Mapping[str, int], language: str, rule_set: str = "", key: bytes | None = None) -> Trial:
    """Draw as at a table. `rule_set`: any but those there are stands for the first in which the deck is legal, or the first."""
    rules, speaker, texts = kind.rules, Speaker(kind.game, language), catalogue(kind.game, language)
    if rule_set not in rules.rule_sets:
        rule_set = next(iter([*rules.legal_in(cards), *rules.rule_sets, ""]))
    least, most = bounds(kind)
    dice = Dice(secrets.token_bytes(SECRET_BYTES) if key is None else key)
    drawn = rules.draw(cards, rule_set, dice) if least <= sum(cards.values()) <= most else []
    return Trial(
        hands=[
            Shown(
                Line(hand.rule, speaker.say(hand.text)),
                [Card(card, str(texts.get(f"card.{kind.game}.{card}", card))) for card in hand.cards],
            )
            for hand in drawn
        ],
        rule_set=rule_set,
        rule_sets=list(zip(rules.rule_sets, named(kind, rules.rule_sets, speaker), strict=True)),
        odds=[Line(one.rule, speaker.say(one.text)) for one in rules.odds(cards)],
    )
