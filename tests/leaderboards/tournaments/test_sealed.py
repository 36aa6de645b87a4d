"""Sealed events: packs, decks built from them, and the one that is kept (OMG-17.2, OMG-17.3)."""

from __future__ import annotations

import hashlib
import html
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts import own_data
from accounts.models import User
from games.decks import kinds, lists, models
from games.decks import service as decks
from games.engine import fairness
from games.engine.dice import Dice
from games.omg.collection import service as collections
from games.omg.models import Booster, Deck
from games.omg.rules.game import Omg
from games.tables import slots
from games.tables.models import Seat, Table
from leaderboards.tournaments import entries, life, making, sealed
from leaderboards.tournaments.models import Entrant, Tournament
from leaderboards.tournaments.plan import StageRules, TableRules
from leaderboards.tournaments.refusals import Refused
from tests.accounts.people import in_browser
from tests.leaderboards.tournaments.events import Event, person, plan

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("returns")]

SHORT = TableRules(rated=False, mode="untimed", options={"target": "10"})


def event(n: int = 4, **more: Any) -> Event:
    """A knock-out in which everybody opens packs."""
    rules = plan(StageRules("single"), game="omg", table=SHORT, decks="sealed", check_in=True, **{"mix": "mixed", **more})
    return Event(rules, n, start=False)


def own(found: Event, seed: int) -> Entrant:
    return Entrant.objects.select_related("user").get(tournament=found.row, seed=seed)


def deck(found: Event, seed: int) -> models.Deck:
    return Deck.objects.get(owner=found.users[seed - 1], event=found.row.pk)


def refused(act: Any) -> str:
    with pytest.raises(Refused) as caught:
        act()
    return caught.value.code


def built(found: Event, *seeds: int) -> None:
    """These build the proposed deck, and say that they are there."""
    for seed in seeds:
        sealed.propose(found.row.pk, found.users[seed - 1])
        entries.check_in(found.row.pk, found.users[seed - 1])


def test_a_sealed_event_of_four() -> None:
    """From the packs to the medal: decks are of the own packs alone, tables are played with them, one pack is kept."""
    found = event()
    found.move("check_in")
    assert Deck.objects.exclude(event="").count() == 4
    built(found, 1, 2, 3, 4)
    found.move("running")
    for seed in range(1, 5):
        entrant = own(found, seed)
        assert sum(entrant.deck["cards"].values()) == 60
        assert Omg.decks is not None
        assert Omg.decks.not_owned(entrant.deck["cards"], sealed.cards_of(entrant)) == []
    found.play_all()
    assert found.now.state == "finished"
    assert found.places()[1] == 1
    for seat in Seat.objects.filter(table__game="omg").select_related("user"):
        entrant = Entrant.objects.get(tournament=found.row, user=seat.user)
        assert seat.deck["cards"] == entrant.deck["cards"]
    assert Table.objects.filter(game="omg").count() == 3
    assert list(sealed.faults(found.now)) == []
    winner = found.users[0]
    sealed.keep(found.row.pk, winner, 6)
    sealed.keep(found.row.pk, winner, 6)
    assert refused(lambda: sealed.keep(found.row.pk, winner, 1)) == "pack_kept"
    kept = Booster.objects.get(owner=winner)
    assert (kept.kind, kept.cards) == ("seocalypse", own(found, 1).pool["packs"][5])
    collection = winner.omg_collection
    assert collection.cards == dict.fromkeys(kept.cards, 1)
    assert collections.faults(collection) == []
    assert collection.points == 0, "everybody has given up at once (OMG-16.4)"


def test_faults_are_found() -> None:
    """Other packs than were drawn, and decks of other cards."""
    found = event(2)
    found.move("check_in")
    built(found, 1, 2)
    found.move("running")
    entrant = own(found, 1)
    entrant.pool = {**entrant.pool, "packs": [["B001"] * 15] * 6}
    entrant.save()
    said = list(sealed.faults(found.now))
    assert said == ["p1: other packs than were drawn", "p1: a deck that is not of the own packs"]


def test_all_packs_come_from_one_secret() -> None:
    """OMG-17.3: its hash is settled while entries are open; from what is told at the end anyone can open them again."""
    found = event(3)
    commit = sealed.commit(found.now)
    assert commit
    found.move("check_in")
    row = found.now
    assert hashlib.sha256(bytes.fromhex(row.secret)).hexdigest() == commit
    assert Omg.sealed is not None
    dice = Dice(fairness.seed(bytes.fromhex(row.secret), row.pk))
    for number, entrant in enumerate(row.entrants.order_by("entered_at", "pk"), 1):
        assert entrant.pool == {"number": number, "packs": Omg.sealed.packs("mixed", dice, number)}


def test_the_secret_is_told_at_the_end_alone() -> None:
    """Neither pages nor files have it, or the packs of others, before."""
    found = event(2)
    found.move("check_in")
    row, other = found.now, own(found, 2).pool["packs"][0]
    browser = in_browser(found.users[0])
    for path in ("", "regeln/", "turnier.json", "teilnehmer/"):
        page = browser.get(f"/turniere/{row.pk}/{path}").content.decode()
        assert row.secret not in page
        assert not all(card in page for card in other)
    assert sealed.commit(row) in browser.get(f"/turniere/{row.pk}/regeln/").content.decode()
    built(found, 1, 2)
    found.move("running")
    found.play_all()
    assert row.secret in browser.get(f"/turniere/{row.pk}/regeln/").content.decode()


