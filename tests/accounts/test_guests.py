"""Guests: one click, a friendly name, and not too many of them (UX-2, QUA-3.21)."""

import itertools
import secrets

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import path
from django.views.decorators.http import require_POST
from pytest_django import Settings

from accounts import guests, names
from accounts.models import User
from config.urls import urlpatterns as site_urlpatterns

pytestmark = [pytest.mark.django_db, pytest.mark.urls(__name__)]


@require_POST
def play(request: HttpRequest) -> HttpResponse:
    player = guests.ensure_player(request)
    assert request.user == player
    return HttpResponse(player.username)


urlpatterns = [*site_urlpatterns, path("los", play)]

ADDRESS = "192.0.2.7"


def test_a_click_makes_a_guest_who_stays_the_same() -> None:
    client = Client()
    name = client.post("/los").content.decode()
    assert client.post("/los").content.decode() == name
    guest = User.objects.get()
    assert guest.username == name
    assert guest.is_guest
    assert not guest.has_usable_password()
    assert guest.language == "de"
    assert client.session.get_expiry_age() == 30 * 24 * 3600


def test_guest_takes_the_language_of_the_browser_and_of_the_switch() -> None:
    client = Client(headers={"accept-language": "en"})
    client.post("/los")
    assert User.objects.get().language == "en"
    client.post("/sprache/", {"language": "de"})
    assert User.objects.get().language == "de"
    client.post("/sprache/", {"language": "xx"})
    assert User.objects.get().language == "de"


def test_a_user_who_is_logged_in_stays_who_they_are() -> None:
    user = User.objects.create_user("Mira")
    client = Client()
    client.force_login(user)
    assert client.post("/los").content.decode() == "Mira"
    assert User.objects.count() == 1


def test_the_session_is_a_new_one(client: Client) -> None:
    """QUA-3.18: a key that somebody else has planted is worth nothing."""
    session = client.session
    session["planted"] = True
    session.save()
    before = session.session_key
    client.post("/los")
    assert client.session.session_key != before


def test_all_names_are_good_names() -> None:
    for first, second in itertools.product(guests.FIRST_HALVES, guests.SECOND_HALVES):
        if len(first + second) <= guests.LONGEST_WORD:
            names.validate_shape(f"Gast {first}{second}{guests.NUMBERS - 1}")
    assert len(set(guests.FIRST_HALVES)) == len(guests.FIRST_HALVES)
    assert len(set(guests.SECOND_HALVES)) == len(guests.SECOND_HALVES)


def test_a_name_that_is_taken_gets_a_number(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guests, "_made_up_word", lambda: "Zimtstern")
    assert guests.create_guest("de").username == "Gast Zimtstern"
    others = {guests.create_guest("").username for _ in range(5)}
    assert len(others) == 5
    assert all(name.removeprefix("Gast Zimtstern").isdigit() for name in others)


def test_names_run_out_loudly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guests, "_made_up_word", lambda: "Zimtstern")
    monkeypatch.setattr(secrets, "randbelow", lambda _: 7)
    guests.create_guest("")
    guests.create_guest("")
    with pytest.raises(RuntimeError, match="no free name"):
        guests.create_guest("")


def test_ten_guests_an_hour_and_address() -> None:
    """QUA-3.21: the eleventh gets a page that says when it goes on, and nothing is made."""
    for _ in range(10):
        assert Client(REMOTE_ADDR=ADDRESS).post("/los").status_code == 200
    response = Client(REMOTE_ADDR=ADDRESS).post("/los")
    assert response.status_code == 429
    assert 0 < int(response["Retry-After"]) <= 3600
    assert "Das war zu oft in kurzer Zeit" in response.content.decode()
    english = Client(REMOTE_ADDR=ADDRESS, headers={"accept-language": "en"}).post("/los")
    assert "You can go on in about" in english.content.decode()
    assert User.objects.count() == 10
    assert Client(REMOTE_ADDR="192.0.2.8").post("/los").status_code == 200


def test_a_new_hour_begins_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1_800_000_000
    monkeypatch.setattr("accounts.limits.time.time", lambda: now)
    for _ in range(11):
        response = Client(REMOTE_ADDR=ADDRESS).post("/los")
    assert response.status_code == 429
    now += int(response["Retry-After"])
    assert Client(REMOTE_ADDR=ADDRESS).post("/los").status_code == 200


def test_players_are_never_counted() -> None:
    client = Client(REMOTE_ADDR=ADDRESS)
    for _ in range(20):
        assert client.post("/los").status_code == 200


def test_a_forged_header_changes_nothing() -> None:
    """QUA-3.16."""
    statuses = [
        Client(REMOTE_ADDR=ADDRESS, headers={"x-forwarded-for": f"198.51.100.{number}"}).post("/los").status_code
        for number in range(11)
    ]
    assert statuses == [200] * 10 + [429]


def test_ipv6_counts_by_network(settings: Settings) -> None:
    """QUA-3.16."""
    settings.GUESTS_PER_HOUR = 1
    assert Client(REMOTE_ADDR="2001:db8::1").post("/los").status_code == 200
    assert Client(REMOTE_ADDR="2001:db8::ffff").post("/los").status_code == 429
    assert Client(REMOTE_ADDR="2001:db8:0:1::1").post("/los").status_code == 200


def test_shared_addresses_are_left_out(settings: Settings) -> None:
    """QUA-3.21: a school or a club."""
    settings.GUESTS_PER_HOUR = 1
    settings.SHARED_ADDRESSES = ["192.0.2.0/24"]
    for _ in range(3):
        assert Client(REMOTE_ADDR=ADDRESS).post("/los").status_code == 200


@pytest.mark.parametrize("address", ["", "not an address"])
def test_an_address_that_is_none_still_counts(settings: Settings, address: str) -> None:
    settings.GUESTS_PER_HOUR = 1
    assert Client(REMOTE_ADDR=address).post("/los").status_code == 200
    assert Client(REMOTE_ADDR=address).post("/los").status_code == 429


def test_a_full_cache_refuses_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("accounts.limits.cache.add", lambda *args, **kwargs: False)
    assert Client(REMOTE_ADDR=ADDRESS).post("/los").status_code == 200


def test_guests_are_made_with_a_token_only() -> None:
    """QUA-3.10."""
    assert Client(enforce_csrf_checks=True).post("/los").status_code == 403
    assert User.objects.count() == 0
