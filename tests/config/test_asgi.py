"""The whole site as one ASGI application: where sockets go."""

from __future__ import annotations

import json
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from channels.testing import WebsocketCommunicator

from config.asgi import application


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/", "/ws", "/ws/v2/tables/aaaaaaaaaa", "/ws/v1/tournaments", "/tisch/aaaaaaaaaa/"])
@pytest.mark.parametrize(("language", "detail"), [("de", "Diese Adresse gibt es nicht."), ("en", "There is no such address.")])
def test_a_socket_at_no_address_is_told_so(path: str, language: str, detail: str) -> None:
    """PRO-2.4, PRO-2.5: accepted, told why, closed with a number of ours; no error in the server."""

    async def visit() -> tuple[bool, dict[str, Any], dict[str, Any]]:
        socket = WebsocketCommunicator(application, path, headers=[(b"accept-language", language.encode())])
        connected, _ = await socket.connect()
        return connected, json.loads(await socket.receive_from()), await socket.receive_output()

    connected, bye, close = async_to_sync(visit)()
    assert connected
    assert bye == {"t": "bye", "d": {"code": 4404, "reason": "no_such_address", "detail": detail, "reconnect": "never"}}
    assert (close["type"], close["code"]) == ("websocket.close", 4404)
