"""Ratings by the Weng-Lin model with Plackett-Luce (RNK-2): one game, and the fold over many. Pure and deterministic.

A player is any hashable name; ranks are of teams, 1 best, equal for a draw. A duel is two teams of one.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby, permutations, product
from typing import Generic, NamedTuple, TypeVar

from openskill.models import PlackettLuce

MODEL = "openskill-6-pl-1"
"""The version of the model, kept with every step; another one means that everything is to be replayed."""

MU, SIGMA = 25.0, 25.0 / 3
BETA = 25.0 / 6
_MODEL = PlackettLuce(mu=MU, sigma=SIGMA, beta=BETA, kappa=0.0001, tau=25.0 / 300)

DECIMALS = 6
SCALE = 10**DECIMALS
SEASON_SIGMA = 4.166667
"""The least uncertainty with which somebody enters a season (RNK-2.9)."""

BASE, STRETCH, CAUTION = 1000, 40, 3
SURE_GAMES, SURE_SIGMA = 10, 5.0
STEP = 5
"""Percent to which a chance is rounded (RNK-2.10)."""

P = TypeVar("P", bound=Hashable)


class Value(NamedTuple):
    """How strong somebody is thought to be, and how unsure that is."""

    mu: float = MU
    sigma: float = 8.333333

    def rounded(self) -> Value:
        """As it is stored (RNK-2.6)."""
        return Value(round(self.mu, DECIMALS), round(self.sigma, DECIMALS))


NEW = Value()
"""Somebody without a rated game in the pool."""

Teams = Sequence[Sequence[Value]]


def after(teams: Teams, ranks: Sequence[int]) -> list[list[Value]]:
    """The values after one game, not rounded (RNK-2.3, RNK-2.4).

    With equal ranks: the mean over all strict orders that agree with them, of the variances for sigma. The model sees the teams
    best first and each team's members by their values, so nothing depends on the order of seats.

    Raises `ValueError` if there are fewer than two teams, an empty one, or not a rank for each.
    """
    if len(teams) < 2 or len(ranks) != len(teams) or not all(teams):
        raise ValueError("a game needs at least two teams, none of them empty, and a rank for each")
    inside = [sorted(range(len(team)), key=lambda member, team=team: team[member]) for team in teams]  # type: ignore[misc]
    by_rank = sorted(range(len(teams)), key=lambda team: ranks[team])
    tied = [sorted(group) for _, group in groupby(by_rank, key=lambda team: ranks[team])]
    found: list[list[list[Value]]] = [[[] for _ in team] for team in teams]
    for parts in product(*(permutations(group) for group in tied)):
        order = [team for part in parts for team in part]
        given = [[_MODEL.rating(mu=teams[team][m].mu, sigma=teams[team][m].sigma) for m in inside[team]] for team in order]
        rated = _MODEL.rate(given, ranks=[float(rank) for rank in range(1, len(order) + 1)])
        for team, values in zip(order, rated, strict=True):
            for member, value in zip(inside[team], values, strict=True):
                found[team][member].append(Value(value.mu, value.sigma))
    return [[_mean(values) for values in team] for team in found]


def _mean(values: Sequence[Value]) -> Value:
    if len(values) == 1:
        return values[0]
    count = len(values)
    variance = math.fsum(value.sigma * value.sigma for value in values) / count
    return Value(math.fsum(value.mu for value in values) / count, math.sqrt(variance))


def points(value: Value) -> int:
    """The shown value, exact from the six decimals (RNK-2.5).

    >>> points(NEW), points(Value(33.0, 3.0))
    (1000, 1960)
    """
    mu, sigma = round(value.mu * SCALE), round(value.sigma * SCALE)
    shown: int = (2 * (BASE * SCALE + STRETCH * (mu - CAUTION * sigma)) + SCALE) // (2 * SCALE)
    return shown


def provisional(games: int, sigma: float) -> bool:
    """Whether the value is shown with a question mark (RNK-2.5)."""
    return games < SURE_GAMES or sigma > SURE_SIGMA


def into_season(value: Value) -> Value:
    """With what somebody begins a season, from the value at its start (RNK-2.9)."""
    return Value(value.mu, max(value.sigma, SEASON_SIGMA))


def chances(teams: Teams) -> list[int]:
    """The chance of each team to win, rounded to 5 percent (RNK-2.10)."""
    given = [[_MODEL.rating(mu=value.mu, sigma=value.sigma) for value in team] for team in teams]
    return [STEP * math.floor(chance * 100 / STEP + 0.5) for chance in _MODEL.predict_win(given)]


class Game(NamedTuple, Generic[P]):
    """One rated result."""

    teams: Sequence[Sequence[P]]
    ranks: Sequence[int]


class Step(NamedTuple, Generic[P]):
    """What one result has done to one player."""

    player: P
    before: Value
    now: Value


def step(values: Mapping[P, Value], game: Game[P]) -> list[Step[P]]:
    """What one result does, rounded; nothing is changed. Who has no value is new (RNK-2.6)."""
    before = [[values.get(player, NEW) for player in team] for team in game.teams]
    done = after(before, game.ranks)
    return [
        Step(player, old, new.rounded())
        for team, olds, news in zip(game.teams, before, done, strict=True)
        for player, old, new in zip(team, olds, news, strict=True)
    ]


def fold(games: Iterable[Game[P]], values: dict[P, Value]) -> Iterator[list[Step[P]]]:
    """The steps of each game in turn; `values` is carried along and holds the state after the last one taken."""
    for game in games:
        steps = step(values, game)
        values.update((one.player, one.now) for one in steps)
        yield steps
