"""Own decks at tables: which may be chosen, and that what is chosen stays as it is (KMO-2, UX-5.4)."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from accounts.models import User
from games.decks import kinds
from games.decks import service as decks
from games.decks.kinds import Kind
from games.decks.models import Deck
from games.engine.deck import Violation
from games.engine.errors import EngineError, Text
from games.kameloh.rules.decks import KamelohDecks
from games.tables import models, service, verification
from games.tables.decks import choices
from tests.accounts.people import in_browser, someone
from tests.games.tables import play

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _empty_memory() -> None:
    """Let no test find the tables of another one."""
    play.forget()


@pytest.fixture
def kind() -> Kind:
    found = kinds.kind("kameloh")
    assert found is not None
    return found


def made(user: User, kind: Kind, **more: int) -> Deck:
    """A starter deck with more or fewer cards, as one's own."""
    starter = kind.rules.starters["duenenfestung"]
    changed = {card: starter.get(card, 0) + more.get(card, 0) for card in {**starter, **more}}
    return decks.create(user, kind, "Meins", {card: copies for card, copies in changed.items() if copies})


def refused(user: User, table: models.Table, wish: str) -> EngineError:
    with pytest.raises(EngineError) as caught:
        service.choose_deck(user, table, wish)
    return caught.value


def test_own_decks_that_are_allowed_there(kind: Kind) -> None:
    """By the rule set of the table (KMO-2.6); others' decks and unfinished ones are not offered."""
    mira, nora = someone("Mira"), someone("Nora")
    plain, universal, unfinished = made(mira, kind), made(mira, kind, Y010=-1, B018=1), made(mira, kind, Y010=-1)
    foreign = made(nora, kind)
    for variant, own in (("wimu", [plain]), ("kamelkoenig", [plain, universal])):
        table = service.open_table(mira, "kameloh", {"variant": variant}, 2)
        offered = [choice.value for choice in choices(table, mira, "de") if choice.own]
        assert sorted(offered) == sorted(f"own:{deck.pk}" for deck in own)
        assert len(choices(table, None, "de")) == len(kind.rules.starters)
        for deck, rules in ((unfinished, ["KMO-2.1"]), *(((universal, ["KMO-2.6"]),) if variant == "wimu" else ())):
            error = refused(mira, table, f"own:{deck.pk}")
            assert (error.code, error.text.args) == ("deck_invalid", {"name": "Meins", "rules": rules})
        assert refused(mira, table, f"own:{foreign.pk}").code == "invalid"


def test_what_is_chosen_stays_as_it_is(kind: Kind) -> None:
    """Neither changing nor deleting it matters to the table; while it waits, its page says that there is a newer one."""
    mira = someone("Mira")
    deck = made(mira, kind)
    table = service.open_table(mira, "kameloh", {}, 2)
    service.choose_deck(mira, table, f"own:{deck.pk}")
    page = in_browser(mira)
    assert "Du hast dieses Deck seither geändert." not in page.get(table.get_absolute_url()).content.decode()
    before = dict(deck.cards)
    decks.save(kind, deck, 1, {"Y001": 1})
    assert "Du hast dieses Deck seither geändert." in page.get(table.get_absolute_url()).content.decode()
    kind.decks().get(pk=deck.pk).delete()
    service.sit(someone("Nora"), table, table.invite)
    assert table.seats.get(number=0).deck["cards"] == before
    table.refresh_from_db()
    assert (table.status, verification.verify(table).faults) == ("running", [])


def test_the_last_one_is_taken_again_if_it_still_may(kind: Kind) -> None:
    """Else a starter deck: nobody is kept from a table by a deck that has gone wrong."""
    mira = someone("Mira")
    deck = made(mira, kind)
    service.choose_deck(mira, service.open_table(mira, "kameloh", {}, 2), f"own:{deck.pk}")
    assert service.open_table(mira, "kameloh", {}, 2).seats.get().deck["choice"] == f"own:{deck.pk}"
    decks.save(kind, deck, 1, {"Y001": 1})
    assert service.open_table(mira, "kameloh", {}, 2).seats.get().deck["choice"] == "starter:karawanensturm"


