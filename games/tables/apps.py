"""The Django app of the tables: seats, live play, records."""

from django.apps import AppConfig


class TablesConfig(AppConfig):
    """Tables of all games. It knows no particular one: it finds them in the registry."""

    name = "games.tables"

    def ready(self) -> None:
        """Hear of what changes who may be at a table, and what people are called."""
        from games.tables import people, standing  # noqa: F401
