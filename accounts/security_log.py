"""What is written down of who comes in and who does not (QUA-4.15): numbers and cut addresses, never names (QUA-4.16)."""

import logging
from typing import Any

from allauth.account.signals import password_changed, password_reset
from allauth.mfa.signals import authenticator_added, authenticator_removed, authenticator_used
from django.contrib.auth.signals import user_logged_in, user_logged_out, user_login_failed
from django.dispatch import Signal, receiver
from django.http import HttpRequest

from accounts.devices import cut
from accounts.models import User

logger = logging.getLogger("kartenhaus.security")

EVENTS: dict[Signal, str] = {
    user_logged_in: "logged in",
    user_logged_out: "logged out",
    password_changed: "password changed",
    password_reset: "password reset",
    authenticator_added: "second factor added",
    authenticator_removed: "second factor removed",
    authenticator_used: "second factor shown",
}


def note(event: str, request: HttpRequest | None, user: User | None = None) -> None:
    """Write a line."""
    address = request.META.get("REMOTE_ADDR") if request is not None else None
    logger.info("%s user=%s network=%s", event, user.pk if user is not None else "-", cut(address) if address else "-")


@receiver(user_login_failed)
def _failed(request: HttpRequest | None = None, **_: Any) -> None:
    note("log-in failed", request)


@receiver(list(EVENTS))
def _happened(signal: Signal, request: HttpRequest, user: User | None, **_: Any) -> None:
    if user is None or not user.is_guest:
        note(EVENTS[signal], request, user)
