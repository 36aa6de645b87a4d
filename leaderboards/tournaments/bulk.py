"""Many rows written at once: a statement prepared once, and run for each. The ORM's own way grows with the square of the rows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from django.db import connection, models
from django.db.backends.utils import CursorWrapper
from django.db.models import QuerySet

AS_THEY_ARE = (models.CharField, models.IntegerField, models.BooleanField, models.FloatField, models.ForeignKey)
"""Fields whose values go into the database as they are."""


def insert(rows: Sequence[models.Model]) -> None:
    """Store new rows of one model and give them their keys. In a transaction; nobody hears of it by signals."""
    if not rows:
        return
    meta = type(rows[0])._meta  # noqa: SLF001 (Django's name for it)
    columns = [column for column in meta.concrete_fields if not column.primary_key]
    quote = connection.ops.quote_name
    names = ", ".join(quote(str(column.column)) for column in columns)
    signs = ", ".join(["%s"] * (len(columns) + 1))
    statement = f"INSERT INTO {quote(meta.db_table)} ({quote('id')}, {names}) VALUES ({signs})"  # noqa: S608 (names of our own models)
    with connection.cursor() as cursor:
        for key, row in zip(_keys(cursor, meta.db_table, len(rows)), rows, strict=True):
            row.pk = key
        stored = _stored(columns)
        cursor.executemany(statement, [(row.pk, *stored(row)) for row in rows])
    for row in rows:
        row._state.adding, row._state.db = False, connection.alias  # noqa: SLF001 (Django's name for it)


def _stored(columns: Sequence[Any]) -> Callable[[models.Model], list[Any]]:
    """What of a row is written into these columns: most values as they are, since asking each field takes half of the time."""
    names = [column.attname for column in columns]
    others = [(number, column) for number, column in enumerate(columns) if not isinstance(column, AS_THEY_ARE)]

    def stored(row: models.Model) -> list[Any]:
        found = [getattr(row, name) for name in names]
        for number, column in others:
            found[number] = column.get_db_prep_save(column.pre_save(row, add=False), connection)
        return found

    return stored


def _keys(cursor: CursorWrapper, table: str, count: int) -> Sequence[int]:
    """So many keys that nobody else gets: PostgreSQL hands them out, and SQLite has one writer."""
    if connection.vendor == "postgresql":
        cursor.execute("SELECT nextval(pg_get_serial_sequence(%s, 'id')) FROM generate_series(1, %s)", [table, count])
        return [row[0] for row in cursor.fetchall()]
    cursor.execute("SELECT seq FROM sqlite_sequence WHERE name = %s", [table])
    last = cursor.fetchone()
    return range((last[0] if last else 0) + 1, (last[0] if last else 0) + 1 + count)


def values(rows: QuerySet[Any, Any]) -> list[tuple[Any, ...]]:
    """What `values_list` gives, as the driver has it: without a look at each value. SQLite has 0 and 1 for no and yes."""
    with connection.cursor() as cursor:
        cursor.execute(*rows.query.sql_with_params())
        return list(cursor.fetchall())


def update(rows: Sequence[models.Model], fields: Sequence[str]) -> None:
    """Store these fields of rows of one model. Nobody hears of it by signals."""
    if not rows:
        return
    meta = type(rows[0])._meta  # noqa: SLF001 (Django's name for it)
    columns: list[Any] = [meta.get_field(name) for name in fields]
    quote = connection.ops.quote_name
    assigned = ", ".join(f"{quote(str(column.column))} = %s" for column in columns)
    statement = f"UPDATE {quote(meta.db_table)} SET {assigned} WHERE {quote('id')} = %s"  # noqa: S608 (names of our own models)
    stored = _stored(columns)
    with connection.cursor() as cursor:
        cursor.executemany(statement, [(*stored(row), row.pk) for row in rows])
