"""A copy of one's own data, and deleting the account (QUA-5)."""

import json

import pytest
from django.test import Client

from accounts.models import User
from games.tables import live, models, service
from tests.accounts.people import PASSWORD, in_browser, someone
from tests.games.tables.play import run

pytestmark = pytest.mark.django_db(transaction=True)
COPY, DELETE = "/konto/daten/", "/konto/loeschen/"


@pytest.fixture
def mira() -> User:
    return someone("Mira", "mira@example.org", app=True)


def together(mira: User, name: str = "Nora") -> models.Table:
    """A game of two."""
    table = service.open_table(mira, "emotrions", {}, 2)
    service.sit(someone(name), table, table.invite)
    table.refresh_from_db()
    return table


@pytest.mark.parametrize("path", [COPY, DELETE])
def test_both_ask_for_the_password(mira: User, path: str) -> None:
    """QUA-4.5."""
    client = in_browser(mira)
    answer = client.post(path, {"password": "falsch"})
    assert answer.status_code == 400
    assert "Das ist nicht dein Passwort." in answer.content.decode()
    assert User.objects.filter(pk=mira.pk).exists()
    assert Client().post(path, {"password": PASSWORD}).status_code == 302


def test_the_copy_has_what_is_ones_own_and_no_secret(mira: User) -> None:
    table = together(mira)
    models.ChatLine.objects.create(table=table, room="players", user=mira, seat=0, name="Mira", text="Guten Abend")
    nora = User.objects.get(username="Nora")
    models.ChatLine.objects.create(table=table, room="players", user=nora, seat=1, name="Nora", text="Hallo auch")
    answer = in_browser(mira).post(COPY, {"password": PASSWORD})
    assert "attachment" in answer["Content-Disposition"]
    text = answer.content.decode()
    data = json.loads(text)
    assert data["account"]["mail"] == [{"address": "mira@example.org", "confirmed": True}]
    assert [factor["kind"] for factor in data["account"]["second_factor"]] == ["totp"]
    assert [one["id"] for one in data["tables"]] == [table.pk]
    assert [line["text"] for line in data["chat"]] == ["Guten Abend"]
    mira.refresh_from_db()
    for secret in (mira.password, "argon2", "Hallo auch", "secret", table.invite):
        assert secret not in text


def test_copies_are_limited(mira: User) -> None:
    """PRO-10.4."""
    client = Client(REMOTE_ADDR="192.0.2.1")
    client.force_login(mira)
    statuses = [client.post(COPY, {"password": PASSWORD}).status_code for _ in range(6)]
    assert statuses == [200] * 5 + [429]


def test_nothing_is_left_of_a_deleted_account_but_what_is_others_too(mira: User) -> None:
    running, waiting = together(mira), service.open_table(mira, "emotrions", {}, 2)
    shared = service.open_table(someone("Olaf"), "emotrions", {}, 3)
    service.sit(mira, shared, shared.invite)
    models.ChatLine.objects.create(table=running, room="players", user=mira, seat=0, name="Mira", text="Guten Abend")

    async def look() -> None:
        await live.table(running.pk).head()

    run(look)
    client = in_browser(mira)
    answer = client.post(DELETE, {"password": PASSWORD}, follow=True)
    assert "Dein Konto ist gelöscht." in answer.content.decode()
    assert "_auth_user_id" not in client.session
    assert not User.objects.filter(username="Mira").exists()
    running.refresh_from_db()
    assert running.status == models.Table.Status.FINISHED
    assert running.outcome is not None
    assert running.outcome["ranks"] == [2, 1]
    seat = running.seats.get(number=0)
    assert (seat.user_id, seat.name.split()[0]) == (None, "Ehemals")
    assert not models.Table.objects.filter(pk=waiting.pk).exists()
    assert shared.seats.count() == 1
    assert running.chat.get().text == ""
    assert someone("Mira").pk  # the name is free again
