"""The table options of Innovation (INN-2.7)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from games.engine.errors import Problem, Text
from games.engine.meta import Choice, Meta, Preset
from games.engine.meta import Options as TableOptions
from games.engine.ranking import Ranking, by_seats


def check_together(options: TableOptions, seats: int) -> Iterator[Problem]:
    """Two teams need four seats (INN-2.7)."""
    if options["teams"] == "on" and seats != 4:
        yield Problem("teams", Text("option.teams_seats"))


def pool(options: Mapping[str, Any], seats: int) -> str:
    """Duel, three and four, and teams (RNK-2.1)."""
    return "team" if options["teams"] == "on" else by_seats(options, seats)


META = Meta(
    slug="innovation",
    seats=(2, 3, 4),
    rules_version=1,
    minutes=(30, 60),
    handles=False,  # every card is there once: its id tells it apart (PRO-5.9)
    lasting_views=True,
    options=(Choice("edition", ("latest", "first")), Choice("teams", ("off", "on"))),
    presets={
        "basic": Preset(),
        "duel": Preset(seats=2),
        "teams": Preset({"teams": "on"}, seats=4),
        "first": Preset({"edition": "first"}),
    },
    check_together=check_together,
    beginner="duel",
    ranking=Ranking(
        pools=("duel", "multi", "team"),
        pool=pool,
        points="achievements",
        shared_wins=True,
    ),
)
