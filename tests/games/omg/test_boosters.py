"""What is in boosters (OMG-16.2, OMG-16.3, OMG-16.5), and decks proposed from them (OMG-17.2)."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.dice import Dice
from games.engine.errors import BrokenData
from games.engine.sealed import pool
from games.omg.rules import boosters
from games.omg.rules.cards import Cards
from games.omg.rules.game import CARDS_PATH, Omg

CARDS = Omg.cards
SET = {card.id: card.set for card in CARDS.data}
SEALED = Omg.sealed


def drawn(key: bytes, kind: str = "base", without: int = 0) -> list[str]:
    return boosters.pack(CARDS, kind, Dice(key), without=without)


def shape(cards: list[str]) -> Counter[tuple[str, str]]:
    return Counter((SET[card], CARDS.rarity[card]) for card in cards)


def test_how_many_of_each_rarity() -> None:
    """OMG-16.3."""
    assert Counter((card.set, card.rarity) for card in CARDS.data) == {
        ("base", "common"): 120,
        ("base", "uncommon"): 100,
        ("base", "rare"): 60,
        ("base", "legendary"): 20,
        ("seocalypse", "common"): 20,
        ("seocalypse", "uncommon"): 16,
        ("seocalypse", "rare"): 10,
        ("seocalypse", "legendary"): 4,
    }


@given(st.binary(min_size=32, max_size=32), st.integers(0, 14))
def test_slots_of_a_base_booster(key: bytes, without: int) -> None:
    """OMG-16.2: ten common, three uncommon, one rare or legendary, one of any rarity; none twice, none of the other set."""
    cards = drawn(key, without=without)
    assert len(set(cards)) == len(cards) == 15
    assert shape(cards[:10]) == {("base", "common"): 10}
    assert shape(cards[10:13]) == {("base", "uncommon"): 3}
    assert CARDS.rarity[cards[13]] in ("rare", "legendary")
    assert {SET[card] for card in cards} == {"base"}


@given(st.binary(min_size=32, max_size=32))
def test_slots_of_a_seocalypse_booster(key: bytes) -> None:
    """OMG-16.2: sets are mixed as the data file lists them, and the free slot may be of either."""
    cards = drawn(key, "seocalypse")
    assert len(set(cards)) == len(cards) == 15
    assert shape(cards[:6]) == {("seocalypse", "common"): 6}
    assert shape(cards[6:10]) == {("base", "common"): 4}
    assert shape(cards[10:12]) == {("seocalypse", "uncommon"): 2}
    assert shape(cards[12:13]) == {("base", "uncommon"): 1}
    assert SET[cards[13]] == "seocalypse"
    assert CARDS.rarity[cards[13]] in ("rare", "legendary")


@given(st.binary(min_size=32, max_size=32), st.sampled_from(["base", "seocalypse"]), st.integers(15, 40))
def test_the_sixteenth_pack_is_legendary(key: bytes, kind: str, without: int) -> None:
    """OMG-16.5; nothing else in it changes."""
    forced, free = drawn(key, kind, without), drawn(key, kind)
    assert boosters.is_legendary(CARDS, forced)
    assert forced[:13] == free[:13]
    assert CARDS.rarity[forced[14]] == CARDS.rarity[free[14]]


def test_never_longer_than_sixteen_packs() -> None:
    """OMG-16.5: over two thousand packs in a row."""
    without, longest = 0, 0
    for number in range(2000):
        cards = drawn(b"run %d" % number, without=without)
        longest = max(longest, without + 1)
        without = 0 if boosters.is_legendary(CARDS, cards) else without + 1
    assert longest == 16


class Lots(Dice):
    """Dice that always throw the same, among however many."""

    def __init__(self, wanted: dict[int, int]) -> None:
        super().__init__(b"")
        self.wanted = wanted
        self.asked: list[int] = []

    def below(self, n: int, purpose: str, count: int) -> int:
        self.asked.append(n)
        return self.wanted.get(count, 0)


def test_each_lot_has_its_share_of_the_weights() -> None:
    """OMG-16.2: of 8 equal lots one makes the rare slot legendary; of 100, 60, 30, 9 and 1 make the rarities of the free slot."""
    rare = [boosters.pack(CARDS, "base", Lots({14: lot}))[13] for lot in range(8)]
    assert Counter(CARDS.rarity[card] for card in rare) == {"rare": 7, "legendary": 1}
    free = [boosters.pack(CARDS, "base", Lots({16: lot}))[14] for lot in range(100)]
    assert Counter(CARDS.rarity[card] for card in free) == {"common": 60, "uncommon": 30, "rare": 9, "legendary": 1}
    dice = Lots({})
    boosters.pack(CARDS, "base", dice)
    assert dice.asked == [*range(120, 110, -1), 100, 99, 98, 8, 60, 100, 110]


def test_every_card_can_come() -> None:
    """From packs of both kinds every card of the game has come, sooner or later."""
    seen = {card for number in range(1200) for kind in ("base", "seocalypse") for card in drawn(b"all %d" % number, kind)}
    assert seen == set(SET)


def test_anyone_can_repeat_it() -> None:
    """OMG-16.8: the first card, worked out from the published algorithm by hand."""
    key = bytes(range(32))
    words = hmac.new(key, b"booster.1.0", hashlib.sha256).digest()
    first = next(word for i in range(16) if (word := int.from_bytes(words[2 * i : 2 * i + 2], "big")) < 65536 - 65536 % 120)
    commons = [card.id for card in CARDS.data if card.set == "base" and card.rarity == "common"]
    assert drawn(key)[0] == commons[first % 120]


@settings(deadline=None)
@given(st.binary(min_size=32, max_size=32), st.sampled_from(["base", "mixed"]), st.integers(1, 4096))
def test_a_pool_and_the_deck_proposed_from_it(key: bytes, mix: str, number: int) -> None:
    """OMG-17.2: six boosters, 90 cards; the proposal is legal and from the pool alone, with users enough (OMG-2.3)."""
    assert SEALED is not None
    assert Omg.decks is not None
    packs = SEALED.packs(mix, Dice(key), number)
    cards = pool(packs)
    assert [len(one) for one in packs] == [15] * 6
    assert sum(cards.values()) == 90
    deck = SEALED.proposal(cards)
    assert Omg.decks.check(deck) == []
    assert Omg.decks.not_owned(deck, cards) == []
    assert Omg.decks.warnings(deck) == []
    assert SEALED.packs(mix, Dice(key), number) == packs != SEALED.packs(mix, Dice(key), number + 1)


def test_cards_that_are_not_held() -> None:
    """OMG-2.4, OMG-2.5: one violation a card, with what is there and what is held; a card there is not is another fault."""
    assert Omg.decks is not None
    found = Omg.decks.not_owned({"B001": 3, "B002": 1, "B999": 1}, {"B001": 2, "B002": 1})
    assert [(one.rule, one.card, one.text.args) for one in found] == [
        ("OMG-2.4", "B001", {"card": "omg.B001", "count": 3, "owned": 2})
    ]
    assert [Omg.decks.asks_owner({"all_cards": value}) for value in ("off", "on")] == [True, False]
    assert [Omg.meta.ranking.rated({"target": "50", "all_cards": value}, 2) for value in ("off", "on")] == [True, False]


def test_boosters_that_do_not_add_up_are_refused() -> None:
    """A card file in which the slots of a booster are not its size is broken."""
    data = CARDS_PATH.read_bytes().replace(b'"size": 15', b'"size": 16', 1).replace(b'"size":15', b'"size":16', 1)
    with pytest.raises(BrokenData, match="booster base"):
        Cards(data)
