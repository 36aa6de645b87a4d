"""The two chat rooms of a table (PRO-8.2): who may read and write where, what a line may contain, keeping and finding lines.

- *Players*: those who sit at the table, guests too, while people sit there with whom they could talk: there is no chat with bots
  (UX-4.14). Spectators never see this room, not even afterwards: what is said among players is said to them, and that a game may
  be looked at by everybody when it is over (PRO-8.1) does not change this.
- *Spectators*: who watches. Everybody who watches may read; writing needs a kept account (UX-2). As the board can be talked about
  there, players see it only after the end; then they may write as well.

A line reaches other processes through the database; the channel layer only says that there is one (QUA-4.17).
"""

from __future__ import annotations

import unicodedata
from datetime import UTC, datetime, timedelta
from typing import Any

from channels.db import database_sync_to_async
from django.db import transaction
from django.db.models import Q
from django.utils import timezone, translation
from django.utils.formats import date_format

from accounts.models import User
from games.engine.errors import Text
from games.tables import models
from games.tables.codes import Refusal
from games.tables.messages import Chat
from games.tables.wire import Viewer

LONGEST = 300
"""Characters of a line (PRO-8.2)."""

TAIL = 50
"""Lines of a room that whoever comes is shown."""

PACE_LINES, PACE_SECONDS = 5, timedelta(seconds=10)
"""How fast somebody may write (PRO-7.3)."""

MARKS_IN_A_ROW = 3
"""Combining marks that may follow each other (QUA-3.7)."""

JOINERS = ("\N{ZERO WIDTH JOINER}", "\N{ZERO WIDTH NON-JOINER}")
"""Invisible signs that writing needs: emoji of several parts, Persian."""

INVISIBLE = ("Cc", "Cf", "Cs", "Co", "Cn")
"""Kinds of signs that no line has: control characters, what turns the direction of writing, what has no look."""


def say(user_id: int, table_id: str, message: Chat, language: str) -> tuple[models.ChatLine, bool]:
    """Keep a line, if this user may write it; returns it, and whether the game is over. Raises `Refusal`."""
    with transaction.atomic():
        table = models.Table.objects.filter(pk=table_id).first()
        if table is None:
            raise Refusal("not_found", "error.not_found")
        user = User.objects.filter(pk=user_id, is_active=True).first()
        if user is None:
            raise Refusal("not_authenticated", "error.not_authenticated")
        seats = list(table.seats.all())
        seat = next((seat.number for seat in seats if seat.user_id == user.pk), None)
        _check_room(user, message.room, seat, sum(not seat.bot for seat in seats), is_over(table))
        _check_mute(user, language)
        _check_pace(user)
        text = cleaned(message.text)
        if bool(text) == bool(message.phrase):
            raise Refusal("invalid", "error.chat_empty")
        line = models.ChatLine.objects.create(
            table=table, room=message.room, user=user, seat=seat, name=user.username, text=text, phrase=message.phrase or ""
        )
    return line, is_over(table)


def _check_room(user: User, room: str, seat: Viewer, people: int, over: bool) -> None:
    if room == models.ChatLine.Room.PLAYERS:
        if seat is None:
            raise Refusal("forbidden", "error.chat_players")
        if people < 2:
            raise Refusal("forbidden", "error.chat_bots")
    elif seat is not None and not over:
        raise Refusal("forbidden", "error.chat_spectators")
    elif user.is_guest:
        raise Refusal("forbidden", "error.chat_guest")


def _check_mute(user: User, language: str) -> None:
    """Whoever is muted is told so, with until when: nobody is muted in secret (PRO-8.2)."""
    until = user.muted_until
    if until is None or until <= timezone.now():
        return
    with translation.override(language):
        words = date_format(timezone.localtime(until), "DATETIME_FORMAT")
    raise Refusal("muted", Text("error.muted", {"until": words}), fields={"until": moment(until)})


def _check_pace(user: User) -> None:
    """So many lines in ten seconds from one person (PRO-7.3), over however many sockets, tables and processes."""
    now = timezone.now()
    latest = models.ChatLine.objects.filter(user=user, at__gt=now - PACE_SECONDS).order_by("-at").values_list("at", flat=True)
    times = list(latest[:PACE_LINES])
    if len(times) == PACE_LINES:
        wait = times[-1] + PACE_SECONDS - now
        raise Refusal("rate_limited", "error.rate_limited", max(1, int(wait.total_seconds() * 1000)))


