"""Lists of tables as pages show them: what whoever looks may do at each, and if not, why (UX-5.4)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language

from accounts.models import User
from games.engine import registry
from games.tables import account_pages, joining, lobby, shapes
from games.tables.filters import Filter
from games.tables.lobby import Entry
from games.tables.models import Table
from games.texts import speak


@dataclass(frozen=True)
class Line:
    """A table in a list, with what this user may do there."""

    row: shapes.LobbyTable
    since: datetime
    mine: bool
    why: str
    """Why this user cannot sit down (UX-5.4)."""
    url: str
    join_url: str

    @property
    def joinable(self) -> bool:
        """Whether this user may sit down."""
        return self.row.status == "open" and not self.mine and not self.why

    @property
    def free(self) -> range:
        """One number for each free seat."""
        return range(self.row.seat_count - len(self.row.seats))


def context(request: HttpRequest, chosen: Filter) -> dict[str, Any]:
    """What lists of tables are rendered from, whichever page they are on."""
    user = request.user if isinstance(request.user, User) else None
    language = get_language() or "de"
    found = lobby.entries()
    lines = [_line(entry, user, language) for entry in found.values()]
    waiting = [line for line in lines if line.row.status == "open" and _fits(line, chosen)]
    return {
        "waiting": waiting,
        "running": [line for line in lines if line.row.status == "running" and _fits(line, chosen)],
        "counts": lobby.counts(found, language),
        "filter": chosen,
        "kind": "anonymous" if user is None else "guest" if user.is_guest else "user",
        "accounts_only": speak(joining.ACCOUNTS_ONLY, language),
        "keep_url": account_pages.keep(),
        "new_url": reverse("tables:new", args=[chosen.game] if chosen.game else []),
        "quick_url": reverse("tables:quick-match", args=[chosen.game or registry.slugs()[0]]),
        "play_url": reverse("tables:play-now", args=[chosen.game] if chosen.game else []),
        "several_games": len(registry.slugs()) > 1,
        "blank": _blank(),
    }


def _line(entry: Entry, user: User | None, language: str) -> Line:
    table = entry.table
    reason = joining.why_not(user, table)
    return Line(
        row=entry.worded(language),
        since=lobby.since(table),
        mine=user is not None and any(seat.user_id == user.pk and not seat.bot for seat in table.seats.all()),
        why=speak(reason, language) if reason and table.status == Table.Status.OPEN else "",
        url=table.get_absolute_url(),
        join_url=reverse("tables:sit", args=[table.pk]),
    )


def _fits(line: Line, chosen: Filter) -> bool:
    row = line.row
    return (
        chosen.game in ("", row.game)
        and chosen.mode in ("", row.mode)
        and (not chosen.free or row.status == "running" or line.joinable or line.mine)
    )


BLANK_ID = "aaaaaaaaaa"
"""Stands for the id in addresses that the browser fills in."""


def _blank() -> Line:
    """The row that the browser makes others from."""
    row = shapes.LobbyTable(
        id=BLANK_ID,
        game="",
        name="",
        status="open",
        open_to="anybody",
        mode="untimed",
        seat_count=1,
        seats=[],
        taken="",
        tags=[],
        since="",
    )
    addresses = [reverse(f"tables:{name}", args=[BLANK_ID]) for name in ("table", "sit")]
    return Line(row, timezone.now(), False, "", *addresses)
