"""Unguessable links to decks (QUA-4.10)."""

import secrets

PATTERN = "[A-Za-z0-9_-]{22}"
"""What they look like, as a regular expression."""


def new() -> str:
    """One that nobody has."""
    return secrets.token_urlsafe(16)
