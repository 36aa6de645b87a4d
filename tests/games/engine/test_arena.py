"""Bots against each other: rotation, counting, interval."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, ClassVar

import pytest

from games.engine.arena import Score, UnknownBot, contest
from games.engine.bot import Bot, RandomBot, decide
from games.engine.deck import DeckRules, Violation
from games.engine.dice import Dice
from games.engine.errors import InvalidOptions
from games.engine.event import Event
from games.engine.game import Game, Setup
from games.engine.meta import Options
from games.engine.outcome import Outcome
from tests.toys.heap import Heap, Position
from tests.toys.market import Market


class Perfect:
    """Leaves a multiple of four."""

    def choose(self, game: Game[Any], seat: int, rng: Random) -> list[Any]:
        return [game.position.heap % 4 or 1]


class Arena(Heap):
    bots: ClassVar[dict[str, Bot]] = {"random": RandomBot(), "perfect": Perfect()}


def test_the_better_bot_wins_from_every_seat() -> None:
    score = contest(Arena, {}, ["perfect", "random"], 60, seed=1)
    assert score.games == 60
    assert score.win_rate > 0.9
    assert contest(Arena, {}, ["random", "perfect"], 60, seed=1).win_rate < 0.1


def test_seats_are_rotated() -> None:
    """With three pebbles the first seat takes all and wins: so the first bot wins exactly every second game."""
    score = contest(Arena, {"size": "3"}, ["perfect", "perfect"], 10, seed=1)
    assert (score.wins, score.draws) == (5, 0)


def test_shared_first_place_is_a_draw() -> None:
    class Friendly(Arena):
        def ending(self) -> Outcome | None:
            return None if self.position.heap else Outcome([1, 1], "friendship")

    score = contest(Friendly, {}, ["random", "random"], 8, seed=1)
    assert (score.wins, score.draws, score.win_rate) == (0, 8, 0.5)


def test_the_interval_is_that_of_wilson() -> None:
    low, high = Score(games=100, wins=80).interval
    assert (round(low, 4), round(high, 4)) == (0.7112, 0.8666)
    assert Score(games=10, wins=10).interval[1] == pytest.approx(1.0)
    assert Score().interval == (0.0, 1.0)


def test_unknown_bots_and_wrong_numbers_are_refused() -> None:
    with pytest.raises(UnknownBot):
        contest(Arena, {}, ["perfect", "clever"], 1, seed=1)
    with pytest.raises(InvalidOptions):
        contest(Arena, {}, ["random"] * 5, 1, seed=1)


def test_a_bot_is_given_a_redeal_and_decides_the_same_for_all_it_cannot_tell_apart() -> None:
    """QUA-1.5."""
    seen: list[dict[str, list[str]]] = []

    class Spy:
        def choose(self, game: Game[Any], seat: int, rng: Random) -> list[Any]:
            seen.append(game.zones())
            return [game.prompt_of(seat).options[0]]

    game = Market.new({}, Setup(3), Dice(b"x"))
    for other in (game, game.redealt(1, Random(5))):
        decide(Spy(), other, 1, seed=9)
    assert seen[0] == seen[1]
    assert seen[0]["hand_1"] == game.zones()["hand_1"]
    assert seen[0] != game.zones()


class Weights(DeckRules):
    """Decks of one card; the more copies, the better."""

    size = 1
    starters: Mapping[str, dict[str, int]] = {"heavy": {"pebble": 3}, "middling": {"pebble": 2}, "light": {"pebble": 1}}

    def limit(self, card: str) -> int:
        return 3

    def check(self, deck: Mapping[str, int]) -> list[Violation]:
        return []


class Scales(Heap):
    """Whoever has brought the heavier deck wins; seat 1 begins."""

    decks: ClassVar[DeckRules | None] = Weights()
    brought: ClassVar[list[int]] = []

    @classmethod
    def start(cls, options: Options, setup: Setup) -> Position:
        cls.brought[:] = [deck["pebble"] for deck in setup.decks] or [2] * setup.seats
        return Position(seats=setup.seats, heap=3, turn=1)

    def first_seat(self) -> int | None:
        return 1

    def answer(self, prompt: Any, choice: list[Any]) -> None:
        self.tell(Event("turn_began", {"seat": prompt.seat}))
        super().answer(prompt, [3])

    def ending(self) -> Outcome | None:
        if self.position.heap:
            return None
        best = max(self.brought)
        return Outcome([1 if weight == best else 2 for weight in self.brought], "weighed")


def test_every_starter_deck_meets_every_other_on_both_seats() -> None:
    """Six orders of two of three decks, twice each, as the bots change seats."""
    score = contest(Scales, {}, ["random", "random"], 24, seed=1, starters=True)
    assert {deck: (rate.wins, rate.games) for deck, rate in score.decks.items()} == {
        "heavy": (16, 16),
        "middling": (8, 16),
        "light": (0, 16),
    }
    assert set(score.pairs) == {(one, other) for one in score.decks for other in score.decks if one != other}
    assert all(rate.games == 8 for rate in score.pairs.values())
    assert (score.pairs["heavy", "light"].wins, score.pairs["light", "heavy"].wins) == (8, 0)
    assert (score.beginner.games, score.beginner.win_rate) == (24, 0.5)
    assert (score.wins, score.draws) == (12, 0)


def test_how_games_ended_and_how_long_they_were_is_counted() -> None:
    score = contest(Scales, {}, ["random", "random"], 10, seed=1)
    assert score.reasons == {"weighed": 10}
    assert (score.decks, score.draws) == ({}, 10)
    assert [score.turns_at(share) for share in (0.1, 0.5, 0.9)] == [1, 1, 1]
    assert Score().turns_at(0.5) == 0
    assert contest(Heap, {}, ["random", "random"], 2, seed=1).beginner.games == 0
