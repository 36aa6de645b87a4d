"""Ways from one list to another."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from games.engine import registry
from games.tables import selectors as tables
from leaderboards.ratings import boards, selectors
from leaderboards.ratings.boards import ACTIVE, ALL, BOTS, FOLLOWED, SEASON, WORDS, Board
from leaderboards.ratings.models import Season


@dataclass(frozen=True)
class Link:
    """A list to go to."""

    label: str
    url: str
    current: bool
    game: str = ""


def game_links(current: str, board: Board | None = None) -> list[Link]:
    """The first pool of each game."""
    return [
        Link(tables.name(slug), reverse("ratings:pool", args=[f"{slug}.{kinds[0]}"]), slug == current, slug)
        for slug in registry.slugs()
        if (kinds := boards.kinds(slug))
    ]


def kind_links(board: Board) -> list[Link]:
    """The pools of the same game, that of its bots last; the list stays of the same kind where it can."""
    word = board.word if board.kind != BOTS else WORDS[ALL]
    found = [
        Link(boards.kind_name(board.game, kind), reverse("ratings:list", args=[f"{board.game}.{kind}", word]), kind == board.kind)
        for kind in boards.kinds(board.game)
    ]
    bots = reverse("ratings:list", args=[f"{board.game}.{BOTS}", WORDS[ALL]])
    return [*found, Link(_("Bots"), bots, board.kind == BOTS)]


def span_links(board: Board, seasons: Sequence[Season], *, mine: bool) -> list[Link]:
    """The lists of the same pool; of those one follows only with an account, of bots there is one."""
    if board.kind == BOTS:
        return []
    now = boards.current(seasons)
    found = []
    if now is not None:
        found.append(Link(now.name, _url(Board(board.pool, SEASON, now.pk)), board.season == now.pk))
    found.append(Link(_("Ewig"), _url(Board(board.pool)), board.span == ALL))
    found.append(Link(_("30 Tage"), _url(Board(board.pool, ACTIVE)), board.span == ACTIVE))
    if mine:
        found.append(Link(_("Gefolgte"), _url(Board(board.pool, FOLLOWED)), board.span == FOLLOWED))
    return found


def past_seasons(board: Board, seasons: Sequence[Season]) -> list[Link]:
    """The lists of seasons that are over."""
    now = boards.current(seasons)
    return [
        Link(season.name, _url(Board(board.pool, SEASON, season.pk)), board.season == season.pk)
        for season in seasons
        if now is None or season.pk != now.pk
    ]


def sort_links(board: Board, sort: str, words: Mapping[str, str]) -> dict[str, Link]:
    """By column, where it can be sorted by."""
    url = _url(board)
    found = {selectors.USUAL: Link("", url, sort == selectors.USUAL)}
    for word, name in words.items():
        found[name] = Link("", f"{url}?sortierung={word}", sort == name)
    return found


def _url(board: Board) -> str:
    return reverse("ratings:list", args=[board.pool, board.word])
