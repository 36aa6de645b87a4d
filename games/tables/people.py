"""What happens at the tables when somebody is called differently, moves to another account or deletes theirs."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.dispatch import receiver

from accounts.models import User
from accounts.signals import handed_over, leaving, renamed
from games.tables import service
from games.tables.models import ChatLine, Seat, Table


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
