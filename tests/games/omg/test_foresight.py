"""What every special card would make of an attack, tried by the rules themselves and by what is public (OMG-8.4, OMG-8.5)."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from games.omg.case_table import Table
from games.omg.rules import GAME, Omg, combat
from tests.games.omg.test_rules import played

PASS = ("pass",)
STRONG, WEAK = {"card": "B008"}, {"card": "B005"}


def cards_with(op: str, *refs: str) -> list[str]:
    """Special cards for windows of an attack whose first clause does this, to one of these targets."""
    return [
        GAME.cards.names[card]
        for card, timing in enumerate(GAME.cards.timing)
        if timing in ("any", "combat", "opponent_attack")
        and (first := GAME.cards.clauses[card][0]).op == op
        and not first.condition
        and (not refs or first.target.ref in refs)
    ]


def window_of(seat: int, mine: dict[str, Any], theirs: dict[str, Any]) -> tuple[Omg, Table]:
    """A attacks the first user of B with SEO, and this seat is asked in the window."""
    extra = {"hand_fill": 2, "op": 10}
    table = Table(GAME, {"A": extra | mine, "B": extra | theirs})
    game, users = table.game, table.users
    game.apply(0, [("attack", users["A1"], users["B1"])])
    game.apply(0, ["S"])
    while game.prompts[0].seat != seat:
        game.apply(game.prompts[0].seat, [PASS])
    assert game.prompts[0].kind == "window"
    return game, table


def foreseen(game: Omg, card: str) -> list[dict[str, Any]]:
    """The forecasts of all ways to play a card, without its price."""
    (prompt,) = game.prompts
    ways = [option for option in prompt.options if option[0] == "special" and GAME.cards.names[option[1]] == card]
    assert ways, f"{card} cannot be played"
    return [{name: value for name, value in game.describe(prompt, option).effect.items() if name != "price"} for option in ways]


@pytest.mark.parametrize("card", cards_with("cancel_attack"))
def test_an_attack_that_is_cancelled(card: str) -> None:
    """OMG-8.11: it ends without result."""
    game, _ = window_of(1, {"users": [STRONG]}, {"users": [WEAK], "hand": [card]})
    assert foreseen(game, card) == [{"ended": True}]


@pytest.mark.parametrize("card", cards_with("redirect_attack"))
def test_an_attack_that_is_redirected(card: str) -> None:
    """OMG-8.11: who is attacked then, and the blows of these two."""
    game, _ = window_of(1, {"users": [STRONG]}, {"users": [WEAK, {"card": "B043"}], "hand": [card]})
    (found,) = foreseen(game, card)
    assert found["redirected"] == "omg.B043"
    assert {"strike", "back"} <= set(found)


@pytest.mark.parametrize(
    ("card", "stunned", "effect"),
    [
        ("B294", False, {"stuns": {"stuns": ["omg.B005"]}}),
        ("B298", False, {"stuns": {"stuns": ["omg.B005"]}}),
        ("B298", True, {"gone": {"gone": ["omg.B005"]}}),
        ("B292", False, {"gone": {"gone": ["omg.B005"]}}),
    ],
)
def test_before_an_attack(card: str, stunned: bool, effect: dict[str, Any]) -> None:
    """OMG-8.12: cards of the own action step that stun, hit, destroy or send back tell whom."""
    game = Table(GAME, {"A": {"users": [STRONG], "hand": [card], "op": 20}, "B": {"users": [WEAK | {"stunned": stunned}]}}).game
    assert effect in foreseen(game, card)


@pytest.mark.parametrize(("card", "bears"), [("B278", "B114"), ("B286", "B114"), ("S44", "B114")])
def test_what_the_foe_bears_is_taken_or_does_not_count(card: str, bears: str) -> None:
    """OMG-13.3, OMG-13.6: the blows change with the attached card; the reader sees the numbers."""
    game, _ = window_of(0, {"users": [STRONG], "hand": [card]}, {"users": [WEAK | {"attached": bears}]})
    now = combat.chances(game)
    assert now is not None
    (found,) = foreseen(game, card)
    assert found == {"same": True} or (found["back"]["skill"], found["strike"]["against"]) != (now[1].skill, now[0].v)


def test_an_own_user_that_is_no_longer_stunned() -> None:
    """OMG-8.7: what would have been a defeat is a stun."""
    game, _ = window_of(1, {"users": [STRONG]}, {"users": [WEAK | {"stunned": True}], "hand": ["B279"]})
    (found,) = foreseen(game, "B279")
    assert found["back"]["back"] == "stun"


@pytest.mark.parametrize("card", cards_with("shield", "choose_own_user", "own_combatant", "choose_any_user"))
def test_a_shield_holds(card: str) -> None:
    """OMG-8.7."""
    game, _ = window_of(1, {"users": [STRONG]}, {"users": [WEAK], "hand": [card]})
    assert "shield" in [found["back"]["back"] for found in foreseen(game, card) if "back" in found]


def test_these_cards_are_there() -> None:
    """The tests above are about something."""
    ops = ("cancel_attack", "redirect_attack", "shield", "destroy_attachment", "steal_attachment", "unstun")
    assert {op for op in ops if cards_with(op)} == set(ops)


def test_what_is_foreseen_happens() -> None:
    """OMG-8.5: with whatever cards, at whatever moment: play it, nobody answers, and the attack stands as it was said."""
    told: Counter[str] = Counter()
    for seed in range(40):
        for game in played(seed):
            running = game.position.combat
            if running is None or running.after or not game.prompts or game.prompts[0].kind != "window":
                continue
            (prompt,) = game.prompts
            for option in prompt.options:
                effect = game.describe(prompt, option).effect
                if option == PASS or not effect:
                    continue
                told["all"] += 1
                _compare(game, option, effect, told)
    assert told["all"] > 100
    assert told["blows"] > 50
    assert told["ended"] > 5


def _compare(game: Omg, option: Any, effect: dict[str, Any], told: Counter[str]) -> None:
    """Hold one forecast against what comes; not where a choice comes first, or where nobody is left to be asked in the window."""
    seat = game.prompts[0].seat
    now, true = combat.chances(game), game.clone()
    true.apply(seat, [option])
    while true.prompts and true.prompts[0].kind == "window" and true.position.agenda[-1].name == "W-RESP":
        true.apply(true.prompts[0].seat, [PASS])
    running = true.position.combat
    if not true.prompts or true.prompts[0].kind != "window" or running is None:
        told["ended"] += "ended" in effect or "left" in effect
        return
    then = combat.chances(true)
    if "same" in effect:
        assert (then is None) is (now is None)
        assert [one.would for one in then or ()] == [one.would for one in now or ()]
        return
    if then is not None and "strike" in effect:
        mine, theirs = then if then[0].seat == seat else then[::-1]
        assert effect["strike"] == {"strike": mine.would, "skill": mine.skill, "against": mine.v}
        assert effect["back"] == {"back": theirs.would, "skill": theirs.skill, "against": theirs.v}
        told["blows"] += 1


def test_no_forecast_knows_the_hidden_cards() -> None:
    """PRO-1.2, OMG-14.2: whatever the other side holds and whatever lies in the decks, the forecasts are the same."""
    card = "B278"
    game, _ = window_of(0, {"users": [STRONG], "hand": [card]}, {"users": [WEAK | {"attached": "B114"}]})
    found = foreseen(game, card)
    for seed in range(20):
        assert foreseen(game.redealt(0, Random(seed)), card) == found
