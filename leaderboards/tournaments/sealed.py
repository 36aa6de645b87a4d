"""Sealed events: everybody opens packs, builds from these cards, and keeps one pack in the end (OMG-17.2, OMG-17.3).

All packs come from one secret, whose hash is shown while entries are open; it is told at the end. They are opened when the
check-in opens, which is when the time to build begins. Who leaves and comes back finds the packs they had.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Iterator, Mapping
from datetime import timedelta
from typing import Any

from django.utils import timezone

from accounts.models import User
from games.decks import kinds, lists
from games.decks.models import Deck
from games.decks.naming import shortened
from games.engine import fairness, registry
from games.engine.dice import Dice
from games.engine.sealed import Sealed, pool
from games.tables.models import Seat
from games.texts import config_of
from leaderboards.tournaments import bulk
from leaderboards.tournaments.holding import changed, held
from leaderboards.tournaments.models import Entrant, Tournament
from leaderboards.tournaments.plan import Plan
from leaderboards.tournaments.refusals import Refused

S, T = Entrant.State, Tournament.State

CHOICE = "sealed"
"""Of decks that entrants play with, as a seat keeps it."""


def is_so(plan: Plan) -> bool:
    """Whether decks are built from packs that are opened there."""
    return plan.decks == "sealed"


def settle_secret(row: Tournament) -> None:
    """From now on it is settled what is in all packs. Not saved."""
    if is_so(row.rules) and not row.secret:
        row.secret = secrets.token_hex(fairness.SECRET_BYTES)


def commit(row: Tournament) -> str:
    """The hash of the secret, shown before anything is opened; empty while there is none."""
    return fairness.commit(bytes.fromhex(row.secret)) if row.secret else ""


def deal(row: Tournament) -> None:
    """In a sealed event everybody who may still play opens their packs, once. The row is locked."""
    if not is_so(row.rules):
        return
    fresh = [one for one in row.entrants.filter(state__in=(S.ENTERED, S.WAITING)).order_by("entered_at", "pk") if not one.pool]
    if row.dealt_at is None:
        settle_secret(row)
        row.dealt_at = timezone.now()
        row.save(update_fields=["secret", "dealt_at"])
    _open(row, fresh)


def _open(row: Tournament, entrants: Iterable[Entrant]) -> None:
    """Their packs, and for people a deck to be built from them."""
    known, plan = _known(row), row.rules
    dice = Dice(fairness.seed(bytes.fromhex(row.secret), row.pk))
    opened = max((one.get("number", 0) for one in row.entrants.values_list("pool", flat=True)), default=0)
    for number, entrant in enumerate(entrants, opened + 1):
        entrant.pool = {"number": number, "packs": known.packs(plan.mix, dice, number)}
        entrant.save(update_fields=["pool"])
        if entrant.user is not None:
            own_deck(row, entrant)


def cards_of(entrant: Entrant) -> dict[str, int]:
    """The cards somebody has opened."""
    return pool(entrant.pool.get("packs", []))


def pool_as_text(row: Tournament, entrant: Entrant, language: str) -> str:
    """The same as a list with names, as decks are written; empty where there is nothing."""
    return _as_text(row, entrant, cards_of(entrant), language)


def deck_as_text(row: Tournament, entrant: Entrant, language: str) -> str:
    """The deck that an entrant plays with, likewise."""
    return _as_text(row, entrant, entrant.deck.get("cards", {}), language)


def _as_text(row: Tournament, entrant: Entrant, cards: Mapping[str, int], language: str) -> str:
    kind = kinds.kind(row.game)
    return "" if kind is None or not cards else lists.written(kind, f"{entrant.name}, {row.name}", cards, language)


def are_public(row: Tournament) -> bool:
    """Whether everybody may know who has opened what: once it is over (OMG-17.3)."""
    return is_so(row.rules) and row.state == T.FINISHED


def deck_there(row: Tournament, entrant: Entrant) -> Deck | None:
    """The deck that somebody builds from their packs; None if they have thrown it away."""
    kind = kinds.kind(row.game)
    return None if kind is None else kind.decks().filter(owner=entrant.user_id, event=row.pk).first()


def own_deck(row: Tournament, entrant: Entrant) -> Deck | None:
    """The same, made anew, and empty, if there is none; None for bots. The row is locked."""
    kind = kinds.kind(row.game)
    if kind is None or entrant.user is None or not entrant.pool:
        return None
    name, cards = shortened(row.name) or row.pk, cards_of(entrant)
    return deck_there(row, entrant) or kind.decks().create(owner=entrant.user, event=row.pk, name=name, pool=cards)


def legal(row: Tournament, entrant: Entrant, cards: Mapping[str, int]) -> bool:
    """Whether somebody may play with these cards: a legal deck, of those they have opened."""
    rules = registry.game(row.game).decks
    return rules is not None and not rules.check(cards) and not rules.not_owned(cards, cards_of(entrant))


def is_ready(row: Tournament, entrant: Entrant) -> bool:
    """Whether the deck is built."""
    deck = deck_there(row, entrant)
    return entrant.user is None or (deck is not None and legal(row, entrant, deck.cards))


def check_time(row: Tournament) -> None:
    """There is time to build until all have (OMG-17.2). Raises `Refused` (`building`) with how many minutes are left."""
    plan = row.rules
    if not is_so(plan) or row.dealt_at is None:
        return
    left = row.dealt_at + timedelta(minutes=plan.build_minutes) - timezone.now()
    if left <= timedelta(0):
        return
    building = row.entrants.filter(state=S.ENTERED, checked_in=True, user__isnull=False).select_related("user")
    if not all(is_ready(row, one) for one in building):
        raise Refused("building", minutes=-(-int(left.total_seconds()) // 60))


def settle(row: Tournament, entrants: Iterable[Entrant]) -> None:
    """The decks stand: those that were built, and for who has built none a proposed one (OMG-17.2). The row is locked."""
    known = _known(row)
    entrants = list(entrants)
    if row.dealt_at is None:
        deal(row)
        for one in entrants:
            one.refresh_from_db(fields=["pool"])
    _open(row, [one for one in entrants if not one.pool])
    for entrant in entrants:
        deck = own_deck(row, entrant)
        cards = dict(deck.cards) if deck is not None else {}
        if not legal(row, entrant, cards):
            cards = known.proposal(cards_of(entrant))
            if deck is not None:
                _put(deck, cards)
        entrant.deck = {"choice": CHOICE, "version": deck.version if deck is not None else 0, "cards": cards}
    bulk.update(entrants, ["deck"])


def deck_of(row: Tournament, entrant: Entrant) -> dict[str, Any]:
    """What an entrant sits down with. Raises `Refused` (`deck`) if that is not of what they have opened."""
    if not legal(row, entrant, entrant.deck.get("cards", {})):
        raise Refused("deck", text=entrant.name)
    return dict(entrant.deck)


def propose(pk: str, user: User) -> Deck:
    """Put a proposed deck in the place of what somebody has built. Raises `Refused`: `not_in`, `decks_locked`, `no_packs`."""
    with held(pk) as row:
        entrant = row.entrants.filter(user=user).select_related("user").first()
        if entrant is None:
            raise Refused("not_in")
        if row.is_begun or row.is_over:
            raise Refused("decks_locked")
        deck = own_deck(row, entrant)
        if deck is None:
            raise Refused("no_packs")
        _put(deck, _known(row).proposal(cards_of(entrant)))
        changed(row)
    return deck


def keep(pk: str, user: User, number: int) -> None:
    """Of the packs that were lent, one comes into the collection when the event is over; choosing it again changes nothing.

    Raises `Refused`: `not_in`, `not_over`, `no_packs`, `pack_kept`.
    """
    with held(pk) as row:
        entrant = row.entrants.filter(user=user).first()
        if entrant is None:
            raise Refused("not_in")
        if row.state != T.FINISHED:
            raise Refused("not_over")
        packs = entrant.pool.get("packs", [])
        if not 1 <= number <= len(packs):
            raise Refused("no_packs")
        if entrant.pool.get("kept", number) != number:
            raise Refused("pack_kept")
        entrant.pool = {**entrant.pool, "kept": number}
        entrant.save(update_fields=["pool"])
        config = config_of(row.game)
        if config is not None:
            config.receive(user, _known(row).mixes[row.rules.mix][number - 1], f"event:{row.pk}", list(packs[number - 1]))
        changed(row)


def faults(row: Tournament) -> Iterator[str]:
    """What does not add up when all packs are opened once more, and decks and tables are held against them."""
    if row.dealt_at is None:
        return
    known, dice = _known(row), Dice(fairness.seed(bytes.fromhex(row.secret), row.pk))
    for entrant in row.entrants.exclude(pool={}):
        if entrant.pool["packs"] != known.packs(row.rules.mix, dice, entrant.pool["number"]):
            yield f"{entrant.name}: other packs than were drawn"
        if entrant.seed is not None and not legal(row, entrant, entrant.deck.get("cards", {})):
            yield f"{entrant.name}: a deck that is not of the own packs"
    series = Seat.objects.filter(table__series_game__series__board__match__tournament=row)
    lists = [entrant.deck.get("cards") for entrant in row.entrants.all()]
    for seat in series.exclude(deck={}):
        if seat.deck.get("cards") not in lists:
            yield f"table {seat.table_id}: a deck that nobody here has built"


def _put(deck: Deck, cards: Mapping[str, int]) -> None:
    deck.cards, deck.version = dict(cards), deck.version + 1
    deck.save(update_fields=["cards", "version", "changed_at"])


def _known(row: Tournament) -> Sealed:
    found = registry.game(row.game).sealed
    if found is None:
        raise Refused("no_packs")
    return found
