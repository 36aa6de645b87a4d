"""Who is asking, when a proxy stands before the site: forwarded headers are believed from `TRUSTED_PROXIES` alone (QUA-3.12)."""

from __future__ import annotations

import ipaddress
from collections.abc import Sequence

from django.conf import settings

from config.asgi_types import Application, Receive, Scope, Send

FORWARDED = b"x-forwarded-"
SECURE = {"http": "https", "websocket": "wss"}

Network = ipaddress.IPv4Network | ipaddress.IPv6Network


def networks(texts: Sequence[str]) -> list[Network]:
    """Read addresses and networks. Raises `ValueError` for anything else."""
    return [ipaddress.ip_network(text.strip()) for text in texts]


class TrustedProxies:
    """Puts the address and the scheme that a trusted proxy tells in place of the proxy's own; takes away what others say."""

    def __init__(self, application: Application) -> None:
        self.application = application
        self.trusted = networks(settings.TRUSTED_PROXIES)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on as the visitor made it."""
        if scope["type"] in SECURE:
            told = [(name, value.decode("latin-1")) for name, value in scope["headers"] if name.startswith(FORWARDED)]
            headers = [(name, value) for name, value in scope["headers"] if not name.startswith(FORWARDED)]
            scope = {**scope, "headers": headers}
            if told and self._trusts((scope.get("client") or [""])[0]):
                scope |= self._as_told(scope["type"], told)
        await self.application(scope, receive, send)

    def _as_told(self, kind: str, told: Sequence[tuple[bytes, str]]) -> Scope:
        changes: Scope = {}
        lines = [value for name, value in told if name == b"x-forwarded-for"]
        chain = [hop.strip() for hop in ",".join(lines).split(",")]
        # Each proxy has added whom it saw, so the last that is no proxy of ours is the visitor; the rest is hearsay.
        visitor = next((hop for hop in reversed(chain) if not self._trusts(hop)), chain[0])
        if _is_address(visitor):
            changes["client"] = [visitor, 0]
        if (b"x-forwarded-proto", "https") in told:
            changes["scheme"] = SECURE[kind]
        return changes

    def _trusts(self, address: str) -> bool:
        return _is_address(address) and any(ipaddress.ip_address(address) in network for network in self.trusted)


def _is_address(text: str) -> bool:
    try:
        ipaddress.ip_address(text)
    except ValueError:
        return False
    return True
