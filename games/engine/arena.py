"""Bots against each other, seats rotated, with a confidence interval."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import sqrt
from random import Random
from typing import Any

from games.engine.bot import Bot, decide
from games.engine.dice import Dice
from games.engine.errors import EngineError, Text
from games.engine.game import Game, Setup
from games.engine.meta import Options
from games.engine.playout import next_prompt


class UnknownBot(EngineError, LookupError):
    """The game has no bot of this name."""

    def __init__(self, name: str, known: Sequence[str]) -> None:
        super().__init__(Text("error.unknown_name", {"name": name[:40], "known": list(known)}))


@dataclass
class Score:
    """Results of the first bot: a win is sole first place, a draw shared first place. `seconds` is processor time."""

    games: int = 0
    wins: int = 0
    draws: int = 0
    decisions: int = 0
    seconds: float = 0.0

    @property
    def win_rate(self) -> float:
        """Wins plus half the draws, by games."""
        return (self.wins + self.draws / 2) / self.games if self.games else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """95 % confidence interval of the win rate (Wilson's score interval)."""
        if not self.games:
            return 0.0, 1.0
        n, rate, z = self.games, self.win_rate, 1.96
        middle = (rate + z * z / (2 * n)) / (1 + z * z / n)
        half = z / (1 + z * z / n) * sqrt(rate * (1 - rate) / n + z * z / (4 * n * n))
        return max(0.0, middle - half), min(1.0, middle + half)


def contest(
    game_type: type[Game[Any]],
    options: Options,
    names: Sequence[str],
    games: int,
    seed: int,
    progress: Callable[[int], None] = lambda done: None,
) -> Score:
    """Play games with one seat a bot, the bots moving on one seat each game.

    Raises `UnknownBot`, or `InvalidOptions` if the options do not fit the number of bots.
    """
    for name in names:
        if name not in game_type.bots:
            raise UnknownBot(name, sorted(game_type.bots))
    game_type.meta.check(options, len(names))
    score = Score()
    for number in range(games):
        turn = number % len(names)
        seated = [game_type.bots[names[(seat + turn) % len(names)]] for seat in range(len(names))]
        first = (len(names) - turn) % len(names)
        start = time.process_time()
        outcome_first, shared, decisions = _play(game_type, options, seated, first, f"{seed}.{number}")
        score.seconds += time.process_time() - start
        score.games += 1
        score.decisions += decisions
        score.wins += outcome_first and not shared
        score.draws += outcome_first and shared
        progress(number + 1)
    return score


def _play(game_type: type[Game[Any]], options: Options, seated: Sequence[Bot], first: int, key: str) -> tuple[bool, bool, int]:
    """One game; whether the first bot came first, whether that was shared, and the number of decisions."""
    game = game_type.new(options, Setup(len(seated)), Dice(key.encode()))
    rng, decisions = Random(key), 0
    while game.prompts:
        seat = next_prompt(game, rng).seat
        game.apply(seat, decide(seated[seat], game, seat, f"{key}.{decisions}"))
        decisions += 1
    outcome = game.outcome()
    winners = outcome.winners() if outcome else []
    return first in winners, len(winners) > 1, decisions
