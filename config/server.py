"""One server process: Daphne, and beside it in the same event loop what settings.BACKGROUND names.

Import it only when the event loop policy is set: Daphne makes its loop when it is imported. Nothing else in the site
knows of Daphne: any ASGI server can run the pages and sockets, but then something else must run the background work.
"""

import asyncio
import gc
import logging
import os
import time
from contextlib import suppress
from typing import Any

from autobahn.exception import Disconnected
from daphne.http_protocol import WebRequest
from daphne.server import Server
from daphne.ws_protocol import WebSocketProtocol
from django.conf import settings
from django.urls import get_resolver
from twisted.internet import defer
from twisted.internet import reactor as installed_reactor
from twisted.internet.main import CONNECTION_LOST

from config import background, frames
from config.body_limit import MAX_BODY, REFUSAL, TOO_LARGE
from games.tables import overload, restart

logger = logging.getLogger(__name__)

# Twisted types its reactor as a module of interfaces, which says nothing about this one.
reactor: Any = installed_reactor

MAX_FRAME = 32 * 1024
PING_EVERY = 20
PING_TIMEOUT = 30
# How long pages that are being made, and clients that have been sent away, may take when the server ends.
FINISH_WITHIN = 5
# Messages that may wait to be looked at; how long a client may leave unread what no longer fits into the system's buffers.
MOST_WAITING = 100
READ_WITHIN = 30
# How long a client that was refused may go on sending before the line is cut.
PATIENCE = 10
# After how many new objects Python looks for garbage in the youngest ones; of ten such looks one goes on to older ones, of ten
# of those one to all. Each look stops all tables, and little here needs it: games and sockets hold no cycles.
LOOK_FOR_GARBAGE = (20_000, 10, 10)


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


class LimitedSocket(WebSocketProtocol):
    """Cuts the line of a client that sends without waiting or does not read: Daphne itself would keep all of it (PRO-6.5)."""

    full_since: float | None = None

    def onOpen(self) -> None:  # noqa: N802
        """Called after the handshake: from now on the transport says here when it holds too much, as to a producer."""
        super().onOpen()
        self.transport.unregisterProducer()  # the request that has become a socket
        self.registerProducer(self, True)

    def pauseProducing(self) -> None:  # noqa: N802
        """Called when more than 64 KiB wait to be sent."""
        self.full_since = self.full_since or time.monotonic()

    def resumeProducing(self) -> None:  # noqa: N802
        """Called when everything has been sent."""
        self.full_since = None

    def stopProducing(self) -> None:  # noqa: N802
        """Called when the line is gone."""

    def dataReceived(self, data: bytes) -> None:  # noqa: N802
        """Called with what has come. Nearly always that is one short message; what is anything else autobahn takes apart."""
        message = frames.lone_text(data) if len(data) <= MAX_FRAME and self.between_frames() else None
        if message is None:
            super().dataReceived(data)
        else:
            self.onMessage(message, False)

    def between_frames(self) -> bool:
        """Whether the next frame begins with what comes next, and no answer to a ping is missing."""
        if self.state != self.STATE_OPEN:
            return False
        return not (self.data or self.current_frame or self.inside_message or self.autoPingTimeoutCall)

    def onMessage(self, payload: bytes, isBinary: bool) -> None:  # noqa: N802, N803
        """Called with each message."""
        if self.application_queue.qsize() < MOST_WAITING:
            super().onMessage(payload, isBinary)
        else:
            self.dropConnection(abort=True)

    def serverSend(self, content: Any, binary: bool = False) -> None:  # noqa: N802
        """Called to send a message. A client that is just leaving gets it no more; the application hears of that by itself."""
        with suppress(Disconnected):
            super().serverSend(content, binary)

    def sendData(self, data: bytes, sync: bool = False, chopsize: int | None = None) -> None:  # noqa: N802
        """Called to send a frame: at once if nothing else waits, as turns of the loop are dear when many play."""
        line: Any = self.transport
        sent: Any = 0
        if not (line.dataBuffer or line._tempDataBuffer or line.disconnecting or line.disconnected):  # noqa: SLF001
            sent = line.writeSomeData(data)
        if sent is not CONNECTION_LOST and sent < len(data):  # what is lost shows when the line is read next
            line.write(data[sent:])

    def check_timeouts(self) -> None:
        """Called every two seconds."""
        if self.full_since is not None and time.monotonic() - self.full_since > READ_WITHIN:
            self.dropConnection(abort=True)
        else:
            super().check_timeouts()


class SiteServer(Server):
    """Daphne with our limits, our background work, and an end that everybody is told of (PRO-6.8)."""

    def __init__(self, application: Any, host: str, port: int, parent: int | None, listener: int | None) -> None:
        interface = host.replace(":", r"\:")
        endpoint = f"tcp:port={port}:interface={interface}" if listener is None else f"fd:fileno={listener}"
        super().__init__(
            application,
            endpoints=[endpoint],
            websocket_max_message_size=MAX_FRAME,
            websocket_max_frame_size=MAX_FRAME,
            ping_interval=PING_EVERY,
            ping_timeout=PING_TIMEOUT,
            server_name="Kartenhaus",
            ready_callable=self.begin,
        )
        self.parent = parent
        self.background: asyncio.Task[None] | None = None
        self.port: Any = None
        self.failure: str = ""

    def begin(self) -> None:
        """Called when everything is set up, just before the loop runs."""
        overload.raise_limit()
        spare_the_collector()
        self.limit_requests()
        self.ws_factory.protocol = LimitedSocket
        self.background = asyncio.get_event_loop().create_task(background.start(settings.BACKGROUND))
        self.background.add_done_callback(self.background_ended)
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

    def listen_success(self, port: Any) -> None:
        """Called when the port is bound."""
        super().listen_success(port)
        self.port = port

    def kill_all_applications(self) -> Any:
        """Called when the server is to end: it waits for what this returns."""
        return defer.Deferred.fromFuture(asyncio.ensure_future(self.wind_up()))

    async def wind_up(self) -> None:
        """Let nobody in any more, send everybody at a table away, and then end what still runs."""
        if self.port is not None:
            self.port.stopListening()
        await restart.wind_up()
        tasks = [connection.get("application_instance") for connection in self.connections.values()]
        running = [task for task in tasks if task is not None and not task.done()]  # a half request has none yet
        if running:
            await asyncio.wait(running, timeout=FINISH_WITHIN)
        if self.background is not None:
            running.append(self.background)
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)

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


def spare_the_collector() -> None:
    """What start-up has loaded stays for good, so garbage need not be looked for in it while people play."""
    _ = get_resolver().url_patterns  # loads the pages
    gc.collect()
    gc.freeze()
    gc.set_threshold(*LOOK_FOR_GARBAGE)
