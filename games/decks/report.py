"""What is to be said of a deck: whether it is legal and where, what is wrong with it, by which rule (KMO-2.8)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from games.decks import kinds
from games.decks.kinds import Kind
from games.decks.models import Deck
from games.engine.deck import Violation
from games.texts import Speaker


class Line(msgspec.Struct, frozen=True):
    """One violation or warning in words, with the card it is about, if it is one."""

    rule: str
    said: str
    card: str = ""


class Report(msgspec.Struct, frozen=True):
    """All there is to say."""

    count: int
    size: int
    legal: bool
    """Whether it may be played in any rule set."""
    legal_in: list[str]
    """The rule sets in which it may, in words; empty for a game that has only one."""
    everywhere: bool
    """Whether those are all there are."""
    violations: list[Line]
    warnings: list[Line]
    missing: list[Line] = []
    """The cards of which their owner has too few, where cards are collected (OMG-2.4)."""
    lent: bool = False
    """Whether it is built from cards that are lent for an event: without them it is not legal (OMG-17.2)."""

    odds: list[Line] = []
    """How a game with it may begin."""

    def plain(self) -> dict[str, Any]:
        """As the browser is told."""
        return msgspec.to_builtins(self)  # type: ignore[no-any-return]


def report(
    kind: Kind, cards: Mapping[str, int], language: str, owned: Mapping[str, int] | None = None, *, lent: bool = False
) -> Report:
    """Look at a deck. `owned`: the cards it may be made of, if that counts; `lent`: for an event, and nothing else goes."""
    speaker, legal_in = Speaker(kind.game, language), kind.rules.legal_in(cards)
    missing = [] if owned is None else lines(kind.rules.not_owned(cards, owned), speaker)
    if lent and missing:
        legal_in = []
    return Report(
        count=sum(cards.values()),
        size=kind.rules.size,
        legal=bool(legal_in),
        legal_in=named(kind, legal_in, speaker),
        everywhere=len(legal_in) == len(kind.rules.rule_sets or ("",)),
        violations=lines(kind.rules.check(cards), speaker),
        warnings=lines(kind.rules.warnings(cards), speaker),
        missing=missing,
        lent=lent,
        odds=[Line(one.rule, speaker.say(one.text)) for one in kind.rules.odds(cards)],
    )


def named(kind: Kind, rule_sets: Sequence[str], speaker: Speaker) -> list[str]:
    """Rule sets in words; none for a game that has only one."""
    option = kind.rules.option
    return [speaker.fill(f"value.{option}.{name}", {"option": name}) for name in rule_sets if kind.rules.rule_sets]


def of_deck(kind: Kind, deck: Deck, language: str) -> Report:
    """Look at a deck of somebody, with the cards it may be made of."""
    return report(kind, deck.cards, language, owned(kind, deck), lent=bool(deck.event))


def owned(kind: Kind, deck: Deck) -> Mapping[str, int] | None:
    """The cards a deck may be made of: those lent for its event, or those its owner has; None: all that there are."""
    if deck.event:
        return dict(deck.pool)
    held = kinds.held(kind.game, deck.owner)
    return None if held is None else held.cards


def lines(violations: Sequence[Violation], speaker: Speaker) -> list[Line]:
    """Violations in words."""
    return [Line(one.rule, speaker.say(one.text), one.card) for one in violations]
