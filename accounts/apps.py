"""The accounts as a Django app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    """Users and guests."""

    name = "accounts"
    verbose_name = _("Konten")

    def ready(self) -> None:
        """Listen to allauth and Django."""
        from accounts import devices, hearing, session_age  # noqa: F401 (their receivers are all that is wanted)
