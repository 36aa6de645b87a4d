"""What a viewer may know, in zones, with the public numbers players need (OMG-14, PRO-5.10)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from games.omg.rules import actions, board, combat, table, turn
from games.omg.rules.position import (
    ANNOUNCED_ZONE,
    DECK_ZONE,
    DISCARD_ZONE,
    HAND_ZONE,
    MISSION_ZONE,
    NOBODY,
    SEATS,
    WEBSITE_ZONE,
    Piece,
    User,
)

if TYPE_CHECKING:
    from games.omg.rules.game import Omg

BACK = "omg"


def view(game: Omg, viewer: int | None) -> dict[str, Any]:
    """The view of a seat, or of a spectator (None)."""
    p = game.position
    over = p.reason is not None
    zones: dict[str, Any] = {}
    for seat in SEATS:
        _side(game, seat, seat == viewer or over, zones)
    pending = [card for one in p.announced if (card := one.card) != NOBODY] + [one.mission.card for one in p.fallen]
    zones[ANNOUNCED_ZONE] = _zone("announced", "row", [{"c": game.cards.ids[card]} for card in pending])
    facts: dict[str, Any] = {
        "zones": zones,
        "target": p.options.target,
        "step": p.step,
        "turn": p.turns,
        "turn_of": p.turn,
        "starter": p.starter,
        "actions": p.actions,
        "attacks": p.attacks,
        "seats": [_seat(game, seat) for seat in SEATS],
    }
    if p.second:
        facts["second_attack"] = True
    top = p.agenda[-1] if p.agenda else None
    if top is not None and top.kind == "window":
        facts["window"] = top.name
    if p.announced:
        facts["announced"] = [_announced(game, one) for one in p.announced]
    if p.combat is not None:
        facts["combat"] = _combat(game)
    return facts


def _side(game: Omg, seat: int, shown: bool, zones: dict[str, Any]) -> None:
    ids, side = game.cards.ids, game.position.sides[seat]
    hand = _zone("hand", "row", [], seat) | {"visibility": "owner", "count": len(side.hand)}
    if shown:
        hand["cards"] = [{"c": ids[card]} for card in side.hand]
    else:
        del hand["cards"]
        hand["back"] = BACK
    zones[HAND_ZONE[seat]] = hand
    zones[DECK_ZONE[seat]] = {
        "name": "deck",
        "owner": seat,
        "visibility": "hidden",
        "order": "stack",
        "count": len(side.deck),
        "back": BACK,
    }
    zones[DISCARD_ZONE[seat]] = _zone("discard", "stack", [{"c": ids[card]} for card in side.discard], seat)
    zones[WEBSITE_ZONE[seat]] = _zone("website", "row", _pieces(game, [side.website]), seat)
    zones[MISSION_ZONE[seat]] = _zone("mission", "row", _pieces(game, [side.mission]), seat)
    for user in side.users:
        cards = [_user(game, user, seat), *_pieces(game, [user.attached, user.mission])]
        zones[table.user_zone(user)] = _zone("user", "row", cards, seat) | {"uid": user.uid}


def _zone(name: str, order: str, cards: list[dict[str, Any]], owner: int | None = None) -> dict[str, Any]:
    zone: dict[str, Any] = {"name": name, "visibility": "public", "order": order, "count": len(cards), "cards": cards}
    return zone if owner is None else zone | {"owner": owner}


def _pieces(game: Omg, pieces: list[Piece | None]) -> list[dict[str, Any]]:
    return [_piece(game, piece) for piece in pieces if piece is not None]


def _piece(game: Omg, piece: Piece) -> dict[str, Any]:
    card: dict[str, Any] = {"c": game.cards.ids[piece.card], "of": piece.owner}
    mission = game.cards.mission[piece.card]
    if mission is not None:
        condition = mission.condition
        card |= {"progress": piece.progress, "needs": condition.count or condition.at_least}
    if board.suppressed(game, piece):
        card["suppressed"] = True
    return card | ({"used": True} if piece.spent or piece.gone else {})


def _user(game: Omg, user: User, seat: int) -> dict[str, Any]:
    """A user with its numbers at the moment, and its markers (OMG-13.7)."""
    card: dict[str, Any] = {"c": game.cards.ids[user.card], "of": user.owner, "stunned": user.stunned, "shield": user.shield}
    card |= dict(zip("savw", board.stats(game, user, seat), strict=True))
    marks = [_mark(game, force) for force in game.position.forces if force.user == user.uid]
    if marks:
        card["marks"] = marks
    why = [{"card": game.cards.ids[of], "stat": stat, "change": change} for of, stat, change in board.changes(game, user, seat)]
    if why:
        card["why"] = why
    for name in ("taunt", "unattackable", "no_attack"):
        if board.works(game, name, user, seat):
            card[name] = True
    return card | ({"used": True} if user.spent or user.gone else {})


def _mark(game: Omg, force: Any) -> dict[str, Any]:
    clause = board.clause_of(game, force)
    row = {"card": game.cards.ids[force.card], "op": clause.op, "change": force.amount, "until": force.end}
    return row | ({"stat": clause.stat} if clause.op == "modify_stat" else {})


def _seat(game: Omg, seat: int) -> dict[str, Any]:
    """The public numbers of a player."""
    side = game.position.sides[seat]
    row: dict[str, Any] = {
        "op": side.op,
        "ep": side.ep,
        "turns": side.turns,
        "completed": side.completed,
        "hand_size": turn.hand_size(game, seat),
        "surf": max(0, actions.SURF_OP + board.for_player(game, "surf_bonus", seat)),
    }
    if side.lost_actions:
        row["lost_actions"] = side.lost_actions
    extra = board.for_player(game, "special_cost", seat)
    if extra:
        row["special_cost"] = extra
    return row | ({"barred": True} if board.barred(game, seat) else {})


def _announced(game: Omg, one: Any) -> dict[str, Any]:
    card = one.card if one.card != NOBODY else one.source
    row: dict[str, Any] = {"seat": one.seat, "kind": one.kind, "cancelled": one.cancelled}
    if card != NOBODY:
        row["card"] = game.cards.ids[card]
    zones = [f"user_{uid}" for uid in ([one.user] if one.user != NOBODY else []) + one.targets]
    return row | ({"zones": zones} if zones else {})


def _combat(game: Omg) -> dict[str, Any]:
    """The running attack, with what would happen as things stand (OMG-8.4)."""
    running = game.position.combat
    if running is None:
        return {}
    row: dict[str, Any] = {"attacker": f"user_{running.attacker}"}
    if running.defender != NOBODY:
        row["defender"] = f"user_{running.defender}"
    if running.tactic:
        row["tactic"] = running.tactic
    for strike, name in zip(combat.chances(game) or (), ("attacker", "defender"), strict=False):
        chance: dict[str, Any] = {"skill": strike.skill, "against": strike.v, "hits": strike.hits, "would": strike.would}
        because = _because(game, strike)
        row[f"{name}_chance"] = chance | ({"because": because} if because else {})
    return row


def _because(game: Omg, strike: combat.Strike) -> list[dict[str, str]]:
    """Cards by which a blow is not what the numbers alone would make of it (OMG-8.2, OMG-8.6)."""
    about = [(op, strike.user, strike.seat) for op in ("best_tactic", "auto_hit", "first_strike")]
    about.append(("prevent_hit", strike.foe, strike.foe_seat))
    return [{"op": op, "card": game.cards.ids[card]} for op, user, seat in about for card in board.causes(game, op, user, seat)]


def zones(game: Omg) -> dict[str, list[str]]:
    """Where every card truly is; decks from the top."""
    p, ids = game.position, game.cards.ids
    where: dict[str, list[str]] = {}
    for seat, side in enumerate(p.sides):
        where[HAND_ZONE[seat]] = [ids[card] for card in side.hand]
        where[DECK_ZONE[seat]] = [ids[card] for card in reversed(side.deck)]
        where[DISCARD_ZONE[seat]] = [ids[card] for card in side.discard]
        where[WEBSITE_ZONE[seat]] = [ids[side.website.card]] if side.website else []
        where[MISSION_ZONE[seat]] = [ids[side.mission.card]] if side.mission else []
        for user in side.users:
            where[table.user_zone(user)] = [
                ids[user.card],
                *(ids[piece.card] for piece in (user.attached, user.mission) if piece is not None),
            ]
    where[ANNOUNCED_ZONE] = [ids[one.card] for one in p.announced if one.card != NOBODY]
    where[ANNOUNCED_ZONE] += [ids[fallen.mission.card] for fallen in p.fallen]
    return where
