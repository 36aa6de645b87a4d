"""The lists of seasons that are over, as they were written down at the end (RNK-2.9). Nobody is shown who does not want to be."""

from __future__ import annotations

from django.db.models import Q

from leaderboards.ratings.models import Rating, Season, SeasonSnapshot
from leaderboards.ratings.selectors import PAGE, Line, Page


def page(season: Season, pool: str, after: str = "") -> Page:
    """The first page, or the one behind a key; a key that is none is as if it were not there."""
    seen = Q(user__is_active=True, user__in_lists=True, user__is_guest=False) | Q(player__startswith="bot:")
    listed = SeasonSnapshot.objects.filter(season=season, pool=pool)
    rows = listed.filter(seen).order_by("rank", "pk")
    rank, _, number = after.partition("_")
    if rank.isdecimal() and number.isdecimal() and len(after) < 40:
        rows = rows.filter(Q(rank__gt=int(rank)) | Q(rank=int(rank), pk__gt=int(number)), rank__gte=int(rank))
    found = list(rows.select_related("user")[: PAGE + 1])
    shown = found[:PAGE]
    key = f"{shown[-1].rank}_{shown[-1].pk}" if len(found) > PAGE else ""
    return Page([Line(_as_rating(row), row.rank) for row in shown], shown[0].rank - 1 if shown else 0, listed.count(), after=key)


def _as_rating(row: SeasonSnapshot) -> Rating:
    """What was written down, in the form in which lists are shown."""
    names = ("pool", "player", "user", "name", "points", "mu", "sigma", "games", "wins", "draws", "losses")
    return Rating(**{name: getattr(row, name) for name in names})
