"""Pages of the leaderboards (RNK-3). Thin: reads go through `selectors`."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.models import User
from games.engine import registry
from games.tables import profile as profiles
from games.tables import selectors as tables
from leaderboards.ratings import boards, careers, columns, exports, selectors, snapshots
from leaderboards.ratings.boards import BOTS, Board
from leaderboards.ratings.links import game_links, kind_links, past_seasons, sort_links, span_links
from leaderboards.ratings.models import LEAST_GAMES, Rating, Season
from leaderboards.ratings.rows import Rows
from leaderboards.ratings.selectors import Line, Own, Page
from leaderboards.ratings.slots import site

SORTS = {"partien": "games", "siegquote": "win_rate", "laufbahn": "career"}
"""What a list is sorted by, by the word in the address."""

MOST_PLACE = 10**7


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """The first list there is."""
    pool = next(boards.pools(), None)
    if pool is None:
        raise Http404
    return _board(request, boards.usual(pool))


@require_safe
def pool(request: HttpRequest, pool: str, word: str = "") -> HttpResponse:
    """A list of a pool: the one that is asked for, or the one of the season."""
    return _board(request, _find(request, pool, word))


@require_safe
def as_csv(request: HttpRequest, pool: str, word: str) -> HttpResponse:
    """The rows of the page as a table to take along."""
    lines, names = _view(request, _find(request, pool, word))
    response = HttpResponse(exports.as_csv(lines, names), content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{pool}-{word}.csv"'
    return response


@require_safe
def as_json(request: HttpRequest, pool: str, word: str) -> HttpResponse:
    """The same for programs."""
    lines, names = _view(request, _find(request, pool, word))
    return JsonResponse(
        {"pool": pool, "list": word, "rows": exports.rows(lines, names)}, json_dumps_params={"ensure_ascii": False}
    )


@require_safe
def career(request: HttpRequest, game: str) -> HttpResponse:
    """What everybody has gathered in a game over the years (RNK-3.1)."""
    if game not in registry.slugs():
        raise Http404
    page = careers.page(game, request.GET.get("nach", ""))
    user = request.user
    own = careers.own(game, user) if isinstance(user, User) else None
    context = {"game": game, "page": page, "own": own, "counter": boards.career_name(game), "least": LEAST_GAMES}
    return render(request, "ratings/career.html", context | _frame(game))


@require_safe
def medals(request: HttpRequest) -> HttpResponse:
    """Who has won most tournaments (RNK-3.1)."""
    return render(request, "ratings/medals.html", {"medals": site.medals(), **_frame("")})


@require_POST
def choose_columns(request: HttpRequest) -> HttpResponse:
    """Which columns somebody wants to see from now on."""
    columns.choose(request, request.POST.getlist("spalte"))
    back = request.POST.get("zurueck", "")
    if not url_has_allowed_host_and_scheme(back, allowed_hosts=None) or not back.startswith("/"):
        back = reverse("ratings:index")
    return redirect(back)


# --- one list ----------------------------------------------------------------------------------------------------------------


def _find(request: HttpRequest, pool: str, word: str) -> Board:
    """Raises `Http404`."""
    if not word and boards.exists(pool):
        return boards.usual(pool)
    board = boards.find(pool, word, request.user)
    if board is None:
        raise Http404
    return board


def _asked(request: HttpRequest) -> dict[str, str]:
    """What the address asks for beyond the list; without what breaks databases."""
    names = ("sortierung", "nach", "vor", "platz", "um", "suche")
    return {name: request.GET.get(name, "").replace("\0", "")[:200] for name in names}


def _page(request: HttpRequest, board: Board, own: Own | None) -> Page:
    """The part of a list that is asked for; whatever means nothing there is as if it were not there."""
    asked = _asked(request)
    if asked["suche"].strip():
        lines = selectors.search(board, asked["suche"])
        return Page(lines, 0, len(lines))
    if asked["um"] and (middle := own.line.rating if asked["um"] == "mich" and own else _named(board, asked["um"])):
        return selectors.around(board, middle)
    sort = SORTS.get(asked["sortierung"], selectors.USUAL)
    start = 0
    if asked["platz"].isdecimal() and asked["platz"].isascii():
        start = (min(max(1, int(asked["platz"][:9])), MOST_PLACE) - 1) // selectors.PAGE * selectors.PAGE
    return selectors.page(board, sort, after=asked["nach"], before=asked["vor"], start=start)


def _named(board: Board, name: str) -> Rating | None:
    """Somebody in the list, by name; people are found by their account, as no list is in order of names."""
    if board.kind == BOTS:
        return board.rows().filter(sort_name=name.casefold()).first()
    user = profiles.find(name)
    return None if user is None else board.rows().select_related("user").filter(user=user).first()


def _view(request: HttpRequest, board: Board) -> tuple[list[Line], tuple[str, ...]]:
    """Rows and columns as the page shows them."""
    if (season := _frozen(board)) is not None:
        return snapshots.page(season, board.pool, request.GET.get("nach", "")).lines, ("record", "games", "win_rate")
    own = selectors.own(board, request.user) if boards.has_account(request.user) else None
    return _page(request, board, own).lines, columns.chosen(request)


def _frozen(board: Board) -> Season | None:
    """The season, if the list is what was written down at its end (RNK-2.9)."""
    return Season.objects.filter(pk=board.season, frozen_at__isnull=False).first() if board.season else None


def _frame(game: str, board: Board | None = None) -> dict[str, Any]:
    """What leads from one list to another."""
    return {
        "games": game_links(game, board),
        "game_name": tables.name(game) if game else "",
        "has_medals": site.any_medals(),
        "search_name": "suche",
    }


def _board(request: HttpRequest, board: Board) -> HttpResponse:
    """The page of a list."""
    asked = _asked(request)
    season = Season.objects.filter(pk=board.season).first() if board.season else None
    frozen = season if season is not None and season.frozen_at is not None else None
    mine = boards.has_account(request.user)
    own = selectors.own(board, request.user) if mine and board.kind != BOTS else None
    if frozen is not None:
        page = snapshots.page(frozen, board.pool, asked["nach"])
        shown: tuple[str, ...] = ("games", "record", "win_rate")
    else:
        page, shown = _page(request, board, own), columns.chosen(request)
    searched = asked["suche"].strip()
    sort = SORTS.get(asked["sortierung"], selectors.USUAL) if not (searched or asked["um"] or frozen) else selectors.USUAL
    here = reverse("ratings:list", args=[board.pool, board.word])
    title = ", ".join([boards.pool_name(board.pool), *(_name_of(board, season))])
    seasons = boards.seasons() if board.kind != BOTS else []
    rows = Rows(board, shown, own.line.rating if own else None)
    context = _frame(board.game, board) | {
        "board": board,
        "title": title,
        "page": page,
        "own": own,
        "own_is_shown": own is not None and any(line.rating.pk == own.line.rating.pk for line in page.lines),
        "own_missing": max(0, LEAST_GAMES - own.line.rating.games) if own else 0,
        "least": LEAST_GAMES,
        "season": season,
        "frozen": frozen,
        "kinds": kind_links(board),
        "spans": span_links(board, seasons, mine=mine),
        "past": past_seasons(board, seasons),
        "columns": shown,
        "labels": columns.labels(board),
        "choices": columns.all_columns(board, shown),
        "sort": sort,
        "sorts": {} if searched or asked["um"] or frozen else sort_links(board, sort, SORTS),
        "words": asked["suche"],
        "searched": searched,
        "here": here,
        "full_path": request.get_full_path(),
        "query": urlencode({name: value for name, value in asked.items() if value}),
        "sort_word": asked["sortierung"] if sort != selectors.USUAL else "",
        "live": "" if searched or page.gap is not None or frozen or asked["um"] else _live(board, page, sort),
        "written": [rows.html(line) for line in page.lines],
        "blank": rows.blank,
        "bots_url": reverse("ratings:list", args=[f"{board.game}.{BOTS}", boards.WORDS[boards.ALL]]),
        "career_url": reverse("ratings:career", args=[board.game]),
        "counter": boards.career_name(board.game),
    }
    return render(request, "ratings/board.html", context)


def _name_of(board: Board, season: Season | None) -> list[str]:
    """Which list of the pool it is, for headings."""
    if season is not None:
        return [season.name]
    return {boards.ACTIVE: [_("letzte 30 Tage")], boards.FOLLOWED: [_("Gefolgte")]}.get(board.span, [_("ewig")])


def _live(board: Board, page: Page, sort: str) -> str:
    """Where news of this page come from; empty for one of which nobody knows where it begins."""
    if page.first is None:
        return ""
    asked = {"ab": str(page.first), "sortierung": sort}
    return f"/ws/v1/leaderboards/{board.pool}/{board.word}?{urlencode(asked)}"
