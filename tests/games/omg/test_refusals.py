"""What is not allowed is refused with its rule, and nothing has changed (OMG-14.2, PRO-4.3)."""

from __future__ import annotations

import re
from typing import Any

import pytest

from games.engine.errors import IllegalChoice, InvalidOptions, NotYourPrompt
from games.engine.game import Setup
from games.omg.case_table import Table
from games.omg.rules import GAME, Omg
from games.omg.texts import TEXTS

USER = {"card": "B005"}
HAT = {"card": "B005", "attached": "B227"}


def game_of(**given: Any) -> Omg:
    """A position of a worked case: A is to act, in round two."""
    return Table(GAME, given).game


def refused(game: Omg, name: str, seat: int = 0) -> str:
    """The key of the reason why this seat cannot choose that; nothing has changed."""
    before = game.dump()
    prompt = next(prompt for prompt in game.prompts if prompt.seat == seat)
    with pytest.raises(IllegalChoice) as caught:
        game.named(prompt, [name])
    assert game.dump() == before
    return caught.value.text.key


@pytest.mark.parametrize(
    ("mine", "theirs", "name", "reason"),
    [
        ({"op": 1, "hand": ["B011"]}, {}, "play_user:B011", "reason.too_dear"),
        ({"hand": []}, {}, "play_user:B005", "reason.not_in_hand"),
        ({"hand": ["B227"], "users": [HAT]}, {}, "attach:B227:{A1}", "reason.bearer_taken"),
        ({"hand": ["B227"], "users": [USER]}, {}, "replace_attachment:B227:{A1}", "reason.nothing_there"),
        ({"hand": ["B227"]}, {"users": [USER]}, "attach:B227:{B1}", "reason.own_bearer"),
        ({"hand": ["B238"], "users": [USER]}, {}, "attach:B238:{A1}", "reason.foreign_bearer"),
        ({"hand": ["B238"]}, {"users": [HAT]}, "attach:B238:{B1}", "reason.foreign_taken"),
        ({"hand": ["B147"], "website": "B147"}, {}, "website:B147", "reason.website_there"),
        ({"hand": ["B147"]}, {}, "replace_website:B147", "reason.nothing_there"),
        ({"users": [USER]}, {"users": [USER]}, "attack_player:{A1}", "reason.users_there"),
        ({"users": [USER]}, {}, "attack:{A1}:{A1}", "reason.no_users"),
        ({"users": [USER]}, {"users": [USER]}, "attack:{A1}:{A1}", "reason.no_foe"),
        ({}, {"users": [USER]}, "attack:{B1}:{B1}", "reason.not_your_user"),
        ({"users": [USER]}, {"users": [USER]}, "attack:u9999999999999:{B1}", "reason.not_your_user"),
        ({"users": [USER]}, {}, "ability:{A1}:1", "reason.no_ability"),
        ({"hand": ["B273"]}, {}, "special:B273", "reason.timing.combat"),
        ({"hand": ["B282"]}, {}, "special:B282", "reason.timing.opponent_attack"),
        ({"hand": ["B283"]}, {}, "special:B283", "reason.timing.response"),
        ({"op": 0, "hand": ["B287"]}, {}, "special:B287", "reason.dear_card"),
        ({"hand": ["B280"]}, {}, "special:B280", "reason.no_target"),
        ({"hand": ["B280"]}, {}, "pass", "reason.no_window"),
        ({"hand": ["B280"]}, {}, "play_user:NOPE", "error.not_an_option"),
        ({"hand": ["B280"]}, {}, "attach:B227:u²", "reason.not_in_hand"),
    ],
)  # fmt: skip
def test_what_cannot_be_done_in_the_action_step(mine: dict[str, Any], theirs: dict[str, Any], name: str, reason: str) -> None:
    """OMG-1.7, OMG-6.2, OMG-7.1 to OMG-7.9, OMG-8.1, OMG-9.1, OMG-11.1, OMG-11.7: too dear, occupied, not the time, no target."""
    table = Table(GAME, {"A": {"hand": ["B005"]} | mine, "B": theirs})
    assert refused(table.game, name.format(**{user: f"u{uid}" for user, uid in table.users.items()})) == reason


def test_outside_a_window_nobody_answers() -> None:
    """OMG-11.9, PRO-4.1: who is not asked cannot answer; who is asked in a window cannot act there."""
    game = game_of(A={"hand": ["B005"], "users": [USER]}, B={"hand": ["B283", "B287"], "users": [USER]})
    before = game.dump()
    with pytest.raises(NotYourPrompt):
        game.apply(1, [("special", GAME.cards.by_name["B283"])])
    assert game.dump() == before
    game.apply(0, [("surf",)])
    assert [(prompt.seat, prompt.kind) for prompt in game.prompts] == [(1, "window")]
    for name, reason in (
        ("surf", "reason.not_now"),
        ("special:B287", "reason.timing.own_action_step"),
        ("special:B283", "reason.timing.response"),
        ("attack:u1:u2", "reason.not_now"),
    ):
        assert refused(game, name, 1) == reason


