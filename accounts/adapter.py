"""How allauth does things here: our words, our limits, guests who bring what they have, links from SITE_URL."""

import logging
import smtplib
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts import guessing, guests
from accounts.models import User

logger = logging.getLogger("kartenhaus.accounts")

WRONG_LOGIN = _("Name und Passwort passen nicht zusammen.")
WRONG_CODE = _("Dieser Code stimmt nicht, oder er ist abgelaufen.")
WRONG_PASSWORD = _("Das ist nicht dein Passwort.")

NOTICES = {
    "password_changed": _("Dein Passwort wurde geändert."),
    "password_set": _("Dein Passwort wurde geändert."),
    "password_reset": _("Dein Passwort wurde über den Link aus einer Mail neu gesetzt."),
    "email_changed": _("An deinem Konto ist jetzt eine andere Mailadresse hinterlegt."),
    "email_deleted": _("Diese Mailadresse wurde von deinem Konto entfernt."),
    "totp_activated": _("Dein Konto fragt jetzt nach Codes aus einer App."),
    "totp_deactivated": _("Dein Konto fragt nicht mehr nach Codes aus einer App."),
    "recovery_codes_generated": _("Für dein Konto wurden neue Ersatzcodes gemacht."),
    "webauthn_added": _("An deinem Konto ist ein neuer Passkey hinterlegt."),
    "webauthn_removed": _("Von deinem Konto wurde ein Passkey entfernt."),
}
"""What a mail says that only tells of a change, by the last part of allauth's name for it."""


class AccountAdapter(DefaultAccountAdapter):
    """What allauth asks about accounts."""

    error_messages = {
        **DefaultAccountAdapter.error_messages,
        "account_inactive": _("Dieses Konto ist gesperrt."),
        "duplicate_email": _("Diese Adresse ist schon an deinem Konto hinterlegt."),
        "email_password_mismatch": WRONG_LOGIN,
        "username_password_mismatch": WRONG_LOGIN,
        "invalid_login": WRONG_LOGIN,
        "enter_current_password": WRONG_PASSWORD,
        "incorrect_password": WRONG_PASSWORD,
        "incorrect_code": WRONG_CODE,
        "invalid_password_reset": _("Dieser Link gilt nicht mehr."),
        "too_many_login_attempts": _("Das waren zu viele Versuche. Warte fünf Minuten."),
        "rate_limited": _("Das waren zu viele Versuche. Warte fünf Minuten."),
    }

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Count the attempt; allauth takes it back if it succeeds."""
        self._login_failed_rl_usage = guessing.count(request, self._get_login_attempts_cache_key(request, **credentials))

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        return guessing.key_of(credentials.get("email") or credentials.get("username", ""))

    def reauthenticate(self, user: User, password: str) -> bool:
        """Whether this is the user's password, counted by the name."""
        found = self.authenticate(self.request, username=user.username, password=password)
        return found is not None and found.pk == user.pk

    def login(self, request: HttpRequest, user: User) -> None:
        """A new session key, and what has been noted in this session so far (QUA-3.18). A guest's tables come along."""
        guest = guests.of_session(request)
        for key in (SESSION_KEY, BACKEND_SESSION_KEY, HASH_SESSION_KEY):
            request.session.pop(key, None)
        super().login(request, user)
        if guest is not None and guests.hand_over(guest, user):
            messages.success(request, gettext("Was du als Gast begonnen hast, gehört jetzt zu deinem Konto."))

    def get_client_ip(self, request: HttpRequest) -> str:
        """Who asks, as `TrustedProxies` has found out: no header counts here (QUA-3.12)."""
        return request.META.get("REMOTE_ADDR") or "0.0.0.0"  # noqa: S104 (of whom nothing is known)

    def can_delete_email(self, email_address: EmailAddress) -> bool:
        """Nobody needs an address."""
        return True

    # --- mails ---------------------------------------------------------------------------------------------------------------

    def get_reset_password_from_key_url(self, key: str) -> str:
        """The link in a mail."""
        uid, _dash, token = key.partition("-")
        return self.address(reverse("account_reset_password_from_key", args=[uid, token]))

    def get_email_confirmation_url(self, request: HttpRequest, emailconfirmation: Any) -> str:
        """The link in a mail."""
        return self.address(reverse("account_confirm_email", args=[emailconfirmation.key]))

    def address(self, path: str) -> str:
        """A forged Host must not get into a mail, so it is SITE_URL where there is one (QUA-3.12)."""
        return f"{settings.SITE_URL}{path}" if settings.SITE_URL else str(self.request.build_absolute_uri(path))

    def format_email_subject(self, subject: str) -> str:
        """One line."""
        return f"Kartenhaus: {subject}"

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Whether the mail server takes it is told to nobody but the log: it would tell who has an account (QUA-3.17)."""
        try:
            self.render_mail(template_prefix, email, {**context, "email": email, "site": self.address("/")}).send()
        except (OSError, smtplib.SMTPException) as error:
            logger.warning("a mail cannot be sent: %s", type(error).__name__)

    def send_notification_mail(
        self, template_prefix: str, user: User, context: dict[str, Any] | None = None, email: str | None = None
    ) -> None:
        """Tell a confirmed address that something has changed; who has none is told nothing."""
        notice = NOTICES.get(template_prefix.rpartition("/")[2])
        address = email or EmailAddress.objects.filter(user=user, verified=True).values_list("email", flat=True).first()
        if notice and address:
            self.send_mail("account/email/notice", address, {"user": user, "notice": notice})
