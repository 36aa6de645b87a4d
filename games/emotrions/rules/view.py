"""What a viewer may know of a match, in zones (EMO-14, PRO-5.10)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from games.emotrions.rules.cards import DECLINE, Emotions, Hand, Play
from games.emotrions.rules.options import BANK_UP, HANDS_OPEN, PLAYS_DOWN, flag_values
from games.emotrions.rules.position import HAND, TRICK, WON, Position

MOST_ZONES = 8_192
"""How many zones of each kind are kept as they are shown: most look the same to all viewers, and after the next move."""


def view(p: Position, cards: Emotions, viewer: int | None, ahead: int | None = None) -> dict[str, Any]:
    """The view of a seat, or of a spectator (None): public numbers, and zones with cards or their count.

    `ahead`: who would win the trick as it lies.
    """
    shown: dict[str, Any] = {}
    if p.hands:
        opened, down = bool(p.flags & HANDS_OPEN), bool(p.flags & PLAYS_DOWN)
        laid = dict(p.trick)
        shown["bank"] = _bank(cards, len(p.bank), p.bank[-1] if p.flags & BANK_UP and p.bank else -1, bool(p.flags & BANK_UP))
        shown["discard"] = _discard(cards, tuple(p.discard))
        for seat in p.order:
            own = seat == viewer
            if opened or own:
                hand = p.hands[seat] if own else displayed_hand(p, seat)
                shown[HAND[seat]] = _hand(cards, seat, tuple(hand), opened)
            else:
                shown[HAND[seat]] = _hidden_hand(seat, sum(p.hands[seat]))
            play = laid.get(seat, DECLINE)
            shown[TRICK[seat]] = _hidden_trick(seat, len(play)) if down and not own else _trick(cards, seat, play, down)
            shown[WON[seat]] = _won(cards, seat, tuple(p.won[seat]))
    facts: dict[str, Any] = {
        "zones": shown,
        "seats": _seats(p, cards),
        "deal": p.deal,
        "flags": flag_values(p.flags),
        "target": cards.target,
    }
    if p.hands:
        facts["trick"] = p.trick_no
        facts["equal_start"] = p.equal
    if p.reason is None:
        facts["leader"] = p.leader
    if ahead is not None:
        facts["ahead"] = ahead
    if p.playoff:
        facts["playoff"] = list(p.playoff)
    return facts


def zones(p: Position, cards: Emotions) -> dict[str, list[str]]:
    """Where every card truly is; the bank from its top."""
    if not p.hands:
        return {}
    where = {"bank": [cards.ids[card] for card in reversed(p.bank)], "discard": cards.ids_of(p.discard)}
    for seat in p.order:
        where[f"hand_{seat}"] = cards.ids_of(p.hands[seat])
        where[f"won_{seat}"] = cards.ids_of(p.won[seat])
        where[f"trick_{seat}"] = []
    for seat, play in p.trick:
        where[f"trick_{seat}"] = list(cards.named[play])
    return where


def displayed_hand(p: Position, seat: int) -> Hand:
    """The hand others see in the Open style: cards laid face down stay in it until the reveal (EMO-7.6)."""
    hand = p.hands[seat][:]
    if p.flags & PLAYS_DOWN:
        for card in dict(p.trick).get(seat, ()):
            hand[card] += 1
    return hand


@lru_cache(MOST_ZONES)
def _bank(cards: Emotions, count: int, top: int, up: bool) -> dict[str, Any]:
    """`top`: the card to be seen, -1 for none."""
    zone: dict[str, Any] = {"name": "bank", "visibility": "top" if up else "hidden", "order": "stack", "count": count}
    return zone | ({} if top < 0 else {"top": {"c": cards.ids[top]}})


@lru_cache(MOST_ZONES)
def _discard(cards: Emotions, pile: tuple[int, ...]) -> dict[str, Any]:
    return {"name": "discard", "visibility": "public", "order": "sorted"} | _faces(cards, pile)


@lru_cache(MOST_ZONES)
def _won(cards: Emotions, seat: int, pile: tuple[int, ...]) -> dict[str, Any]:
    return {"name": "won", "owner": seat, "visibility": "public", "order": "sorted"} | _faces(cards, pile)


@lru_cache(MOST_ZONES)
def _hand(cards: Emotions, seat: int, hand: tuple[int, ...], opened: bool) -> dict[str, Any]:
    visibility = "public" if opened else "owner"
    return {"name": "hand", "owner": seat, "visibility": visibility, "order": "sorted"} | _faces(cards, hand)


@lru_cache(MOST_ZONES)
def _hidden_hand(seat: int, count: int) -> dict[str, Any]:
    return {"name": "hand", "owner": seat, "visibility": "owner", "order": "sorted", "count": count, "back": "emotrions"}


@lru_cache(MOST_ZONES)
def _trick(cards: Emotions, seat: int, play: Play, down: bool) -> dict[str, Any]:
    zone: dict[str, Any] = {"name": "trick", "owner": seat, "visibility": "owner" if down else "public", "order": "sorted"}
    zone |= {"count": len(play), "cards": [{"c": c} for c in cards.named[play]]}
    return zone | ({"power": cards.power[play]} if play and play != (cards.hunger,) else {})


@lru_cache(MOST_ZONES)
def _hidden_trick(seat: int, count: int) -> dict[str, Any]:
    return {"name": "trick", "owner": seat, "visibility": "owner", "order": "sorted", "count": count, "back": "emotrions"}


def _faces(cards: Emotions, pile: Sequence[int]) -> dict[str, Any]:
    """The cards of a pile face up."""
    return {"count": sum(pile), "cards": [{"c": c} for c in cards.ids_of(pile)]}


def _seats(p: Position, cards: Emotions) -> list[dict[str, Any]]:
    """The public numbers of the seats; points in the running deal count the won pile only (EMO-14.2)."""
    over = p.phase == "over"
    out = {gone.seat for gone in p.out}
    rows = []
    for seat in range(p.seats):
        there = seat in p.order
        state = "out" if seat in out else "in" if there or over else "resting"
        points = cards.value_of(p.won[seat]) if there and p.hands and not over else p.points[seat]
        rows.append({"total": p.totals[seat], "state": state, "deals_won": p.deals_won[seat], "points": points})
    return rows
