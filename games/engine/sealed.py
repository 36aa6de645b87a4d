"""Events whose players build their decks from packs that they open there, in games that have such (OMG-17.2)."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Mapping, Sequence

from games.engine.deck import Deck
from games.engine.dice import Dice


class Sealed(ABC):
    """What packs there are, and what is in them."""

    mixes: Mapping[str, Sequence[str]]
    """What an event may open: by name, the kinds of its packs."""

    @abstractmethod
    def pack(self, kind: str, dice: Dice, purpose: str) -> list[str]:
        """The cards of a pack of this kind."""

    @abstractmethod
    def proposal(self, pool: Mapping[str, int]) -> Deck:
        """A legal deck from these cards: for whoever builds none."""

    def packs(self, mix: str, dice: Dice, number: int) -> list[list[str]]:
        """The packs of an entrant: of each its cards. The purposes of the dice are `pool_<number>_<pack>`, packs from 1."""
        return [self.pack(kind, dice, f"pool_{number}_{place}") for place, kind in enumerate(self.mixes[mix], 1)]


def pool(packs: Sequence[Sequence[str]]) -> Deck:
    """The cards of all these packs, with their copies."""
    return dict(sorted(Counter(card for pack in packs for card in pack).items()))
