"""The fold of the results of a pool, with all that lists show beside the value (RNK-2.6, RNK-3.2). Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import groupby
from typing import NamedTuple

from leaderboards.ratings import rating
from leaderboards.ratings.rating import NEW, Value


class Place(NamedTuple):
    """Where a result stands in the order of its pool (RNK-2.6)."""

    ended_at: datetime
    number: int


class Sat(NamedTuple):
    """Who has played, in which team, and how it ended."""

    player: str
    team: int
    rank: int


class Rated(NamedTuple):
    """A rated result."""

    key: int
    version: int
    place: Place
    seats: Sequence[Sat]


class State(NamedTuple):
    """How somebody stands in a pool."""

    value: Value = NEW
    games: int = 0
    wins: int = 0
    draws: int = 0
    losses: int = 0
    firsts: int = 0
    rank_sum: int = 0
    streak: int = 0
    """Wins in a row; below 0: losses."""
    peak: int | None = None
    """The best value that was not provisional."""
    last_at: datetime | None = None

    @property
    def points(self) -> int:
        """The shown value."""
        return rating.points(self.value)

    def after(self, value: Value, rank: int, shared: bool, at: datetime, shared_wins: bool) -> State:
        """With one game more. A shared first place is a victory of each or a draw, as the game has it (RNK-3.2)."""
        won = rank == 1 and (shared_wins or not shared)
        drawn = rank == 1 and not won
        lost = rank > 1
        games = self.games + 1
        shown = rating.points(value)
        sure = not rating.provisional(games, value.sigma)
        return State(
            value,
            games,
            self.wins + won,
            self.draws + drawn,
            self.losses + lost,
            self.firsts + (rank == 1),
            self.rank_sum + rank,
            0 if drawn else max(self.streak, 0) + 1 if won else min(self.streak, 0) - 1,
            max(shown, self.peak if self.peak is not None else shown) if sure else self.peak,
            at,
        )


class Change(NamedTuple):
    """What one result has done to one player."""

    sat: Sat
    before: State
    now: State


def game_of(seats: Sequence[Sat]) -> tuple[rating.Game[str], bool]:
    """The result as the model takes it, and whether the first place is shared."""
    ordered = sorted(seats, key=lambda sat: sat.team)
    teams = [list(members) for _, members in groupby(ordered, key=lambda sat: sat.team)]
    ranks = [members[0].rank for members in teams]
    return rating.Game([[sat.player for sat in members] for members in teams], ranks), ranks.count(1) > 1


def step(result: Rated, states: Mapping[str, State], shared_wins: bool) -> list[Change]:
    """What one result does; nothing is changed."""
    game, shared = game_of(result.seats)
    before = {sat.player: states.get(sat.player, State()) for sat in result.seats}
    values = {one.player: one.now for one in rating.step({player: state.value for player, state in before.items()}, game)}
    at = result.place.ended_at
    return [
        Change(sat, before[sat.player], before[sat.player].after(values[sat.player], sat.rank, shared, at, shared_wins))
        for sat in result.seats
    ]


def fold(results: Iterable[Rated], states: dict[str, State], shared_wins: bool) -> Iterator[tuple[Rated, list[Change]]]:
    """The changes by each result in turn; `states` is carried along. Players of whom it knows nothing are new."""
    for result in results:
        changes = step(result, states, shared_wins)
        states.update((change.sat.player, change.now) for change in changes)
        yield result, changes
