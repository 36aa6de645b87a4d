"""What a tournament is to be like, as plain data: its stages, its tables, who may enter (RNK-7.1, RNK-7.4 to 7.8, RNK-7.11)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

import msgspec

StageKind = Literal["single", "double", "round_robin", "swiss", "heats", "heats_knockout", "arena"]
SeriesKind = Literal["single", "return_match", "best_of", "fixed"]
Mode = Literal["untimed", "live", "turn"]
Teams = Literal["none", "pairs", "boards"]

KNOCK_OUT = ("single", "double")
DUELS = ("single", "double", "round_robin", "swiss")
"""Stages whose matches have two sides."""
MANY = ("heats", "heats_knockout")
"""Stages whose tables have more than two."""

LEAST_ENTRANTS, MOST_ENTRANTS = 2, 4096

TIE_BREAKS: dict[str, tuple[str, ...]] = {
    "swiss": ("BHC1", "BH", "SB", "DE", "WIN", "LOT"),
    "round_robin": ("DE", "WIN", "SB", "PD", "LOT"),
}
"""What is asked when nothing else is settled (RNK-7.10)."""
SUMS = ("PD", "DE", "SB", "LOT")
"""The same in leagues whose matches are won by sums (return matches)."""
BOARDS = ("GD",)
"""Asked first where teams play at boards: what was won at them, less what was lost (RNK-7.14)."""
KNOWN_TIE_BREAKS = ("BHC1", "BH", "MBH", "SB", "DE", "WIN", "WS", "PROG", "KOYA", "PD", "PF", "AOR", "GD", "LOT")

LIVE_NO_SHOW_S, TURN_NO_SHOW_S = 5 * 60, 24 * 3600
"""How long somebody who was called is waited for (RNK-7.12)."""

LIVE_BUILD_MIN, TURN_BUILD_MIN = 30, 3 * 24 * 60
"""How long there is to build a deck from opened packs (OMG-17.2)."""


class TableRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is played at each table (RNK-7.4)."""

    options: dict[str, Any] = {}
    """The game's own, without a return match: that is a series."""
    series: SeriesKind = "single"
    games: int = 1
    """Of `best_of` and `fixed`."""
    by_points: bool = True
    """With `fixed`: whether victory points are added, not games won."""
    ties: tuple[str, ...] = ()
    """What decides a level series, in order; empty: as is usual for the stage (RNK-5.6)."""
    starter: Literal["plan", "rules"] = "plan"
    """`rules`: as the game's own option has it (RNK-4.3)."""
    loser_chooses: bool = False
    rated: bool = True
    widened: bool = False
    """Whether options outside the rated sets count all the same (RNK-1.7)."""
    mode: Mode = "live"
    bank_ms: int = 20 * 60_000
    increment_ms: int = 20_000
    move_ms: int = 0
    shared_deal: bool = False
    """Whether all tables of a round are dealt the same cards."""


class StageRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One stage. What does not concern its kind is left at its default."""

    kind: StageKind
    third_place: bool = False
    single_final: bool = False
    """A double elimination whose first grand final decides."""
    reseed: bool = False
    """A single elimination in which the best remaining one meets the worst, round by round."""
    cycles: int = 1
    groups: int = 1
    """Of a round robin; 1: everybody meets everybody."""
    free: bool = False
    """Whether all rounds of a round robin may be played at any time, and not one after the other."""
    rounds: int = 0
    """Of a Swiss or heats; 0: as many as is usual."""
    accelerated: bool = False
    tie_breaks: tuple[str, ...] = ()
    """Empty: the usual ones (`TIE_BREAKS`)."""
    preferred: int = 4
    minimum: int = 3
    """Seats of the tables of heats."""
    draw: Literal["pre_planned", "swiss", "random"] = "swiss"
    advance: int = 2
    """How many of each table of knock-out heats go on."""
    minutes: int = 60
    """Of an arena."""
    qualify: int = 0
    """How many of each group go on to the next stage; of a stage without groups, how many in all. 0: it is the last stage."""
    best_next: int = 0
    """How many of those placed next, over all groups, go on beside them."""
    table: dict[str, Any] = {}
    """What is different at its tables (`TableRules`)."""

    @property
    def two_sided(self) -> bool:
        """Whether its matches have two sides."""
        return self.kind in DUELS or self.kind == "arena"


class Plan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Everything but names, texts and times."""

    game: str
    stages: tuple[StageRules, ...]
    table: TableRules = TableRules()
    limit: int = 64
    waiting_list: bool = True
    min_games: int = 0
    """Rated ones in the pool."""
    points_from: int | None = None
    points_to: int | None = None
    reputation: int = 80
    """Percent of games finished that is asked of those who have played ten; 0: nothing is asked (RNK-6.3)."""
    approval: bool = False
    """Whether organisers let each one in."""
    check_in: bool = False
    check_in_minutes: int = 15
    """How long before the start it opens by itself."""
    no_show_s: int = LIVE_NO_SHOW_S
    pause_s: int = 5 * 60
    """Between the games of a series (RNK-5)."""
    auto: bool = True
    """Whether each round begins by itself when the one before is over."""
    seeding: Literal["rating", "lot", "hand", "earlier"] = "rating"
    earlier: str = ""
    """The tournament by whose places is seeded."""
    late_rounds: int = 2
    """Until which round of a Swiss or of heats one may still come in."""
    teams: Teams = "none"
    """`pairs`: two play as one side of a team game; `boards`: a match is several duels (RNK-7.14)."""
    boards: int = 1
    substitutes: int = 0
    decks: Literal["free", "locked", "organiser", "sealed"] = "free"
    deck: dict[str, Any] = {}
    """With `organiser`: the deck of everybody."""
    mix: str = ""
    """With `sealed`: which packs everybody opens (`engine.sealed`, OMG-17.2)."""
    open_lists: bool = False
    """Whether locked lists are shown from the start, not only after the end."""

    def tables_of(self, number: int, *more: dict[str, Any]) -> TableRules:
        """The table rules of a stage (from 0), with what is different in its round and match."""
        whole = msgspec.to_builtins(self.table)
        for changes in (self.stages[number].table, *more):
            whole |= changes
        return msgspec.convert(whole, TableRules)

    def waits_s(self, table: TableRules) -> int:
        """How long somebody who was called is waited for: by turns a day, where nothing else was settled (RNK-7.12)."""
        return TURN_NO_SHOW_S if table.mode == "turn" and self.no_show_s == LIVE_NO_SHOW_S else self.no_show_s

    def rests_s(self, table: TableRules) -> int:
        """How long the next game of a series waits for both, likewise (RNK-5)."""
        return TURN_NO_SHOW_S if table.mode == "turn" and self.pause_s == LIVE_NO_SHOW_S else self.pause_s

    @property
    def build_minutes(self) -> int:
        """How long there is to build a deck from opened packs (OMG-17.2)."""
        return TURN_BUILD_MIN if self.table.mode == "turn" else LIVE_BUILD_MIN

    def tie_breaks_of(self, number: int) -> tuple[str, ...]:
        """What is asked among those level on points in a stage (RNK-7.10)."""
        stage = self.stages[number]
        if stage.tie_breaks:
            return stage.tie_breaks
        if self.teams == "boards" and stage.kind in TIE_BREAKS:
            return (*BOARDS, *(name for name in TIE_BREAKS[stage.kind] if name not in BOARDS))
        if stage.kind == "round_robin" and self.tables_of(number).series == "return_match":
            return SUMS
        return TIE_BREAKS.get(stage.kind, ("LOT",))

    def ties_of(self, number: int, table: TableRules) -> tuple[str, ...]:
        """The tie policies of a series in a stage (RNK-5.6)."""
        if table.ties:
            return table.ties
        if self.stages[number].kind not in KNOCK_OUT:
            return ("draw",)
        if self.game == "omg":
            return ("omg_replay",)
        if table.series == "return_match":
            return ("decider", "game_tiebreak", "coin")
        return ("extra_game", "coin")


