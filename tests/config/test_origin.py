"""Who may open a socket (QUA-3.10)."""

import asyncio
from typing import Any

import pytest
from pytest_django import Settings

from config.origin import OriginGuard

Headers = list[tuple[bytes, bytes]]
COOKIE = (b"cookie", b"kartenhaus_session=abc")


def knock(headers: Headers, scheme: str = "ws") -> tuple[Headers | None, list[dict[str, Any]]]:
    """Return the headers with which the application was called, if it was, and what else was sent."""
    called: list[Headers] = []
    sent: list[dict[str, Any]] = []

    async def application(scope: Any, receive: Any, send: Any) -> None:
        called.append(scope["headers"])

    async def receive() -> dict[str, Any]:
        return {"type": "websocket.connect"}

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    asyncio.run(OriginGuard(application)({"type": "websocket", "scheme": scheme, "headers": headers}, receive, send))
    return called[0] if called else None, sent


@pytest.fixture(autouse=True)
def hosts(settings: Settings) -> None:
    settings.ALLOWED_HOSTS = ["localhost", "127.0.0.1", "[::1]", "spiele.example"]
    settings.SITE_URL = ""


@pytest.mark.parametrize(
    ("origin", "host", "scheme"),
    [
        (b"http://127.0.0.1:8000", b"127.0.0.1:8000", "ws"),
        (b"http://[::1]:8000", b"[::1]:8000", "ws"),
        (b"http://localhost", b"localhost", "ws"),
        (b"http://localhost", b"localhost:80", "ws"),
        (b"https://spiele.example", b"spiele.example", "wss"),
        (b"https://SPIELE.example", b"spiele.example:443", "wss"),
    ],
)
def test_own_pages_come_in_with_their_cookies(origin: bytes, host: bytes, scheme: str) -> None:
    headers = [(b"host", host), (b"origin", origin), COOKIE]
    assert knock(headers, scheme) == (headers, [])


@pytest.mark.parametrize(
    "origin",
    [
        b"null",
        b"",
        b"http://evil.example",
        b"http://127.0.0.1",
        b"http://127.0.0.1:8001",
        b"http://127.0.0.1:800",
        b"http://127.0.0.1:99999",
        b"http://127.0.0.1:x",
        b"https://127.0.0.1:8000",
        b"ws://127.0.0.1:8000",
        b"http://localhost:8000",
        b"http://127.0.0.1.evil.example:8000",
        b"http://127.0.0.1:8000@evil.example",
        b"http://user@127.0.0.1:8000",
        b"http://127.0.0.1:8000/page",
        b"http://127.0.0.1:8000?x",
        b"http://[::1",
        b"//127.0.0.1:8000",
        b"\xff\xfe",
    ],
)
def test_foreign_pages_are_refused_before_accept(origin: bytes) -> None:
    headers = [(b"host", b"127.0.0.1:8000"), (b"origin", origin), COOKIE]
    assert knock(headers) == (None, [{"type": "websocket.close"}])


@pytest.mark.parametrize(
    "headers",
    [
        [(b"origin", b"http://127.0.0.1:8000")],
        [(b"host", b"127.0.0.1:8000"), (b"host", b"127.0.0.1:8000"), (b"origin", b"http://127.0.0.1:8000")],
        [(b"host", b"127.0.0.1:8000"), (b"origin", b"http://127.0.0.1:8000"), (b"origin", b"http://127.0.0.1:8000")],
        [(b"host", b"evil.example"), (b"origin", b"http://evil.example")],
    ],
)
def test_a_host_that_is_not_ours_is_refused(headers: Headers) -> None:
    """Otherwise a name that an attacker points at us would be its own proof."""
    assert knock(headers) == (None, [{"type": "websocket.close"}])


def test_programs_come_in_without_cookies() -> None:
    headers = [(b"host", b"127.0.0.1:8000"), COOKIE, (b"authorization", b"Bearer x"), COOKIE]
    assert knock(headers) == ([(b"host", b"127.0.0.1:8000"), (b"authorization", b"Bearer x")], [])


def test_the_address_of_the_site_decides_if_it_is_set(settings: Settings) -> None:
    """Behind a proxy the server itself sees another scheme and port."""
    settings.SITE_URL = "https://spiele.example"
    inside = (b"host", b"127.0.0.1:8000")
    assert knock([inside, (b"origin", b"https://spiele.example")])[0] is not None
    assert knock([inside, (b"origin", b"http://127.0.0.1:8000")])[0] is None
