"""From the rows of a series to how it stands: what its tables say, put before the pure part (`series`)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

import msgspec

from accounts.models import User
from games.engine import fairness, registry
from games.engine.dice import Dice
from games.engine.match import Terms
from games.tables.models import Command, Seat, Table
from leaderboards.matches import series
from leaderboards.matches.models import Series, SeriesGame

LEAST_DECISIONS = 2
"""Of every seat; else a game that somebody left is broken off (RNK-1.5)."""

SIDES = ("0", "1")
"""The sides, as the pure part names them."""


def games_of(row: Series) -> list[SeriesGame]:
    """The games of a series so far, in order, with their tables."""
    return list(row.games.select_related("table").order_by("number"))


def is_over(game: SeriesGame) -> bool:
    """Whether a game counts."""
    return game.table is None or game.table.status == Table.Status.FINISHED


def places(table: Table) -> list[list[int]]:
    """For each side its places: the two seats, or two teams."""
    teams = registry.game(table.game, table.rules_version).teams(table.options, table.seat_count) or range(table.seat_count)
    sides = sorted(set(teams))
    return [[seat for seat, team in enumerate(teams) if team == side] for side in sides]


def seats(game: SeriesGame) -> list[list[int]]:
    """For each side the seats it has in this game. Raises `ValueError` for a game without a table."""
    if game.table is None:
        raise ValueError("a game without a table has no seats")
    count = game.table.seat_count
    return [sorted((place + game.shift) % count for place in side) for side in places(game.table)]


def side_at(game: SeriesGame, seat: int) -> int:
    """The side that a seat of this game belongs to."""
    return next(side for side, members in enumerate(seats(game)) if seat in members)


def side_of(games: Sequence[SeriesGame], user: User) -> int:
    """The side that this user plays on. Raises `LookupError` for somebody else."""
    last = next(game for game in reversed(games) if game.table is not None)
    seat = Seat.objects.filter(table=last.table, user=user).values_list("number", flat=True).first()
    if seat is None:
        raise LookupError("plays on no side")
    return side_at(last, seat)


def terms(table: Table) -> Terms:
    """How the game at this table counts."""
    return registry.game(table.game, table.rules_version).terms(table.options, table.seat_count)


def plan(row: Series, games: Sequence[SeriesGame]) -> series.Plan:
    """What was settled before the first game, and the coin as soon as it can be thrown."""
    first = games[0]
    return series.Plan(
        row.kind,  # type: ignore[arg-type]
        SIDES,
        SIDES[first.starter or 0],
        n=row.n,
        by_points=row.by_points,
        target=row.target,
        ties=tuple(row.ties),
        loser_chooses=row.loser_chooses,
        seed="" if row.seed is None else SIDES[row.seed],
        coin=_thrown(first.table) if row.coin is None else SIDES[row.coin],
    )


def decides(row: Series, now: series.State) -> dict[str, float]:
    """What is compared first: sums of points, or games won."""
    return now.totals if row.kind in (Series.Kind.RETURN_MATCH, Series.Kind.FIXED) else dict(now.wins)


def worth(row: Series, games: Sequence[SeriesGame], game: SeriesGame) -> list[float]:
    """What a game that is over counts for, side by side: points after RNK-5.7 where they are added up, else 1 for who won it."""
    whole, one = plan(row, games), played(row, game)
    if game.purpose == "decider":
        whole = msgspec.structs.replace(whole, kind="return_match", target=series.DECIDER_TARGET)
    elif game.purpose != "game":
        whole = msgspec.structs.replace(whole, kind="best_of", n=1)
    if whole.adds_points:
        points = series.worth(whole, one)
        return [points[side] for side in SIDES]
    won = series.winner(whole, one)
    drawn = 0.5 if whole.kind == "fixed" and won is None and len(one.forfeits) < len(SIDES) else 0
    return [1 if side == won else drawn for side in SIDES]


def state(row: Series, games: Sequence[SeriesGame]) -> series.State:
    """How a series stands after those of its games that are over, if nobody is out of it."""
    return series.state(plan(row, games), [played(row, game) for game in games if is_over(game)])


def played(row: Series, game: SeriesGame) -> series.Played:
    """A game that is over."""
    starter = "" if game.starter is None else SIDES[game.starter]
    if game.table is None:
        return series.Played(starter, forfeits={SIDES[side]: "absent" for side in game.absent})
    outcome: dict[str, Any] = game.table.outcome or {}
    sides = dict(zip(SIDES, seats(game), strict=True))
    first = [side for side, members in sides.items() if any(outcome["ranks"][seat] == 1 for seat in members)]
    left = {side: [outcome["statuses"][seat] for seat in members] for side, members in sides.items()}
    return series.Played(
        starter,
        _sums(outcome, sides, terms(game.table).points),
        first[0] if len(first) == 1 else None,
        len(first) != 1,
        _sums(outcome, sides, row.counter),
        {side: how for side, statuses in left.items() for how in statuses if how != "finished"},
    )


def own_points(row: Series, games: Sequence[SeriesGame], game: SeriesGame) -> list[int]:
    """The own points of both sides in a game that is over, after RNK-5.7."""
    points = series.worth(plan(row, games), played(row, game))
    return [points[side] for side in SIDES]


def broken_off(table: Table) -> bool:
    """Whether somebody's leaving ended the game before everybody had decided twice (RNK-1.5)."""
    statuses = (table.outcome or {}).get("statuses", [])
    if all(status == "finished" for status in statuses):
        return False
    acts = list(Command.objects.filter(table=table).order_by("version").values_list("act", "seat"))
    decisions = Counter(seat for act, seat in acts if act == "choose")
    return acts[-1][0] == "leave" and any(decisions[seat] < LEAST_DECISIONS for seat in range(table.seat_count))


def instant(moment: datetime) -> int:
    """Table time as rows have it, in milliseconds."""
    return round(moment.timestamp() * 1000)


def _sums(outcome: Mapping[str, Any], sides: Mapping[str, Sequence[int]], name: str) -> dict[str, int]:
    """One of the game's own counters by side."""
    extra = outcome.get("extra") or []
    return {side: sum(extra[seat].get(name, 0) for seat in members) for side, members in sides.items()} if extra else {}


def _thrown(table: Table | None) -> str:
    """The side that the dice of the first table are for, which its published secret lets anybody check (RNK-5.6)."""
    if table is None or not table.revealed:
        return ""
    dice = Dice(fairness.seed(bytes.fromhex(table.revealed), table.deal or table.pk))
    return SIDES[dice.below(len(SIDES), "series", 1)]
