"""Addresses of the tables, the lobby and the home page."""

from django.urls import path, register_converter
from django.urls.converters import StringConverter

from games.tables import game_views, ids, lobby_views, views


class TableId(StringConverter):
    """An id that a table could have; whatever else stands there is an address we do not have (QUA-3.3, QUA-3.8)."""

    regex = ids.TABLE_ID


class Invite(StringConverter):
    """An invitation that could be one."""

    regex = ids.INVITE_TOKEN


register_converter(TableId, "table")
register_converter(Invite, "invite")

app_name = "tables"

urlpatterns = [
    path("", views.home, name="home"),
    path("sofort/", views.play_now, name="play-now"),
    path("sofort/<slug:game>/", views.play_now, name="play-now"),
    path("neu/", views.new, name="new"),
    path("neu/<slug:game>/", views.new, name="new"),
    path("tisch/<table:table_id>/", views.table, name="table"),
    path("tisch/<table:table_id>/mit/<invite:invite>/", views.join, name="join"),
    path("schnell/<slug:game>/", lobby_views.quick_match, name="quick-match"),
    path("lobby/", lobby_views.show, name="lobby"),
    path("spiel/", game_views.games, name="games"),
    path("spiel/<slug:game>/", game_views.game, name="game"),
    path("zuschauen/", lobby_views.watch, name="watch"),
    path("tisch/<table:table_id>/aufstehen/", lobby_views.get_up, name="get-up"),
    path("tisch/<table:table_id>/setzen/", lobby_views.sit, name="sit"),
    path("tisch/<table:table_id>/bots/", views.fill, name="fill"),
    path("tisch/<table:table_id>/deck/", views.deck, name="deck"),
    path("tisch/<table:table_id>/beginn/", views.first, name="first"),
    path("profil/<str:name>/", views.profile, name="profile"),
    path("tisch/<table:table_id>/chat/<int:line>/melden/", views.report, name="report"),
    path("texte/<str:language>/<slug:game>.<str:digest>.json", views.catalogue, name="catalogue"),
]
