"""What Ka-Mel-Oh! says of its return match (KMO-18), and that a plan goes before whatever decides who starts (KMO-5)."""

from __future__ import annotations

import pytest

from games.engine.dice import Dice
from games.engine.event import Event
from games.engine.game import Setup
from games.engine.match import ReturnMatch, Terms
from games.kameloh.rules import GAME
from games.kameloh.rules.options import META


def wanted(**options: str) -> ReturnMatch | None:
    return GAME.return_match(META.check(options, 2))


def terms(**options: str) -> Terms:
    return GAME.terms(META.check(options, 2), 2)


def test_only_if_the_table_asks_for_it() -> None:
    assert wanted() is None
    assert wanted(return_match="on", target="15") == ReturnMatch(("draw",))


def test_what_a_game_counts_for_that_somebody_left() -> None:
    """KMO-17.10: at least the target; monsters defeated are the tie-break (KMO-18.1)."""
    assert terms(target="15") == Terms(target=15, counter="defeated")


def test_the_long_game_counts_twenty_for_whoever_stayed() -> None:
    """KMO-17.10, whatever target stands beside it."""
    assert terms(length="long", target="5").target == 20


def test_a_series_decides_by_itself_and_a_single_game_of_a_knock_out_must() -> None:
    """RNK-5.6; the decider is a short game to 10."""
    options = META.check({"length": "long", "return_match": "on", "tie_break": "on"}, 2)
    alone = GAME.in_series(options, decides=True)
    assert alone == options | {"return_match": "off"}
    assert GAME.in_series(alone, decides=False)["tie_break"] == "off"
    short = GAME.shortened(alone, 10)
    assert short is not None
    assert (short["length"], short["target"]) == ("short", "10")
    assert META.check(short, 2) == short


def test_a_tie_break_decides_level_sums() -> None:
    """KMO-18.1: more monsters defeated in both games, then the coin."""
    found = wanted(return_match="on", tie_break="on")
    assert found is not None
    assert found.ties == ("game_tiebreak", "coin")


@pytest.mark.parametrize("starter", ["auto", "coin", "plan", "agreed", "less_experienced"])
def test_a_planned_seat_starts(starter: str) -> None:
    """In the return game, too (RNK-4.3): whatever option the table has, and told as what it is."""
    for seat in (0, 1):
        told: list[Event] = []
        setup = Setup(2, starter=seat, experience=(3, 9))
        game = GAME.new({"starter": starter}, setup, Dice(bytes(32)), told.append)
        assert game.first_seat() == seat
        assert told[0].public["seat"] == seat
        assert told[0].public["method"] == ("agreed" if starter == "agreed" else "plan")
