"""What all pages of organisers share: who gets in, what stands around each page, and what is said of a refusal."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.access import with_account
from accounts.models import User
from leaderboards.tournaments import access, views, words
from leaderboards.tournaments.access import Act
from leaderboards.tournaments.models import Stage, Tournament
from leaderboards.tournaments.refusals import Refused

View = Callable[..., HttpResponse]

FORBIDDEN = ("wrong_role", "own_match", "second_factor", "guest")
MISSING = ("no_such_match", "no_such_entrant", "no_such_announcement", "unknown_match")
CONFLICT = ("stale", "locked", "begun", "not_begun", "over", "not_running", "round_open", "no_such_move", "called_already")


def user_of(request: HttpRequest) -> User:
    """Whoever asks; pages of organisers are for accounts alone."""
    if not isinstance(request.user, User):
        raise PermissionDenied
    return request.user


def desk(act: Act) -> Callable[[View], Callable[..., Any]]:
    """A page for those who may do this at a tournament; others are told so, or that there is no such tournament."""

    def decorate(view: View) -> Callable[..., Any]:
        @wraps(view)
        def looked_at(request: HttpRequest, event: str, **more: Any) -> HttpResponse:
            row = views.find(request, event)
            if not access.may(user_of(request), row, act):
                raise PermissionDenied
            return view(request, row, **more)

        return with_account(looked_at)

    return decorate


def show(request: HttpRequest, row: Tournament, page: str, context: Mapping[str, Any], status: int = 200) -> HttpResponse:
    """A page inside the frame, with the way to the others."""
    around = {**views.frame(request, row, "leitung"), "rooms": _rooms(row, user_of(request), page), "room": page}
    return render(request, f"tournaments/desk/{page}.html", around | dict(context), status=status)


def status_of(refused: Refused) -> int:
    """What a refusal is answered with."""
    if refused.code in FORBIDDEN:
        return 403
    if refused.code in MISSING:
        return 404
    return 409 if refused.code in CONFLICT else 400


def blocked(stage: Stage | None) -> str:
    """Why no further round of a stage has been made, if that is so."""
    code = stage.settings.get("blocked") if stage is not None and stage.state == Stage.State.RUNNING else None
    return words.sentence(Refused(code, names="?")) if code else ""


def seen(*values: Any) -> str:
    """A short mark of what somebody has looked at: another one means that it has changed since."""
    return hashlib.sha256(repr(values).encode()).hexdigest()[:16]


def unchanged(mark: str, now: str) -> None:
    """Two organisers at once: whoever has looked at something older is told. Raises `Refused` (`stale`)."""
    if mark != now:
        raise Refused("stale")


def _rooms(row: Tournament, user: User, current: str) -> list[dict[str, Any]]:
    """The pages there are for this role, as links."""
    pages: list[tuple[str, str, Act]] = [
        ("overview", _("Ablauf"), "messages"),
        ("settings", _("Einstellungen"), "settings"),
        ("entrants", _("Teilnehmende"), "entrants"),
        ("seeds", _("Setzliste"), "entrants"),
        ("matches", _("Begegnungen"), "results"),
        ("rounds", _("Runden"), "pairing"),
        ("announcements", _("Ansagen"), "messages"),
        ("people", _("Aufgaben"), "life"),
        ("log", _("Protokoll"), "messages"),
    ]
    begun = {"matches", "rounds"}
    return [
        {"label": label, "url": reverse(f"tournaments:desk-{page}", args=[row.pk]), "current": page == current}
        for page, label, act in pages
        if access.may(user, row, act) and (row.is_begun or page not in begun)
    ]
