"""Which decks are legal, by the rule that says so (KMO-2)."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from games.engine.deck import Deck
from games.engine.dice import Dice
from games.engine.errors import InvalidOptions
from games.engine.game import Setup
from games.kameloh.rules import random_play
from games.kameloh.rules.cards import VARIANTS, Cards
from games.kameloh.rules.decks import KamelohDecks
from games.kameloh.rules.game import Kameloh
from tests.running_site import ROOT

DECKS = KamelohDecks(Cards(Path(ROOT / "games/kameloh/cards.json").read_bytes()))
STARTER = DECKS.starters["karawanensturm"]


def changed(**copies: int) -> Deck:
    """The first starter deck with copies added or taken out."""
    deck = STARTER | {card: STARTER.get(card, 0) + more for card, more in copies.items()}
    return {card: count for card, count in deck.items() if count}


def rules(deck: Deck) -> list[tuple[str, str]]:
    """Rule and card of each violation."""
    return [(violation.rule, violation.card) for violation in DECKS.check(deck)]


def of_kind(kind: str, hk: int | None = None) -> list[str]:
    """The ids of the cards of a kind, and of a frequency class if one is named."""
    return [card.id for card in DECKS.cards.data if card.kind == kind and hk in (None, card.hk)]


@pytest.mark.parametrize("name", DECKS.starters)
def test_starter_decks_are_legal_everywhere(name: str) -> None:
    """Appendix D, KMO-2.5: one list for all three variants, also with violet cards in it."""
    assert DECKS.check(DECKS.starters[name]) == []
    assert DECKS.legal_in(DECKS.starters[name]) == list(VARIANTS)
    assert DECKS.warnings(DECKS.starters[name]) == []


@pytest.mark.parametrize(("more", "count"), [(-1, 59), (1, 61)])
def test_sixty_cards(more: int, count: int) -> None:
    """KMO-2.1."""
    deck = changed(Y002=more) if more > 0 else changed(Y001=more)
    (violation,) = DECKS.check(deck)
    assert (violation.rule, violation.text.key, violation.text.args) == ("KMO-2.1", "deck.size", {"count": count, "size": 60})
    assert DECKS.legal_in(deck) == []


def test_known_cards() -> None:
    """KMO-2.1: a card of another game is named, and counts towards the size all the same."""
    assert rules(changed(Y001=-1, B999=1)) == [("KMO-2.1", "B999")]
    assert DECKS.limit("B999") == 0


@pytest.mark.parametrize("hk", [1, 2, 3, 4])
def test_copies_by_frequency_class(hk: int) -> None:
    """KMO-2.2: as many copies as the number of the class says, and not one more."""
    card = of_kind("green", hk)[0]
    rest = dict.fromkeys(of_kind("yellow", 4)[:14], 4)
    for copies in range(1, 6):
        filled = rest | {of_kind("yellow", 4)[14]: 60 - 56 - copies, card: copies}
        deck = {name: count for name, count in filled.items() if count > 0}
        expected = [("KMO-2.2", card)] if copies > hk else []
        assert [found for found in rules(deck) if found[0] == "KMO-2.2"] == expected
    assert DECKS.limit(card) == hk


def fill(deck: Deck, kind: str, count: int) -> Deck:
    """With so many further cards of a kind, as many of each as may be."""
    filled = dict(deck)
    for card in of_kind(kind):
        room = min(DECKS.limit(card) - filled.get(card, 0), count)
        if room > 0:
            filled[card] = filled.get(card, 0) + room
            count -= room
    assert count == 0
    return filled


def test_enough_monsters() -> None:
    """KMO-2.3: 20 yellow ones, of them 6 for nothing or one date."""
    cheap = [card.id for card in DECKS.cards.data if card.kind == "yellow" and card.price <= 1]
    dear = [card.id for card in DECKS.cards.data if card.kind == "yellow" and card.price > 1]
    six = dict.fromkeys(cheap[:6], 1)
    for yellow, wrong in ((20, []), (19, ["deck.few_yellow"])):
        deck = fill(six | dict.fromkeys(dear[: yellow - 6], 1), "green", 60 - yellow)
        assert [violation.text.key for violation in DECKS.check(deck)] == wrong
    few = fill(dict.fromkeys(cheap[:5], 1) | dict.fromkeys(dear[:15], 1), "green", 40)
    (violation,) = DECKS.check(few)
    assert (violation.rule, violation.text.key, violation.text.args) == ("KMO-2.3", "deck.few_cheap", {"count": 5, "least": 6})


@pytest.mark.parametrize(("kind", "most"), [("violet", 10), ("blue", 12)])
def test_not_too_many_that_need_others(kind: str, most: int) -> None:
    """KMO-2.4."""
    plenty = [card for card in of_kind(kind) if card != "B018"]
    for count in (most, most + 1):
        deck = fill(dict.fromkeys(plenty[:count], 1), "yellow", 60 - count)
        found = [violation for violation in DECKS.check(deck) if violation.rule == "KMO-2.4"]
        assert [violation.text.key for violation in found] == ([f"deck.many_{kind}"] if count > most else [])


def test_cards_of_one_variant() -> None:
    """KMO-2.6, KMO-2.8: the universal item makes a deck one for Kamelkönig, and is wrong elsewhere."""
    deck = changed(Y001=-1, B018=1)
    assert DECKS.legal_in(deck) == ["kamelkoenig"]
    assert DECKS.against(deck, "kamelkoenig") == []
    assert [(one.rule, one.card) for one in DECKS.against(deck, "wimu")] == [("KMO-2.6", "B018")]
    assert [(one.rule, one.card) for one in DECKS.against(deck, "dufo")] == [("KMO-2.6", "B018")]


@pytest.mark.parametrize(
    ("change", "race", "card", "lacking"),
    [
        ({"B001": -1, "Y001": 1}, "", "V001", "item"),
        ({"Y003": -3, "Y002": 3}, "", "V001", "source"),
        ({"B013": -1, "Y001": 1}, "", "V013", "item_in_dufo"),
        ({"V013": -1, "B013": -1, "V014": 1, "B014": 1}, "Vogel", "V014", "ingredients"),
        ({"V013": -1, "B013": -1, "V020": 1, "B018": 1}, "Maschine", "V020", "ingredients"),
    ],
)
def test_what_cannot_be_built_is_told(change: dict[str, int], race: str, card: str, lacking: str) -> None:
    """KMO-2.7: legal, with a warning for what is missing; the universal item stands for that of a fusion."""
    monsters = {one.id for one in DECKS.cards.data if one.kind == "yellow" and one.race_de == race}
    deck = {name: copies for name, copies in changed(**change).items() if name not in monsters}
    told = [(warning.rule, warning.card, warning.text.key) for warning in DECKS.warnings(deck)]
    assert told == [("KMO-2.7", card, f"deck.lacks_{lacking}")]
    assert not [violation for violation in DECKS.check(deck) if violation.card == card]


def test_all_violations_at_once() -> None:
    """KMO-2.8: each with its rule, and with its card where it is about one."""
    deck = {"Y001": 5, "B999": 1, "B018": 3, **dict.fromkeys(of_kind("violet"), 1)}
    found = rules(deck)
    assert found[:2] == [("KMO-2.1", ""), ("KMO-2.1", "B999")]
    assert ("KMO-2.2", "Y001") in found
    assert ("KMO-2.2", "B018") in found
    assert [rule for rule, card in found if not card] == ["KMO-2.1", "KMO-2.3", "KMO-2.3", "KMO-2.4"]
    assert found[-1] == ("KMO-2.6", "B018")
    assert DECKS.legal_in(deck) == []


def test_illegal_decks_are_refused_by_the_rules() -> None:
    """KMO-2.8: a game does not begin with them; all that is wrong is told, as this variant sees it."""
    options, wrong = {"variant": "wimu"}, changed(B018=1)
    with pytest.raises(InvalidOptions) as caught:
        Kameloh.new(options, Setup(2, decks=(STARTER, wrong)), Dice(b"1" * 32))
    assert [problem.text.key for problem in caught.value.problems] == ["deck.size", "deck.variants"]
    Kameloh.new({"variant": "kamelkoenig"}, Setup(2, decks=(STARTER, changed(B018=1, Y001=-1))), Dice(b"1" * 32))


@pytest.mark.parametrize("variant", VARIANTS)
def test_random_decks_are_legal(variant: str) -> None:
    """KMO-2: what random games are played with, also where cards are wanted."""
    rng, wanted = Random(5), Kameloh.landmarks(Kameloh.meta.check({}, 2))
    for number in range(100):
        deck = random_play.any_deck(DECKS.cards, variant, rng, rng.sample(wanted, 5) if number % 2 else ())
        assert DECKS.against(deck, variant) == []
