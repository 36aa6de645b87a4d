"""Mail addresses and what comes by mail: confirming, a new password, notices (QUA-3.12, QUA-3.17)."""

import re
from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from accounts import guests
from accounts.models import User
from tests.accounts.people import PASSWORD, in_browser, link_in, prove, someone

pytestmark = pytest.mark.django_db
MAIL, RESET = "/konto/mail/", "/konto/passwort/vergessen/"
NEW = "ein noch besseres Wort"


def sure(user: User) -> Client:
    """A browser in which the password has just been asked for again."""
    client = in_browser(user)
    prove(client, user, "password", reauthenticated=True)
    return client


def follow_reset(text: object) -> tuple[Client, str]:
    """Open the link of a mail; the browser and where the form is."""
    client = Client()
    return client, client.get(link_in(text)).headers.get("Location", "")


def test_an_address_counts_once_it_is_confirmed() -> None:
    user = someone()
    client = sure(user)
    assert client.post(MAIL, {"email": "Mira@Example.org", "action_add": "1"}).status_code == 302
    assert not EmailAddress.objects.get().verified
    link = link_in(mail.outbox[0].body)
    elsewhere = Client()
    assert "mira@example.org" in elsewhere.get(link).content.decode()
    assert not EmailAddress.objects.get().verified  # looking is not confirming
    elsewhere.post(link)
    assert EmailAddress.objects.get().verified
    assert "_auth_user_id" not in elsewhere.session


def test_looking_at_a_foreign_link_logs_nobody_out() -> None:
    client = sure(someone())
    client.post(MAIL, {"email": "mira@example.org", "action_add": "1"})
    guest = in_browser(guests.create_guest("de"))
    guest.get(link_in(mail.outbox[0].body))
    assert guest.get("/einstellungen/").status_code == 200


def test_an_address_is_changed_only_with_the_password() -> None:
    """QUA-4.5."""
    client = in_browser(someone())
    answer = client.post(MAIL, {"email": "mira@example.org", "action_add": "1"})
    assert answer.headers["Location"] == "/konto/bestaetigen/?next=%2Fkonto%2Fmail%2F"
    assert not EmailAddress.objects.exists()
    client.post(answer.headers["Location"], {"password": PASSWORD})
    assert EmailAddress.objects.get().email == "mira@example.org"  # nothing has to be typed twice (UX-8.5)


def test_a_new_address_takes_the_place_of_the_old_one_when_it_is_confirmed() -> None:
    user = someone(mail="alt@example.org")
    client = sure(user)
    client.post(MAIL, {"email": "neu@example.org", "action_add": "1"})
    assert EmailAddress.objects.get(verified=True).email == "alt@example.org"
    client.post(link_in(mail.outbox[0].body))
    assert EmailAddress.objects.get().email == "neu@example.org"


def test_an_address_is_removed() -> None:
    client = sure(someone(mail="mira@example.org"))
    assert client.post(MAIL, {"email": "mira@example.org", "action_remove": "1"}).status_code == 302
    assert not EmailAddress.objects.exists()


def test_whether_somebody_else_has_an_address_is_not_told() -> None:
    """QUA-3.17: only whoever gets the mail learns of it."""
    someone("Nora", "nora@example.org")
    answers = []
    for address in ("nora@example.org", "neu@example.org"):
        user = someone("Mira") if address.startswith("nora") else someone("Olaf")
        client = sure(user)
        answer = client.post(MAIL, {"email": address, "action_add": "1"}, follow=True)
        page = answer.content.decode().replace(address, "X").replace(user.username, "N").replace(user.username[:2].upper(), "N")
        answers.append((answer.status_code, len(re.sub('value="[A-Za-z0-9]{64}"', "", page))))
    assert answers[0] == answers[1]
    client.post(link_in(mail.outbox[0].body))
    assert EmailAddress.objects.filter(email="nora@example.org", verified=True).count() == 1


