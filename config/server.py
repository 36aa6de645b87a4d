"""One server process: Daphne, and beside it in the same event loop what settings.BACKGROUND names.

Import it only when the event loop policy is set: Daphne makes its loop when it is imported. Nothing else in the site
knows of Daphne: any ASGI server can run the pages and sockets, but then something else must run the background work.
"""

import asyncio
import logging
import os
from typing import Any

from daphne.http_protocol import WebRequest
from daphne.server import Server
from twisted.internet import defer
from twisted.internet import reactor as installed_reactor

from config import background
from config.body_limit import MAX_BODY, REFUSAL, TOO_LARGE

logger = logging.getLogger(__name__)

# Twisted types its reactor as a module of interfaces, which says nothing about this one.
reactor: Any = installed_reactor

MAX_FRAME = 32 * 1024
PING_EVERY = 20
PING_TIMEOUT = 30
# How long a client that was refused may go on sending before the line is cut.
PATIENCE = 10


class LimitedRequest(WebRequest):
    """Refuses a body that is too large while it arrives: Daphne itself would read all of it first (QUA-3.4)."""

    refused = False

    def gotLength(self, length: int | None) -> None:  # noqa: N802
        """Called when the headers are complete; no length means that the body comes in chunks."""
        super().gotLength(length)
        if length is not None and length > MAX_BODY:
            self.refuse()

    def handleContentChunk(self, data: bytes) -> None:  # noqa: N802
        """Called with each piece of the body. After a refusal they are dropped, so that the client comes to read it."""
        if not self.refused and self.content.tell() + len(data) > MAX_BODY:
            self.refuse()
        if not self.refused:
            super().handleContentChunk(data)

    def requestReceived(self, command: bytes, path: bytes, version: bytes) -> None:  # noqa: N802
        """Called when the body is complete."""
        if self.refused:
            self.channel.loseConnection()
        else:
            super().requestReceived(command, path, version)

    def refuse(self) -> None:
        """Answer at once, and hang up when the client has sent everything or has been at it for too long."""
        self.refused = True
        transport = self.channel.transport
        head = f"HTTP/1.1 {TOO_LARGE} Content Too Large\r\nContent-Type: text/plain; charset=utf-8\r\n"
        transport.write(f"{head}Content-Length: {len(REFUSAL)}\r\nConnection: close\r\n\r\n".encode() + REFUSAL)
        hanging_up = reactor.callLater(PATIENCE, transport.abortConnection)
        self.notifyFinish().addErrback(lambda _: hanging_up.active() and hanging_up.cancel())


class SiteServer(Server):
    """Daphne with our limits, our background work, and an end that does not wait for anyone."""

    def __init__(self, application: Any, host: str, port: int, parent: int | None) -> None:
        interface = host.replace(":", r"\:")
        super().__init__(
            application,
            endpoints=[f"tcp:port={port}:interface={interface}"],
            websocket_max_message_size=MAX_FRAME,
            websocket_max_frame_size=MAX_FRAME,
            ping_interval=PING_EVERY,
            ping_timeout=PING_TIMEOUT,
            server_name="Kartenhaus",
            ready_callable=self.begin,
        )
        self.parent = parent
        self.background: asyncio.Task[None] | None = None
        self.failure: str = ""

    def begin(self) -> None:
        """Called when the port is bound, just before the loop runs."""
        self.limit_requests()
        self.background = asyncio.get_event_loop().create_task(background.start())
        self.background.add_done_callback(self.background_ended)
        reactor.addSystemEventTrigger("before", "shutdown", self.end_background)
        if self.parent is not None:
            reactor.callLater(1, self.watch_parent)

    def limit_requests(self) -> None:
        """Make new connections use `LimitedRequest`; Daphne has no option for it."""
        build_plain = self.http_factory.buildProtocol

        def build_limited(address: Any) -> Any:
            protocol = build_plain(address)
            protocol.requestFactory = LimitedRequest
            return protocol

        self.http_factory.buildProtocol = build_limited

    def background_ended(self, task: "asyncio.Task[None]") -> None:
        """Without its background work a server is no use: end it, so that whoever watches starts a new one."""
        if not task.cancelled() and (error := task.exception()):
            logger.critical("background work failed", exc_info=error)
            self.failure = "background work failed"
            self.stop()

    def end_background(self) -> Any:
        """Cancel the background work and let the shutdown wait for it."""
        running = [self.background] if self.background else []
        for task in running:
            task.cancel()
        return defer.Deferred.fromFuture(asyncio.gather(*running, return_exceptions=True))

    def kill_all_applications(self) -> Any:
        """Cancel what still runs, and wait for it. A request whose body is not complete has no application yet."""
        tasks = [connection.get("application_instance") for connection in self.connections.values()]
        running = [task for task in tasks if task is not None and not task.done()]
        for task in running:
            task.cancel()
        return defer.Deferred.fromFuture(asyncio.gather(*running, return_exceptions=True))

    def watch_parent(self) -> None:
        """End with the process that watches over this one: if it was killed, nobody would ever stop us."""
        if os.getppid() == self.parent:
            reactor.callLater(1, self.watch_parent)
        else:
            self.stop()

    def listen_error(self, failure: Any) -> None:
        """Called if the port cannot be had."""
        self.failure = failure.getErrorMessage()
        self.stop()
