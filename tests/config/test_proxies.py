"""Whose word is taken for who is asking (QUA-3.12)."""

import asyncio
from typing import Any

import pytest
from pytest_django import Settings

from config.proxies import TrustedProxies, networks

Headers = list[tuple[bytes, bytes]]
OTHER = (b"host", b"spiele.example")


@pytest.fixture(autouse=True)
def _proxies(settings: Settings) -> None:
    settings.TRUSTED_PROXIES = ["10.0.0.0/24", "::1"]


def seen(headers: Headers, peer: str | None = "10.0.0.7", kind: str = "http") -> dict[str, Any]:
    """What the application is told of a request."""
    scopes: list[dict[str, Any]] = []

    async def application(scope: Any, receive: Any, send: Any) -> None:
        scopes.append(scope)

    async def nothing(*_: Any) -> Any:
        return None

    scope: dict[str, Any] = {"type": kind, "headers": [OTHER, *headers]}
    if peer is not None:
        scope["client"] = [peer, 4711]
    if kind == "http":
        scope["scheme"] = "http"
    asyncio.run(TrustedProxies(application)(scope, nothing, nothing))
    assert scopes[0]["headers"] == [OTHER], "nobody further in can believe these headers"
    return scopes[0]


def forwarded(chain: str, proto: str = "http") -> Headers:
    return [(b"x-forwarded-for", chain.encode()), (b"x-forwarded-proto", proto.encode())]


@pytest.mark.parametrize(
    ("chain", "visitor"),
    [
        ("203.0.113.5", "203.0.113.5"),
        ("2001:db8::1", "2001:db8::1"),
        ("198.51.100.1, 203.0.113.5", "203.0.113.5"),
        ("203.0.113.5, 10.0.0.9", "203.0.113.5"),
        ("198.51.100.1,203.0.113.5 , ::1", "203.0.113.5"),
        ("10.0.0.8, 10.0.0.9", "10.0.0.8"),
        ("not an address", "10.0.0.7"),
        ("", "10.0.0.7"),
    ],
)
def test_a_trusted_proxy_says_who_is_asking(chain: str, visitor: str) -> None:
    """The last hop that is no proxy of ours: what the visitor has written before it is not believed."""
    assert seen(forwarded(chain))["client"][0] == visitor


def test_several_lines_are_one_list() -> None:
    headers = [(b"x-forwarded-for", b"198.51.100.1"), (b"x-forwarded-for", b"203.0.113.5")]
    assert seen(headers)["client"][0] == "203.0.113.5"


@pytest.mark.parametrize(("kind", "plain", "secure"), [("http", "http", "https"), ("websocket", None, "wss")])
def test_the_scheme(kind: str, plain: str | None, secure: str) -> None:
    assert seen(forwarded("203.0.113.5", "https"), kind=kind).get("scheme") == secure
    assert seen(forwarded("203.0.113.5", "http"), kind=kind).get("scheme") == plain
    assert seen(forwarded("203.0.113.5", "https"), "203.0.113.9", kind).get("scheme") == plain


@pytest.mark.parametrize("peer", ["203.0.113.9", "10.0.1.1", "::2", None])
def test_nobody_else_is_believed(peer: str | None) -> None:
    scope = seen([*forwarded("198.51.100.1", "https"), (b"x-forwarded-host", b"evil.example")], peer)
    assert scope.get("client", [None])[0] == peer
    assert scope["scheme"] == "http"


def test_without_proxies_nobody_is_believed(settings: Settings) -> None:
    settings.TRUSTED_PROXIES = []
    assert seen(forwarded("198.51.100.1"))["client"] == ["10.0.0.7", 4711]


def test_a_word_that_is_no_address_is_refused() -> None:
    with pytest.raises(ValueError, match="nginx"):
        networks(["nginx"])
