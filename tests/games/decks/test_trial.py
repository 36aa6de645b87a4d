"""Test draws: as tables deal, by the rules of each game, and how often what comes (OMG-16.9, OMG-4.4, KMO-4.4)."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import pytest

from accounts.models import User
from games.decks import kinds, service, trial
from games.decks.kinds import Kind
from games.decks.models import Deck
from games.engine.dice import Dice
from games.engine.game import Setup
from games.kameloh.rules.game import Kameloh
from games.omg.rules.game import Omg
from tests.accounts.people import in_browser, someone

GAMES = 400
LATE = Fraction(1, 20)
"""By which so many games may differ from the odds; their seeds are always the same."""


def of(game: str) -> Kind:
    found = kinds.kind(game)
    assert found is not None
    return found


def users_of(cards: dict[str, int]) -> int:
    return sum(copies for card, copies in cards.items() if Omg.cards.is_user[Omg.cards.by_name[card]])


def few_users(users: int) -> dict[str, int]:
    """A legal deck with so many users."""
    with_user = [card for card in Omg.cards.by_name if Omg.cards.is_user[Omg.cards.by_name[card]]]
    without = [card for card in Omg.cards.by_name if not Omg.cards.is_user[Omg.cards.by_name[card]]]
    cards = dict.fromkeys(with_user[:users], 1) | dict.fromkeys(without[: 60 - users], 1)
    assert Omg.decks is not None
    assert Omg.decks.check(cards) == []
    return cards


@pytest.mark.parametrize("users", [3, 12, 22])
def test_the_mulligan_of_omg_in_words(users: int) -> None:
    """OMG-4.4: the exact chance of seven cards without a user, as so many of so many."""
    exact = Fraction(comb(60 - users, 7), comb(60, 7))
    said = [line.text for line in of("omg").rules.odds(few_users(users))]
    assert [text.key for text in said] == ["deck.odds_redraw", "deck.odds_two_users"]
    assert abs(Fraction(said[0].args["part"], said[0].args["of"]) - exact) <= Fraction(1, 2 * said[0].args["of"])
    assert said[0].args["count"] == users
    two = 1 - exact - Fraction(users * comb(60 - users, 6), comb(60, 7))
    assert abs(Fraction(said[1].args["part"], said[1].args["of"]) - two) <= Fraction(1, 2 * said[1].args["of"])


def test_tables_deal_by_these_odds() -> None:
    """So many games as the odds say offer the mulligan (OMG-4.5), and so many test draws show a hand without a user."""
    cards = few_users(10)
    odds = Fraction(comb(50, 7), comb(60, 7))
    offered = drawn = 0
    for number in range(GAMES):
        dice = Dice(number.to_bytes(4))
        game = Omg.new({}, Setup(2, decks=(cards, cards)), dice)
        offered += "mulligan" in next(prompt for prompt in game.prompts if prompt.seat == 0).options
        drawn += len(of("omg").rules.draw(cards, "", dice)) > 1
    assert abs(Fraction(offered, GAMES) - odds) < LATE
    assert abs(Fraction(drawn, GAMES) - odds) < LATE


def test_a_hand_of_omg_is_drawn_until_it_has_a_user() -> None:
    """OMG-4.4: each one without is told as such, and the last one is played with; without any user the first stays."""
    cards, rules = few_users(2), of("omg").rules
    for number in range(40):
        *gone, last = rules.draw(cards, "", Dice(number.to_bytes(2)))
        assert all(len(hand.cards) == 7 and users_of(dict.fromkeys(hand.cards, 1)) == 0 for hand in gone)
        assert {hand.text.key for hand in gone} <= {"deck.hand_redrawn"}
        assert (last.text.key, users_of(dict.fromkeys(last.cards, 1))) == ("deck.hand_users", last.text.args["count"])
        assert all(last.cards.count(card) <= cards[card] for card in last.cards)
    (only,) = rules.draw(few_users(0), "", Dice(b"0"))
    assert (len(only.cards), only.text.key) == (7, "deck.hand_no_users")
    assert [line.text.key for line in rules.odds(few_users(0))] == ["deck.odds_no_users"]
    assert rules.odds({"B001": 6}) == []


@pytest.mark.parametrize(("variant", "size"), [("dufo", 8), ("wimu", 6), ("kamelkoenig", 6)])
def test_three_yellow_ones(variant: str, size: int) -> None:
    """KMO-4.2 to KMO-4.6: the hand has its size and three yellow ones; if they came late the others were shown before."""
    rules, deck = of("kameloh").rules, dict(Kameloh.decks.starters["mutantenoase"]) if Kameloh.decks else {}
    cards, late = Kameloh.cards, 0
    violet = sum(copies for card, copies in deck.items() if cards.kind[cards.by_name[card]] == "violet")
    yellow = sum(copies for card, copies in deck.items() if cards.kind[cards.by_name[card]] == "yellow")
    assert violet
    for number in range(GAMES):
        *shown, hand = rules.draw(deck, variant, Dice(number.to_bytes(4)))
        kinds_in = [cards.kind[cards.by_name[card]] for card in hand.cards]
        assert len(hand.cards) == size
        assert kinds_in.count("yellow") >= 3
        assert not (variant == "kamelkoenig" and "violet" in kinds_in), "they lie apart"
        late += len(shown)
        for other in shown:
            assert all(cards.kind[cards.by_name[card]] != "yellow" for card in other.cards)
            assert len(other.cards) + 3 > size
    pile = 60 - violet if variant == "kamelkoenig" else 60
    exact = sum(Fraction(comb(yellow, hits) * comb(pile - yellow, size - hits), comb(pile, size)) for hits in range(3))
    said = {line.text.args["variant"]: line.text.args for line in rules.odds(deck)}
    assert abs(Fraction(said[variant]["part"], said[variant]["of"]) - exact) <= Fraction(1, 2 * said[variant]["of"])
    assert said[variant]["hand"] == size
    assert abs(Fraction(late, GAMES) - exact) < LATE


@pytest.mark.parametrize("game", ["omg", "kameloh"])
def test_cards_that_are_gone_stay_out(game: str) -> None:
    kind = of(game)
    deck = {"gone": 5} | next(iter(kind.rules.starters.values()))
    assert all("gone" not in hand.cards for hand in kind.rules.draw(deck, "", Dice(b"1")))


# --- pages -------------------------------------------------------------------------------------------------------------------


def made(user: User, game: str, cards: dict[str, int]) -> Deck:
    return service.create(user, of(game), "Sturm", cards)


@pytest.mark.django_db
def test_a_page_without_script() -> None:
    """The hand with names, what it means by its rule, and the odds; each look draws anew, and nothing is kept."""
    mira = someone("Mira")
    deck = made(mira, "omg", few_users(22))
    client, address = in_browser(mira), f"/decks/omg/{deck.pk}/probe/"
    page = client.get(address).content.decode()
    assert "Mit 22 Usern: In 33 von 1000 Starthänden ist keiner. Dann darfst du sie zeigen und neu ziehen." in page
    assert "OMG-4.4" in page
    assert page.count("#karte") >= 7
    drawn = [client.get(address, headers={"accept": "application/json"}).json()["hands"][-1]["cards"] for _ in range(3)]
    assert drawn[0] != drawn[1] or drawn[1] != drawn[2]
    small = made(mira, "omg", {"B001": 3})
    assert "Zum Probeziehen braucht ein Deck 15 bis 120 Karten." in client.get(f"/decks/omg/{small.pk}/probe/").content.decode()
    assert in_browser(someone("Nora")).get(address).status_code == 404


@pytest.mark.django_db
def test_by_the_rules_that_are_asked_for() -> None:
    """A deck of Ka-Mel-Oh! is tried out in one variant; any other word stands for one in which it is legal."""
    mira = someone("Mira")
    deck = made(mira, "kameloh", dict(of("kameloh").rules.starters["duenenfestung"]))
    client = in_browser(mira)
    for asked, variant, size in (("dufo", "dufo", 8), ("kamelkoenig", "kamelkoenig", 6), ("nichts", "wimu", 6), ("", "wimu", 6)):
        told = client.get(f"/decks/kameloh/{deck.pk}/probe/", {"regeln": asked}, headers={"accept": "application/json"}).json()
        assert (told["rule_set"], len(told["hands"][-1]["cards"])) == (variant, size)
        assert sorted(name for name, _words in told["rule_sets"]) == ["dufo", "kamelkoenig", "wimu"]
        assert len(told["odds"]) == 3
    page = client.get(f"/decks/kameloh/{deck.pk}/probe/", {"regeln": "dufo"}).content.decode()
    assert '<option value="dufo" selected>Dufo</option>' in page


def test_a_key_makes_it_repeatable() -> None:
    """What is drawn is drawn by the dice of the tables."""
    kind = of("omg")
    first, second = (trial.trial(kind, few_users(20), "en", key=b"x" * 32) for _ in range(2))
    assert first == second
    assert first.hands[-1].said.said.endswith("You begin with this hand.")
