"""Pages of the decks: whose they are, what is saved and what is refused, what others see (QUA-3.6 to QUA-3.8)."""

from __future__ import annotations

import pytest
from django.conf import settings as site
from django.test import Client
from pytest_django import Settings

from accounts import own_data
from accounts.audit.models import Entry
from accounts.models import User
from games.decks import kinds, service
from games.decks.kinds import Kind
from games.decks.models import Deck
from tests import awkward
from tests.accounts.people import in_browser, someone
from tests.config.test_walk import page_of

pytestmark = pytest.mark.django_db
LIST = "/decks/kameloh/"


@pytest.fixture
def kind() -> Kind:
    found = kinds.kind("kameloh")
    assert found is not None
    return found


@pytest.fixture
def mira() -> User:
    return someone("Mira")


def made(user: User, kind: Kind, name: str = "Sturm", **more: int) -> Deck:
    """The first starter deck with more cards, as one's own."""
    return service.create(user, kind, name, kind.rules.starters["karawanensturm"] | more)


def address(deck: Deck, what: str = "") -> str:
    return f"{LIST}{deck.pk}/{what}"


def lines(cards: dict[str, int]) -> str:
    """As the builder sends them."""
    return "\n".join(f"{copies} {card}" for card, copies in cards.items())


# --- whose they are ----------------------------------------------------------------------------------------------------------


def test_decks_of_others_are_not_there(mira: User, kind: Kind) -> None:
    """QUA-3.8: as good as one that does not exist; a guest is sent to where accounts are kept."""
    deck = made(mira, kind)
    nora = in_browser(someone("Nora"))
    for what in ("", "text/", "loeschen/"):
        other, missing = nora.get(address(deck, what)), nora.get(f"{LIST}999999/{what}")
        assert (other.status_code, missing.status_code) == (404, 404)
        assert page_of(other, address(deck, what)) == page_of(missing, f"{LIST}999999/{what}")
    for what in ("karten/", "text/", "name/", "kopie/", "link/", "loeschen/"):
        assert nora.post(address(deck, what), {"version": 1, "cards": "", "name": "x", "public": "on"}).status_code == 404
    assert (
        in_browser(User.objects.create_user("Gast Fink", is_guest=True))
        .get(address(deck))["Location"]
        .startswith("/konto/behalten/")
    )
    assert Client().get(address(deck))["Location"].startswith("/konto/anmelden/")
    deck.refresh_from_db()
    assert (deck.name, deck.version, deck.link) == ("Sturm", 1, None)


def test_everybody_sees_the_decks_of_the_game() -> None:
    page = Client().get(LIST).content.decode()
    assert "Dünenfestung" in page
    assert "Eigene Decks bauen alle mit Konto." in page
    assert "Hohe Abwehr" in Client().get(f"{LIST}fertig/duenenfestung/").content.decode()
    assert Client().get(f"{LIST}fertig/nichts/").status_code == 404
    assert Client().get("/decks/emotrions/").status_code == 404
    assert Client().get("/decks/nichts/").status_code == 404


# --- new ones ----------------------------------------------------------------------------------------------------------------


def test_new_ones(mira: User, kind: Kind) -> None:
    """Empty, from a starter deck, from what somebody shows, from a list."""
    client, shown = in_browser(mira), made(someone("Nora"), kind, "Noras")
    service.publish(shown, public=True)
    for source in ("", "starter:mutantenoase", f"link:{shown.link}"):
        assert client.post(f"{LIST}neu/", {"from": source}).status_code == 302
    assert client.post(f"{LIST}einfuegen/", {"text": "# name: Kurz\n3 Y001"}).status_code == 302
    own = kind.decks().filter(owner=mira).order_by("pk")
    assert [(deck.name, deck.count) for deck in own] == [("Neues Deck", 0), ("Mutantenoase", 60), ("Noras", 60), ("Kurz", 3)]
    for source in ("starter:nichts", f"link:{'A' * 22}"):
        assert client.post(f"{LIST}neu/", {"from": source}).status_code == 404


def test_not_more_than_fifty(mira: User, kind: Kind) -> None:
    for number in range(service.MOST_DECKS):
        service.create(mira, kind, f"Deck {number}", {})
    page = in_browser(mira).post(f"{LIST}neu/", follow=True).content.decode()
    assert "Du hast schon 50 Decks" in page
    assert kind.decks().filter(owner=mira).count() == service.MOST_DECKS


