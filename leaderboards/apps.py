"""The leaderboards as a Django app; a later issue furnishes it."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class LeaderboardsConfig(AppConfig):
    """Ratings, matches, tournaments."""

    name = "leaderboards"
    verbose_name = _("Bestenlisten")
