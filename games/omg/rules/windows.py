"""Response windows: who is asked when, which neither stall the game nor tell who holds an answer (OMG-11.2 to OMG-11.10)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from games.engine.prompt import ONE, Prompt
from games.omg.rules import board, combat, specials
from games.omg.rules.position import NOBODY, Announced, Job

if TYPE_CHECKING:
    from games.omg.rules.game import Omg

PASS = ("pass",)
BOTH = 2
"""So many passes in a row close a window (OMG-11.3)."""

FIGHTING = ("W-COMBAT", "W-PLAYER")

COMBAT_LIMIT, LIMIT = 30, 20
"""Seconds for which W-COMBAT and the other windows are open in live play, taken from the bank (OMG-11.14, OMG-15.2)."""

CLASSES = {"W-COMBAT": "combat", "W-PLAYER": "player", "W-RESP": "response", "W-START": "start", "W-END": "end"}
SMALL = ("surf", "mission")
"""Announcements that are hardly ever answered; the others have a class of their own."""

USUAL = {"combat": "always", "player": "always", "response": "answer", "act": "answer", "end": "answer"} | {
    "start": "never",
    "small": "never",
}
"""How each class is asked as long as a seat says nothing else (OMG-11.11)."""
IN_DAYS = ("combat", "player", "response")
"""Classes that are asked by turns, too (OMG-11.14)."""

ABOUT_THE_OTHER = ("opponent", "both_players", "opposing_combatant", "all_enemy_users", "all_users", "running_attack")
"""Targets of a clause that reach the one who did not announce it."""


def usual(*, in_days: bool) -> dict[str, str]:
    """How each class is asked as long as a seat says nothing else."""
    return {name: "never" if in_days and name not in IN_DAYS else wish for name, wish in USUAL.items()}


def opened(game: Omg, name: str, uid: int = NOBODY) -> Job:
    """A window: AP first in combat; else NP, as what AP did last counts as its pass (OMG-11.2, OMG-11.3)."""
    turn = game.position.turn
    return Job("window", turn if name in FIGHTING else 1 - turn, uid=uid, number=0 if name in FIGHTING else 1, name=name)


def run(game: Omg, job: Job) -> bool:
    """Ask every seat that holds a card at all, whatever it is (OMG-11.10), until both have passed."""
    if _closed(game, job):
        game.drop(job)
        return True
    if game.position.sides[job.seat].hand and not board.barred(game, job.seat):
        return False
    _passed(game, job)
    return True


def _closed(game: Omg, job: Job) -> bool:
    if job.number >= BOTH:
        return True
    if job.name in FIGHTING:
        return combat.broken(game)
    announced = specials.announced_of(game, job.uid) if job.name == "W-ACT" else None
    return announced is not None and announced.cancelled


def _passed(game: Omg, job: Job) -> None:
    job.number = BOTH if job.name == "W-RESP" else job.number + 1
    job.seat = 1 - job.seat


def ask(game: Omg, job: Job) -> Prompt:
    """Pass, or a special card that may be played here."""
    options = [PASS, *specials.options(game, job.seat, job.name, job.uid)]
    announced = specials.announced_of(game, job.uid)
    stop, urgent = _class(job, announced), job.name in FIGHTING or _meant(game, job.seat, announced)
    limit = COMBAT_LIMIT if job.name == "W-COMBAT" else LIMIT
    return Prompt(job.seat, "window", options, ONE, False, [PASS], clock="window", stop=stop, urgent=urgent, limit=limit)


def _class(job: Job, announced: Announced | None) -> str:
    """The class of a window, for which each seat has a setting (OMG-11.11)."""
    if job.name == "W-ACT":
        return "small" if announced is not None and announced.kind in SMALL else "act"
    return CLASSES[job.name]


def _meant(game: Omg, seat: int, announced: Announced | None) -> bool:
    """Whether what the other side has announced is about this seat, its users, or an attack (OMG-11.13)."""
    if announced is None or announced.seat == seat:
        return False
    users = [announced.user, *announced.targets]
    if any(board.controller(game, uid) == seat for uid in users):
        return True
    card = announced.card if announced.kind == "special" else announced.source
    clauses = game.cards.clauses[card] if card != NOBODY else []
    chosen = clauses if announced.kind == "special" else clauses[announced.clause : announced.clause + 1]
    return any(clause.target.ref in ABOUT_THE_OTHER for clause in chosen)


def answer(game: Omg, job: Job, choice: list[Any]) -> None:
    """A pass, or a card, after which it is the other one's turn; a special is answered once (OMG-11.4)."""
    seat, option = job.seat, choice[0]
    if option == PASS:
        _passed(game, job)
        return
    if job.name == "W-RESP":
        game.drop(job)
    else:
        job.number, job.seat = 0, 1 - seat
    specials.play(game, seat, option, job.uid)
