"""What a choice would make of the running attack, for who is asked: of a tactic, of a special card in the window (OMG-8.4)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from games.omg.rules import board, combat, effects, operations
from games.omg.rules.position import Force, Job

if TYPE_CHECKING:
    from games.omg.rules.game import Omg

UNFORESEEN = (
    "stun", "unstun", "hit", "destroy_user", "bounce_user", "shield", "destroy_attachment", "bounce_attachment",
    "steal_attachment", "move_attachment", "suppress_attachment", "cancel_attack", "redirect_attack", "destroy_website",
)  # fmt: skip
"""Operations that change an attack in a way of their own, which the text of the card says better than a forecast."""


def of_tactic(game: Omg, seat: int, tactic: str) -> dict[str, Any]:
    """The blows of both sides with this tactic, before anything is set off."""
    running = game.position.combat
    if running is None:
        return {}
    before, running.tactic = running.tactic, tactic
    found = _blows(game, seat)
    running.tactic = before
    return found


def of_special(game: Omg, seat: int, card: int, chosen: list[int]) -> dict[str, Any]:
    """The blows of both sides once this card has resolved, as things stand; nothing outside an attack on a user."""
    p = game.position
    running, clauses = p.combat, game.cards.clauses[card]
    numbers = game.cards.on[card].get("resolve", ())
    if running is None or combat.chances(game) is None or any(clauses[number].op in UNFORESEEN for number in numbers):
        return {}
    forces, tactic, hand = p.forces, running.tactic, p.sides[seat].hand
    p.forces, place = forces[:], hand.index(card)
    del hand[place]  # it is no longer there when it works
    for first, number in zip((True, *(False for _ in numbers)), numbers, strict=False):
        _add(game, Job("clause", seat, card, number, name="special", data=chosen if first else []))
    found = _blows(game, seat)
    hand.insert(place, card)
    p.forces, running.tactic = forces, tactic
    return found


def _add(game: Omg, job: Job) -> None:
    """What one clause adds, if it counts for the attack."""
    clause, running = effects.clause_of(game, job), game.position.combat
    if running is None or not board.holds_all(game, clause, job.seat, board.combatant(game, job.seat)):
        return
    if clause.op == "set_tactic":
        running.tactic = ("A" if running.tactic == "S" else "S") if clause.value == "other" else str(clause.value)
    elif clause.op in operations.LASTING:
        number = board.amount(game, clause, job.seat)
        for _seat, user in effects.found(game, job, clause):
            game.position.forces.append(Force(job.card, job.clause, number, job.seat, user=user.uid, end=clause.duration))


def _blows(game: Omg, seat: int) -> dict[str, Any]:
    strikes = combat.chances(game)
    if strikes is None:
        return {}
    mine, theirs = strikes if strikes[0].seat == seat else strikes[::-1]
    return {"strike": mine.would, "back": theirs.would}
