"""Writes the moves of many tables in one transaction, in raw SQL: what a move costs the database (stack.md, hot path)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import groupby
from typing import Any

from django.db import connection, models
from django.db.backends.utils import CursorWrapper

from games.tables.models import Command, Due, StoredPosition, Table
from games.tables.store import Entry

# The names in these statements come from the models alone.
# ruff: noqa: S608, SLF001


def write(entries: Sequence[Entry]) -> list[Entry]:
    """Inside a transaction: write these plain entries, each of another table; returns those whose version check failed.

    Nothing of a failed one is written. In the order of the tables' ids, so that two processes cannot lock each other out.
    """
    ordered = sorted(entries, key=lambda entry: entry.table_id)
    with connection.cursor() as cursor:
        won = _claim(cursor, ordered)
        lucky = [entry for entry in ordered if entry.table_id in won]
        if lucky:
            _insert(cursor, Command, [row for entry in lucky for row in entry.commands])
            _insert(cursor, StoredPosition, [entry.position for entry in lucky if entry.position is not None])
            _delete(cursor, Due, [entry.table_id for entry in lucky])
            _insert(cursor, Due, [row for entry in lucky for row in entry.due])
    return [entry for entry in ordered if entry.table_id not in won]


def _claim(cursor: CursorWrapper, entries: Sequence[Entry]) -> set[str]:
    """The tables that are still running at the version an entry was made for: their rows are changed, and ours from now on."""
    if connection.vendor != "postgresql" or len(entries) == 1:
        return {entry.table_id for entry in entries if _claim_one(cursor, entry)}
    cursor.execute(
        f"SELECT id FROM {_name(Table)} WHERE id IN ({_marks(entries)}) ORDER BY id FOR UPDATE",
        [entry.table_id for entry in entries],
    )
    won: set[str] = set()
    by_names = sorted(entries, key=lambda entry: tuple(entry.changes))
    for names, group in groupby(by_names, key=lambda entry: tuple(entry.changes)):
        won |= _claim_many(cursor, list(group), names)
    return won


def _claim_one(cursor: CursorWrapper, entry: Entry) -> bool:
    names = tuple(entry.changes)
    cursor.execute(_claim_statement(names), [*_changed(entry, names), entry.table_id, entry.before, Table.Status.RUNNING.value])
    return bool(cursor.rowcount)


@cache
def _claim_statement(names: tuple[str, ...]) -> str:
    changes = ", ".join(f"{_column(field)} = %s" for field in _fields_of(Table, names))
    return f"UPDATE {_name(Table)} SET {changes} WHERE id = %s AND version = %s AND status = %s"


def _claim_many(cursor: CursorWrapper, entries: Sequence[Entry], names: tuple[str, ...]) -> set[str]:
    """With PostgreSQL, in one statement: the rows are locked already, in order."""
    fields = _fields_of(Table, names)
    columns = [_column(field) for field in fields]
    changes = ", ".join(f"{name} = new.{name}::{field.db_type(connection)}" for name, field in zip(columns, fields, strict=True))
    line = f"({_marks((*names, 'key', 'before'))})"
    cursor.execute(
        f"UPDATE {_name(Table)} AS t SET {changes} FROM (VALUES {', '.join([line] * len(entries))}) "
        f"AS new (key, before, {', '.join(columns)}) "
        "WHERE t.id = new.key AND t.version = new.before::integer AND t.status = %s RETURNING t.id",
        [
            *(value for entry in entries for value in (entry.table_id, entry.before, *_changed(entry, names))),
            Table.Status.RUNNING.value,
        ],
    )
    return {table_id for (table_id,) in cursor.fetchall()}


def _changed(entry: Entry, names: tuple[str, ...]) -> list[Any]:
    return [_prepared(field, entry.changes[field.name]) for field in _fields_of(Table, names)]


def _insert(cursor: CursorWrapper, model: type[models.Model], rows: Sequence[models.Model]) -> None:
    """All these rows in one statement."""
    if rows:
        beginning, line, fields = _insert_statement(model)
        values = [_prepared(field, getattr(row, field.attname)) for row in rows for field in fields]
        cursor.execute(beginning + ", ".join([line] * len(rows)), values)


@cache
def _insert_statement(model: type[models.Model]) -> tuple[str, str, list[models.Field[Any, Any]]]:
    """How it begins, the places of one row, and what goes there: all that is stored but the key, which the database gives."""
    fields = [field for field in model._meta.concrete_fields if not isinstance(field, models.AutoField)]
    columns = ", ".join(map(_column, fields))
    return f"INSERT INTO {_name(model)} ({columns}) VALUES ", f"({_marks(fields)})", fields


def _prepared(field: models.Field[Any, Any], value: Any) -> Any:
    """A value as the driver takes it: numbers and texts as they are, since asking the field takes most of the time."""
    kind = type(value)
    if (kind is str or kind is int) and not isinstance(field, models.JSONField):
        return value
    return field.get_db_prep_save(value, connection)


def _delete(cursor: CursorWrapper, model: type[models.Model], table_ids: Sequence[str]) -> None:
    """All rows of these tables."""
    cursor.execute(f"DELETE FROM {_name(model)} WHERE table_id IN ({_marks(table_ids)})", table_ids)


def _marks(values: Sequence[object]) -> str:
    return ", ".join(["%s"] * len(values))


@cache
def _name(model: type[models.Model]) -> str:
    return connection.ops.quote_name(model._meta.db_table)


def _column(field: models.Field[Any, Any]) -> str:
    return connection.ops.quote_name(str(field.column))


@cache
def _fields_of(model: type[models.Model], names: Iterable[str]) -> list[models.Field[Any, Any]]:
    return [model._meta.get_field(name) for name in names]  # type: ignore[misc]
