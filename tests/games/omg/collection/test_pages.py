"""Pages of a collection: what is shown, what is done by forms, and what comes of bad input (OMG-16, QUA-3.8)."""

from __future__ import annotations

import pytest
from django.conf import settings as site
from django.test import Client

from accounts.audit.models import Entry
from accounts.models import User
from games.omg.collection import service
from games.omg.models import Booster, Collection
from games.omg.rules.game import Omg
from tests import awkward
from tests.accounts.people import in_browser, someone
from tests.config.test_walk import page_of
from tests.games.omg.collection.games import STARTERS, closed, collection, over
from tests.games.omg.collection.test_service import state

pytestmark = pytest.mark.django_db
ALBUM = "/sammlung/omg/"


@pytest.fixture
def mira() -> User:
    return someone("Mira")


@pytest.fixture
def browser(mira: User) -> Client:
    return in_browser(mira)


def test_the_first_deck_is_chosen_on_the_page(mira: User, browser: Client) -> None:
    """OMG-16.1: four are offered until one is chosen."""
    page = browser.get(ALBUM).content.decode()
    assert page.count('name="deck"') == 4
    assert browser.post(f"{ALBUM}deck/", {"deck": STARTERS[1]}).status_code == 302
    page = browser.get(ALBUM).content.decode()
    assert 'name="deck"' not in page
    assert page.count('class="pack"') == 2
    assert collection(mira).starters == [STARTERS[1]]


def test_the_album_shows_what_is_missing(mira: User, browser: Client) -> None:
    """Each card with its copies; what is asked for by an address is found without a script, too."""
    service.choose_starter(mira, STARTERS[0])
    cards = Omg.cards.starters[STARTERS[0]]
    page = browser.get(ALBUM).content.decode()
    assert page.count("is-missing") == 350 - len(cards)
    found = browser.get(ALBUM, {"besitz": "doppelt"}).context["album"].search.found
    assert found == {card for card, copies in cards.items() if copies > 1}
    found = browser.get(ALBUM, {"besitz": "fehlt", "suche": "seo"}).context["album"].search.found
    assert found
    assert not found & set(cards)


def test_a_game_that_was_missed_is_counted_on_the_page(mira: User, browser: Client) -> None:
    """OMG-16.4."""
    over(mira, someone("Nora"))
    assert browser.get(ALBUM).context["collection"].points == 6


def test_opening_on_the_page(mira: User, browser: Client) -> None:
    """OMG-16.8: the hash is there before, the secret after; a second click leads to the same cards."""
    service.choose_starter(mira, STARTERS[0])
    booster = closed(mira)[0]
    page = browser.get(booster.get_absolute_url()).content.decode()
    assert booster.commit in page
    assert booster.secret not in page
    for _click in range(2):
        answer = browser.post(f"{booster.get_absolute_url()}oeffnen/", {"nonce": "0a"})
        assert (answer.status_code, answer["Location"]) == (302, f"{booster.get_absolute_url()}?neu")
    page = browser.get(f"{booster.get_absolute_url()}?neu").content.decode()
    assert booster.secret in page
    assert page.count("pulled__rarity") == 15
    assert collection(mira).opened == 1


def test_boosters_of_others_are_not_there(mira: User, browser: Client) -> None:
    """QUA-3.8: as good as one that does not exist, and nothing happens to it."""
    nora = someone("Nora")
    for user in (mira, nora):
        service.choose_starter(user, STARTERS[0])
    before, foreign = state(nora), closed(nora)[0].pk
    for address in (f"{ALBUM}booster/{foreign}/", f"{ALBUM}booster/{foreign}/oeffnen/"):
        missing = address.replace(str(foreign), "999999")
        ask = browser.post if address.endswith("oeffnen/") else browser.get
        answers = [(ask(path).status_code, page_of(ask(path), path)) for path in (address, missing)]
        assert answers[0] == answers[1]
        assert answers[0][0] == 404
    assert state(nora) == before
    assert Client().get(ALBUM).status_code == 302


