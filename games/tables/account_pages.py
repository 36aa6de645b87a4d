"""Where a guest goes to get an account, as far as the site has such a page."""

from __future__ import annotations

from django.urls import Resolver404, resolve

KEEP = "/konto/behalten/"


def keep() -> str:
    """The page on which a guest becomes somebody with an account, or nothing."""
    try:
        resolve(KEEP)
    except Resolver404:
        return ""
    return KEEP
