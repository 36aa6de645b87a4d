"""The Django app of the tables: seats, live play, records."""

from django.apps import AppConfig


class TablesConfig(AppConfig):
    """Tables of all games. It knows no particular one: it finds them in the registry."""

    name = "games.tables"
