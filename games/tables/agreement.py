"""Who is to begin, where the players may agree on it before the start (RNK-4.3): all name the same seat, else chance decides."""

from __future__ import annotations

from games.engine import registry
from games.tables.codes import Refusal
from games.tables.models import Table


def possible(table: Table) -> bool:
    """Whether this table was opened for it."""
    wanted = registry.game(table.game, table.rules_version).meta.agreed
    return bool(wanted) and all(table.options.get(name) == value for name, value in wanted.items())


def named(table: Table, first: str) -> int | None:
    """The seat that somebody names; None for chance. Raises `Refusal` for what is no seat."""
    if not first or not possible(table):
        return None
    if first not in map(str, range(table.seat_count)):
        raise Refusal("invalid", "error.no_seat")
    return int(first)


def agreed(table: Table) -> int | None:
    """The seat that all people at the table name; None if they do not agree, or may not."""
    if not possible(table):
        return None
    wishes = set(table.seats.filter(bot="").values_list("first", flat=True))
    return wishes.pop() if len(wishes) == 1 else None
