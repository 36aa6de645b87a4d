"""Random games: figures, and that broken rules are reported with the seed that repeats them."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from games.engine.dice import Dice
from games.engine.errors import InvalidOptions
from games.engine.game import Setup
from games.engine.meta import Options
from games.engine.outcome import Outcome
from games.engine.playout import RulesError, check_cards, playout, random_choice, seats_in_turn, series
from games.engine.prompt import Prompt
from tests.toys.heap import Heap
from tests.toys.market import Market


def test_a_series_cycles_through_the_numbers_of_players() -> None:
    tally = series(Market, {}, [2, 3, 4], 9, seed=1)
    assert (tally.games, tally.errors) == (9, [])
    assert tally.decisions >= tally.longest > 0
    assert tally.decisions_per_s > 0
    again = series(Market, {}, [2, 3, 4], 9, seed=1)
    assert (again.decisions, again.longest) == (tally.decisions, tally.longest)
    assert series(Market, {}, [2, 3, 4], 9, seed=2).decisions != tally.decisions


def test_lost_and_doubled_cards_are_found() -> None:
    class Leaky(Market):
        def unseal(self, kind: str, answers: dict[int, list[Any]]) -> None:
            super().unseal(kind, answers)
            self.position.shown.pop()

    tally = series(Leaky, {}, [2], 3, seed=7)
    assert len(tally.errors) == 3
    assert tally.errors[0].startswith("seats 2, seed 7.0: RulesError: cards are not conserved: lost {'market.")
    game = Market.new({}, Setup(2), Dice(b"x"))
    game.position.shown.append(game.position.hands[0][0])
    with pytest.raises(RulesError, match="too many"):
        check_cards(game)


def test_a_prompt_without_options_is_found() -> None:
    with pytest.raises(RulesError, match="asks for 1 of 0 options"):
        random_choice(Prompt(0, "pick", []), Random(1))
    with pytest.raises(RulesError, match="asks for 2 of 1 options"):
        random_choice(Prompt(0, "pick", ["a"], pick=(2, 3)), Random(1))


def test_a_choice_takes_as_many_as_there_are() -> None:
    sizes = {len(random_choice(Prompt(0, "pick", ["a", "b"], pick=(0, 3)), Random(number))) for number in range(40)}
    assert sizes == {0, 1, 2}


def test_an_end_without_outcome_is_found() -> None:
    class Silent(Heap):
        def ending(self) -> Outcome | None:
            return None

    with pytest.raises(RulesError, match="no outcome"):
        playout(Silent.new({}, Setup(2), Dice(b"x")), Random(1))


def test_an_endless_game_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    class Endless(Heap):
        def answer(self, prompt: Prompt, choice: list[Any]) -> None:
            self.position.turn = 1 - self.position.turn

    monkeypatch.setattr("games.engine.playout.LONGEST", 50)
    with pytest.raises(RulesError, match="no end after 50"):
        playout(Endless.new({}, Setup(2), Dice(b"x")), Random(1))


def test_seats_in_turn() -> None:
    assert seats_in_turn(Market, {}, None) == [2, 3, 4]
    assert seats_in_turn(Market, {}, 3) == [3]
    with pytest.raises(InvalidOptions):
        seats_in_turn(Market, {}, 5)


class Watched(Market):
    """A game that says which prompts it comes past, and promises one it never does."""

    @classmethod
    def landmarks(cls, options: Options) -> list[str]:
        return ["asked", "never"]

    def answer(self, prompt: Prompt, choice: list[Any]) -> None:
        if self.passes is not None:
            self.passes("asked")
        super().answer(prompt, choice)


def test_what_play_comes_past_is_counted_if_wanted() -> None:
    tally = series(Watched, {}, [2], 2, seed=1, cover=True)
    assert tally.reached["asked"] > 0
    assert not tally.reached["never"]
    assert not series(Watched, {}, [2], 2, seed=1).reached