def test_guests_play_starter_decks(kind: Kind) -> None:
    """And with whatever they send."""
    guest = User.objects.create_user("Gast Fink", is_guest=True)
    deck = made(guest, kind)
    table = service.open_table(someone("Mira"), "kameloh", {}, 2)
    with pytest.raises(EngineError):
        service.sit(guest, table, table.invite, f"own:{deck.pk}")
    service.sit(guest, table, table.invite)
    assert table.seats.get(user=guest).deck["choice"] == "starter:duenenfestung"


def test_an_illegal_deck_is_refused_on_the_page(kind: Kind) -> None:
    """With the deck and the rule, and nothing has changed."""
    mira = someone("Mira")
    deck = made(mira, kind, Y010=2)
    table = service.open_table(mira, "kameloh", {}, 2)
    page = in_browser(mira).post(f"{table.get_absolute_url()}deck/", {"deck": f"own:{deck.pk}"}, follow=True).content.decode()
    assert "Mit dem Deck „Meins“ kannst du hier nicht spielen. Dagegen: KMO-2.1" in page
    assert table.seats.get().deck["choice"] == "starter:karawanensturm"


# --- the favourite (OMG-16.9) ------------------------------------------------------------------------------------------------


def test_one_favourite_a_game(kind: Kind) -> None:
    """Another one takes its place; nobody marks the deck of somebody else, and one that is lent is none."""
    mira, nora = someone("Mira"), someone("Nora")
    first, second, other = made(mira, kind), made(mira, kind), made(nora, kind)
    page = in_browser(mira)
    for deck in (first, second):
        assert page.post(f"/decks/kameloh/{deck.pk}/favorit/", {"favourite": "on"}).status_code == 302
        assert [one.pk for one in kind.decks().filter(favourite=True)] == [deck.pk]
    assert page.post(f"/decks/kameloh/{other.pk}/favorit/", {"favourite": "on"}).status_code == 404
    assert page.get("/decks/kameloh/").content.decode().count("Nicht mehr Lieblingsdeck") == 1
    assert (
        page.post(f"/decks/kameloh/{first.pk}/favorit/", {"favourite": "off", "from": "index"})["Location"] == "/decks/kameloh/"
    )
    assert [one.pk for one in kind.decks().filter(favourite=True)] == [second.pk], "only itself is taken back"
    page.post(f"/decks/kameloh/{second.pk}/favorit/", {"favourite": "off"})
    assert not kind.decks().filter(favourite=True).exists()
    kind.decks().filter(pk=first.pk).update(event="abcdefghij")
    assert (
        "nur dort gespielt" in page.post(f"/decks/kameloh/{first.pk}/favorit/", {"favourite": "on"}, follow=True).content.decode()
    )
    assert not kind.decks().filter(favourite=True).exists()


def test_who_sits_down_has_the_favourite(kind: Kind) -> None:
    """Before what was played last; if it may not be played there, that, and if that may not either, a starter deck."""
    mira = someone("Mira")
    latest, favourite = made(mira, kind), made(mira, kind, Y010=-1, B018=1)
    service.choose_deck(mira, service.open_table(mira, "kameloh", {}, 2), f"own:{latest.pk}")
    decks.choose_favourite(kind, favourite, chosen=True)
    assert service.open_table(mira, "kameloh", {"variant": "wimu"}, 2).seats.get().deck["choice"] == f"own:{latest.pk}"
    in_all = service.open_table(mira, "kameloh", {"variant": "kamelkoenig"}, 2)
    assert in_all.seats.get().deck["choice"] == f"own:{favourite.pk}"
    table = service.open_table(someone("Nora"), "kameloh", {"variant": "kamelkoenig"}, 2, open_to="anybody")
    chosen = f'<option value="own:{favourite.pk}" selected>'
    assert chosen in in_browser(mira).get(table.get_absolute_url()).content.decode()


# --- the second look, when the game begins (OMG-2.5) -------------------------------------------------------------------------


