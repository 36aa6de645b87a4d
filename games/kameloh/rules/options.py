"""The table options of Ka-Mel-Oh! and what they must obey together (KMO-3)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Literal

import msgspec

from games.engine.errors import Problem, Text
from games.engine.meta import Choice, Meta, Preset
from games.engine.meta import Options as TableOptions
from games.engine.ranking import Ranking

Variant = Literal["wimu", "dufo", "kamelkoenig"]
TARGETS = ("20", *(str(target) for target in range(1, 101) if target != 20))
ROUND_LIMITS = ("auto", *(str(limit) for limit in range(20, 121)))
AUTO_LIMIT = {"short": 60, "long": 120}
"""The round limit by length of the game (KMO-17.9)."""


class Options(msgspec.Struct, frozen=True):
    """The options of a table in the form the rules use."""

    variant: Variant = "wimu"
    long: bool = False
    target: int = 20
    starter: Literal["auto", "coin", "plan", "agreed", "less_experienced"] = "auto"
    oases: int = 3
    vp_mode: Literal["hk", "price", "constant"] = "hk"
    search: Literal["any", "no_monsters", "once", "off"] = "any"
    empty_oasis_breeds: bool = True
    round_limit: int = 60
    tie_break: bool = False

    @classmethod
    def of(cls, options: TableOptions) -> Options:
        """From checked table options."""
        limit = options["round_limit"]
        return cls(
            variant=options["variant"],
            long=options["length"] == "long",
            target=int(options["target"]),
            starter=options["starter"],
            oases=int(options["oases"]),
            vp_mode=options["vp_mode"],
            search=options["search"],
            empty_oasis_breeds=options["empty_oasis_breeds"] == "true",
            round_limit=AUTO_LIMIT[options["length"]] if limit == "auto" else int(limit),
            tie_break=options["tie_break"] == "on",
        )

    @property
    def hand(self) -> int:
        """The hand size (KMO-4.1)."""
        return 8 if self.variant == "dufo" else 6


def check_together(options: TableOptions, seats: int) -> Iterator[Problem]:
    """What an option needs of another one (KMO-3)."""
    if options["variant"] == "dufo":
        if options["oases"] != "3":
            yield Problem("oases", Text("option.oases_dufo"))
        if options["search"] != "any":
            yield Problem("search", Text("option.search_dufo"))
    elif options["empty_oasis_breeds"] != "true":
        yield Problem("empty_oasis_breeds", Text("option.breeds_dufo"))


RATED_TARGETS = range(15, 26)


def rated(options: Mapping[str, Any], seats: int) -> bool:
    """Long, or to 15 to 25, with the usual points and search (RNK-1.7)."""
    serious = options["length"] == "long" or int(options["target"]) in RATED_TARGETS
    return serious and options["vp_mode"] == "hk" and options["search"] == "any"


META = Meta(
    slug="kameloh",
    seats=(2,),
    rules_version=1,
    minutes=(20, 45),
    handles=False,  # copies of a card are interchangeable; those in the arena have a place each (PRO-5.9)
    lasting_views=True,
    experience=True,
    agreed={"starter": "agreed"},
    options=(
        Choice("variant", ("wimu", "dufo", "kamelkoenig")),
        Choice("length", ("short", "long")),
        Choice("target", TARGETS),
        Choice("starter", ("auto", "coin", "plan", "agreed", "less_experienced")),
        Choice("return_match", ("off", "on")),
        Choice("oases", ("3", "4")),
        Choice("vp_mode", ("hk", "price", "constant")),
        Choice("search", ("any", "no_monsters", "once", "off")),
        Choice("empty_oasis_breeds", ("true", "false")),
        Choice("round_limit", ROUND_LIMITS),
        Choice("tie_break", ("off", "on")),
    ),
    presets={
        "basic": Preset({"target": "10"}),
        "wimu": Preset({"variant": "wimu"}),
        "dufo": Preset({"variant": "dufo"}),
        "kamelkoenig": Preset({"variant": "kamelkoenig"}),
        "long": Preset({"length": "long"}),
        "return": Preset({"return_match": "on"}),
    },
    check_together=check_together,
    beginner="basic",
    ranking=Ranking(rated=rated),
)
