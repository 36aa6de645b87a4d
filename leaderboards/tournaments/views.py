"""Pages of tournaments for players and spectators (RNK-7.15). Thin: reads go through `selectors`, acts through the services."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from csp.decorators import csp_replace
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from accounts.models import User
from games.engine import registry
from games.tables import selectors as tables
from leaderboards.tournaments import access, charts, mine, planwords, selectors
from leaderboards.tournaments.models import Tournament

MOST_ADDENDS = 40
"""Lines up to which a table has the addends of all its values in it; beyond, those of one line that is asked for."""

MOST_PLACES = 200
"""Lines of a table on one page."""

SCREENS = ("baum", "runden", "tabelle")
"""What the view for a projector goes through."""


def who(request: HttpRequest) -> User | None:
    """Whoever is logged in, guests too."""
    return request.user if isinstance(request.user, User) else None


def find(request: HttpRequest, event: str) -> Tournament:
    """A tournament that is there for whoever asks. Raises `Http404`."""
    row = Tournament.objects.select_related("owner").filter(pk=event).first()
    if row is None or not access.may_see(who(request), row):
        raise Http404
    return row


def frame(request: HttpRequest, row: Tournament, tab: str) -> dict[str, Any]:
    """What `tournaments/event.html` shows around each of its tabs; organisers' pages are tabs too (`leitung`)."""
    user = who(request)
    return {
        "event": selectors.head(row, user),
        "tabs": selectors.tabs(row, user, tab),
        "tab": tab,
        "mine": mine.mine(row, user),
        "socket": f"/ws/v1/tournaments/{row.pk}",
    }


def page(request: HttpRequest, row: Tournament, tab: str, context: dict[str, Any], status: int = 200) -> HttpResponse:
    """A tab of a tournament."""
    return render(request, f"tournaments/{TEMPLATES[tab]}.html", frame(request, row, tab) | context, status=status)


TEMPLATES = {
    "baum": "tree",
    "runden": "rounds",
    "tabelle": "standings",
    "kreuztabelle": "cross",
    "teilnehmende": "entrants",
    "regeln": "rules",
    "ansagen": "announcements",
    "begegnung": "match",
}


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """All tournaments there are, by what can be done with them; of one game, if asked."""
    game = request.GET.get("spiel", "")
    game = game if game in registry.slugs() else ""
    user = who(request)
    context = {
        "lists": selectors.lists(user, game),
        "games": [(slug, tables.name(slug), slug == game) for slug in registry.slugs()],
        "game": game,
        "may_lead": user is not None and not user.is_guest,
    }
    return render(request, "tournaments/index.html", context)


@require_safe
def calls(request: HttpRequest) -> HttpResponse:
    """What whoever looks is called to, for the script of other pages; `hier` is where they are."""
    user = who(request)
    known = user is not None and not user.is_guest
    rows = selectors.calls(selectors.under_way(user), user, request.GET.get("hier", "")) if known and user is not None else []
    return render(request, "tournaments/called.html", {"part": {"rows": rows}})


@require_safe
def tournament(request: HttpRequest, event: str) -> HttpResponse:
    """The page of it that says most at the moment."""
    row = find(request, event)
    return shown(request, row)


def shown(request: HttpRequest, row: Tournament, error: str = "", status: int = 200) -> HttpResponse:
    """The same, also with why something did not go."""
    tab = selectors.first_tab(row)
    return page(request, row, tab, TABS[tab](request, row) | {"error": error, "sent": request.POST}, status)


def _tree(request: HttpRequest, row: Tournament) -> dict[str, Any]:
    found = selectors.tree(row, mine.entry_of(row, who(request)), request.GET.dict())
    as_list = request.GET.get("ansicht") == "liste"
    return {"tree": found, "as_list": as_list, "here": "baum"}


def _rounds(request: HttpRequest, row: Tournament) -> dict[str, Any]:
    return {"round": selectors.round_page(row, mine.entry_of(row, who(request)), request.GET.dict())}


