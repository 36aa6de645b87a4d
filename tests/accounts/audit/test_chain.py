"""The audit log: only added to, and any later change is found (QUA-4.18)."""

from __future__ import annotations

from collections.abc import Callable
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, transaction
from django.test import Client
from django.urls import reverse

from accounts.audit import chain
from accounts.audit.models import Entry, Final
from accounts.models import User
from tests.accounts.people import prove

pytestmark = pytest.mark.django_db


@pytest.fixture
def log() -> list[Entry]:
    """Three entries."""
    chief, player = User.objects.create_superuser("Chefin"), User.objects.create_user("Mira")
    return [
        chain.add(chief, "user.mute", player, before={"muted_until": None}, after={"muted_until": "2030-01-01"}, reason=reason)
        for reason in ("Spam", "wieder Spam", "Ümläute – und 🃏")
    ]


def test_entries_follow_each_other(log: list[Entry]) -> None:
    assert log[0].previous == chain.START
    assert [entry.previous for entry in log[1:]] == [entry.digest for entry in log[:-1]]
    assert list(chain.faults()) == []


def rewrite(column: str, value: str | int) -> Callable[[Entry], None]:
    """Somebody writes into the database itself."""

    def plant(entry: Entry) -> None:
        with connection.cursor() as cursor:
            cursor.execute(f"UPDATE audit_entry SET {column} = %s WHERE id = %s", [value, entry.pk])  # noqa: S608

    return plant


def take_out(entry: Entry) -> None:
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM audit_entry WHERE id = %s", [entry.pk])


PLANTS = {
    "another reason": rewrite("reason", "nichts"),
    "somebody else": rewrite("actor", 7),
    "another act": rewrite("act", "user.unmute"),
    "another target": rewrite("target", "8"),
    "another time": rewrite("at", "2026-01-01 00:00:00+00:00"),
    "something else before": rewrite("before", "{}"),
    "something else after": rewrite("after", "{}"),
    "taken out": take_out,
}


@pytest.mark.parametrize("plant", PLANTS.values(), ids=PLANTS)
def test_whatever_is_changed_is_found(log: list[Entry], plant: Callable[[Entry], None]) -> None:
    plant(log[1])
    assert list(chain.faults()) != []
    with pytest.raises(CommandError):
        call_command("audit", stdout=StringIO())


def test_entries_are_final(log: list[Entry]) -> None:
    log[0].reason = "nichts"
    for attempt in (log[0].save, log[0].delete, Entry.objects.all().delete, lambda: Entry.objects.update(reason="nichts")):
        with pytest.raises(Final), transaction.atomic():
            attempt()
    assert Entry.objects.count() == 3
    out = StringIO()
    call_command("audit", last=2, stdout=out)
    assert "3 entries, 0 faults" in out.getvalue()
    assert "wieder Spam" in out.getvalue()
    assert out.getvalue().count("user.mute") == 2


def test_an_account_that_is_gone_leaves_the_chain_whole(log: list[Entry]) -> None:
    """QUA-5: entries have numbers, so nothing in them must be changed when somebody leaves."""
    User.objects.all().delete()
    assert list(chain.faults()) == []
    assert "Chefin" not in str(list(Entry.objects.values()))


def test_the_administration_shows_it_and_changes_nothing(client: Client, log: list[Entry]) -> None:
    client.force_login(User.objects.get(username="Chefin"))
    prove(client, User.objects.get(username="Chefin"))
    page = client.get(reverse("admin:audit_entry_changelist") + "?q=Spam").content.decode()
    assert "wieder Spam" in page
    assert "Chefin" in page
    address = reverse("admin:audit_entry_change", args=[log[1].pk])
    assert "wieder Spam" in client.get(address).content.decode()
    assert client.post(address, {"reason": "nichts"}).status_code == 403
    assert client.post(reverse("admin:audit_entry_delete", args=[log[1].pk]), {"post": "yes"}).status_code == 403
    assert client.get(reverse("admin:audit_entry_add")).status_code == 403
    assert list(chain.faults()) == []


def test_what_forms_change_is_written_down(client: Client) -> None:
    """The fields, never what stands in them."""
    chief, player = User.objects.create_superuser("Chefin"), User.objects.create_user("Mira")
    client.force_login(chief)
    prove(client, chief)
    address = reverse("admin:accounts_user_change", args=[player.pk])
    assert client.post(address, {"username": "Miriam", "language": "de"}).status_code == 302
    entry = Entry.objects.get()
    assert (entry.actor, entry.act, entry.kind, entry.target) == (chief.pk, "form.change", "accounts.user", str(player.pk))
    assert "Miriam" not in str(entry.after)
    assert "Name" in str(entry.after)
