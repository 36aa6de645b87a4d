"""A tournament is made, changed, and read in from a file (RNK-7.1, RNK-7.4)."""

from __future__ import annotations

import json
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.access import with_account
from accounts.models import User
from games.engine import registry
from games.tables import selectors as tables
from leaderboards.tournaments import access, making, words
from leaderboards.tournaments.desk import frame
from leaderboards.tournaments.forms import TournamentForm
from leaderboards.tournaments.holding import held
from leaderboards.tournaments.models import Tournament
from leaderboards.tournaments.refusals import Refused

LARGEST_FILE = 1024 * 1024
"""Bytes of a file that is read in."""


@with_account
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """A new draft: a few questions, the rest behind them."""
    user, game = frame.user_of(request), _game(request)
    can_rate = access.has_second_factor(user)
    form = TournamentForm(registry.game(game).meta, user, request.POST if request.method == "POST" else None, can_rate=can_rate)
    if request.method == "POST" and form.is_valid():
        try:
            row = making.create(user, form.cleaned_data["plan"], form.identity())
        except Refused as refused:
            form.add_error(None, words.sentence(refused))
        else:
            messages.success(request, _("Der Entwurf ist angelegt. Öffne die Anmeldung, wenn alles stimmt."))
            return redirect("tournaments:desk-overview", row.pk)
    return render(request, "tournaments/desk/new.html", _context(form, game, can_rate), status=400 if form.errors else 200)


def _game(request: HttpRequest) -> str:
    """The game that is asked for, or the first one."""
    asked = request.POST.get("game") or request.GET.get("spiel", "")
    slugs = list(registry.slugs())
    return asked if asked in slugs else slugs[0]


def _context(form: TournamentForm, game: str, can_rate: bool) -> dict[str, Any]:
    return {
        "form": form,
        "game": game,
        "games": [
            {"slug": slug, "name": tables.name(slug), "url": f"{reverse('tournaments:new')}?spiel={slug}"}
            for slug in registry.slugs()
        ],
        "can_rate": can_rate,
    }


def page(request: HttpRequest, row: Tournament, error: str = "", status: int = 200) -> HttpResponse:
    """Everything it can be like; once it runs only names and texts can be changed."""
    user = frame.user_of(request)
    can_rate = access.has_second_factor(user)
    meta = registry.game(row.game).meta
    form = TournamentForm(meta, user, request.POST if request.method == "POST" else None, row=row, can_rate=can_rate)
    if request.method == "POST" and not error:
        error, status = _save(request, row, form)
        if not error and not form.errors:
            messages.success(request, _("Gespeichert."))
            return redirect("tournaments:desk-settings", row.pk)
        status = 400 if form.errors else status
    context = _context(form, row.game, can_rate) | {"error": error, "seen": _mark(row)}
    return frame.show(request, row, "settings", context, status)


edit = require_http_methods(["GET", "HEAD", "POST"])(frame.desk("settings")(page))


def _save(request: HttpRequest, row: Tournament, form: TournamentForm) -> tuple[str, int]:
    """Store what was sent, unless somebody else has changed it meanwhile."""
    if not form.is_valid():
        return "", 400
    try:
        with held(row.pk) as now:
            frame.unchanged(request.POST.get("seen", ""), _mark(now))
            making.edit(row.pk, frame.user_of(request), form.cleaned_data.get("plan"), form.identity())
    except Refused as refused:
        return words.sentence(refused), frame.status_of(refused)
    return "", 200


def _mark(row: Tournament) -> str:
    """What the form was made from."""
    return frame.seen(row.plan, *(str(getattr(row, name)) for name in (*making.IDENTITY, "password")))


@with_account
@require_http_methods(["GET", "HEAD", "POST"])
def read_in(request: HttpRequest) -> HttpResponse:
    """A draft from a file that a tournament was written out as."""
    error, status = "", 200
    if request.method == "POST":
        row, error, status = _from_file(request, frame.user_of(request))
        if row is not None:
            messages.success(request, _("Eingelesen, als Entwurf."))
            return redirect("tournaments:desk-settings", row.pk)
    return render(request, "tournaments/desk/read_in.html", {"error": error}, status=status)


def _from_file(request: HttpRequest, user: User) -> tuple[Tournament | None, str, int]:
    file = request.FILES.get("file")
    if file is None:
        return None, _("Wähle eine Datei."), 400
    if (file.size or 0) > LARGEST_FILE:
        return None, _("Die Datei ist zu groß."), 400
    try:
        return making.read_in(user, json.loads(file.read().decode("utf-8-sig"))), "", 200
    except (UnicodeDecodeError, ValueError, RecursionError):
        return None, words.sentence(Refused("import", problem="JSON")), 400
    except Refused as refused:
        return None, words.sentence(refused), frame.status_of(refused)
