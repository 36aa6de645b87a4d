"""The addresses of the site, room by room."""

from django.conf import settings
from django.contrib import admin
from django.urls import include, path

from config import about
from config.api.error_page import errors

# allauth's own limits are by the minute.
handler429 = "accounts.views.limit.limit_reached"

urlpatterns = [
    path(settings.ADMIN_PATH, admin.site.urls),
    path("", include("accounts.urls")),
    path("api/v1/", include("config.api.urls")),
    path("hilfe/", about.help_page, name="help"),
    path("hilfe/fehler/", errors, name="api-errors"),
    path("impressum/", about.imprint, name="imprint"),
    path("datenschutz/", about.privacy, name="privacy"),
    path("lizenzen/", about.credits_page, name="credits"),
    path(".well-known/security.txt", about.security_txt, name="security-txt"),
    path("manifest.webmanifest", about.manifest, name="manifest"),
    path("", include("leaderboards.ratings.urls")),
    path("", include("games.decks.urls")),
    path("", include("games.omg.urls")),
    path("", include("games.tables.urls")),
    path("", include("leaderboards.matches.urls")),
    path("", include("leaderboards.tournaments.urls")),
]