def test_a_list_that_cannot_be_read_makes_nothing(mira: User, kind: Kind) -> None:
    """The rule is named, and what was typed is still there."""
    answer = in_browser(mira).post(f"{LIST}einfuegen/", {"text": "3 Y001\n4 Linktauscher"})
    page = answer.content.decode()
    assert answer.status_code == 400
    assert "Zeile 2, „4 Linktauscher“: Diese Karte gibt es hier nicht. (KMO-2.1)" in page
    assert "Es wurde kein Deck angelegt." in page
    assert "3 Y001" in page
    assert not kind.decks().exists()


# --- saving ------------------------------------------------------------------------------------------------------------------


def test_saving_says_what_is_wrong(mira: User, kind: Kind) -> None:
    """KMO-2.8: each with its rule, and where it is legal."""
    deck, client = made(mira, kind), in_browser(mira)
    told = client.post(address(deck, "karten/"), {"version": 1, "cards": lines(deck.cards | {"Y001": 5})}).json()
    assert told["version"] == 2
    assert [(line["rule"], line["card"]) for line in told["report"]["violations"]] == [("KMO-2.1", ""), ("KMO-2.2", "Y001")]
    assert told["report"]["violations"][0]["said"] == "62 Karten. Ein Deck hat genau 60."
    assert (told["report"]["legal"], told["report"]["legal_in"]) == (False, [])
    cards = {card: copies for card, copies in deck.cards.items() if card != "Y024"} | {"B018": 1}
    told = client.post(address(deck, "karten/"), {"version": 2, "cards": lines(cards)}).json()
    assert (told["report"]["legal"], told["report"]["legal_in"], told["report"]["everywhere"]) == (True, ["Kamelkönig"], False)
    assert told["report"]["violations"][0]["said"] == "Universal-Verschmelzer ist nur in Kamelkönig erlaubt."
    told = client.post(address(deck, "karten/"), {"version": 3, "cards": ""}).json()
    assert (told["cards"], told["report"]["count"]) == ({}, 0)


def test_whoever_saves_over_something_unseen_is_told(mira: User, kind: Kind) -> None:
    """Two tabs: the later one learns of it, and nothing is lost. What was saved already is no conflict."""
    deck, client = made(mira, kind), in_browser(mira)
    first, second = {"version": 1, "cards": "1 Y001"}, {"version": 1, "cards": "2 Y002"}
    assert client.post(address(deck, "karten/"), first).json()["version"] == 2
    assert client.post(address(deck, "karten/"), first).status_code == 200, "sent again, as its answer was lost"
    answer = client.post(address(deck, "karten/"), second)
    assert (answer.status_code, answer.json()["cards"], answer.json()["version"]) == (409, {"Y001": 1}, 2)
    assert client.post(address(deck, "text/"), {"version": 1, "text": "2 Y002"}).status_code == 400
    deck.refresh_from_db()
    assert (deck.cards, deck.version) == ({"Y001": 1}, 2)
    assert client.post(address(deck, "karten/"), second | {"version": 2}).status_code == 200


@pytest.mark.parametrize(
    "sent",
    [
        {},
        {"version": "eins", "cards": ""},
        {"version": 0, "cards": ""},
        {"version": 2**40, "cards": ""},
        {"version": 1, "cards": "Y001"},
        {"version": 1, "cards": "3 B999"},
        {"version": 1, "cards": "1 Y001\n" * 201},
        *({"version": 1, "cards": text} for text in awkward.ALL if text.strip()),
    ],
)
def test_what_is_no_deck_changes_nothing(mira: User, kind: Kind, sent: dict[str, str]) -> None:
    deck = made(mira, kind)
    assert in_browser(mira).post(address(deck, "karten/"), sent).status_code == 400
    deck.refresh_from_db()
    assert (deck.version, deck.count) == (1, 60)


