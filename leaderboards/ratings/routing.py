"""Where the sockets of the leaderboards are."""

from typing import Any

from django.urls import re_path

from leaderboards.ratings.consumers import LeaderboardConsumer

board: Any = LeaderboardConsumer.as_asgi()

websocket_urlpatterns = [
    re_path(r"^ws/v1/leaderboards/(?P<pool>[a-z0-9_.]{1,32})/(?P<list>[a-z0-9-]{1,20})$", board, {"table": ""}),
]
