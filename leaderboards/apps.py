"""What all leaderboards share: their worked cases."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _

from games.engine import registry


class LeaderboardsConfig(AppConfig):
    """Ratings, matches, tournaments."""

    name = "leaderboards"
    verbose_name = _("Bestenlisten")

    def ready(self) -> None:
        """Make the worked cases known."""
        registry.register_adapter("rankings", "leaderboards.cases")
