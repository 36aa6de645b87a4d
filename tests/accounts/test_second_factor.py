"""The second factor: an app with its picture, recovery codes, who may leave it (QUA-4.7)."""

import re

import pytest
from allauth.mfa.models import Authenticator
from django.test import Client

from accounts.models import User
from tests.accounts.people import PASSWORD, SECRET, code, in_browser, prove, someone

pytestmark = pytest.mark.django_db
APP = "/konto/zweiter-faktor/app/"


@pytest.fixture
def sure() -> Client:
    """A browser in which the password has just been asked for again."""
    user = someone()
    client = in_browser(user)
    prove(client, user, "password", reauthenticated=True)
    return client


def set_up(client: Client) -> str:
    """Set up an app; its secret."""
    page = client.get(APP).content.decode()
    found = re.search(r'id="secret">(\w+)<', page)
    assert found is not None
    assert client.post(APP, {"code": code(found[1])}).status_code == 302
    return found[1]


@pytest.mark.django_db(transaction=True)
def test_an_app_is_set_up_with_a_picture_that_the_policy_allows(sure: Client) -> None:
    """QUA-4.3: a file of its own, no data address."""
    assert sure.get(f"{APP}qr.svg").status_code == 404
    page = sure.get(APP).content.decode()
    assert f'src="{APP}qr.svg"' in page
    assert "data:" not in page
    picture = sure.get(f"{APP}qr.svg")
    assert picture["Content-Type"] == "image/svg+xml"
    assert "no-store" in picture["Cache-Control"]
    assert b"<svg" in picture.content
    assert b"style" not in picture.content
    before = sure.session.session_key
    secret = set_up(sure)
    assert sure.session.session_key != before  # QUA-3.18
    assert sure.get("/konto/zweiter-faktor/").status_code == 200
    assert sure.get(f"{APP}qr.svg").status_code == 404
    stored = Authenticator.objects.get(type="totp").data["secret"]
    assert secret not in stored  # not in the clear


def test_a_wrong_code_sets_up_nothing(sure: Client) -> None:
    sure.get(APP)
    assert "Dieser Code stimmt nicht" in sure.post(APP, {"code": "000000"}).content.decode()
    assert not Authenticator.objects.exists()


def test_it_is_set_up_only_with_the_password() -> None:
    assert in_browser(someone()).get(APP).headers["Location"] == f"/konto/bestaetigen/?next={APP.replace('/', '%2F')}"


def test_recovery_codes_let_in_once(sure: Client) -> None:
    set_up(sure)
    page = sure.get("/konto/zweiter-faktor/codes/").content.decode()
    codes = re.findall(r"<li>([\w-]{8,})</li>", page)
    assert len(codes) == 10
    assert sure.get("/konto/zweiter-faktor/codes/datei/").content.decode().split() == codes
    for expected in (302, 400):
        client = Client()
        client.post("/konto/anmelden/", {"login": "Mira", "password": PASSWORD})
        assert client.post("/konto/zweiter-faktor/anmelden/", {"code": codes[0]}).status_code == expected
    sure.post("/konto/zweiter-faktor/codes/neu/")
    client = Client()
    client.post("/konto/anmelden/", {"login": "Mira", "password": PASSWORD})
    assert client.post("/konto/zweiter-faktor/anmelden/", {"code": codes[1]}).status_code == 400


def test_players_may_leave_it_and_staff_may_not(sure: Client) -> None:
    set_up(sure)
    User.objects.update(is_staff=True)
    assert "braucht einen zweiten Faktor" in sure.post(f"{APP}entfernen/").content.decode()
    assert Authenticator.objects.exists()
    User.objects.update(is_staff=False)
    assert sure.post(f"{APP}entfernen/").status_code == 302
    assert not Authenticator.objects.exists()


def test_a_former_key_still_reads_secrets(settings: object) -> None:
    """QUA-4.8: SECRET_KEY_FALLBACKS."""
    someone(app=True)
    settings.SECRET_KEY_FALLBACKS, settings.SECRET_KEY = [settings.SECRET_KEY], "x" * 60  # type: ignore[attr-defined]
    client = Client()
    client.post("/konto/anmelden/", {"login": "Mira", "password": PASSWORD})
    assert client.post("/konto/zweiter-faktor/anmelden/", {"code": code(SECRET)}).status_code == 302
