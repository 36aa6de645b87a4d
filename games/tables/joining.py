"""Who may sit down at which table, and open one to others: the reason why not, in one place (UX-2, UX-5.4)."""

from __future__ import annotations

from accounts.models import User
from games.engine.errors import Text
from games.tables.models import Table

ACCOUNTS_ONLY = Text("error.accounts_only")
RATED_GUEST = Text("error.rated_guest")

MOST_LISTED = 5
"""Tables of one user that may wait in the lobby at once."""


def why_not(user: User | None, table: Table) -> Text | None:
    """Why somebody cannot take a free seat of this table without an invitation; None if they can."""
    if not table.is_listed:
        return Text("error.invited_only")
    if table.open_to == Table.OpenTo.ACCOUNTS and (user is None or user.is_guest):
        return ACCOUNTS_ONLY
    return None


def why_not_open(user: User | None) -> Text | None:
    """Why somebody cannot open a table to people they have not invited; None if they can."""
    if user is None or user.is_guest:
        return Text("error.open_guest")
    waiting = Table.objects.filter(owner=user, status=Table.Status.OPEN).exclude(open_to=Table.OpenTo.INVITED).count()
    return Text("error.open_many", {"count": waiting}) if waiting >= MOST_LISTED else None


def why_not_rated(user: User | None) -> Text | None:
    """Why somebody cannot open a table that is rated; None if they can (RNK-1.7)."""
    return RATED_GUEST if user is None or user.is_guest else None
