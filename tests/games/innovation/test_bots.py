"""The basic bot is worth playing against at every table, and never chooses what is not offered."""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest

from games.engine.arena import contest
from games.engine.bot import decide
from games.engine.dice import Dice
from games.engine.game import Setup
from games.engine.playout import wander
from games.innovation.rules import Innovation
from tests.games.innovation.setting import ids, play, table


@pytest.mark.parametrize("edition", ["latest", "first"])
def test_it_beats_random_in_a_duel(edition: str) -> None:
    score = contest(Innovation, {"edition": edition}, ["basic", "random"], 8, seed=3)
    assert score.win_rate >= 0.9


@pytest.mark.parametrize("seats", [3, 4])
def test_it_beats_random_at_larger_tables(seats: int) -> None:
    score = contest(Innovation, {}, ["basic"] + ["random"] * (seats - 1), 6, seed=3)
    assert score.win_rate >= 0.8


def test_a_team_with_it_beats_a_team_without() -> None:
    """In a team game first place is always shared: the arena counts a won game as a draw."""
    score = contest(Innovation, {"teams": "on"}, ["basic", "random", "basic", "random"], 6, seed=3)
    assert score.draws >= 5


@pytest.mark.parametrize("preset", sorted(Innovation.meta.presets))
def test_it_chooses_legally_and_the_same_again(preset: str) -> None:
    options = Innovation.meta.presets[preset].options
    bot = Innovation.bots["basic"]
    for game in islice(wander(Innovation, options, Innovation.meta.playable(options), "bots"), 0, 900, 23):
        before = game.dump()
        for prompt in game.prompts:
            choice = decide(bot, game, prompt.seat, "basic 1")
            assert game.check(prompt, choice) == choice
            assert decide(bot, game, prompt.seat, "basic 1") == choice
        assert game.dump() == before


def chosen(game: Innovation, seat: int = 0) -> Any:
    """What the bot answers, if there is only one thing it should."""
    answers = [decide(Innovation.bots["basic"], game, seat, f"choice {number}") for number in range(3)]
    assert answers[1:] == answers[:-1]
    return answers[0]


def test_it_takes_an_achievement_that_wins() -> None:
    """INN-13.2."""
    game = table({"red": "coal", "score": "optics anatomy", "achieved": "2 3 4 5 world"}, {"blue": "pottery"})
    assert chosen(game) == ["achieve:age-1"]


def test_it_ends_the_game_when_it_leads_and_not_when_it_trails() -> None:
    """INN-13.3: with no 10 left, a draw ends it."""
    leads = table({"purple": "lighting", "red": "optics robotics", "score": "databases"}, {"score": "tools"}, empty=(10,))
    answer = decide(Innovation.bots["basic"], leads, 0, "choice")
    leads.apply(0, answer)
    assert leads.position.winners == [0]
    trails = table({"red": "robotics", "hand": "sailing", "score": "optics"}, {"score": "databases"}, empty=(10,))
    assert chosen(trails) == ["meld:sailing"]


def test_it_wins_by_a_card_when_it_can() -> None:
    """INN-13.4: more achievements than the opponent."""
    game = table({"green": "self-service", "achieved": "1 2"}, {"red": "archery", "achieved": "3"})
    assert chosen(game) == ["dogma:self-service"]


def test_it_does_not_pay_with_what_loses_the_game() -> None:
    """Agriculture with a 10 in hand would draw an 11 (INN-4.3)."""
    game = table({"yellow": "agriculture", "hand": "software"}, {"red": "archery", "score": "tools"})
    play(game, "dogma:agriculture")
    assert chosen(game) == ["pass"]
    other = table({"yellow": "agriculture", "hand": "philosophy"}, {"red": "archery", "score": "tools"})
    play(other, "dogma:agriculture")
    assert chosen(other) == ids("philosophy")


def test_a_victim_gives_its_least_card() -> None:
    """Emancipation: a 1 rather than a 9 (INN-8.6)."""
    game = table({"purple": "emancipation"}, {"green": "the-wheel", "hand": "sailing fission"})
    play(game, "dogma:emancipation")
    assert chosen(game, 1) == ids("sailing")


def test_two_of_it_come_to_an_end() -> None:
    """They lose patience where they could take from each other for ever."""
    key = "19.43"
    game = Innovation.new({}, Setup(2), Dice(key.encode()))
    for decision in range(2_000):
        if not game.prompts:
            break
        seat = game.waiting_for()[0]
        game.apply(seat, decide(Innovation.bots["basic"], game, seat, f"{key}.{decision}"))
    assert game.outcome() is not None
