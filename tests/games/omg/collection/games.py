"""Games of Online Marketing Generals that are over, as their tables keep them."""

from __future__ import annotations

from datetime import datetime

from django.utils import timezone

from accounts.models import User
from games.omg.collection import earning
from games.omg.models import Booster, Collection
from games.omg.rules.game import Omg
from games.tables.models import Seat, Table

STARTERS = list(Omg.cards.starters)


def collection(user: User) -> Collection:
    return Collection.objects.get(owner=user)


def closed(user: User) -> list[Booster]:
    return list(Booster.objects.filter(owner=user, opened_at__isnull=True))


def over(
    *users: User | None,
    winner: int | None = 0,
    left: str = "",
    turns: tuple[int, int] = (12, 12),
    at: datetime | None = None,
    handed: int | None = None,
) -> Table:
    """A finished table; None is a bot. `winner` None: a draw.

    `left`: how the second seat went. `handed`: the seat at which a bot has played on.
    """
    table = Table.objects.create(
        game="omg",
        rules_version=1,
        rng=1,
        seat_count=2,
        options=Omg.meta.check({}, 2),
        status=Table.Status.FINISHED,
        ended_at=at or timezone.now(),
        outcome={
            "ranks": [1, 1] if winner is None else [1 if seat == winner else 2 for seat in (0, 1)],
            "reason": "left" if left else "target",
            **({"statuses": ["finished", left]} if left else {}),
            "scores": [50, 20],
            "extra": [{"missions": 0, "turns": turns[seat], "op": 3} for seat in (0, 1)],
        },
    )
    for number, user in enumerate(users):
        bot = "basic" if user is None or handed == number else ""
        Seat.objects.create(table=table, number=number, user=user, bot=bot, name=user.username if user else "Bot")
    return table


def told(table: Table) -> None:
    """As the tables tell of a game that is over."""
    earning.ended(table_id=table.pk)
