"""Who may play with which cards at which tables, and what the deck builder says of it (OMG-2.4, OMG-16.9)."""

from __future__ import annotations

import pytest

from accounts.models import User
from games.decks import kinds, pool
from games.decks import models as deck_models
from games.decks import service as deck_service
from games.engine.errors import EngineError, InvalidOptions
from games.omg.models import Collection
from games.omg.rules.game import Omg
from games.tables import decks
from games.tables import service as tables
from games.tables.models import Table
from tests.accounts.people import in_browser, someone
from tests.games.omg.collection.games import STARTERS, collection

pytestmark = pytest.mark.django_db


def table(**options: str) -> Table:
    """One that somebody else has opened."""
    return tables.open_table(User.objects.create_user("Nora", password=None), "omg", options, 2)


def made(user: User, more: int = 0) -> deck_models.Deck:
    """A copy of the own starter deck; `more`: so many cards of it are exchanged for legendary ones that are not there."""
    kind = kinds.kind("omg")
    assert kind is not None
    cards = dict(Omg.cards.starters[STARTERS[0]])
    for card in [name for name, rarity in Omg.cards.rarity.items() if rarity == "legendary" and name not in cards][:more]:
        gone = next(iter(cards))
        cards[gone] -= 1
        cards = {name: copies for name, copies in cards.items() if copies} | {card: 1}
    return deck_service.create(user, kind, "Meins", cards)


def refused(user: User, at: Table, wish: str) -> None:
    """Told by the rule, with a message; nobody sits there more than before."""
    with pytest.raises(EngineError) as caught:
        tables.sit(user, at, at.invite, wish)
    assert (caught.value.code, caught.value.text.key) == ("deck_invalid", "error.deck_not_owned")
    assert caught.value.text.args["rules"] == ["OMG-2.4"]
    at.refresh_from_db()
    assert (at.seats.count(), at.status) == (1, "open")


def test_only_cards_that_one_holds(mira: User) -> None:
    """A starter deck that has not been received, and a deck with cards that are missing."""
    at = table()
    refused(mira, at, f"starter:{STARTERS[1]}")
    refused(mira, at, f"own:{made(mira, more=2).pk}")
    assert tables.sit(mira, at, at.invite, f"own:{made(mira).pk}").deck["cards"] == Omg.cards.starters[STARTERS[0]]


def test_what_is_offered_is_what_goes(mira: User) -> None:
    """Without a wish one sits down with a deck that is allowed."""
    at, good, short = table(), made(mira), made(mira, more=1)
    offered = [one.value for one in decks.choices(at, mira, "de")]
    assert offered == [f"own:{good.pk}", f"starter:{STARTERS[0]}"]
    assert f"own:{short.pk}" not in offered
    assert tables.sit(mira, at, at.invite).deck["choice"] == f"starter:{STARTERS[0]}"


def test_all_cards(mira: User) -> None:
    """Everything goes at such a table, and it is never rated."""
    at, short = table(all_cards="on"), made(mira, more=5)
    assert len(decks.choices(at, mira, "de")) == 1 + 4
    assert tables.sit(mira, at, at.invite, f"own:{short.pk}").deck["cards"] == short.cards
    with pytest.raises(InvalidOptions):
        tables.open_table(mira, "omg", {"all_cards": "on"}, 2, rated=True)


def test_until_the_first_choice_starter_decks_are_lent() -> None:
    """Nobody is kept from a first game, guests neither; own decks need own cards."""
    fresh, guest = someone("Fresh"), User.objects.create_user("Gast", is_guest=True)
    for user in (fresh, guest):
        at = tables.open_table(User.objects.create_user(f"host{user.pk}", password=None), "omg", {}, 2)
        assert tables.sit(user, at, at.invite, f"starter:{STARTERS[3]}").deck["choice"] == f"starter:{STARTERS[3]}"
    at = table()
    refused(fresh, at, f"own:{made(fresh).pk}")


def test_a_deck_of_missing_cards_is_a_draft(mira: User) -> None:
    """OMG-16.9: it is saved, says which cards are missing by which rule, and is no longer one when they are there."""
    deck, browser = made(mira, more=1), in_browser(mira)
    (missing,) = [card for card in deck.cards if Omg.cards.rarity[card] == "legendary" and card not in collection(mira).cards]
    page = browser.get(f"/decks/omg/{deck.pk}/")
    assert "Entwurf" in page.content.decode()
    data = page.context["data"]
    assert [(line["rule"], line["card"]) for line in data["report"]["missing"]] == [("OMG-2.4", missing)]
    assert data["report"]["legal"] is True
    assert data["owned"] == collection(mira).cards
    marks = {card["id"]: card["marks"]["owned"] for card in data["pool"]["cards"]}
    assert (marks[missing], marks[next(iter(collection(mira).cards))]) == (["no"], ["yes"])
    assert "Entwurf" in browser.get("/decks/omg/").content.decode()
    Collection.objects.filter(owner=mira).update(cards={**collection(mira).cards, missing: 1})
    assert browser.get(f"/decks/omg/{deck.pk}/").context["report"].missing == []
    assert "Entwurf" not in browser.get("/decks/omg/").content.decode()


def test_games_without_collections_are_as_before(mira: User) -> None:
    """Their cards belong to everybody."""
    kind = kinds.kind("kameloh")
    assert kind is not None
    deck = deck_service.create(mira, kind, "Karawane", next(iter(kind.rules.starters.values())))
    assert "owned" not in in_browser(mira).get(f"/decks/kameloh/{deck.pk}/").context["data"]


def test_the_second_look_asks_the_collection_again(mira: User) -> None:
    """OMG-2.5: cards that are gone when the game begins keep it from beginning; friends may allow all (OMG-2.4)."""
    for options, status in (({}, "open"), ({"all_cards": "on"}, "running")):
        at = tables.open_table(mira, "omg", options, 2)
        tables.choose_deck(mira, at, f"own:{made(mira).pk}")
        cards = collection(mira).cards
        Collection.objects.filter(owner=mira).update(cards={})
        tables.sit(User.objects.create_user(f"Gast {status}", is_guest=True), at, at.invite)
        Collection.objects.filter(owner=mira).update(cards=cards)
        at.refresh_from_db()
        assert at.status == status


def test_decks_with_missing_cards_are_drafts(mira: User) -> None:
    """OMG-16.9: they can be saved, and stay marked on the page, card by card."""
    deck = made(mira, more=2)
    page = in_browser(mira).get(f"/decks/omg/{deck.pk}/").content.decode()
    assert "Entwurf: Karten fehlen dir." in page
    assert page.count("1 fehlen dir") == 2


def test_what_cards_can_be_looked_for_by() -> None:
    """OMG-16.9: each of its list, effects in words by the alphabet; what a mission brings counts as its effect."""
    kind = kinds.kind("omg")
    assert kind is not None
    for language in ("de", "en"):
        known = pool.pool(kind, language)
        names = [one.name for one in known.filters]
        assert set(names) >= {"type", "faction", "rarity", "set", "w", "effect"}
        effects = next(one for one in known.filters if one.name == "effect").values
        said = [words for _value, words in effects]
        assert said == sorted(said, key=str.casefold)
        assert len(set(said)) == len(said) > 50
        assert not any("_" in words for words in said), "all of them are words"
        assert [value for value, _words in next(one for one in known.filters if one.name == "w").values][:2] == ["2", "3"]
    cards = {card.id: card.marks for card in pool.pool(kind, "de").cards}
    assert cards["B171"]["effect"] == ["gain_points"]
    assert cards["B150"]["effect"] == ["gain_ep", "look_top"]
    assert "effect" not in cards["B001"]
