"""The proxy of the tests does what it says."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator

import pytest

from tests.proxy import Proxy


@pytest.fixture
def echo() -> Iterator[int]:
    """The port of a server that sends back whatever it is sent."""
    listener = socket.create_server(("127.0.0.1", 0))

    def answer(client: socket.socket) -> None:
        with client:
            try:
                while data := client.recv(1 << 16):
                    client.sendall(data)
            except OSError:
                return

    def serve() -> None:
        while True:
            try:
                client, _ = listener.accept()
            except OSError:
                return
            threading.Thread(target=answer, args=(client,), daemon=True).start()

    threading.Thread(target=serve, daemon=True).start()
    yield listener.getsockname()[1]
    listener.shutdown(socket.SHUT_RDWR)
    listener.close()


def line(proxy: Proxy) -> socket.socket:
    """A connection through the proxy."""
    return socket.create_connection(("127.0.0.1", proxy.port), timeout=5)


def heard(client: socket.socket, size: int) -> bytes:
    """So many bytes."""
    data = b""
    while len(data) < size:
        part = client.recv(1 << 16)
        assert part, "hung up"
        data += part
    return data


def silent(client: socket.socket, seconds: float = 0.2) -> bool:
    """Whether nothing comes, not even an end."""
    client.settimeout(seconds)
    try:
        client.recv(1)
    except TimeoutError:
        return True
    finally:
        client.settimeout(5)
    return False


def test_passes_everything_on(echo: int) -> None:
    with Proxy(echo) as proxy, line(proxy) as one, line(proxy) as two:
        data = bytes(range(256)) * 4000
        threading.Thread(target=one.sendall, args=(data,)).start()
        two.sendall(b"hello")
        assert heard(two, 5) == b"hello"
        assert heard(one, len(data)) == data
        one.shutdown(socket.SHUT_WR)
        assert one.recv(1) == b""


@pytest.mark.parametrize("reset", [False, True])
def test_cuts(echo: int, reset: bool) -> None:
    with Proxy(echo) as proxy, line(proxy) as client:
        client.sendall(b"x")
        heard(client, 1)
        assert proxy.cut(reset=reset) == 1
        if reset:
            with pytest.raises(ConnectionResetError):
                client.recv(1)
        else:
            assert client.recv(1) == b""
        with line(proxy) as again:
            again.sendall(b"y")
            assert heard(again, 1) == b"y"


def test_holds_back_and_lets_go(echo: int) -> None:
    with Proxy(echo) as proxy, line(proxy) as client:
        proxy.held_down = True
        client.sendall(b"hello")
        assert silent(client)
        proxy.held_down = False
        assert heard(client, 5) == b"hello"
        proxy.held_up = True
        client.sendall(b"again")
        assert silent(client)
        proxy.held_up = False
        assert heard(client, 5) == b"again"


def test_forgets_without_a_word(echo: int) -> None:
    with Proxy(echo) as proxy, line(proxy) as client:
        client.sendall(b"x")
        heard(client, 1)
        ends = proxy.forget()
        client.sendall(b"y")
        assert silent(client)
        for end in ends:
            end.close()


def test_refuses(echo: int) -> None:
    with Proxy(echo) as proxy:
        proxy.refusing = True
        with line(proxy) as client:
            assert client.recv(1) == b""
        proxy.refusing = False
        with line(proxy) as client:
            client.sendall(b"y")
            assert heard(client, 1) == b"y"


def test_slows_down(echo: int) -> None:
    with Proxy(echo) as proxy, line(proxy) as client:
        proxy.bytes_per_s = 20_000
        client.sendall(b"x" * 10_000)
        began = time.monotonic()
        heard(client, 10_000)
        assert time.monotonic() - began > 0.3
