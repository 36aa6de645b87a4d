"""What happens at the tables when somebody is called differently, moves to another account or deletes theirs."""

from __future__ import annotations

import contextlib
import uuid
from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from asgiref.sync import async_to_sync
from django.db.models import F
from django.dispatch import receiver

from accounts.models import User
from accounts.signals import exporting, going, handed_over, leaving, renamed
from games.engine.errors import EngineError
from games.tables import live, service
from games.tables.messages import Resign
from games.tables.models import ChatLine, Command, Seat, Table


@receiver(renamed)
def rename(user: User, **_: Any) -> None:
    """A guest who keeps the account is shown by the new name, also at tables that are over (UX-2.5)."""
    Seat.objects.filter(user=user).update(name=user.username)
    _tell(Table.objects.filter(seats__user=user))


@receiver(handed_over)
def hand_over(guest: User, user: User, **_: Any) -> bool:
    """Seats of the guest become the user's, but where the user has one already: there it stays the guest's. Whether one does."""
    own = Seat.objects.filter(user=user).values("table")
    moved = list(Seat.objects.filter(user=guest).exclude(table__in=own))
    for seat in moved:
        seat.user, seat.name = user, user.username
        seat.save(update_fields=["user", "name"])
    Table.objects.filter(owner=guest).update(owner=user)
    ChatLine.objects.filter(user=guest).update(user=user)
    _tell(Table.objects.filter(pk__in=[seat.table_id for seat in moved]))
    return Seat.objects.filter(user=guest).exists()


@receiver(going)
def give_up(user: User, **_: Any) -> None:
    """Running games are given up, seats at tables that wait become free, and tables with nobody else are gone."""
    for seat in Seat.objects.filter(user=user, bot="", table__status__in=[Table.Status.RUNNING, Table.Status.SUSPENDED]):
        resign_seats(seat.table_id, [seat.number])
    leave_waiting(user)


def resign_seats(table_id: str, seats: Iterable[int]) -> None:
    """These give up a game that is on; if it is over or stands still meanwhile, nothing happens."""
    for seat in seats:
        with contextlib.suppress(EngineError):
            async_to_sync(live.table(table_id).resign)(seat, Resign(move_id=uuid.uuid4().hex))


def leave_waiting(user: User) -> None:
    """Seats at tables that wait become free, and tables with nobody else are gone."""
    for seat in Seat.objects.filter(user=user, table__status=Table.Status.OPEN).select_related("table"):
        if seat.table.seats.exclude(pk=seat.pk).exists():
            seat.delete()
            service.tell(seat.table)
        else:
            seat.table.delete()


@receiver(exporting)
def export(user: User, **_: Any) -> dict[str, Any]:
    """The tables somebody sat at with their own moves, and what they said."""
    seats = Seat.objects.filter(user=user).select_related("table").order_by("table__created_at")
    mine = Command.objects.filter(table__seats__user=user, seat=F("table__seats__number")).order_by("version")
    moves: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for move in mine.iterator(2000):
        moves[move.table_id].append({"version": move.version, "act": move.act, "choice": move.choice, "at": move.at})
    lines = ChatLine.objects.filter(user=user).order_by("pk")
    return {
        "tables": [_exported(seat, moves[seat.table_id]) for seat in seats.iterator(500)],
        "chat": [{"table": line.table_id, "at": line.at, "text": line.text, "phrase": line.phrase} for line in lines],
    }


def _exported(seat: Seat, moves: list[dict[str, Any]]) -> dict[str, Any]:
    table = seat.table
    return {
        "id": table.pk,
        "game": table.game,
        "options": table.options,
        "seat": seat.number,
        "deck": seat.deck.get("cards", {}),
        "status": table.status,
        "opened": table.created_at,
        "started": table.started_at,
        "ended": table.ended_at,
        "outcome": table.outcome,
        "moves": moves,
    }


@receiver(leaving)
def leave(user: User, name: str, **_: Any) -> None:
    """Seats keep a name that says nothing, and what was said in the chat is blank (QUA-5)."""
    tables = list(Table.objects.filter(seats__user=user).values_list("pk", flat=True))
    Seat.objects.filter(user=user).update(name=name)
    ChatLine.objects.filter(user=user).update(name=name, text="", phrase="")
    _tell(Table.objects.filter(pk__in=tables))


def _tell(tables: Iterable[Table]) -> None:
    for table in tables:
        service.tell(table)
