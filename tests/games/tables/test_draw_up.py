"""Tables drawn up for people who are not asked: series and tournaments."""

from __future__ import annotations

import pytest
from django.db import transaction

from games.engine.errors import InvalidOptions
from games.tables import models, service
from games.tables.forms import PACES
from tests.games.tables.play import someone

pytestmark = pytest.mark.django_db(transaction=True)


def test_it_runs_at_once_with_people_and_bots_in_their_order() -> None:
    """RNK-7.4: game, options, pace, who starts; nobody is asked."""
    ada = someone()
    noted: list[models.Table] = []
    players = [service.Player(bot="random"), service.Player(ada, name="Ada")]
    table = service.draw_up("emotrions", {}, players, pace=PACES["quick"], open_to="anybody", starter=1, note=noted.append)
    assert noted == [table]
    assert (table.status, table.starter, table.owner, table.pace) == ("running", 1, ada, PACES["quick"])
    seats = table.seats.order_by("number")
    assert [(seat.user, seat.bot, seat.name) for seat in seats] == [(None, "random", "Bot Nora"), (ada, "", "Ada")]


def test_decks_are_kept_as_given_or_chosen_as_always() -> None:
    """A deck that was locked before (RNK-7.4), else the starter deck of the seat."""
    locked = {"choice": "starter:dromedar", "version": 0}
    first = service.draw_up("kameloh", {}, [service.Player(someone()), service.Player(bot="random")])
    decks = [seat.deck for seat in first.seats.order_by("number")]
    assert all(deck["cards"] for deck in decks)
    again = service.draw_up(
        "kameloh", {}, [service.Player(someone(), deck=decks[1] | locked), service.Player(bot="random", deck=decks[0])]
    )
    assert [seat.deck for seat in again.seats.order_by("number")] == [decks[1] | locked, decks[0]]


def test_nothing_is_left_of_what_cannot_be() -> None:
    """Options that the rules refuse, or a caller that changes its mind."""
    players = [service.Player(someone()), service.Player(someone())]
    with pytest.raises(InvalidOptions):
        service.draw_up("emotrions", {"variant": "none"}, players)
    with transaction.atomic():
        service.draw_up("emotrions", {}, players)
        transaction.set_rollback(True)
    assert not models.Table.objects.exists()
