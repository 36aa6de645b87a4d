"""Decks by the rules of the moment: whoever has one that a change has touched is told once, with the reason (OMG-16.10)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts import own_data
from accounts.models import User
from games.decks import kinds, service, validity
from games.decks.kinds import Kind
from games.decks.models import Deck, Notice
from games.engine.deck import Violation
from games.engine.errors import Text
from games.kameloh.rules.decks import KamelohDecks
from games.omg.rules.decks import OmgDecks
from tests.accounts.people import in_browser, someone

pytestmark = pytest.mark.django_db


@pytest.fixture
def omg() -> Kind:
    found = kinds.kind("omg")
    assert found is not None
    return found


@pytest.fixture
def kameloh() -> Kind:
    found = kinds.kind("kameloh")
    assert found is not None
    return found


@pytest.fixture
def banned(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """Cards that a new rule of Online Marketing Generals is against, as long as they are in here."""
    cards: set[str] = set()
    before = OmgDecks.check

    def check(self: OmgDecks, deck: Mapping[str, int]) -> list[Violation]:
        gone = [card for card in deck if card in cards]
        told = {card: Text("deck.copies", {"card": f"omg.{card}", "count": 1, "most": 0}) for card in gone}
        return before(self, deck) + [Violation("OMG-2.2", told[card], card) for card in gone]

    monkeypatch.setattr(OmgDecks, "check", check)
    return cards


def starter(kind: Kind, number: int = 0) -> dict[str, int]:
    return dict(list(kind.rules.starters.values())[number])


def made(user: User, kind: Kind, number: int = 0, name: str = "Sturm") -> Deck:
    return service.create(user, kind, name, starter(kind, number))


def notices() -> list[tuple[str, list[str], list[str]]]:
    return [(one.owner.username, one.before, one.after) for one in Notice.objects.select_related("owner").order_by("pk")]


def only_in_first(omg: Kind) -> str:
    """A card of the first starter deck that the second has not."""
    return next(card for card in starter(omg) if card not in starter(omg, 1))


def test_whoever_is_touched_is_told_once(omg: Kind, banned: set[str]) -> None:
    """With the card and the rule; a second run, and a deck that is as legal as before, tell nothing."""
    mira, nora = someone("Mira"), someone("Nora")
    made(mira, omg)
    made(nora, omg, 1)
    service.create(nora, omg, "Unfertig", {only_in_first(omg): 1})
    validity.look_through(omg)
    assert notices() == []
    banned.add(card := only_in_first(omg))
    assert validity.look_through(omg) == validity.Looked(decks=3, notices=1)
    assert notices() == [("Mira", [""], [])]
    assert validity.look_through(omg) == validity.Looked(decks=3, notices=0)
    (told,) = validity.unread(mira, "de")
    assert told.said == "Regeln oder Karten haben sich geändert. Dein Deck „Sturm“ ist damit nicht mehr gültig."
    assert [(line.rule, line.card) for line in told.reasons] == [("OMG-2.2", card)]
    assert validity.unread(nora, "de") == []


def test_back_to_legal(omg: Kind, banned: set[str]) -> None:
    """That is told, too, in place of what was told before."""
    mira = someone("Mira")
    made(mira, omg)
    banned.add(only_in_first(omg))
    validity.look_through(omg)
    banned.clear()
    assert validity.look_through(omg).notices == 1
    (told,) = validity.unread(mira, "de")
    assert told.said == "Regeln oder Karten haben sich geändert. Dein Deck „Sturm“ ist jetzt gültig."
    assert (told.good, told.reasons) == (True, [])


def test_some_rule_sets_are_lost(kameloh: Kind, monkeypatch: pytest.MonkeyPatch) -> None:
    """KMO-2.8: it is named in which ones it still goes; the reasons are those against the lost ones."""
    mira = someone("Mira")
    made(mira, kameloh)
    before = KamelohDecks.check
    new = Violation("KMO-2.6", Text("deck.unknown", {"name": "x"}), "", ("dufo", "wimu"))
    monkeypatch.setattr(KamelohDecks, "check", lambda self, deck: [*before(self, deck), new])
    validity.look_through(kameloh)
    (told,) = validity.unread(mira, "de")
    assert told.said.endswith("Dein Deck „Sturm“ ist nur noch gültig in WiMu, Dufo.")
    assert [line.rule for line in told.reasons] == ["KMO-2.6"]
    monkeypatch.setattr(KamelohDecks, "check", before)
    validity.look_through(kameloh)
    (told,) = validity.unread(mira, "de")
    assert told.said.endswith("Dein Deck „Sturm“ ist jetzt gültig in WiMu, Dufo, Kamelkönig.")


def test_what_was_never_looked_at_is_only_kept(omg: Kind, banned: set[str]) -> None:
    """Decks from before there was this; decks that an older server has saved; decks of events are left alone."""
    mira = someone("Mira")
    old, between, lent = made(mira, omg), made(mira, omg), made(mira, omg)
    omg.decks().filter(pk=old.pk).update(legal_in=None, judged=0)
    omg.decks().filter(pk=between.pk).update(version=2)
    omg.decks().filter(pk=lent.pk).update(event="abcdefghij")
    banned.add(only_in_first(omg))
    assert validity.look_through(omg) == validity.Looked(decks=2, notices=0)
    kept = {deck.pk: (deck.legal_in, deck.judged) for deck in omg.decks()}
    assert kept == {old.pk: ([], 1), between.pk: ([], 2), lent.pk: ([""], 1)}


def test_saving_keeps_what_it_is_legal_in(omg: Kind, banned: set[str]) -> None:
    """So nobody is told of what they have done themselves; and what was told is no matter once the deck is changed."""
    mira = someone("Mira")
    deck = made(mira, omg)
    banned.add(card := only_in_first(omg))
    validity.look_through(omg)
    assert len(validity.unread(mira, "de")) == 1
    service.save(omg, deck, 1, {name: copies for name, copies in starter(omg).items() if name != card})
    assert validity.unread(mira, "de") == []
    assert validity.look_through(omg).notices == 0
    service.delete(omg, omg.decks().get())
    assert not Notice.objects.exists()


def test_many_in_batches(omg: Kind, banned: set[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """No statement has more values than SQLite takes, and none is asked for each deck."""
    people = [someone(f"P{number}") for number in range(3)]
    cards = starter(omg)
    rows = [omg.model(owner=people[n % 3], name=f"D{n}", cards=cards, legal_in=[""], judged=1) for n in range(1203)]
    omg.model._default_manager.bulk_create(rows, batch_size=200)
    banned.add(only_in_first(omg))
    with CaptureQueriesContext(connection) as asked:
        assert validity.look_through(omg) == validity.Looked(decks=1203, notices=1203)
    assert len(asked) < 90
    assert max(query["sql"].count(",") for query in asked.captured_queries) < 4_000
    assert Notice.objects.values("deck").distinct().count() == 1203
    assert validity.look_through(omg).notices == 0


def test_pages_tell_until_it_is_read(omg: Kind, banned: set[str]) -> None:
    """Home, the list of decks, the builder and the own profile, in either language; nobody else sees it."""
    mira = someone("Mira")
    deck = made(mira, omg)
    banned.add(only_in_first(omg))
    validity.look_through(omg)
    client, other = in_browser(mira), in_browser(someone("Nora"))
    pages = ("/", "/decks/omg/", f"/decks/omg/{deck.pk}/", "/profil/Mira/")
    said = "Dein Deck „Sturm“ ist damit nicht mehr gültig."
    english = "Your deck “Sturm” is not legal any more."
    for page in pages:
        assert said in client.get(page).content.decode(), page
        assert english in client.get(page, headers={"accept-language": "en"}).content.decode(), page
    for page in ("/", "/decks/omg/", "/profil/Mira/"):
        assert said not in other.get(page).content.decode()
    assert other.post("/decks/omg/gelesen/").status_code == 302
    assert len(validity.unread(mira, "de")) == 1
    client.post("/decks/omg/gelesen/")
    for page in pages:
        assert said not in client.get(page).content.decode()


def test_the_command_and_what_is_old(omg: Kind, banned: set[str]) -> None:
    """`check_decks`, which `up` runs, counts; notices go after 90 days; the copy of one's data has them."""
    mira = someone("Mira")
    made(mira, omg)
    banned.add(only_in_first(omg))
    out = StringIO()
    call_command("check_decks", "--json", stdout=out)
    told = json.loads(out.getvalue())
    assert (told["omg"]["decks"], told["omg"]["notices"], told["kameloh"]["decks"]) == (1, 1, 0)
    assert [one["legal_before"] for one in own_data.export(mira)["deck_notices"]] == [[""]]
    Notice.objects.update(at=timezone.now() - timedelta(days=91))
    assert validity.unread(mira, "de") == []
    call_command("check_decks", stdout=out)
    assert not Notice.objects.exists()
