"""The addresses of the site, room by room."""

from django.conf import settings
from django.contrib import admin
from django.urls import include, path

from config import about

# allauth's own limits are by the minute.
handler429 = "accounts.views.limit.limit_reached"

urlpatterns = [
    path(settings.ADMIN_PATH, admin.site.urls),
    path("", include("accounts.urls")),
    path("hilfe/", about.help_page, name="help"),
    path("impressum/", about.imprint, name="imprint"),
    path("datenschutz/", about.privacy, name="privacy"),
    path("lizenzen/", about.credits_page, name="credits"),
    path(".well-known/security.txt", about.security_txt, name="security-txt"),
    path("manifest.webmanifest", about.manifest, name="manifest"),
    path("", include("games.tables.urls")),
]
