"""The whole site as one ASGI application: pages, and sockets for live play."""

import os
from typing import Any

from channels.auth import AuthMiddlewareStack
from channels.routing import ProtocolTypeRouter, URLRouter
from django.core.asgi import get_asgi_application
from django.urls import re_path

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

# First: it loads the apps that the routes below import from.
pages = get_asgi_application()

from config.body_limit import BodyLimit  # noqa: E402
from config.connections import close_after_requests  # noqa: E402
from config.origin import OriginGuard  # noqa: E402
from config.proxies import TrustedProxies  # noqa: E402
from config.wrong_address import WrongAddress  # noqa: E402
from games.tables import routing as tables  # noqa: E402

close_after_requests()

wrong_address: Any = WrongAddress.as_asgi()
routes: list[Any] = [*tables.websocket_urlpatterns, re_path("^", wrong_address)]

sockets: Any = AuthMiddlewareStack(URLRouter(routes))

application = TrustedProxies(
    ProtocolTypeRouter(
        {
            "http": BodyLimit(pages),
            "websocket": OriginGuard(sockets),
        }
    )
)
