"""Click points for games that are over (OMG-16.4): a game counts once for each of its players, whoever comes first to count it.

*Decisions:* a guest at the other seat counts like a bot, since anybody can be one in a second window. Six boosters a day are 18
points a day. Who has let a bot play on has not finished the game.
"""

from __future__ import annotations

from datetime import date, datetime
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet, Sum, Value
from django.db.models.functions import Concat
from django.dispatch import receiver
from django.utils import timezone

from accounts.models import User
from games.omg.collection import service
from games.omg.models import Gain
from games.omg.rules.cards import SLUG
from games.tables import slots
from games.tables.models import Seat, Table

WIN, DRAW, LOSS = 3, 2, 1
BOT, BOT_GAMES = 1, 6
"""Points for a game against a bot, and for so many a day."""
FIRST_WIN = 3
MATCH_WIN = 3
MOST_A_DAY = 6 * service.PRICE
EARLY = 4
"""Who gives up before this round of either player earns nobody anything."""
AT_ONCE = 100


@receiver(slots.ended)
def ended(table_id: str, **_: Any) -> None:
    """A game is over."""
    table = Table.objects.filter(pk=table_id, game=SLUG, status=Table.Status.FINISHED).first()
    if table is not None:
        for seat in table.seats.filter(user__is_guest=False).select_related("user"):
            if seat.user is not None:
                count(seat.user, table)


@receiver(slots.match_won)
def match_won(game: str, user: User, key: str, **_: Any) -> None:
    """A match of an event is won: three points more (OMG-16.4)."""
    if game == SLUG and not user.is_guest:
        with service.held(user) as collection:
            fresh = _gain(user, f"match:{key}", timezone.now(), MATCH_WIN, finished=False)
            collection.points += fresh
            collection.save()


def catch_up(user: User) -> None:
    """Count what has been missed: a process may end before it has told of a game."""
    for table in uncounted(user)[:AT_ONCE]:
        count(user, table)


def uncounted(user: User) -> QuerySet[Table]:
    """Finished games of somebody that have not been counted."""
    counted = Gain.objects.filter(owner=user, what=Concat(Value("table:"), OuterRef("pk")))
    return Table.objects.filter(
        ~Exists(counted), game=SLUG, status=Table.Status.FINISHED, seats__user=user, outcome__isnull=False
    ).order_by("ended_at")


def count(user: User, table: Table) -> None:
    """What a game is worth to one of its players; once."""
    seats = list(table.seats.select_related("user").order_by("number"))
    own = next(seat for seat in seats if seat.user_id == user.pk)
    outcome: dict[str, Any] = table.outcome or {}
    ranks = outcome.get("ranks") or [1] * len(seats)
    left = any(status != "finished" for status in outcome.get("statuses", ()))
    early = left and min((one.get("turns", 0) for one in outcome.get("extra", ())), default=0) < EARLY
    finished = not early and not own.handed
    won, drawn = ranks[own.number] == 1 and ranks.count(1) == 1, ranks[own.number] == 1 and ranks.count(1) > 1
    bot = any(_is_bot(seat) for seat in seats if seat.pk != own.pk)
    ended_at = table.ended_at or timezone.now()
    with service.held(user) as collection:
        points = (BOT if bot else WIN if won else DRAW if drawn else LOSS) if finished else 0
        today = Gain.objects.filter(owner=user, day=_day(ended_at))
        if bot and today.filter(bot=True, points__gt=0).count() >= BOT_GAMES:
            points = 0
        if finished and won and not today.filter(won=True).exists():
            points += FIRST_WIN
        fresh = _gain(user, f"table:{table.pk}", ended_at, points, bot=bot, won=won and finished, finished=finished)
        collection.points += fresh
        service.more_starters(collection)
        collection.save()


def _gain(user: User, what: str, at: datetime, points: int, **more: bool) -> int:
    """Note it down, at most so much a day; how many points are new. Under the lock of the collection."""
    day = _day(at)
    had = Gain.objects.filter(owner=user, day=day).aggregate(all=Sum("points"))["all"] or 0
    row, fresh = Gain.objects.get_or_create(
        owner=user, what=what, defaults={"day": day, "points": min(points, max(0, MOST_A_DAY - had)), **more}
    )
    return row.points if fresh else 0


def today(user: User) -> int:
    """How many points somebody has earned today."""
    return Gain.objects.filter(owner=user, day=_day(timezone.now())).aggregate(all=Sum("points"))["all"] or 0


def _day(at: datetime) -> date:
    return timezone.localdate(at)


def _is_bot(seat: Seat) -> bool:
    """Whether a bot sat there from the start, or a guest."""
    return (bool(seat.bot) and not seat.handed) or (seat.user is not None and seat.user.is_guest)