class Wrong(msgspec.Struct, frozen=True):
    """One thing that does not go: which field, and a short word for why."""

    field: str
    why: str
    value: Any = None


def read(data: Any) -> Plan:
    """A stored or sent plan. Raises `msgspec.ValidationError` for what is none."""
    return msgspec.convert(data, Plan)


def plain(plan: Plan) -> dict[str, Any]:
    """A plan to be stored."""
    whole: dict[str, Any] = msgspec.to_builtins(plan)
    return whole


def wrong(plan: Plan) -> Iterator[Wrong]:
    """What keeps a plan from being played, apart from what its game says of the options."""
    if not LEAST_ENTRANTS <= plan.limit <= MOST_ENTRANTS:
        yield Wrong("limit", "out_of_range", plan.limit)
    if not plan.stages:
        yield Wrong("stages", "none")
    if plan.points_from is not None and plan.points_to is not None and plan.points_from > plan.points_to:
        yield Wrong("points_to", "below_from", plan.points_to)
    if not 0 <= plan.reputation <= 100:
        yield Wrong("reputation", "out_of_range", plan.reputation)
    if plan.no_show_s < 30:
        yield Wrong("no_show_s", "out_of_range", plan.no_show_s)
    if plan.teams == "boards" and not 2 <= plan.boards <= 8:
        yield Wrong("boards", "out_of_range", plan.boards)
    if plan.decks == "sealed" and not plan.check_in:
        yield Wrong("check_in", "packs_at_check_in", False)
    if plan.decks == "sealed" and plan.teams != "none":
        yield Wrong("decks", "no_teams_sealed", plan.teams)
    for number, stage in enumerate(plan.stages):
        yield from _wrong_stage(plan, number, stage)


def _wrong_stage(plan: Plan, number: int, stage: StageRules) -> Iterator[Wrong]:
    last = number == len(plan.stages) - 1
    table = plan.tables_of(number)
    one_table = stage.kind in (*MANY, "arena")
    unknown = [name for name in stage.tie_breaks if name not in KNOWN_TIE_BREAKS]
    found = (
        (last and stage.qualify, "qualify", "nothing_follows", stage.qualify),
        (not last and stage.qualify < 1, "qualify", "nobody_goes_on", stage.qualify),
        (not last and stage.kind in (*KNOCK_OUT, "heats_knockout", "arena"), "kind", "must_be_last", stage.kind),
        (not 1 <= stage.cycles <= 4, "cycles", "out_of_range", stage.cycles),
        (not 1 <= stage.groups <= 64, "groups", "out_of_range", stage.groups),
        (stage.kind in MANY and not 3 <= stage.minimum <= stage.preferred <= 6, "preferred", "out_of_range", stage.preferred),
        (stage.kind == "heats_knockout" and not 1 <= stage.advance < stage.minimum, "advance", "out_of_range", stage.advance),
        (stage.kind == "arena" and not 20 <= stage.minutes <= 12 * 60, "minutes", "out_of_range", stage.minutes),
        (one_table and table.series != "single", "series", "no_series_here", table.series),
        (one_table and plan.teams != "none", "kind", "no_teams_here", stage.kind),
        (table.shared_deal and stage.kind == "arena", "shared_deal", "no_rounds_to_share", True),
        (not 1 <= table.games <= 9, "games", "out_of_range", table.games),
        (table.series == "best_of" and table.games % 2 == 0, "games", "even", table.games),
        (_ends_open(plan, number, table), "ties", "ends_open", list(plan.ties_of(number, table))),
        (unknown, "tie_breaks", "unknown", unknown),
    )
    yield from (Wrong(f"stages.{number}.{field}", why, value) for broken, field, why, value in found if broken)


def _ends_open(plan: Plan, number: int, table: TableRules) -> bool:
    """Whether a knock-out could stand still because its last policy may leave both level (RNK-5.6)."""
    return plan.stages[number].kind in KNOCK_OUT and plan.ties_of(number, table)[-1] not in ("coin", "seed", "omg_replay")
