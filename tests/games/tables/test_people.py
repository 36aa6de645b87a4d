"""What happens at tables when a guest keeps the account, logs in with another one, or somebody leaves (UX-2.5)."""

import pytest
from django.test import Client

from accounts import guests
from accounts.models import User
from accounts.signals import leaving
from games.tables import live, models, service
from tests.accounts.people import PASSWORD, in_browser, someone
from tests.games.tables.play import full_table, run, user_at

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def guest() -> User:
    return guests.create_guest("de")


@pytest.fixture
def browser(guest: User) -> Client:
    return in_browser(guest)


def test_a_kept_account_keeps_its_seats_under_the_new_name(guest: User, browser: Client) -> None:
    """UX-2.5: also at a table that is in memory."""
    table = service.play_now(guest, "emotrions")

    async def look() -> list[str]:
        await live.table(table.pk).head()
        return live.table(table.pk).names()

    assert guest.username in run(look)
    assert browser.post("/konto/behalten/", {"username": "Mira", "password": PASSWORD}).status_code == 302
    seat = table.seats.get(bot="")
    assert (seat.user_id, seat.name) == (guest.pk, "Mira")
    assert "Mira" in run(look)
    assert "data-kept" in browser.get(f"/tisch/{table.pk}/").content.decode()


def test_who_logs_in_takes_the_seats_along(guest: User, browser: Client) -> None:
    user = someone("Mira")
    table = service.play_now(guest, "emotrions")
    browser.post("/konto/anmelden/", {"login": "Mira", "password": PASSWORD})
    seat = table.seats.get(bot="")
    assert (seat.user_id, seat.name) == (user.pk, "Mira")
    table.refresh_from_db()
    assert table.owner_id == user.pk
    assert not User.objects.filter(pk=guest.pk).exists()
    assert "Was du als Gast begonnen hast, gehört jetzt zu deinem Konto." in browser.get("/").content.decode()


def test_where_the_user_sits_already_the_seat_stays_the_guests(guest: User, browser: Client) -> None:
    user = someone("Mira")
    table = service.open_table(user, "emotrions", {}, 2)
    service.sit(guest, table, table.invite)
    browser.post("/konto/anmelden/", {"login": "Mira", "password": PASSWORD})
    assert {seat.user_id for seat in table.seats.all()} == {user.pk, guest.pk}


def test_who_leaves_is_no_longer_named() -> None:
    """QUA-5: seats keep a name that says nothing."""
    table = full_table(2)
    user = user_at(table, 0)
    models.ChatLine.objects.create(table=table, room="players", user=user, seat=0, name=user.username, text="Hallo")
    leaving.send(User, user=user, name="Gelöscht 1")
    assert table.seats.get(number=0).name == "Gelöscht 1"
    line = table.chat.get()
    assert (line.name, line.text) == ("Gelöscht 1", "")
