"""Operations on points, users, attached cards and the running attack (OMG-A, operations)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from games.engine.event import Event
from games.omg.rules import board, ending, hits, stock, table, targets, triggers
from games.omg.rules.cards import Clause
from games.omg.rules.position import NOBODY, SEATS, Force, Job, Trigger, User

if TYPE_CHECKING:
    from games.omg.rules.game import Omg

Operation = Callable[["Omg", Job, Clause, targets.Found], None]

WITHOUT_USERS = ("you", "opponent", "both_players", "announcement", "running_attack")
"""Targets that are no users."""


# --- OP and EP ------------------------------------------------------------------------------------------------------------------


def _players(game: Omg, job: Job, clause: Clause) -> list[int]:
    """The players a clause is about, AP first (OMG-5.3)."""
    turn = game.position.turn
    return sorted(board.players(clause, job.seat), key=lambda seat: seat != turn)


def _number(game: Omg, job: Job, clause: Clause) -> int:
    return board.amount(game, clause, job.seat, board.user_of(game, job.user))


def change_op(game: Omg, seat: int, change: int, log: str) -> int:
    """OP come or go; what is there at most (OMG-1.7). The change that was made."""
    side = game.position.sides[seat]
    change = max(change, -side.op)
    if change:
        side.op += change
        game.tell(Event("tokens_changed", {"seat": seat, "change": change, "total": side.op}, log=log))
    return change


def change_ep(game: Omg, seat: int, change: int, log: str) -> None:
    """EP come or go; the caller checks the target (OMG-10.1)."""
    side = game.position.sides[seat]
    change = max(change, -side.ep)
    if change:
        side.ep += change
        game.tell(Event("score_changed", {"seat": seat, "change": change, "total": side.ep}, log=log))


def gain_op(game: Omg, job: Job, clause: Clause, _found: targets.Found) -> None:
    """The target players gain OP."""
    for seat in _players(game, job, clause):
        change_op(game, seat, _number(game, job, clause), "gains_op")


def lose_op(game: Omg, job: Job, clause: Clause, _found: targets.Found) -> None:
    """The target players lose OP, what is there."""
    for seat in _players(game, job, clause):
        change_op(game, seat, -_number(game, job, clause), "loses_op")


def steal_op(game: Omg, job: Job, clause: Clause, _found: targets.Found) -> None:
    """The controller takes OP from the opponent, what is there."""
    taken = -change_op(game, 1 - job.seat, -_number(game, job, clause), "loses_op")
    change_op(game, job.seat, taken, "steals_op")


def give_op(game: Omg, job: Job, clause: Clause, _found: targets.Found) -> None:
    """The controller gives OP to the opponent, what is there."""
    given = -change_op(game, job.seat, -_number(game, job, clause), "gives_op")
    change_op(game, 1 - job.seat, given, "gains_op")


def gain_ep(game: Omg, job: Job, clause: Clause, _found: targets.Found) -> None:
    """The target players gain EP; the end of the game is checked (OMG-10.1)."""
    for seat in _players(game, job, clause):
        change_ep(game, seat, _number(game, job, clause), "gains_ep")
    ending.check_target(game)


def lose_ep(game: Omg, job: Job, clause: Clause, _found: targets.Found) -> None:
    """The target players lose EP, what is there."""
    for seat in _players(game, job, clause):
        change_ep(game, seat, -_number(game, job, clause), "loses_ep")
    ending.check_target(game)


def gain_points(game: Omg, job: Job, clause: Clause, _found: targets.Found) -> None:
    """The target players gain points, each splits them freely (OMG-8.9)."""
    points, seats = _number(game, job, clause), board.players(clause, job.seat)
    hits.split(game, [points if seat in seats else 0 for seat in SEATS])


# --- what lasts -----------------------------------------------------------------------------------------------------------------


def lasting(game: Omg, job: Job, clause: Clause, found: targets.Found) -> None:
    """A clause that goes on counting: on the users it reached when it was carried out, or on players (OMG-13.5)."""
    number = _number(game, job, clause)
    forces = game.position.forces
    for _seat, user in found:
        forces.append(Force(job.card, job.clause, number, job.seat, user=user.uid, end=clause.duration))
    for seat in board.players(clause, job.seat):
        forces.append(Force(job.card, job.clause, number, job.seat, seat=seat, end=clause.duration))
    ids = game.cards.ids
    about: dict[str, Any] = {"seat": job.seat, "card": ids[job.card], "clause": job.clause + 1, "change": number}
    if clause.op == "modify_stat":
        about["stat"] = clause.stat
    if found:
        about |= {"zones": [table.user_zone(user) for _seat, user in found], "named": [ids[user.card] for _seat, user in found]}
    game.tell(Event("x_omg_lasts", about, log=f"lasts_{clause.op}"))


def expire(game: Omg, end: str, by: int = NOBODY) -> None:
    """What lasted until now ends (OMG-13.5); `by`: only what this player controlled."""
    p = game.position
    if p.forces:
        p.forces = [force for force in p.forces if force.end != end or by not in (NOBODY, force.by)]


# --- users ----------------------------------------------------------------------------------------------------------------------


def stun(game: Omg, _job: Job, _clause: Clause, found: targets.Found) -> None:
    """Unstunned users become stunned, unless they are immune to that (OMG-8.12)."""
    hits.stun(game, [(s, u) for s, u in found if not u.stunned and not board.immune(game, u, s, "stun_effects")])


def unstun(game: Omg, _job: Job, _clause: Clause, found: targets.Found) -> None:
    """Stunned users are so no more."""
    for seat, user in found:
        if user.stunned:
            user.stunned = False
            table.tell_state(game, seat, user, "unstunned")


def hit(game: Omg, _job: Job, _clause: Clause, found: targets.Found) -> None:
    """Users are hit as in A6 and A7 (OMG-8.12)."""
    hits.by_effect(game, found)


def destroy_user(game: Omg, _job: Job, _clause: Clause, found: targets.Found) -> None:
    """Users are discarded; nobody gets points (OMG-8.12)."""
    _leave(game, found, "destroyed", to_hand=False)


def bounce_user(game: Omg, _job: Job, _clause: Clause, found: targets.Found) -> None:
    """Users go back to their owners' hands."""
    _leave(game, found, "bounced", to_hand=True)


