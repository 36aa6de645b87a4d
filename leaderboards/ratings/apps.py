"""The Django app of results and ratings."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class RatingsConfig(AppConfig):
    """Results, ratings, seasons, fair play."""

    name = "leaderboards.ratings"
    verbose_name = _("Wertungen")

    def ready(self) -> None:
        """Hear of games that end and of accounts that are closed or renamed, and fill what tables and pages ask."""
        from games.tables import slots
        from games.tables.bench import register
        from leaderboards.ratings import hearing, people, profile, service, tops, visibility  # noqa: F401
        from leaderboards.ratings.experience import experience

        slots.site.experience = experience
        slots.site.unrated = service.unrated
        slots.site.profile = profile.sections
        slots.site.changes = profile.changes
        slots.site.game = tops.of_game
        register.add("leaderboard", "leaderboards.ratings.bench_leaderboard")
        register.add("ratings", "leaderboards.ratings.bench")
