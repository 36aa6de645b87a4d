"""Who may see and do what at a table: the one place that says (PRO-10.6)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from django.conf import settings
from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.utils.crypto import constant_time_compare
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


@dataclass(frozen=True)
class Claim:
    """As whom a user came to a table, to be looked at again (PRO-2.7)."""

    user_id: int
    session: str | None
    """Its key; None for whoever came without one."""
    table_id: str
    viewer: Viewer


def viewer_for(user: User | None, table: Table) -> Viewer:
    """The seat of this user at the table, or None: a spectator, whatever the account (PRO-8.1)."""
    if user is None:
        return None
    return Seat.objects.filter(table=table, user=user).values_list("number", flat=True).first()


def place(user: User | None, table_id: str) -> Place | None:
    """As whom somebody comes to a table; None if there is none, or they may not look on. Reads no more: many may come at once."""
    if not ids.is_table_id(table_id):
        return None
    if user is not None:
        for number, game in Seat.objects.filter(table=table_id, user=user).values_list("number", "table__game").order_by():
            return Place(number, game)
    for game, deal, revealed in Table.objects.filter(pk=table_id).values_list("game", "deal", "revealed").order_by():
        return None if deal and not revealed else Place(None, game)
    return None


def doubt(claim: Claim) -> str | None:
    """Why somebody may not stay where they are, as `farewell` calls it; None if they may (PRO-2.7)."""
    user = User.objects.filter(pk=claim.user_id).first()
    if user is None or (claim.session is not None and not _is_logged_in(claim.session, user)):
        return "session_expired"
    if not user.is_active:
        return "banned"
    seat = Seat.objects.filter(table=claim.table_id, user=user).values_list("number", flat=True).first()
    if seat == claim.viewer:
        return None
    return "seat_lost" if seat is None else "seat_changed"


def _is_logged_in(key: str, user: User) -> bool:
    """Whether the session is there and still this user's: a new password ends it."""
    session = import_module(settings.SESSION_ENGINE).SessionStore(key)
    known, proof = session.get(SESSION_KEY), session.get(HASH_SESSION_KEY, "")
    hashes = [user.get_session_auth_hash(), *user.get_session_auth_fallback_hash()]
    return known == str(user.pk) and any(constant_time_compare(proof, one) for one in hashes)


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
