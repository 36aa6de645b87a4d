"""What is written down of who comes in (QUA-4.15, QUA-4.16)."""

import logging

import pytest
from django.test import Client

from tests.accounts.people import PASSWORD, code, someone

pytestmark = pytest.mark.django_db


def test_who_comes_in_and_who_does_not_without_names(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "kartenhaus.security")
    user = someone("Zaunkönigin", "zaun@example.org", app=True)
    client = Client(REMOTE_ADDR="192.0.2.77", headers={"user-agent": "Canary"})
    client.post("/konto/anmelden/", {"login": "Zaunkönigin", "password": "falsches Geheimnis"})
    client.post("/konto/anmelden/", {"login": "zaun@example.org", "password": PASSWORD})
    client.post("/konto/zweiter-faktor/anmelden/", {"code": code()})
    client.post("/konto/abmelden/")
    for _ in range(6):
        client.post("/konto/anmelden/", {"login": "Zaunkönigin", "password": "falsches Geheimnis"})
    lines = [record.getMessage() for record in caplog.records if record.name == "kartenhaus.security"]
    assert lines == [
        "log-in failed user=- network=192.0.2.0",
        f"second factor shown user={user.pk} network=192.0.2.0",
        f"logged in user={user.pk} network=192.0.2.0",
        f"logged out user={user.pk} network=192.0.2.0",
        *["log-in failed user=- network=192.0.2.0"] * 4,
        *["limit of attempts reached user=- network=192.0.2.0"] * 2,
    ]


def test_guests_are_no_event(caplog: pytest.LogCaptureFixture, client: Client) -> None:
    caplog.set_level(logging.INFO, "kartenhaus.security")
    client.post("/sofort/emotrions/")
    assert caplog.records == []