def test_every_reason_names_its_rule() -> None:
    """So that it can be read up."""
    reasons = {key: str(text) for key, text in TEXTS.items() if key.startswith("reason.")}
    ends = {"reason.target", "reason.deck_out", "reason.stall", "reason.left"}
    assert [key for key, text in reasons.items() if key not in ends and not re.search(r"OMG-\d+\.\d+", text)] == []


@pytest.mark.parametrize(
    "deck", [{}, {"B005": 60}, {f"B{n:03d}": 5 for n in range(1, 12)}, {"B999": 5, **{f"B{n:03d}": 5 for n in range(1, 12)}}]
)
def test_no_game_begins_with_an_illegal_deck(deck: dict[str, int]) -> None:
    """OMG-2.1, OMG-2.2, OMG-2.5: each fault is told with its rule."""
    good = dict(next(iter(GAME.cards.starters.values())))
    with pytest.raises(InvalidOptions) as caught:
        GAME.start(GAME.meta.check({}, 2), Setup(2, decks=(good, deck)))
    assert {problem.option for problem in caught.value.problems} == {"decks"}
    assert GAME.decks is not None
    faults = GAME.decks.check(deck)
    assert [fault.text for fault in faults] == [problem.text for problem in caught.value.problems]
    assert faults
    assert all(fault.rule in ("OMG-2.1", "OMG-2.2", "OMG-2.5") for fault in faults)


def told(game: Omg, seat: int = 0) -> dict[str, str]:
    """The keys of the reasons that this seat is told with its question."""
    prompt = next(prompt for prompt in game.prompts if prompt.seat == seat)
    before = game.dump()
    found = {name.removeprefix("omg."): reason.key.removeprefix("reason.") for name, reason in game.reasons(prompt).items()}
    assert game.dump() == before
    return found


@pytest.mark.parametrize(
    ("mine", "theirs", "name", "reason"),
    [
        ({"op": 1, "hand": ["B011"]}, {}, "B011", "too_dear"),
        ({"hand": ["B035"]}, {"users": [{"card": "B035"}]}, "B035", "personality"),
        ({"hand": ["B227"]}, {}, "B227", "no_bearer"),
        ({"hand": ["B238"], "users": [USER]}, {}, "B238", "no_foreign_bearer"),
        ({"hand": ["B238"]}, {"users": [HAT]}, "B238", "foreign_taken"),
        ({"hand": ["B273"]}, {}, "B273", "timing.combat"),
        ({"hand": ["B282"]}, {}, "B282", "timing.opponent_attack"),
        ({"hand": ["B283"]}, {}, "B283", "timing.response"),
        ({"op": 0, "hand": ["B287"]}, {}, "B287", "dear_card"),
        ({"hand": ["B280"]}, {}, "B280", "no_target"),
    ],
)  # fmt: skip
def test_each_card_of_the_hand_that_cannot_be_played_says_why(
    mine: dict[str, Any], theirs: dict[str, Any], name: str, reason: str
) -> None:
    """UX-4.2, OMG-6.1, OMG-6.2, OMG-7.1, OMG-7.2, OMG-11.1, OMG-11.7: with the question, by the id of the card."""
    assert told(game_of(A=mine, B=theirs))[name] == reason


def test_cards_that_can_be_played_need_no_reason() -> None:
    """UX-4.2: whatever an option begins with, and a card that replaces another."""
    game = game_of(A={"hand": ["B005", "B227", "B147"], "users": [HAT], "website": "B147"}, B={"users": [USER]})
    assert told(game) == {}


def test_without_actions_every_card_says_so() -> None:
    """OMG-5.4, OMG-5.5: after three actions, and after an attack, which its own users tell too."""
    game = game_of(A={"hand": ["B005", "B227"], "users": [USER]}, B={"users": [USER]})
    for _ in range(3):
        game.apply(0, [("surf",)])
    assert {name: reason for name, reason in told(game).items() if name in ("B005", "B227")} == {
        "B005": "no_actions",
        "B227": "no_actions",
    }
    assert set(told(game).values()) == {"no_actions"}


def test_users_say_why_they_cannot_fight() -> None:
    """OMG-5.6, OMG-8.1: in the first round nobody attacks; later Blickfang goes first."""
    game = Table(GAME, {"round": 1, "A": {"hand": ["B005"], "users": [USER]}, "B": {"users": [USER]}}).game
    assert told(game)[f"user_{game.position.sides[0].users[0].uid}"] == "first_round"
    lure = next(
        GAME.cards.names[card]
        for card, clauses in enumerate(GAME.cards.clauses)
        for clause in clauses
        if GAME.cards.is_user[card] and (clause.op, clause.trigger, clause.condition) == ("taunt", "static", ())
    )
    game = game_of(A={"hand": ["B005"], "users": [USER]}, B={"users": [{"card": lure}, USER]})
    one, other = (f"user_{user.uid}" for user in game.position.sides[1].users)
    assert told(game)[other] == "taunt"
    assert one not in told(game)
