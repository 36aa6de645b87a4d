"""How much somebody has played of a game before, which decides in some games who starts (RNK-4.1)."""

from __future__ import annotations

from datetime import datetime

from django.db.models import Sum

from accounts.models import User
from leaderboards.ratings import service
from leaderboards.ratings.models import ResultSeat


def experience(user: User | None, game: str, at: datetime) -> int:
    """The own victory points of all games that had ended by then: not aborted, not voided, without bots; 0 for guests."""
    if user is None or user.is_guest:
        return 0
    service.catch_up(user)
    seats = ResultSeat.objects.filter(
        user=user,
        result__game=game,
        result__newest=True,
        result__ended_at__lt=at,
        result__aborted=False,
        result__voided_at=None,
        result__with_bots=False,
    )
    return seats.aggregate(sum=Sum("points"))["sum"] or 0
