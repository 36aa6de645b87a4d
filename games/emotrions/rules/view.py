"""What a viewer may know of a match, in zones (EMO-14, PRO-5.10)."""

from __future__ import annotations

from typing import Any

from games.emotrions.rules.cards import Emotions, Hand, Play
from games.emotrions.rules.options import BANK_UP, HANDS_OPEN, PLAYS_DOWN, flag_values
from games.emotrions.rules.position import Position


def view(p: Position, cards: Emotions, viewer: int | None) -> dict[str, Any]:
    """The view of a seat, or of a spectator (None): public numbers, and zones with cards or their count."""
    laid = dict(p.trick)
    shown: dict[str, Any] = {}
    if p.hands:
        shown["bank"] = _bank(p, cards)
        shown["discard"] = _open(cards, "discard", p.discard)
    for seat in p.order if p.hands else ():
        shown[f"hand_{seat}"] = _hand(p, cards, seat, viewer)
        shown[f"trick_{seat}"] = _trick(p, cards, seat, laid.get(seat), viewer)
        shown[f"won_{seat}"] = _open(cards, "won", p.won[seat]) | {"owner": seat}
    facts: dict[str, Any] = {
        "zones": shown,
        "seats": [_seat(p, cards, seat) for seat in range(p.seats)],
        "deal": p.deal,
        "flags": flag_values(p.flags),
        "target": cards.target,
    }
    if p.hands:
        facts["trick"] = p.trick_no
        facts["equal_start"] = p.equal
    if p.reason is None:
        facts["leader"] = p.leader
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


def _bank(p: Position, cards: Emotions) -> dict[str, Any]:
    zone: dict[str, Any] = {
        "name": "bank",
        "visibility": "top" if p.flags & BANK_UP else "hidden",
        "order": "stack",
        "count": len(p.bank),
    }
    if p.flags & BANK_UP and p.bank:
        zone["top"] = {"c": cards.ids[p.bank[-1]]}
    return zone


def _open(cards: Emotions, name: str, pile: Hand) -> dict[str, Any]:
    return {
        "name": name,
        "visibility": "public",
        "order": "sorted",
        "count": sum(pile),
        "cards": [{"c": c} for c in cards.ids_of(pile)],
    }


def _hand(p: Position, cards: Emotions, seat: int, viewer: int | None) -> dict[str, Any]:
    opened = bool(p.flags & HANDS_OPEN)
    zone: dict[str, Any] = {"name": "hand", "owner": seat, "visibility": "public" if opened else "owner", "order": "sorted"}
    hand = displayed_hand(p, seat) if opened and viewer != seat else p.hands[seat]
    zone["count"] = sum(hand)
    if opened or viewer == seat:
        zone["cards"] = [{"c": c} for c in cards.ids_of(hand)]
    else:
        zone["back"] = "emotrions"
    return zone


def _trick(p: Position, cards: Emotions, seat: int, play: Play | None, viewer: int | None) -> dict[str, Any]:
    down = bool(p.flags & PLAYS_DOWN)
    zone: dict[str, Any] = {"name": "trick", "owner": seat, "visibility": "owner" if down else "public", "order": "sorted"}
    zone["count"] = len(play or ())
    if down and viewer != seat:
        zone["back"] = "emotrions"
        return zone
    zone["cards"] = [{"c": c} for c in cards.named[play or ()]]
    if play and play != (cards.hunger,):
        zone["power"] = cards.power[play]
    return zone


def _seat(p: Position, cards: Emotions, seat: int) -> dict[str, Any]:
    """The public numbers of a seat; its points in the running deal count the won pile only (EMO-14.2)."""
    out = {gone.seat for gone in p.out}
    playing = seat in p.order and bool(p.hands) and p.phase != "over"
    state = "out" if seat in out else "in" if seat in p.order or p.phase == "over" else "resting"
    row: dict[str, Any] = {"total": p.totals[seat], "state": state, "deals_won": p.deals_won[seat]}
    row["points"] = cards.value_of(p.won[seat]) if playing else p.points[seat]
    return row
