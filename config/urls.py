"""The addresses of the site, room by room."""

from django.conf import settings
from django.contrib import admin
from django.urls import include, path

# allauth's own limits are by the minute.
handler429 = "accounts.views.limit.limit_reached"

urlpatterns = [
    path(settings.ADMIN_PATH, admin.site.urls),
    path("", include("accounts.urls")),
    path("", include("games.tables.urls")),
]
