"""Addresses of series."""

from django.urls import path

from leaderboards.matches import views

app_name = "matches"

urlpatterns = [
    path("tisch/<table:table_id>/weiter/", views.ready, name="ready"),
]
