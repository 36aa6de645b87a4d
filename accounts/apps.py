"""The accounts as a Django app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    """Users and guests."""

    name = "accounts"
    verbose_name = _("Konten")

    def ready(self) -> None:
        """Listen to allauth and Django. Of these modules the receivers are all that is wanted."""
        from accounts import devices, hearing, security_log, session_age  # noqa: F401
