"""Cards come to the table and leave it (OMG-3.2, OMG-3.4, OMG-6, OMG-7)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.engine.event import Event
from games.omg.rules import missions, stock, triggers
from games.omg.rules.position import (
    ANNOUNCED_ZONE,
    HAND_ZONE,
    MISSION_ZONE,
    NOBODY,
    WEBSITE_ZONE,
    Fallen,
    Piece,
    Trigger,
    User,
)

if TYPE_CHECKING:
    from games.omg.rules.game import Omg


def user_zone(user: User) -> str:
    """The zone of a user, which holds its attached card and mission too."""
    return f"user_{user.uid}"


def new_uid(game: Omg) -> int:
    """The next number for what comes into play."""
    game.position.uids += 1
    return game.position.uids


# --- coming ---------------------------------------------------------------------------------------------------------------------


def enter(game: Omg, seat: int, card: int, source: str, log: str) -> None:
    """A user comes into play, unstunned, and what that sets off (OMG-6.3, OMG-12.5)."""
    user = User(new_uid(game), card, seat)
    game.position.sides[seat].users.append(user)
    stock.moved(game, seat, [card], source, user_zone(user), log)
    batch: list[Trigger] = []
    triggers.on_card(game, batch, "on_play", seat, user, user)
    triggers.on_player(game, batch, "on_user_played", seat, but=user.uid)
    triggers.on_player(game, batch, "on_opp_user_played", 1 - seat)
    triggers.enqueue(game, batch)


def attach(game: Omg, by: int, seat: int, user: User, card: int) -> None:
    """A card from the hand of `by` is attached; one that was there is discarded (OMG-7.3)."""
    batch: list[Trigger] = []
    if user.attached is not None:
        detach(game, batch, seat, user, "replaced")
    user.attached = Piece(new_uid(game), card, by)
    stock.moved(game, by, [card], ANNOUNCED_ZONE, user_zone(user), "attaches")
    triggers.on_card(game, batch, "on_play", seat, user.attached, user)
    triggers.on_user(game, batch, "on_attached", seat, user)
    triggers.enqueue(game, batch)
    missions.count(game, seat, "bearer_attached", user.uid)


def receive(game: Omg, seat: int, user: User, piece: Piece, source: str, log: str) -> None:
    """An attached card comes from another user (OMG-12.5)."""
    user.attached = piece
    stock.moved(game, seat, [piece.card], source, user_zone(user), log)
    batch: list[Trigger] = []
    triggers.on_user(game, batch, "on_attached", seat, user)
    triggers.enqueue(game, batch)


def assign(game: Omg, seat: int, card: int, user: User | None) -> None:
    """A mission is assigned; one that was there is discarded (OMG-7.4, OMG-7.5)."""
    side = game.position.sides[seat]
    drop_mission(game, seat, "replaced")
    piece = Piece(new_uid(game), card, seat)
    if user is None:
        side.mission = piece
    else:
        user.mission = piece
    zone = MISSION_ZONE[seat] if user is None else user_zone(user)
    stock.moved(game, seat, [card], ANNOUNCED_ZONE, zone, "assigns")


def play_website(game: Omg, seat: int, card: int) -> None:
    """A website is played; one that was there is discarded (OMG-7.9)."""
    batch: list[Trigger] = []
    side = game.position.sides[seat]
    drop_website(game, batch, seat, "replaced")
    side.website = Piece(new_uid(game), card, seat)
    stock.moved(game, seat, [card], ANNOUNCED_ZONE, WEBSITE_ZONE[seat], "plays_website")
    triggers.on_card(game, batch, "on_play", seat, side.website)
    triggers.on_player(game, batch, "on_website_played", seat, but=side.website.uid)
    triggers.enqueue(game, batch)
    missions.count(game, seat, "websites_played")


# --- leaving --------------------------------------------------------------------------------------------------------------------


def leave(game: Omg, batch: list[Trigger], seat: int, user: User, log: str, *, to_hand: bool = False) -> None:
    """A user leaves the table, with all that is on it (OMG-3.4); what its leaving sets off is added to the moment."""
    p = game.position
    triggers.on_user(game, batch, "on_leave", seat, user)
    zone = user_zone(user)
    p.sides[seat].users.remove(user)
    if user.attached is not None:
        stock.bury(game, user.attached.owner, user.attached.card, zone, "")
        _forget_piece(game, user.attached)
    if user.mission is not None:
        _leave_mission(game, seat, user, user.mission)
    p.forces = [force for force in p.forces if force.user != user.uid]
    if to_hand:
        stock.to_hand(game, user.owner, user.card)
        stock.moved(game, user.owner, [user.card], zone, HAND_ZONE[user.owner], log)
    else:
        stock.bury(game, user.owner, user.card, zone, log)


def _leave_mission(game: Omg, seat: int, user: User, mission: Piece) -> None:
    """A mission that the same event has completed is kept until its reward was given (OMG-7.7)."""
    if missions.fulfilled(game, mission) or mission.done:
        game.position.fallen.append(Fallen(seat, user.uid, mission))
        stock.moved(game, mission.owner, [mission.card], user_zone(user), ANNOUNCED_ZONE, "")
    else:
        stock.bury(game, mission.owner, mission.card, user_zone(user), "mission_lost")


def _forget_piece(game: Omg, piece: Piece) -> None:
    game.position.forces = [force for force in game.position.forces if force.piece != piece.uid]


def detach(game: Omg, batch: list[Trigger], seat: int, user: User, log: str, *, to_hand: bool = False) -> None:
    """An attached card leaves the table."""
    piece = user.attached
    if piece is None:
        return
    triggers.on_card(game, batch, "on_leave", seat, piece, user)
    user.attached = None
    _forget_piece(game, piece)
    if to_hand:
        stock.to_hand(game, piece.owner, piece.card)
        stock.moved(game, piece.owner, [piece.card], user_zone(user), HAND_ZONE[piece.owner], log)
    else:
        stock.bury(game, piece.owner, piece.card, user_zone(user), log)


def drop_website(game: Omg, batch: list[Trigger], seat: int, log: str) -> None:
    """The website of a player is discarded."""
    side = game.position.sides[seat]
    if side.website is not None:
        triggers.on_card(game, batch, "on_leave", seat, side.website)
        stock.bury(game, side.website.owner, side.website.card, WEBSITE_ZONE[seat], log)
        side.website = None


def drop_mission(game: Omg, seat: int, log: str) -> None:
    """The mission of a player is discarded, wherever it lies."""
    side = game.position.sides[seat]
    if side.mission is not None:
        stock.bury(game, side.mission.owner, side.mission.card, MISSION_ZONE[seat], log)
        side.mission = None
    for user in side.users:
        if user.mission is not None:
            stock.bury(game, user.mission.owner, user.mission.card, user_zone(user), log)
            user.mission = None


def spend(game: Omg, uid: int, card: int, number: int) -> None:
    """A clause with a limit was carried out (OMG-12.8)."""
    limit = game.cards.clauses[card][number].limit
    piece = piece_of(game, uid) if limit else None
    if piece is not None:
        (piece.spent if limit == "once_per_turn" else piece.gone).append(number)


def piece_of(game: Omg, uid: int) -> User | Piece | None:
    """A user, attached card or website on the table by its uid."""
    if uid == NOBODY:
        return None
    for side in game.position.sides:
        for user in side.users:
            if user.uid == uid:
                return user
            if user.attached is not None and user.attached.uid == uid:
                return user.attached
        if side.website is not None and side.website.uid == uid:
            return side.website
    return None


def fresh(game: Omg) -> None:
    """Limits of a turn begin anew (OMG-12.8)."""
    for side in game.position.sides:
        for user in side.users:
            user.spent = []
            if user.attached is not None:
                user.attached.spent = []
        if side.website is not None:
            side.website.spent = []


def tell_state(game: Omg, seat: int, user: User, log: str) -> None:
    """Tell that the state of a user has changed."""
    about = {"seat": seat, "card": game.cards.ids[user.card], "zone": user_zone(user), "stunned": user.stunned}
    game.tell(Event("state_changed", about | {"shield": user.shield}, log=log))
