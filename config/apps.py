"""The wiring as a Django app, so that its commands and static files are found."""

from django.apps import AppConfig


class ConfigConfig(AppConfig):
    """Brings the commands `up`, `serve` and `prepare` and the static files of the whole site."""

    name = "config"
    verbose_name = "Kartenhaus"
