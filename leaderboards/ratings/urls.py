"""Addresses of the leaderboards."""

from django.urls import path, register_converter
from django.urls.converters import StringConverter

from leaderboards.ratings import views


class Pool(StringConverter):
    """The slug of a pool."""

    regex = r"[a-z][a-z0-9_]{0,19}\.[a-z]{1,11}"


register_converter(Pool, "pool")

app_name = "ratings"

urlpatterns = [
    path("bestenlisten/", views.index, name="index"),
    path("bestenlisten/spalten/", views.choose_columns, name="columns"),
    path("bestenlisten/medaillen/", views.medals, name="medals"),
    path("bestenlisten/laufbahn/<slug:game>/", views.career, name="career"),
    path("bestenlisten/<pool:pool>/", views.pool, name="pool"),
    path("bestenlisten/<pool:pool>/<slug:word>/", views.pool, name="list"),
    path("bestenlisten/<pool:pool>/<slug:word>/liste.csv", views.as_csv, name="csv"),
    path("bestenlisten/<pool:pool>/<slug:word>/liste.json", views.as_json, name="json"),
]
