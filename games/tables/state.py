"""Whether the database has more of a table than memory: asked so often that it must cost little (PRO-6.2)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from django.db import connection

from games.tables import models


@dataclass(frozen=True)
class State:
    """By what one sees whether memory is behind the database."""

    version: int
    status: str
    epoch: int
    seats: int
    last_sealed: int
    votes: int
    """The sum of their keys, as in `rematch.Wishes.mark`."""
    aside: int


def glance(table_id: str) -> State | None:
    """The state of a table in the database; None if there is no such table."""
    with connection.cursor() as cursor:
        cursor.execute(_statement(), [table_id])
        found = cursor.fetchone()
    return found and State(*found)


@cache
def _statement() -> str:
    """In raw SQL, as the ORM would take ten times as long to put it into words."""
    name = connection.ops.quote_name
    table, seat, sealed, vote = (
        name(model._meta.db_table)  # noqa: SLF001
        for model in (models.Table, models.Seat, models.SealedAnswer, models.Vote)
    )
    return (
        f"SELECT version, status, epoch, (SELECT COUNT(*) FROM {seat} WHERE table_id = t.id), "  # noqa: S608 (the names are ours)
        f"(SELECT COALESCE(MAX(id), 0) FROM {sealed} WHERE table_id = t.id), "
        f"(SELECT COALESCE(SUM(id), 0) FROM {vote} WHERE table_id = t.id), aside FROM {table} AS t WHERE id = %s"
    )
