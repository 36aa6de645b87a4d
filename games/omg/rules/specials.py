"""Special cards: which may be played when, and how they resolve (OMG-11)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from games.omg.rules import board, cardplay, missions, operations, stock, table, targets, triggers
from games.omg.rules.cards import Clause
from games.omg.rules.position import ANNOUNCED_ZONE, HAND_ZONE, NOBODY, Announced, Job

if TYPE_CHECKING:
    from games.omg.rules.game import Omg

ACTION_PROMPT = ""
"""The place where AP plays special cards that is no window."""


# --- which may be played --------------------------------------------------------------------------------------------------------


def options(game: Omg, seat: int, window: str, answered: int = NOBODY) -> list[Any]:
    """The special cards of a hand that may be played now, with what may be chosen for them (OMG-11.1, OMG-11.7).

    `answered`: the uid of the announcement that the window shows.
    """
    cards, p = game.cards, game.position
    hand = [card for card in dict.fromkeys(p.sides[seat].hand) if cards.timing[card]]
    if not hand or board.barred(game, seat):
        return []
    extra, shown = board.for_player(game, "special_cost", seat), announced_of(game, answered)
    return [
        ("special", card, *chosen)
        for card in hand
        if in_time(game, seat, card, window, shown) and _payable(game, seat, card, extra)
        for chosen in _choices(game, seat, card)
    ]


def in_time(game: Omg, seat: int, card: int, window: str, shown: Announced | None) -> bool:
    """Whether a card may be played in this window, or at the action prompt, by its timing (OMG-11.1)."""
    match game.cards.timing[card]:
        case "any":
            return window != "W-RESP"
        case "combat":
            return window == "W-COMBAT"
        case "opponent_attack":
            return window in ("W-COMBAT", "W-PLAYER") and seat != game.position.turn
        case "own_action_step":
            return window == ACTION_PROMPT
    return shown is not None and shown.seat != seat and game.cards.clauses[card][0].what == shown.kind


def price(game: Omg, card: int, extra: int) -> int:
    """What a special card costs in OP."""
    return max(0, game.cards.data[card].cost.op + extra)


def _payable(game: Omg, seat: int, card: int, extra: int) -> bool:
    p, cost = game.position, game.cards.data[card].cost
    if cost.actions and (cost.actions > p.actions or p.attacks):
        return False  # after an attack no action is possible any more (OMG-5.5)
    return price(game, card, extra) <= p.sides[seat].op


def conditions_hold(game: Omg, seat: int, card: int) -> bool:
    """Whether the conditions of the first clause of a card of the hand are true (OMG-11.7)."""
    clause, hand = game.cards.clauses[card][0], game.position.sides[seat].hand
    if not clause.condition:
        return True
    place = hand.index(card)  # the card itself is no longer in the hand when it works
    del hand[place]
    holds = board.holds_all(game, clause, seat, board.combatant(game, seat))
    hand.insert(place, card)
    return holds


def _choices(game: Omg, seat: int, card: int) -> list[tuple[int, ...]]:
    """What may be chosen for the first clause; nothing, if the card cannot be played (OMG-11.7)."""
    clause = game.cards.clauses[card][0]
    if not conditions_hold(game, seat, card):
        return []
    return targets.sets(game, seat, card, clause) if _possible(game, seat, card, clause) else []


def _possible(game: Omg, seat: int, card: int, clause: Clause) -> bool:
    """Whether the first clause has all it needs beside chosen users."""
    p = game.position
    side, fits = p.sides[seat], cardplay.fits
    match clause.op:
        case "discard_choice":
            return seat not in board.players(clause, seat) or len(side.hand) > board.amount(game, clause, seat)
        case "recover" | "reshuffle":
            return any(fits(game, one, clause.what) for one in side.discard)
        case "deploy":
            return bool(cardplay.deployable(game, seat, board.amount(game, clause, seat)))
        case "move_attachment":
            return bool(targets.movable(game, seat))
        case "set_tactic" | "redirect_attack":
            return p.combat is not None and p.combat.defender != NOBODY and not p.combat.after
    if clause.target.ref in ("own_combatant", "opposing_combatant"):
        return bool(targets.combatant(game, seat, card, clause, NOBODY, NOBODY))
    return True


# --- playing --------------------------------------------------------------------------------------------------------------------


def announced_of(game: Omg, uid: int) -> Announced | None:
    """What lies between announcement and resolution under this uid."""
    return next((one for one in game.position.announced if one.uid == uid), None)


def announce(game: Omg, announced: Announced, log: str) -> None:
    """Something is announced; its card leaves the hand for all to see (OMG-6.6, OMG-11.4)."""
    game.position.announced.append(announced)
    if announced.card != NOBODY:
        seat = announced.seat
        if game.passes is not None:
            game.passes(f"card {game.cards.names[announced.card]}")
        stock.from_hand(game, seat, announced.card)
        stock.moved(game, seat, [announced.card], HAND_ZONE[seat], ANNOUNCED_ZONE, log)


def play(game: Omg, seat: int, option: Any, answered: int = NOBODY) -> None:
    """Pay, announce, and let the opponent answer once; then it resolves before anything else is played (OMG-11.4)."""
    p, card = game.position, option[1]
    cost = game.cards.data[card].cost
    p.actions -= cost.actions
    operations.change_op(game, seat, -price(game, card, board.for_player(game, "special_cost", seat)), "pays")
    uid = table.new_uid(game)
    announce(game, Announced(uid, seat, "special", card, targets=list(option[2:])), "plays_special")
    p.agenda.append(Job("special", seat, card, uid=uid, foe=answered))
    p.agenda.append(Job("window", 1 - seat, uid=uid, name="W-RESP"))


def run(game: Omg, job: Job) -> bool:
    """Resolve: its clauses, then the card is discarded and what its playing sets off follows (OMG-11.4, OMG-11.5)."""
    p, seat = game.position, job.seat
    announced = announced_of(game, job.uid)
    cancelled = announced is None or announced.cancelled
    if job.step == 0 and announced is not None and not cancelled:
        job.step = 1
        p.agenda.append(Job("sequence", seat, job.card, uid=job.foe, name="resolve", data=announced.targets[:], chosen=True))
        return True
    game.drop(job)
    if announced is not None:
        p.announced.remove(announced)
        stock.bury(game, seat, job.card, ANNOUNCED_ZONE, "cancelled" if cancelled else "")
    if not cancelled:
        missions.count(game, seat, "specials_played")
        p.agenda.append(Job("settle"))
        triggers.moment(game, [("on_special_played", seat), ("on_opp_special_played", 1 - seat)])
    return True
