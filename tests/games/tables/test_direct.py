"""Sockets take their messages directly: no channel of their own, no look at the database's connections for each frame."""

from __future__ import annotations

import json
from typing import Any
from unittest.mock import patch

import pytest
from asgiref.sync import async_to_sync
from channels.layers import channel_layers
from channels.testing import WebsocketCommunicator
from channels_redis.pubsub import RedisPubSubChannelLayer

from config.asgi import application
from games.tables.direct import DirectConsumer
from tests.running_site import free_port


@pytest.mark.django_db
def test_a_socket_opens_while_redis_is_gone() -> None:
    """QUA-2.12."""

    async def visit() -> tuple[bool, dict[str, Any]]:
        gone = RedisPubSubChannelLayer(hosts=[f"redis://127.0.0.1:{free_port()}/0"])
        with patch.dict(channel_layers.backends, {"default": gone}):
            socket = WebsocketCommunicator(application, "/ws/v1/nowhere")
            connected, _ = await socket.connect()
            return connected, json.loads(await socket.receive_from())

    connected, message = async_to_sync(visit)()
    assert connected
    assert message["t"] == "bye"


@pytest.mark.django_db
def test_messages_come_one_after_another() -> None:
    """In the order in which they were sent, each when the one before is done; the socket ends with the connection."""
    heard: list[str] = []

    class Slow(DirectConsumer):
        async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
            heard.append(f"begin {text_data}")
            await self.send(text_data=f"got {text_data}")
            heard.append(f"end {text_data}")

    async def talk() -> list[str | bytes]:
        socket = WebsocketCommunicator(Slow.as_asgi(), "/")
        await socket.connect()
        for number in range(3):
            await socket.send_to(text_data=str(number))
        answers = [await socket.receive_from() for _ in range(3)]
        await socket.disconnect()
        return answers

    assert async_to_sync(talk)() == ["got 0", "got 1", "got 2"]
    assert heard == [f"{what} {number}" for number in range(3) for what in ("begin", "end")]


def test_what_has_no_handler_is_an_error() -> None:
    with pytest.raises(ValueError, match=r"websocket\.unheard"):
        async_to_sync(DirectConsumer().dispatch)({"type": "websocket.unheard"})