def test_time_to_build() -> None:
    """OMG-17.2: nobody starts it while somebody builds, before half an hour is over; then a missing deck is filled."""
    found = event(2)
    found.move("check_in")
    built(found, 1)
    entries.check_in(found.row.pk, found.users[1])
    assert refused(lambda: found.move("running")) == "building"
    assert found.now.state == "check_in"
    kind = kinds.kind("omg")
    assert kind is not None
    mine = deck(found, 2)
    decks.save(kind, mine, mine.version, {"B001": 60})
    Tournament.objects.filter(pk=found.row.pk).update(dealt_at=timezone.now() - timedelta(minutes=30))
    found.move("running")
    entrant = own(found, 2)
    assert Omg.sealed is not None
    assert entrant.deck["cards"] == Omg.sealed.proposal(sealed.cards_of(entrant)) == deck(found, 2).cards
    assert found.now.rules.build_minutes == 30
    slow = plan(StageRules("single"), game="omg", table=TableRules(rated=False, mode="turn"), decks="sealed", mix="base")
    assert slow.build_minutes == 3 * 24 * 60


def test_a_built_deck_is_played_and_then_stands() -> None:
    """What is changed after the start is no business of the event's."""
    found = event(2)
    found.move("check_in")
    built(found, 1, 2)
    mine, kind = deck(found, 1), kinds.kind("omg")
    assert kind is not None
    pool = sealed.cards_of(own(found, 1))
    more = next(card for card in pool if pool[card] > mine.cards.get(card, 0))
    less = next(card for card in mine.cards if card != more)
    mine = decks.save(kind, mine, mine.version, {**mine.cards, less: mine.cards[less] - 1, more: mine.cards.get(more, 0) + 1})
    cards = {card: copies for card, copies in mine.cards.items() if copies}
    mine = decks.save(kind, mine, mine.version, cards)
    found.move("running")
    assert own(found, 1).deck["cards"] == cards
    decks.save(kind, mine, mine.version, {})
    assert own(found, 1).deck["cards"] == cards
    assert refused(lambda: sealed.propose(found.row.pk, found.users[0])) == "decks_locked"


def test_leaving_and_coming_back_opens_nothing_new() -> None:
    """Packs are opened once; who comes during the check-in opens theirs at once."""
    found = event(2)
    found.move("check_in")
    before = own(found, 1).pool
    entries.leave(found.row.pk, found.users[0])
    entries.enter(found.row.pk, found.users[0])
    found.move("registration")
    found.move("check_in")
    late = person("late")
    entries.enter(found.row.pk, late)
    assert Entrant.objects.get(tournament=found.row, user=found.users[0]).pool == before
    fresh = Entrant.objects.get(tournament=found.row, user=late).pool
    assert fresh["number"] == 3
    assert fresh["packs"] != before["packs"]


def test_a_lent_deck_is_played_nowhere_else() -> None:
    """It is in no list at ordinary tables, counts for none of the fifty, and names of it are refused there."""
    from games.engine.errors import EngineError
    from games.tables import decks as at_tables
    from games.tables import service as tables

    found = event(2)
    found.move("check_in")
    built(found, 1)
    table = tables.open_table(found.users[0], "omg", {"all_cards": "on"}, 2)
    wish = f"own:{deck(found, 1).pk}"
    assert wish not in [one.value for one in at_tables.choices(table, found.users[0], "de")]
    with pytest.raises(EngineError):
        tables.choose_deck(found.users[0], table, wish)


def test_bots_build_theirs() -> None:
    """A bot plays what is proposed."""
    found = event(1)
    entries.enter_bot(found.row.pk, found.owner, "basic", "Bot 1")
    found.move("check_in")
    built(found, 1)
    found.move("running")
    bot = Entrant.objects.get(tournament=found.row, bot="basic")
    assert sum(bot.deck["cards"].values()) == 60


@pytest.mark.parametrize("more", [{"mix": "gold"}, {"check_in": False}, {"teams": "boards", "boards": 2}])
def test_plans_that_do_not_go(more: dict[str, Any]) -> None:
    """Packs that there are not, no time to build, teams; and a game without packs."""
    whole = {"decks": "sealed", "mix": "base", "check_in": True, **more}
    assert making.problems(plan(StageRules("single"), game="omg", table=SHORT, **whole))
    assert making.problems(plan(StageRules("single"), game="kameloh", decks="sealed", mix="base", check_in=True))


def test_what_is_opened_cannot_be_exchanged() -> None:
    """The organisers do not choose other packs once they are open."""
    found = event(2)
    found.move("check_in")
    other = plan(StageRules("single"), game="omg", table=SHORT, decks="sealed", mix="base", check_in=True)
    assert refused(lambda: making.edit(found.row.pk, found.owner, other, {})) == "locked"


