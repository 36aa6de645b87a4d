"""What rooms beside this one say of tables, and put into lists and profiles. An empty slot says and shows nothing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from accounts.models import User
from games.tables.models import Table


@dataclass(frozen=True)
class TournamentGame:
    """A table as a game of a tournament."""

    match: str
    """As kept with the result (`ResultRecord.tournament_match`)."""
    widened: bool = False
    """Whether the tournament lets its options count, although they are in no rated set (RNK-1.7)."""


@dataclass(frozen=True)
class Medals:
    """Somebody's medals of tournaments (RNK-3.1)."""

    user: User
    gold: int
    silver: int
    bronze: int


@dataclass(frozen=True)
class Entered:
    """A tournament somebody has played in (RNK-3.6)."""

    name: str
    url: str
    game: str
    """The slug."""
    place: int | None
    """None as long as it goes on."""
    of: int
    at: datetime | None


def _none(table: Table) -> TournamentGame | None:
    return None


def _no_medals() -> Sequence[Medals]:
    return ()


def _none_at_all() -> bool:
    return False


def _no_tournaments(user: User) -> Sequence[Entered]:
    return ()


@dataclass
class Slots:
    """What is asked of tournaments."""

    tournament: Callable[[Table], TournamentGame | None] = _none
    """The game of a tournament that a table is; None if it is none."""
    medals: Callable[[], Sequence[Medals]] = _no_medals
    """Everybody who has any and may be shown (`visibility`), whoever has most gold first, then silver, then bronze."""
    any_medals: Callable[[], bool] = _none_at_all
    """Whether there are any: that is asked for every page of a list."""
    tournaments: Callable[[User], Sequence[Entered]] = _no_tournaments
    """All that somebody has played in, the latest first."""


site = Slots()
