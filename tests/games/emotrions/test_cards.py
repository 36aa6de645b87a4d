"""Plays, powers and replies against the rules written down once more, as plainly as they can be (EMO-1 to 4, EMO-11)."""

from __future__ import annotations

import json
from itertools import combinations_with_replacement
from pathlib import Path
from typing import Any

import pytest

from games.emotrions.rules import Emotrions
from games.emotrions.rules.cards import DECLINE, Emotions, Play
from games.engine.errors import BrokenData
from tests.games.emotrions.setting import CARDS, hand

VALUES = {"joy": 1, "love": 3, "kindness": 5, "strength": 7, "sadness": -1, "hate": -3, "anger": -5, "hunger": 0, "indecision": 0}
NAMES = list(VALUES)
FILE = Path(str(Emotrions.cards_path)).read_bytes()


def names(play: Play) -> tuple[str, ...]:
    return tuple(CARDS.tokens[card] for card in play)


def legal(cards: tuple[str, ...]) -> bool:
    """Section 3, word for word."""
    if len(cards) == 1:
        return True  # EMO-3.2
    if len(cards) != 2 or "hunger" in cards:
        return False  # EMO-3.5
    one, other = (VALUES[card] for card in cards)
    if cards.count("indecision") == 2:
        return False  # EMO-3.6
    if "indecision" in cards:
        return one != 0 or other != 0  # EMO-3.4
    return (one > 0) == (other > 0)  # EMO-3.3


def test_all_plays_there_are() -> None:
    """EMO-3.1 to 3.7: 9 single cards, 10 positive pairs, 6 negative pairs, 7 with Indecision; singles first, canonical order."""
    every = [cards for size in (1, 2, 3) for cards in combinations_with_replacement(NAMES, size)]
    assert [names(play) for play in CARDS.plays] == [cards for cards in every if legal(cards)]
    assert len(CARDS.plays) == 32


def test_values_and_copies() -> None:
    """EMO-1.2, EMO-1.3."""
    assert dict(zip(CARDS.tokens, CARDS.value, strict=True)) == VALUES
    assert set(CARDS.copies) == {4}
    assert sum(4 * value for value in VALUES.values()) == 28
    assert CARDS.value_of(hand("strength", "anger", "hunger", "indecision")) == 2


@pytest.mark.parametrize(
    ("cards", "power"),
    [
        (("love",), 3),
        (("hate",), 3),
        (("joy", "kindness"), 6),
        (("hate", "anger"), 8),
        (("strength", "indecision"), 14),
        (("anger", "indecision"), 10),
        (("indecision",), 0),
    ],
)
def test_power(cards: tuple[str, ...], power: int) -> None:
    """EMO-4.2."""
    assert CARDS.power[tuple(CARDS.number[card] for card in cards)] == power


def test_plays_from_every_kind_of_hand() -> None:
    """EMO-13.2: all plays contained in the hand and no others."""
    hands = [combination for size in (1, 2, 3, 4) for combination in combinations_with_replacement(NAMES, size)]
    for cards in hands:
        held = hand(*cards)
        expected = {play for size in (1, 2) for play in combinations_with_replacement(sorted(cards, key=NAMES.index), size)}
        expected = {play for play in expected if legal(play) and all(cards.count(card) >= play.count(card) for card in play)}
        plays = CARDS.plays_from(held)
        assert {names(play) for play in plays} == expected
        assert plays == sorted(plays, key=CARDS.plays.index)


def reply_allowed(attack: tuple[str, ...], reply: tuple[str, ...]) -> bool:
    """EMO-11.4 to 11.7, word for word."""
    if not legal(reply):
        return False
    if reply == ("hunger",):
        return True  # EMO-11.6
    if "indecision" in attack:
        return len(reply) == len(attack)  # EMO-11.5
    if reply == ("strength",) and not {"strength", "hunger"} & set(attack):
        return True  # EMO-11.7
    if sorted(reply) == sorted(attack):
        return True  # EMO-11.4
    if reply.count("indecision") == 1 and len(reply) == len(attack):
        rest = [card for card in reply if card != "indecision"]
        left = list(attack)
        for card in rest:
            if card not in left:
                return False
            left.remove(card)
        return True  # EMO-11.4: one Indecision may stand for one of the attack's cards
    return False


def test_replies_to_every_attack() -> None:
    everything = [8] * 9
    for attack in CARDS.plays:
        replies = CARDS.replies_from(everything, attack)
        assert replies[0] == DECLINE
        allowed = [play for play in CARDS.plays if reply_allowed(names(attack), names(play))]
        assert replies[1:] == allowed, names(attack)


def test_replies_come_from_the_hand() -> None:
    attack = (CARDS.number["joy"], CARDS.number["love"])
    assert CARDS.replies_from(hand("joy", "anger"), attack) == [DECLINE]
    assert [names(play) for play in CARDS.replies_from(hand("joy", "indecision"), attack)[1:]] == [("joy", "indecision")]


def test_default_on_timeout() -> None:
    """EMO-13.2: lowest power, then fewest cards, then canonical order; Hunger counts as power 15."""

    def slow(cards: tuple[str, ...]) -> tuple[str, ...]:
        def key(play: Play) -> tuple[int, int, int]:
            power = 15 if names(play) == ("hunger",) else CARDS.power[play]
            return power, len(play), CARDS.plays.index(play)

        return names(min(CARDS.plays_from(hand(*cards)), key=key))

    for size in (1, 2, 3):
        for cards in combinations_with_replacement(NAMES, size):
            assert names(CARDS.asked_of(hand(*cards))[1][0]) == slow(cards)


def broken(**changes: Any) -> bytes:
    return json.dumps(json.loads(FILE) | changes).encode()


def card(number: int, **changes: Any) -> bytes:
    file = json.loads(FILE)
    file["cards"][number] |= changes
    return json.dumps(file).encode()


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"{", "truncated|malformed|expected"),
        (broken(cards=[]), "missing"),
        (broken(target="37"), "target"),
        (broken(deck_points=30), "deck_points 30"),
        (broken(deck_size=35), "deck_size 35"),
        (broken(decks={"2": 1}), "decks for 3 players"),
        (broken(equal_start_hand=["joy"]), "equal_start_hand"),
        (card(0, value=-1), "joy: sign positive does not fit"),
        (card(0, power=2), "joy: power 2"),
        (card(0, id="love"), "stands twice"),
        (card(3, id="force"), "card strength is missing"),
        (card(1, names={"de": "Liebe"}), "love: no name in en"),
        (card(1, text={}), "love: no text in de"),
        (card(1, count="four"), "count"),
    ],
)
def test_broken_card_files_say_what_is_wrong(data: bytes, message: str) -> None:
    with pytest.raises(BrokenData, match=message):
        Emotions(data)
