"""Where the sockets of the tables are."""

from typing import Any

from django.urls import re_path

from games.tables.consumers import TableConsumer

table: Any = TableConsumer.as_asgi()

# Whatever else is asked for there is a table that does not exist: the client is told so (PRO-2.4).
websocket_urlpatterns = [re_path("^ws/v1/tables/(?P<table>.*)$", table)]
