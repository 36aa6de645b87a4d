"""Quick match (UX-3): the table that has waited longest for somebody like this user, and where there is none, a new one."""

from __future__ import annotations

from accounts.models import User
from games.engine.errors import Text
from games.tables import joining, service
from games.tables.clocks import Pace
from games.tables.codes import Refusal
from games.tables.models import Table

PACE = Pace("live", bank_ms=20 * 60_000, increment_ms=20_000)
"""Whoever plays somebody unknown does not want to wait for ever."""

MOST = 20
"""Tables that are tried; others are quicker at so many only if far more wait."""


def match(user: User, game: str) -> Table:
    """A table at which this user sits now, and who comes next may sit down too.

    `game`: one that there is. Raises `Refusal` if this user may not play people they have not invited (UX-2.5).
    """
    if user.is_guest:
        raise Refusal("forbidden", Text("error.open_guest"))
    waiting = Table.objects.filter(game=game, status=Table.Status.OPEN).exclude(open_to=Table.OpenTo.INVITED)
    own = waiting.filter(seats__user=user).order_by("created_at").first()
    if own is not None:
        return own
    for table in waiting.order_by("created_at")[:MOST]:
        if joining.why_not(user, table) is not None:
            continue
        try:
            service.sit(user, table)
        except Refusal:  # somebody was quicker
            continue
        return table
    options, seats = service.for_beginners(game)
    return service.open_table(user, game, options, seats, PACE, Table.OpenTo.ACCOUNTS)
