"""Where the sockets of the tables and of the lobby are."""

from typing import Any

from django.urls import re_path

from games.tables.consumers import TableConsumer
from games.tables.lobby_consumer import LobbyConsumer

table: Any = TableConsumer.as_asgi()
lobby: Any = LobbyConsumer.as_asgi()

# Whatever else is asked for there is a table that does not exist: the client is told so (PRO-2.4).
websocket_urlpatterns = [
    re_path("^ws/v1/tables/(?P<table>.*)$", table),
    re_path("^ws/v1/lobby$", lobby, {"table": ""}),
]
