"""Own decks at tables: which may be chosen, and that what is chosen stays as it is (KMO-2, UX-5.4)."""

from __future__ import annotations

import pytest

from accounts.models import User
from games.decks import kinds
from games.decks import service as decks
from games.decks.kinds import Kind
from games.decks.models import Deck
from games.engine.errors import EngineError
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
