"""The table options of Emotrions and what they must obey together (EMO-12)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Literal

import msgspec

from games.engine.errors import Problem, Text
from games.engine.meta import Choice, Meta, Preset, Record
from games.engine.meta import Options as TableOptions
from games.engine.ranking import Ranking, by_seats

BANK_UP, PLAYS_DOWN, HANDS_OPEN = 4, 2, 1
"""The style flags as bits; 0 is the Standard style (EMO-7.1)."""

STANDARD = 0

FLAGS = Record(
    "fixed_flags",
    (
        Choice("bank", ("down", "up")),
        Choice("plays", ("up", "down")),
        Choice("hands", ("hidden", "open")),
    ),
    implies={"style_mode": "fixed"},
)

Flag = Literal["bank", "plays", "hands"]


@cache
def flag_values(flags: int) -> dict[str, str]:
    """The flags by name, as options, views and texts show them; not to be changed."""
    return {
        "bank": "up" if flags & BANK_UP else "down",
        "plays": "down" if flags & PLAYS_DOWN else "up",
        "hands": "open" if flags & HANDS_OPEN else "hidden",
    }


def flag_bits(values: Mapping[Any, str]) -> int:
    """The flags as bits; those left out are Standard (EMO-12.1)."""
    return (
        (BANK_UP if values.get("bank") == "up" else 0)
        | (PLAYS_DOWN if values.get("plays") == "down" else 0)
        | (HANDS_OPEN if values.get("hands") == "open" else 0)
    )


def flag_token(flags: int) -> str:
    """The option token of EMO-13.2: `down/up/hidden`."""
    return "/".join(flag_values(flags).values())


class Options(msgspec.Struct, frozen=True):
    """The options of a table in the form the rules use."""

    pareo: bool = False
    style_mode: Literal["standard", "winners_options", "fixed"] = "standard"
    fixed_flags: int = STANDARD
    kraft_exchange: bool = False
    gleichstart: Literal["off", "always", "on_request"] = "off"
    score37: bool = False
    one_deck: bool = False

    @classmethod
    def of(cls, options: TableOptions) -> Options:
        """From checked table options."""
        return cls(
            pareo=options["variant"] == "pareo",
            style_mode=options["style_mode"],
            fixed_flags=flag_bits(options["fixed_flags"] or {}),
            kraft_exchange=options["kraft_exchange"] == "on",
            gleichstart=options["gleichstart"],
            score37=options["score37"] == "on",
            one_deck=options["decks"] == "one",
        )


def check_together(options: TableOptions, seats: int) -> Iterator[Problem]:
    """The column "allowed when" of EMO-12.1."""
    pareo, fixed = options["variant"] == "pareo", options["style_mode"] == "fixed"
    flags = options["fixed_flags"]
    if pareo and seats != 2:
        yield Problem("seats", Text("option.pareo_seats"))
    if fixed and (flags is None or flag_bits(flags) == STANDARD):
        yield Problem("fixed_flags", Text("option.fixed_needs_flags"))
    if flags is not None and not fixed:
        yield Problem("fixed_flags", Text("option.flags_need_fixed"))
    if pareo and flags is not None and flags["plays"] == "down":
        yield Problem("fixed_flags", Text("option.pareo_plays"))
    if options["kraft_exchange"] == "on" and (pareo or fixed):
        yield Problem("kraft_exchange", Text("option.no_exchange"))
    if options["gleichstart"] != "off" and seats not in (2, 3):
        yield Problem("gleichstart", Text("option.equal_start_seats"))
    if options["decks"] == "one" and seats < 5:
        yield Problem("decks", Text("option.one_deck_seats"))
    if options.get("starter") == "agreed" and seats != 2:
        yield Problem("starter", Text("option.agreed_seats"))


def pool(options: Mapping[str, Any], seats: int) -> str:
    """Pareo and Score 37 are skills of their own (RNK-2.1)."""
    if options["variant"] == "pareo":
        return "pareo"
    return "exact" if options["score37"] == "on" else by_seats(options, seats)


META = Meta(
    slug="emotrions",
    seats=(2, 3, 4, 5, 6),
    rules_version=1,
    minutes=(10, 20),
    handles=False,  # copies of an emotion are interchangeable: cards are shown by id and zone (PRO-5.9)
    lasting_views=True,
    options=(
        Choice("variant", ("standard", "pareo")),
        Choice("style_mode", ("standard", "winners_options", "fixed")),
        FLAGS,
        Choice("kraft_exchange", ("off", "on")),
        Choice("gleichstart", ("off", "always", "on_request")),
        Choice("score37", ("off", "on")),
        Choice("decks", ("auto", "one")),
        Choice("starter", ("coin", "less_experienced", "agreed")),
    ),
    presets={  # EMO-12.3
        "basic": Preset(),
        "advanced": Preset({"style_mode": "winners_options", "kraft_exchange": "on"}),
        "duel": Preset({"gleichstart": "always", "style_mode": "winners_options"}, seats=2),
        "challenge": Preset(
            {"gleichstart": "always", "style_mode": "fixed", "fixed_flags": {"bank": "up", "plays": "up", "hands": "open"}}
        ),
        "pareo": Preset({"variant": "pareo"}, seats=2),
        "exact": Preset({"score37": "on"}),
    },
    check_together=check_together,
    agreed={"starter": "agreed"},
    less_experienced={"starter": "less_experienced"},
    beginner="basic",
    ranking=Ranking(
        pools=("duel", "multi", "pareo", "exact"),
        pool=pool,
        points="total",
        out="knockout_deal",
    ),
)
