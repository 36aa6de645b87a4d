"""Random games from beginning to end: for fuzzing, for speed, and to play a redealt game on."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain
from random import Random
from typing import Any

from games.engine.dice import Dice
from games.engine.event import Event
from games.engine.game import Game
from games.engine.meta import Options
from games.engine.prompt import ONE, Prompt

AUDIT_EVERY = 50
"""Decisions between two checks that no card is lost or doubled, beside those at the end of each deal."""

LONGEST = 100_000
"""Decisions after which a game counts as endless."""


class RulesError(Exception):
    """The rules broke a promise of the contract: a card lost, a prompt without option, a game without end."""


@dataclass
class Tally:
    """What a series of playouts came to; `seconds` is processor time."""

    games: int = 0
    decisions: int = 0
    seconds: float = 0.0
    longest: int = 0
    errors: list[str] = field(default_factory=list)
    reached: Counter[str] = field(default_factory=Counter)
    """How often play came past each of the landmarks of the game (`Game.landmarks`)."""

    @property
    def decisions_per_s(self) -> int:
        return round(self.decisions / self.seconds) if self.seconds else 0


def next_prompt(game: Game[Any], rng: Random) -> Prompt:
    """An open prompt to answer next: a random one of those not yet answered in secret."""
    if len(game.prompts) == 1:
        return game.prompts[0]
    sealed = game.position.sealed
    waiting = [prompt for prompt in game.prompts if prompt.seat not in sealed]
    return waiting[int(rng.random() * len(waiting))]


def random_choice(prompt: Prompt, rng: Random, pick: Callable[[Prompt, Random], Any] | None = None) -> list[Any]:
    """A random legal choice; `pick` picks where one option is asked for. Raises `RulesError` if there is none."""
    options = prompt.options
    if prompt.pick == ONE and options:
        if pick is not None:
            return [pick(prompt, rng)]
        return [options[int(rng.random() * len(options))]]
    least, most = prompt.pick
    if len(options) < max(least, 1):
        raise RulesError(f"prompt {prompt.kind} of seat {prompt.seat} asks for {least} of {len(options)} options")
    return rng.sample(options, rng.randint(least, min(most, len(options))))


class Audit:
    """Keeps the events of a game and counts its cards: when they are gathered for a deal, else every `AUDIT_EVERY` decisions."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.game: Game[Any] | None = None
        self.since = 0
        """Decisions since the cards were counted."""

    def tell(self, event: Event) -> None:
        """Hear an event of the game. Raises `RulesError` if a card is lost or doubled."""
        self.events.append(event)
        if event.kind == "cards_shuffled" and self.game is not None and "all" in event.public:
            self.count(self.game)

    def count(self, game: Game[Any]) -> None:
        """Count the cards now. Raises `RulesError`."""
        self.since = 0
        check_cards(game)


def playout(game: Game[Any], rng: Random, audit: Audit | None = None) -> int:
    """Play on at random to the end; returns the number of decisions. Raises `RulesError` if the contract is broken."""
    decisions, pick = 0, type(game).pick_at_random
    while game.prompts:
        prompts = game.prompts
        prompt = prompts[0] if len(prompts) == 1 else next_prompt(game, rng)
        game.apply(prompt.seat, random_choice(prompt, rng, pick))
        decisions += 1
        if audit is not None:
            audit.since += 1
            if audit.since == AUDIT_EVERY:
                audit.count(game)
        if decisions > LONGEST:
            raise RulesError(f"no end after {LONGEST} decisions")
    if audit is not None:
        audit.count(game)
    if game.outcome() is None:
        raise RulesError("nobody is asked, but there is no outcome")
    return decisions


def check_cards(game: Game[Any]) -> None:
    """Every card of the game lies in exactly one zone. Raises `RulesError`."""
    there = list(chain.from_iterable(game.zones().values()))
    cards = game.inventory()
    if len(there) != len(cards) or sorted(there) != sorted(cards):
        lost, extra = Counter(cards) - Counter(there), Counter(there) - Counter(cards)
        raise RulesError(f"cards are not conserved: lost {dict(lost)}, too many {dict(extra)}")


def seats_in_turn(game_type: type[Game[Any]], options: Options, seats: int | None) -> list[int]:
    """The numbers of players a series cycles through: those the options allow, or just the one asked for.

    Raises `InvalidOptions` if there are none.
    """
    playable = [seats] if seats is not None else game_type.meta.playable(options)
    game_type.meta.check(options, playable[0] if playable else game_type.meta.seats[0])
    return playable


def series(
    game_type: type[Game[Any]],
    options: Options,
    seats: Sequence[int],
    games: int,
    seed: int,
    progress: Callable[[int], None] = lambda done: None,
    cover: bool = False,
) -> Tally:
    """Play random games with events told and every choice checked; errors are gathered with the seed that repeats them.

    With `cover` it is counted what they come past.
    """
    tally = Tally()
    for number in range(games):
        players, key = seats[number % len(seats)], f"{seed}.{number}"
        start = time.process_time()
        try:
            decisions = audited(game_type, options, players, key, tally.reached if cover else None)
        except Exception as error:  # noqa: BLE001 (whatever the rules raise is a finding, to be reported with its seed)
            tally.errors.append(f"seats {players}, seed {key}: {type(error).__name__}: {error}")
        else:
            tally.decisions += decisions
            tally.longest = max(tally.longest, decisions)
        tally.seconds += time.process_time() - start
        tally.games += 1
        progress(number + 1)
    return tally


def audited(game_type: type[Game[Any]], options: Options, seats: int, seed: str, reached: Counter[str] | None = None) -> int:
    """One random game with its events told and its cards counted; the number of decisions."""
    audit, checked = Audit(), game_type.meta.check(options, seats)
    wanted = [] if reached is None else [name for name in game_type.landmarks(checked) if not reached[name]]
    setup = game_type.random_setup(options, seats, Random(seed), wanted)
    audit.game = game = game_type.new(options, setup, Dice(seed.encode()), audit.tell)
    if reached is not None:

        def passes(name: str) -> None:
            reached[name] += 1

        game.passes = passes
    return playout(game, Random(seed), audit)


def wander(
    game_type: type[Game[Any]],
    options: Options,
    seats: Sequence[int],
    seed: int | str,
    tell: Callable[[Event], None] = lambda event: None,
    begin: Callable[[], None] = lambda: None,
) -> Iterator[Game[Any]]:
    """Random games without end, one after another, as they stand before each decision; now and then somebody leaves.

    `begin` is called before each game.
    """
    number = 0
    while True:
        begin()
        key = f"{seed}.{number}"
        rng = Random(key)
        players = seats[number % len(seats)]
        game = game_type.new(options, game_type.random_setup(options, players, Random(key)), Dice(key.encode()), tell)
        while game.prompts:
            yield game
            prompt = next_prompt(game, rng)
            if rng.random() < 0.002:
                game.leave(prompt.seat, "resigned")
            else:
                game.apply(prompt.seat, random_choice(prompt, rng, game_type.pick_at_random))
        number += 1
