"""Too large a body is refused, by its announced and by its real size (QUA-3.4)."""

import asyncio
import socket
from typing import Any

import pytest

from config.body_limit import MAX_BODY, BodyLimit, BodyTooLarge
from tests.running_site import RunningSite

Message = dict[str, Any]


async def read_all(scope: Any, receive: Any, send: Any) -> None:
    """Answer with the number of bytes that came."""
    size, more = 0, True
    while more:
        message = await receive()
        size, more = size + len(message["body"]), message["more_body"]
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": str(size).encode()})


async def answer_first(scope: Any, receive: Any, send: Any) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await read_all(scope, receive, send)


def request(application: Any, pieces: list[bytes], length: int | bytes | None = None) -> tuple[list[Message], int]:
    """Return what is sent, and how many pieces were read."""
    waiting = [{"type": "http.request", "body": piece, "more_body": True} for piece in pieces]
    waiting[-1]["more_body"] = False
    sent: list[Message] = []

    async def receive() -> Message:
        return waiting.pop(0)

    async def send(message: Message) -> None:
        sent.append(message)

    announced = length if isinstance(length, bytes) else str(length).encode()
    headers = [] if length is None else [(b"content-length", announced)]
    asyncio.run(BodyLimit(application)({"type": "http", "headers": headers}, receive, send))
    return sent, len(pieces) - len(waiting)


@pytest.mark.parametrize("size", [0, 1, MAX_BODY])
def test_what_fits_passes(size: int) -> None:
    sent, _ = request(read_all, [b"x" * size], size)
    assert sent[0]["status"] == 200
    assert sent[1]["body"] == str(size).encode()


def test_an_announced_size_is_refused_unread() -> None:
    sent, read = request(read_all, [b"x"], MAX_BODY + 1)
    assert sent[0]["status"] == 413
    assert read == 0


@pytest.mark.parametrize("length", [None, 5, b"lots"])
def test_a_real_size_is_refused_as_soon_as_it_is_reached(length: int | bytes | None) -> None:
    sent, read = request(read_all, [b"x" * (MAX_BODY // 2)] * 100, length)
    assert sent[0]["status"] == 413
    assert sent[1]["body"].decode().startswith("413 ")
    assert read == 3


def test_an_answer_that_has_begun_is_not_begun_again() -> None:
    with pytest.raises(BodyTooLarge):
        request(answer_first, [b"x" * MAX_BODY, b"x"])


@pytest.mark.parametrize("chunked", [False, True])
def test_the_server_refuses_without_reading_to_the_end(site: RunningSite, chunked: bool) -> None:
    """Through the real server: the answer comes although only part of the body was sent."""
    piece = b"x" * (MAX_BODY // 4)
    with socket.create_connection(("127.0.0.1", site.port), timeout=10) as line:
        head = f"POST /sprache/ HTTP/1.1\r\nHost: 127.0.0.1:{site.port}\r\n"
        size = "Transfer-Encoding: chunked" if chunked else f"Content-Length: {100 * MAX_BODY}"
        line.sendall(f"{head}{size}\r\n\r\n".encode())
        for _ in range(5):
            line.sendall(f"{len(piece):x}\r\n".encode() + piece + b"\r\n" if chunked else piece)
        assert line.recv(1000).startswith(b"HTTP/1.1 413 ")
