"""The interpreter: carries a clause out, from its conditions over its choices to its operation (OMG-12, OMG-A).

A clause is a job: its steps are conditions, the offer of an optional one, the choice of targets, the operation. What asks further
(cards to pick, an order, points to split) is a job of its own, put on top. The operations stand in `operations` and `cardplay`,
each under the name the card file gives it; static ones are never carried out but read where they count (`board`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from games.engine.event import Event
from games.engine.prompt import Prompt
from games.omg.rules import board, cardplay, operations, table, targets
from games.omg.rules.cards import CHOOSING, Clause
from games.omg.rules.position import Job

if TYPE_CHECKING:
    from games.omg.rules.game import Omg

OPERATIONS = operations.OPERATIONS | cardplay.OPERATIONS
"""What is carried out, by name."""

STATIC = (
    "first_strike", "best_tactic", "unattackable", "taunt", "special_cost", "hand_size", "points_bonus", "deny_points",
    "mission_bonus", "immune",
)  # fmt: skip
"""What only ever counts, as long as it is there."""

READY, OFFERED, AIMED = 0, 1, 2


def clause_of(game: Omg, job: Job) -> Clause:
    """The clause a job carries out."""
    return game.cards.clauses[job.card][job.clause]


def run(game: Omg, job: Job) -> bool:
    """One clause, as far as it goes without a question."""
    clause = clause_of(game, job)
    if job.step == READY:
        if not board.holds_all(game, clause, job.seat, _source(game, job), struck=job.struck) or _used_up(game, job):
            game.drop(job)
            return True
        job.step = OFFERED
        if clause.optional and _reachable(game, job, clause):
            return False
    if job.step == OFFERED:
        if not job.chosen and clause.target.ref in CHOOSING:
            found = targets.choices(game, job.seat, job.card, clause)
            if len(found) > 1:
                return False
            job.data = [user.uid for _seat, user in found]
        job.step = AIMED
    game.drop(job)
    _carry_out(game, job, clause)
    return True


def _source(game: Omg, job: Job) -> Any:
    """The user whose clause it is; on a special card the combatant of who played it (OMG-A, conditions)."""
    return board.combatant(game, job.seat) if job.name == "special" else board.user_of(game, job.user)


def _used_up(game: Omg, job: Job) -> bool:
    """Whether a limit was reached since the clause was set off (OMG-12.8); an ability was paid for at announcement."""
    piece = table.piece_of(game, job.uid) if clause_of(game, job).limit and not job.name else None
    return piece is not None and (job.clause in piece.spent or job.clause in piece.gone)


def _reachable(game: Omg, job: Job, clause: Clause) -> bool:
    """Whether there is anything that an optional clause could do."""
    return clause.target.ref not in ("self", "bearer") or board.user_of(game, job.user) is not None


def ask(game: Omg, job: Job) -> Prompt:
    """Whether to carry it out, or on whom."""
    clause = clause_of(game, job)
    if job.step == OFFERED and clause.optional and job.number == 0:
        return Prompt(job.seat, "optional", ["yes", "no"], default=["no"])
    return Prompt(job.seat, "target", [user.uid for _seat, user in targets.choices(game, job.seat, job.card, clause)])


def answer(game: Omg, job: Job, choice: list[Any]) -> None:
    """The answer to either."""
    clause = clause_of(game, job)
    if clause.optional and job.number == 0:
        job.number = 1
        if choice[0] == "no":
            game.drop(job)
        return
    job.data, job.step = choice[:], AIMED
    job.chosen = True


def _carry_out(game: Omg, job: Job, clause: Clause) -> None:
    users = found(game, job, clause)
    if clause.target.ref not in operations.WITHOUT_USERS and not users:
        return
    if game.passes is not None:
        game.passes(f"op {clause.op}")
        game.passes(f"{game.cards.names[job.card]} {job.clause + 1} {clause.trigger} {clause.op}")
    if clause.trigger not in ("activate", "resolve"):
        about = {"seat": job.seat, "card": game.cards.ids[job.card], "clause": job.clause + 1}
        game.tell(Event("effect_began", about, log=f"effect_{clause.trigger}"))
    if clause.limit and clause.trigger != "activate":
        table.spend(game, job.uid, job.card, job.clause)
    OPERATIONS[clause.op](game, job, clause, users)


def found(game: Omg, job: Job, clause: Clause) -> targets.Found:
    """The users the clause is about, as far as they are still legal (OMG-11.5)."""
    ref = clause.target.ref
    if ref in CHOOSING:
        return [
            (one[0], one[1])
            for one in (board.find(game, uid) for uid in job.data)
            if one is not None and _on_side(ref, one[0], job.seat) and targets.legal(game, job.seat, job.card, clause, *one)
        ]
    if ref in ("opposing_combatant", "own_combatant"):
        return targets.combatant(game, job.seat, job.card, clause, job.user, job.foe)
    if ref in operations.WITHOUT_USERS:
        return []
    return targets.everybody(game, job.seat, clause, board.user_of(game, job.user))


def _on_side(ref: str, seat: int, by: int) -> bool:
    return ref == "choose_any_user" or (seat == by) is (ref != "choose_enemy_user")


def sequence(game: Omg, job: Job) -> bool:
    """The clauses of a card, one after another, each with its own conditions (OMG-11.7).

    `name` is their trigger; the targets chosen at announcement, in `data`, are those of the first.
    """
    numbers = game.cards.on[job.card].get(job.name, ())
    if job.step == len(numbers):
        game.drop(job)
        return True
    number, first = numbers[job.step], job.step == 0
    job.step += 1
    game.position.agenda.append(
        Job(
            "clause",
            job.seat,
            job.card,
            number,
            job.uid,
            job.user,
            name="special" if job.name == "resolve" else "reward",
            data=job.data[:] if first else [],
            chosen=first and job.chosen,
        )
    )
    return True
