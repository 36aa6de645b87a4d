"""Collections: starter decks, boosters, crafting; what is refused changes nothing (OMG-16)."""

from __future__ import annotations

import hashlib
from random import Random

import pytest
from django.core.management import CommandError, call_command

from accounts import own_data
from accounts.models import User
from games.engine.dice import Dice
from games.engine.errors import EngineError
from games.omg.collection import service
from games.omg.models import Booster, Collection, Crafted, Gain
from games.omg.rules import boosters
from games.omg.rules.game import Omg
from tests.accounts.people import someone
from tests.games.omg.collection.games import STARTERS, closed, collection, over, told

pytestmark = pytest.mark.django_db


def state(user: User) -> object:
    return (
        list(Collection.objects.filter(owner=user).values()),
        list(Booster.objects.filter(owner=user).values()),
        list(Crafted.objects.filter(owner=user).values()),
    )


def refused(act: object, code: str, user: User) -> None:
    before = state(user)
    with pytest.raises(EngineError) as caught:
        act()  # type: ignore[operator]
    assert caught.value.code == code
    assert state(user) == before


def test_a_starter_deck_and_two_boosters() -> None:
    """OMG-16.1: chosen once; choosing it again changes nothing, another one is refused."""
    mira = someone("Mira")
    assert service.holdings(mira).lent
    service.choose_starter(mira, STARTERS[2])
    assert collection(mira).cards == Omg.cards.starters[STARTERS[2]]
    assert [booster.kind for booster in closed(mira)] == ["base", "base"]
    before = state(mira)
    service.choose_starter(mira, STARTERS[2])
    assert state(mira) == before
    refused(lambda: service.choose_starter(mira, STARTERS[0]), "wrong_status", mira)
    refused(lambda: service.choose_starter(mira, "none"), "not_found", mira)
    assert not service.holdings(mira).lent


def test_the_other_starter_decks_follow(mira: User) -> None:
    """OMG-16.1: after 3, 8 and 15 finished games, never more than five copies of a card, and no Linksaft for a sixth."""
    received = []
    for _game in range(16):
        told(over(mira, None))
        received.append(len(collection(mira).starters))
    assert received == [1, 1, *[2] * 5, *[3] * 7, 4, 4]
    assert sorted(collection(mira).starters) == sorted(STARTERS)
    assert max(collection(mira).cards.values()) <= 5
    assert collection(mira).sap == 0
    assert service.faults(collection(mira)) == []


def test_opening(mira: User) -> None:
    """OMG-16.8: what comes out is what the published hash stood for, and it is in the collection; asking again adds nothing."""
    before = collection(mira).cards
    booster = closed(mira)[0]
    commit = booster.commit
    opened = service.open_booster(mira, booster.pk, "ab12")
    assert hashlib.sha256(bytes.fromhex(opened.secret)).hexdigest() == commit
    assert opened.cards == service.drawn(opened)
    assert (opened.number, opened.nonce, len(opened.cards)) == (1, "ab12", 15)
    gained = sum(collection(mira).cards.values()) - sum(before.values())
    assert gained + sum(1 for card in opened.cards if before.get(card, 0) == 5) == 15
    after = state(mira)
    assert service.open_booster(mira, booster.pk, "ff").cards == opened.cards
    assert state(mira) == after


def test_what_cannot_be_opened(mira: User) -> None:
    """Somebody else's booster and one there is not are the same; another's part of the draw that is none opens nothing."""
    nora = someone("Nora")
    service.choose_starter(nora, STARTERS[0])
    foreign, own = closed(nora)[0].pk, closed(mira)[0].pk
    refused(lambda: service.open_booster(mira, foreign), "not_found", mira)
    refused(lambda: service.open_booster(mira, 10**9), "not_found", mira)
    for nonce in ("xy", "a", "A1", "0" * 66, "\x00", "ab\n"):
        refused(lambda nonce=nonce: service.open_booster(mira, own, nonce), "wrong_status", mira)
    assert Booster.objects.get(pk=foreign).opened_at is None


def test_the_players_part_changes_the_draw(mira: User) -> None:
    """PRO-9.1: the server has settled its secret before it knows of it."""
    booster = closed(mira)[0]
    found = set()
    for nonce in ("", "00", "01", "0000"):
        booster.nonce = nonce
        found.add(tuple(service.drawn(booster)))
    assert len(found) == 4


def test_sixth_copies_become_linksaft(mira: User) -> None:
    """OMG-16.6: each by its rarity; in all nothing is lost and nothing made up, over 80 boosters."""
    full = dict.fromkeys(Omg.cards.by_name, 5)
    Collection.objects.filter(owner=mira).update(cards=full)
    opened = service.open_booster(mira, closed(mira)[0].pk)
    worth = {"common": 1, "uncommon": 3, "rare": 8, "legendary": 20}
    assert opened.sap == collection(mira).sap == sum(worth[Omg.cards.rarity[card]] for card in opened.cards)
    assert collection(mira).cards == full


