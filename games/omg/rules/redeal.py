"""A game as it might be for all a viewer knows: the own deck mixed, the opponent's made up round what was seen (OMG-14)."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import TYPE_CHECKING

from games.omg.rules.cards import Cards
from games.omg.rules.position import NOBODY, SEATS, Side

if TYPE_CHECKING:
    from games.omg.rules.game import Omg


def redeal(game: Omg, viewer: int | None, rng: Random) -> None:
    """Deal anew, in place, what this viewer does not know."""
    for seat in SEATS:
        if seat == viewer:
            _own(game.position.sides[seat], rng)
        else:
            _other(game, seat, rng, spectator=viewer is None)


def _own(side: Side, rng: Random) -> None:
    """The own deck: what is in it is known, where is not, but at the ends that were looked at."""
    low, high = side.seen_bottom, len(side.deck) - side.seen_top
    middle = sorted(side.deck[low:high])
    rng.shuffle(middle)
    side.deck[low:high] = middle


def _other(game: Omg, seat: int, rng: Random, *, spectator: bool) -> None:
    """Somebody else's hand and deck: any that make a legal deck of what was seen, with what is known to be there."""
    p = game.position
    side = p.sides[seat]
    if spectator:
        side.shown_hand = side.known_hand[:]
    in_hand, in_deck = Counter(side.shown_hand), Counter(side.known_deck)
    either = sorted((Counter(side.known) - in_hand - in_deck).elements())
    hand, deck = sorted(in_hand.elements()), sorted(in_deck.elements())
    count = len(side.hand) + len(side.deck) - len(hand) - len(deck) - len(either)
    seen = _seen(game, seat)
    hidden = sorted(either + made_up(game.cards, [*seen, *hand, *deck, *either], count, rng))
    rng.shuffle(hidden)
    more = len(side.hand) - len(hand)
    hand += hidden[:more]
    deck += hidden[more:]
    rng.shuffle(hand)
    rng.shuffle(deck)
    side.hand, side.deck = hand, deck
    p.decks[seat] = sorted(seen + hand + deck)


def _seen(game: Omg, seat: int) -> list[int]:
    """The cards of a player that lie open."""
    p = game.position
    cards = p.sides[seat].discard[:]
    for side in p.sides:
        for user in side.users:
            cards += [piece.card for piece in (user, user.attached, user.mission) if piece is not None and piece.owner == seat]
        cards += [piece.card for piece in (side.website, side.mission) if piece is not None and piece.owner == seat]
    cards += [one.card for one in p.announced if one.card != NOBODY and one.seat == seat]
    return cards + [fallen.mission.card for fallen in p.fallen if fallen.mission.owner == seat]


def made_up(cards: Cards, seen: list[int], count: int, rng: Random) -> list[int]:
    """Hidden cards that make a legal deck of what was seen; about as many users as a deck should have (OMG-2)."""
    there = Counter(seen)
    users = [card for card in range(len(cards.names)) if cards.is_user[card]]
    others = [card for card in range(len(cards.names)) if not cards.is_user[card]]
    chosen: list[int] = []
    while len(chosen) < count:
        pool = users if rng.random() < USERS else others
        card = pool[int(rng.random() * len(pool))]
        if there[card] < cards.most:
            there[card] += 1
            chosen.append(card)
    return chosen


USERS = 0.38
"""The share of users in a deck that is made up (OMG-2.3: 20 to 26 of 60)."""
