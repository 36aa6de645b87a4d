"""Several games with the same people, as they are wished for when a table is opened. Rooms above make series of it (`slots`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.engine.errors import Text
from games.engine.game import Game

SEQUELS: dict[str, dict[str, Any]] = {
    "": {},
    "return_match": {"kind": "return_match", "n": 2},
    "best_of_3": {"kind": "best_of", "n": 3},
    "best_of_5": {"kind": "best_of", "n": 5},
    "fixed_2": {"kind": "fixed", "n": 2},
    "fixed_4": {"kind": "fixed", "n": 4},
    "fixed_6": {"kind": "fixed", "n": 6},
}
"""What can be wished for, by the name of the choice."""


def why_not(game: type[Game[Any]], options: Mapping[str, Any], seats: int) -> Text | None:
    """Why there can be no series with these checked options; None if there can."""
    full = dict(options)
    if game.return_match(full) is not None:
        return Text("error.series_twice")
    teams = game.teams(full, seats)
    return None if (len(set(teams)) if teams else seats) == 2 else Text("error.series_sides")
