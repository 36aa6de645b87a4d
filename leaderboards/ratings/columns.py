"""The columns of lists (RNK-3.2), and which of them somebody has chosen."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.http import HttpRequest
from django.utils.translation import gettext

from accounts.models import User
from leaderboards.ratings.boards import Board, career_name

NAMES = ("change", "games", "record", "win_rate", "streak", "career", "last")
"""What can be left out; rank, name and points are always there."""

IN_SESSION = "list_columns"
"""Where strangers' choice is kept."""

SORTED_BY = {"points": "points", "games": "games", "win_rate": "win_rate", "career": "career"}
"""What clicking a column sorts by."""


@dataclass(frozen=True)
class Column:
    """A column as it is headed and chosen."""

    name: str
    label: str
    chosen: bool = True


def chosen(request: HttpRequest) -> tuple[str, ...]:
    """The columns that whoever asks wants to see, in their order; without a choice all of them."""
    user = request.user
    kept = user.list_columns if isinstance(user, User) else request.session.get(IN_SESSION, [])
    return tuple(name for name in NAMES if name in kept) if kept else NAMES


def choose(request: HttpRequest, names: Iterable[str]) -> None:
    """Keep a choice; words that mean nothing are left out. Nothing at all is kept as no choice."""
    wanted = set(names)
    kept = [name for name in NAMES if name in wanted]
    user = request.user
    if isinstance(user, User):
        user.list_columns = kept
        user.save(update_fields=["list_columns"])
    else:
        request.session[IN_SESSION] = kept


def labels(board: Board) -> dict[str, str]:
    """What they are headed with."""
    return {
        "rank": gettext("Platz"),
        "change": gettext("Seit gestern"),
        "name": gettext("Name"),
        "points": gettext("Wertung"),
        "games": gettext("Partien"),
        "record": gettext("Erste · Ø Rang") if board.several else gettext("S–U–N"),
        "win_rate": gettext("Siegquote"),
        "streak": gettext("Serie"),
        "career": career_name(board.game),
        "last": gettext("Zuletzt"),
    }


def all_columns(board: Board, names: Iterable[str]) -> list[Column]:
    """Those that can be chosen."""
    wanted, words = set(names), labels(board)
    words["record"] = (
        gettext("Erste Plätze und mittlerer Rang") if board.several else gettext("Siege, Unentschieden, Niederlagen")
    )
    return [Column(name, words[name], name in wanted) for name in NAMES]
