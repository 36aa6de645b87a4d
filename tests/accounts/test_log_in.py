"""Logging in and out: who may, what is told, and what becomes of the session (QUA-3.17, QUA-3.18)."""

import os
import statistics
import time
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.core.cache import cache
from django.test import Client

from accounts.hashers import Argon2Hasher
from accounts.models import User
from tests.accounts.people import PASSWORD, code, in_browser, someone

pytestmark = pytest.mark.django_db
LOG_IN = "/konto/anmelden/"


def log_in(client: Client, login: str, password: str = PASSWORD, **more: str) -> str:
    """Log in; where that leads."""
    response = client.post(LOG_IN, {"login": login, "password": password, **more})
    return response.headers.get("Location", "") if response.status_code == 302 else f"{response.status_code}"


@pytest.mark.parametrize("login", ["Mira", "mira", " MIRA ", "mira@example.org", "Mira@Example.org"])
def test_by_name_or_confirmed_address(client: Client, login: str) -> None:
    user = someone("Mira", "mira@example.org")
    assert log_in(client, login) == "/"
    assert client.session["_auth_user_id"] == str(user.pk)


def test_an_unconfirmed_address_is_nobodys(client: Client) -> None:
    user = someone("Mira", "mira@example.org")
    user.emailaddress_set.update(verified=False)  # type: ignore[attr-defined]
    assert log_in(client, "mira@example.org") == "400"


def test_nothing_tells_whether_there_is_such_an_account(client: Client) -> None:
    """QUA-3.17: the same status, text and length for a known and an unknown name or address."""
    someone("Mira", "mira@example.org")
    closed = someone("Olaf")
    User.objects.filter(pk=closed.pk).update(is_active=False)
    answers = []
    for login in ("Mira", "Nora", "Olaf", "mira@example.org", "nora@example.org"):
        response = client.post(LOG_IN, {"login": login, "password": "falsches Passwort"})
        page = response.content.decode().replace(str(response.context["csrf_token"]), "").replace(login, "X")
        answers.append((response.status_code, page))
    assert answers[0][0] == 400
    assert "Name und Passwort passen nicht zusammen." in answers[0][1]
    assert len(set(answers)) == 1


def test_how_long_it_takes_is_printed() -> None:
    """QUA-3.17: medians for known and unknown. Read them with -s; TRIES=200 takes more, in turns."""
    someone("Mira", "mira@example.org")
    times: dict[str, list[float]] = {"Mira": [], "Nora": [], "mira@example.org": [], "nora@example.org": []}
    for number in range(int(os.environ.get("TRIES", "5"))):
        for login, taken in times.items():
            cache.clear()
            before = time.perf_counter()
            assert log_in(Client(), login, f"falsch {number}") == "400"
            taken.append(time.perf_counter() - before)
    for login, taken in times.items():
        print(f"{login}: median {statistics.median(taken) * 1000:.1f} ms of {len(taken)}")  # noqa: T201


@pytest.mark.parametrize("login", ["Mira", "Nora", "mira@example.org", "nora@example.org"])
def test_exactly_one_password_is_hashed(client: Client, monkeypatch: pytest.MonkeyPatch, login: str) -> None:
    """QUA-3.17: so the time says nothing."""
    someone("Mira", "mira@example.org")
    hashed: list[str] = []
    for name in ("verify", "encode"):
        original = getattr(Argon2Hasher, name)

        def noted(*args: Any, _name: str = name, _original: Any = original, **more: Any) -> Any:
            hashed.append(_name)
            return _original(*args, **more)

        monkeypatch.setattr(Argon2Hasher, name, noted)
    assert log_in(client, login, "falsches Passwort") == "400"
    assert len(hashed) == 1


def test_the_session_is_a_new_one_and_a_copied_cookie_is_dead_after_the_log_out(client: Client) -> None:
    """QUA-3.18."""
    someone()
    session = client.session
    session["planted"] = True
    session.save()
    planted = session.session_key
    assert log_in(client, "Mira") == "/"
    key = client.session.session_key
    assert key != planted
    assert not Session.objects.filter(session_key=planted).exists()
    copied = Client()
    copied.cookies["kartenhaus_session"] = str(key)
    assert copied.get("/konto/passwort/").status_code == 200
    assert client.post("/konto/abmelden/").status_code == 302
    assert copied.get("/konto/passwort/").status_code == 302
    assert not Session.objects.filter(session_key=key).exists()


def test_looking_at_the_log_out_page_logs_nobody_out() -> None:
    client = in_browser(someone())
    assert "Abmelden" in client.get("/konto/abmelden/").content.decode()
    assert client.get("/konto/passwort/").status_code == 200


@pytest.mark.parametrize(
    "path", [LOG_IN, "/konto/abmelden/", "/konto/behalten/", "/konto/passwort/vergessen/", "/einstellungen/tisch/"]
)
def test_nothing_is_done_without_a_token(path: str) -> None:
    """QUA-3.10."""
    assert Client(enforce_csrf_checks=True).post(path, {"login": "Mira", "password": PASSWORD}).status_code == 403


@pytest.mark.parametrize(
    "wanted", ["//evil.example/", "https://evil.example", "/\\evil.example", "\t//evil.example", "javascript:alert(1)"]
)
def test_nobody_is_led_elsewhere(client: Client, wanted: str) -> None:
    """QUA-3.12."""
    someone()
    assert log_in(client, "Mira", next=wanted) == "/"


def test_one_comes_back_to_where_one_was(client: Client) -> None:
    someone()
    assert log_in(client, "Mira", next="/neu/?x=1") == "/neu/?x=1"


def test_a_closed_account_is_told_so_to_its_owner_alone(client: Client) -> None:
    User.objects.filter(pk=someone().pk).update(is_active=False)
    assert log_in(client, "Mira") == "/konto/gesperrt/"
    assert "gesperrt" in client.get("/konto/gesperrt/").content.decode()
    assert "_auth_user_id" not in client.session


def test_the_language_of_the_account_comes_along(client: Client) -> None:
    user = someone()
    User.objects.filter(pk=user.pk).update(language="en")
    log_in(client, "Mira")
    assert 'lang="en"' in client.get("/").content.decode()


def test_the_second_factor_stands_between(client: Client) -> None:
    """QUA-4.7."""
    someone(app=True)
    assert log_in(client, "Mira", next="/neu/") == "/konto/zweiter-faktor/anmelden/"
    assert "_auth_user_id" not in client.session
    assert client.get("/konto/passwort/").status_code == 302
    before = client.session.session_key
    response = client.post("/konto/zweiter-faktor/anmelden/", {"code": "000000"})
    assert response.status_code == 400
    assert "Dieser Code stimmt nicht" in response.content.decode()
    used = code()
    assert client.post("/konto/zweiter-faktor/anmelden/", {"code": used}).headers["Location"] == "/neu/"
    assert client.session.session_key != before
    other = Client()
    log_in(other, "Mira")
    assert other.post("/konto/zweiter-faktor/anmelden/", {"code": used}).status_code == 400  # each code once