def _leave(game: Omg, found: targets.Found, log: str, *, to_hand: bool) -> None:
    batch: list[Trigger] = []
    for seat, user in found:
        table.leave(game, batch, seat, user, log, to_hand=to_hand)
    triggers.enqueue(game, batch)


def shield(game: Omg, job: Job, clause: Clause, found: targets.Found) -> None:
    """Shield markers; each takes one hit away (OMG-8.7)."""
    for seat, user in found:
        user.shield += _number(game, job, clause)
        table.tell_state(game, seat, user, "shielded")


# --- attached cards, websites, missions -----------------------------------------------------------------------------------------


def destroy_attachment(game: Omg, _job: Job, clause: Clause, found: targets.Found) -> None:
    """The attached card is discarded, if it is of the type."""
    _detach(game, clause, found, "destroyed_card", to_hand=False)


def bounce_attachment(game: Omg, _job: Job, clause: Clause, found: targets.Found) -> None:
    """The attached card goes back to its owner's hand."""
    _detach(game, clause, found, "bounced_card", to_hand=True)


def _detach(game: Omg, clause: Clause, found: targets.Found, log: str, *, to_hand: bool) -> None:
    batch: list[Trigger] = []
    for seat, user in found:
        if board.bears(game, user, clause.what):
            table.detach(game, batch, seat, user, log, to_hand=to_hand)
    triggers.enqueue(game, batch)


def steal_attachment(game: Omg, job: Job, _clause: Clause, found: targets.Found) -> None:
    """The attached card moves to an own user without one, if there is such a user; which one is asked (OMG-11.7)."""
    for _seat, user in found:
        game.position.agenda.append(Job("receive", job.seat, job.card, uid=user.uid))


def move_attachment(game: Omg, job: Job, _clause: Clause, _found: targets.Found) -> None:
    """An attached card moves between two own users; both are asked for (OMG-11.7)."""
    game.position.agenda.append(Job("receive", job.seat, job.card, uid=NOBODY))


def suppress_attachment(game: Omg, job: Job, clause: Clause, found: targets.Found) -> None:
    """The clauses of the attached card do not count for the duration (OMG-13.6)."""
    for seat, user in found:
        if user.attached is not None and board.bears(game, user, clause.what):
            force = Force(job.card, job.clause, 0, job.seat, piece=user.attached.uid, end=clause.duration)
            game.position.forces.append(force)
            table.tell_state(game, seat, user, "suppressed")


def destroy_website(game: Omg, job: Job, clause: Clause, _found: targets.Found) -> None:
    """Websites are discarded."""
    batch: list[Trigger] = []
    for seat in _players(game, job, clause):
        table.drop_website(game, batch, seat, "destroyed_card")
    triggers.enqueue(game, batch)


def destroy_mission(game: Omg, job: Job, clause: Clause, _found: targets.Found) -> None:
    """Missions are discarded."""
    for seat in _players(game, job, clause):
        table.drop_mission(game, seat, "destroyed_card")


# --- the turn and the running attack --------------------------------------------------------------------------------------------


def extra_actions(game: Omg, job: Job, clause: Clause, _found: targets.Found) -> None:
    """More actions in the running turn, if it is the own one (OMG-5.4)."""
    p = game.position
    if p.turn in board.players(clause, job.seat):
        p.actions += _number(game, job, clause)
        game.tell(Event("x_omg_actions", {"seat": p.turn, "actions": p.actions}, log="gains_actions"))


