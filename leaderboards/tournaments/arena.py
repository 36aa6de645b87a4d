"""Arena: for a span of time whoever is free is paired again and again (RNK-7.11). Pure.

Entrants are ints. Points are whole points in duels; at tables with more seats they are those of heats, doubled.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Literal

import msgspec
import rustworkx

from leaderboards.tournaments import heats

Result = Literal["W", "D", "L"]

VALUE: Mapping[str, int] = {"W": 2, "D": 1, "L": 0}
STREAK = 2
"""Wins in a row after which points double."""

REMATCH_S = 30
"""Seconds after which two who have just met meet again, if nobody else is there."""
NO_SHOW_S = 60
"""Seconds of pause that not turning up costs."""
WINDOW = 24
"""So many places apart two may be in rank, where more wait than that."""
BETA = Fraction(25, 6)
SWING: Mapping[str, int] = {"W": 1, "D": 0, "L": -1}


class Waiting(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody who is free and ready."""

    player: int
    rank: int
    """Place in the arena, 1 best."""
    waited_s: int = 0
    last: int | None = None
    """The opponent of the last game."""
    starts: int = 0
    started_last: bool = False


class Game(msgspec.Struct, frozen=True, kw_only=True):
    """A duel that is over, in the order of the ends."""

    first: int
    second: int
    result: Result
    """Of the first one."""
    mus: tuple[float, float] = (25.0, 25.0)
    """Of both when they were paired."""
    played: bool = True
    """False: one did not turn up; the other one has a win, which says nothing of strength."""


class Table(msgspec.Struct, frozen=True):
    """A finished table with more than two seats."""

    finishes: tuple[heats.Finish, ...]
    mus: Mapping[int, float] = {}


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """An entrant in the order of the arena."""

    place: int
    player: int
    points: int | Fraction
    """Whole points in duels; units of 1/120 at tables with more seats."""
    games: int
    wins: int
    streak: int
    """Wins in a row at the moment."""
    mean: Fraction | None
    """The value for ties; None: no game yet."""


def points(results: Iterable[str]) -> list[int]:
    """What each game of somebody is worth: double after two wins in a row, up to and with the game that ends the streak."""
    found, row = [], 0
    for result in results:
        found.append(VALUE[result] * (2 if row >= STREAK else 1))
        row = row + 1 if result == "W" else 0
    return found


def streak(results: Sequence[str]) -> int:
    """Wins in a row up to now."""
    return next((back for back, result in enumerate(reversed(results)) if result != "W"), len(results))


def ready(now: float, *, paused: bool, no_show_at: float | None = None) -> bool:
    """Whether somebody may be paired: no pause of his own, and none for not having turned up. Times in seconds."""
    return not paused and (no_show_at is None or now - no_show_at >= NO_SHOW_S)


def pair(waiting: Iterable[Waiting], forbidden: Iterable[frozenset[int]] = ()) -> list[tuple[int, int]]:
    """Whom to let meet now as (starter, other), best ranks first; whoever is in no pair waits on.

    As many pairs as possible; then those who have waited longest (by 10 s), then neighbours in rank: the sum of squared distances
    in the list of those who wait is smallest. Two who have just met are paired only if both have waited for `REMATCH_S`
    and each finds nobody else.
    """
    order = sorted(waiting, key=lambda one: (one.rank, one.player))
    barred = set(forbidden)
    near = [
        (a, b)
        for a in range(len(order))
        for b in range(a + 1, min(len(order), a + WINDOW + 1))
        if frozenset((order[a].player, order[b].player)) not in barred
    ]
    pairs = _matched(order, [(a, b) for a, b in near if not _just_met(order[a], order[b])])
    left = set(range(len(order))) - {at for couple in pairs for at in couple}
    again = [(a, b) for a, b in near if {a, b} <= left and min(order[a].waited_s, order[b].waited_s) >= REMATCH_S]
    pairs += _matched(order, again)
    return [_with_starter(order[a], order[b]) for a, b in sorted(pairs)]


