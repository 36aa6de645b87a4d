"""Missions: counting, completing, rewards (OMG-7.4 to OMG-7.8)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.engine.event import Event
from games.omg.rules import board, hits, stock, table, triggers
from games.omg.rules.cards import Filter
from games.omg.rules.position import ANNOUNCED_ZONE, NOBODY, SEATS, Job, Piece, User

if TYPE_CHECKING:
    from games.omg.rules.game import Omg


def count(game: Omg, seat: int, event: str, user: int = NOBODY, victim: tuple[int, int] | None = None) -> None:
    """An event that missions of this player may count; of a user, if it names one. `victim`: card and W of a user that fell."""
    for piece, bearer in board.missions(game, seat):
        mission = game.cards.mission[piece.card]
        condition = None if mission is None else mission.condition
        if condition is None or condition.event != event or piece.done or (user != NOBODY and bearer != user):
            continue
        if condition.filter is None or (victim is not None and _fits(game, condition.filter, victim)):
            piece.progress += 1


def _fits(game: Omg, wanted: Filter, victim: tuple[int, int]) -> bool:
    card, w = victim
    return wanted.faction in (None, game.cards.faction[card]) and w >= (wanted.w_at_least or 0)


def fulfilled(game: Omg, piece: Piece) -> bool:
    """Whether enough events were counted for an event mission."""
    mission = game.cards.mission[piece.card]
    return mission is not None and mission.condition.kind == "event" and piece.progress >= mission.condition.count


def reached(game: Omg, seat: int, piece: Piece) -> bool:
    """Whether the state a mission asks for is there now."""
    mission = game.cards.mission[piece.card]
    return (
        mission is not None
        and mission.condition.kind == "state"
        and state(game, seat, mission.condition.state or "") >= mission.condition.at_least
    )


def state(game: Omg, seat: int, name: str) -> int:
    """The number a state mission looks at (OMG-A, states)."""
    side, cards = game.position.sides[seat], game.cards
    users = side.users
    match name:
        case "op":
            return side.op
        case "users":
            return len(users)
        case "seo_users" | "affiliate_users":
            return sum(cards.faction[user.card] == name.removesuffix("_users") for user in users)
        case "factions":
            return len({cards.faction[user.card] for user in users})
        case "attached_types":
            return len({cards.type[user.attached.card] for user in users if user.attached is not None})
        case "personalities":
            return sum(cards.personality[user.card] for user in users)
    return sum(board.plain_w(game, user) for user in users)


def complete_next(game: Omg) -> bool:
    """Complete one event mission whose condition is met, AP's first; inside a combat only in A8 (OMG-12.2).

    An attack on a player is no combat (OMG-9.1).
    """
    p = game.position
    if p.combat is not None and p.combat.defender != NOBODY and not p.combat.after:
        return False
    for seat in (p.turn, 1 - p.turn):
        for fallen in p.fallen:
            if fallen.seat == seat and not fallen.mission.done:
                complete(game, seat, fallen.mission, fallen.user)
                return True
        for piece, user in board.missions(game, seat):
            if not piece.done and fulfilled(game, piece):
                complete(game, seat, piece, user)
                return True
    return False


def complete(game: Omg, seat: int, piece: Piece, user: int) -> None:
    """A mission is fulfilled: its rewards come in printed order (OMG-7.7)."""
    p = game.position
    piece.done = True
    p.sides[seat].completed += 1
    about = {"seat": seat, "card": game.cards.ids[piece.card], "completed": p.sides[seat].completed}
    game.tell(Event("x_omg_mission", about, log="completes"))
    if game.passes is not None:
        game.passes(f"card {game.cards.names[piece.card]} completed")
    p.agenda.append(Job("rewarded", seat, piece.card, uid=piece.uid, user=user))
    p.agenda.append(Job("sequence", seat, piece.card, uid=piece.uid, user=user, name="mission_reward"))


def rewarded(game: Omg, job: Job) -> bool:
    """After the printed rewards: extra points, then the card is discarded, then `on_mission_done` (OMG-7.7)."""
    if job.step == 0:
        job.step = 1
        extra = board.for_player(game, "mission_bonus", job.seat)
        if extra > 0:
            hits.split(game, [extra if seat == job.seat else 0 for seat in SEATS])
        return True
    game.drop(job)
    _discard(game, job.seat, job.uid)
    triggers.moment(game, [("on_mission_done", job.seat)])
    return True


def _discard(game: Omg, seat: int, uid: int) -> None:
    p = game.position
    for fallen in p.fallen:
        if fallen.mission.uid == uid:
            p.fallen.remove(fallen)
            stock.bury(game, fallen.mission.owner, fallen.mission.card, ANNOUNCED_ZONE, "mission_done")
            return
    if any(piece.uid == uid for piece, _user in board.missions(game, seat)):
        table.drop_mission(game, seat, "mission_done")


def end_of_turn(game: Omg, seat: int) -> None:
    """Step `end`: a turn without attack counts, and the state missions of the controller are checked (OMG-7.6, OMG-7.8)."""
    p = game.position
    if not p.attacks:
        count(game, seat, "turns_without_attack")
    for piece, user in board.missions(game, seat):
        if not piece.done and reached(game, seat, piece):
            complete(game, seat, piece, user)


def attack_declared(game: Omg, seat: int) -> None:
    """An attack sets turns without one back to none (OMG-7.8)."""
    for piece, _user in board.missions(game, seat):
        mission = game.cards.mission[piece.card]
        if mission is not None and mission.condition.event == "turns_without_attack":
            piece.progress = 0


def fell(game: Omg, seat: int, user: User, w: int, striker: tuple[int, int] | None) -> None:
    """A user was defeated: what missions of both sides count of that; `striker`: whose user did it, and its uid."""
    count(game, seat, "own_users_lost")
    count(game, 1 - seat, "users_defeated")
    if striker is not None:
        count(game, striker[0], "bearer_defeats", striker[1], (user.card, w))
