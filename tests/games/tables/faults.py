"""Faults in the database, made with its own means from another connection."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager

from django.db import connection


@contextmanager
def _other() -> Iterator[sqlite3.Connection]:
    """Somebody else who has the database open."""
    with closing(sqlite3.connect(connection.settings_dict["NAME"], isolation_level=None)) as other:
        yield other


@contextmanager
def no_rows(name: str) -> Iterator[None]:
    """The database refuses every new row of this table, as if its disk were full in the middle of a transaction."""
    with _other() as other:
        other.execute(f"CREATE TRIGGER refuse BEFORE INSERT ON {name} BEGIN SELECT RAISE(ABORT, 'disk full'); END")
        try:
            yield
        finally:
            other.execute("DROP TRIGGER refuse")


@contextmanager
def gone(name: str) -> Iterator[None]:
    """A table of the database is not where it should be, so that not even reading works."""
    with _other() as other:
        other.execute(f"ALTER TABLE {name} RENAME TO elsewhere")
        try:
            yield
        finally:
            other.execute(f"ALTER TABLE elsewhere RENAME TO {name}")


@contextmanager
def locked() -> Iterator[None]:
    """Somebody else writes and does not come to an end (QUA-2.15)."""
    with _other() as other:
        other.execute("BEGIN IMMEDIATE")
        try:
            yield
        finally:
            other.rollback()


@contextmanager
def impatience() -> Iterator[None]:
    """This thread waits for a lock much shorter than usual."""
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA busy_timeout = 20")
        try:
            yield
        finally:
            cursor.execute("PRAGMA busy_timeout = 5000")
