"""Where somebody is waited for, on every page: how many tables (UX-3), and what rooms above call them to (UX-9.1)."""

from __future__ import annotations

from django import template

from accounts.models import User
from games.tables import slots
from games.tables.models import Seat, Table

register = template.Library()


@register.simple_tag
def my_turns(user: object) -> int:
    """The number of tables at which it is this user's turn, as everybody there may know."""
    if not isinstance(user, User):
        return 0
    seats = Seat.objects.filter(user=user, bot="", table__status=Table.Status.RUNNING).values_list("number", "table__waiting")
    return sum(number in waiting for number, waiting in seats)


@register.simple_tag(takes_context=True)
def calls(context: template.Context) -> list[slots.Section]:
    """What is to be shown to whoever looks, if they are called to something."""
    request = context.get("request")
    user = getattr(request, "user", None)
    return slots.site.called(user, request.path) if request is not None and isinstance(user, User) else []
