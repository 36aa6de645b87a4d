"""Writes the moves of many tables in one transaction, in raw SQL: what a move costs the database (stack.md, hot path)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from functools import cache
from typing import Any

import msgspec
from django.db import connection
from django.db.models import Model
from psycopg import Cursor

from games.tables.drafts import Command, Draft, Due, Position
from games.tables.models import Table
from games.tables.store import CHANGED, Entry

# The names in these statements come from the models alone.
# ruff: noqa: S608, SLF001


def write(entries: Sequence[Entry]) -> list[Entry]:
    """Write these plain entries, each of another table; returns those whose version check failed: nothing of them is written.

    With PostgreSQL it is a transaction of its own, else inside of one.
    """
    with connection.wrap_database_errors:
        won = _at_once(entries) if connection.vendor == "postgresql" else _in_turn(entries)
    return [entry for entry in entries if entry.table_id not in won]


# --- PostgreSQL --------------------------------------------------------------------------------------------------------------


def _at_once(entries: Sequence[Entry]) -> set[str]:
    """In one statement, so that nobody waits for more than one answer; returns the tables whose version check succeeded."""
    with Cursor(connection.connection) as cursor:
        cursor.execute(
            _statement(),
            {
                "ids": [entry.table_id for entry in entries],
                "tables": _json([{"id": entry.table_id, "before": entry.before, **entry.changes} for entry in entries]),
                "commands": _json([row for entry in entries for row in entry.commands]),
                "positions": _json([_in_hex(entry.position) for entry in entries if entry.position is not None]),
                "due": _json([row for entry in entries for row in entry.due]),
            },
        )
        return {table_id for (table_id,) in cursor.fetchall()}


@cache
def _statement() -> str:
    """The same text however many entries there are, so that it is prepared once.

    The rows of the tables are locked in the order of their ids, so that two processes cannot lock each other out; by the array of
    ids the planner knows that they are few. No part sees what another one does, so what was due and is due again is changed, and
    not deleted and added.
    """
    table, due = _name(Table), _name(Due.model)
    return f"""
        WITH locked AS (
            SELECT new.* FROM {table} AS t JOIN json_to_recordset(%(tables)s::json)
            AS new (id varchar, before integer, version integer, head varchar, waiting jsonb, clocks jsonb) ON new.id = t.id
            WHERE t.id = ANY (%(ids)s::varchar[]) ORDER BY t.id FOR NO KEY UPDATE OF t
        ), claimed AS (
            UPDATE {table} AS t SET version = new.version, head = new.head, waiting = new.waiting,
            clocks = COALESCE(new.clocks, t.clocks) FROM locked AS new
            WHERE t.id = ANY (%(ids)s::varchar[]) AND t.id = new.id AND t.version = new.before AND t.status = 'running'
            RETURNING t.id
        ), logged AS (
            {_insert_claimed(Command, "commands")}
        ), stored AS (
            {_insert_claimed(Position, "positions")}
        ), done AS (
            DELETE FROM {due} AS old USING claimed WHERE old.table_id = claimed.id AND (old.table_id, old.kind, old.seat) NOT IN (
                SELECT table_id, kind, seat FROM json_populate_recordset(NULL::{due}, %(due)s::json)
            )
        ), planned AS (
            {_insert_claimed(Due, "due")}
            ON CONFLICT (table_id, kind, seat) DO UPDATE SET asked = excluded.asked, at = excluded.at
        )
        SELECT id FROM claimed
    """


def _insert_claimed(kind: type[Draft[Any]], given: str) -> str:
    """Add those of the given rows whose table is ours."""
    table, columns = _name(kind.model), _columns(kind)
    rows = f"json_populate_recordset(NULL::{table}, %({given})s::json)"
    return f"INSERT INTO {table} ({columns}) SELECT {columns} FROM {rows} WHERE table_id IN (SELECT id FROM claimed)"


def _in_hex(position: Position) -> dict[str, Any]:
    """As PostgreSQL reads bytes from a text."""
    return msgspec.structs.asdict(position) | {"data": rf"\x{position.data.hex()}", "tracks": rf"\x{position.tracks.hex()}"}


# --- SQLite ------------------------------------------------------------------------------------------------------------------


def _in_turn(entries: Sequence[Entry]) -> set[str]:
    """Inside a transaction, with one statement for each kind of row; returns the tables whose version check succeeded.

    Past Django's cursors, whose care for a statement takes longer than the statement.
    """
    claims = [(entry.table_id, entry.before, *map(entry.changes.get, CHANGED)) for entry in entries]
    won = {table_id for (table_id,) in _execute(_claim(len(claims)), claims)}
    if not won:
        return won
    claimed = [entry for entry in entries if entry.table_id in won]
    _insert(Command, [row for entry in claimed for row in entry.commands])
    _insert(Position, [entry.position for entry in claimed if entry.position is not None])
    _execute(_delete_due(len(won)), [won])
    _insert(Due, [row for entry in claimed for row in entry.due])
    return won


def _execute(statement: str, rows: Iterable[Iterable[Any]]) -> list[tuple[Any, ...]]:
    """All the values of these rows go into the places of the statement; returns what it does."""
    values = [_adapted(value) for row in rows for value in row]
    answer: list[tuple[Any, ...]] = connection.connection.execute(statement, values).fetchall()
    return answer


def _adapted(value: Any) -> Any:
    """As Django keeps it."""
    kind = type(value)
    if kind is list or kind is dict:
        return _json(value)
    return connection.ops.adapt_datetimefield_value(value) if kind is datetime else value


@cache
def _claim(count: int) -> str:
    return f"""
        UPDATE {_name(Table)} AS t SET version = new.column3, head = new.column4, waiting = new.column5,
        clocks = COALESCE(new.column6, t.clocks) FROM (VALUES {_places(2 + len(CHANGED), count)}) AS new
        WHERE t.id = new.column1 AND t.version = new.column2 AND t.status = 'running' RETURNING id
    """


def _insert(kind: type[Draft[Any]], rows: Sequence[Draft[Any]]) -> None:
    if rows:
        _execute(_insertion(kind, len(rows)), map(msgspec.structs.astuple, rows))


@cache
def _insertion(kind: type[Draft[Any]], count: int) -> str:
    return f"INSERT INTO {_name(kind.model)} ({_columns(kind)}) VALUES {_places(len(kind.__struct_fields__), count)}"


@cache
def _delete_due(count: int) -> str:
    return f"DELETE FROM {_name(Due.model)} WHERE table_id IN {_places(count, 1)}"


def _places(width: int, count: int) -> str:
    """For the values of so many rows."""
    row = f"({', '.join('?' * width)})"
    return ", ".join([row] * count)


# --- both --------------------------------------------------------------------------------------------------------------------


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def _name(model: type[Model]) -> str:
    return connection.ops.quote_name(model._meta.db_table)


def _columns(kind: type[Draft[Any]]) -> str:
    return ", ".join(map(connection.ops.quote_name, kind.__struct_fields__))
