"""Bots against each other, seats rotated, with intervals; in games of own decks each starter deck against each other."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import permutations
from math import sqrt
from random import Random
from typing import Any

from games.engine.bot import Bot, decide
from games.engine.dice import Dice
from games.engine.errors import EngineError, Text
from games.engine.event import Event
from games.engine.game import Game, Setup
from games.engine.meta import Options
from games.engine.playout import next_prompt


class UnknownBot(EngineError, LookupError):
    """The game has no bot of this name."""

    def __init__(self, name: str, known: Sequence[str]) -> None:
        super().__init__(Text("error.unknown_name", {"name": name[:40], "known": list(known)}))


@dataclass
class Rate:
    """Games somebody won: a win is sole first place, a draw shared first place."""

    games: int = 0
    wins: int = 0
    draws: int = 0

    def count(self, came_first: bool, shared: bool) -> None:
        """One more game."""
        self.games += 1
        self.wins += came_first and not shared
        self.draws += came_first and shared

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


@dataclass
class Score(Rate):
    """Results of the first bot, and what else came of the games. `seconds` is processor time."""

    decisions: int = 0
    seconds: float = 0.0
    beginner: Rate = field(default_factory=Rate)
    """Of the seat that began, in games that say which does."""
    reasons: Counter[str] = field(default_factory=Counter)
    """How the games ended."""
    turns: Counter[int] = field(default_factory=Counter)
    """How many turns a game had, all seats together; in games that tell of turns."""
    decks: dict[str, Rate] = field(default_factory=dict)
    """Each starter deck against all others."""
    pairs: dict[tuple[str, str], Rate] = field(default_factory=dict)
    """The first starter deck against the second, for two players."""

    def turns_at(self, share: float) -> int:
        """So many turns or fewer had this share of the games."""
        lengths = sorted(self.turns.elements())
        return lengths[min(len(lengths) - 1, int(share * len(lengths)))] if lengths else 0


@dataclass
class Played:
    """One game: who came first, how it ended."""

    winners: list[int]
    reason: str
    beginner: int | None
    decisions: int
    turns: int


def contest(
    game_type: type[Game[Any]],
    options: Options,
    names: Sequence[str],
    games: int,
    seed: int,
    progress: Callable[[int], None] = lambda done: None,
    *,
    starters: bool = False,
) -> Score:
    """Play games with one seat a bot, the bots moving on one seat each game.

    With `starters` every order of starter decks is played in turn, else what random games begin with.
    Raises `UnknownBot`, or `InvalidOptions` if the options do not fit the number of bots.
    """
    for name in names:
        if name not in game_type.bots:
            raise UnknownBot(name, sorted(game_type.bots))
    game_type.meta.check(options, len(names))
    score, seats = Score(), len(names)
    dealt = list(permutations(game_type.decks.starters, seats)) if starters and game_type.decks is not None else []
    for number in range(games):
        turn, key = number % seats, f"{seed}.{number}"
        seated = [game_type.bots[names[(seat + turn) % seats]] for seat in range(seats)]
        decks = dealt[number // seats % len(dealt)] if dealt else ()
        start = time.process_time()
        played = _play(game_type, options, seated, decks, key)
        score.seconds += time.process_time() - start
        _add(score, played, (seats - turn) % seats, decks)
        progress(number + 1)
    return score


def _add(score: Score, played: Played, first: int, decks: Sequence[str]) -> None:
    """Count a game in which the first bot sat here and the seats played these decks."""
    winners, shared = played.winners, len(played.winners) > 1
    score.count(first in winners, shared)
    score.decisions += played.decisions
    score.reasons[played.reason] += 1
    score.turns[played.turns] += played.turns > 0
    if played.beginner is not None:
        score.beginner.count(played.beginner in winners, shared)
    for seat, deck in enumerate(decks):
        score.decks.setdefault(deck, Rate()).count(seat in winners, shared)
    if len(decks) == 2:
        score.pairs.setdefault((decks[0], decks[1]), Rate()).count(0 in winners, shared)
        score.pairs.setdefault((decks[1], decks[0]), Rate()).count(1 in winners, shared)


def _play(game_type: type[Game[Any]], options: Options, seated: Sequence[Bot], decks: Sequence[str], key: str) -> Played:
    """One game, with these starter decks or what random games begin with."""
    turns = Counter[str]()

    def tell(event: Event) -> None:
        turns[event.kind] += 1

    if decks and game_type.decks is not None:
        setup = Setup(len(seated), decks=tuple(game_type.decks.starters[name] for name in decks))
    else:
        setup = game_type.random_setup(options, len(seated), Random(key))
    game = game_type.new(options, setup, Dice(key.encode()), tell)
    beginner = game.first_seat()
    rng, decisions = Random(key), 0
    while game.prompts:
        seat = next_prompt(game, rng).seat
        game.apply(seat, decide(seated[seat], game, seat, f"{key}.{decisions}"))
        decisions += 1
    outcome = game.outcome()
    winners, reason = (outcome.winners(), outcome.reason) if outcome else ([], "")
    return Played(winners, reason, beginner, decisions, turns["turn_began"])
