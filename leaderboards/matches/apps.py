"""The Django app of series: several tables that count as one."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class MatchesConfig(AppConfig):
    """Return matches."""

    name = "leaderboards.matches"
    verbose_name = _("Serien")

    def ready(self) -> None:
        """Hear of tables that begin and end, and tell them of their series."""
        from games.tables import slots
        from leaderboards.matches import hearing, people  # noqa: F401
        from leaderboards.matches.selectors import shown

        slots.site.series = shown
