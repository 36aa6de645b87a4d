"""Addresses of the decks."""

from django.urls import path, register_converter
from django.urls.converters import StringConverter

from games.decks import links, views


class DeckLink(StringConverter):
    """A link that could be one to a deck."""

    regex = links.PATTERN


register_converter(DeckLink, "decklink")

app_name = "decks"

urlpatterns = [
    path("decks/", views.games, name="games"),
    path("decks/<slug:game>/", views.index, name="index"),
    path("decks/<slug:game>/neu/", views.new, name="new"),
    path("decks/<slug:game>/gelesen/", views.read, name="read"),
    path("decks/<slug:game>/einfuegen/", views.paste, name="paste"),
    path("decks/<slug:game>/fertig/<slug:starter>/", views.starter, name="starter"),
    path("decks/<slug:game>/mit/<decklink:link>/", views.public, name="public"),
    path("decks/<slug:game>/<int:deck>/", views.build, name="build"),
    path("decks/<slug:game>/<int:deck>/karten/", views.save, name="save"),
    path("decks/<slug:game>/<int:deck>/text/", views.text, name="text"),
    path("decks/<slug:game>/<int:deck>/name/", views.rename, name="rename"),
    path("decks/<slug:game>/<int:deck>/kopie/", views.copy, name="copy"),
    path("decks/<slug:game>/<int:deck>/link/", views.link, name="link"),
    path("decks/<slug:game>/<int:deck>/probe/", views.trial, name="trial"),
    path("decks/<slug:game>/<int:deck>/favorit/", views.favourite, name="favourite"),
    path("decks/<slug:game>/<int:deck>/loeschen/", views.delete, name="delete"),
]
