"""Results and ratings of somebody who is called differently, moves to another account or deletes theirs (QUA-5)."""

from __future__ import annotations

from typing import Any

from django.db.models import Q
from django.dispatch import receiver

from accounts.models import User
from accounts.signals import exporting, handed_over, leaving, renamed
from leaderboards.ratings import service
from leaderboards.ratings.models import CareerTotal, Notice, Rating, RatingEvent, ResultSeat, SeasonSnapshot


@receiver(renamed)
def rename(user: User, **_: Any) -> None:
    """A guest who keeps the account is called so in the lists, too."""
    _call(user, user.username)


def _call(user: User, name: str) -> None:
    ResultSeat.objects.filter(user=user).update(name=name[:40])
    SeasonSnapshot.objects.filter(user=user).update(name=name)
    Rating.objects.filter(user=user).update(name=name, sort_name=name.casefold())
    CareerTotal.objects.filter(user=user).update(name=name, sort_name=name.casefold())


@receiver(handed_over)
def hand_over(guest: User, user: User, **_: Any) -> bool:
    """Results of the guest become the user's, but of tables at which both sat. None of them was rated (RNK-1.7)."""
    service.catch_up(guest)
    own = ResultSeat.objects.filter(user=user).values("result")
    seats = ResultSeat.objects.filter(user=guest).exclude(result__in=own)
    games = set(seats.values_list("result__game", flat=True))
    seats.update(user=user, player=str(user.pk), name=user.username[:40])
    CareerTotal.objects.filter(user=guest).delete()
    for game in games:
        service.careers(game, [str(user.pk)])
    return False


@receiver(leaving)
def leave(user: User, name: str, **_: Any) -> None:
    """What is left has a name that says nothing; ratings of others stay as they are, and nobody is listed any more.

    What has just ended is recorded while it is known who played.
    """
    service.catch_up(user)
    _call(user, name)


@receiver(exporting)
def export(user: User, **_: Any) -> dict[str, Any]:
    """Results, ratings with each step, places in seasons, careers and notices."""
    seats = ResultSeat.objects.filter(user=user, result__newest=True).select_related("result").order_by("result__ended_at")
    return {
        "results": [_result(seat) for seat in seats.iterator(500)],
        "ratings": list(
            Rating.objects.filter(user=user)
            .order_by("pool", "season")
            .values("pool", "season__name", "points", "mu", "sigma", "games", "wins", "draws", "losses", "last_at")
        ),
        "rating_steps": list(
            RatingEvent.objects.filter(user=user)
            .order_by("ended_at", "place")
            .values("pool", "result__table", "ended_at", "points_before", "points", "mu", "sigma")
        ),
        "season_places": list(
            SeasonSnapshot.objects.filter(user=user).order_by("season", "pool").values("season__name", "pool", "rank", "points")
        ),
        "careers": list(CareerTotal.objects.filter(user=user).order_by("game").values("game", "points", "games", "wins")),
        "rating_notices": list(
            Notice.objects.filter(Q(user=user)).order_by("at").values("pool", "kind", "points_before", "points", "at")
        ),
    }


def _result(seat: ResultSeat) -> dict[str, Any]:
    result = seat.result
    return {
        "table": result.table_id,
        "game": result.game,
        "pool": result.pool,
        "ended": result.ended_at,
        "seat": seat.seat,
        "rank": seat.rank,
        "status": seat.status,
        "score": seat.score,
        "rated": result.rated,
        "not_rated": [*result.unrated, *(["pair_cap"] if result.capped else []), *(["voided"] if result.voided_at else [])],
    }
