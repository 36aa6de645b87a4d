"""Faults in the database, made with its own means from another connection."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from unittest.mock import patch

from django.db import connection

from games.tables import writer

Execute = Callable[[str], object]


@contextmanager
def _other() -> Iterator[Execute]:
    """Somebody else who has the database open."""
    other = connection.copy()
    try:
        with other.cursor() as cursor:
            yield cursor.execute
    finally:
        other.close()


@contextmanager
def no_rows(name: str) -> Iterator[None]:
    """The database refuses every new row of this table, as if its disk were full in the middle of a transaction."""
    with _other() as execute:
        if connection.vendor == "postgresql":
            execute("CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN RAISE EXCEPTION 'disk full'; END$$")
            execute(f"CREATE TRIGGER refuse BEFORE INSERT ON {name} FOR EACH ROW EXECUTE FUNCTION refuse()")
        else:
            execute(f"CREATE TRIGGER refuse BEFORE INSERT ON {name} BEGIN SELECT RAISE(ABORT, 'disk full'); END")
        try:
            yield
        finally:
            if connection.vendor == "postgresql":
                execute("DROP FUNCTION refuse CASCADE")
            else:
                execute("DROP TRIGGER refuse")


@contextmanager
def gone(name: str) -> Iterator[None]:
    """A table of the database is not where it should be, so that not even reading works."""
    with _other() as execute:
        execute(f"ALTER TABLE {name} RENAME TO elsewhere")
        try:
            yield
        finally:
            execute(f"ALTER TABLE elsewhere RENAME TO {name}")


@contextmanager
def locked() -> Iterator[None]:
    """Somebody else writes and does not come to an end (QUA-2.15)."""
    with _other() as execute:
        if connection.vendor == "postgresql":
            execute("BEGIN")
            execute("LOCK TABLE tables_table IN EXCLUSIVE MODE")
        else:
            execute("BEGIN IMMEDIATE")
        try:
            yield
        finally:
            execute("ROLLBACK")


@contextmanager
def impatience() -> Iterator[None]:
    """The writer waits for a lock much shorter than usual, and does not try again."""
    writer.close()
    with patch.multiple(writer, LOCK_WAIT=0.02, PAUSES=()):
        yield
    writer.close()
