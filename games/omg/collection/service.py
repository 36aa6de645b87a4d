"""What people do with their collection (writes go through here). One transaction an act, under the lock of the collection."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.engine import fairness
from games.engine.dice import Dice
from games.engine.errors import EngineError, Text
from games.holdings import Holdings
from games.omg.models import Booster, Collection, Crafted, Gain
from games.omg.rules import boosters
from games.omg.rules.cards import SLUG
from games.omg.rules.game import Omg

FIRST_BOOSTERS = 2
"""With the first starter deck (OMG-16.1)."""
MORE_STARTERS = (3, 8, 15)
"""Finished games after which the other ones follow."""
PRICE = 3
"""Click points of a booster (OMG-16.4)."""
NONCE = re.compile(r"[0-9a-f]{0,64}")


class NotThere(EngineError):
    """There is no such booster, card or deck, or it is somebody else's: who asks is told the same."""

    code = "not_found"


class CollectionRefused(EngineError):
    """That cannot be done with a collection; nothing has changed."""

    code = "wrong_status"


@contextmanager
def held(user: User) -> Iterator[Collection]:
    """The collection of somebody, locked; whoever else changes it waits. In a transaction."""
    with transaction.atomic():
        Collection.objects.get_or_create(owner=user)
        yield Collection.objects.select_for_update().get(owner=user)


def choose_starter(user: User, name: str) -> None:
    """The first starter deck and two base boosters (OMG-16.1). Raises `NotThere`, and `CollectionRefused` for a second choice."""
    if name not in Omg.cards.starters:
        raise NotThere(Text("error.omg_no_starter"))
    with held(user) as collection:
        if collection.starters:
            if collection.starters[0] == name:
                return
            raise CollectionRefused(Text("error.omg_starter_chosen"))
        _receive(collection, name)
        for number in range(1, FIRST_BOOSTERS + 1):
            give(user, "base", f"start:{number}")
        more_starters(collection)
        collection.save()


def more_starters(collection: Collection) -> None:
    """Those that have been earned by games, in the order of the card file (OMG-16.1). Not saved."""
    if not collection.starters:
        return
    games = Gain.objects.filter(owner=collection.owner, what__startswith="table:", finished=True).count()
    due = 1 + sum(games >= least for least in MORE_STARTERS)
    for name in Omg.cards.starters:
        if len(collection.starters) < due and name not in collection.starters:
            _receive(collection, name)


def next_starter(collection: Collection) -> int:
    """How many games are to be finished before the next one; 0: there is none, or the first is not chosen."""
    had = len(collection.starters)
    if not 1 <= had <= len(MORE_STARTERS):
        return 0
    games = Gain.objects.filter(owner=collection.owner, what__startswith="table:", finished=True).count()
    return max(1, MORE_STARTERS[had - 1] - games)


def _receive(collection: Collection, name: str) -> None:
    """A starter deck. Sixth copies from it are not kept, and become nothing: starter cards cannot be dissolved (OMG-16.6)."""
    collection.starters = [*collection.starters, name]
    add(collection, (card for card, copies in Omg.cards.starters[name].items() for _ in range(copies)))


def add(collection: Collection, cards: Iterable[str]) -> list[str]:
    """Keep cards, up to five of each; which ones were too many. Not saved."""
    held_now, over = dict(collection.cards), []
    for card in cards:
        if held_now.get(card, 0) < boosters.KEPT:
            held_now[card] = held_now.get(card, 0) + 1
        else:
            over.append(card)
    collection.cards = held_now
    return over


def give(user: User, kind: str, source: str) -> Booster:
    """A booster, once for each source; given again it is the one that is there. Under the lock of the collection."""
    return Booster.objects.get_or_create(owner=user, source=source, defaults={"kind": kind})[0]


def buy(user: User, kind: str, number: int) -> Booster:
    """A booster for three click points (OMG-16.4), the `number`th in all: a second click gets what the first one got.

    Raises `NotThere` for another kind, `CollectionRefused` for too few points or a number that is not the next.
    """
    if kind not in Omg.cards.boosters:
        raise NotThere(Text("error.omg_no_kind"))
    with held(user) as collection:
        there = Booster.objects.filter(owner=user, source=f"points:{number}").first()
        if there is not None:
            return there
        if number != bought(user) + 1:
            raise CollectionRefused(Text("error.omg_outdated"))
        if collection.points < PRICE:
            raise CollectionRefused(Text("error.omg_points", {"points": collection.points, "price": PRICE}))
        collection.points -= PRICE
        collection.save()
        return give(user, kind, f"points:{number}")


def bought(user: User) -> int:
    """How many boosters somebody has had for click points."""
    return Booster.objects.filter(owner=user, source__startswith="points:").count()


