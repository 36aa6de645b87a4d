"""What a profile shows of somebody's games: how many of each and how they ended, and the latest (UX-3)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import F

from accounts import names
from accounts.models import User
from games.tables import selectors
from games.tables.models import Command, Seat, Table

LATEST = 12


@dataclass
class Record:
    """The games somebody has finished of one kind. With more than two players a game that was not won is counted as such."""

    game: str
    name: str
    played: int = 0
    won: int = 0
    shared: int = 0

    @property
    def other(self) -> int:
        """Those that somebody else has won."""
        return self.played - self.won - self.shared


@dataclass(frozen=True)
class Finished:
    """A game that is over."""

    game: str
    game_name: str
    url: str
    others: str
    rank: int
    alone: bool
    of: int
    score: int | None
    ended: datetime | None


@dataclass(frozen=True)
class Profile:
    """Somebody, as everybody may know."""

    user: User
    played: int
    completed: int
    records: list[Record]
    latest: list[Finished]

    @property
    def completed_percent(self) -> int:
        """The share of games that were played to their end."""
        return round(100 * self.completed / self.played) if self.played else 0


def find(name: str) -> User | None:
    """Who keeps an account by this name, however it is written; guests and closed accounts have no profile."""
    if "\0" in name:  # PostgreSQL does not even take the question (QUA-3.3)
        return None
    return User.objects.filter(skeleton=names.skeleton(name), is_guest=False, is_active=True).first()


def profile(user: User) -> Profile:
    """All that the stored tables say of somebody."""
    seats = Seat.objects.filter(user=user, table__status=Table.Status.FINISHED, table__outcome__isnull=False)
    seats = seats.select_related("table").order_by("-table__ended_at")
    left = _left_early(user)
    records: dict[str, Record] = {}
    completed = 0
    for seat in seats.defer("table__options", "table__clocks").iterator(500):
        record = records.setdefault(seat.table.game, Record(seat.table.game, selectors.name(seat.table.game)))
        record.played += 1
        completed += not seat.bot and seat.table_id not in left
        ranks = _outcome(seat)["ranks"]
        if ranks[seat.number] == 1 and not seat.bot:
            alone = ranks.count(1) == 1
            record.won += alone
            record.shared += not alone
    ordered = sorted(records.values(), key=lambda record: -record.played)
    return Profile(user, sum(record.played for record in ordered), completed, ordered, _latest(list(seats[:LATEST])))


def _outcome(seat: Seat) -> dict[str, Any]:
    """How the game of this seat ended."""
    outcome: dict[str, Any] = seat.table.outcome or {}
    return outcome


def _left_early(user: User) -> set[str]:
    """The tables at which this user gave up, or was given up."""
    gone = Command.objects.filter(act="leave", table__seats__user=user, seat=F("table__seats__number"))
    return set(gone.values_list("table_id", flat=True))


def _latest(seats: Iterable[Seat]) -> list[Finished]:
    companions: dict[str, list[str]] = defaultdict(list)
    mine = {seat.table_id: seat for seat in seats}
    for seat in Seat.objects.filter(table__in=list(mine)).order_by("number"):
        if seat.number != mine[seat.table_id].number:
            companions[seat.table_id].append(seat.name)
    return [_finished(seat, companions[seat.table_id]) for seat in seats]


def _finished(seat: Seat, others: list[str]) -> Finished:
    table = seat.table
    ranks, scores = _outcome(seat)["ranks"], _outcome(seat).get("scores")
    rank = ranks[seat.number]
    return Finished(
        table.game,
        selectors.name(table.game),
        table.get_absolute_url(),
        ", ".join(others),
        rank,
        ranks.count(rank) == 1,
        len(ranks),
        scores[seat.number] if scores else None,
        table.ended_at,
    )
