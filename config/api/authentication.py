"""Who asks the API (PRO-10.1): whoever is logged in on the pages, with the same cookie and the same proof against forgery."""

from __future__ import annotations

from typing import Any

from rest_framework.authentication import SessionAuthentication
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request


class PageSession(SessionAuthentication):
    """The session of the pages. What changes something needs the token of a page, whoever asks (QUA-3.10)."""

    def authenticate(self, request: Request) -> Any:
        """As whom somebody asks; None: as nobody. Raises `PermissionDenied` without the token."""
        if request.method not in SAFE_METHODS:
            self.enforce_csrf(request)
        return super().authenticate(request)

    def authenticate_header(self, request: Request) -> str:
        """What is told with 401 (RFC 9110): log in on the site."""
        return 'Cookie realm="Kartenhaus"'
