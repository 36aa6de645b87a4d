"""Settings of a site where nothing happens beside the pages."""

from config.settings import *  # noqa: F403

BACKGROUND = []