def test_a_new_password_by_mail() -> None:
    user = someone(mail="mira@example.org")
    assert Client().post(RESET, {"email": "Mira@example.org"}).headers["Location"] == f"{RESET}gesendet/"
    client, form = follow_reset(mail.outbox[0].body)
    assert form.endswith("-set-password/")  # the key is not in the address of a page that others might see
    assert client.post(form, {"password1": "mira"}).status_code == 400
    assert client.post(form, {"password1": NEW}).status_code == 302
    user.refresh_from_db()
    assert user.check_password(NEW)
    assert "_auth_user_id" not in client.session
    assert "Dein Passwort wurde über den Link" in mail.outbox[1].body
    again, _form = follow_reset(mail.outbox[0].body)
    assert "Dieser Link gilt nicht mehr" in again.get(link_in(mail.outbox[0].body)).content.decode()


def test_it_ends_all_sessions_and_lets_in_whoever_was_locked_out() -> None:
    """QUA-3.16: nobody can lock out an opponent before a match."""
    user = someone(mail="mira@example.org")
    here = in_browser(user)
    for number in range(6):
        Client(REMOTE_ADDR=f"192.0.2.{number}").post("/konto/anmelden/", {"login": "Mira", "password": "falsch"})
    Client().post(RESET, {"email": "mira@example.org"})
    client, form = follow_reset(mail.outbox[0].body)
    client.post(form, {"password1": NEW})
    assert here.get("/konto/passwort/").status_code == 302
    assert Client().post("/konto/anmelden/", {"login": "Mira", "password": NEW}).status_code == 302


def test_a_link_is_valid_for_a_day(monkeypatch: pytest.MonkeyPatch) -> None:
    user = someone(mail="mira@example.org")
    Client().post(RESET, {"email": "mira@example.org"})
    later = timezone.localtime().replace(tzinfo=None) + timedelta(hours=25)
    monkeypatch.setattr("django.contrib.auth.tokens.PasswordResetTokenGenerator._now", lambda _: later)
    client = Client()
    assert "Dieser Link gilt nicht mehr" in client.get(link_in(mail.outbox[0].body)).content.decode()
    user.refresh_from_db()
    assert user.check_password(PASSWORD)


def test_the_same_answer_and_one_mail_whether_there_is_an_account_or_not() -> None:
    """QUA-3.17: only whoever reads the mail learns of it, and sending it takes as long."""
    someone(mail="mira@example.org")
    unconfirmed = someone("Nora", "nora@example.org")
    EmailAddress.objects.filter(user=unconfirmed).update(verified=False)
    for address in ("mira@example.org", "nora@example.org", "olaf@example.org"):
        answer = Client().post(RESET, {"email": address})
        assert (answer.status_code, answer.headers["Location"]) == (302, f"{RESET}gesendet/")
    assert ["/konto/passwort/neu/" in message.body for message in mail.outbox] == [True, False, False]


def test_a_forged_host_does_not_get_into_a_link(settings: Settings) -> None:
    """QUA-3.12."""
    settings.SITE_URL = "https://karten.example"
    settings.ALLOWED_HOSTS = ["*"]
    someone(mail="mira@example.org")
    Client(headers={"host": "evil.example"}).post(RESET, {"email": "mira@example.org"})
    assert "https://karten.example/konto/passwort/neu/" in mail.outbox[0].body
    assert "evil" not in mail.outbox[0].body


@pytest.mark.parametrize("address", ["a@b.de\nBcc: c@d.de", "kein Zeichen", "a" * 300 + "@b.de", "\x00@b.de", "a@b.de,c@d.de"])
def test_no_header_comes_in_by_an_address(address: str) -> None:
    """QUA-3.11."""
    assert Client().post(RESET, {"email": address}).status_code == 400
    assert mail.outbox == []


def test_a_mail_server_that_is_gone_fails_nobody(settings: Settings) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 9
    someone(mail="mira@example.org")
    for address in ("mira@example.org", "olaf@example.org"):
        assert Client().post(RESET, {"email": address}).status_code == 302


def test_asking_for_links_is_limited() -> None:
    """QUA-3.16."""
    statuses = [Client().post(RESET, {"email": "mira@example.org"}).status_code for _ in range(6)]
    assert statuses == [302] * 5 + [429]
