"""Clauses that are set off, and the checks after each event (OMG-12)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from games.engine.event import Event
from games.omg.rules import board, ending, missions, table
from games.omg.rules.position import NOBODY, SEATS, Job, Piece, Trigger, User

if TYPE_CHECKING:
    from games.omg.rules.game import Omg

MOST = 50
"""Triggers from one root event, after which the queue is stopped (OMG-12.7)."""

Batch = list[Trigger]
"""What is set off at the same moment, before it is put in order."""


def on_user(game: Omg, batch: Batch, name: str, seat: int, user: User, foe: int = NOBODY, *, struck: bool = False) -> None:
    """An event about a user: clauses of the user and of its attached card."""
    _on(game, batch, name, seat, user, user, foe, struck)
    attached = user.attached
    if attached is not None and name != "on_attached" and (name == "on_leave" or not board.suppressed(game, attached)):
        _on(game, batch, name, seat, attached, user, foe, struck)


def on_card(game: Omg, batch: Batch, name: str, seat: int, card: User | Piece, user: User | None = None) -> None:
    """An event about one card alone, such as that it is played."""
    _on(game, batch, name, seat, card, user, NOBODY, struck=False)


def on_player(game: Omg, batch: Batch, name: str, seat: int, but: int = NOBODY) -> None:
    """An event about a player: clauses of all cards that player controls, but those of one user or website."""
    side = game.position.sides[seat]
    for user in side.users:
        if user.uid == but:
            continue
        _on(game, batch, name, seat, user, user, NOBODY, struck=False)
        attached = user.attached
        if attached is not None and not board.suppressed(game, attached):
            _on(game, batch, name, seat, attached, user, NOBODY, struck=False)
    if side.website is not None and side.website.uid != but:
        _on(game, batch, name, seat, side.website, None, NOBODY, struck=False)


def _on(game: Omg, batch: Batch, name: str, seat: int, card: User | Piece, user: User | None, foe: int, struck: bool) -> None:
    numbers = game.cards.on[card.card].get(name)
    for number in numbers or ():
        clause = game.cards.clauses[card.card][number]
        used = number in card.spent or number in card.gone
        if not used and board.holds_all(game, clause, seat, user):
            batch.append(Trigger(seat, card.card, number, card.uid, user.uid if user else NOBODY, foe, struck))


def enqueue(game: Omg, batch: Batch) -> None:
    """What was set off at one moment joins the queue: AP's cards first, the older first, clauses as printed (OMG-12.3)."""
    turn = game.position.turn
    batch.sort(key=lambda trigger: (trigger.seat != turn, trigger.uid, trigger.clause))
    game.position.queue += batch


def moment(game: Omg, names: Iterable[tuple[str, int]], but: int = NOBODY) -> None:
    """Events about players at the same moment."""
    batch: Batch = []
    for name, seat in names:
        on_player(game, batch, name, seat, but)
    enqueue(game, batch)


# --- settling -------------------------------------------------------------------------------------------------------------------


def settle(game: Omg, job: Job) -> bool:
    """The queue, then the state checks, until nothing changes (OMG-12.1, OMG-12.2)."""
    p = game.position
    if p.queue:
        job.number += 1
        if job.number > MOST:
            game.tell(Event("x_omg_stopped", {"count": len(p.queue)}, log="stopped"))
            p.queue.clear()
            return True
        trigger = p.queue.pop(0)
        p.agenda.append(
            Job(
                "clause",
                trigger.seat,
                trigger.card,
                trigger.clause,
                trigger.uid,
                trigger.user,
                trigger.foe,
                struck=trigger.struck,
            )
        )
        return True
    ending.check_target(game)
    if p.reason is not None or _drop_illegal(game) or missions.complete_next(game):
        return True
    game.drop(job)
    return True


def _drop_illegal(game: Omg) -> bool:
    """A black hat card on a user that has become immune to them is discarded (OMG-7.11)."""
    types = game.cards.type
    for seat in SEATS:
        for user in game.position.sides[seat].users:
            attached = user.attached
            if attached is not None and types[attached.card] == "black_hat" and board.immune(game, user, seat, "black_hat"):
                batch: Batch = []
                table.detach(game, batch, seat, user, "discarded")
                enqueue(game, batch)
                return True
    return False
