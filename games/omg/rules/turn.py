"""A turn from its begin to its end (OMG-5)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from games.engine.event import Event
from games.engine.prompt import Prompt
from games.omg.rules import board, cardplay, ending, missions, operations, stock, table, triggers, windows
from games.omg.rules.position import MANY, Job

if TYPE_CHECKING:
    from games.omg.rules.game import Omg

HAND = 7


def begin(game: Omg, job: Job) -> bool:
    """Step 0: what lasted until this turn ends, limits are fresh; the steps of the turn lie ready (OMG-5)."""
    p, seat = game.position, job.seat
    game.drop(job)
    side = p.sides[seat]
    p.step, p.turn = "begin", seat
    p.turns += 1
    side.turns += 1
    operations.expire(game, "until_next_turn", seat)
    table.fresh(game)
    p.actions = max(0, MANY - side.lost_actions)
    p.attacks, p.second, side.lost_actions = 0, False, 0
    game.tell(Event("turn_began", {"seat": seat, "round": side.turns, "actions": p.actions}, log="turn"))
    for kind in ("done", "discard", "end", "actions", "start", "draw"):
        p.agenda.append(Job(kind, seat))
    return True


def hand_size(game: Omg, seat: int) -> int:
    """To how many cards a hand is refilled, and how many may be kept (OMG-5.8)."""
    return max(1, HAND + board.for_player(game, "hand_size", seat))


def draw(game: Omg, job: Job) -> bool:
    """Step 1: AP must fill the hand (OMG-5.1)."""
    p, seat = game.position, job.seat
    game.drop(job)
    p.step = "draw"
    lacking = hand_size(game, seat) - len(p.sides[seat].hand)
    if lacking > 0:
        stock.draw(game, seat, lacking)
    return True


def start(game: Omg, job: Job) -> bool:
    """Step 1b: what the start of a turn sets off on both sides, then W-START."""
    p, seat = game.position, job.seat
    game.drop(job)
    p.step = "start"
    p.agenda.append(windows.opened(game, "W-START"))
    p.agenda.append(Job("settle"))
    triggers.moment(game, [("turn_start", seat), ("opp_turn_start", 1 - seat)])
    missions.count(game, seat, "bearer_turns")
    return True


def end(game: Omg, job: Job) -> bool:
    """Step 2b: what the end of a turn sets off, state missions, W-END."""
    p, seat = game.position, job.seat
    game.drop(job)
    p.step = "end"
    p.agenda.append(windows.opened(game, "W-END"))
    p.agenda.append(Job("settle"))
    p.agenda.append(Job("states", seat))
    p.agenda.append(Job("settle"))
    triggers.moment(game, [("turn_end", seat)])
    return True


def states(game: Omg, job: Job) -> bool:
    """State missions, and turns without an attack (OMG-7.6, OMG-7.8)."""
    game.drop(job)
    missions.end_of_turn(game, job.seat)
    return True


# --- step 3 ---------------------------------------------------------------------------------------------------------------------


def too_many(game: Omg, seat: int) -> int:
    """Cards above the limit."""
    return max(0, len(game.position.sides[seat].hand) - hand_size(game, seat))


def discard(game: Omg, job: Job) -> bool:
    """Step 3: down to the limit, or at most one card (OMG-5.8); with an empty hand nothing is asked."""
    game.position.step = "discard"
    if game.position.sides[job.seat].hand:
        return False
    game.drop(job)
    return True


def ask_discard(game: Omg, job: Job) -> Prompt:
    """Which cards; when time is up those drawn last, or none."""
    cards: list[Any] = list(cardplay.each(game.position.sides[job.seat].hand))
    must = too_many(game, job.seat)
    return Prompt(job.seat, "discard", cards, (must, must) if must else (0, 1), default=cards[-must:] if must else [])


def answer_discard(game: Omg, job: Job, choice: list[Any]) -> None:
    """What is discarded sets off what waits for that, once (OMG-5.9)."""
    game.drop(job)
    if choice:
        stock.discard(game, job.seat, [card for card, _copy in choice], "discards")
        triggers.moment(game, [("on_discard_step", job.seat)])
        game.position.agenda.append(Job("settle"))


# --- step 4 ---------------------------------------------------------------------------------------------------------------------


def done(game: Omg, job: Job) -> bool:
    """Step 4: what lasted for this turn ends; the other one's turn, or after 200 the end (OMG-10.5)."""
    p = game.position
    game.drop(job)
    p.step = "done"
    operations.expire(game, "turn")
    p.agenda.append(Job("begin", 1 - job.seat))
    p.agenda.append(Job("settle"))
    if p.turns >= ending.MOST_TURNS:
        ending.stall(game)
    return True
