"""What is refused, why, and that it leaves the game as it was."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine.dice import Dice
from games.engine.errors import BrokenData, GameOver, IllegalChoice, InvalidOptions, NotYourPrompt
from games.engine.game import Setup
from games.innovation.rules import Innovation
from tests.games.innovation.setting import ids, play, table


def refused(game: Innovation, seat: int, choice: list[Any], error: type[Exception]) -> str:
    """Give an answer that must be refused with this error; the key of its text. Nothing may have changed."""
    before = game.dump(), list(game.prompts), [game.view(viewer) for viewer in (*range(game.position.seats), None)]
    with pytest.raises(error) as refusal:
        game.apply(seat, choice)
    assert (game.dump(), list(game.prompts), [game.view(viewer) for viewer in (*range(game.position.seats), None)]) == before
    return str(refusal.value.args[0])


# --- tables ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "seats", "named"),
    [
        ({"edition": "third"}, 2, "edition"),
        ({"edition": 1}, 2, "edition"),
        ({"teams": "on"}, 3, "teams"),
        ({"teams": "on"}, 2, "teams"),
        ({"teams": "yes"}, 4, "teams"),
        ({"expansion": "echoes"}, 2, "expansion"),
        ({}, 1, "seats"),
        ({}, 5, "seats"),
    ],
)
def test_a_table_that_cannot_be_is_refused_naming_the_option(options: dict[str, Any], seats: int, named: str) -> None:
    """INN-2.7."""
    with pytest.raises(InvalidOptions) as refusal:
        Innovation.new(options, Setup(seats), Dice(b"table"))
    assert named in [problem.option for problem in refusal.value.problems]


@pytest.mark.parametrize(("options", "seats"), [({"edition": "first", "teams": "on"}, 4), ({"edition": "latest"}, 3), ({}, 2)])
def test_what_can_be_is_not_refused(options: dict[str, Any], seats: int) -> None:
    """INN-2.7."""
    assert Innovation.new(options, Setup(seats), Dice(b"table")).prompts


def test_a_position_that_is_none_is_refused() -> None:
    good = table({"red": "archery"}, {}).dump()
    for broken in (b"", b"{}", good[:-1], good.replace(b'"action"', b'"dance"'), good.replace(b'"seats":2', b'"seats":"two"')):
        with pytest.raises(BrokenData):
            Innovation.load(broken, Dice(b"load"))


# --- actions ---------------------------------------------------------------------------------------------------------------


def test_only_who_has_the_turn_acts() -> None:
    """INN-3.1."""
    game = table({"red": "archery"}, {"blue": "pottery", "hand": "tools"}, {})
    for seat in (1, 2, 3, -1):
        assert refused(game, seat, ["draw"], NotYourPrompt)


@pytest.mark.parametrize(
    "choice",
    [
        [],
        ["draw", "draw"],
        ["draw", "meld:tools"],
        ["pass"],
        ["meld:coal"],
        ["meld:writing"],
        ["meld:nothing"],
        ["dogma:pottery"],
        ["dogma:tools"],
        ["dogma:metalworking"],
        ["achieve:age-1"],
        ["achieve:age-2"],
        ["achieve:age-10"],
        ["achieve:world"],
        [None],
        [0],
        [["draw"]],
    ],
    ids=str,
)
def test_an_action_that_is_not_there_is_refused(choice: list[Any]) -> None:
    """INN-3.1, INN-7.1, INN-11: passing; cards of others, covered ones; too few points, an age taken, one that does not exist."""
    game = table(
        {"red": "metalworking archery", "hand": "tools", "score": "coal", "achieved": "1"}, {"blue": "pottery", "hand": "writing"}
    )
    assert refused(game, 0, choice, IllegalChoice)


def test_names_that_are_not_offered_are_refused() -> None:
    game = table({"red": "archery", "hand": "tools"}, {})
    for names in (["achieve"], ["meld:innovation.tools"], [""], ["DRAW"]):
        with pytest.raises(IllegalChoice):
            game.named(game.prompts[0], names)


# --- decisions within effects ----------------------------------------------------------------------------------------------


def test_in_a_demand_only_the_victim_answers() -> None:
    """INN-8.6: neither the demander nor the next victim."""
    game = table({"purple": "emancipation", "hand": "sailing archery"}, {"hand": "tools pottery"}, {"hand": "coal optics"})
    play(game, "dogma:emancipation")
    for seat in (0, 2):
        assert refused(game, seat, ids("tools"), NotYourPrompt)
    for card in ("sailing", "coal", "calendar"):
        assert refused(game, 1, ids(card), IllegalChoice)
    assert refused(game, 1, ["pass"], IllegalChoice)
    play(game, "tools")
    assert game.prompts[0].seat == 2
    assert refused(game, 1, ids("pottery"), NotYourPrompt)


def test_the_demander_breaks_its_own_tie_and_not_the_victims() -> None:
    """INN-8.6."""
    game = table({"yellow": "sanitation", "hand": "tools pottery"}, {"hand": "coal physics statistics"})
    play(game, "dogma:sanitation")
    assert refused(game, 0, ids("tools"), NotYourPrompt)
    play(game, "coal", "physics")
    assert refused(game, 1, ids("statistics"), NotYourPrompt)
    assert game.prompts[0].options == ids("pottery tools")


def test_an_answer_that_came_too_late_is_refused() -> None:
    """INN-17.4: the same seat, but the question has changed, in another frame of the nest."""
    game = table({"blue": "computers", "red": "archery oars", "hand": "optics"}, {"score": "tools"}, next_cards="miniaturization")
    play(game, "dogma:computers")
    assert game.prompts[0].options == ["red", "pass"]
    play(game, "red")
    assert game.prompts[0].options == [*ids("optics"), "pass"]
    for stale in (["red"], ["draw"], ["dogma:computers"], ["done"], ["yes"]):
        assert refused(game, 0, stale, IllegalChoice)
    play(game, "pass")
    for stale in (["pass"], ids("optics"), ["red"]):
        assert refused(game, 0, stale, IllegalChoice)


def test_a_card_already_picked_cannot_be_picked_again() -> None:
    """INN-17.5."""
    game = table({"yellow": "suburbia", "hand": "tools pottery"}, {})
    play(game, "dogma:suburbia")
    assert refused(game, 0, ["done"], IllegalChoice)
    assert refused(game, 0, ids("tools pottery"), IllegalChoice)
    play(game, "tools")
    assert refused(game, 0, ids("tools"), IllegalChoice)
    assert refused(game, 0, ["pass"], IllegalChoice)


def test_a_price_once_begun_is_paid_in_full() -> None:
    """INN-17.5: Tools."""
    game = table({"blue": "tools", "hand": "archery oars sailing pottery"}, {})
    play(game, "dogma:tools", "oars")
    for stop in ("done", "pass"):
        assert refused(game, 0, [stop], IllegalChoice)


def test_an_order_names_every_card_once() -> None:
    """INN-17.4."""
    game = table({"purple": "railroad", "hand": "tools pottery writing"}, {})
    play(game, "dogma:railroad")
    for cards in ("", "tools", "tools pottery", "tools tools pottery", "tools pottery writing writing", "tools pottery coal"):
        assert refused(game, 0, ids(cards), IllegalChoice)


def test_two_colors_are_two_different_ones() -> None:
    """INN-17.4: Empiricism."""
    game = table({"purple": "empiricism"}, {})
    play(game, "dogma:empiricism")
    for colors in ([], ["blue"], ["blue", "blue"], ["blue", "red", "green"], ["blue", "orange"]):
        assert refused(game, 0, colors, IllegalChoice)


def test_a_value_is_one_of_ten() -> None:
    """INN-17.4: Mass Media."""
    game = table({"green": "mass-media", "hand": "tools"}, {})
    play(game, "dogma:mass-media", "tools")
    for value in ("0", "11", "-1", "three", 3):
        assert refused(game, 0, [value], IllegalChoice)


def test_a_hidden_pile_is_named_by_player_and_value() -> None:
    """INN-8.7: no own pile, no value that is not there, no card by name."""
    game = table({"blue": "rocketry", "score": "oars"}, {"score": "tools optics"}, {"score": "coal"})
    play(game, "dogma:rocketry")
    for option in ("seat_0:1", "seat_1:5", "seat_2:3", "seat_3:1", "seat_1", *ids("optics")):
        assert refused(game, 0, [option], IllegalChoice)


def test_a_splay_that_would_change_nothing_is_refused() -> None:
    """INN-6.4."""
    game = table({"purple": "railroad", "green": "sailing clothing/right", "blue": "tools writing/left"}, {})
    play(game, "dogma:railroad")
    for color in ("blue", "purple", "red", "left"):
        assert refused(game, 0, [color], IllegalChoice)


# --- opening and end -------------------------------------------------------------------------------------------------------


def test_the_opening_takes_one_of_two_cards_of_the_own_hand() -> None:
    """INN-2.4."""
    game = Innovation.new({}, Setup(2), Dice(b"opening"))
    (mine, theirs) = (game.prompt_of(seat).options for seat in (0, 1))
    for choice in ([], mine, theirs[:1], ["draw"]):
        assert refused(game, 0, choice, IllegalChoice)
    assert refused(game, 2, mine[:1], NotYourPrompt)


def test_after_the_end_nothing_is_answered() -> None:
    """INN-13.1."""
    game = table({"red": "robotics"}, {"score": "tools"}, empty=(10,))
    play(game, "draw")
    for seat in (0, 1):
        assert refused(game, seat, ["draw"], GameOver)
    with pytest.raises(GameOver):
        game.leave(0, "resigned")


def test_in_the_team_game_one_who_leaves_ends_it() -> None:
    """INN-17.7: in the middle of an effect, too."""
    game = table({"purple": "emancipation"}, {"hand": "tools pottery"}, {}, {}, teams="on")
    play(game, "dogma:emancipation")
    game.leave(2, "resigned")
    outcome = game.outcome()
    assert outcome is not None
    assert (outcome.reason, outcome.winners()) == ("left", [1, 3])
    assert refused(game, 1, ids("tools"), GameOver)
