"""Lets a tournament go on: takes in results, makes rounds, calls matches, until nothing more can be done at the moment.

Doing it late, twice, or in several processes at once is harmless: the row of the tournament is locked, and what is done
stands there.
"""

from __future__ import annotations

from games.tables import deals
from leaderboards.tournaments import calling, life, outcomes, stages
from leaderboards.tournaments.holding import changed, held
from leaderboards.tournaments.models import Round, Tournament

T = Tournament.State

STEPS = 10_000
"""More than any tournament takes at once; a fault of ours must not hold the row for ever."""


def go_on(pk: str) -> None:
    """Lock a tournament and let it go on."""
    with held(pk) as row:
        if on(row):
            changed(row)


def on(row: Tournament) -> bool:
    """Let it go on; whether anything has changed. The row is locked."""
    moved = _go_on(row)
    publish(row)
    return moved


def publish(row: Tournament) -> None:
    """Deals that no further table will share are made public (PRO-9.2): those of rounds that are over, or all if it is."""
    for deal in deals.held_back(f"{row.pk}."):
        _event, stage, number, _game = deal.split(".")
        round_ = Round.objects.filter(stage__tournament=row, stage__number=int(stage) - 1, number=int(number))
        if row.is_over or round_.filter(state=Round.State.FINISHED).exists():
            deals.publish(deal)


def _go_on(row: Tournament) -> bool:
    moved = False
    for _ in range(STEPS):
        step = outcomes.take(row)
        if row.state in (T.RUNNING, T.PAUSED):
            step |= calling.overdue(row)
            over = stages.advance(row)
            if over and row.state == T.RUNNING and row.rules.auto:
                life.finish(row)
                return True
            called = calling.call(row)
            moved |= called.any
            step |= called.on
        moved |= step
        if not step:
            return moved
    raise RuntimeError(f"tournament {row.pk} does not come to rest")


def act(row: Tournament) -> None:
    """After an act of somebody: let it go on, and tell that it has changed."""
    on(row)
    changed(row)
