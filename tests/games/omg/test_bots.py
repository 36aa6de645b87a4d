"""The bot of Online Marketing Generals: better than chance, fair, and within its time."""

from __future__ import annotations

from random import Random

from games.engine import arena
from games.engine.bot import decide
from games.engine.dice import Dice
from games.engine.playout import next_prompt, random_choice
from games.omg.rules import GAME


def test_the_bot_beats_chance() -> None:
    """At least nine of ten games with starter decks."""
    score = arena.contest(GAME, {}, ["basic", "random"], 24, 5, starters=True)
    assert score.win_rate >= 0.9


def test_the_bot_answers_every_question_the_same_way_again() -> None:
    """QUA-1.5: equal arguments, equal choices; whatever is asked is answered legally."""
    kinds = set()
    for seed in range(6):
        rng = Random(seed)
        game = GAME.new({"cut": "on"}, GAME.random_setup({}, 2, rng), Dice(b"%d" % seed))
        for number in range(250):
            if not game.prompts:
                break
            prompt = next_prompt(game, rng)
            if prompt.kind not in kinds or number % 25 == 0:
                kinds.add(prompt.kind)
                choice = decide(GAME.bots["basic"], game, prompt.seat, number)
                assert choice == decide(GAME.bots["basic"], game, prompt.seat, number)
                game.check(prompt, choice)
            game.apply(prompt.seat, random_choice(prompt, rng, GAME.pick_at_random))
    assert {"action", "window", "tactic", "split", "discard", "mulligan", "cut", "pick_card"} <= kinds
