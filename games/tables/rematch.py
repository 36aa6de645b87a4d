"""Playing again with the same people (UX-4.15): who must agree, who has, and which table came of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from games.tables import models

KIND = "rematch"


@dataclass(frozen=True)
class Wishes:
    """What is known of a rematch of a table."""

    votes: tuple[int, ...] = ()
    """The seats that have agreed."""
    table: str = ""
    """The table that was opened when all had."""
    mark: int = field(default=0, compare=False)
    """By which one sees that the votes have changed: the sum of their keys."""


NONE = Wishes()


def wishes(table: models.Table) -> Wishes:
    """As the database has it."""
    votes = dict(table.votes.filter(kind=KIND).order_by("seat").values_list("seat", "pk"))
    opened = models.Table.objects.filter(rematch_of=table).values_list("pk", flat=True).first()
    return Wishes(tuple(votes), opened or "", sum(votes.values()))


def voters(seats: Sequence[models.Seat]) -> list[int]:
    """The seats that must agree: those of people. Whoever's seat was given to a bot need not, unless there is nobody else.

    Empty if there can be no rematch, because somebody's account is gone.
    """
    people = [seat for seat in seats if seat.user_id is not None]
    if any(seat.user_id is None and not seat.bot for seat in seats):
        return []
    return [seat.number for seat in people if not seat.bot] or [seat.number for seat in people]


def may_follow(table: models.Table, series: Mapping[str, Any]) -> bool:
    """Whether people may play again after this table: in a series only when all of it is over, after its last game."""
    return not series or (series["over"] and series["games"][-1].get("table") == table.pk)


def block(seats: Sequence[models.Seat], known: Wishes) -> dict[str, Any]:
    """As everybody sees it in the block of the table; empty if there can be none."""
    asked = voters(seats)
    if not asked:
        return {}
    shown: dict[str, Any] = {"seats": asked, "votes": list(known.votes)}
    return {"rematch": shown | ({"table": known.table} if known.table else {})}
