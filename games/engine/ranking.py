"""What a game says of itself to whoever ranks and rates its results (RNK-1 to RNK-4). Within a game nothing of it matters."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from games.engine.match import POINTS

Options = Mapping[str, Any]

DUEL = 2


def by_seats(options: Options, seats: int) -> str:
    """Duels apart from everything else."""
    return "duel" if seats == DUEL else "multi"


def always(options: Options, seats: int) -> bool:
    """Whatever the options are."""
    return True


class Ranking(msgspec.Struct, frozen=True):
    """How results of a game are ranked and rated. The functions take checked options and the number of seats."""

    pools: tuple[str, ...] = ("duel",)
    """What is rated apart, without the name of the game (RNK-2.1)."""
    pool: Callable[[Options, int], str] = by_seats
    """Which of the pools a table belongs to."""
    rated: Callable[[Options, int], bool] = always
    """Whether these options are in the rated set (RNK-1.7)."""
    points: str = POINTS
    """The name in `Outcome.extra` of the own victory points that make experience (RNK-4.1); empty: 1 a win."""
    career: str = ""
    """The name in `Outcome.extra` of what is counted over the years (RNK-3.1); empty: as `points`."""
    shared_wins: bool = False
    """Whether a shared first place is a victory of each rather than a draw (RNK-3.2)."""
    out: str = ""
    """The name in `Outcome.extra` of the part of the game (`Game.part`) in which a seat was knocked out; empty: none is."""
