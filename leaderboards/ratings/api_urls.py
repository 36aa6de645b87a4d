"""The resources of lists and ratings below `/api/v1/`."""

from django.urls import path

from leaderboards.ratings import api

urlpatterns = [
    path("leaderboards/<slug:game>", api.Leaderboard.as_view(), name="api-leaderboard"),
    path("users/<str:name>/ratings", api.UserRatings.as_view(), name="api-ratings"),
    path("users/<str:name>/history", api.UserHistory.as_view(), name="api-history"),
]