def open_booster(user: User, key: int, nonce: str = "") -> Booster:
    """Open a booster (OMG-16.2, OMG-16.8), once: whoever asks again gets what was in it, and nothing more.

    `nonce`: the player's own part in the draw, up to 64 hex digits. Raises `NotThere`, and `CollectionRefused` for other text.
    """
    if not NONCE.fullmatch(nonce) or len(nonce) % 2:
        raise CollectionRefused(Text("error.omg_nonce"))
    with held(user) as collection:
        booster = Booster.objects.filter(owner=user, pk=key).first()
        if booster is None:
            raise NotThere(Text("error.omg_no_booster"))
        if booster.opened_at is not None:
            return booster
        booster.nonce, booster.without = nonce, collection.without
        booster.cards = drawn(booster)
        _keep(collection, booster)
        collection.without = 0 if boosters.is_legendary(Omg.cards, booster.cards) else collection.without + 1
        booster.save()
        collection.save()
    return booster


def _keep(collection: Collection, booster: Booster) -> None:
    """Its cards come into the collection; what is too many becomes Linksaft (OMG-16.6). Not saved."""
    over = add(collection, booster.cards)
    booster.copies = [0 if card in over else collection.cards[card] for card in booster.cards]
    booster.sap = sum(boosters.SAP[Omg.cards.rarity[card]] for card in over)
    collection.sap += booster.sap
    collection.opened += 1
    booster.number, booster.opened_at = collection.opened, timezone.now()


def drawn(booster: Booster) -> list[str]:
    """What is in a booster, from its secret, its number, the player's part and how long no legendary card has come."""
    key = fairness.seed(bytes.fromhex(booster.secret), stream_of(booster), [bytes.fromhex(booster.nonce)])
    return boosters.pack(Omg.cards, booster.kind, Dice(key), without=booster.without)


def stream_of(booster: Booster) -> str:
    """What stands for the table in the seed (PRO-9.1)."""
    return f"{SLUG}.booster.{booster.pk}"


def craft(user: User, card: str, have: int) -> Collection:
    """Make the next copy of a card from Linksaft (OMG-16.6); `have`: how many there were as the player looked, so that a second
    click makes nothing.

    Raises `NotThere` for a card there is not, `CollectionRefused` for a sixth copy, too little Linksaft, or another number.
    """
    if card not in Omg.cards.by_name:
        raise NotThere(Text("error.omg_no_card"))
    with held(user) as collection:
        if Crafted.objects.filter(owner=user, card=card, copy=have + 1).exists():
            return collection
        if collection.cards.get(card, 0) != have:
            raise CollectionRefused(Text("error.omg_outdated"))
        cost = boosters.CRAFT[Omg.cards.rarity[card]]
        if have >= boosters.KEPT:
            raise CollectionRefused(Text("error.omg_enough", {"card": f"{SLUG}.{card}", "most": boosters.KEPT}))
        if collection.sap < cost:
            raise CollectionRefused(Text("error.omg_sap", {"sap": collection.sap, "cost": cost}))
        collection.sap -= cost
        collection.cards = {**collection.cards, card: have + 1}
        Crafted.objects.create(owner=user, card=card, copy=have + 1, cost=cost)
        collection.save()
    return collection


def receive_opened(user: User, kind: str, source: str, cards: list[str]) -> Booster:
    """A booster that was opened elsewhere, such as in a sealed event (OMG-17.2), once for each source."""
    with held(user) as collection:
        booster = give(user, kind, source)
        if booster.opened_at is not None:
            return booster
        booster.cards, booster.secret = list(cards), ""
        _keep(collection, booster)
        booster.save()
        collection.save()
    return booster


def holdings(user: User) -> Holdings:
    """The cards of somebody. Nothing is changed."""
    collection = Collection.objects.filter(owner=user).first()
    return Holdings(collection.cards if collection else {}, lent=collection is None or not collection.starters)


# --- looking after -----------------------------------------------------------------------------------------------------------


def faults(collection: Collection) -> list[str]:
    """What does not add up: cards and Linksaft are those of starter decks, boosters and crafting, each drawn as it was said."""
    found: list[str] = []
    copies: dict[str, int] = {}
    for name in collection.starters:
        for card, count in Omg.cards.starters[name].items():
            copies[card] = copies.get(card, 0) + count
    opened = list(Booster.objects.filter(owner=collection.owner, opened_at__isnull=False).order_by("number"))
    for booster in opened:
        if booster.secret and drawn(booster) != booster.cards:
            found.append(f"booster {booster.pk}: other cards than were drawn")
        for card in booster.cards:
            copies[card] = copies.get(card, 0) + 1
    spent = 0
    for crafted in Crafted.objects.filter(owner=collection.owner):
        copies[crafted.card] = copies.get(crafted.card, 0) + 1
        spent += crafted.cost
    if {card: min(boosters.KEPT, count) for card, count in copies.items()} != collection.cards:
        found.append("other cards than were received")
    if sum(booster.sap for booster in opened) - spent != collection.sap:
        found.append("another amount of Linksaft than was received")
    if [booster.number for booster in opened] != list(range(1, collection.opened + 1)):
        found.append("another number of boosters than were opened")
    return found
