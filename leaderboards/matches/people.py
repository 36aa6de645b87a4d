"""Series of somebody whose account goes, and in the copy of one's own data (QUA-5)."""

from __future__ import annotations

from typing import Any

from django.dispatch import receiver

from accounts.models import User
from accounts.signals import exporting, going
from leaderboards.matches import service, standing
from leaderboards.matches.models import Series, SeriesGame
from leaderboards.matches.selectors import block


@receiver(going)
def give_up(user: User, **_: Any) -> None:
    """Out of all series, and with that of the game that is on: nobody else should wait for this user."""
    for row in Series.objects.filter(games__table__seats__user=user, ended_at__isnull=True).distinct():
        service.forfeit(row.pk, standing.side_of(standing.games_of(row), user), "withdrawn")


@receiver(exporting)
def export(user: User, **_: Any) -> dict[str, Any]:
    """The series somebody has played."""
    games = SeriesGame.objects.filter(number=1, table__seats__user=user).select_related("series").order_by("series")
    return {"series": [_exported(game, user) for game in games]}


def _exported(game: SeriesGame, user: User) -> dict[str, Any]:
    whole = block(game.series, game.number)
    seat = game.table.seats.get(user=user).number if game.table is not None else None
    began, ended = game.series.created_at, game.series.ended_at
    return {name: value for name, value in whole.items() if name != "number"} | {"seat": seat, "began": began, "ended": ended}
