"""A game as it might be for all a viewer knows: unseen cards of hands and piles anew (SPF-14)."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from games.spieleflut.rules.actions import PRICE
from games.spieleflut.rules.cards import NONE

if TYPE_CHECKING:
    from games.spieleflut.rules.game import Spieleflut

Place = tuple[int, int]
"""A seat and a place in its hand."""


def redeal(game: Spieleflut, viewer: int | None, rng: Random) -> None:
    """Deal anew, in place, what this viewer does not know: hands, draw pile, event stack, review stack below its top."""
    p = game.position
    bit = 1 << (p.seats if viewer is None else viewer)
    _stack(game, rng)
    hidden = [
        (seat, place)
        for seat in range(p.seats)
        if seat != viewer
        for place, card in enumerate(p.hands[seat])
        if not p.seen[card] & bit
    ]
    kept = _kept(game, viewer, hidden, rng)
    events = _event_places(game, viewer, hidden, [place for place in hidden if place not in kept], rng)
    free = sorted([p.hands[seat][place] for seat, place in hidden] + [card for card in p.events if not p.seen[card] & bit])
    deck = [card for card in free if game.cards.event[card]]
    rng.shuffle(deck)
    known = [card if p.seen[card] & bit else NONE for card in p.events]
    plain = sorted([card for card in free if not game.cards.event[card]] + p.draw)
    others = _others(game, [place for place in hidden if place not in events], kept, plain, rng)
    taken = {place: deck.pop() for place in sorted(events)} | others
    marks = {place: p.seen[p.hands[place[0]][place[1]]] for place in hidden}
    for (seat, spot), card in taken.items():
        p.hands[seat][spot] = card
    p.events = [deck.pop() if card == NONE else card for card in known]
    used = set(others.values())
    p.draw = [card for card in plain if card not in used]
    rng.shuffle(p.draw)
    for card in p.draw:
        p.seen[card] = 0
    for place, mark in marks.items():
        p.seen[taken[place]] = mark
    for card, before in zip(p.events, known, strict=True):
        if before == NONE:
            p.seen[card] = 0


def _stack(game: Spieleflut, rng: Random) -> None:
    """Below the top the two levels of the review stack are mixed each in itself (SPF-4.3)."""
    p, stars = game.position, game.cards.stars
    below = p.stack[:-1]
    groups = {level: sorted(card for card in below if stars[card] == level) for level in {stars[card] for card in below}}
    for level in sorted(groups):
        rng.shuffle(groups[level])
    p.stack = [groups[stars[card]].pop() for card in below] + p.stack[-1:]


def _kept(game: Spieleflut, viewer: int | None, hidden: list[Place], rng: Random) -> dict[Place, str]:
    """Unseen hand cards of which the open question tells what they are, by place."""
    kept: dict[Place, str] = {}
    for seat, kind, count in _must(game, viewer):
        kept |= dict.fromkeys(rng.sample([place for place in hidden if place[0] == seat], count), kind)
    return kept


def _event_places(game: Spieleflut, viewer: int | None, everywhere: list[Place], free: list[Place], rng: Random) -> set[Place]:
    """Which unseen hand cards are event cards: how many are bought all know, not where one stolen card has gone."""
    p = game.position
    chosen: set[Place] = set()
    for group in _groups(game, viewer):
        count = sum(game.cards.event[p.hands[seat][place]] for seat, place in everywhere if seat in group)
        chosen |= set(rng.sample([place for place in free if place[0] in group], count))
    return chosen


def _groups(game: Spieleflut, viewer: int | None) -> list[set[int]]:
    """Seats between whose hands cards have gone that this viewer did not see."""
    groups = [{seat} for seat in range(game.position.seats)]
    for pair in game.position.mixed:
        if viewer not in pair:
            joined = [group for group in groups if group & set(pair)]
            groups = [group for group in groups if group not in joined] + [set().union(*joined)]
    return sorted(groups, key=min)


def _others(game: Spieleflut, places: list[Place], kept: dict[Place, str], plain: list[int], rng: Random) -> dict[Place, int]:
    """The unseen hand cards that are no event cards: reviews only where one may still be in a hand (SPF-4.9)."""
    cards = game.cards
    reviews = [card for card in plain if cards.review[card]]
    rest = [card for card in plain if not cards.review[card]]
    rng.shuffle(reviews)
    rng.shuffle(rest)
    taken: dict[Place, int] = {}
    for place, kind in kept.items():
        pool = reviews if kind == "review" else [card for card in rest if cards.activity[card] != NONE]
        taken[place] = pool[-1]
        (reviews if kind == "review" else rest).remove(pool[-1])
    opening = [place for place in places if place not in taken and may_hold_review(game, place[0])]
    mixed = reviews + rest
    rng.shuffle(mixed)
    for place in opening:
        taken[place] = mixed.pop()
    left = [card for card in mixed if not cards.review[card]]
    for place in places:
        if place not in taken:
            taken[place] = left.pop()
    return taken


def may_hold_review(game: Spieleflut, seat: int) -> bool:
    """Whether this hand may hold a review: before its first turn, unless it has shown that it holds none (SPF-4.8)."""
    p = game.position
    if p.round > 1 or p.state == "GAME_END":
        return False
    if p.state == "SETUP":
        return p.place(seat) >= p.set_up or seat in game.opened_from_hand()
    waits = p.place(seat) > p.place(p.active) or (seat == p.active and p.state == "DRAW")
    return waits and seat in game.opened_from_hand()


def _must(game: Spieleflut, viewer: int | None) -> list[tuple[int, str, int]]:
    """What the open question tells everybody: a review in the hand of whoever opens, activities in that of whoever pays."""
    p = game.position
    if p.active == viewer:
        return []
    if p.state == "SETUP":
        return [(p.active, "review", 1)]
    if p.state == "PAY":
        bit = 1 << (p.seats if viewer is None else viewer)
        known = sum(game.cards.activity[card] != NONE and bool(p.seen[card] & bit) for card in p.hands[p.active])
        return [(p.active, "activity", max(0, PRICE - known))]
    return []
