"""Keeping an account (UX-2.5): a guest's row becomes a user's, with all that hangs on it, or a new one is made."""

from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress
from django.contrib.auth import update_session_auth_hash
from django.db import transaction
from django.http import HttpRequest

from accounts import devices, names
from accounts.forms import KeepForm
from accounts.limits import count_use
from accounts.models import User
from accounts.signals import renamed

HOUR = 3600
PER_HOUR = 5
"""New accounts from one address (PRO-10.4)."""


def keep(request: HttpRequest, form: KeepForm) -> User:
    """Do what the form says, and log in. The session has a new key afterwards (QUA-3.18). Raises `IntegrityError` for a name
    that somebody else has taken meanwhile."""
    count_use("accounts", request.META.get("REMOTE_ADDR", ""), allowed=PER_HOUR, seconds=HOUR)
    was_guest = form.instance.pk is not None
    with transaction.atomic():
        user = form.save()
        renamed.send(User, user=user)
    if was_guest:
        update_session_auth_hash(request, user)
        request.user = user
        devices.note(request, user)
    else:
        get_adapter(request).login(request, user)
    if address := form.cleaned_data["email"]:
        EmailAddress.objects.add_new_email(request, user, address)
    return user


def suggestion(guest: User) -> str:
    """The made-up word of a guest's name, if nobody has it for a name."""
    word = guest.username.rpartition(" ")[2]
    return "" if User.objects.filter(skeleton=names.skeleton(word)).exists() else word
