"""The databases of the sites that tests run: a file each on SQLite, one each on the PostgreSQL that the tests use otherwise."""

from __future__ import annotations

import hashlib
import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

SERVER = os.environ.get("DATABASE_URL", "")
POSTGRESQL = SERVER.startswith("postgres")
FILE = "site.sqlite3"
"""What it is called in the folder of a site."""

if POSTGRESQL:
    import psycopg

_made: set[str] = set()


def url(var: Path) -> str:
    """The address of the database of a site, made when it is first asked for."""
    if not POSTGRESQL:
        return f"sqlite:///{var / FILE}"
    name = _name(var)
    if name not in _made:
        _made.add(name)
        _administer(f'CREATE DATABASE "{name}"')
    return urlsplit(SERVER)._replace(path=f"/{name}").geturl()


def copy(var: Path, original: Path) -> None:
    """Make the database of a site as a copy of another one, unless it is there. Nobody may be connected to the other one."""
    if not POSTGRESQL:
        shutil.copy2(original / FILE, var)
    elif (name := _name(var)) not in _made:
        _made.add(name)
        _administer(f'CREATE DATABASE "{name}" TEMPLATE "{_name(original)}"')


def _name(var: Path) -> str:
    """What PostgreSQL calls it."""
    return f"kartenhaus_{hashlib.sha256(str(var).encode()).hexdigest()[:12]}"


def rows(var: Path, query: str, *values: Any) -> list[tuple[Any, ...]]:
    """Ask the database of a site, past the site. Values are marked as `?`."""
    if not POSTGRESQL:
        with closing(sqlite3.connect(var / FILE)) as file:
            return file.execute(query, values).fetchall()
    with psycopg.connect(url(var)) as database:
        found: list[tuple[Any, ...]] = database.execute(query.replace("?", "%s").encode(), values).fetchall()
        return found


def drop_all() -> None:
    """Leave nothing behind."""
    while _made:
        _administer(f'DROP DATABASE "{_made.pop()}" WITH (FORCE)')


def _administer(command: str) -> None:
    with psycopg.connect(urlsplit(SERVER)._replace(path="/postgres").geturl(), autocommit=True) as database:
        database.execute(command.encode())
