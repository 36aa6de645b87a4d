"""Conditional orders as the rules see them (OMG-11.14): what can be ordered, on which occasion, and what comes of it."""

from __future__ import annotations

from typing import Any

import pytest

from games.emotrions.rules import Emotrions
from games.engine.order import Order
from games.engine.prompt import Prompt
from games.omg import case_table
from games.omg.rules import orders
from games.omg.rules.game import Omg
from games.omg.texts import TEXTS

USERS = {"A": [{"card": "B005"}], "B": [{"card": "B006"}, {"card": "B007"}]}


def game_of(hand: list[str], *, mine: list[str] | None = None, users: bool = True, **given: Any) -> Omg:
    """A is at the action prompt; B holds these cards and is the one to give orders, A holds `mine`."""
    sides = {name: {"users": USERS[name] if users or name == "A" else []} for name in "AB"}
    return case_table.Table(
        Omg, {"A": {**sides["A"], "hand": mine or [], "op": 20}, "B": {**sides["B"], "hand": hand, "op": 20}, **given}
    ).game


def offers(hand: list[str]) -> dict[str, Any]:
    """What B can order of these cards: occasions with targets, by card."""
    return {offer.card.removeprefix("omg."): offer.when for offer in game_of(hand).offers(1)}


def play(game: Omg, *tokens: str) -> Prompt:
    """Answer in turn whoever is asked; the prompt that is open then."""
    for token in tokens:
        prompt = game.prompts[0]
        game.apply(prompt.seat, game.named(prompt, [token]))
    return game.prompts[0]


def occasion(game: Omg) -> set[str]:
    """What the open window is the occasion for."""
    return set(orders.occasions_of(game, game.prompts[0]))


def test_what_can_be_ordered_of_a_card() -> None:
    """OMG-11.1, OMG-11.6: by its timing and by what it answers; nothing of cards for the own turn, and of no other cards."""
    found = offers(["B271", "B273", "B282", "B283", "B284", "B280", "B005", "S34", "B285"])
    assert set(found) == {"B271", "B273", "B282", "B283", "B284", "S34", "B285"}
    assert set(found["B271"]) == set(orders.OCCASIONS) - {"special"}
    assert set(found["B273"]) == {"attacked", "user_attacked", "attack"}
    assert set(found["B282"]) == {"attacked", "user_attacked", "player_attacked"}
    assert set(found["B283"]) == {"special"}
    assert set(found["B284"]) == {"act"}
    assert found["B271"]["attacked"] == []


def test_targets_are_users_on_the_sides_the_card_reaches_and_the_fighters() -> None:
    """OMG-11.7: own users for a shield, by their parts where there is an attack."""
    own = [f"u{user.uid}" for user in game_of(["S34"]).position.sides[1].users]
    found = offers(["S34", "B278", "B285"])
    assert found["S34"]["attacked"] == ["defender", *own]
    assert found["S34"]["attack"] == ["attacker", *own]
    assert found["S34"]["player_attacked"] == own
    assert found["S34"]["start"] == own
    assert found["B278"]["attacked"][0] == "attacker"
    assert not set(found["B278"]["attacked"]) & set(own)
    assert found["B285"]["attacked"] == own, "an attack is not redirected to where it goes"


@pytest.mark.parametrize(
    ("order", "key"),
    [
        (Order("sunrise", "omg.B271"), "when"),
        (Order("attacked", "omg.B272"), "hand"),
        (Order("attacked", "omg.B999"), "hand"),
        (Order("attacked", "omg.B005"), "special"),
        (Order("attacked", "omg.B283"), "never"),
        (Order("special", "omg.B271"), "never"),
        (Order("start", "omg.B280"), "never"),
        (Order("attacked", "omg.B271", ("defender",)), "targets"),
        (Order("attacked", "omg.S34"), "targets"),
        (Order("attacked", "omg.S34", ("attacker",)), "targets"),
        (Order("attacked", "omg.S34", ("defender", "u3")), "targets"),
        (Order("attacked", "omg.S34", ("u99",)), "targets"),
        (Order("attacked", "omg.S34", ("nonsense",)), "targets"),
    ],
)
def test_what_cannot_be_ordered_says_why(order: Order, key: str) -> None:
    """OMG-11.14: with the rule."""
    fault = game_of(["B271", "B005", "B283", "B280", "S34"]).refused_order(1, order)
    assert fault is not None
    assert fault.key == f"error.order.{key}"
    assert "OMG-11." in str(TEXTS[fault.key])


