"""What follows from what allauth tells of an account."""

from typing import Any

from allauth.account.signals import password_reset
from allauth.mfa.signals import authenticator_added, authenticator_removed, authenticator_used
from django.dispatch import receiver
from django.http import HttpRequest

from accounts import devices, guessing
from accounts.models import User


@receiver(password_reset)
def _let_in(request: HttpRequest, user: User, **_: Any) -> None:
    """Who has set a new password by mail is no longer kept out by the failures of others (QUA-3.16)."""
    guessing.forget(request, guessing.key_of(user.username))


@receiver([authenticator_added, authenticator_removed, authenticator_used])
def _another_key(request: HttpRequest, user: User, **_: Any) -> None:
    """The session that knows of a second factor is not the one from before (QUA-3.18). Who is still logging in gets one then."""
    if request.user.is_authenticated and request.user == user:
        request.session.cycle_key()
        devices.note(request, user)
