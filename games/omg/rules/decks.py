"""Which decks may be played with (OMG-2)."""

from __future__ import annotations

from collections.abc import Mapping

from games.engine.deck import DeckRules, Violation
from games.engine.errors import Text
from games.omg.rules.cards import SLUG, Cards

FEW_USERS = 15
"""Below this a deck draws a warning (OMG-2.3)."""


class OmgDecks(DeckRules):
    """Decks of exactly 60 cards, none more than five times."""

    unknown_rule = "OMG-2.5"
    owner_rule = "OMG-2.4"

    def __init__(self, cards: Cards) -> None:
        self.cards = cards
        self.size = cards.size
        self.starters = cards.starters

    def limit(self, card: str) -> int:
        """Five, whatever the rarity (OMG-2.2)."""
        return self.cards.most if card in self.cards.by_name else 0

    def check(self, deck: Mapping[str, int]) -> list[Violation]:
        """OMG-2.1, OMG-2.2, and cards there are not (OMG-2.5)."""
        count = sum(deck.values())
        size = Violation("OMG-2.1", Text("deck.size", {"count": count, "size": self.size}))
        found = [] if count == self.size else [size]
        for card, copies in deck.items():
            if card not in self.cards.by_name:
                found.append(Violation("OMG-2.5", Text("deck.unknown", {"name": card[:40]}), card))
            elif copies > self.cards.most:
                args = {"card": f"{SLUG}.{card}", "count": copies, "most": self.cards.most}
                found.append(Violation("OMG-2.2", Text("deck.copies", args), card))
        return found

    def asks_owner(self, options: Mapping[str, object]) -> bool:
        """Everywhere but at tables with all cards (OMG-2.4)."""
        return options.get("all_cards") != "on"

    def not_owned(self, deck: Mapping[str, int], owned: Mapping[str, int]) -> list[Violation]:
        """OMG-2.4. Cards there are not, nobody can hold: they are told otherwise."""
        return [
            Violation(self.owner_rule, Text("deck.not_owned", {"card": f"{SLUG}.{card}", "count": copies, "owned": have}), card)
            for card, copies in deck.items()
            if card in self.cards.by_name and copies > (have := owned.get(card, 0))
        ]

    def warnings(self, deck: Mapping[str, int]) -> list[Violation]:
        """Few users, or none (OMG-2.3)."""
        cards = self.cards
        users = sum(copies for card, copies in deck.items() if card in cards.by_name and cards.is_user[cards.by_name[card]])
        if users >= FEW_USERS:
            return []
        return [Violation("OMG-2.3", Text("deck.few_users", {"count": users, "least": FEW_USERS}))]

    def errors(self, deck: Mapping[str, int], owned: Mapping[str, int] | None = None) -> list[dict[str, object]]:
        """Each violation with the figures of OMG-2.5; `owned`: the copies somebody holds, if that counts."""
        have = sum(deck.values())
        found: list[dict[str, object]] = [] if have == self.size else [{"error": "deck_size", "have": have, "need": self.size}]
        for card, copies in deck.items():
            if card not in self.cards.by_name:
                found.append({"error": "unknown_card", "card": card})
                continue
            if copies > self.cards.most:
                found.append({"error": "too_many_copies", "card": card, "have": copies, "max": self.cards.most})
            if owned is not None and copies > owned.get(card, 0):
                found.append({"error": "not_owned", "card": card, "have": copies, "owned": owned.get(card, 0)})
        return found


def deck_of(cards: Cards, deck: Mapping[str, int]) -> list[int]:
    """A deck as the rules use it: its cards, sorted."""
    return sorted(cards.by_name[name] for name, copies in deck.items() for _ in range(copies))
