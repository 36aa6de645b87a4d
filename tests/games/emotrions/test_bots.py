"""The basic bot is worth playing against in every style."""

from __future__ import annotations

from typing import Any

import pytest

from games.emotrions.rules import Emotrions
from games.engine.arena import contest
from games.engine.bot import decide
from tests.games.emotrions.setting import CARDS, hand, match


@pytest.mark.parametrize("preset", sorted(Emotrions.meta.presets))
def test_it_beats_random_in_every_style(preset: str) -> None:
    score = contest(Emotrions, Emotrions.meta.presets[preset].options, ["basic", "random"], 40, seed=3)
    assert score.win_rate >= 0.8, f"{preset}: {score.win_rate}"


@pytest.mark.parametrize("seats", [3, 4, 6])
def test_it_beats_random_at_larger_tables(seats: int) -> None:
    score = contest(Emotrions, {}, ["basic"] + ["random"] * (seats - 1), 30, seed=3)
    assert score.win_rate >= 0.6


def chosen(game: Emotrions, seat: int) -> Any:
    return decide(Emotrions.bots["basic"], game, seat, "choice")[0]


def test_it_takes_a_good_trick_cheaply() -> None:
    game = match([hand("strength", "joy", "hate"), hand("strength", "kindness", "indecision", "sadness")], bank=[0, 1, 4, 5])
    game.apply(0, [(0,)])
    assert CARDS.power[chosen(game, 1)] > 1


def test_it_leaves_a_bad_trick_to_others_and_throws_its_own_bad_cards_in() -> None:
    game = match([hand("anger", "hate", "joy"), hand("strength", "sadness", "hate")], bank=[0, 1, 4, 5])
    game.apply(0, [(5, 6)])
    assert chosen(game, 1) in [(4,), (5,), (4, 5)]


def test_it_declines_what_would_hurt() -> None:
    """EMO-11.9: a positive attack equalled is a gain."""
    game = match([hand("kindness", "joy"), hand("kindness", "sadness", "hate")], options={"variant": "pareo"}, bank=[0, 1, 4, 5])
    game.apply(0, [(2,)])
    assert chosen(game, 1) == (2,)
