"""What is in the lobby: tables that wait for players and tables to watch, as everybody may know them (UX-3)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Literal, cast

from django.db.models import Prefetch, QuerySet
from django.utils import timezone, translation
from django.utils.translation import gettext, ngettext

from games.tables import selectors, shapes
from games.tables.models import Seat, Table
from games.tables.show import FORMAT
from games.texts import Speaker

MOST_OPEN = 100
MOST_RUNNING = 60
"""Tables shown at once, the newest first."""

WAITS = {Table.Mode.TURN: timedelta(days=14)}
WAITS_LIVE = timedelta(hours=12)
"""For how long a table is shown to others while it waits: whoever opened it may have left long ago."""


@dataclass(frozen=True)
class Entry:
    """A table in the lobby, without words: comparing two of them tells whether it has changed."""

    table: Table
    seats: tuple[tuple[int, str, str], ...]
    """Number, name and kind of whoever sits there."""

    @property
    def state(self) -> tuple[Any, ...]:
        """All of it that can change."""
        return self.table.status, self.table.open_to, self.seats

    def worded(self, language: str) -> shapes.LobbyTable:
        """In words."""
        table = self.table
        with translation.override(language):
            speaker = Speaker(table.game, language)
            people = ngettext("%(count)d Person", "%(count)d Personen", table.seat_count) % {"count": table.seat_count}
            taken = {"taken": len(self.seats), "count": table.seat_count}
            options = [f"{label}: {value}" for label, value in selectors.options_in_words(table, speaker)]
            return shapes.LobbyTable(
                id=table.pk,
                game=table.game,
                name=selectors.name(table.game),
                status=cast(Literal["open", "running"], table.status),
                open_to=cast(Literal["accounts", "anybody"], table.open_to),
                mode=cast(Literal["untimed", "live", "turn"], table.mode),
                seat_count=table.seat_count,
                seats=[
                    shapes.SeatRow(seat=number, name=name, kind=cast(Literal["user", "guest", "bot"], kind))
                    for number, name, kind in self.seats
                ],
                taken=ngettext(
                    "%(taken)d von %(count)d Platz besetzt", "%(taken)d von %(count)d Plätzen besetzt", table.seat_count
                )
                % taken,
                tags=[people, selectors.pace_in_words(table.pace), *self._rated(speaker), *options],
                since=since(table).astimezone(UTC).strftime(FORMAT),
            )

    def _rated(self, speaker: Speaker) -> list[str]:
        """Whether its result counts, as far as everybody sees: nobody's results with bots and guests do (RNK-1.7)."""
        if not self.table.rated:
            return []
        return [speaker.fill("ui.rated" if all(kind == "user" for _, _, kind in self.seats) else "ui.not_rated", {})]


def entries() -> dict[str, Entry]:
    """All tables in the lobby by id: those that wait, then those to watch, each the newest first."""
    listed = Table.objects.exclude(open_to=Table.OpenTo.INVITED)
    now = timezone.now()
    waiting = [
        entry
        for entry in _read(listed.filter(status=Table.Status.OPEN).order_by("-created_at"), MOST_OPEN)
        if now - entry.table.created_at < WAITS.get(Table.Mode(entry.table.mode), WAITS_LIVE)
    ]
    running = _read(listed.filter(status=Table.Status.RUNNING).order_by("-started_at"), MOST_RUNNING)
    return {entry.table.pk: entry for entry in [*waiting, *running]}


def counts(found: dict[str, Entry], language: str) -> shapes.LobbyCounts:
    """How many they are."""
    waiting = sum(entry.table.status == Table.Status.OPEN for entry in found.values())
    running = len(found) - waiting
    with translation.override(language):
        texts = (
            ngettext("%(count)d Tisch sucht noch Leute.", "%(count)d Tische suchen noch Leute.", waiting) % {"count": waiting}
            if waiting
            else gettext("Gerade sucht kein Tisch Leute."),
            ngettext("%(count)d läuft gerade.", "%(count)d laufen gerade.", running) % {"count": running}
            if running
            else gettext("Gerade läuft keiner."),
        )
    return shapes.LobbyCounts(open=waiting, running=running, text=" ".join(texts))


def _read(tables: QuerySet[Table], most: int) -> list[Entry]:
    seats = Prefetch("seats", Seat.objects.select_related("user").order_by("number"))
    return [Entry(table, tuple(_seated(seat) for seat in table.seats.all())) for table in tables.prefetch_related(seats)[:most]]


def _seated(seat: Seat) -> tuple[int, str, str]:
    kind = "bot" if seat.bot else "guest" if seat.user is not None and seat.user.is_guest else "user"
    return seat.number, seat.name, kind


def since(table: Table) -> datetime:
    """When it was opened, or has begun."""
    return table.started_at if table.status == Table.Status.RUNNING and table.started_at else table.created_at
