"""What is in a booster (OMG-16.2, OMG-16.5): drawn from the dice alone, so that anyone can repeat it who knows their key."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from games.engine.dice import Dice
from games.omg.rules.cards import Cards, Slots, Source

RARE_SLOT = "14"
"""The slot that is legendary at the latest in the 16th pack (OMG-16.5)."""
RARE_PLACE = 13
"""Its place in the pack, from 0."""
LATEST = 16

KEPT = 5
"""Copies of a card that are kept (OMG-16.6)."""
SAP = {"common": 1, "uncommon": 3, "rare": 8, "legendary": 20}
"""What a sixth copy becomes (OMG-16.6)."""
CRAFT = {"common": 4, "uncommon": 12, "rare": 32, "legendary": 80}
"""What crafting a copy costs (OMG-16.6)."""


def pack(cards: Cards, kind: str, dice: Dice, purpose: str = "booster", without: int = 0) -> list[str]:
    """The cards of a booster in the order of its slots, none twice.

    Each draw takes a number below what there is to choose from, the draws counted from 1: first, where a slot has several
    sources, below the sum of their weights; then below the number of cards of the source that are not yet in the pack, in the
    order of the card file. `without`: how many packs in a row have had no legendary card in the rare slot.
    """
    found: list[str] = []
    draws = itertools.count(1)
    for slots in cards.boosters[kind].slots:
        for _ in range(slots.pick):
            source = slots.source or _weighted(slots, dice, purpose, next(draws))
            if slots.slots == RARE_SLOT and without >= LATEST - 1:
                source = next(one.source for one in slots.weighted if one.source.rarity == "legendary")
            there = [name for name in _of(cards, source) if name not in found]
            found.append(there[dice.below(len(there), purpose, next(draws))])
    return found


def is_legendary(cards: Cards, drawn: Sequence[str]) -> bool:
    """Whether the rare slot of a pack is (OMG-16.5)."""
    return cards.rarity[drawn[RARE_PLACE]] == "legendary"


def _weighted(slots: Slots, dice: Dice, purpose: str, count: int) -> Source:
    lot = dice.below(sum(one.weight for one in slots.weighted), purpose, count)
    for one in slots.weighted:
        lot -= one.weight
        if lot < 0:
            return one.source
    raise AssertionError("a lot is below the sum of the weights")


def _of(cards: Cards, source: Source) -> list[str]:
    return [card.id for card in cards.data if card.rarity == source.rarity and source.set in (card.set, "any")]
