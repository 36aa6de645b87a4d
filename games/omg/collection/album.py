"""What the pages of a collection show (UX-3)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from django.utils.translation import gettext as _

from games.card_lists import CardFilter, Search, ShownCard, cards, filters, search
from games.omg.models import Booster, Collection
from games.omg.rules import boosters
from games.omg.rules.cards import SLUG
from games.omg.rules.game import Omg
from games.texts import Speaker

RARITIES = tuple(boosters.SAP)
SETS = tuple(Booster.Kind.values)


@dataclass(frozen=True)
class AlbumCard:
    """A place in the album."""

    shown: ShownCard
    copies: int


@dataclass(frozen=True)
class Share:
    """How many different cards of a rarity there are, of each set."""

    label: str
    of_set: list[tuple[str, int, int]]
    """Name of the set, how many are there, how many there could be."""


@dataclass(frozen=True)
class Pulled:
    """A card of an opened booster."""

    shown: ShownCard
    rarity: str
    rarity_name: str
    copies: int
    """How many there are with it; 0: it became Linksaft."""
    sap: int


@dataclass
class Album:
    """All places, those that were asked for, and how full it is."""

    cards: list[AlbumCard]
    search: Search
    shares: list[Share] = field(default_factory=list)
    different: int = 0
    total: int = 0


def album(collection: Collection, language: str, asked: Mapping[str, str]) -> Album:
    """The album of somebody; `asked`: what a form or an address asks for."""
    speaker, owned = Speaker(SLUG, language), collection.cards
    every = [AlbumCard(_marked(shown, owned.get(shown.id, 0)), owned.get(shown.id, 0)) for shown in cards(SLUG, language)]
    held = CardFilter("besitz", _("Sammlung"), [("da", _("hast du")), ("fehlt", _("fehlt dir")), ("doppelt", _("mehrfach"))])
    return Album(
        cards=every,
        search=search([card.shown for card in every], [held, *filters(SLUG, language)], asked),
        shares=[_share(speaker, rarity, owned) for rarity in RARITIES],
        different=len(owned),
        total=sum(owned.values()),
    )


def pulled(booster: Booster, language: str) -> list[Pulled]:
    """What was in a booster, in the order of its slots."""
    known, speaker = {shown.id: shown for shown in cards(SLUG, language)}, Speaker(SLUG, language)
    found = []
    for card, copies in zip(booster.cards, booster.copies, strict=True):
        rarity = Omg.cards.rarity[card]
        found.append(Pulled(known[card], rarity, _rarity(speaker, rarity), copies, 0 if copies else boosters.SAP[rarity]))
    return found


def price(card: str) -> int:
    """What a copy costs in Linksaft."""
    return boosters.CRAFT[Omg.cards.rarity[card]]


def _share(speaker: Speaker, rarity: str, owned: Mapping[str, int]) -> Share:
    of_set = []
    for name in SETS:
        every = [card.id for card in Omg.cards.data if card.rarity == rarity and card.set == name]
        label = speaker.fill(f"deck.set.{name}", {"option": name})
        of_set.append((label, sum(1 for card in every if owned.get(card)), len(every)))
    return Share(_rarity(speaker, rarity), of_set)


def _rarity(speaker: Speaker, rarity: str) -> str:
    return speaker.fill(f"deck.rarity.{rarity}", {"option": rarity})


def _marked(shown: ShownCard, copies: int) -> ShownCard:
    """With whether one has it, to look for that too."""
    held = ("fehlt",) if not copies else ("da", "doppelt") if copies > 1 else ("da",)
    return replace(shown, marks={**shown.marks, "besitz": held})
