"""Lets sockets in only from our own pages, or from programs that do not act with a browser's cookies (QUA-3.10)."""

import logging
from urllib.parse import urlsplit

from django.conf import settings
from django.http.request import split_domain_port, validate_host

from config.asgi_types import Application, Receive, Scope, Send

logger = logging.getLogger("kartenhaus.security")

DEFAULT_PORTS = {"http": 80, "https": 443}


class OriginGuard:
    """Refuses a foreign or `null` Origin before accept, with 403: nobody of ours is there to be told.

    Without an Origin it is no browser: it may come in, but cookies are taken away, so that only a token can say who
    it is.
    """

    def __init__(self, application: Application) -> None:
        self.application = application

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the socket on, with or without its cookies, or refuse it."""
        origins = _header(scope, b"origin")
        if not origins:
            headers = [(name, value) for name, value in scope["headers"] if name != b"cookie"]
            await self.application({**scope, "headers": headers}, receive, send)
        elif len(origins) == 1 and is_own_origin(origins[0], scope):
            await self.application(scope, receive, send)
        else:
            logger.warning("origin refused: %r", origins)
            await receive()
            await send({"type": "websocket.close"})


def is_own_origin(origin: str, scope: Scope) -> bool:
    """Tell whether a page with this origin is one of ours: scheme, host and port must all be the same."""
    place = _place(origin)
    return place is not None and place == _place(settings.SITE_URL or _called_as(scope))


def _called_as(scope: Scope) -> str:
    """Return the address that the browser used, or "" if we do not answer to that name."""
    hosts = _header(scope, b"host")
    if len(hosts) != 1 or not validate_host(split_domain_port(hosts[0])[0], settings.ALLOWED_HOSTS):
        return ""
    scheme = "https" if scope.get("scheme") in {"https", "wss"} else "http"
    return f"{scheme}://{hosts[0]}"


def _place(address: str) -> tuple[str, str, int] | None:
    """Return scheme, host and port, or nothing if this is not an origin."""
    try:
        parts = urlsplit(address)
        port = parts.port or DEFAULT_PORTS[parts.scheme]
    except (KeyError, ValueError):
        return None
    if not parts.hostname or parts.path or parts.query or parts.fragment or parts.username is not None:
        return None
    return parts.scheme, parts.hostname, port


def _header(scope: Scope, wanted: bytes) -> list[str]:
    return [value.decode("latin-1") for name, value in scope["headers"] if name == wanted]
