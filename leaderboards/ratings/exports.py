"""A list as CSV and JSON: the rows and columns that are on the page (RNK-3.4)."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from typing import Any

from leaderboards.ratings.selectors import Line

FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""What programs for tables take for the beginning of a formula (RNK-7.15)."""

FIELDS: dict[str, tuple[str, ...]] = {
    "rank": ("rank",),
    "change": ("change",),
    "name": ("name",),
    "points": ("points", "provisional"),
    "games": ("games",),
    "record": ("wins", "draws", "losses", "firsts", "average_rank"),
    "win_rate": ("win_rate",),
    "streak": ("streak",),
    "career": ("career",),
    "last": ("last",),
}
"""What a column of the page is in a file."""


def row(line: Line) -> dict[str, Any]:
    """All of a row, in plain values; what is not known is left out."""
    rating = line.rating
    known = {
        "rank": line.rank,
        "change": line.change,
        "name": line.name,
        "points": rating.points,
        "provisional": rating.provisional,
        "games": rating.games,
        "wins": rating.wins,
        "draws": rating.draws,
        "losses": rating.losses,
        "firsts": rating.firsts,
        "average_rank": line.average / 100,
        "win_rate": line.win_rate / 10_000,
        "streak": rating.streak,
        "career": rating.career,
        "last": rating.last_at.isoformat(timespec="seconds") if rating.last_at else None,
    }
    return {name: value for name, value in known.items() if value is not None}


def fields(columns: Iterable[str]) -> list[str]:
    """The fields of these columns."""
    return [field for column in ("rank", "name", "points", *columns) for field in FIELDS[column]]


def rows(lines: Iterable[Line], columns: Sequence[str]) -> list[dict[str, Any]]:
    """The rows of a page as plain values."""
    wanted = fields(columns)
    return [{name: value for name, value in row(line).items() if name in wanted} for line in lines]


def as_csv(lines: Iterable[Line], columns: Sequence[str]) -> str:
    """As a table, with names of fields in the first row."""
    out = io.StringIO()
    writer = csv.DictWriter(out, fields(columns), restval="", lineterminator="\r\n")
    writer.writeheader()
    writer.writerows({name: escaped(value) for name, value in one.items()} for one in rows(lines, columns))
    return out.getvalue()


def escaped(value: Any) -> Any:
    """A text that no program takes for a formula; numbers are none."""
    return f"'{value}" if isinstance(value, str) and value.startswith(FORMULA) else value
