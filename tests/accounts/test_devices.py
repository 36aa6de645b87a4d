"""Where one is logged in: the list, and ending what is not this (QUA-4.5)."""

import pytest
from allauth.usersessions.models import UserSession
from django.test import Client

from accounts import devices
from tests.accounts.people import PASSWORD, in_browser, someone

pytestmark = pytest.mark.django_db
LIST = "/konto/sitzungen/"
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
SAFARI = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1 (KHTML, like Gecko) Version/18.0 Safari/604.1"
CHROME = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36"


def browser(user_agent: str, address: str = "192.0.2.77") -> Client:
    """Somebody who logs in with that."""
    client = Client(headers={"user-agent": user_agent}, REMOTE_ADDR=address)
    assert client.post("/konto/anmelden/", {"login": "Mira", "password": PASSWORD}).status_code == 302
    return client


def alive(client: Client) -> bool:
    """Whether one is still logged in there."""
    return client.get("/konto/passwort/").status_code == 200


@pytest.mark.parametrize(
    ("user_agent", "name"),
    [(FIREFOX, "Firefox auf Linux"), (SAFARI, "Safari auf iPhone"), (CHROME, "Chrome auf Windows"), ("curl/8", "Browser")],
)
def test_browsers_by_name(user_agent: str, name: str) -> None:
    assert devices.name_of(user_agent) == name


@pytest.mark.parametrize(("address", "network"), [("192.0.2.77", "192.0.2.0"), ("2001:db8:1:2:3::4", "2001:db8:1::")])
def test_addresses_are_cut_before_they_are_written(address: str, network: str) -> None:
    """QUA-5: /24 and /48."""
    someone()
    browser(FIREFOX, address)
    assert UserSession.objects.get().ip == network


def test_one_session_is_ended_and_the_others_stay() -> None:
    someone()
    here, phone, work = browser(FIREFOX), browser(SAFARI), browser(CHROME)
    page = here.get(LIST).content.decode()
    assert page.index("Firefox auf Linux") < page.index("Chrome auf Windows") < page.index("Safari auf iPhone")
    row = UserSession.objects.get(user_agent=SAFARI)
    assert here.post(LIST, {"session": str(row.pk)}).status_code == 302
    assert (alive(here), alive(phone), alive(work)) == (True, False, True)
    assert "Safari" not in here.get(LIST).content.decode()


def test_all_others_are_ended() -> None:
    someone()
    here, phone, work = browser(FIREFOX), browser(SAFARI), browser(CHROME)
    here.post(LIST, {"session": "all"})
    assert (alive(here), alive(phone), alive(work)) == (True, False, False)


@pytest.mark.parametrize("chosen", ["", "x", "-1", "0", "9" * 30, "٣"])
def test_what_is_nobodys_ends_nothing(chosen: str) -> None:
    """Nor what is somebody else's (QUA-3.8)."""
    someone()
    here = browser(FIREFOX)
    other = in_browser(someone("Nora"))
    foreign = UserSession.objects.get(user__username="Nora").pk
    for value in (chosen, str(foreign)):
        assert here.post(LIST, {"session": value}).status_code == 302
    assert alive(here)
    assert alive(other)


def test_a_new_password_ends_all_others_and_changes_the_own_key() -> None:
    """QUA-3.18."""
    someone()
    here, phone = browser(FIREFOX), browser(SAFARI)
    before = here.session.session_key
    answer = here.post("/konto/passwort/", {"oldpassword": PASSWORD, "password1": "ein noch besseres Wort"})
    assert answer.status_code == 302
    assert here.session.session_key != before
    assert (alive(here), alive(phone)) == (True, False)
    assert UserSession.objects.filter(session_key=here.session.session_key).exists()
    assert here.get(LIST).content.decode().count("Firefox auf Linux") == 1


def test_guests_and_strangers_are_sent_where_they_get_an_account(client: Client) -> None:
    assert client.get(LIST).headers["Location"] == f"/konto/anmelden/?next={LIST}"
    client.post("/sofort/emotrions/")
    assert client.get(LIST).headers["Location"] == f"/konto/behalten/?next={LIST}"
