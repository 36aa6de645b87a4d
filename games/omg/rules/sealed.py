"""Sealed events: six boosters, from which a deck is built (OMG-17.2)."""

from __future__ import annotations

from collections.abc import Mapping

from games.engine.deck import Deck
from games.engine.dice import Dice
from games.engine.sealed import Sealed
from games.omg.rules import boosters
from games.omg.rules.cards import Cards

WANTED = {"user": 24, "mission": 8, "website": 5}
"""How many of a type a proposed deck has at most, as long as there is something else (OMG-2.3, OMG-C.5)."""


class OmgSealed(Sealed):
    """Six base boosters, or four of them and two of Seocalypse."""

    mixes: Mapping[str, tuple[str, ...]] = {"base": ("base",) * 6, "mixed": ("base",) * 4 + ("seocalypse",) * 2}

    def __init__(self, cards: Cards) -> None:
        self.cards = cards

    def pack(self, kind: str, dice: Dice, purpose: str) -> list[str]:
        """A booster. Nobody's luck in earlier ones matters here (OMG-16.5 is about one's own)."""
        return boosters.pack(self.cards, kind, dice, purpose)

    def proposal(self, pool: Mapping[str, int]) -> Deck:
        """60 cards with enough users, cheap ones first, and websites that work with most of them (OMG-7.10)."""
        cards = self.cards
        there = [
            cards.by_name[name] for name in sorted(pool) if name in cards.by_name for _ in range(min(pool[name], cards.most))
        ]
        users = sorted((card for card in there if cards.is_user[card]), key=lambda card: (cards.w[card], card))
        factions = [cards.faction[card] for card in users[: WANTED["user"]]]

        def worth(card: int) -> tuple[int, int]:
            return -factions.count(cards.faction[card]) if cards.type[card] == "website" and cards.faction[card] else 0, card

        others = sorted((card for card in there if not cards.is_user[card]), key=worth)
        chosen: list[int] = []
        left: list[int] = []
        for card in (*users, *others):
            of_type = sum(1 for one in chosen if cards.type[one] == cards.type[card])
            (chosen if of_type < WANTED.get(cards.type[card], cards.size) and len(chosen) < cards.size else left).append(card)
        chosen += left[: cards.size - len(chosen)]
        found: Deck = {}
        for card in sorted(chosen):
            found[cards.names[card]] = found.get(cards.names[card], 0) + 1
        return found