def cleaned(text: str) -> str:
    """The line as it is kept: one line in NFC, without what cannot be seen or turns what stands around it (QUA-3.7).

    Raises `Refusal` if it is too long.
    """
    kept: list[str] = []
    marks = 0
    for sign in unicodedata.normalize("NFC", " ".join(text.split())):
        category = unicodedata.category(sign)
        marks = marks + 1 if category.startswith("M") else 0
        if marks <= MARKS_IN_A_ROW and (category not in INVISIBLE or sign in JOINERS):
            kept.append(sign)
    line = unicodedata.normalize("NFC", " ".join("".join(kept).split()))
    if len(line) > LONGEST:
        raise Refusal("invalid", Text("error.chat_long", {"limit": LONGEST}))
    return line if any(unicodedata.category(sign)[0] not in "MCZ" for sign in line) else ""


def is_over(table: models.Table) -> bool:
    """Whether the rooms are open to each other (PRO-8.2)."""
    return table.status in (models.Table.Status.FINISHED, models.Table.Status.CLOSED)


def hears(viewer: Viewer, room: str, over: bool) -> bool:
    """Whether a viewer is shown what is said in a room."""
    if room == models.ChatLine.Room.PLAYERS:
        return viewer is not None
    return viewer is None or over


def payload(line: models.ChatLine) -> dict[str, Any]:
    """A line as sent. A phrase is a key, which each reader is shown in their own language (UX-4.14)."""
    said = {"phrase": line.phrase} if line.phrase else {"text": line.text}
    by = {} if line.seat is None else {"seat": line.seat}
    return {"id": str(line.pk), "room": line.room, "name": line.name, "at": moment(line.at)} | by | said


def moment(at: datetime) -> str:
    """A time as sent (PRO-1.5)."""
    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


# --- what a process knows of the rooms ---------------------------------------------------------------------------------------


class Rooms:
    """The last lines of both rooms of a table, in memory."""

    def __init__(self, table_id: str) -> None:
        self.table_id = table_id
        self.lines: dict[int, models.ChatLine] = {}
        self.loaded = False

    async def load(self) -> None:
        """Read what was said before, once. Lines that come meanwhile are kept."""
        if not self.loaded:
            for line in await database_sync_to_async(self._tails)():
                self.add(line)
            self.loaded = True

    def _tails(self) -> list[models.ChatLine]:
        lines = models.ChatLine.objects.filter(table_id=self.table_id, removed_at=None).order_by("-pk")
        return [line for room in models.ChatLine.Room for line in lines.filter(room=room)[:TAIL]]

    def add(self, line: models.ChatLine) -> None:
        """One line more; the oldest of its room makes room."""
        self.lines[line.pk] = line
        same = sorted(pk for pk, other in self.lines.items() if other.room == line.room)
        for pk in same[:-TAIL]:
            del self.lines[pk]

    async def news(self, line_id: int) -> tuple[list[models.ChatLine], bool]:
        """What another process has told of, and what came before it unheard; and whether the game is over.

        Lines that were removed are among them.
        """
        last = max(self.lines, default=0) if self.loaded else line_id
        rows, over = await database_sync_to_async(self._read)(line_id, last)
        fresh = [row for row in rows if (row.pk == line_id if row.removed_at else row.pk not in self.lines)]
        for row in fresh:
            if row.removed_at is None:
                self.add(row)
            else:
                self.lines.pop(row.pk, None)
        return fresh, over

    def _read(self, line_id: int, last: int) -> tuple[list[models.ChatLine], bool]:
        rows = models.ChatLine.objects.filter(Q(pk=line_id) | Q(pk__gt=last), table_id=self.table_id).select_related("table")
        lines = list(rows.order_by("pk"))
        return lines, any(is_over(line.table) for line in lines)

    def of(self, room: str) -> list[models.ChatLine]:
        """What was said in a room, oldest first."""
        return [line for _, line in sorted(self.lines.items()) if line.room == room]

    def tail(self, viewer: Viewer, over: bool) -> list[dict[str, Any]]:
        """What a viewer is shown of what was said, oldest first."""
        return [payload(line) for _, line in sorted(self.lines.items()) if hears(viewer, line.room, over)]
