"""Which users a clause may be about, and what may be chosen (OMG-11.7, OMG-12.4, OMG-A)."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from games.omg.rules import board
from games.omg.rules.cards import CHOOSING, Clause
from games.omg.rules.position import NOBODY, SEATS, User

if TYPE_CHECKING:
    from games.omg.rules.game import Omg

Found = list[tuple[int, User]]
"""Users with who controls them."""


def choices(game: Omg, by: int, card: int, clause: Clause) -> Found:
    """The users among whom the controller of a clause chooses: those that may be its target and that it can change."""
    ref = clause.target.ref
    seats = {"choose_enemy_user": (1 - by,), "choose_any_user": SEATS}.get(ref, (by,))
    return [
        (seat, user) for seat in seats for user in game.position.sides[seat].users if legal(game, by, card, clause, seat, user)
    ]


def legal(game: Omg, by: int, card: int, clause: Clause, seat: int, user: User) -> bool:
    """Whether a user may be the chosen target of a clause."""
    wanted = clause.target.filter
    return (
        (wanted is None or board.matches(game, user, wanted))
        and board.targetable(game, user, seat, card, by)
        and changes(game, by, clause, seat, user)
    )


def changes(game: Omg, by: int, clause: Clause, seat: int, user: User) -> bool:
    """Whether an operation can change a user (OMG-11.7)."""
    match clause.op:
        case "stun":
            return not user.stunned and not board.immune(game, user, seat, "stun_effects")
        case "unstun":
            return user.stunned
        case "destroy_attachment" | "bounce_attachment" | "suppress_attachment":
            return board.bears(game, user, clause.what)
        case "steal_attachment":
            return board.bears(game, user, clause.what) and bool(receivers(game, by, user))
        case "redirect_attack":
            combat = game.position.combat
            return (
                combat is not None
                and combat.defender not in (NOBODY, user.uid)
                and not board.works(game, "unattackable", user, seat)
            )
    return True


def receivers(game: Omg, by: int, source: User) -> Found:
    """Own users that can take the attached card of another user."""
    piece = source.attached
    if piece is None:
        return []
    return [
        (by, user)
        for user in game.position.sides[by].users
        if user.attached is None and board.may_bear(game, user, by, piece.card, by)
    ]


def movable(game: Omg, by: int) -> Found:
    """Own users whose attached card can move to another own user."""
    return [(by, user) for user in game.position.sides[by].users if receivers(game, by, user)]


def sets(game: Omg, by: int, card: int, clause: Clause) -> list[tuple[int, ...]]:
    """What can be chosen for a clause at announcement, as uids; one empty choice where nothing is chosen (OMG-11.7)."""
    if clause.target.ref not in CHOOSING:
        return [()]
    uids = [user.uid for _seat, user in choices(game, by, card, clause)]
    if clause.target.ref == "choose_two_own_users":
        return [(), *((uid,) for uid in uids), *combinations(uids, 2)]
    return [(uid,) for uid in uids]


def combatant(game: Omg, by: int, card: int, clause: Clause, user: int, foe: int) -> Found:
    """The combatant a clause is about; the one opposing is targeted (OMG-A). `foe`: who it was when it was set off."""
    if clause.target.ref == "own_combatant":
        own = board.combatant(game, by)
        return [] if own is None else [(by, own)]
    if foe != NOBODY:
        found = board.find(game, foe)
    else:
        own = board.user_of(game, user) if user != NOBODY else board.combatant(game, by)
        opposing = board.foe_of(game, own.uid) if own is not None else None
        found = board.find(game, opposing.uid) if opposing is not None else None
    if found is None or not legal(game, by, card, clause, found[0], found[1]):
        return []
    return [found]


def everybody(game: Omg, by: int, clause: Clause, user: User | None) -> Found:
    """The users of a clause that names all of a side or of both, or itself; nobody is targeted."""
    return [
        (seat, other)
        for seat in (by, 1 - by)
        for other in game.position.sides[seat].users
        if board.reaches(game, by, user, clause, other, seat)
    ]