def test_as_text(mira: User, kind: Kind) -> None:
    """It is taken away and changed as text; a broken list leaves the deck as it is."""
    deck, client = made(mira, kind), in_browser(mira)
    assert "3 Y001 Lastkamel vom Dienst" in client.get(address(deck, "text/")).content.decode()
    broken = client.post(address(deck, "text/"), {"version": 1, "text": "# game: omg\n1 Y001"})
    assert (broken.status_code, "Am Deck hat sich nichts geändert." in broken.content.decode()) == (400, True)
    assert "Das ist ein Deck für ein anderes Spiel. (KMO-2.1)" in broken.content.decode()
    assert client.post(address(deck, "text/"), {"version": 1, "text": "1 Y001"})["Location"] == address(deck)
    deck.refresh_from_db()
    assert deck.cards == {"Y001": 1}


# --- names, copies, links ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", awkward.ALL)
def test_names(mira: User, kind: Kind, text: str) -> None:
    """QUA-3.7: what can be seen of it, or the old one with the reason."""
    deck, client = made(mira, kind), in_browser(mira)
    page = client.post(address(deck, "name/"), {"name": text}, follow=True).content.decode()
    deck.refresh_from_db()
    assert deck.name == "Sturm" or len(deck.name) <= 40
    assert all(sign.isprintable() for sign in deck.name)
    assert deck.name != "Sturm" or "Der alte gilt weiter." in page
    if "<" in text:
        assert text not in page


def test_a_copy_is_another_one(mira: User, kind: Kind) -> None:
    deck, client = made(mira, kind, "S" * 40), in_browser(mira)
    client.post(address(deck, "kopie/"))
    copy = kind.decks().exclude(pk=deck.pk).get()
    assert (copy.name, copy.cards, copy.link) == (f"{'S' * 32} (Kopie)", deck.cards, None)
    client.post(address(copy, "loeschen/"))
    assert list(kind.decks()) == [deck]


def test_a_link_shows_it_until_it_is_void(mira: User, kind: Kind) -> None:
    """Nobody else sees it before or after; a later link is another one."""
    deck, client = made(mira, kind), in_browser(mira)
    client.post(address(deck, "link/"), {"public": "on"})
    deck.refresh_from_db()
    first = f"{LIST}mit/{deck.link}/"
    page = Client().get(first).content.decode()
    assert "Ein Deck von Mira" in page
    assert "3 Y001 Lastkamel vom Dienst" in page
    assert '<meta name="robots" content="noindex">' in page
    client.post(address(deck, "link/"), {"public": "off"})
    assert Client().get(first).status_code == 404
    client.post(address(deck, "link/"), {"public": "on"})
    deck.refresh_from_db()
    assert Client().get(first).status_code == 404
    assert Client().get(f"{LIST}mit/{deck.link}/").status_code == 200


def test_limits_by_the_hour(mira: User, kind: Kind, settings: Settings) -> None:
    """QUA-3.21: nobody needs that many."""
    settings.SHARED_ADDRESSES = []
    client = in_browser(mira)
    statuses = []
    for _ in range(101):
        statuses.append(client.post(f"{LIST}neu/").status_code)
        kind.decks().all().delete()
    assert (set(statuses[:-1]), statuses[-1]) == ({302}, 429)


# --- the account -------------------------------------------------------------------------------------------------------------


def test_the_copy_of_ones_data_has_them_and_they_go_with_the_account(mira: User, kind: Kind) -> None:
    deck = made(mira, kind)
    made(someone("Nora"), kind, "Noras")
    (told,) = own_data.export(mira)["decks"]
    assert (told["game"], told["name"], told["cards"]) == ("kameloh", "Sturm", deck.cards)
    own_data.delete(mira)
    assert [deck.name for deck in kind.decks()] == ["Noras"]


def test_staff_makes_a_link_void_with_a_reason(mira: User, kind: Kind) -> None:
    """What is in it they are not shown: they play, too."""
    deck = made(mira, kind, "Unflätig")
    service.publish(deck, public=True)
    staff = in_browser(User.objects.create_superuser("Chefin", "ein gutes Passwort"), proved=True)
    admin = f"/{site.ADMIN_PATH}kameloh/deck/"
    page = staff.get(f"{admin}{deck.pk}/change/").content.decode()
    assert "Unflätig" in page
    assert "Y001" not in page
    act = {"action": "hide", "_selected_action": [deck.pk], "confirmed": "1", "reason": "Beleidigung"}
    staff.post(admin, act)
    deck.refresh_from_db()
    assert (deck.link, deck.name) == (None, "Deck")
    entry = Entry.objects.latest("pk")
    assert (entry.act, entry.before["name"]) == ("deck.hide", "Unflätig")
