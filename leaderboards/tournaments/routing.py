"""Where the sockets of tournaments are."""

from typing import Any

from django.urls import re_path

from games.tables.ids import TABLE_ID
from leaderboards.tournaments.consumers import TournamentConsumer

tournament: Any = TournamentConsumer.as_asgi()

websocket_urlpatterns = [
    re_path(rf"^ws/v1/tournaments/(?P<event>{TABLE_ID})$", tournament, {"table": ""}),
]
