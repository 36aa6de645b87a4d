"""How often somebody may do something from one network address (QUA-3.21), and what is told to whoever has done it too often."""

import ipaddress
import time

from django.conf import settings
from django.core.cache import cache

# One household usually has a whole network of this size (QUA-3.16).
IPV6_PREFIX = 64


class LimitReached(Exception):
    """That was too often; the middleware answers with 429 and says when it goes on."""

    def __init__(self, retry_after: int, *, guessing: bool = False) -> None:
        super().__init__(f"try again in {retry_after} s")
        self.retry_after = retry_after
        self.guessing = guessing
        """Whether it was about passwords or codes."""


def count_use(what: str, address: str, *, allowed: int, seconds: int) -> None:
    """Count one more use from the address, or raise: at most so many are allowed in so many seconds."""
    network = network_of(address)
    if is_shared(address):
        return
    window, passed = divmod(int(time.time()), seconds)
    key = f"limit:{what}:{network}:{window}"
    cache.add(key, 0, timeout=seconds)
    try:
        used = cache.incr(key)
    except ValueError:
        # The cache was full and has dropped the count.
        used = 1
    if used > allowed:
        raise LimitReached(retry_after=seconds - passed)


def network_of(address: str) -> str:
    """Return what counts as one address."""
    try:
        ip = ipaddress.ip_address(address)
    except ValueError:
        return "unknown"
    if ip.version == 4:
        return str(ip)
    return str(ipaddress.ip_network(f"{ip}/{IPV6_PREFIX}", strict=False))


def is_shared(address: str) -> bool:
    """Tell whether many people come from this address, as the operator has said."""
    try:
        ip = ipaddress.ip_address(address)
    except ValueError:
        return False
    return any(ip in ipaddress.ip_network(shared) for shared in settings.SHARED_ADDRESSES)
