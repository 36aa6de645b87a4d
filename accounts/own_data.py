"""One's own data: a copy of it, and its end (QUA-5). Other rooms add what they have by the signals `exporting` and `leaving`."""

import secrets
from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.db import transaction

from accounts import devices
from accounts.models import Follow, User
from accounts.signals import exporting, going, leaving, withdrawing

VERSION = 1


def export(user: User) -> dict[str, Any]:
    """All that is kept about somebody, in plain values; nothing secret, and nothing of others."""
    addresses = EmailAddress.objects.filter(user=user).order_by("pk")
    factors = Authenticator.objects.filter(user=user).order_by("pk")
    data: dict[str, Any] = {
        "format": "kartenhaus-account",
        "version": VERSION,
        "account": {
            "name": user.username,
            "since": user.date_joined,
            "last_login": user.last_login,
            "mail": [{"address": address.email, "confirmed": address.verified} for address in addresses],
            "second_factor": [{"kind": factor.type, "since": factor.created_at} for factor in factors],
        },
        "settings": {
            "language": user.language,
            "theme": user.theme,
            "text_size": user.text_size,
            "animation": user.animation,
            "tables": user.table_memory,
            "in_lists": user.in_lists,
            "profile_hides": user.profile_hides,
            "list_columns": user.list_columns,
        },
        "following": [
            {"name": row.followed.username, "since": row.since}
            for row in Follow.objects.filter(follower=user).select_related("followed").order_by("pk")
        ],
        "sessions": [
            {"browser": devices.name_of(row.user_agent), "network": row.ip, "since": row.created_at}
            for row in UserSession.objects.filter(user=user).order_by("pk")
        ],
    }
    parts: Any
    for _receiver, parts in exporting.send(User, user=user):
        data |= parts
    return data


def delete(user: User) -> None:
    """Running games are given up, then nothing is left of the account but what belongs to others too, under a name for nobody."""
    withdrawing.send(User, user=user)
    going.send(User, user=user)
    remove(user)


def remove(user: User) -> None:
    """Nothing is left of an account that plays nowhere any more but what belongs to others too."""
    with transaction.atomic():
        leaving.send(User, user=user, name=pseudonym())
        user.delete()


def pseudonym() -> str:
    """What somebody is called afterwards: two words, so no account can have it, and nothing that links it to the one before."""
    return f"Ehemals {secrets.randbelow(10**6):06}"
