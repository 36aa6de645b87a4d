"""The bot of Online Marketing Generals: better than chance, fair, and within its time."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from games.engine import arena
from games.engine.bot import decide
from games.engine.dice import Dice
from games.engine.playout import next_prompt, random_choice
from games.omg.case_table import Table
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


def chosen(given: dict[str, Any], actions: int = 1) -> set[str]:
    """What the bot answers with several seeds in a position given as in worked cases, with so many actions left."""
    table = Table(GAME, given)
    table.game.position.actions = actions
    prompt = table.game.prompts[0]
    answers = [decide(GAME.bots["basic"], table.game, prompt.seat, number) for number in range(4)]
    return {", ".join(map(table.option, answer)) for answer in answers}


def test_the_bot_guards_the_user_that_would_be_beaten_next() -> None:
    """OMG-8: V of the stunned user (2) is brought above S of the attacker (3), though a user that stands is worth more."""
    mine = {"users": [{"card": "B013"}, {"card": "B013", "stunned": True}], "op": 0, "hand": ["B132"]}
    assert chosen({"A": mine, "B": {"users": [{"card": "B009"}], "hand_fill": 2}}, 3) == {"attach B132>A2"}


@pytest.mark.parametrize(("actions", "answer"), [(3, "surf"), (2, "surf"), (1, "attack A1>B1")])
def test_the_bot_attacks_with_its_last_action(actions: int, answer: str) -> None:
    """OMG-5.5: an attack ends the actions, so whatever else is to be had comes first, even if the attack wins the game."""
    theirs = {"users": [{"card": "B005", "stunned": True}, {"card": "B019"}], "hand_fill": 2}
    assert chosen({"A": {"users": [{"card": "B035"}], "op": 0, "ep": 48}, "B": theirs}, actions) == {answer}


def test_the_bot_wins_when_it_can() -> None:
    """OMG-10: the points that reach the target go before weakening the strongest user."""
    theirs = {"users": [{"card": "B001", "stunned": True}, {"card": "B042"}], "hand_fill": 2}
    assert chosen({"A": {"users": [{"card": "B042"}], "op": 0, "ep": 48}, "B": theirs}) == {"attack A1>B1"}


@pytest.mark.parametrize(("deck", "answer"), [(40, "B288"), (13, "B288"), (12, ""), (1, "")])
def test_the_bot_renews_a_full_hand_only_while_the_deck_lasts(deck: int, answer: str) -> None:
    """OMG-5.2, OMG-5.8: a second special card makes room for a new card, but whoever cannot draw has lost."""
    mine = {"users": [{"card": "B043"}], "hand": ["B005"] * 5 + ["B288"] * 2, "deck_fill": deck}
    assert chosen({"step": "discard", "A": mine, "B": {"hand_fill": 2}}) == {answer}
