"""The table options of Online Marketing Generals (OMG-1.2, OMG-4.1, OMG-4.3)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from games.engine.meta import Choice, Meta, Preset
from games.engine.meta import Options as TableOptions
from games.engine.ranking import Ranking

TARGETS = ("50", *(str(target) for target in range(10, 201) if target != 50))

Starter = Literal["coin", "agreed", "less_experienced", "plan"]


class Options(msgspec.Struct, frozen=True):
    """The options of a table in the form the rules use."""

    target: int = 50
    starter: Starter = "coin"
    cut: bool = False

    @classmethod
    def of(cls, options: TableOptions) -> Options:
        """From checked table options."""
        return cls(target=int(options["target"]), starter=options["starter"], cut=options["cut"] == "on")


RATED_TARGET = "50"

POINTS = "success_points"
"""The name of the EP in results."""


def rated(options: Mapping[str, Any], seats: int) -> bool:
    """To 50 (RNK-1.7), with cards one holds (OMG-2.4)."""
    return bool(options["target"] == RATED_TARGET) and options.get("all_cards") != "on"


META = Meta(
    slug="omg",
    seats=(2,),
    rules_version=1,
    minutes=(20, 40),
    lasting_views=True,
    experience=True,
    agreed={"starter": "agreed"},
    options=(
        Choice("target", TARGETS),
        Choice("starter", ("coin", "agreed", "less_experienced", "plan")),
        Choice("cut", ("off", "on")),
        Choice("all_cards", ("off", "on")),
    ),
    presets={
        "normal": Preset({}),
        "short": Preset({"target": "25"}),
        "long": Preset({"target": "80"}),
    },
    beginner="short",
    ranking=Ranking(rated=rated, points="", career=POINTS),
)
