"""Who logs in: by user name, however it is capitalised, or by a confirmed mail address."""

from typing import Any

from allauth.account.auth_backends import AuthenticationBackend
from allauth.account.models import EmailAddress
from django.http import HttpRequest

from accounts import names
from accounts.models import User


class NameOrMail(AuthenticationBackend):
    """Checks exactly one password, whether there is such a user or not: the time says nothing (QUA-3.17).

    allauth's own would check twice for a mail address it knows, and once for one it does not.
    """

    def authenticate(self, request: HttpRequest | None, **credentials: Any) -> User | None:
        """The user with this password. An account that is closed is left for allauth to answer, with the right password only."""
        password = credentials.get("password")
        login = credentials.get("email") or credentials.get("username")
        if not password or not login:
            return None
        user = find(login)
        if user is None:
            self._mitigate_timing_attack(password)
            return None
        checked: User | None = self._check_password(user, password)
        return checked


def find(login: str) -> User | None:
    """The user who calls themselves so. No name has an @, so what has one is a mail address."""
    if "@" not in login:
        return User.objects.filter(skeleton=names.skeleton(login)).first()
    address = EmailAddress.objects.filter(email=login.lower(), verified=True).select_related("user").first()
    return address.user if address is not None else None
