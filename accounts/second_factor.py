"""The second factor: codes of an app, recovery codes, passkeys (QUA-4.7). allauth does it; here are our words and our keys."""

import base64
import hashlib
import time
from typing import Any
from urllib.parse import urlsplit

from allauth.account.internal.flows.login import get_authentication_records
from allauth.mfa.adapter import DefaultMFAAdapter
from cryptography.fernet import Fernet, MultiFernet
from django.conf import settings
from django.http import HttpRequest
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.adapter import WRONG_CODE
from accounts.models import User

NAME = "Kartenhaus"


class SecondFactorAdapter(DefaultMFAAdapter):
    """What allauth asks about the second factor."""

    error_messages = {
        **DefaultMFAAdapter.error_messages,
        "cannot_delete_authenticator": _("Wer Zugang zur Verwaltung hat, braucht einen zweiten Faktor."),
        "cannot_generate_recovery_codes": _("Ersatzcodes gibt es erst mit einer App oder einem Passkey."),
        "incorrect_code": WRONG_CODE,
    }

    def encrypt(self, text: str) -> str:
        """Secrets of apps are not stored in the clear: who steals the database alone cannot make codes."""
        return _cipher().encrypt(text.encode()).decode()

    def decrypt(self, encrypted_text: str) -> str:
        """The secret, also if it was stored under a former key (SECRET_KEY_FALLBACKS)."""
        return _cipher().decrypt(encrypted_text.encode()).decode()

    def can_delete_authenticator(self, authenticator: Any) -> bool:
        """Staff keep one (QUA-4.7)."""
        return not authenticator.user.is_staff

    def generate_authenticator_name(self, user: User, type: str) -> str:  # noqa: A002 (allauth calls it so)
        """A first name for a passkey."""
        return gettext("Mein Passkey")

    def get_public_key_credential_rp_entity(self) -> dict[str, str]:
        """For whom passkeys are: the host of the site."""
        host = urlsplit(settings.SITE_URL).hostname
        return {"id": host, "name": NAME} if host else {**super().get_public_key_credential_rp_entity(), "name": NAME}


def proved(request: HttpRequest, within: float) -> bool:
    """Whether whoever is logged in has shown a second factor in this session, at most so many seconds ago."""
    records = get_authentication_records(request, request.user)
    times = [record["at"] for record in records if record["method"] == "mfa"]
    return bool(times) and time.time() - max(times) < within


def _cipher() -> MultiFernet:
    return MultiFernet([Fernet(_key(secret)) for secret in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)])


def _key(secret: str) -> bytes:
    """A key for this purpose alone."""
    return base64.urlsafe_b64encode(hashlib.sha256(b"accounts.second_factor" + secret.encode()).digest())
