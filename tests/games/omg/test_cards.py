"""The card data of Online Marketing Generals: every card is read, every operation known, every law of the set kept."""

from __future__ import annotations

import json
from collections import Counter
from math import floor
from typing import Any, get_args

import pytest

from games.engine.errors import BrokenData
from games.omg.rules import GAME
from games.omg.rules.cards import ATTACHABLE, Cards, ConditionName, Count, Op, Ref, TriggerName
from games.omg.rules.conditions import AT_TABLE, OF_SELF
from games.omg.rules.effects import OPERATIONS, STATIC

assert GAME.cards_path is not None
DATA = json.loads(GAME.cards_path.read_bytes())
CARDS: list[dict[str, Any]] = DATA["cards"]


def clauses(card: dict[str, Any]) -> list[dict[str, Any]]:
    """The effect of a card and the reward of its mission."""
    found: list[dict[str, Any]] = card["effect"] + card.get("mission", {}).get("reward", [])
    return found


def test_every_card_is_read() -> None:
    """OMG-A: what a card says is read to the last key."""
    assert len(GAME.cards.names) == len(CARDS) == 350
    for number, card in enumerate(CARDS):
        assert GAME.cards.names[number] == card["id"]
        assert len(GAME.cards.clauses[number]) == len(clauses(card))


def test_every_operation_is_known() -> None:
    """OMG-A: what is carried out has a function of its own, what only counts is read where it counts."""
    assert set(OPERATIONS) | set(STATIC) == set(get_args(Op))
    for card in CARDS:
        for clause in clauses(card):
            assert clause["op"] in (STATIC if clause["op"] not in OPERATIONS else OPERATIONS), card["id"]
    assert all(operation.__doc__ for operation in OPERATIONS.values())


def test_every_word_of_the_vocabulary_is_known() -> None:
    """OMG-A."""
    for card in CARDS:
        for clause in clauses(card):
            assert clause["trigger"] in get_args(TriggerName)
            assert clause["target"]["ref"] in get_args(Ref)
            assert {condition["is"] for condition in clause["condition"]} <= set(get_args(ConditionName))
            if isinstance(clause.get("amount"), dict):
                assert clause["amount"]["per"] in get_args(Count)
    combat = {"attacking", "defending", "tactic", "foe_faction", "foe_stunned", "foe_attachment", "foe_w_at_least"}
    assert set(AT_TABLE) | set(OF_SELF) | combat == set(get_args(ConditionName))


@pytest.mark.parametrize(
    "change",
    [
        {"op": "levitate"},
        {"trigger": "on_full_moon"},
        {"target": {"ref": "the_moon"}},
        {"condition": [{"is": "hungry"}]},
        {"duration": "forever"},
        {"amount": {"per": "stars", "times": 1, "max": 2}},
        {"colour": "red"},
        {"cost": {"actions": 1, "op": 0}},
    ],
    ids=str,
)
def test_unknown_words_are_refused(change: dict[str, Any]) -> None:
    """A card file with an effect that the rules do not know is not played with."""
    file = json.loads(json.dumps(DATA))
    next(card for card in file["cards"] if card["id"] == "B003")["effect"][0].update(change)
    with pytest.raises(BrokenData):
        Cards(json.dumps(file).encode())


def test_a_card_of_the_wrong_shape_is_refused() -> None:
    for number, key in ((0, "stats"), (270, "timing"), (170, "mission")):
        file = json.loads(json.dumps(DATA))
        del file["cards"][number][key]
        with pytest.raises(BrokenData):
            Cards(json.dumps(file).encode())
    with pytest.raises(BrokenData):
        Cards(b"{")


def test_the_set_has_its_numbers() -> None:
    """OMG-C.1, OMG-C.4, OMG-16.3."""
    kinds = Counter((card["set"], card["type"]) for card in CARDS)
    base = {
        "user": 110,
        "equipment": 35,
        "website": 25,
        "mission": 30,
        "white_hat": 25,
        "black_hat": 25,
        "ebook": 20,
        "special": 30,
    }
    assert kinds == {("base", kind): count for kind, count in base.items()} | {
        ("seocalypse", "user"): 30,
        ("seocalypse", "special"): 20,
    }
    assert sum(card["persoenlichkeit"] for card in CARDS) == 31
    assert sum(card["type"] == "user" and bool(card["effect"]) for card in CARDS) == 122
    rarities = Counter((card["set"], card["rarity"]) for card in CARDS)
    assert [rarities["base", rarity] for rarity in DATA["meta"]["rarities"]] == [120, 100, 60, 20]
    assert [rarities["seocalypse", rarity] for rarity in DATA["meta"]["rarities"]] == [20, 16, 10, 4]


def test_users_cost_what_they_are_worth() -> None:
    """OMG-B.1: the price follows from the power."""
    for card in CARDS:
        if card["type"] == "user":
            s, a, v, w = (card["stats"][letter] for letter in "SAVW")
            power = 2 * max(s, a) + min(s, a) + 2 * v + card["ability_value"]
            assert card["power"] == power, card["id"]
            assert w == min(12, max(1, floor((power - 4) / 3 + 0.5))), card["id"]
            assert card["cost"] == {"actions": 1, "op": w}


def test_factions_keep_their_law() -> None:
    """OMG-B.5."""
    users = [card for card in CARDS if card["type"] == "user"]
    for card in users:
        s, a = card["stats"]["S"], card["stats"]["A"]
        assert {"seo": s > a, "affiliate": a > s, "neutral": abs(s - a) <= 1}[card["faction"]], card["id"]
    shapes = [(card["faction"], *(card["stats"][letter] for letter in "SAV")) for card in users]
    assert len(set(shapes)) == len(shapes)


def test_websites_work_for_their_faction_alone() -> None:
    """OMG-7.10: each clause names the faction as target or by a condition; a neutral website asks for none."""
    for card in CARDS:
        if card["type"] != "website":
            continue
        for clause in clauses(card):
            named = clause["target"].get("filter", {}).get("faction")
            asked = {condition["is"] for condition in clause["condition"]}
            if card["faction"] == "neutral":
                assert named is None
                assert not asked & {"own_seo_at_least", "own_affiliate_at_least"}
            else:
                assert named == card["faction"] or f"own_{card['faction']}_at_least" in asked, card["id"]


def test_only_attachable_cards_are_attached() -> None:
    """OMG-1.3."""
    assert all(("attach_to" in card) is (card["type"] in ATTACHABLE) for card in CARDS)


def test_starter_decks_are_legal() -> None:
    """OMG-C.5, OMG-2: 23 or 24 users, 8 or 9 missions, 5 websites."""
    rules = GAME.decks
    assert rules is not None
    assert len(rules.starters) == 4
    kinds = {card["id"]: card["type"] for card in CARDS}
    for deck in rules.starters.values():
        assert rules.check(deck) == []
        assert rules.warnings(deck) == []
        counts = Counter(kinds[card] for card, copies in deck.items() for _ in range(copies))
        assert counts["user"] in (23, 24)
        assert counts["mission"] in (8, 9)
        assert counts["website"] == 5
