"""How many tables wait for somebody, for the head of every page (UX-3)."""

from __future__ import annotations

from django import template

from accounts.models import User
from games.tables.models import Seat, Table

register = template.Library()


@register.simple_tag
def my_turns(user: object) -> int:
    """The number of tables at which it is this user's turn, as everybody there may know."""
    if not isinstance(user, User):
        return 0
    seats = Seat.objects.filter(user=user, bot="", table__status=Table.Status.RUNNING).values_list("number", "table__waiting")
    return sum(number in waiting for number, waiting in seats)
