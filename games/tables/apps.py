"""The Django app of the tables: seats, live play, records."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TablesConfig(AppConfig):
    """Tables of all games. It knows no particular one: it finds them in the registry."""

    name = "games.tables"
    verbose_name = _("Tische")

    def ready(self) -> None:
        """Hear of what changes who may be at a table, and what people are called."""
        from games.tables import people, standing  # noqa: F401
