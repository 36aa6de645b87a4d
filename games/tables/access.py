"""Who may see and do what at a table: the one place that says (PRO-10.6)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.utils.translation import get_supported_language_variant

from accounts.models import User
from games.tables import ids
from games.tables.models import Seat, Table
from games.tables.wire import Viewer
from games.texts import Speaker


@dataclass(frozen=True)
class Place:
    """Where somebody is at a table."""

    viewer: Viewer
    game: str


def viewer_for(user: User | None, table: Table) -> Viewer:
    """The seat of this user at the table, or None: a spectator, whatever the account (PRO-8.1)."""
    if user is None:
        return None
    return Seat.objects.filter(table=table, user=user).values_list("number", flat=True).first()


def place(user: User | None, table_id: str) -> Place | None:
    """As whom somebody comes to a table; None if there is no such table."""
    table = Table.objects.filter(pk=table_id).first() if ids.is_table_id(table_id) else None
    return None if table is None else Place(viewer_for(user, table), table.game)


def language_of(scope: Mapping[str, Any]) -> str:
    """The language of a socket before its `hello`: the cookie of the site, else the browser's first, else German (UX-10.1)."""
    headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
    wishes = [scope.get("cookies", {}).get(settings.LANGUAGE_COOKIE_NAME, "")]
    wishes += [part.partition(";")[0].strip() for part in headers.get("accept-language", "").split(",")]
    for wish in wishes:
        try:
            return get_supported_language_variant(wish)
        except LookupError:
            continue
    return str(settings.LANGUAGE_CODE)


def speaker(game: str, language: str, names: Sequence[str]) -> Speaker:
    """Who says texts about a table of this game."""
    return Speaker(game, language, names)
