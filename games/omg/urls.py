"""Addresses of collections."""

from django.urls import path

from games.omg.collection import views

app_name = "omg"

urlpatterns = [
    path("sammlung/omg/", views.index, name="collection"),
    path("sammlung/omg/deck/", views.starter, name="starter"),
    path("sammlung/omg/booster/", views.buy, name="buy"),
    path("sammlung/omg/booster/<int:booster>/", views.booster, name="booster"),
    path("sammlung/omg/booster/<int:booster>/oeffnen/", views.open_booster, name="open"),
    path("sammlung/omg/herstellen/", views.craft, name="craft"),
]