def _standings(request: HttpRequest, row: Tournament) -> dict[str, Any]:
    sections = charts.sections(row, mine.entry_of(row, who(request)))
    asked = request.GET.get("wer", "")
    lines = sum(len(chart.places) for section in sections for chart in section.charts)
    longest = max((len(chart.places) for section in sections for chart in section.charts), default=0)
    pages = max(1, -(-longest // MOST_PLACES))
    page = min(max(1, selectors.number(request.GET.get("seite", "")) or 1), pages)
    for section in sections:
        first = (page - 1) * MOST_PLACES
        section.charts = [replace(chart, places=chart.places[first : first + MOST_PLACES]) for chart in section.charts]
    return {
        "sections": sections,
        "page": page,
        "pages": pages,
        "open_all": lines <= MOST_ADDENDS,
        "asked": int(asked) if asked.isascii() and asked.isdecimal() and len(asked) < 6 else None,
        "several": len(sections) > 1,
    }


def _cross(request: HttpRequest, row: Tournament) -> dict[str, Any]:
    return {"crosses": charts.crosses(row, mine.entry_of(row, who(request)))}


def _entrants(request: HttpRequest, row: Tournament) -> dict[str, Any]:
    found = selectors.entrants(row, request.GET.dict(), who(request))
    return {
        "entrants": found,
        "wanted": request.GET.get("suche", "")[:40],
        "own": mine.entry_of(row, who(request)),
        "rules_url": reverse("tables:game", args=[row.game]),
    }


def _rules(request: HttpRequest, row: Tournament) -> dict[str, Any]:
    return {"parts": planwords.whole(row)}


def _announcements(request: HttpRequest, row: Tournament) -> dict[str, Any]:
    return {"announcements": selectors.announcements(row), "marks": selectors.marks(row)}


TABS = {
    "baum": _tree,
    "runden": _rounds,
    "tabelle": _standings,
    "kreuztabelle": _cross,
    "teilnehmende": _entrants,
    "regeln": _rules,
    "ansagen": _announcements,
}


@require_safe
def tree(request: HttpRequest, event: str) -> HttpResponse:
    """The bracket: a picture, or a list."""
    row = find(request, event)
    return page(request, row, "baum", _tree(request, row))


@require_safe
def rounds(request: HttpRequest, event: str) -> HttpResponse:
    """A round: who meets whom, where, how it ended."""
    row = find(request, event)
    return page(request, row, "runden", _rounds(request, row))


@require_safe
def pairing(request: HttpRequest, event: str, stage: int, number: int) -> HttpResponse:
    """Why these meet in a round of a Swiss (RNK-7.6)."""
    row = find(request, event)
    found = row.stages.filter(number=stage - 1).first()
    if found is None or not found.rounds.filter(number=number).exclude(state="drawn").exists():
        raise Http404
    found.tournament = row
    context = {"reasons": selectors.reasons(row, found, number), "number": number, "stage": stage}
    return render(request, "tournaments/pairing.html", frame(request, row, "runden") | context)


@require_safe
def standings(request: HttpRequest, event: str) -> HttpResponse:
    """Standings with all tie-breaks, each with what it is made of (RNK-7.10)."""
    row = find(request, event)
    return page(request, row, "tabelle", _standings(request, row))


@require_safe
def cross(request: HttpRequest, event: str) -> HttpResponse:
    """Everybody against everybody."""
    row = find(request, event)
    return page(request, row, "kreuztabelle", _cross(request, row))


@require_safe
def entrants(request: HttpRequest, event: str) -> HttpResponse:
    """Who takes part."""
    row = find(request, event)
    return page(request, row, "teilnehmende", _entrants(request, row))


@require_safe
def rules(request: HttpRequest, event: str) -> HttpResponse:
    """What is played, and how, in words."""
    row = find(request, event)
    return page(request, row, "regeln", _rules(request, row))


@require_safe
def announcements(request: HttpRequest, event: str) -> HttpResponse:
    """What organisers have said, and where they have stepped in."""
    row = find(request, event)
    return page(request, row, "ansagen", _announcements(request, row))


@require_safe
def match(request: HttpRequest, event: str, match: int) -> HttpResponse:
    """One match: its sides, its games, where it leads."""
    row = find(request, event)
    found = selectors.match_page(row, match, mine.entry_of(row, who(request))) if match < 2**31 else None
    if found is None:
        raise Http404
    return page(request, row, "begegnung", {"match": found, "with_decks": selectors.may_see_lists(row, who(request))})


@require_safe
def projector(request: HttpRequest, event: str) -> HttpResponse:
    """For a big screen: tree, round and table in turn; loads itself anew."""
    row = find(request, event)
    return render(request, "tournaments/projector.html", _screens(request, row) | {"refresh": True})


@require_safe
@xframe_options_exempt
@csp_replace({"frame-ancestors": ["*"]})  # type: ignore[arg-type]  # (it takes parameters of an address, too)
def embed(request: HttpRequest, event: str) -> HttpResponse:
    """To be put into pages of others: to be read only, and nobody is known there. Public tournaments alone."""
    row = Tournament.objects.select_related("owner").filter(pk=event).exclude(state=Tournament.State.DRAFT).first()
    if row is None or row.access != Tournament.Access.PUBLIC:
        raise Http404
    return render(request, "tournaments/embed.html", _screens(request, row, known=False))


def _screens(request: HttpRequest, row: Tournament, *, known: bool = True) -> dict[str, Any]:
    """What is to be seen of a tournament without doing anything; one of it, if asked."""
    there = [word for word in SCREENS if any(word in tab.url for tab in selectors.tabs(row, None, ""))]
    asked = request.GET.get("bild", "")
    word = asked if asked in there else (there[0] if there else "")
    context = TABS[word](request, row) if word else {}
    following = there[(there.index(word) + 1) % len(there)] if word else ""
    return context | {
        "event": selectors.head(row, who(request) if known else None),
        "shown": word,
        "screens": there,
        "following": following,
        "live_now": selectors.live_now(row),
        "open_all": False,
        "asked": None,
        "tab": word,
    }
