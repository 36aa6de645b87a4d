"""Sockets for tests: a connection to the consumer of a table, without a server between."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from types import TracebackType
from typing import Any, Self

from channels.routing import URLRouter
from channels.sessions import CookieMiddleware
from channels.testing import WebsocketCommunicator
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.db import SessionStore

from accounts.models import User
from games.tables.models import Table
from games.tables.routing import websocket_urlpatterns
from tests.games.tables import schemas
from tests.games.tables.folding import ACKNOWLEDGING, Client
from tests.games.tables.play import someone, user_at

APPLICATION = CookieMiddleware(URLRouter(websocket_urlpatterns))
PATIENCE = 20
"""Seconds after which an answer is not expected any more, on however busy a machine."""

Message = dict[str, Any]


class Line:
    """One connection to one table, as whoever holds it."""

    def __init__(
        self,
        table: Table | str,
        user: User | None = None,
        *,
        subprotocols: Sequence[str] = ("kartenhaus.v1",),
        headers: Sequence[tuple[bytes, bytes]] = (),
        acknowledges: bool = True,
        address: str = "",
        session: SessionStore | None = None,
    ) -> None:
        path = f"/ws/v1/tables/{table.pk if isinstance(table, Table) else table}"
        self.wire = WebsocketCommunicator(APPLICATION, path, list(headers), list(subprotocols))
        scope: dict[str, Any] = self.wire.scope  # type: ignore[assignment]
        scope["user"] = user or AnonymousUser()
        scope |= {"client": [address, 1]} if address else {}
        scope |= {"session": session} if session else {}
        self.client = Client()
        self.acknowledges = acknowledges
        self.serial = 0
        self.subprotocol: int | str | None = None

    async def __aenter__(self) -> Self:
        accepted, self.subprotocol = await self.wire.connect(timeout=PATIENCE)
        assert accepted, "accept first, refuse afterwards (PRO-2.4)"
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        await self.wire.disconnect(timeout=PATIENCE)

    async def hear(self) -> Message:
        """The next message; how the socket was closed as `{"t": "closed", "code": ...}`."""
        while True:
            output = await self.wire.receive_output(timeout=PATIENCE)
            if output["type"] == "websocket.close":
                return {"t": "closed", "code": output["code"]}
            message = self.client.take(output["text"])
            if self.acknowledges and (ping := self.client.acknowledgement()):
                await self.send(ping)
            if message["t"] != "pong" or message["d"]["n"] != ACKNOWLEDGING:
                return message

    async def send(self, frame: str | bytes | Message) -> None:
        """Send a frame as it is, or a message as JSON."""
        if isinstance(frame, bytes):
            await self.wire.send_input({"type": "websocket.receive", "bytes": frame})
        else:
            text = frame if isinstance(frame, str) else json.dumps(frame)
            await self.wire.send_input({"type": "websocket.receive", "text": text})

    async def ask(self, kind: str, /, **payload: Any) -> Message:
        """Send a message and take in what comes until it is answered; returns the answer. What came too fast is sent again."""
        while True:
            answer = await self._ask(kind, payload)
            if answer["t"] != "error" or answer["d"]["code"] != "rate_limited":
                return answer
            await asyncio.sleep(answer["d"]["retry_ms"] / 1000)

    async def _ask(self, kind: str, payload: Message) -> Message:
        self.serial += 1
        mine = f"c-{self.serial}"
        asked = {"t": kind, "id": mine, "d": payload}
        await self.send(asked)
        while True:
            message = await self.hear()
            if message.get("re") == mine:
                schemas.check_asked(asked, message)
                return message
            assert message["t"] != "closed", message

    async def hello(self, **payload: Any) -> Message:
        """Say hello; returns the `sync`."""
        answer = await self.ask("hello", **{"lang": "de", "caps": [], "client": "test", **payload})
        assert answer["t"] == "sync", answer
        return answer

    async def refused(self, kind: str, /, **payload: Any) -> str:
        """Ask for something that is refused; returns the code."""
        answer = await self.ask(kind, **payload)
        assert answer["t"] == "error", answer
        return str(answer["d"]["code"])

    async def nothing_came(self) -> None:
        """Nothing has been sent that was not yet heard: the next message answers what is asked now."""
        await self.send({"t": "ping", "d": {"n": 77, "v": max(self.client.v, 0)}})
        message = await self.hear()
        assert message["t"] == "pong", message
        assert message["d"]["n"] == 77

    async def drain(self) -> list[Message]:
        """All that has come and was not yet heard."""
        heard = []
        await self.send({"t": "ping", "d": {"n": 78, "v": 0}})
        while (message := await self.hear())["t"] != "pong" or message["d"]["n"] != 78:
            heard.append(message)
        return heard

    def move(self, choice: list[str] | None = None, **changes: Any) -> Message:
        """The payload that answers the open prompt; `changes` say what is wrong with it."""
        prompt = self.client.prompt
        self.serial += 1
        right = {"move_id": f"m-{self.serial}", "prompt": prompt["id"], "expect": prompt["issued"]}
        return {**right, "choice": prompt["timeout"] if choice is None else choice, **changes}


def seat(table: Table, number: int, **more: Any) -> Line:
    """The line of whoever sits there."""
    return Line(table, user_at(table, number), **more)


def stranger(table: Table, **more: Any) -> Line:
    """The line of a user who does not sit at the table."""
    return Line(table, someone(), **more)
