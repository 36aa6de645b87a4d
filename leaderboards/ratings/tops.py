"""The top of lists, for pages of other rooms: the home page and the page of a game (UX-3)."""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse

from games.engine import registry
from games.tables import selectors as tables
from games.tables.slots import Section
from leaderboards.ratings import boards, selectors
from leaderboards.ratings.boards import Board
from leaderboards.ratings.selectors import Line

COUNT = 3
COUNT_OF_GAME = 5


@dataclass(frozen=True)
class Top:
    """The first few of a list, and where the rest is."""

    game: str
    name: str
    url: str
    lines: list[Line]


def top(board: Board, count: int) -> Top:
    """Of one list."""
    url = reverse("ratings:list", args=[board.pool, board.word])
    return Top(board.game, boards.pool_name(board.pool), url, selectors.top(board, count))


def of_games(count: int = COUNT) -> list[Top]:
    """Of the first pool of each game in which somebody is listed."""
    found = (top(boards.usual(f"{slug}.{kinds[0]}"), count) for slug in registry.slugs() if (kinds := boards.kinds(slug)))
    return [one for one in found if one.lines]


def of_game(game: str, viewer: object) -> list[Section]:
    """As `games.tables.slots` asks: all pools of a game."""
    tops = [top(boards.usual(f"{game}.{kind}"), COUNT_OF_GAME) for kind in boards.kinds(game)]
    part = {"tops": [one for one in tops if one.lines], "url": tops[0].url if tops else "", "name": tables.name(game)}
    return [Section("ratings/game.html", part, "ratings/tops.css")] if tops else []
