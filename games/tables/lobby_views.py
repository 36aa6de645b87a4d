"""Pages of the lobby: tables that wait, tables to watch, and sitting down at one."""

from __future__ import annotations

from functools import partial

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.guests import ensure_player
from accounts.models import User
from games.tables import joining, lobby_lines, quick, service
from games.tables.codes import Refusal
from games.tables.filters import Filter
from games.tables.models import Table
from games.tables.views import done, known
from games.texts import speak


@require_safe
def show(request: HttpRequest) -> HttpResponse:
    """The lobby (UX-3)."""
    chosen = Filter.of(request.GET)
    return render(request, "tables/lobby.html", lobby_lines.context(request, chosen))


@require_safe
def watch(request: HttpRequest) -> HttpResponse:
    """Tables to watch."""
    return render(request, "tables/watch.html", lobby_lines.context(request, Filter()))


@require_POST
def quick_match(request: HttpRequest, game: str) -> HttpResponse:
    """Sit down where somebody waits for this game, or wait for somebody oneself; guests are told what they need for that."""
    slug = known(game).meta.slug
    user = request.user
    if not isinstance(user, User):
        return redirect_to_login(reverse("tables:lobby"))
    try:
        return redirect(quick.match(user, slug))
    except Refusal as refusal:
        messages.error(request, speak(refusal.text, get_language() or "de"))
        return redirect("tables:lobby")


@require_POST
def sit(request: HttpRequest, table_id: str) -> HttpResponse:
    """Take a free seat of a table that is open to others; if that cannot be, the table says why (UX-5.4)."""
    row = get_object_or_404(Table, pk=table_id)
    return done(request, row, partial(_sit, request, row))


@require_POST
def get_up(request: HttpRequest, table_id: str) -> HttpResponse:
    """Leave a table that waits; where that cannot be, the table says why."""
    row = get_object_or_404(Table, pk=table_id)
    user = request.user
    if not isinstance(user, User):
        raise Http404
    try:
        still_there = service.get_up(user, row)
    except Refusal as refusal:
        messages.error(request, speak(refusal.text, get_language() or "de"))
        return redirect(row)
    left, closed = _("Dein Platz ist wieder frei."), _("Der Tisch ist geschlossen.")
    messages.success(request, left if still_there else closed)
    return redirect("tables:lobby")


def _sit(request: HttpRequest, row: Table) -> None:
    """Nobody becomes a guest for a table at which they may not sit."""
    service.free_seats(row)
    user = request.user if isinstance(request.user, User) else None
    if user is None and (reason := joining.why_not(user, row)):
        raise Refusal("forbidden", reason)
    service.sit(ensure_player(request), row, deck=request.POST.get("deck", ""), first=request.POST.get("first", ""))
