"""How long sessions last (QUA-4.5)."""

import time

import pytest
from django.contrib.sessions.models import Session
from django.test import Client

from accounts.models import User
from tests.accounts.people import in_browser, someone

pytestmark = pytest.mark.django_db
DAY, HOUR = 24 * 3600, 3600


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Seconds by which the site's clock is ahead."""
    ahead = [0.0]
    now = time.time
    monkeypatch.setattr("accounts.session_age.time.time", lambda: now() + ahead[0])
    return ahead


def left(client: Client) -> float:
    """Seconds for which the session would last without another visit, as the clock of the tests says."""
    client.get("/")
    age: int = client.session.get_expiry_age()
    return age


def test_players_stay_for_thirty_days_after_each_visit_up_to_a_hundred_and_eighty(clock: list[float]) -> None:
    client = in_browser(someone())
    assert left(client) == 30 * DAY
    clock[0] = 160 * DAY
    assert left(client) == pytest.approx(20 * DAY, abs=5)
    clock[0] = 181 * DAY
    client.get("/")
    assert not Session.objects.exists()


def test_staff_stay_for_an_hour_up_to_twelve(clock: list[float]) -> None:
    user = someone()
    User.objects.filter(pk=user.pk).update(is_staff=True)
    client = in_browser(user)
    assert left(client) == HOUR
    clock[0] = 11.5 * HOUR
    assert left(client) == pytest.approx(HOUR / 2, abs=5)


def test_a_visit_is_written_down_once_a_day(clock: list[float]) -> None:
    client = in_browser(someone())
    left(client)
    renewed = client.session["renewed"]
    clock[0] = HOUR
    left(client)
    assert client.session["renewed"] == renewed
    clock[0] = 25 * HOUR
    left(client)
    assert client.session["renewed"] > renewed
