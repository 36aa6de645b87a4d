"""Quick match: where somebody waits one sits down, else one waits (UX-3, UX-2.5)."""

import pytest
from django.test import Client

from accounts.guests import create_guest
from accounts.models import User
from games.tables import models, service
from tests.games.tables.play import someone

pytestmark = pytest.mark.django_db

PATH = "/schnell/emotrions/"


def at(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def pressed(user: User) -> models.Table:
    """The table this user is led to."""
    response = at(user).post(PATH)
    assert response.status_code == 302
    return models.Table.objects.get(pk=response["Location"].strip("/").split("/")[-1])


def test_the_first_waits_and_the_second_starts_the_game() -> None:
    first, second = someone(), someone()
    table = pressed(first)
    assert (table.status, table.mode, table.open_to) == ("open", "live", "accounts")
    assert pressed(first) == table, "pressing again opens no second one"
    assert pressed(second) == table
    table.refresh_from_db()
    assert table.status == "running"
    assert {seat.user for seat in table.seats.all()} == {first, second}
    assert pressed(someone()) != table


def test_who_has_waited_longest_comes_first_and_invited_tables_are_left_alone() -> None:
    service.open_table(someone(), "emotrions", {}, 2)
    older = service.open_table(someone(), "emotrions", {}, 3, open_to="anybody")
    service.open_table(someone(), "emotrions", {}, 2, open_to="accounts")
    assert pressed(someone()) == older


def test_guests_and_strangers_are_told_what_they_need() -> None:
    """UX-2.5, UX-5.4: nothing is opened."""
    answer = at(create_guest("de")).post(PATH, follow=True)
    assert "nur Leute mit Konto" in answer.content.decode()
    assert Client().post(PATH)["Location"].startswith("/konto/anmelden/")
    assert not models.Table.objects.exists()


def test_games_there_are_not_and_other_methods() -> None:
    assert at(someone()).post("/schnell/schach/").status_code == 404
    assert at(someone()).get(PATH).status_code == 405
