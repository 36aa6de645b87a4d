"""What rooms above put into the tables: they know tables, no table knows them (RNK, scope). An empty slot answers nothing.

They hear of a table by the signals, and fill in at start-up what tables ask them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.dispatch import Signal

from accounts.models import User
from games.tables.models import Table

begun = Signal()
"""The game at `table` begins. Inside the transaction."""

ended = Signal()
"""The game at the table `table_id` is over, or was closed. After the commit, outside any transaction, and perhaps never: a
process may end in between. Whoever must not miss it looks for themselves now and then."""

match_won = Signal()
"""`user` has won a match of an event in `game`; `key` names it. Told after the commit, perhaps more than once."""


def _no_series(table: Table) -> dict[str, Any]:
    return {}


def _no_changes(table: Table) -> list[dict[str, Any]]:
    return []


def _no_experience(user: User | None, game: str, at: datetime) -> int:
    return 0


def _nothing_against(table: Table, user: User | None) -> list[str]:
    return []


@dataclass(frozen=True)
class Section:
    """A part of a page: a template, what it is rendered with as `part`, and its style sheet."""

    template: str
    part: Mapping[str, Any]
    sheet: str = ""
    replaces: frozenset[str] = frozenset()
    """Parts of the page that it shows better, by name."""


def _no_sections(user: User, viewer: object, asked: Mapping[str, str]) -> list[Section]:
    return []


def _no_game_sections(game: str, viewer: object) -> list[Section]:
    return []


def _no_event(table: Table) -> dict[str, str]:
    return {}


def _nothing_at_home(user: User | None) -> list[Section]:
    return []


def _nobody_called(user: User, address: str) -> list[Section]:
    return []


@dataclass
class Slots:
    """What is asked of rooms above."""

    series: Callable[[Table], dict[str, Any]] = _no_series
    """The series that a table which has begun is a part of, as `shapes.Series`, with the end of a pause in
    table time; empty if it is none."""
    changes: Callable[[Table], list[dict[str, Any]]] = _no_changes
    """What a game that is over has done to the ratings of its seats, each as `shapes.RatingChange`; empty if it was not rated, or
    its result is not yet known."""
    experience: Callable[[User | None, str, datetime], int] = _no_experience
    """How much somebody had played of a game at a time (RNK-4.1); 0 for guests and nobody."""
    unrated: Callable[[Table, User | None], list[str]] = _nothing_against
    """Why a table opened as a rated one would not be, with those who sit there and this user who is looking (RNK-1.7): codes,
    whose words are the texts `unrated.<code>`."""

    profile: Callable[[User, object, Mapping[str, str]], list[Section]] = _no_sections
    """What else the profile of a user shows to whoever looks (UX-3), by what the address asks for. It may replace `results`."""

    game: Callable[[str, object], list[Section]] = _no_game_sections
    """What else the page of a game shows."""

    event: Callable[[Table], dict[str, str]] = _no_event
    """What a table is a game of, beside a series: its `name` and `url`; empty if it is none."""

    home: Callable[[User | None], list[Section]] = _nothing_at_home
    """What else the home page shows to whoever looks, above all (UX-3): where they are waited for."""

    called: Callable[[User, str], list[Section]] = _nobody_called
    """What every page shows of where this user is called to, but for the page of this address, which tells it itself (UX-9.1)."""

    going_on: Callable[[User | None], list[Section]] = _nothing_at_home
    """The same, below: what goes on that can be watched."""


site = Slots()


def tell_ended(table_id: str) -> None:
    """Tell all who want to know; what fails with one of them is logged, and no business of the others."""
    ended.send_robust(Table, table_id=table_id)
