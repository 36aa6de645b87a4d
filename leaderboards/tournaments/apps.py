"""The Django app of tournaments."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _

from games.tables.bench import register


class TournamentsConfig(AppConfig):
    """Brackets, Swiss, groups, heats, arenas."""

    name = "leaderboards.tournaments"
    verbose_name = _("Turniere")

    def ready(self) -> None:
        """Hear of series and tables that are over, say what others ask of tournaments, make the measurements known."""
        from games.tables import slots as tables
        from leaderboards.ratings import slots
        from leaderboards.tournaments import elsewhere, feed, hearing, people  # noqa: F401
        from leaderboards.tournaments.rated import game_of

        slots.site.tournament = game_of
        slots.site.medals = elsewhere.medals
        slots.site.any_medals = elsewhere.any_medals
        slots.site.tournaments = elsewhere.entered
        tables.site.event = elsewhere.event
        tables.site.home = elsewhere.next_up
        tables.site.going_on = elsewhere.going_on
        tables.site.called = elsewhere.called

        for name in ("brackets", "events", "heats", "pairing"):
            register.add(name, f"leaderboards.tournaments.bench.{name}")
