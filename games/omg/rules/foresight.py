"""What a choice would make of the running attack, for who is asked: of a tactic, and of every special card (OMG-8.4, OMG-8.5).

Nothing is reckoned here that the rules reckon: the choice is made on a copy, in which all that its seat does not know is dealt
anew, and which stops before the attack is fought out. So a forecast holds for whatever a card does, and tells nothing hidden.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

from games.omg.rules import board, combat, windows
from games.omg.rules.position import NOBODY, Job

if TYPE_CHECKING:
    from games.omg.rules.game import Omg

FIGHTING = ("W-COMBAT", "W-PLAYER")
MOST = 50
"""Steps after which a trial is given up; no card takes more than a few."""


def of_choice(game: Omg, seat: int, option: Any) -> dict[str, Any]:
    """How the attack stands after this choice of a seat that is asked, if nobody answers; outside one, which users it changes.

    `strike` and `back` are the blows of the own side and of the other one; `redirected` is who is attacked then, `left` the
    combatant that is no longer there, `ended` an attack without result, `points` what one on a player brings, `over` the end;
    `open`: something has to be chosen first; `same`: nothing of this is different from what it is now. Outside an attack `stuns`
    and `gone` are the users that become stunned and that leave the table.
    """
    running = game.position.combat
    if running is not None and running.after:
        return {}
    trial = _tried(game, seat, option)
    if trial is None:
        return {}
    if running is None:
        return _changed(game, trial)
    now, then = _standing(game, game, seat), _standing(game, trial, seat)
    return {"same": True} if then == now else then


def _tried(game: Omg, seat: int, option: Any) -> Omg | None:
    """A copy with public cards only, after this choice and the passes that follow; None if the attack is fought out already."""
    trial = game.redealt(seat, Random(0))  # noqa: S311 (any deal is as good)
    agenda = trial.position.agenda
    place = next((place for place, job in enumerate(agenda) if job.kind == "result"), None)
    prompt = next((prompt for prompt in trial.prompts if prompt.seat == seat), None)
    fighting = trial.position.combat is not None
    if (fighting and place is None) or prompt is None or option not in prompt.options:
        return None
    if place is not None:
        agenda.insert(place + 1, Job("halt", seat))  # no job of the rules: the attack goes no further than here
    trial.answer(prompt, [option])
    for _ in range(MOST):
        if not _goes_on(trial):
            break
    return trial


def _changed(game: Omg, trial: Omg) -> dict[str, Any]:
    """The users that are stunned now, and those that are no longer on the table."""
    ids, before = game.cards.ids, [user for side in game.position.sides for user in side.users]
    stuns, gone = [], []
    for user in before:
        after = board.user_of(trial, user.uid)
        if after is None:
            gone.append(ids[user.card])
        elif after.stunned and not user.stunned:
            stuns.append(ids[user.card])
    return {name: {name: cards} for name, cards in (("stuns", stuns), ("gone", gone)) if cards}


def _goes_on(trial: Omg) -> bool:
    """Answer what is only a pass or a split of points; whether it was."""
    prompts, top = trial.ask(), trial.position.agenda[-1]
    if not prompts:
        return False
    if top.kind == "split":
        trial.unseal("split", {prompt.seat: prompt.timeout() for prompt in prompts})
        return True
    if top.kind == "window" and top.name not in FIGHTING:
        trial.answer(prompts[0], [windows.PASS])
        return True
    return False


def _standing(game: Omg, trial: Omg, seat: int) -> dict[str, Any]:
    """How the attack of `trial` stands, beside that of `game`."""
    before, running, ids = game.position.combat, trial.position.combat, game.cards.ids
    if trial.position.reason is not None:
        return {"over": True}
    if before is None or running is None:
        return {}
    if combat.broken(trial):
        gone = next((uid for uid in (before.attacker, before.defender) if board.user_of(trial, uid) is None), NOBODY)
        user = board.user_of(game, gone)
        return {"ended": True} if user is None else {"left": ids[user.card]}
    found: dict[str, Any] = {}
    defender = board.user_of(trial, running.defender)
    if running.defender != before.defender and defender is not None:
        found["redirected"] = ids[defender.card]
    found |= _blows(trial, seat) if running.defender != NOBODY else _prize(trial)
    top = trial.position.agenda[-1]
    if trial is not game and top.kind not in ("window", "halt"):
        found["open"] = True
    return found


def _blows(game: Omg, seat: int) -> dict[str, Any]:
    """What both do to one another, with what counts against what (OMG-8.3, OMG-8.7)."""
    strikes = combat.chances(game)
    if strikes is None:
        return {}
    mine, theirs = strikes if strikes[0].seat == seat else strikes[::-1]
    return {
        name: {name: strike.would, "skill": strike.skill, "against": strike.v}
        for name, strike in (("strike", mine), ("back", theirs))
    }


def _prize(game: Omg) -> dict[str, Any]:
    """What a successful attack on a player brings (OMG-9.3)."""
    running = game.position.combat
    attacker = board.find(game, running.attacker) if running is not None else None
    return {} if attacker is None else {"points": board.stats(game, attacker[1], attacker[0])[3]}
