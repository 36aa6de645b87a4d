"""How often somebody may ask the API (PRO-10.4). Counted in the cache, which several processes share (`settings.CACHES`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle

from accounts.limits import is_shared, network_of
from accounts.models import User

if TYPE_CHECKING:
    from rest_framework.views import APIView  # which imports the settings, and by them this module


class Strangers(SimpleRateThrottle):
    """People without a name, by their network; not those of networks that many share."""

    scope = "anonymous"

    def get_cache_key(self, request: Request, view: APIView) -> str | None:
        """Where the requests are counted; None: nowhere."""
        address = str(request.META.get("REMOTE_ADDR", ""))
        if isinstance(request.user, User) or is_shared(address):
            return None
        return f"api:{network_of(address)}"


class Users(SimpleRateThrottle):
    """Whoever is logged in, guests too, from wherever."""

    scope = "user"

    def get_cache_key(self, request: Request, view: APIView) -> str | None:
        """Where the requests are counted; None: nowhere."""
        return f"api:user:{request.user.pk}" if isinstance(request.user, User) else None
