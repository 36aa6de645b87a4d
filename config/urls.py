"""The addresses of the site, room by room."""

from django.conf import settings
from django.contrib import admin
from django.urls import include, path

from accounts.views import set_language

urlpatterns = [
    path(settings.ADMIN_PATH, admin.site.urls),
    path("sprache/", set_language, name="set_language"),
    path("", include("games.tables.urls")),
]
