"""The Django app of the decks."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class DecksConfig(AppConfig):
    """Decks of all games that are played with own ones. It knows no particular game: it finds them in the registry."""

    name = "games.decks"
    verbose_name = _("Decks")

    def ready(self) -> None:
        """Hear of whoever wants a copy of their data."""
        from games.decks import own_data  # noqa: F401