def lose_actions(game: Omg, job: Job, clause: Clause, _found: targets.Found) -> None:
    """Fewer actions in the next turn; several add up (OMG-5.4)."""
    for seat in board.players(clause, job.seat):
        game.position.sides[seat].lost_actions += _number(game, job, clause)
        about = {"seat": seat, "actions": game.position.sides[seat].lost_actions}
        game.tell(Event("x_omg_actions", about, log="loses_actions"))


def extra_attack(game: Omg, job: Job, _clause: Clause, _found: targets.Found) -> None:
    """A second attack in this turn; not a third (OMG-5.7)."""
    p = game.position
    if p.turn == job.seat:
        p.second = True
        game.tell(Event("x_omg_actions", {"seat": job.seat, "actions": p.actions}, log="gains_attack"))


def cancel_attack(game: Omg, job: Job, _clause: Clause, _found: targets.Found) -> None:
    """The running attack ends without result (OMG-8.11)."""
    combat = game.position.combat
    if combat is not None and not combat.after:
        combat.cancelled = True
        game.tell(Event("x_omg_attack", {"seat": job.seat}, log="cancels_attack"))


def redirect_attack(game: Omg, job: Job, _clause: Clause, found: targets.Found) -> None:
    """Another user defends; what defending sets off is set off for it (OMG-8.11)."""
    combat = game.position.combat
    for seat, user in found:
        if combat is not None and combat.defender != NOBODY and not combat.after:
            combat.defender = user.uid
            about = {"seat": job.seat, "zone": table.user_zone(user), "card": game.cards.ids[user.card]}
            game.tell(Event("x_omg_attack", about, log="redirects_attack"))
            batch: list[Trigger] = []
            triggers.on_user(game, batch, "on_defend", seat, user)
            triggers.enqueue(game, batch)


def set_tactic(game: Omg, job: Job, clause: Clause, _found: targets.Found) -> None:
    """The tactic of the combat becomes S, A, or the other one."""
    combat = game.position.combat
    if combat is not None and combat.defender != NOBODY and not combat.after:
        other = "A" if combat.tactic == "S" else "S"
        combat.tactic = other if clause.value == "other" else clause.value
        game.tell(Event("x_omg_attack", {"seat": job.seat, "tactic": combat.tactic}, log="changes_tactic"))


def counter(game: Omg, job: Job, _clause: Clause, _found: targets.Found) -> None:
    """What was announced is cancelled (OMG-11.5, OMG-11.6)."""
    for announced in game.position.announced:
        if announced.uid == job.uid:
            announced.cancelled = True
            about = {"seat": job.seat, "kind": announced.kind}
            card = announced.card if announced.card != NOBODY else announced.source
            game.tell(Event("x_omg_countered", about | {"card": game.cards.ids[card]}, log="counters"))


# --- a hand that is shown -------------------------------------------------------------------------------------------------------


def reveal_hand(game: Omg, job: Job, _clause: Clause, _found: targets.Found) -> None:
    """The controller sees the opponent's hand."""
    stock.show_hand(game, 1 - job.seat)


# --- a question of its own: who takes the card ----------------------------------------------------------------------------------


def receivers_of(game: Omg, job: Job) -> list[User]:
    """From whom an attached card is moved, or who takes it."""
    if job.uid == NOBODY:
        return [user for _seat, user in targets.movable(game, job.seat)]
    source = board.user_of(game, job.uid)
    return [] if source is None else [user for _seat, user in targets.receivers(game, job.seat, source)]


LASTING = (
    "modify_stat", "swap_stats", "set_stat", "no_attack", "prevent_hit", "auto_hit", "user_cost", "surf_bonus", "no_specials",
    "first_strike", "best_tactic", "unattackable", "taunt", "special_cost", "hand_size", "points_bonus", "deny_points",
    "mission_bonus",
)  # fmt: skip
"""Operations that go on counting for as long as the clause says."""

AT_ONCE: tuple[Operation, ...] = (
    gain_op, lose_op, steal_op, give_op, gain_ep, lose_ep, gain_points, stun, unstun, hit, destroy_user, bounce_user, shield,
    destroy_attachment, bounce_attachment, steal_attachment, move_attachment, suppress_attachment, destroy_website,
    destroy_mission, extra_actions, lose_actions, extra_attack, cancel_attack, redirect_attack, set_tactic, counter, reveal_hand,
)  # fmt: skip
"""Operations that are done once, each under its name."""


def named(functions: tuple[Operation, ...]) -> dict[str, Operation]:
    """Operations by the names the card file gives them."""
    return {getattr(function, "__name__", ""): function for function in functions}


OPERATIONS: dict[str, Operation] = dict.fromkeys(LASTING, lasting) | named(AT_ONCE)