def test_on_the_page() -> None:
    """The own packs, where to build, and afterwards which one to keep; bad input changes nothing."""
    found = event(2)
    pk, browser = found.row.pk, in_browser(found.users[0])
    assert browser.post(f"/turniere/{pk}/vorschlag/").status_code == 409
    found.move("check_in")
    page = browser.get(f"/turniere/{pk}/").content.decode()
    assert f"/decks/omg/{deck(found, 1).pk}/" in page
    assert browser.post(f"/turniere/{pk}/vorschlag/")["Location"] == f"/decks/omg/{deck(found, 1).pk}/"
    builder = browser.get(f"/decks/omg/{deck(found, 1).pk}/")
    assert builder.status_code == 200
    assert {card["id"] for card in builder.context["data"]["pool"]["cards"]} == set(sealed.cards_of(own(found, 1)))
    assert browser.post(f"/turniere/{pk}/behalten/", {"pack": "1"}).status_code == 409
    built(found, 1, 2)
    life.move(pk, found.owner, "running")
    found.play_all()
    for wrong in ("0", "7", "", "²", "-1"):
        assert browser.post(f"/turniere/{pk}/behalten/", {"pack": wrong}).status_code == 409
    assert not Booster.objects.exists()
    assert "Booster 3 behalten" in browser.get(f"/turniere/{pk}/").content.decode()
    assert browser.post(f"/turniere/{pk}/behalten/", {"pack": "3"}).status_code == 302
    assert Booster.objects.get(owner=found.users[0]).cards == own(found, 1).pool["packs"][2]
    assert in_browser(person("stranger")).post(f"/turniere/{pk}/behalten/", {"pack": "3"}).status_code == 403


def test_who_wins_a_match_is_told_once_it_was_played() -> None:
    """OMG-16.4: games may give something for it."""
    told: list[tuple[str, str, str]] = []

    def hear(game: str, user: User, key: str, **_: Any) -> None:
        told.append((game, user.username, key))

    slots.match_won.connect(hear)
    try:
        found = Event(plan(StageRules("single")), 2)
        found.play_all()
    finally:
        slots.match_won.disconnect(hear)
    assert told == [("returns", "p1", f"{found.row.pk}:{found.match('W1.1').pk}")]


def test_what_was_opened_is_public_at_the_end() -> None:
    """OMG-17.3: the file of an event that is over has all packs, decks, names and the secret; before that, its hash."""
    found = event(2)
    found.move("check_in")
    client, address = in_browser(found.users[0]), f"/turniere/{found.row.pk}/turnier.json"
    data = client.get(address).json()
    assert data["packs_commit"] == sealed.commit(found.now)
    assert not {"packs_secret", "cards"} & set(data)
    assert all(not {"pool", "deck"} & set(one) for one in data["entrants"])
    built(found, 1, 2)
    found.move("running")
    found.play_all()
    sealed.keep(found.row.pk, found.users[0], 2)
    data = client.get(address).json()
    assert hashlib.sha256(bytes.fromhex(data["packs_secret"])).hexdigest() == data["packs_commit"]
    kept = []
    for one in data["entrants"]:
        entrant = own(found, one["seed"])
        assert one["pool"]["packs"] == entrant.pool["packs"]
        assert one["deck"] == entrant.deck["cards"]
        assert all(data["cards"][card]["de"] and data["cards"][card]["en"] for card in one["deck"])
        kept.append(one["pool"].get("kept"))
    assert sorted(kept, key=str) == [2, None]
    assert making.read_in(person("copier"), data).state == "draft"


def test_ones_own_packs_are_in_the_copy_of_ones_data() -> None:
    """QUA-5: at any time, with the names of the cards; never those of others."""
    found = event(2)
    found.move("check_in")
    (mine,) = own_data.export(found.users[0])["tournaments"]
    assert mine["opened"] == own(found, 1).pool["packs"]
    assert set(mine["opened_names"]) == {card for pack in mine["opened"] for card in pack}
    assert all(name and name != card for card, name in mine["opened_names"].items())
    assert "kept" not in mine


def test_cards_and_decks_as_text() -> None:
    """OMG-16.9: one's own packs from the start, everybody's and the decks after the end, as lists that can be read in again."""
    found = event(2)
    found.move("check_in")
    kind = kinds.kind("omg")
    assert kind is not None
    row = found.now
    page = in_browser(found.users[0]).get(f"/turniere/{row.pk}/").content.decode()
    told = html.unescape(page.split('id="my-pool"')[1].split(">", 1)[1].split("</textarea>")[0])
    assert lists.parse(kind, told).cards == sealed.cards_of(own(found, 1))
    built(found, 1, 2)
    found.move("running")
    found.play_all()
    other = own(found, 2)
    page = in_browser(found.users[0]).get(f"/turniere/{row.pk}/teilnehmende/?deck={other.pk}").content.decode()
    for name, cards in (("deck-text", other.deck["cards"]), ("pool-text", sealed.cards_of(other))):
        told = html.unescape(page.split(f'id="{name}"')[1].split(">", 1)[1].split("</textarea>")[0])
        assert lists.parse(kind, told).cards == cards