def against(monkeypatch: pytest.MonkeyPatch, card: str) -> None:
    """From now on a rule is against this card."""
    before = KamelohDecks.check
    text = Text("deck.copies", {"card": f"kameloh.{card}", "count": 1, "most": 0})

    def check(self: KamelohDecks, deck: Mapping[str, int]) -> list[Violation]:
        return before(self, deck) + [Violation("KMO-2.2", text, card) for one in deck if one == card]

    monkeypatch.setattr(KamelohDecks, "check", check)


CARD = "Y002"
"""Of no starter deck."""


def test_a_deck_that_has_gone_wrong_while_it_waited(kind: Kind, monkeypatch: pytest.MonkeyPatch) -> None:
    """The table stays as it is, full and open; only who has chosen it is told which deck and why, and with another it begins."""
    assert all(CARD not in deck for deck in kind.rules.starters.values())
    mira, nora = someone("Mira"), someone("Nora")
    deck = made(mira, kind, Y010=-1, **{CARD: 1})
    table = service.open_table(mira, "kameloh", {}, 2)
    service.choose_deck(mira, table, f"own:{deck.pk}")
    against(monkeypatch, CARD)
    service.sit(nora, table, table.invite)
    table.refresh_from_db()
    assert (table.status, table.seats.count()) == ("open", 2)
    url = table.get_absolute_url()
    mine, theirs = in_browser(mira).get(url).content.decode(), in_browser(nora).get(url).content.decode()
    assert "Mit dem Deck „Meins“ kannst du hier nicht spielen. Dagegen: KMO-2.2" in mine
    assert "Es geht noch nicht los: Mira muss erst ein anderes Deck wählen." in theirs
    assert "Meins" not in theirs
    assert "Es fehlt noch ein Deck" in mine
    assert not any(said in mine for said in ("Mit Bots auffüllen", "Einladungslink"))
    assert refused(mira, table, f"own:{deck.pk}").code == "deck_invalid"
    service.choose_deck(nora, table, "starter:mutantenoase")
    table.refresh_from_db()
    assert table.status == "open", "the other one is no reason to begin"
    service.choose_deck(mira, table, "starter:duenenfestung")
    table.refresh_from_db()
    assert (table.status, verification.verify(table).faults) == ("running", [])


def test_somebody_may_get_up_instead(kind: Kind, monkeypatch: pytest.MonkeyPatch) -> None:
    """And whoever comes then plays."""
    mira, nora = someone("Mira"), someone("Nora")
    deck = made(nora, kind, Y010=-1, **{CARD: 1})
    table = service.open_table(mira, "kameloh", {}, 2)
    against(monkeypatch, CARD)
    with pytest.raises(EngineError):
        service.sit(nora, table, table.invite, f"own:{deck.pk}")
    monkeypatch.undo()
    service.open_table(nora, "kameloh", {}, 2)
    other = service.open_table(nora, "kameloh", {}, 2)
    service.choose_deck(nora, other, f"own:{deck.pk}")
    against(monkeypatch, CARD)
    service.sit(mira, other, other.invite)
    service.get_up(nora, other)
    service.sit(someone("Olaf"), other, other.invite)
    other.refresh_from_db()
    assert other.status == "running"


def test_bots_do_not_sit_down_with_it(kind: Kind, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever wants to begin with bots is told; nothing has changed, and with another deck it begins."""
    mira = someone("Mira")
    deck = made(mira, kind, Y010=-1, **{CARD: 1})
    table = service.open_table(mira, "kameloh", {}, 2)
    service.choose_deck(mira, table, f"own:{deck.pk}")
    against(monkeypatch, CARD)
    with pytest.raises(EngineError) as caught:
        service.fill_with_bots(mira, table)
    assert (caught.value.code, caught.value.text.key) == ("deck_invalid", "error.deck_illegal")
    assert table.seats.count() == 1
    service.choose_deck(mira, table, "starter:duenenfestung")
    service.fill_with_bots(mira, table)
    table.refresh_from_db()
    assert table.status == "running"
