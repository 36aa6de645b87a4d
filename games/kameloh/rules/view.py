"""What a viewer may know, in zones, with the public numbers players need (KMO-19, PRO-5.10)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from games.kameloh.rules import arena, money
from games.kameloh.rules.position import (
    ARENA_ZONE,
    DECK_ZONE,
    DESERT_ZONE,
    FUSION_ZONE,
    HAND_ZONE,
    NOBODY,
    OASIS_ZONE,
    ROW_ZONE,
    SLOTS,
    Force,
    Monster,
)

if TYPE_CHECKING:
    from games.kameloh.rules.game import Kameloh

BACK = "kameloh"


def view(game: Kameloh, viewer: int | None) -> dict[str, Any]:
    """The view of a seat, or of a spectator (None)."""
    p = game.position
    over = p.phase == "OVER"
    zones: dict[str, Any] = {}
    for seat in SLOTS:
        _side(game, seat, seat == viewer or over, zones)
    facts: dict[str, Any] = {
        "zones": zones,
        "variant": p.options.variant,
        "phase": p.phase,
        "round": p.round,
        "starter": p.starter,
        "turn_of": p.turn,
        "target": 0 if p.options.long else p.options.target,
        "sent": p.sent,
        "seats": [_seat(game, seat) for seat in SLOTS],
    }
    if p.package:
        facts["package"] = p.package
    if p.ending is not None:
        turns = [{"seat": seat, "kind": kind} for seat, kind in p.ending.turns]
        facts["ending"] = {"first": p.ending.first, "turns": turns}
    if p.last_round:
        facts["last_round"] = True
    if p.combat is not None:
        zones_of = [ARENA_ZONE[found[0]][found[1]] for uid in p.combat.strikers if (found := arena.find(game, uid)) is not None]
        facts["combat"] = {"attacker": p.turn, "strikers": zones_of}
    return facts


def _side(game: Kameloh, seat: int, shown: bool, zones: dict[str, Any]) -> None:
    p, ids = game.position, game.cards.ids
    side = p.sides[seat]
    zones[HAND_ZONE[seat]] = _pile("hand", seat, "owner", side.hand, ids, shown)
    if p.options.variant == "dufo":
        zones[DECK_ZONE[seat]] = _pile("deck", seat, "hidden", side.deck, ids, False) | {"order": "stack"}
    for number, oasis in enumerate(side.oases):
        zone = _pile("oasis", seat, "hidden", oasis, ids, False) | {"order": "stack", "number": number + 1}
        if side.active[number]:
            zone |= {"visibility": "top", "active": True, "top": {"c": ids[oasis[-1]]}}
        zones[OASIS_ZONE[seat][number]] = zone
    if p.options.variant == "kamelkoenig":
        zones[FUSION_ZONE[seat]] = _pile("fusion", seat, "owner", side.fusion, ids, shown)
    zones[DESERT_ZONE[seat]] = _pile("desert", seat, "public", side.desert, ids, True) | {"order": "stack"}
    row = [item for item in p.items if item.owner == seat and arena.find(game, item.carrier) is None]
    zones[ROW_ZONE[seat]] = {
        "name": "items",
        "owner": seat,
        "visibility": "public",
        "order": "row",
        "count": len(row),
        "cards": [_item(game, item.uid) for item in row],
    }
    for slot in SLOTS:
        monster = side.arena[slot]
        zone = {"name": "arena", "owner": seat, "visibility": "public", "order": "row", "slot": slot + 1}
        cards = [] if monster is None else [_monster(game, monster, seat)]
        cards += [] if monster is None else [_item(game, item.uid) for item in arena.attachments(game, monster)]
        zones[ARENA_ZONE[seat][slot]] = zone | {"count": len(cards), "cards": cards}


def _pile(name: str, seat: int, visibility: str, pile: list[int], ids: list[str], shown: bool) -> dict[str, Any]:
    zone: dict[str, Any] = {"name": name, "owner": seat, "visibility": visibility, "order": "sorted", "count": len(pile)}
    return zone | ({"cards": [{"c": ids[card]} for card in pile]} if shown else {"back": BACK})


def _item(game: Kameloh, uid: int) -> dict[str, Any]:
    item = arena.item(game, uid)
    assert item is not None  # noqa: S101 (it has just been found)
    card = {"c": game.cards.ids[item.card], "owner": item.owner, "item": f"item_{uid}"}
    turns = [force.turns for force in game.position.forces if force.item == uid and force.turns]
    if turns:
        card["turns"] = max(turns)
    return card | ({"negated": True} if item.negated_by != NOBODY else {})


def _monster(game: Kameloh, monster: Monster, seat: int) -> dict[str, Any]:
    """A monster with its numbers at the moment, and what works on it (KMO-A.8)."""
    card: dict[str, Any] = {
        "c": game.cards.ids[monster.card],
        "ap": arena.ap(game, monster),
        "dp": arena.dp(game, monster),
        "lp": max(0, arena.lp(game, monster)),
        "max_lp": arena.max_lp(game, monster),
        "basic": {"ap": monster.ap, "dp": monster.dp, "lp": monster.lp},
        "worth": money.worth(game, monster),
    }
    if monster.frozen:
        card["frozen"] = monster.frozen
    if monster.owner != seat:
        card["of"] = monster.owner
    if monster.parts:
        card["parts"] = [game.cards.ids[part] for part in monster.parts]
    forces = [_force(game, force) for force in game.position.forces if force.monster == monster.uid]
    return card | ({"effects": forces} if forces else {})


def _force(game: Kameloh, force: Force) -> dict[str, Any]:
    source = arena.item(game, force.item) if force.item != NOBODY else None
    row: dict[str, Any] = {"do": force.do, "amount": force.amount, "by": force.by}
    return row | ({"card": game.cards.ids[source.card]} if source else {})


def _seat(game: Kameloh, seat: int) -> dict[str, Any]:
    """The public numbers of a player."""
    side = game.position.sides[seat]
    row = {"vp": side.vp, "dates": side.dates, "defeated": side.defeated, "free_points": side.free_points}
    if game.position.options.variant != "dufo":
        row["active"] = sum(side.active)
    price, item_price = money.price_change(game, seat), money.item_price_change(game, seat)
    return row | ({"price": price} if price else {}) | ({"item_price": item_price} if item_price else {})


def zones(game: Kameloh) -> dict[str, list[str]]:
    """Where every card truly is; stocks and deserts from the top."""
    p, ids = game.position, game.cards.ids
    where: dict[str, list[str]] = {}
    for seat in SLOTS:
        side = p.sides[seat]
        where[HAND_ZONE[seat]] = [ids[card] for card in side.hand]
        where[DECK_ZONE[seat]] = [ids[card] for card in reversed(side.deck)]
        for number, oasis in enumerate(side.oases):
            where[OASIS_ZONE[seat][number]] = [ids[card] for card in reversed(oasis)]
        where[FUSION_ZONE[seat]] = [ids[card] for card in side.fusion]
        where[DESERT_ZONE[seat]] = [ids[card] for card in side.desert]
        row = [item for item in p.items if item.owner == seat and arena.find(game, item.carrier) is None]
        where[ROW_ZONE[seat]] = [ids[item.card] for item in row]
        for slot in SLOTS:
            monster = side.arena[slot]
            where[ARENA_ZONE[seat][slot]] = [] if monster is None else arena.group(game, monster)
    return where
