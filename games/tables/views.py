"""Pages of the tables: home, opening, joining, playing. Thin: reads through selectors, writes through `service`."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import following
from accounts.guests import ensure_player
from accounts.models import User
from games import texts
from games.decks import validity
from games.engine import registry
from games.engine.errors import EngineError
from games.engine.registry import UnknownName
from games.tables import access, account_pages, joining, lobby_lines, qr, reports, selectors, service, slots
from games.tables import profile as profiles
from games.tables.codes import ERRORS, Refusal
from games.tables.filters import Filter
from games.tables.forms import TableForm
from games.tables.models import Table
from games.tables.reports import ReportForm

MOST_ON_HOME = 4
"""Open tables, and tables to watch, on the home page."""

OPENED = "opened"
"""In the session: what somebody chose when they last opened a table, by game (UX-3)."""


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """What this is, and one click to a first game."""
    user = request.user if isinstance(request.user, User) else None
    mine = selectors.my_tables(user) if user else []
    about = {"games": selectors.games(), "my_tables": mine, "turns": sum(line.your_turn for line in mine), "most": MOST_ON_HOME}
    about |= {"first": slots.site.home(user), "going_on": slots.site.going_on(user)}
    about["notices"] = validity.unread(user, get_language() or "de") if user and not user.is_guest else []
    return render(request, "home.html", lobby_lines.context(request, Filter()) | about)


@require_http_methods(["GET", "HEAD", "POST"])
def play_now(request: HttpRequest, game: str = "") -> HttpResponse:
    """A guest if need be, a table with a bot, and off. Whoever types the address comes to the button."""
    slug = known(game).meta.slug
    if request.method != "POST":
        return redirect("tables:home")
    return redirect(service.play_now(ensure_player(request), slug))


@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest, game: str = "") -> HttpResponse:
    """Open a table for friends: options, then the link to share."""
    meta = known(game).meta
    slug = meta.slug
    sent = request.POST if request.method == "POST" else None
    user = request.user if isinstance(request.user, User) else None
    opened: dict[str, Any] = request.session.get(OPENED, {})
    first = {"seats": meta.seats[0], "preset": meta.beginner}
    form = TableForm(
        meta,
        sent,
        initial=first | opened.get(slug, {}),
        why_not_open=joining.why_not_open(user),
        why_not_rated=joining.why_not_rated(user),
    )
    if form.is_valid():
        data = form.cleaned_data
        made = service.open_table(
            ensure_player(request),
            slug,
            data["options"],
            data["seats"],
            data["pace"],
            data["open_to"],
            rated=data["rated"],
            series=data["series"],
        )
        request.session[OPENED] = opened | {slug: form.chosen}
        return redirect(made)
    context = {"form": form, "game": slug, "game_name": selectors.name(slug), "games": selectors.games()}
    context |= {"keep_url": account_pages.keep(), "why_not_open": form.why_not_open_text}
    return render(request, "tables/new.html", context, status=400 if form.errors else 200)


@require_safe
def table(request: HttpRequest, table_id: str) -> HttpResponse:
    """The table: the waiting room while it is open, then the board."""
    row = get_object_or_404(Table, pk=table_id)
    user = request.user if isinstance(request.user, User) else None
    viewer = access.viewer_for(user, row)
    context = selectors.table_page(row, viewer, user)
    if viewer is None and row.is_held_back:
        return render(request, "tables/held_back.html", context, status=403)
    if row.status == Table.Status.OPEN:
        if viewer is not None:  # the invitation is for those who sit here to pass on, not for whoever knows the address
            link = request.build_absolute_uri(reverse("tables:join", args=[row.pk, row.invite]))
            context |= {"invite_url": link, "qr": qr.code(link)}
        elif reason := joining.why_not(user, row):
            context |= {"why": access.speaker(row.game, get_language() or "de", []).say(reason), "keep_url": account_pages.keep()}
        return render(request, "tables/waiting.html", context)
    never_begun = row.status == Table.Status.CLOSED and row.started_at is None
    return render(request, "tables/closed.html" if never_begun else "tables/table.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest, table_id: str, invite: str) -> HttpResponse:
    """The invitation: what is played with whom, and one button."""
    row = get_object_or_404(Table, pk=table_id, invite=invite)
    user = request.user if isinstance(request.user, User) else None
    if access.viewer_for(user, row) is not None:
        return redirect(row)
    if request.method == "POST":
        return done(request, row, partial(_sit, request, row, invite))
    return render(request, "tables/join.html", selectors.table_page(row, None, user))


@require_POST
def fill(request: HttpRequest, table_id: str) -> HttpResponse:
    """The owner lets bots take the free seats."""
    row = get_object_or_404(Table, pk=table_id)
    user = request.user
    if not isinstance(user, User):
        raise Http404
    return done(request, row, partial(service.fill_with_bots, user, row))


@require_POST
def deck(request: HttpRequest, table_id: str) -> HttpResponse:
    """Somebody at a table that waits plays with another deck."""
    row = get_object_or_404(Table, pk=table_id)
    user = request.user
    if not isinstance(user, User):
        raise Http404
    return done(request, row, partial(service.choose_deck, user, row, request.POST.get("deck", "")))


@require_POST
def first(request: HttpRequest, table_id: str) -> HttpResponse:
    """Somebody at a table that waits says who is to begin."""
    row = get_object_or_404(Table, pk=table_id)
    user = request.user
    if not isinstance(user, User):
        raise Http404
    return done(request, row, partial(service.name_first, user, row, request.POST.get("first", "")))


@require_safe
def profile(request: HttpRequest, name: str) -> HttpResponse:
    """Somebody who keeps an account: public, at one address for all spellings of the name."""
    user = profiles.find(name)
    if user is None:
        raise Http404
    if name != user.username:
        return redirect("tables:profile", user.username)
    own = user == request.user
    sections = slots.site.profile(user, request.user, request.GET)
    replaced = frozenset[str]().union(*(section.replaces for section in sections))
    hides = [] if own else user.profile_hides
    context = {"profile": profiles.profile(user), "own": own, "sections": sections, "replaced": replaced, "hides": hides}
    context |= {"may_follow": following.may_follow(request.user, user), "follows": following.follows(request.user, user)}
    context["notices"] = validity.unread(user, get_language() or "de") if own else []
    return render(request, "tables/profile.html", context)


@require_POST
def report(request: HttpRequest, table_id: str, line: int) -> HttpResponse:
    """A line of the chat is reported to staff; the answer says in words what came of it."""
    row = get_object_or_404(Table, pk=table_id)
    speaker = access.speaker(row.game, get_language() or "de", [])
    user = request.user if isinstance(request.user, User) else None
    try:
        _report, new = reports.report(user, row, line, ReportForm(request.POST))
    except Refusal as error:
        return JsonResponse({"detail": speaker.say(error.text)}, status=ERRORS[error.code][0])
    said = speaker.fill("ui.reported" if new else "ui.reported_before", {})
    return JsonResponse({"detail": said}, status=201 if new else 200)


@require_safe
def catalogue(request: HttpRequest, language: str, game: str, digest: str) -> HttpResponse:
    """All texts of a game's tables in one language, cacheable for ever: the address names the content (PRO-5.8)."""
    if language not in ("de", "en"):
        raise Http404
    known(game)
    current, data = texts.catalogue_file(game, language)
    if digest != current:
        raise Http404
    response = HttpResponse(data, content_type="application/json")
    response["Cache-Control"] = "public, max-age=31536000, immutable"
    response["Content-Language"] = language
    return response


def known(game: str) -> type[Any]:
    """The game of this name; where none is named, the first one there is (UX-2)."""
    try:
        return registry.game(game or next(iter(registry.slugs()), ""))
    except UnknownName as error:
        raise Http404(str(error)) from None


def _sit(request: HttpRequest, row: Table, invite: str) -> None:
    """Take a seat; nobody becomes a guest for a table that is full."""
    service.free_seats(row)
    service.sit(ensure_player(request), row, invite, request.POST.get("deck", ""), request.POST.get("first", ""))


def done(request: HttpRequest, row: Table, act: Callable[[], Any]) -> HttpResponse:
    """Do something with a table, then show it; if it was refused, with the reason."""
    made: Any = None
    try:
        made = act()
    except EngineError as error:
        speaker = access.speaker(row.game, get_language() or "de", [])
        messages.error(request, speaker.say(error.text))
    return redirect(made if isinstance(made, Table) else row)
