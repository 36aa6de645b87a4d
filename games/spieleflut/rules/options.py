"""The table options of Spieleflut (SPF-1.5)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from games.engine.errors import Problem, Text
from games.engine.meta import Choice, Meta, Preset
from games.engine.meta import Options as TableOptions
from games.engine.ranking import Ranking

TARGETS = {2: (30, 40), 3: (25, 35), 4: (20, 28)}
"""Reach that ends the game, by number of players: usually, and in the long game (SPF-12.1)."""


class Options(msgspec.Struct, frozen=True):
    """The options of a table in the form the rules use."""

    rang: bool = False
    ereignis: bool = False
    long: bool = False
    pause: bool = True

    @classmethod
    def of(cls, options: TableOptions) -> Options:
        """From checked table options."""
        return cls(**{name: options[name] == "on" for name in ("rang", "ereignis", "long", "pause")})


def pool(options: Mapping[str, Any], seats: int) -> str:
    """Duel, three, and teams (RNK-2.1)."""
    return {2: "duel", 3: "multi"}.get(seats, "team")


def rated(options: Mapping[str, Any], seats: int) -> bool:
    """To the usual targets only (SPF-1.5, RNK-1.7)."""
    return bool(options["long"] == "off")


def check_together(options: TableOptions, seats: int) -> Iterator[Problem]:
    """Who begins can be agreed on in a duel only (RNK-4.3)."""
    if options["starter"] == "agreed" and seats != min(TARGETS):
        yield Problem("starter", Text("option.agreed_seats"))


META = Meta(
    slug="spieleflut",
    seats=(2, 3, 4),
    rules_version=2,
    minutes=(25, 60),
    handles=False,  # every card is there once: its id tells it apart (PRO-5.9)
    lasting_views=True,
    options=(
        Choice("rang", ("off", "on")),
        Choice("ereignis", ("off", "on")),
        Choice("long", ("off", "on")),
        Choice("pause", ("on", "off")),
        Choice("starter", ("coin", "less_experienced", "agreed")),
    ),
    presets={
        "basic": Preset(),
        "ranks": Preset({"rang": "on"}),
        "events": Preset({"ereignis": "on"}),
        "full": Preset({"rang": "on", "ereignis": "on"}),
        "teams": Preset({"rang": "on", "ereignis": "on"}, seats=4),
    },
    check_together=check_together,
    agreed={"starter": "agreed"},
    less_experienced={"starter": "less_experienced"},
    beginner="basic",
    ranking=Ranking(
        pools=("duel", "multi", "team"),
        pool=pool,
        rated=rated,
        points="reach",
        shared_wins=True,
    ),
)
