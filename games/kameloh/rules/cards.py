"""The 178 cards as the rules need them: small ints in the order of the card file, and tables over them (KMO-1, Appendix D)."""

from __future__ import annotations

from typing import Literal

import msgspec

from games.engine.errors import BrokenData

SLUG = "kameloh"
Kind = Literal["yellow", "violet", "blue", "green"]
Variant = Literal["wimu", "dufo", "kamelkoenig"]
VARIANTS: tuple[Variant, ...] = ("wimu", "dufo", "kamelkoenig")
Window = Literal["main", "attack", "defend"]
When = Literal["play", "enter", "attack", "defend", "hit", "defeat", "turn_start", "turn_end", "static", "expire"]
PASSIVE = ("static", "attack", "defend")
"""Clauses that work as long as something holds, without ever being carried out."""

NOTHING = -1


class Filter(msgspec.Struct, frozen=True):
    """Which cards a clause may reach."""

    kind: tuple[Kind, ...] = ()
    race: str | tuple[str, ...] = ()
    class_: str | tuple[str, ...] = msgspec.field(name="class", default=())
    price_max: int | None = None
    hk: tuple[int, ...] = ()


class Clause(msgspec.Struct, frozen=True, rename={"for_": "for", "with_": "with"}):
    """One clause of an effect (KMO-A.1)."""

    when: When
    target: str
    do: str
    amount: int = 0
    for_: str = ""
    filter: Filter = Filter()
    optional: bool = False
    with_: str = ""

    @property
    def lasts(self) -> bool:
        """Whether it goes on after it was carried out (KMO-A.5)."""
        return self.for_ not in ("", "instant")


class Formula(msgspec.Struct, frozen=True):
    """How the values of a fusion come about (KMO-14.9)."""

    mode: Literal["sum", "per", "fixed"]
    ap: int = 0
    dp: int = 0
    lp: int = 0
    base: dict[str, int] = {}
    each: dict[str, int] = {}


class Ingredient(msgspec.Struct, frozen=True):
    """A condition on an ingredient: a card, or a race."""

    id: str = ""
    race: str | tuple[str, ...] = ()


class CardData(msgspec.Struct, frozen=True):
    """One entry of the card file."""

    id: str
    kind: Kind
    hk: int
    price: int
    effect: tuple[Clause, ...] = ()
    variants: tuple[Variant, ...] = VARIANTS
    class_de: str = ""
    race_de: str = ""
    ap: int | None = None
    dp: int | None = None
    lp: int | None = None
    windows: tuple[Window, ...] = ()
    type: str = ""
    item: str = ""
    item_optional: bool = False
    search_price: int | Literal["D"] = 0
    source: str = ""
    ingredients: tuple[Ingredient, ...] = ()
    ingredient_match: Literal["any", "each"] = "any"
    min_ingredients: int = 0
    max_ingredients: int = 0
    formula: Formula | None = None
    fits: tuple[str, ...] = ()


class StarterDeck(msgspec.Struct, frozen=True):
    """A deck that comes with the game."""

    id: str
    name_de: str
    name_en: str
    cards: dict[str, int]


class FileData(msgspec.Struct, frozen=True):
    """What the rules read of the card file."""

    cards: list[CardData]
    starter_decks: list[StarterDeck]
    copy_limit_by_hk: dict[int, int]
    vp_by_hk: dict[int, int]


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
        self.names = [card.id for card in file.cards]
        if len(set(self.names)) != len(self.names):
            raise BrokenData("cards", "a card id stands twice")
        self.starter_decks = {deck.id: deck for deck in file.starter_decks}
        self.copy_limit = file.copy_limit_by_hk
        self.vp_by_hk = file.vp_by_hk
        self.ids = [f"{SLUG}.{card.id}" for card in file.cards]
        self.by_name = {name: card for card, name in enumerate(self.names)}
        self.of = {id_: card for card, id_ in enumerate(self.ids)}
        self.kind: list[Kind] = [card.kind for card in file.cards]
        self.price = [card.price for card in file.cards]
        self.hk = [card.hk for card in file.cards]
        self.effect = [card.effect for card in file.cards]
        self.passive = [tuple(clause for clause in card.effect if clause.when in PASSIVE) for card in file.cards]
        self.monster = [card.kind in ("yellow", "violet") for card in file.cards]
        self.values = [(card.ap or 0, card.dp or 0, card.lp or 0) for card in file.cards]
        """Printed AP, DP and LP."""
        self.windows = [card.windows for card in file.cards]
        self.cheapest = {
            window: min((card.price for card in file.cards if window in card.windows), default=NOTHING)
            for window in ("attack", "defend")
        }
        """By window: the lowest printed price of an item for it (KMO-20.1)."""
        self.cheapest_negate = min(
            (card.price for card in file.cards if any(clause.do == "negate" for clause in card.effect)), default=NOTHING
        )
        self.negates = [any(clause.do == "negate" for clause in card.effect) for card in file.cards]
        self.mutations = [number for number, card in enumerate(file.cards) if card.type == "mutation"]
        self.fusions = [number for number, card in enumerate(file.cards) if card.type == "fusion"]
        self.item_of = [self._number(card.item, card.id) for card in file.cards]
        """By violet card: its item."""
        self.source_of = [self._number(card.source, card.id) for card in file.cards]
        self.mutations_of: dict[int, list[int]] = {}
        """By yellow monster: what it may turn into."""
        for violet in self.mutations:
            self.mutations_of.setdefault(self.source_of[violet], []).append(violet)
        self.universal = next((number for number, card in enumerate(file.cards) if card.type == "fusion_universal"), NOTHING)

    def _number(self, name: str, of: str) -> int:
        if name and name not in self.by_name:
            raise BrokenData("cards", f"{of} names {name}, which is not there")
        return self.by_name[name] if name else NOTHING

    def ids_of(self, cards: list[int]) -> list[str]:
        """The ids of these cards."""
        return [self.ids[card] for card in cards]

    def matches(self, card: int, wanted: Filter) -> bool:
        """Whether a card passes a filter."""
        data = self.data[card]
        return (
            (not wanted.kind or data.kind in wanted.kind)
            and (not wanted.race or data.race_de in _several(wanted.race))
            and (not wanted.class_ or data.class_de in _several(wanted.class_))
            and (wanted.price_max is None or data.price <= wanted.price_max)
            and (not wanted.hk or data.hk in wanted.hk)
        )

    def fits(self, card: int, condition: Ingredient) -> bool:
        """Whether a monster meets a condition on ingredients; only yellow ones do (KMO-14.7)."""
        data = self.data[card]
        if data.kind != "yellow":
            return False
        return data.id == condition.id if condition.id else data.race_de in _several(condition.race)


def _several(names: str | tuple[str, ...]) -> tuple[str, ...]:
    return (names,) if isinstance(names, str) else names


def deck_of(cards: Cards, deck: dict[str, int]) -> list[int]:
    """A deck as a list of cards, in the order of the card file."""
    return sorted(cards.by_name[name] for name, copies in deck.items() for _ in range(copies))