def test_conservation(mira: User) -> None:
    """OMG-16.5, OMG-16.6: whatever is done, cards and Linksaft are those of decks, boosters and crafting, never above five."""
    rng = Random(7)
    Collection.objects.filter(owner=mira).update(points=300)
    for number in range(1, 81):
        service.buy(mira, rng.choice(["base", "seocalypse"]), number)
    for booster in closed(mira):
        service.open_booster(mira, booster.pk, rng.randbytes(8).hex())
    for card in rng.sample(sorted(Omg.cards.by_name), 40):
        have = collection(mira).cards.get(card, 0)
        if have < 5 and collection(mira).sap >= boosters.CRAFT[Omg.cards.rarity[card]]:
            service.craft(mira, card, have)
    assert Crafted.objects.filter(owner=mira).exists()
    assert service.faults(collection(mira)) == []
    assert set(collection(mira).cards.values()) <= {1, 2, 3, 4, 5}
    run, longest = 0, 0
    for booster in Booster.objects.filter(owner=mira).order_by("number"):
        run += 1
        longest = max(longest, run)
        run = 0 if boosters.is_legendary(Omg.cards, booster.cards) else run
    assert longest <= 16


def test_faults_are_found(mira: User) -> None:
    """A card, Linksaft or a booster that somebody has written into the database."""
    service.open_booster(mira, closed(mira)[0].pk)
    opened = Booster.objects.get(owner=mira, number=1)
    Booster.objects.filter(pk=opened.pk).update(cards=["B001"] * 15)
    assert len(service.faults(collection(mira))) == 2
    Booster.objects.filter(pk=opened.pk).update(cards=opened.cards)
    call_command("check_collections")
    Collection.objects.filter(owner=mira).update(sap=5)
    assert service.faults(collection(mira)) == ["another amount of Linksaft than was received"]
    with pytest.raises(CommandError):
        call_command("check_collections")


def test_boosters_for_points(mira: User) -> None:
    """OMG-16.4: three points each, chosen; a second click gets the same one, one too few is refused."""
    Collection.objects.filter(owner=mira).update(points=5)
    first = service.buy(mira, "seocalypse", 1)
    assert service.buy(mira, "seocalypse", 1) == service.buy(mira, "base", 1) == first
    assert (first.kind, collection(mira).points) == ("seocalypse", 2)
    refused(lambda: service.buy(mira, "base", 2), "wrong_status", mira)
    refused(lambda: service.buy(mira, "base", 7), "wrong_status", mira)
    refused(lambda: service.buy(mira, "gold", 2), "not_found", mira)


@pytest.mark.parametrize("card", ["B001", "B042"])
def test_crafting(mira: User, card: str) -> None:
    """OMG-16.6: by rarity; a second click makes no second one."""
    rarity = Omg.cards.rarity[card]
    cost = {"common": 4, "uncommon": 12, "rare": 32, "legendary": 80}[rarity]
    have = collection(mira).cards.get(card, 0)
    refused(lambda: service.craft(mira, card, have), "wrong_status", mira)
    Collection.objects.filter(owner=mira).update(sap=2 * cost)
    service.craft(mira, card, have)
    service.craft(mira, card, have)
    assert (collection(mira).cards[card], collection(mira).sap) == (have + 1, cost)
    refused(lambda: service.craft(mira, card, 4), "wrong_status", mira)
    refused(lambda: service.craft(mira, "B999", 0), "not_found", mira)


def test_no_sixth_copy_is_made(mira: User) -> None:
    """OMG-16.6."""
    Collection.objects.filter(owner=mira).update(sap=500, cards={"B001": 5})
    refused(lambda: service.craft(mira, "B001", 5), "wrong_status", mira)


def test_a_pack_from_an_event_is_kept_once(mira: User) -> None:
    """OMG-17.2: told twice, it is there once."""
    cards = boosters.pack(Omg.cards, "base", Dice(b"event"))
    for _time in range(2):
        service.receive_opened(mira, "base", "event:abcdefghij", cards)
    assert Booster.objects.get(owner=mira, source="event:abcdefghij").cards == cards
    assert collection(mira).opened == 1
    assert service.faults(collection(mira)) == []


def test_it_goes_with_the_account(mira: User) -> None:
    """QUA-5: all of it is in the copy of one's own data, and with the account it is gone."""
    service.open_booster(mira, closed(mira)[0].pk)
    told(over(mira, None))
    copy = own_data.export(mira)["omg_collection"]
    assert copy["cards"] == collection(mira).cards
    assert len(copy["boosters"]) == 2
    assert copy["earned"][0]["points"] == 4
    mira.delete()
    assert not any(model.objects.exists() for model in (Collection, Booster, Crafted, Gain))