def tables(waiting: Iterable[Waiting], size: int) -> list[tuple[int, ...]]:
    """Full tables of neighbours in rank; whoever has waited least waits on. Fewest starts has the first seat."""
    patient = sorted(waiting, key=lambda one: (-one.waited_s, one.rank, one.player))
    order = sorted(patient[: len(patient) // size * size], key=lambda one: (one.rank, one.player))
    groups = [order[at : at + size] for at in range(0, len(order), size)]
    return [
        tuple(one.player for one in sorted(group, key=lambda one: (one.starts, one.started_last, -one.rank))) for group in groups
    ]


def standings(players: Iterable[int], games: Iterable[Game], *, seed: str, ids: Mapping[int, int] | None = None) -> list[Row]:
    """All entrants by points, then by the mean of what their games say of strength, then by lot (RNK-7.11)."""
    results: dict[int, list[str]] = {player: [] for player in players}
    values: dict[int, list[Fraction]] = {player: [] for player in results}
    for game in games:
        turned: Result = {"W": "L", "L": "W"}.get(game.result, "D")  # type: ignore[assignment]
        for player, result, mu in ((game.first, game.result, game.mus[1]), (game.second, turned, game.mus[0])):
            results[player].append(result)
            if game.played:
                values[player].append(_exact(mu) + BETA * SWING[result])
    return _ranked(
        [
            Row(
                place=0,
                player=player,
                points=sum(points(own)),
                games=len(own),
                wins=own.count("W"),
                streak=streak(own),
                mean=_mean(values[player]),
            )
            for player, own in results.items()
        ],
        seed,
        ids,
    )


def table_standings(
    players: Iterable[int],
    played: Iterable[Table],
    *,
    seed: str,
    ids: Mapping[int, int] | None = None,
    table: Mapping[int, Sequence[int]] | None = None,
) -> list[Row]:
    """The same for tables with more seats: points of heats doubled, no streak. A first place of one's own is a win.

    In the value for ties the mean of the opponents' mu stands for the opponent's, and ranks from first to last for 1 to -1.
    """
    rows = {player: Row(place=0, player=player, points=0, games=0, wins=0, streak=0, mean=None) for player in players}
    values: dict[int, list[Fraction]] = {player: [] for player in rows}
    for one in played:
        ranks, size = [finish.rank for finish in one.finishes], len(one.finishes)
        gains = heats.points(size, ranks, table)
        shares = heats.points(size, ranks)
        for finish, gain, share in zip(one.finishes, gains, shares, strict=True):
            row = rows[finish.player]
            won = finish.rank == 1 and ranks.count(1) == 1
            rows[finish.player] = msgspec.structs.replace(
                row, points=row.points + 2 * gain, games=row.games + 1, wins=row.wins + won, streak=row.streak + 1 if won else 0
            )
            others = [_exact(one.mus.get(other.player, 25.0)) for other in one.finishes if other.player != finish.player]
            values[finish.player].append(sum(others, Fraction()) / max(1, len(others)) + BETA * (Fraction(share) / 60 - 1))
    return _ranked([msgspec.structs.replace(row, mean=_mean(values[player])) for player, row in rows.items()], seed, ids)


def _just_met(one: Waiting, other: Waiting) -> bool:
    return one.last == other.player or other.last == one.player


def _matched(order: Sequence[Waiting], edges: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Most pairs, then most waiting, then smallest squared distances."""
    if not edges:
        return []
    farthest = len(order) * WINDOW**2 + 1

    def weight(edge: tuple[int, int]) -> int:
        a, b = edge
        return (order[a].waited_s // 10 + order[b].waited_s // 10 + 1) * farthest - (b - a) ** 2

    graph: rustworkx.PyGraph[int, tuple[int, int]] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(len(order)))
    graph.add_edges_from([(a, b, (a, b)) for a, b in edges])
    found = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=weight)
    return sorted((min(edge), max(edge)) for edge in found)


def _with_starter(one: Waiting, other: Waiting) -> tuple[int, int]:
    """Fewest starts starts; then who did not start last, then the lower rank."""
    starter, second = sorted((one, other), key=lambda who: (who.starts, who.started_last, -who.rank))
    return starter.player, second.player


def _ranked(rows: Iterable[Row], seed: str, ids: Mapping[int, int] | None) -> list[Row]:
    found = list(rows)
    drawn = heats.lots(seed, [row.player for row in found], ids)
    found.sort(key=lambda row: drawn[row.player])
    found.sort(key=lambda row: (row.points, row.mean is not None, row.mean or 0), reverse=True)
    return [msgspec.structs.replace(row, place=place) for place, row in enumerate(found, 1)]


def _mean(values: Sequence[Fraction]) -> Fraction | None:
    return sum(values, Fraction()) / len(values) if values else None


def _exact(mu: float) -> Fraction:
    """A stored value with its decimals as they are written."""
    return Fraction(str(mu))
