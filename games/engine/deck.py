"""Decks of one's own: what a game says of them. A deck is plain data, card id to copies, as the card file writes it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping

import msgspec

from games.engine.dice import Dice
from games.engine.errors import Text

Deck = dict[str, int]
"""Card id to copies, at least one of each."""


class Violation(msgspec.Struct, frozen=True):
    """One thing wrong with a deck: the rule, the card it is about if it is one, and what to say."""

    rule: str
    text: Text
    card: str = ""
    allowed_in: tuple[str, ...] = ()
    """Rule sets in which it is nothing wrong; empty: it is wrong in all."""


class Odds(msgspec.Struct, frozen=True):
    """How often something happens at the beginning of a game with a deck, by which rule, in words."""

    rule: str
    text: Text


class Hand(msgspec.Struct, frozen=True):
    """Cards that came up at the beginning of a game, by which rule, and what becomes of them."""

    rule: str
    cards: tuple[str, ...]
    text: Text


class DeckRules(ABC):
    """What a game demands of the decks it is played with."""

    size: int
    """How many cards a deck has."""
    unknown_rule: str
    """The rule by which a card that the game does not have is refused."""
    option: str = ""
    """The table option that names the rule set; empty where there is only one."""
    rule_sets: tuple[str, ...] = ()
    """Its values, where decks can be legal in some and not in others."""
    starters: Mapping[str, Deck]
    """The decks that come with the game, by name, in the order in which seats play them if nobody chooses."""

    owner_rule: str = ""
    """The rule by which only cards one holds may be in a deck, where cards are collected; empty: all belong to everybody."""

    @abstractmethod
    def limit(self, card: str) -> int:
        """How many copies of a card a deck may have; 0 for a card that the game does not have."""

    @abstractmethod
    def check(self, deck: Mapping[str, int]) -> list[Violation]:
        """All that is wrong with a deck, in the order of the rules."""

    def warnings(self, deck: Mapping[str, int]) -> list[Violation]:
        """What is allowed but hardly meant."""
        return []

    def asks_owner(self, options: Mapping[str, object]) -> bool:
        """Whether only cards one holds may be played with at a table."""
        return False

    def not_owned(self, deck: Mapping[str, int], owned: Mapping[str, int]) -> list[Violation]:
        """The cards of a deck of which there are not so many copies among these."""
        return []

    def odds(self, deck: Mapping[str, int]) -> list[Odds]:
        """How a game with this deck may begin, exactly; nothing for a deck that is too small for a hand."""
        return []

    def draw(self, deck: Mapping[str, int], rule_set: str, dice: Dice) -> list[Hand]:
        """A beginning with this deck as it happens at a table, the hand to play with last; cards there are not stay out."""
        return []

    def against(self, deck: Mapping[str, int], rule_set: str) -> list[Violation]:
        """What is wrong with a deck in this rule set; for a game with only one its name is empty."""
        return [violation for violation in self.check(deck) if rule_set not in violation.allowed_in]

    def legal_in(self, deck: Mapping[str, int]) -> list[str]:
        """The rule sets in which a deck may be played; for a game with only one `[""]` if it may be played at all."""
        violations = self.check(deck)
        return [name for name in self.rule_sets or ("",) if all(name in violation.allowed_in for violation in violations)]

    def rule_set(self, options: Mapping[str, object]) -> str:
        """The rule set that a table plays by."""
        return str(options.get(self.option) or self.rule_sets[0]) if self.option else ""

    def starter_of(self, seat: int) -> str:
        """The name of the starter deck of a seat that has chosen none."""
        return list(self.starters)[seat % len(self.starters)]
