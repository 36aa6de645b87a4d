"""What a viewer may know, in zones, with the public numbers players need (SPF-14, PRO-5.10)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from games.spieleflut.rules import desk, scoring
from games.spieleflut.rules.cards import ACTIVITIES, NONE
from games.spieleflut.rules.position import DESK_ZONE, FINISHED_ZONE, HAND_ZONE, QUEUE_ZONE, SLOTS, Work

if TYPE_CHECKING:
    from games.spieleflut.rules.game import Spieleflut


def view(game: Spieleflut, viewer: int | None) -> dict[str, Any]:
    """The view of a seat, or of a spectator (None)."""
    p, ids = game.position, game.cards.ids
    over = p.state == "GAME_END"
    zones: dict[str, Any] = {
        "draw": {"name": "draw", "visibility": "hidden", "order": "stack", "count": len(p.draw), "back": "spieleflut"},
        "discard": _open("discard", [ids[card] for card in reversed(p.discard)]) | {"order": "stack"},
        "pending": _open("pending", [ids[card] for card in p.pending]),
    }
    if p.options.rang:
        zones["stack"] = {"name": "stack", "visibility": "top", "order": "stack", "count": len(p.stack)}
        zones["stack"] |= {"back": "spieleflut"} | ({"top": {"c": ids[p.stack[-1]]}} if p.stack else {})
    if p.options.ereignis:
        zones["events"] = {"name": "events", "visibility": "hidden", "order": "stack", "count": len(p.events), "back": "event"}
    for seat in range(p.seats):
        hand = {"name": "hand", "owner": seat, "visibility": "owner", "order": "row", "count": len(p.hands[seat])}
        shown = over or seat == viewer
        hand |= {"cards": [{"c": ids[card]} for card in p.hands[seat]]} if shown else {"back": "spieleflut"}
        zones[HAND_ZONE[seat]] = hand
        for slot in SLOTS:
            zones[DESK_ZONE[seat][slot]] = _desk(game, seat, slot)
        if p.options.rang:
            waiting = [ids[p.queues[seat]]] if p.queues[seat] != NONE else []
            zones[QUEUE_ZONE[seat]] = _open("queue", waiting) | {"owner": seat}
        finished = [ids[card] for card in p.finished[seat]]
        zones[FINISHED_ZONE[seat]] = _open("finished", finished) | {"owner": seat}
    facts: dict[str, Any] = {
        "zones": zones,
        "state": p.state,
        "round": p.round,
        "turn_of": p.active,
        "starter": p.first,
        "target": scoring.target(game),
        "seats": [_seat(game, seat) for seat in range(p.seats)],
    }
    return facts | ({"last_round": True} if p.last_round else {})


def _open(name: str, cards: list[str]) -> dict[str, Any]:
    zone = {"name": name, "visibility": "public", "order": "row", "count": len(cards)}
    return zone | {"cards": [{"c": card} for card in cards]}


def _desk(game: Spieleflut, seat: int, slot: int) -> dict[str, Any]:
    """A slot: the review with its marker and what it still needs, then what lies on it, then a disturbance."""
    ids = game.cards.ids
    zone: dict[str, Any] = {"name": "desk", "owner": seat, "visibility": "public", "order": "row", "slot": slot + 1}
    work = game.position.desks[seat][slot]
    if work is None:
        return zone | {"count": 0, "cards": []}
    review = {"c": ids[work.review], "deadline": work.deadline, "needs": needs(game, work)}
    review |= {"complete": desk.complete(game, work), "top": desk.is_top(game, work)}
    cards: list[dict[str, Any]] = [review, *({"c": ids[card]} for card in work.attached)]
    if work.disturbance != NONE:
        cards.append({"c": ids[work.disturbance]} | ({"turns": work.turns} if work.turns else {}))
    return zone | {"count": len(cards), "cards": cards}


def needs(game: Spieleflut, work: Work) -> dict[str, list[int]]:
    """By activity: how many are there, are needed, and would be needed for TOP (SPF-7.4)."""
    done, required, extra = desk.counts(game, work), desk.required(game, work), game.cards.extra[work.review]
    return {name: [done[kind], required[kind], required[kind] + extra[kind]] for kind, name in enumerate(ACTIVITIES)}


def _seat(game: Spieleflut, seat: int) -> dict[str, Any]:
    """The public numbers of a player."""
    p = game.position
    row: dict[str, Any] = {"reach": p.reach[seat], "finished": len(p.finished[seat]), "tops": p.tops[seat]}
    if p.options.rang:
        row["rank"] = p.rank[seat]
    return row | ({"team": p.teams[seat]} if p.teams else {})


def zones(game: Spieleflut) -> dict[str, list[str]]:
    """Where every card truly is; piles from the next card."""
    p, ids = game.position, game.cards.ids
    where = {
        "draw": [ids[card] for card in reversed(p.draw)],
        "discard": [ids[card] for card in reversed(p.discard)],
        "stack": [ids[card] for card in reversed(p.stack)],
        "events": [ids[card] for card in reversed(p.events)],
        "pending": [ids[card] for card in p.pending],
    }
    for seat in range(p.seats):
        where[HAND_ZONE[seat]] = [ids[card] for card in p.hands[seat]]
        where[QUEUE_ZONE[seat]] = [ids[p.queues[seat]]] if p.queues[seat] != NONE else []
        where[FINISHED_ZONE[seat]] = [ids[card] for card in p.finished[seat]]
        for slot in SLOTS:
            work = p.desks[seat][slot]
            cards = [] if work is None else [work.review, *work.attached]
            cards += [work.disturbance] if work is not None and work.disturbance != NONE else []
            where[DESK_ZONE[seat][slot]] = [ids[card] for card in cards]
    return where
