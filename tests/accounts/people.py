"""People with accounts, as tests need them."""

import re
import time

from allauth.account.internal.flows.login import (
    _AUTHENTICATION_METHODS_USER_SESSION_KEY,
    AUTHENTICATION_METHODS_SESSION_KEY,
)
from allauth.account.models import EmailAddress
from allauth.mfa.totp.internal.auth import TOTP, format_hotp_value, hotp_value
from django.test import Client

from accounts.models import User

PASSWORD = "ein gutes Passwort"
SECRET = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"


def someone(name: str = "Mira", mail: str = "", *, app: bool = False) -> User:
    """A user with a password, with a confirmed address and an app for codes if wished."""
    user = User.objects.create_user(name, PASSWORD)
    if mail:
        EmailAddress.objects.create(user=user, email=mail, verified=True, primary=True)
    if app:
        TOTP.activate(user, SECRET)
    return user


def code(secret: str = SECRET, steps: int = 0) -> str:
    """What an app shows now, or some steps of 30 seconds later."""
    shown: str = format_hotp_value(hotp_value(secret, int(time.time()) // 30 + steps))
    return shown


def in_browser(user: User, *, proved: bool = False) -> Client:
    """A browser in which this user is logged in, with a second factor just shown if wished."""
    client = Client()
    client.force_login(user)
    if proved:
        prove(client, user)
    return client


def prove(client: Client, user: User, method: str = "mfa", ago: float = 0, **more: object) -> None:
    """Let the session know of a proof that was given some seconds ago."""
    session = client.session
    session[AUTHENTICATION_METHODS_SESSION_KEY] = [{"method": method, "at": time.time() - ago, **more}]
    session[_AUTHENTICATION_METHODS_USER_SESSION_KEY] = str(user.pk)
    session.save()


def link_in(text: object) -> str:
    """The path of the link in a mail."""
    found = re.search(r"https?://[^/\s]+(/konto/\S+)", str(text))
    assert found is not None, text
    return found[1]
