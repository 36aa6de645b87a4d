"""Which decks may be played with (KMO-2): every violation by its rule, and where a deck with none is legal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

import msgspec

from games.engine.deck import DeckRules, Hand, Odds, Violation
from games.engine.dice import Dice
from games.engine.errors import Text
from games.engine.odds import at_most, share
from games.kameloh.rules.cards import SLUG, VARIANTS, CardData, Cards, Ingredient
from games.kameloh.rules.opening import YELLOW_FIRST
from games.kameloh.rules.options import Options

SIZE = 60
CHEAP = 1
"""A monster with at most this price can be had at once."""

LEAST = {"yellow": 20, "cheap": 6}
MOST = {"violet": 10, "blue": 12}

Known = list[tuple[CardData, int]]
"""Cards of the game with their copies."""


class KamelohDecks(DeckRules):
    """Decks of 60 from one card file: one list for all variants (KMO-2.5), unless a card in it names its own (KMO-2.6)."""

    size = SIZE
    unknown_rule = "KMO-2.1"
    option = "variant"
    rule_sets = VARIANTS

    def __init__(self, cards: Cards) -> None:
        self.cards = cards
        self.starters = {name: deck.cards for name, deck in cards.starter_decks.items()}

    def limit(self, card: str) -> int:
        """By its frequency class (KMO-2.2)."""
        number = self.cards.by_name.get(card)
        return 0 if number is None else self.cards.copy_limit[self.cards.hk[number]]

    def check(self, deck: Mapping[str, int]) -> list[Violation]:
        """KMO-2.1 to KMO-2.4 and KMO-2.6."""
        known = self._known(deck)
        return [*self._size(deck), *self._copies(deck), *self._kinds(known), *self._variants(known)]

    def warnings(self, deck: Mapping[str, int]) -> list[Violation]:
        """Violet cards whose item or ingredients are not in the deck, one line a card (KMO-2.7)."""
        known = self._known(deck)
        return [
            Violation("KMO-2.7", Text(f"deck.lacks_{lacking}", {"card": _wire(card.id), **args}), card.id)
            for card, _copies in known
            if card.kind == "violet"
            for lacking, args in self._lacking(card, known)
        ]

    def odds(self, deck: Mapping[str, int]) -> list[Odds]:
        """How often three yellow monsters do not come in time, so that the others are shown and go back (KMO-4.4), by variant."""
        found = []
        for options in map(_options, VARIANTS):
            pile = self._pile(deck, options)
            yellow = sum(map(self._is_yellow, pile))
            if len(pile) >= options.hand and yellow >= YELLOW_FIRST:
                part, of = share(at_most(YELLOW_FIRST - 1, yellow, len(pile), options.hand))
                about = {"variant": options.variant, "hand": options.hand, "part": part, "of": of}
                found.append(Odds("KMO-4.4", Text("deck.odds_late", about)))
        return found

    def draw(self, deck: Mapping[str, int], rule_set: str, dice: Dice) -> list[Hand]:
        """Cards until three are yellow (KMO-4.2); if those are too many, the others are shown and shuffled back (KMO-4.4)."""
        options = _options(rule_set or VARIANTS[0])
        pile, hand, hands = self._pile(deck, options), list[str](), list[Hand]()
        dice.shuffle(pile, "hand", 1)
        while pile and sum(map(self._is_yellow, hand)) < YELLOW_FIRST:
            hand.append(pile.pop())
        if len(hand) > options.hand:
            shown = [card for card in hand if not self._is_yellow(card)]
            hands.append(Hand("KMO-4.4", tuple(sorted(shown)), Text("deck.hand_shown", {"count": len(shown)})))
            hand, pile = [card for card in hand if self._is_yellow(card)], pile + shown
            dice.shuffle(pile, "hand", 2)
        while pile and len(hand) < options.hand:
            hand.append(pile.pop())
        return [*hands, Hand("KMO-4.2", tuple(sorted(hand)), Text("deck.hand_first", {"count": len(hand)}))]

    def _pile(self, deck: Mapping[str, int], options: Options) -> list[str]:
        """The cards that are drawn from: in Kamelkönig the violet ones lie apart (KMO-4.6)."""
        known, apart = self.cards.by_name, options.variant == "kamelkoenig"
        cards = [card for card, copies in deck.items() if card in known for _ in range(copies)]
        return [card for card in cards if not (apart and self.cards.kind[known[card]] == "violet")]

    def _is_yellow(self, card: str) -> bool:
        return self.cards.kind[self.cards.by_name[card]] == "yellow"

    # --- one rule each -------------------------------------------------------------------------------------------------------

    def _size(self, deck: Mapping[str, int]) -> list[Violation]:
        """KMO-2.1: exactly 60 cards, all known."""
        count = sum(deck.values())
        wrong = [] if count == SIZE else [Violation("KMO-2.1", Text("deck.size", {"count": count, "size": SIZE}))]
        return wrong + [
            Violation("KMO-2.1", Text("deck.unknown", {"name": card[:40]}), card)
            for card in deck
            if card not in self.cards.by_name
        ]

    def _copies(self, deck: Mapping[str, int]) -> list[Violation]:
        """KMO-2.2: the rarer a card, the fewer of it."""
        return [
            Violation("KMO-2.2", Text("deck.copies", {"card": _wire(card), "count": copies, "most": self.limit(card)}), card)
            for card, copies in deck.items()
            if card in self.cards.by_name and copies > self.limit(card)
        ]

    def _kinds(self, known: Known) -> list[Violation]:
        """KMO-2.3: enough monsters, and enough that cost next to nothing; KMO-2.4: not too much that needs others."""
        counts = Counter[str]()
        for card, copies in known:
            counts[card.kind] += copies
            counts["cheap"] += copies if card.kind == "yellow" and card.price <= CHEAP else 0
        few = [
            Violation("KMO-2.3", Text(f"deck.few_{kind}", {"count": counts[kind], "least": least}))
            for kind, least in LEAST.items()
            if counts[kind] < least
        ]
        return few + [
            Violation("KMO-2.4", Text(f"deck.many_{kind}", {"count": counts[kind], "most": most}))
            for kind, most in MOST.items()
            if counts[kind] > most
        ]

    def _variants(self, known: Known) -> list[Violation]:
        """KMO-2.6: a card that names variants is wrong in the others."""
        named = [(card.id, card.variants) for card, _copies in known if card.variants != VARIANTS]
        return [
            Violation("KMO-2.6", Text("deck.variants", {"card": _wire(card), "variant": variants}), card, variants)
            for card, variants in named
        ]

    def _lacking(self, card: CardData, known: Known) -> list[tuple[str, dict[str, object]]]:
        """What a violet card needs and the deck does not have: `item`, `source` or `ingredients`, with what texts say of it.

        A universal item stands for that of any fusion; an item that is optional elsewhere is needed in Dufo (KMO-14.12).
        """
        names = {one.id for one, _copies in known}
        lacking: list[tuple[str, dict[str, object]]] = []
        universal = card.type == "fusion" and any(one.type == "fusion_universal" for one, _copies in known)
        if card.item not in names and not universal:
            lacking.append(("item_in_dufo" if card.item_optional else "item", {"cards": [_wire(card.item)]}))
        if card.type == "mutation" and card.source not in names:
            lacking.append(("source", {"cards": [_wire(card.source)]}))
        if card.type == "fusion" and not self._enough(card, known):
            lacking.append(("ingredients", {"count": card.min_ingredients}))
        return lacking

    def _enough(self, card: CardData, known: Known) -> bool:
        """Whether the deck holds monsters for a fusion: one for each condition, or so many that fit any of them."""

        def fitting(conditions: tuple[Ingredient, ...]) -> int:
            return sum(
                copies
                for one, copies in known
                if any(self.cards.fits(self.cards.by_name[one.id], condition) for condition in conditions)
            )

        if card.ingredient_match == "each":
            return all(fitting((condition,)) >= card.ingredients.count(condition) for condition in card.ingredients)
        return fitting(card.ingredients) >= card.min_ingredients

    def _known(self, deck: Mapping[str, int]) -> Known:
        """The cards of the game that are in a deck, in the order of the card file, with their copies."""
        return [(card, deck[card.id]) for card in self.cards.data if card.id in deck]


def _options(variant: str) -> Options:
    """Those of a variant, for its hand size."""
    return msgspec.convert({"variant": variant}, Options)


def _wire(card: str) -> str:
    """The id of a card as texts name it."""
    return f"{SLUG}.{card}"
