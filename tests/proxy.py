"""A TCP proxy between clients and a site, for tests: cuts lines, holds back what goes through, slows it down, refuses."""

from __future__ import annotations

import contextlib
import selectors
import socket
import struct
import threading
import time
from types import TracebackType
from typing import Self

CHUNK = 16 * 1024
LOOK_EVERY = 0.02


class Pipe:
    """One connection through the proxy: the client's end, and ours to the site."""

    def __init__(self, client: socket.socket, server: socket.socket) -> None:
        self.client, self.server = client, server
        self.up = self.down = 0
        """Bytes passed on, to the site and from it."""

    def close(self, *, reset: bool = False) -> None:
        """Both ends hang up: in order, or as when a machine is gone."""
        for end in (self.client, self.server):
            with contextlib.suppress(OSError):
                if reset:
                    end.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                else:
                    end.shutdown(socket.SHUT_RDWR)
            end.close()


class Proxy:
    """Listens on a port of its own and passes everything on to the site, until a test says otherwise.

    As a context it runs in a thread. All that a test may set holds for open lines and new ones, at once:

    - `refusing`: new connections are accepted and hung up.
    - `held_up`, `held_down`: nothing is passed on to the site, or from it; what comes waits in the kernel's buffers, so that
      the sender feels it as from somebody who does not read.
    - `bytes_per_s`: what comes from the site is passed on so slowly.
    """

    def __init__(self, port: int, host: str = "127.0.0.1") -> None:
        self.target = host, port
        self.listener = socket.create_server((host, 0), backlog=512)
        self.port: int = self.listener.getsockname()[1]
        self.url = f"http://{host}:{self.port}"
        self.refusing = self.held_up = self.held_down = False
        self.bytes_per_s: int | None = None
        self.pipes: set[Pipe] = set()
        self.lock = threading.RLock()
        self.selector = selectors.DefaultSelector()
        self.running = True
        self.thread = threading.Thread(target=self._run, name="proxy", daemon=True)

    def __enter__(self) -> Self:
        self.listener.setblocking(False)
        self.selector.register(self.listener, selectors.EVENT_READ)
        self.thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.running = False
        self.thread.join(10)
        self.cut()
        self.listener.close()
        self.selector.close()

    def cut(self, *, reset: bool = False) -> int:
        """Hang up all lines there are; returns how many there were."""
        with self.lock:
            pipes = list(self.pipes)
            for pipe in pipes:
                self._drop(pipe, reset=reset)
            return len(pipes)

    def forget(self) -> list[socket.socket]:
        """From now on nobody hears anything on the lines there are, and nobody is told: both ends stay open.

        Returns the ends towards the site, for the test to keep and at last to close.
        """
        with self.lock:
            pipes, self.pipes = list(self.pipes), set()
            for pipe in pipes:
                for end in (pipe.client, pipe.server):
                    self.selector.unregister(end)
            return [end for pipe in pipes for end in (pipe.server, pipe.client)]

    def _run(self) -> None:
        while self.running:
            for key, _ in self.selector.select(LOOK_EVERY):
                with self.lock:
                    if key.fileobj is self.listener:
                        self._accept()
                    elif key.data[0] in self.pipes:  # not dropped since this was selected
                        self._pass_on(*key.data)
            if self.held_up or self.held_down or self.bytes_per_s:
                time.sleep(LOOK_EVERY)

    def _accept(self) -> None:
        try:
            client, _ = self.listener.accept()
        except OSError:
            return
        if self.refusing:
            client.close()
            return
        try:
            server = socket.create_connection(self.target, timeout=5)
        except OSError:
            client.close()
            return
        pipe = Pipe(client, server)
        self.pipes.add(pipe)
        for source, sink in ((client, server), (server, client)):
            source.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            source.settimeout(5)
            self.selector.register(source, selectors.EVENT_READ, (pipe, source, sink))

    def _pass_on(self, pipe: Pipe, source: socket.socket, sink: socket.socket) -> None:
        upwards = source is pipe.client
        if self.held_up if upwards else self.held_down:
            return
        limit = None if upwards or self.bytes_per_s is None else max(1, int(self.bytes_per_s * LOOK_EVERY))
        try:
            data = source.recv(limit or CHUNK)
            sink.sendall(data)
        except OSError:
            data = b""
        if not data:
            self._drop(pipe)
        elif upwards:
            pipe.up += len(data)
        else:
            pipe.down += len(data)

    def _drop(self, pipe: Pipe, *, reset: bool = False) -> None:
        if pipe not in self.pipes:
            return
        self.pipes.discard(pipe)
        for end in (pipe.client, pipe.server):
            self.selector.unregister(end)
        pipe.close(reset=reset)
