"""Tournaments in the administration: looked at, and acted on with a reason, through the services (RNK-8, QUA-4.18)."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.html import escape

from accounts.audit.models import Entry
from accounts.models import User
from leaderboards.tournaments.models import Tournament
from tests.accounts.people import in_browser
from tests.leaderboards.tournaments.desk import World, world

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def event() -> World:
    return world()


@pytest.fixture
def staff() -> Client:
    return in_browser(User.objects.create_superuser("Chefin", "ein gutes Passwort"), proved=True)


def do(client: Client, act: str, row: Any, **said: Any) -> str:
    """An act on a tournament, confirmed; what the page then says."""
    data = {"action": act, "_selected_action": [row.pk], "confirmed": "1", **said}
    return client.post(reverse("admin:tournaments_tournament_changelist"), data, follow=True).content.decode()


def test_it_is_cancelled_with_a_reason_only(event: World, staff: Client) -> None:
    do(staff, "cancel", event.row, reason="")
    assert Tournament.objects.get(pk=event.row.pk).state == "draft"
    do(staff, "cancel", event.row, reason="Missbrauch")
    row = Tournament.objects.get(pk=event.row.pk)
    assert (row.state, row.reason) == ("cancelled", "Missbrauch")
    assert Entry.objects.latest("pk").reason == "Missbrauch"
    assert escape("„abgesagt“") in do(staff, "cancel", event.row, reason="noch einmal")
    assert escape("„abgesagt“") in do(staff, "reopen", event.row, reason="doch nicht")


def test_it_is_opened_again_and_handed_over(event: World, staff: Client) -> None:
    event.open()
    event.fill(0, "Anna", "Ben")
    event.start()
    match = event.match("W1.1")
    event.do("result", match=match.pk, seen=event.seen("match", match.pk), result="0", reason="am Telefon")
    assert Tournament.objects.get(pk=event.row.pk).state == "finished"
    do(staff, "reopen", event.row, reason="Einspruch")
    assert Tournament.objects.get(pk=event.row.pk).state != "cancelled"
    assert Entry.objects.filter(act="tournament.moved", reason="Einspruch").count() == 1
    assert "Niemand" in do(staff, "hand_over", event.row, reason="krank", name="Niemand")
    do(staff, "hand_over", event.row, reason="krank", name="Fremd")
    assert Tournament.objects.get(pk=event.row.pk).owner == event.people["stranger"]
    assert Entry.objects.latest("pk").reason == "krank"


def test_rows_are_looked_at_only(event: World, staff: Client) -> None:
    event.open()
    event.fill(2)
    event.start()
    for model, key in (("tournament", event.row.pk), ("entrant", event.entrant("Bot 1").pk), ("match", event.match("W1.1").pk)):
        assert staff.get(reverse(f"admin:tournaments_{model}_changelist")).status_code == 200
        page = staff.get(reverse(f"admin:tournaments_{model}_change", args=[key]))
        assert page.status_code == 200
        assert b'name="_save"' not in page.content
        assert staff.get(reverse(f"admin:tournaments_{model}_delete", args=[key])).status_code == 403
