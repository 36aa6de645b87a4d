"""Ready-made settings of tournaments (RNK-7.4), and which formats fit which game. Data with titles in both languages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import msgspec

Format = Literal["single", "double", "round_robin", "swiss", "heats", "heats_knockout", "arena"]

DUELS: tuple[Format, ...] = ("single", "double", "round_robin", "swiss", "arena")
MATCHES: tuple[Format, ...] = ("single", "double", "round_robin", "swiss")
"""What sides of more than one player can play."""
TABLES: tuple[Format, ...] = ("heats", "heats_knockout", "arena")


class Preset(msgspec.Struct, frozen=True, kw_only=True):
    """A choice of game, variant and series that is offered as a whole."""

    name: str
    """`<game>.<name>`."""
    game: str
    german: str
    english: str
    seats: tuple[int, int]
    """Fewest and most players at a table."""
    formats: tuple[Format, ...]
    teams: Literal["none", "pairs"] = "none"
    table: Mapping[str, Any] = {}
    """What is settled of the tables, by the names of their rules: `options`, `series`, `games`, `starter`."""
    or_table: Mapping[str, Any] = {}
    """What is offered instead at a click; empty: nothing."""


PRESETS: Mapping[str, Preset] = {
    preset.name: preset
    for preset in (
        Preset(
            name="kameloh.cup",
            game="kameloh",
            german="Pokal: bis 20, Hin- und Rückkampf",
            english="Cup: to 20, return match",
            seats=(2, 2),
            formats=MATCHES,
            table={"options": {"target": "20"}, "series": "return_match", "starter": "plan"},
        ),
        Preset(
            name="kameloh.quick",
            game="kameloh",
            german="Schnell: bis 20, eine Partie",
            english="Quick: to 20, single game",
            seats=(2, 2),
            formats=DUELS,
            table={"options": {"target": "20"}, "series": "single", "starter": "plan"},
        ),
        Preset(
            name="emotrions.duel",
            game="emotrions",
            german="Duell: Gleichstart, Winner’s Options, bis 37",
            english="Duel: equal start, Winner’s Options, to 37",
            seats=(2, 2),
            formats=DUELS,
            table={"options": {"gleichstart": "always", "style_mode": "winners_options"}, "series": "single", "starter": "plan"},
        ),
        Preset(
            name="emotrions.table",
            game="emotrions",
            german="Tische zu dritt bis sechst, bis 37",
            english="Tables of three to six, to 37",
            seats=(3, 6),
            formats=TABLES,
            table={"options": {}, "series": "single", "starter": "plan"},
        ),
        Preset(
            name="omg.standard",
            game="omg",
            german="Standard: 50 Erfolgspunkte",
            english="Standard: 50 success points",
            seats=(2, 2),
            formats=DUELS,
            table={"options": {"target": "50"}, "series": "single", "starter": "plan"},
            or_table={"series": "best_of", "games": 3},
        ),
        Preset(
            name="spieleflut.team",
            game="spieleflut",
            german="Team: zwei gegen zwei, Reichweite 20",
            english="Team: two against two, reach 20",
            seats=(4, 4),
            formats=MATCHES,
            teams="pairs",
            table={"options": {}, "series": "single", "starter": "plan"},
        ),
        Preset(
            name="spieleflut.duel",
            game="spieleflut",
            german="Duell: Reichweite 30",
            english="Duel: reach 30",
            seats=(2, 2),
            formats=DUELS,
            table={"options": {}, "series": "single", "starter": "plan"},
        ),
        Preset(
            name="innovation.duel",
            game="innovation",
            german="Duell: sechs Erfolge, zwei Gewinnpartien",
            english="Duel: six achievements, best of three",
            seats=(2, 2),
            formats=MATCHES,
            table={"options": {}, "series": "best_of", "games": 3, "starter": "rules"},
        ),
        Preset(
            name="innovation.table",
            game="innovation",
            german="Tische zu dritt oder viert",
            english="Tables of three or four",
            seats=(3, 4),
            formats=TABLES,
            table={"options": {}, "series": "single", "starter": "rules"},
        ),
    )
}
"""By name, in the order in which they are offered."""

TABLE_SIZES: Mapping[str, tuple[int, int]] = {"emotrions": (3, 6), "spieleflut": (3, 3), "innovation": (3, 4)}
"""Fewest and most players at tables of heats, for the games that have some (RNK-7.8)."""

PAIRS = frozenset({"spieleflut", "innovation"})
"""Games with a team game for two against two (RNK-7.14)."""


def of_game(game: str) -> list[Preset]:
    """What is offered for a game."""
    return [preset for preset in PRESETS.values() if preset.game == game]


def formats(game: str, *, seats: int = 2, pairs: bool = False) -> tuple[Format, ...]:
    """Which formats fit a game at tables of so many seats: duels, tables with more, or two against two. Empty: none."""
    if pairs:
        return MATCHES if game in PAIRS else ()
    if seats == 2:
        return DUELS
    least, most = TABLE_SIZES.get(game, (0, 0))
    return TABLES if least <= seats <= most else ()
