"""Keeping an account: a guest's row stays the same, or a new one is made (UX-2.5)."""

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.db import IntegrityError
from django.test import Client

from accounts import guests, keeping
from accounts.models import User
from accounts.signals import handed_over
from tests.accounts.people import PASSWORD, in_browser, someone

pytestmark = pytest.mark.django_db
KEEP = "/konto/behalten/"


def keep(client: Client, name: str = "Mira", password: str = PASSWORD, **more: str) -> dict[str, list[str]]:
    """Fill in the form; what it has to say against it, by field."""
    response = client.post(KEEP, {"username": name, "password": password, **more})
    if response.status_code == 302:
        return {}
    assert response.status_code == 400
    return {field: list(errors) for field, errors in response.context["form"].errors.items()}


@pytest.fixture
def guest() -> User:
    return guests.create_guest("de")


def test_a_guest_stays_the_same_user(guest: User) -> None:
    """UX-2.5, QUA-3.18: the same row, a new session key."""
    User.objects.filter(pk=guest.pk).update(theme="dark", table_memory={"letters": False})
    client = in_browser(guest)
    before = client.session.session_key
    assert keep(client) == {}
    user = User.objects.get()
    assert (user.pk, user.username, user.is_guest, user.theme) == (guest.pk, "Mira", False, "dark")
    assert user.table_memory == {"letters": False}
    assert user.check_password(PASSWORD)
    assert client.session.session_key != before
    assert client.get("/konto/passwort/").status_code == 200
    assert Client().post("/konto/anmelden/", {"login": "Mira", "password": PASSWORD}).status_code == 302


def test_whoever_is_no_guest_makes_a_new_account(client: Client) -> None:
    assert keep(client) == {}
    user = User.objects.get()
    assert not user.is_guest
    assert client.session["_auth_user_id"] == str(user.pk)


def test_who_has_an_account_needs_none() -> None:
    assert in_browser(someone()).get(KEEP).headers["Location"] == "/einstellungen/"


def test_the_made_up_word_is_a_suggestion(guest: User) -> None:
    word = guest.username.removeprefix("Gast ")
    page = in_browser(guest).get(KEEP).content.decode()
    assert f'value="{word}"' in page
    someone(word)
    assert keeping.suggestion(guest) == ""


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("", "Hier fehlt noch etwas."),
        ("Nora", "Dieser Name ist vergeben."),
        ("n0ra", "Dieser Name ist vergeben."),
        ("Gast-Nora", "Dieser Name ist vergeben."),
        ("Mi", "Ein Name hat 3 bis 20 Zeichen."),
        ("Mira Lund", "Ein Name besteht aus einem Wort."),
        ("<script>", "Ein Name besteht aus Buchstaben, Ziffern, - und _."),
        ("Mira\u202eariM", "Ein Name besteht aus Buchstaben, Ziffern, - und _."),
    ],
)
def test_a_bad_name_is_told_at_the_field_and_nothing_changes(guest: User, name: str, message: str) -> None:
    """QUA-3.7."""
    someone("Nora")
    assert message in keep(in_browser(guest), name)["username"]
    guest.refresh_from_db()
    assert guest.is_guest
    assert not guest.has_usable_password()


@pytest.mark.parametrize(
    "password",
    [
        "",
        "zu kurz",
        "password123",
        "kartenhaus",
        "Kartenhaus1!",
        "emotrions emotrions",
        "mira-mira-mira",
        "mira@beispiel.de",
        "1234567890",
        "x" * 129,
    ],
)
def test_a_weak_password_is_refused(guest: User, password: str) -> None:
    """QUA-4.6: length, common ones, own words."""
    assert "password" in keep(in_browser(guest), "mira", password, email="mira@beispiel.de")
    guest.refresh_from_db()
    assert guest.is_guest


@pytest.mark.parametrize(
    "password", ["zehn  hoch", "mira spielt kartenhaus", "x1!" * 42 + "ab", "ünïcödé 🂡 🂢 🂣", " vorn und hinten leer "]
)
def test_any_signs_are_good(guest: User, password: str) -> None:
    assert keep(in_browser(guest), "Mira", password) == {}
    assert User.objects.get().check_password(password)


def test_of_two_who_want_a_name_at_once_one_is_told(guest: User, monkeypatch: pytest.MonkeyPatch) -> None:
    def late(*_: object) -> None:
        raise IntegrityError

    monkeypatch.setattr(keeping, "keep", late)
    assert keep(in_browser(guest)) == {"username": ["Dieser Name ist vergeben."]}


def test_the_address_is_asked_to_confirm_itself(guest: User, django_capture_on_commit_callbacks: object) -> None:
    assert keep(in_browser(guest), email="Mira@Example.org") == {}
    address = EmailAddress.objects.get()
    assert (address.user_id, address.email, address.verified) == (guest.pk, "mira@example.org", False)
    assert mail.outbox[0].to == ["mira@example.org"]


def test_five_new_accounts_an_hour_from_an_address() -> None:
    """PRO-10.4."""
    statuses = []
    for number in range(6):
        client = Client(REMOTE_ADDR="192.0.2.1")
        statuses.append(client.post(KEEP, {"username": f"Mira{number}", "password": PASSWORD}).status_code)
    assert statuses == [302] * 5 + [429]
    assert User.objects.count() == 5


def test_a_guest_who_logs_in_goes_into_the_account(guest: User) -> None:
    """What nothing hangs on is gone."""
    user = someone()
    client = in_browser(guest)
    page = client.get("/konto/anmelden/").content.decode()
    assert guest.username in page
    assert "Deine Plätze gehören dann zu deinem Konto." in page
    assert client.post("/konto/anmelden/", {"login": "Mira", "password": PASSWORD}).status_code == 302
    assert client.session["_auth_user_id"] == str(user.pk)
    assert list(User.objects.all()) == [user]


def test_a_guest_who_fails_to_log_in_stays_a_guest(guest: User) -> None:
    someone(app=True)
    client = in_browser(guest)
    client.post("/konto/anmelden/", {"login": "Mira", "password": "falsches Passwort"})
    client.post("/konto/anmelden/", {"login": "Mira", "password": PASSWORD})
    assert client.get("/konto/zweiter-faktor/anmelden/").status_code == 200
    assert client.session["_auth_user_id"] == str(guest.pk)
    assert client.get("/einstellungen/").status_code == 200


def test_logging_in_goes_on_if_nothing_can_be_handed_over(guest: User) -> None:
    user = someone()

    def fail(**_: object) -> None:
        raise IntegrityError

    handed_over.connect(fail)
    try:
        client = in_browser(guest)
        assert client.post("/konto/anmelden/", {"login": "Mira", "password": PASSWORD}).status_code == 302
    finally:
        handed_over.disconnect(fail)
    assert client.session["_auth_user_id"] == str(user.pk)
    assert User.objects.filter(pk=guest.pk).exists()
