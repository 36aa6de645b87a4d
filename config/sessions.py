"""Who a socket belongs to, by the session of its cookie."""

from typing import Any

from channels.auth import AuthMiddlewareStack

from config.asgi_types import Application, Receive, Scope, Send


class SessionReader:
    """Channels' look-up of session and user, for sockets that only read them: what is sent goes past the middleware.

    Channels would look with each message whether the session is to be saved, which costs as much as encoding it.
    """

    def __init__(self, application: Application) -> None:
        self.application = application
        self.look_up: Any = AuthMiddlewareStack(self.found)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Look up who it is, and pass the socket on."""
        await self.look_up({**scope, "plain_send": send}, receive, send)

    async def found(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Called with `session` and `user` in the scope."""
        await self.application(scope, receive, scope.pop("plain_send"))
