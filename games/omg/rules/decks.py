"""Which decks may be played with (OMG-2)."""

from __future__ import annotations

from collections.abc import Mapping

from games.engine.deck import DeckRules, Hand, Odds, Violation
from games.engine.dice import Dice
from games.engine.errors import Text
from games.engine.odds import at_most, share
from games.omg.rules.cards import SLUG, Cards
from games.omg.rules.turn import HAND

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

    def odds(self, deck: Mapping[str, int]) -> list[Odds]:
        """How often a hand may be drawn again, since it has no user (OMG-4.4), and how often it has several."""
        pile = self._pile(deck)
        users = sum(map(self._is_user, pile))
        if len(pile) < HAND:
            return []
        if not users:
            return [Odds("OMG-4.4", Text("deck.odds_no_users"))]
        none, one = (share(chance) for chance in (at_most(0, users, len(pile), HAND), 1 - at_most(1, users, len(pile), HAND)))
        return [
            Odds("OMG-4.4", Text("deck.odds_redraw", {"count": users, "part": none[0], "of": none[1]})),
            Odds("OMG-4.2", Text("deck.odds_two_users", {"part": one[0], "of": one[1]})),
        ]

    def draw(self, deck: Mapping[str, int], rule_set: str, dice: Dice) -> list[Hand]:
        """Seven cards (OMG-4.2); while they contain no user they are shown, and drawn again from the whole deck (OMG-4.4)."""
        pile, hands = self._pile(deck), list[Hand]()
        while True:
            dice.shuffle(pile, "hand", len(hands) + 1)
            cards = tuple(sorted(pile[:HAND]))
            users = sum(map(self._is_user, cards))
            if users:
                return [*hands, Hand("OMG-4.2", cards, Text("deck.hand_users", {"count": users}))]
            if not any(map(self._is_user, pile)):
                return [Hand("OMG-4.4", cards, Text("deck.hand_no_users"))]
            hands.append(Hand("OMG-4.4", cards, Text("deck.hand_redrawn")))

    def _pile(self, deck: Mapping[str, int]) -> list[str]:
        return [card for card, copies in deck.items() if card in self.cards.by_name for _ in range(copies)]

    def _is_user(self, card: str) -> bool:
        return self.cards.is_user[self.cards.by_name[card]]

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