def test_an_attack_is_an_occasion_for_whoever_is_attacked() -> None:
    """OMG-11.2, OMG-11.3: W-COMBAT and W-PLAYER; the attacker is asked first, and may have ordered something as well."""
    game = game_of(["B271"], mine=["B271"])
    users = [[f"u{user.uid}" for user in side.users] for side in game.position.sides]
    play(game, f"attack:{users[0][0]}:{users[1][0]}", "S" if "S" in map(str, game.prompts[0].options) else "A")
    assert (game.prompts[0].seat, occasion(game)) == (0, {"attack"})
    play(game, "pass")
    assert (game.prompts[0].seat, occasion(game)) == (1, {"attacked", "user_attacked"})
    assert game.ordered(game.prompts[0], Order("attacked", "omg.B271")) is not None
    assert game.ordered(game.prompts[0], Order("player_attacked", "omg.B271")) is None
    assert game.ordered(game.prompts[0], Order("attacked", "omg.B272")) is None, "not in hand"
    alone = game_of(["B271"], mine=["B271"], users=False)
    play(alone, f"attack_player:u{alone.position.sides[0].users[0].uid}", "pass")
    assert (alone.prompts[0].seat, occasion(alone)) == (1, {"attacked", "player_attacked"})


def test_other_windows_are_occasions_too() -> None:
    """OMG-11.2: W-ACT, W-RESP, W-END; only for the other side, except W-RESP."""
    game = game_of(["B283", "B284"], mine=["B271", "B271"])
    play(game, "surf")
    assert (game.prompts[0].seat, occasion(game)) == (1, {"small"})
    play(game, "pass", "special:B271")
    assert occasion(game) == {"special"}
    assert game.ordered(game.prompts[0], Order("special", "omg.B283")) is not None
    assert game.ordered(game.prompts[0], Order("act", "omg.B284")) is None
    play(game, "pass", "end_actions")
    assert (game.prompts[0].seat, occasion(game)) == (1, {"end"})


def test_the_fighters_are_meant_as_they_are_when_the_window_opens() -> None:
    """OMG-11.14: `defender` is whoever is attacked then; a user that is named is that one, fighting or not."""
    game = game_of(["S34"], mine=["B271"])
    (attacker,), (one, other) = ([user.uid for user in side.users] for side in game.position.sides)
    play(game, f"attack:u{attacker}:u{other}")
    play(game, str(game.prompts[0].options[0]), "pass")
    window = game.prompts[0]
    assert game.ordered(window, Order("attacked", "omg.S34", ("defender",))) == window.options[-1]
    assert game.token(window.options[-1]) == f"special:S34:u{other}"
    assert game.token(game.ordered(window, Order("attacked", "omg.S34", (f"u{one}",)))) == f"special:S34:u{one}"


def test_an_order_that_has_lost_its_card_or_its_target_does_not_stand() -> None:
    """OMG-11.14."""
    game = game_of(["S34", "B271"])
    uid = game.position.sides[1].users[1].uid
    order = Order("attacked", "omg.S34", (f"u{uid}",))
    assert game.refused_order(1, order) is None
    del game.position.sides[1].users[1]
    assert game.refused_order(1, order) is not None
    game.position.sides[1].hand.clear()
    assert game.refused_order(1, Order("attacked", "omg.B271")) is not None


def test_windows_have_their_limits() -> None:
    """OMG-11.14, OMG-15.2: W-COMBAT 30 s, others 20 s; the action prompt takes the turn clock."""
    game = game_of(["B271"], mine=["B271"])
    assert (game.prompts[0].clock, game.prompts[0].limit) == ("own", 0)
    play(game, "surf")
    assert (game.prompts[0].clock, game.prompts[0].limit) == ("window", 20)
    users = [f"u{side.users[0].uid}" for side in game.position.sides]
    play(game, "pass", f"attack:{users[0]}:{users[1]}")
    play(game, str(game.prompts[0].options[0]))
    assert (game.prompts[0].clock, game.prompts[0].limit) == ("window", 30)


def test_a_game_without_windows_for_cards_takes_no_orders() -> None:
    """UX-4.12."""
    assert Emotrions.occasions == ()
