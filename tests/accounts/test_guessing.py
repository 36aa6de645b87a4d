"""Guessing passwords and codes: limits by name and by address, and what is told of them (QUA-3.16)."""

import re

import pytest
from django.test import Client

from tests.accounts.people import PASSWORD, code, in_browser, prove, someone

pytestmark = pytest.mark.django_db


def attempt(login: str, password: str = "falsches Passwort", address: str = "192.0.2.1", **headers: str) -> int:
    """Try to log in from an address, and return the status."""
    client = Client(REMOTE_ADDR=address, headers=headers)
    return client.post("/konto/anmelden/", {"login": login, "password": password}).status_code


@pytest.mark.parametrize("name", ["Mira", "Nora"])
def test_five_failures_for_a_name_from_wherever(name: str) -> None:
    """Whether there is such a name or not; any spelling counts, as any logs in. The right password does not help."""
    someone("Mira")
    spellings = [name, name.lower(), name.upper(), f" {name}", name.replace("i", "1").replace("o", "0")]
    for number, spelling in enumerate(spellings):
        assert attempt(spelling, address=f"192.0.2.{number}") == 400
    client = Client(REMOTE_ADDR="198.51.100.1")
    response = client.post("/konto/anmelden/", {"login": name, "password": PASSWORD})
    assert response.status_code == 429
    assert 290 <= int(response["Retry-After"]) <= 300
    assert "In etwa 5 Minuten kannst du es wieder versuchen." in response.content.decode()
    assert attempt("Olaf", address="198.51.100.1") == 400


def test_who_logs_in_is_not_counted() -> None:
    someone()
    for _ in range(4):
        attempt("Mira")
    for _ in range(3):
        assert attempt("Mira", PASSWORD) == 302
    assert attempt("Mira") == 400
    assert attempt("Mira") == 429


@pytest.mark.parametrize(
    ("addresses", "headers"),
    [
        (["192.0.2.1"], {}),
        ([f"2001:db8::{number}" for number in range(1, 12)], {}),
        (["192.0.2.1"], {"x-forwarded-for": "198.51.100.{number}"}),
    ],
)
def test_ten_a_minute_from_an_address(addresses: list[str], headers: dict[str, str]) -> None:
    """IPv6 by /64; a forged header changes nothing."""
    statuses = [
        attempt(
            f"Name{number}",
            address=addresses[number % len(addresses)],
            **{key: value.format(number=number) for key, value in headers.items()},
        )
        for number in range(11)
    ]
    assert statuses == [400] * 10 + [429]
    assert attempt("Nora", address="198.51.100.77") == 400


def test_by_address_it_is_told_in_a_minute() -> None:
    for number in range(10):
        attempt(f"Name{number}")
    response = Client(REMOTE_ADDR="192.0.2.1").post("/konto/anmelden/", {"login": "Olaf", "password": "x"})
    assert "In etwa einer Minute kannst du es wieder versuchen." in response.content.decode()


def test_the_second_factor_is_limited_too() -> None:
    someone(app=True)
    for number in range(5):
        client = Client(REMOTE_ADDR=f"192.0.2.{number}")
        client.post("/konto/anmelden/", {"login": "Mira", "password": PASSWORD})
        assert client.post("/konto/zweiter-faktor/anmelden/", {"code": f"00000{number}"}).status_code == 400
    client = Client(REMOTE_ADDR="192.0.2.9")
    client.post("/konto/anmelden/", {"login": "Mira", "password": PASSWORD})
    response = client.post("/konto/zweiter-faktor/anmelden/", {"code": code()})
    assert response.status_code == 429
    assert re.search("In etwa 5 Minuten", response.content.decode())


@pytest.mark.parametrize("path", ["/konto/bestaetigen/", "/konto/passwort/"])
def test_asking_for_the_password_again_is_limited_too(path: str) -> None:
    """Also where somebody sits at a browser that somebody else has left."""
    client = in_browser(someone())
    data = {"password": "falsch", "oldpassword": "falsch", "password1": "ein ganz neues Passwort"}
    statuses = {client.post(path, data).status_code for _ in range(7)}
    assert 429 in statuses
    assert attempt("Mira", PASSWORD) == 429


def test_in_the_administration_too() -> None:
    """The administration has no log-in of its own."""
    user = someone(app=True)
    user.is_staff = True
    user.save()
    client = in_browser(user)
    prove(client, user, ago=4000)
    assert client.post("/admin/login/?next=/admin/", {"username": "Mira", "password": PASSWORD}).status_code == 302
    for number in range(5):
        client.post("/konto/zweiter-faktor/bestaetigen/?next=/admin/", {"code": f"00000{number}"})
    assert client.post("/konto/zweiter-faktor/bestaetigen/?next=/admin/", {"code": code()}).status_code == 429
