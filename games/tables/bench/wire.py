"""A socket as cheap as can be: no task, no queue, and of each message only what a measuring client needs is decoded."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import msgspec
from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.http11 import Response
from websockets.typing import Origin, Subprotocol
from websockets.uri import parse_uri

SUBPROTOCOL = Subprotocol("kartenhaus.v1")

OPEN_WITHIN = 30.0
"""Seconds for one handshake."""


class Refused(Exception):
    """The site does not answer as a site does."""


class Option(msgspec.Struct):
    """One thing that can be chosen."""

    id: str


class Pick(msgspec.Struct):
    """How many of them."""

    min: int
    max: int


class Prompt(msgspec.Struct):
    """A question (PRO-4.1)."""

    id: str
    issued: int
    options: list[Option]
    pick: Pick
    answer: list[str] | None = None
    """What has been answered already, in a window that is still open."""


class Status(msgspec.Struct):
    """Of the table."""

    status: str = ""


class Body(msgspec.Struct, rename={"since": "from"}):
    """What is read of the payload of any message."""

    since: int = -1
    code: str | int = ""
    retry_ms: int = 0
    viewer: int | str = ""
    prompts: list[Prompt] | None = None
    table: Status | None = None


class Message(msgspec.Struct):
    """What the server sends (PRO-3.1)."""

    t: str
    v: int = -1
    re: str = ""
    d: Body = msgspec.field(default_factory=Body)


decode = msgspec.json.Decoder(Message).decode
encode = msgspec.json.Encoder().encode

Hear = Callable[[bytes, float], None]
"""Gets a frame, and when it came (monotonic)."""


@dataclass(frozen=True)
class Address:
    """Where a socket goes, and as whom."""

    site: str
    """The site as a browser calls it, such as http://127.0.0.1:8000."""
    table: str
    cookie: str = ""

    @property
    def uri(self) -> str:
        """Of the socket."""
        return f"ws{self.site.removeprefix('http')}/ws/v1/tables/{self.table}"


class Line(asyncio.Protocol):
    """One socket. `hear` gets every text frame; `lost` is called if the line ends before `close`."""

    def __init__(self, address: Address, hear: Hear, lost: Callable[[], None]) -> None:
        self.address, self.hear, self.lost = address, hear, lost
        origin = Origin(address.site)
        self.wire = ClientProtocol(parse_uri(address.uri), origin=origin, subprotocols=[SUBPROTOCOL], max_size=None)
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.transport: Any = None
        self.closing = False

    async def open(self) -> None:
        """Connect. Raises `OSError` or `Refused`."""
        place = self.wire.uri
        async with asyncio.timeout(OPEN_WITHIN):
            await asyncio.get_running_loop().create_connection(lambda: self, place.host, place.port, ssl=place.secure or None)
            await self.opened

    def send(self, message: dict[str, Any]) -> None:
        """Send a message, if the line is still there."""
        if not self.transport.is_closing():
            self.wire.send_text(encode(message))
            self._flush()

    def close(self) -> None:
        """Hang up."""
        self.closing = True
        if self.transport is not None:
            self.transport.abort()

    # --- as asyncio asks -----------------------------------------------------------------------------------------------------

    def connection_made(self, transport: Any) -> None:
        """Connected: ask for a socket."""
        self.transport = transport
        request = self.wire.connect()
        if self.address.cookie:
            request.headers["Cookie"] = self.address.cookie
        self.wire.send_request(request)
        self._flush()

    def data_received(self, data: bytes) -> None:
        """Something has come."""
        at = time.monotonic()
        self.wire.receive_data(data)
        for event in self.wire.events_received():
            if isinstance(event, Response):
                self._answered()
            elif isinstance(event, Frame) and event.opcode is Opcode.TEXT:
                self.hear(bytes(event.data), at)
        self._flush()

    def eof_received(self) -> None:
        """The other side has hung up."""
        self.wire.receive_eof()

    def connection_lost(self, error: Exception | None) -> None:
        """The line is gone."""
        if not self.opened.done():
            self.opened.set_exception(Refused(f"{self.address.uri}: the connection was closed"))
        elif not self.closing:
            self.lost()

    def _answered(self) -> None:
        if self.opened.done():
            return
        if self.wire.handshake_exc is None:
            self.opened.set_result(None)
        else:
            self.opened.set_exception(Refused(f"{self.address.uri}: {self.wire.handshake_exc}"))

    def _flush(self) -> None:
        for data in self.wire.data_to_send():
            if data:
                self.transport.write(data)
            else:
                self.transport.close()
