"""The basic bot is worth playing against, never chooses what is not offered, and does the obvious."""

from __future__ import annotations

from itertools import islice
from typing import Any

import msgspec
import pytest

from games.engine.arena import contest
from games.engine.bot import decide
from games.engine.playout import wander
from games.spieleflut.cases import Case, Player
from games.spieleflut.rules import Spieleflut

FULL = {"rang": "on", "ereignis": "on"}


@pytest.mark.parametrize(("options", "games"), [({}, 20), (FULL, 10)], ids=["basis", "full"])
def test_it_beats_random_in_a_duel(options: dict[str, str], games: int) -> None:
    score = contest(Spieleflut, options, ["basic", "random"], games, seed=11)
    assert score.win_rate >= 0.9


def test_a_team_with_it_beats_a_team_without() -> None:
    """In a team game first place is always shared: the arena counts a won game as a draw (SPF-13.2)."""
    score = contest(Spieleflut, FULL, ["basic", "random", "basic", "random"], 4, seed=3)
    assert score.draws == 4


@pytest.mark.parametrize("preset", sorted(Spieleflut.meta.presets))
def test_it_chooses_legally_and_the_same_again(preset: str) -> None:
    options = Spieleflut.meta.presets[preset].options
    bot = Spieleflut.bots["basic"]
    for game in islice(wander(Spieleflut, options, Spieleflut.meta.playable(options), "bots"), 0, 1500, 11):
        before = game.dump()
        for prompt in game.prompts:
            choice = decide(bot, game, prompt.seat, "basic 1")
            assert game.check(prompt, choice) == choice
            assert decide(bot, game, prompt.seat, "basic 1") == choice
        assert game.dump() == before


def chosen(state: str, *seats: dict[str, Any], **more: Any) -> list[str]:
    """What the bot answers in a position, by name."""
    given = {"state": state, "players": list(seats)} | more
    case = {
        "id": "x",
        "title": "x",
        "modules": ["basis", "rang", "ereignis"],
        "players": 2,
        "given": given,
        "when": [],
        "then": {},
    }
    player = Player(msgspec.convert(case, Case), Spieleflut)
    assert player.differences() == []
    return [player.game.token(option) for option in decide(Spieleflut.bots["basic"], player.game, 0, "choice")]


def desk(review: str, attached: str, deadline: int = 4) -> list[dict[str, Any]]:
    return [{"slot": 0, "review": review, "attached": attached.split(), "deadline": deadline}]


def test_it_publishes_a_review_that_would_be_late() -> None:
    """SPF-10.2: the next countdown brings the marker to 0."""
    assert chosen("ACTIONS", {"seat": 0, "hand": ["U01"], "desk": desk("R06", "Z01 Z02 T01", 1)}) == ["attach:U01:0"]


def test_it_adds_the_extra_before_the_next_step() -> None:
    """SPF-7.3: after the first Write no Play fits."""
    hand = ["Z03", "T01", "U01"]
    assert chosen("ACTIONS", {"seat": 0, "hand": hand, "desk": desk("R06", "Z01 Z02", 4)}) == ["attach:Z03:0"]


def test_it_lays_down_what_fits_nowhere() -> None:
    """SPF-7.9: dead cards go, so that new ones come."""
    hand = ["U01", "U02", "U03", "U04", "U05"]
    assert chosen("ACTIONS", {"seat": 0, "hand": hand, "desk": desk("R06", "Z01", 4)}) == ["pause"]


def test_it_places_a_review_on_an_empty_desk() -> None:
    """SPF-6.8: rather than throwing it away."""
    (answer,) = chosen("REVIEWS", {"seat": 0, "hand": ["Z01"]}, pending=["R06"])
    assert answer.startswith("place:R06")


def test_it_takes_the_reward_of_the_top_rank() -> None:
    """SPF-9.7."""
    (answer,) = chosen("REWARD", {"seat": 0, "rank": 3, "desk": []}, review_stack=["R31"])
    assert answer.startswith("reward_desk")
