"""Reviews on desks: what they need, what may be attached, when they are complete, when they are TOP (SPF-3.6, SPF-7)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from games.engine.event import Event
from games.spieleflut.rules.cards import ACTIVITIES, NONE, PLAY, UPLOAD, WRITE
from games.spieleflut.rules.piles import passes, show, to_discard
from games.spieleflut.rules.position import DESK_ZONE, QUEUE_ZONE, SLOTS, Work

if TYPE_CHECKING:
    from games.spieleflut.rules.game import Spieleflut


def counts(game: Spieleflut, work: Work) -> list[int]:
    """How many of each activity are attached."""
    kinds = [game.cards.activity[card] for card in work.attached]
    return [kinds.count(kind) for kind in (PLAY, WRITE, UPLOAD)]


def required(game: Spieleflut, work: Work) -> list[int]:
    """How many of each activity are needed, with what a disturbance adds (SPF-11.3)."""
    needed = list(game.cards.required[work.review])
    more = game.cards.operation(work.disturbance, "extra_required")
    if more is not None and more.kind is not None:
        needed[ACTIVITIES.index(more.kind)] += more.count
    return needed


def unpaid(game: Spieleflut, work: Work) -> bool:
    """Whether something must be paid before the review counts as complete (SPF-7.10)."""
    return game.cards.operation(work.disturbance, "pay_before_score") is not None


def complete(game: Spieleflut, work: Work) -> bool:
    """Published: all that is needed is attached, an Upload on top, nothing unpaid (SPF-3.6)."""
    done = counts(game, work)
    needed = required(game, work)
    return (
        all(have >= need for have, need in zip(done, needed, strict=True))
        and bool(work.attached)
        and game.cards.activity[work.attached[-1]] == UPLOAD
        and not unpaid(game, work)
    )


def is_top(game: Spieleflut, work: Work, *, disturbed: bool = True) -> bool:
    """Whether all extra activities are there too (SPF-7.4)."""
    done = counts(game, work)
    needed = required(game, work) if disturbed else game.cards.required[work.review]
    extra = game.cards.extra[work.review]
    return done[PLAY] >= needed[PLAY] + extra[PLAY] and done[WRITE] >= needed[WRITE] + extra[WRITE]


def may_attach(game: Spieleflut, work: Work, card: int) -> bool:
    """Whether this activity fits now: Play, then Write, then Upload (SPF-7.2, SPF-7.3)."""
    kind = game.cards.activity[card]
    blocked = game.cards.operation(work.disturbance, "block_attach")
    if kind == NONE or complete(game, work) or (blocked is not None and ACTIVITIES[kind] in blocked.kinds):
        return False
    play, write, upload = counts(game, work)
    needed, extra = required(game, work), game.cards.extra[work.review]
    if kind == PLAY:
        return not write and not upload and play < needed[PLAY] + extra[PLAY]
    if kind == WRITE:
        return play >= needed[PLAY] and not upload and write < needed[WRITE] + extra[WRITE]
    return play >= needed[PLAY] and write >= needed[WRITE] and upload < needed[UPLOAD]


def works(game: Spieleflut, seat: int) -> Iterator[tuple[int, Work]]:
    """The reviews on a desk, from the left."""
    for slot in SLOTS:
        work = game.position.desks[seat][slot]
        if work is not None:
            yield slot, work


def free_slots(game: Spieleflut, seat: int) -> list[int]:
    """The empty slots of a desk, from the left."""
    return [slot for slot in SLOTS if game.position.desks[seat][slot] is None]


def queue_free(game: Spieleflut, seat: int) -> bool:
    """Whether there is a queue and nothing waits in it (SPF-3.2)."""
    return game.position.options.rang and game.position.queues[seat] == NONE


def empty(game: Spieleflut, seat: int) -> bool:
    """Both slots and the queue are empty (SPF-3.5)."""
    return len(free_slots(game, seat)) == len(SLOTS) and game.position.queues[seat] == NONE


def full(game: Spieleflut, seat: int) -> bool:
    """Both slots and the queue, where there is one, are occupied (SPF-3.5)."""
    return not free_slots(game, seat) and not queue_free(game, seat)


def may_take(game: Spieleflut, seat: int, review: int) -> bool:
    """With ranks, only up to the own rank (SPF-9.2)."""
    return not game.position.options.rang or game.cards.stars[review] <= game.position.rank[seat]


def place(game: Spieleflut, seat: int, slot: int, review: int, source: str, log: str) -> None:
    """A review comes to a desk, its marker on the printed deadline (SPF-6.8)."""
    show(game, review)
    game.position.desks[seat][slot] = Work(review, game.cards.deadline[review])
    passes(game, "card", game.cards.names[review])
    public = {"seat": seat, "from": source, "to": DESK_ZONE[seat][slot], "cards": [game.cards.ids[review]], "slot": slot + 1}
    game.tell(Event("cards_moved", public, log=log, reveals=source.startswith("hand")))


def queue(game: Spieleflut, seat: int, review: int, source: str, log: str) -> None:
    """A review waits (SPF-6.8)."""
    show(game, review)
    game.position.queues[seat] = review
    public = {"seat": seat, "from": source, "to": QUEUE_ZONE[seat], "cards": [game.cards.ids[review]]}
    game.tell(Event("cards_moved", public, log=log))


def move_up(game: Spieleflut, seat: int, slot: int, log: str = "moves_up") -> None:
    """The waiting review moves to a free slot (SPF-6.9, SPF-6.17)."""
    review = game.position.queues[seat]
    if review != NONE:
        game.position.queues[seat] = NONE
        place(game, seat, slot, review, QUEUE_ZONE[seat], log)


def lose_disturbance(game: Spieleflut, seat: int, slot: int, work: Work, log: str) -> None:
    """A disturbance goes under the event stack (SPF-11.5)."""
    card = work.disturbance
    if card != NONE:
        passes(game, "op", game.cards.data[card].effect[0].op)
        work.disturbance, work.turns = NONE, 0
        to_discard(game, card, DESK_ZONE[seat][slot], log, seat)