@pytest.mark.parametrize(
    ("path", "sent", "status"),
    [
        ("deck/", {"deck": "none"}, 404),
        ("deck/", {}, 404),
        ("deck/", {"deck": STARTERS[1]}, 409),
        ("booster/", {"kind": "base", "number": "1"}, 409),
        ("booster/", {"kind": "gold", "number": "1"}, 404),
        ("booster/", {"kind": "base", "number": "²"}, 409),
        ("booster/", {"kind": "base", "number": "9" * 400}, 409),
        ("booster/", {"kind": "base", "number": "-1"}, 409),
        ("herstellen/", {"card": "B001", "have": "0"}, 409),
        ("herstellen/", {"card": "B999", "have": "0"}, 404),
        ("herstellen/", {"card": "B042"}, 409),
        ("herstellen/", {}, 404),
    ],
)
def test_what_does_not_go_is_said_and_changes_nothing(
    mira: User, browser: Client, path: str, sent: dict[str, str], status: int
) -> None:
    """A clear page with the right status."""
    service.choose_starter(mira, STARTERS[0])
    before = state(mira)
    answer = browser.post(f"{ALBUM}{path}", sent)
    assert answer.status_code == status
    assert state(mira) == before


def test_awkward_strings(mira: User, browser: Client) -> None:
    """QUA-3.3: in every field; the booster is closed as before."""
    service.choose_starter(mira, STARTERS[0])
    key, before = closed(mira)[0].pk, state(mira)
    for text in awkward.ALL:
        if text.strip():
            assert browser.post(f"{ALBUM}booster/{key}/oeffnen/", {"nonce": text}).status_code == 400, text
        for path, field in (("deck/", "deck"), ("booster/", "kind"), ("herstellen/", "card")):
            assert browser.post(f"{ALBUM}{path}", {field: text}).status_code in (404, 409), text
        assert browser.get(ALBUM, {"suche": text, "besitz": text, "karte": text}).status_code == 200
    assert state(mira) == before


def test_crafting_on_the_page(mira: User, browser: Client) -> None:
    """OMG-16.6: offered at the large card, once."""
    service.choose_starter(mira, STARTERS[0])
    Collection.objects.filter(owner=mira).update(sap=100)
    card = next(card for card in Omg.cards.names if card not in collection(mira).cards)
    assert f'name="card" value="{card}"' in browser.get(ALBUM, {"karte": card}).content.decode()
    for _click in range(2):
        assert browser.post(f"{ALBUM}herstellen/", {"card": card, "have": "0"}).status_code == 302
    assert collection(mira).cards[card] == 1


def test_staff_gives_a_booster_with_a_reason(mira: User) -> None:
    """It stands in the audit log; one's own collection is out of reach, and which cards somebody has is not shown."""
    service.choose_starter(mira, STARTERS[0])
    chief = User.objects.create_superuser("Chefin", "ein gutes Passwort")
    service.choose_starter(chief, STARTERS[0])
    staff = in_browser(chief, proved=True)
    admin = f"/{site.ADMIN_PATH}omg/collection/"
    assert "B001" not in staff.get(f"{admin}{collection(mira).pk}/change/").content.decode()
    act = {"action": "give", "confirmed": "1", "kind": "seocalypse", "reason": "Fehler beim Öffnen"}
    staff.post(admin, act | {"_selected_action": [collection(mira).pk, collection(chief).pk]})
    (given,) = Booster.objects.filter(source__startswith="staff:")
    entry = Entry.objects.latest("pk")
    assert (given.owner, given.kind, given.source) == (mira, "seocalypse", f"staff:{entry.pk}")
    assert (entry.act, entry.reason) == ("omg.gift", "Fehler beim Öffnen")
    staff.post(admin, act | {"_selected_action": [collection(mira).pk], "reason": ""})
    assert Booster.objects.filter(owner=mira).count() == 3
