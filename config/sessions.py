"""Who a socket belongs to, by the session of its cookie."""

import asyncio
from importlib import import_module
from typing import Any

from channels.auth import get_user
from channels.sessions import CookieMiddleware
from django.conf import settings
from django.contrib.auth.models import AnonymousUser

from config.asgi_types import Application, Receive, Scope, Send

MOST_AT_ONCE = 4
"""Look-ups at the same time: however many come at once, whoever plays waits for few of them."""


class SessionReader:
    """Looks up session and user for sockets, which only read them: what is sent goes past it. Without a cookie nothing is asked.

    Channels' own middleware would look with each message whether the session is to be saved, which costs as much as encoding it.
    """

    def __init__(self, application: Application) -> None:
        self.application = application
        self.with_cookies: Any = CookieMiddleware(self.look_up)
        self.gate = asyncio.Semaphore(MOST_AT_ONCE)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Look up who it is, and pass the socket on with `user`, and `session` if there is one."""
        await self.with_cookies(scope, receive, send)

    async def look_up(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Called with `cookies` in the scope."""
        user: Any = AnonymousUser()
        if key := scope["cookies"].get(settings.SESSION_COOKIE_NAME):
            scope["session"] = import_module(settings.SESSION_ENGINE).SessionStore(key)
            async with self.gate:
                user = await get_user(scope)  # type: ignore[arg-type]
        await self.application({**scope, "user": user}, receive, send)
