"""The 105 cards as the rules need them: small ints in the order of the card file, and tables over them."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from games.engine.errors import BrokenData
from games.innovation.rules.position import AGES, COLORS, ICONS, SPECIALS

Color = Literal["blue", "red", "green", "yellow", "purple"]
Icon = Literal["age-image", "crown", "leaf", "lightbulb", "castle", "factory", "clock"]

SLUG = "innovation"
ICON_BITS = 16
"""Icons are counted in one int, so many bits an icon: all cards together show fewer than 2 to the power of 15 of each."""

ONE_OF = [1 << (ICON_BITS * icon) for icon in range(len(ICONS))]
LOW = (1 << ICON_BITS) - 1
PLACES_SHOWN: tuple[tuple[int, ...], ...] = ((), (3,), (0, 1), (1, 2, 3))
"""The icon places a covered card shows when its pile is unsplayed, splayed left, right, up (INN-6.2)."""


class EffectData(msgspec.Struct):
    """One effect of a card: its steps in the notation of Appendix A, and its text."""

    kind: Literal["demand", "effect"]
    mode: Literal["compulsory", "optional", "mixed"]
    steps: list[Any]
    text_en: str
    text_de: str


class EditionData(msgspec.Struct):
    """What is different in an edition."""

    effects: list[EffectData]


class CardData(msgspec.Struct):
    """One entry of the card file."""

    id: str
    name_en: str
    name_de: str
    age: int
    color: Color
    icons: list[Icon]
    dogma_icon: Icon
    effects: list[EffectData]
    editions: dict[Literal["first"], EditionData] = {}


class SpecialData(msgspec.Struct):
    """A special achievement; its condition is in `specials.py`."""

    id: str


class FileData(msgspec.Struct):
    """What the rules read of the card file."""

    cards: list[CardData]
    special_achievements: list[SpecialData]


class Cards:
    """The cards of one card file. Lists are indexed by card.

    Raises `BrokenData` if the file does not hold what the rules need.
    """

    def __init__(self, data: bytes) -> None:
        try:
            file = msgspec.json.decode(data, type=FileData)
        except msgspec.DecodeError as error:
            raise BrokenData("cards", str(error)) from error
        self.data = file.cards
        self._check(file)
        self.names = [card.id for card in file.cards]
        self.ids = [f"{SLUG}.{card.id}" for card in file.cards]
        self.meld_options = [f"meld:{name}" for name in self.names]
        self.dogma_options = [f"dogma:{name}" for name in self.names]
        self.by_name = {name: card for card, name in enumerate(self.names)}
        self.of = {id_: card for card, id_ in enumerate(self.ids)}
        self.age = [card.age for card in file.cards]
        self.color = [COLORS.index(card.color) for card in file.cards]
        self.icon = [ICONS.index(card.dogma_icon) for card in file.cards]
        self.has = [[icon in card.icons for card in file.cards] for icon in ICONS]
        """By icon and card: whether it is on it."""
        self.face = [_counted(card.icons, (0, 1, 2, 3)) for card in file.cards]
        """The icons of a top card, counted (`ICON_BITS`)."""
        self.covered = [[_counted(card.icons, places) for card in file.cards] for places in PLACES_SHOWN]
        """By splay and card: the icons a covered card shows, counted."""
        self.of_age = [[card for card, age in enumerate(self.age) if age == value] for value in (0, *AGES)]
        alphabet = sorted(range(len(file.cards)), key=lambda card: file.cards[card].name_en.casefold())
        self.place = [alphabet.index(card) for card in range(len(file.cards))]
        """The place of a card in the alphabet by its English name (INN-2.5)."""
        canonical = sorted(range(len(file.cards)), key=lambda card: (self.color[card], self.names[card]))
        self.canonical = [canonical.index(card) for card in range(len(file.cards))]
        """The place of a card in the order in which several move together (INN-8.11)."""

    def ids_of(self, cards: list[int]) -> list[str]:
        """The ids of these cards."""
        return [self.ids[card] for card in cards]

    @staticmethod
    def _check(file: FileData) -> None:
        ids = [card.id for card in file.cards]
        if len(set(ids)) != len(ids):
            raise BrokenData("cards", "a card id stands twice")
        for card in file.cards:
            if card.age not in AGES or len(card.icons) != 4 or card.dogma_icon == "age-image" or not card.effects:
                raise BrokenData("cards", f"{card.id}: needs an age from 1 to 10, four icon places, a dogma icon and an effect")
        for age in AGES:
            if not any(card.age == age for card in file.cards):
                raise BrokenData("cards", f"no card of age {age}")
        if tuple(special.id for special in file.special_achievements) != SPECIALS:
            raise BrokenData("cards", f"the special achievements are not {', '.join(SPECIALS)}")


def _counted(icons: list[Icon], places: tuple[int, ...]) -> int:
    """The icons at these places, counted in one int."""
    return sum(ONE_OF[ICONS.index(icon)] for place in places if (icon := icons[place]) != "age-image")


def icon_count(counted: int, icon: int) -> int:
    """How many of one icon there are among icons counted in one int."""
    return counted >> (ICON_BITS * icon) & LOW
