"""What is shown of series (reads go through here)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from games.tables.models import Seat, Table
from leaderboards.matches import standing
from leaderboards.matches.models import Series, SeriesGame


@dataclass(frozen=True)
class Result:
    """What has come of a series so far; pairs are by side."""

    finished: bool
    winner: int | None
    """None as long as it goes on, and where nobody has won it (drawn, double forfeit, closed)."""
    reason: str
    """What decided: `points`, `wins`, `forfeit`, `double_forfeit`, `closed` or a tie policy."""
    totals: tuple[float, float]
    """After RNK-5.7, of the games of the series itself."""
    wins: tuple[int, int]
    scores: tuple[int, int]
    """The games' own scores, for PD and PF (RNK-7.10): a forfeit counts the target to 0."""
    tables: tuple[str, ...]
    played: bool
    """Whether a game was really begun, that is, is under way or has ended without being broken off (RNK-1.5, RNK-7.12)."""
    missed: tuple[int, int]
    """How many games each side did not turn up to."""


def result(row: Series) -> Result:
    """How a series stands."""
    games = standing.games_of(row)
    now = standing.state(row, games)
    scores = [0, 0]
    for game in games:
        if standing.is_over(game) and game.purpose == "game":
            for side, points in enumerate(standing.own_points(row, games, game)):
                scores[side] += points
    return Result(
        row.ended_at is not None,
        row.winner,
        row.reason,
        (now.totals["0"], now.totals["1"]),
        (now.wins["0"], now.wins["1"]),
        (scores[0], scores[1]),
        tuple(game.table.pk for game in games if game.table is not None),
        any(game.table is not None and _begun(game.table) for game in games),
        (sum(0 in game.absent for game in games), sum(1 in game.absent for game in games)),
    )


def _begun(table: Table) -> bool:
    """Whether a game counts as played: it goes on, or nobody broke it off before all had decided twice."""
    return table.status != Table.Status.CLOSED and not (table.status == Table.Status.FINISHED and standing.broken_off(table))


def shown(table: Table) -> dict[str, Any]:
    """The series that a table is a part of, as `games.tables.shapes.Series`; empty if it is none, or no more than this game."""
    game = SeriesGame.objects.filter(table=table).select_related("series").first()
    if game is None:
        return {}
    row = game.series
    alone = row.kind == Series.Kind.SINGLE and row.paused_at is None and not row.games.filter(number__gt=1).exists()
    return {} if alone else block(row, game.number)


def block(row: Series, number: int) -> dict[str, Any]:
    """A series as everybody may know it, looked at from one of its games."""
    games = standing.games_of(row)
    now = standing.state(row, games)
    here = games[number - 1]
    sums = standing.decides(row, now)
    halves = row.kind == Series.Kind.FIXED and not row.by_points
    entries = []
    for game in games:
        entry: dict[str, Any] = {"purpose": game.purpose} | ({} if game.table is None else {"table": game.table.pk})
        if standing.is_over(game):
            entry["points"] = [int(points * (2 if halves else 1)) for points in standing.worth(row, games, game)]
        entries.append(entry)
    whole: dict[str, Any] = {
        "kind": row.kind,
        "number": number,
        "of": row.n,
        "sides": standing.seats(here) if here.table is not None else [],
        "games": entries,
        "totals": [int(sums[side] * (2 if halves else 1)) for side in standing.SIDES],
        "halves": halves,
        "ties": row.ties,
        "over": row.ended_at is not None,
        "reason": row.reason,
    }
    whole |= {} if row.winner is None else {"winner": row.winner}
    return whole | ({} if row.paused_at is None or here.table is None else {"pause": _pause(row, games, here)})


def _pause(row: Series, games: Sequence[SeriesGame], here: SeriesGame) -> dict[str, Any]:
    """Who is asked for the next game and who is ready, by the seats of this table; until when, in table time."""
    seats = [number for side in standing.seats(here) for number in side]
    count = len(seats)
    people = Seat.objects.filter(table=here.table, user__isnull=False).values_list("number", flat=True)
    planned = standing.state(row, games).next
    shown: dict[str, Any] = {
        "seats": sorted(people),
        "ready": sorted((place + here.shift) % count for place in row.ready),
    }
    if row.pause_until is not None:
        shown["until"] = standing.instant(row.pause_until)
    if planned is not None and planned.chooser and row.chosen is None:
        shown["chooser"] = standing.seats(here)[int(planned.chooser)]
    return shown
