"""Seasons: made, rated, frozen, and frozen anew (RNK-2.9)."""

from __future__ import annotations

from datetime import UTC, datetime

from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.audit import chain
from accounts.models import User
from leaderboards.ratings import folding, listing, service
from leaderboards.ratings.models import Rating, Season, SeasonSnapshot

MONTHS = 3
"""Of a season, if nothing else is said."""

BADGES = {1: "first", 2: "second", 3: "third"}
TOP, TOP_BADGE = 10, "top10"


class NotOver(Exception):
    """A season can be frozen when it is over."""


def quarter(at: datetime) -> tuple[str, datetime, datetime]:
    """Name, start and end of the quarter of the year that an instant is in.

    >>> name, start, end = quarter(datetime(2026, 11, 30, tzinfo=UTC))
    >>> name, start.isoformat(), end.isoformat()
    ('2026/4', '2026-10-01T00:00:00+00:00', '2027-01-01T00:00:00+00:00')
    """
    at = at.astimezone(UTC)
    number = (at.month - 1) // MONTHS
    start = datetime(at.year, number * MONTHS + 1, 1, tzinfo=UTC)
    end = datetime(at.year + (number == 3), (number + 1) % 4 * MONTHS + 1, 1, tzinfo=UTC)
    return f"{at.year}/{number + 1}", start, end


def create_quarter(staff: User | None = None, at: datetime | None = None, reason: str = "") -> Season:
    """The season of the current quarter, with the ratings of what has been played in it; the one that is there, if there is."""
    name, start, end = quarter(at or timezone.now())
    try:
        with transaction.atomic():
            season, made = Season.objects.get_or_create(name=name, defaults={"start": start, "end": end})
            if made:
                begun(season, staff, reason)
    except IntegrityError:
        return Season.objects.get(name=name)
    return season


def begun(season: Season, staff: User | None, reason: str = "") -> None:
    """A season has been made or its span has changed: its ratings follow. In a transaction."""
    rate(season)
    chain.add(staff, "season", season, after=_span(season), reason=reason)


def rate(season: Season) -> None:
    """The ratings of a season in all pools, anew. In a transaction."""
    for pool in service.pools():
        folding.hold(pool)
        folding.refold_season(pool, season)


def _span(season: Season) -> dict[str, str]:
    return {"name": season.name, "start": season.start.isoformat(), "end": season.end.isoformat()}


def freeze(season: Season, staff: User | None, reason: str) -> int:
    """The final list of a season is kept as it is now; later voids change it only by doing this again. How many places there are.

    Raises `NotOver`.
    """
    if timezone.now() < season.end:
        raise NotOver
    with transaction.atomic():
        season = Season.objects.select_for_update().get(pk=season.pk)
        again = season.frozen_at is not None
        before = SeasonSnapshot.objects.filter(season=season).count()
        SeasonSnapshot.objects.filter(season=season).delete()
        made = [row for pool in service.pools() for row in _places(season, pool)]
        SeasonSnapshot.objects.bulk_create(made, batch_size=500)
        season.frozen_at = timezone.now()
        season.save(update_fields=["frozen_at"])
        act = "refreeze" if again else "freeze"
        chain.add(staff, act, season, before={"places": before}, after={"places": len(made)}, reason=reason)
    return len(made)


def _places(season: Season, pool: str) -> list[SeasonSnapshot]:
    """The list of a pool: who has played enough in it, and is not hidden (RNK-3.3)."""
    folding.hold(pool)
    rows = Rating.objects.filter(season=season, pool=pool, hidden=False, games__gte=listing.LEAST_GAMES, user__isnull=False)
    ordered = list(rows.order_by("-points", "sigma", "-wins", "sort_name"))
    ranks = listing.shared_ranks([row.points for row in ordered])
    return [
        SeasonSnapshot(
            season=season,
            pool=pool,
            rank=rank,
            badge=BADGES.get(rank, TOP_BADGE if rank <= TOP else ""),
            **{name: getattr(row, name) for name in SAME},
        )
        for rank, row in zip(ranks, ordered, strict=True)
    ]


SAME = ("player", "user", "name", "points", "mu", "sigma", "games", "wins", "draws", "losses")


def freeze_ended() -> None:
    """Freeze what has ended and is not frozen yet. Safe to do twice."""
    for season in Season.objects.filter(end__lte=timezone.now(), frozen_at=None).order_by("end"):
        freeze(season, None, "")
