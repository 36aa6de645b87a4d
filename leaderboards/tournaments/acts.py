"""What players do at a tournament: enter, check in, be ready. All goes through the services; a refusal is told in words."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.models import User
from games.tables.models import Seat
from leaderboards.tournaments import calling, entries, lines, sealed, views, words
from leaderboards.tournaments.models import Board, Entrant, Match, Tournament
from leaderboards.tournaments.refusals import Refused

FORBIDDEN = ("guest", "not_invited", "not_in", "wrong_role")
WRONG = ("password", "team_size", "no_such_user", "member_taken", "deck", "line_up", "in_a_team")

Act = Callable[[HttpRequest, Tournament, User], str]
"""Does it, and says where to go then; raises `Refused`."""


def status_of(refused: Refused) -> int:
    """403 for whoever may not, 400 for what was entered, 409 for the rest: now it does not go."""
    return 403 if refused.code in FORBIDDEN else 400 if refused.code in WRONG else 409


def act(do: Act) -> Callable[..., HttpResponse]:
    """A view around an act: only with an account, and with the reason if it is refused."""

    @require_POST
    @wraps(do)
    def view(request: HttpRequest, event: str, match: int | None = None) -> HttpResponse:
        row = views.find(request, event)
        user = views.who(request)
        if user is None:
            return redirect(f"{reverse('account_login')}?next={row.get_absolute_url()}")
        request.asked_match = match  # type: ignore[attr-defined]
        try:
            return redirect(do(request, row, user) or row.get_absolute_url())
        except Refused as refused:
            row.refresh_from_db()
            return views.shown(request, row, words.sentence(refused), status_of(refused))

    return view


def _text(request: HttpRequest, name: str, most: int = 200) -> str:
    return request.POST.get(name, "").replace("\0", "")[:most]


@act
def enter(request: HttpRequest, row: Tournament, user: User) -> str:
    """Take part."""
    members = [name for name in _text(request, "members", 600).replace(",", "\n").splitlines() if name.strip()]
    entrant = entries.enter(
        row.pk,
        user,
        password=_text(request, "password", 128),
        team=_text(request, "team", 60),
        members=members,
        deck=_text(request, "deck", 80),
    )
    told = {
        Entrant.State.ASKED: _("Deine Anmeldung wartet auf die Zusage der Leitung."),
        Entrant.State.WAITING: _("Alle Plätze sind vergeben. Du stehst auf der Warteliste."),
    }
    messages.success(request, told.get(Entrant.State(entrant.state), _("Du bist angemeldet.")))
    return ""


@act
def leave(request: HttpRequest, row: Tournament, user: User) -> str:
    """Take oneself out."""
    entries.leave(row.pk, user)
    messages.success(request, _("Du nimmst nicht mehr teil."))
    return ""


@act
def come_back(request: HttpRequest, row: Tournament, user: User) -> str:
    """Play on after having been away."""
    entries.come_back(row.pk, user)
    messages.success(request, _("Du bist wieder dabei."))
    return ""


@act
def check_in(request: HttpRequest, row: Tournament, user: User) -> str:
    """Be there, or after all not."""
    entries.check_in(row.pk, user, here=request.POST.get("here") != "0")
    return ""


@act
def choose_deck(request: HttpRequest, row: Tournament, user: User) -> str:
    """Another list."""
    entries.choose_deck(row.pk, user, _text(request, "deck", 80))
    messages.success(request, _("Dein Deck ist eingetragen."))
    return ""


@act
def propose_deck(request: HttpRequest, row: Tournament, user: User) -> str:
    """A legal deck from the packs one has opened."""
    deck = sealed.propose(row.pk, user)
    messages.success(request, _("Das vorgeschlagene Deck steht. Du kannst es noch ändern."))
    return reverse("decks:build", args=[row.game, deck.pk])


@act
def keep_pack(request: HttpRequest, row: Tournament, user: User) -> str:
    """One of them comes into the collection."""
    sent = _text(request, "pack", 3)
    sealed.keep(row.pk, user, int(sent) if sent.isascii() and sent.isdecimal() else 0)
    messages.success(request, _("Der Booster ist in deiner Sammlung."))
    return ""


@act
def request_bye(request: HttpRequest, row: Tournament, user: User) -> str:
    """Half a point for not playing."""
    number = entries.request_bye(row.pk, user)
    messages.success(request, _("In Runde %(number)d bist du spielfrei.") % {"number": number})
    return ""


@act
def pause(request: HttpRequest, row: Tournament, user: User) -> str:
    """In an arena: not now, or again."""
    entries.pause(row.pk, user, request.POST.get("pause") == "1")
    return ""


@act
def confirm(request: HttpRequest, row: Tournament, user: User) -> str:
    """Be in a team, or not."""
    entries.confirm_member(row.pk, user, request.POST.get("accept") == "1")
    return ""


@act
def line_up(request: HttpRequest, row: Tournament, user: User) -> str:
    """Who plays on which board: keys of members by board, as chosen."""
    boards = sorted(
        (int(str(board)), int(name.removeprefix("member-")))
        for name, board in request.POST.items()
        if name.startswith("member-") and name.removeprefix("member-").isdecimal() and str(board).isdecimal() and len(name) < 20
    )
    if len({board for board, _member in boards}) != len(boards):
        raise Refused("line_up")
    entries.line_up(row.pk, user, [member for _board, member in boards])
    messages.success(request, _("Die Aufstellung ist eingetragen."))
    return ""


@act
def ready(request: HttpRequest, row: Tournament, user: User) -> str:
    """Be there for a match; when all are, to the table."""
    key: int = request.asked_match  # type: ignore[attr-defined]
    if key >= 2**31:
        raise Refused("no_such_match")
    match = calling.ready(row.pk, user, key)
    match.refresh_from_db()
    if match.state == Match.State.RUNNING:
        for board in lines.boards_of([match]).get(match.pk, []):
            tables = lines.tables_of(board)
            if tables and _sits(board, user):
                return tables[-1].url
    return ""


def _sits(board: Board, user: User) -> bool:
    """Whether somebody plays at a table of this board."""
    tables = [board.table] if board.table else [game.table for game in board.series.games.all()] if board.series else []
    return Seat.objects.filter(table__in=[table.pk for table in tables if table is not None], user=user).exists()
