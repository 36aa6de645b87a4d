"""Double clicks, two tabs and a crash on the way: no card is lost or doubled (OMG-16.8, QUA-1.14)."""

from __future__ import annotations

import pytest

from accounts.models import User
from games.omg.collection import earning, service
from games.omg.models import Booster, Collection, Crafted, Gain
from tests.accounts.people import someone
from tests.at_once import at_once
from tests.games.omg.collection.games import STARTERS, closed, collection, over

pytestmark = pytest.mark.django_db(transaction=True)


def test_choosing_at_once() -> None:
    """One deck and two boosters, whichever tab was first."""
    mira = someone("Mira")
    came = at_once(*(lambda name=name: service.choose_starter(mira, name) for name in STARTERS[:2] * 2))
    assert came.count("wrong_status") == 2
    assert len(collection(mira).starters) == 1
    assert len(closed(mira)) == 2
    assert service.faults(collection(mira)) == []


def test_opening_the_same_at_once(mira: User) -> None:
    """Six clicks: the same fifteen cards each time, once in the collection."""
    key = closed(mira)[0].pk
    came = at_once(*(lambda nonce=nonce: service.open_booster(mira, key, f"0{nonce}") for nonce in range(6)))
    assert len({tuple(booster.cards) for booster in came}) == 1
    assert collection(mira).opened == 1
    assert service.faults(collection(mira)) == []


def test_opening_different_ones_at_once(mira: User) -> None:
    """Each has its number, and nothing is overwritten."""
    Collection.objects.filter(owner=mira).update(points=12)
    for number in range(1, 5):
        service.buy(mira, "base", number)
    at_once(*(lambda key=booster.pk: service.open_booster(mira, key) for booster in closed(mira)))
    assert list(Booster.objects.filter(owner=mira).order_by("number").values_list("number", flat=True)) == [1, 2, 3, 4, 5, 6]
    assert service.faults(collection(mira)) == []


def test_buying_and_crafting_at_once(mira: User) -> None:
    """Paid once."""
    Collection.objects.filter(owner=mira).update(points=7, sap=4)
    have = collection(mira).cards.get("B001", 0)
    acts = [lambda: service.buy(mira, "base", 1)] * 3 + [lambda: service.craft(mira, "B001", have)] * 3
    at_once(*acts)
    assert (collection(mira).points, collection(mira).sap) == (4, 0)
    assert service.bought(mira) == Crafted.objects.count() == 1


def test_counting_a_game_at_once(mira: User) -> None:
    """Several servers hear of the end, and the player looks at the album."""
    table = over(mira, someone("Nora"))
    at_once(*[lambda: earning.ended(table_id=table.pk)] * 3, *[lambda: earning.catch_up(mira)] * 2)
    assert collection(mira).points == 6
    assert Gain.objects.filter(owner=mira).count() == 1


def test_a_crash_in_the_middle(mira: User, monkeypatch: pytest.MonkeyPatch) -> None:
    """The process ends between the booster and the collection: the booster is closed as before, and opens to the same cards."""
    booster = closed(mira)[0]
    before = collection(mira).cards

    def dies(_self: Collection, *_args: object, **_kwargs: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(Collection, "save", dies)
        with pytest.raises(KeyboardInterrupt):
            service.open_booster(mira, booster.pk, "0c")
    assert Booster.objects.get(pk=booster.pk).opened_at is None
    assert collection(mira).cards == before
    booster.nonce = "0c"
    assert service.open_booster(mira, booster.pk, "0c").cards == service.drawn(booster)
    assert service.faults(collection(mira)) == []
