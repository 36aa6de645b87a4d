"""Ids and tokens from the system's random source (PRO-1.6, QUA-4.10)."""

import base64
import re
import secrets

TABLE_ID = "[a-z2-7]{10}"
"""What ids look like, as a regular expression; nothing else need be looked up."""

INVITE_TOKEN = "[A-Za-z0-9_-]{22}"  # noqa: S105 (a pattern)


def table_id() -> str:
    """10 characters of lower-case base32: 50 bits, said and typed without mistakes."""
    return base64.b32encode(secrets.token_bytes(7)).decode().lower()[:10]


def is_table_id(text: str) -> bool:
    """Whether this could be the id of a table."""
    return re.fullmatch(TABLE_ID, text) is not None


def invite_token() -> str:
    """An unguessable token for joining by link, apart from the table's id."""
    return secrets.token_urlsafe(16)
