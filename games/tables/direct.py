"""A socket without a channel of its own in the channel layer: what is for many goes through the hub, what is for other processes
through one channel a process. So a frame needs no task and no thread, and a socket opens while Redis is gone (QUA-2.12)."""

from __future__ import annotations

from typing import Any

from channels.consumer import get_handler_name
from channels.exceptions import StopConsumer
from channels.generic.websocket import AsyncWebsocketConsumer


class DirectConsumer(AsyncWebsocketConsumer):
    """Takes one message after another from the server, as they come.

    Channels itself would look after old database connections before each of them, in the one thread that all sockets share;
    `database_sync_to_async` does that wherever the database is really asked.
    """

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Until the socket is gone."""
        self.scope, self.base_send = scope, send
        try:
            while True:
                await self.dispatch(await receive())
        except StopConsumer:
            return

    async def dispatch(self, message: Any) -> None:
        """To the method for messages of this kind. Raises `ValueError` if there is none."""
        handler = getattr(self, get_handler_name(message), None)
        if handler is None:
            raise ValueError(f"no handler for messages of type {message['type']}")
        await handler(message)
