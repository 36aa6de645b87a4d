"""The addresses of the API, room by room, below `/api/v1/`."""

from django.urls import include, path, re_path

from config.api.unknown import Unknown

urlpatterns = [
    path("", include("leaderboards.ratings.api_urls")),
    path("", include("leaderboards.tournaments.api_urls")),
    re_path("^", Unknown.as_view(), name="api-unknown"),
]
