"""The whole site as one ASGI application: pages, and sockets for live play."""

import os
from typing import Any

import django
from channels.routing import ProtocolTypeRouter, URLRouter
from django.urls import re_path

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

# First: the routes below import from the apps.
django.setup(set_prefix=False)

from config.body_limit import BodyLimit  # noqa: E402
from config.origin import OriginGuard  # noqa: E402
from config.pages import PageHandler  # noqa: E402
from config.proxies import TrustedProxies  # noqa: E402
from config.sessions import SessionReader  # noqa: E402
from config.wrong_address import WrongAddress  # noqa: E402
from games.tables import routing as tables  # noqa: E402
from leaderboards.ratings import routing as ratings  # noqa: E402
from leaderboards.tournaments import routing as tournaments  # noqa: E402

wrong_address: Any = WrongAddress.as_asgi()
sockets = (ratings, tournaments, tables)
routes: list[Any] = [*(one for room in sockets for one in room.websocket_urlpatterns), re_path("^", wrong_address)]

application = TrustedProxies(
    ProtocolTypeRouter(
        {
            "http": BodyLimit(PageHandler()),
            "websocket": OriginGuard(SessionReader(URLRouter(routes))),
        }
    )
)
