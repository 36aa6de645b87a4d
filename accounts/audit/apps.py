"""The audit log as a Django application."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AuditConfig(AppConfig):
    """What staff have done."""

    name = "accounts.audit"
    verbose_name = _("Prüfprotokoll")

    def ready(self) -> None:
        """Listen to the administration."""
        from accounts.audit import watch  # noqa: F401
