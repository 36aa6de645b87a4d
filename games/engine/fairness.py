"""What makes a deal provable: the published hash of the secret, the seed, and the chain over the commands (PRO-9.1, PRO-9.2)."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence
from typing import Any

import msgspec

SECRET_BYTES = 32


def commit(secret: bytes) -> str:
    """SHA-256 of the secret as 64 hex digits, published before any card is dealt."""
    return hashlib.sha256(secret).hexdigest()


def seed(secret: bytes, table: str, nonces: Sequence[bytes] = ()) -> bytes:
    """The key of the dice: HMAC-SHA-256(secret, table id and nonces in seat order, each behind its length as two bytes)."""
    return hmac.digest(secret, b"".join(len(part).to_bytes(2, "big") + part for part in (table.encode(), *nonces)), "sha256")


def chain_key(secret: bytes) -> bytes:
    """The key of the chain of commands, apart from that of the dice."""
    return hmac.digest(secret, b"chain", "sha256")


def first_head(key: bytes, record: dict[str, Any]) -> str:
    """The head at version 0: over what the game began with (game, rules version, options, setup)."""
    return hmac.new(key, canonical(record), hashlib.sha256).hexdigest()


def next_head(key: bytes, head: str, command: dict[str, Any]) -> str:
    """The head after a command: HMAC-SHA-256(key, previous head and canonical command), as 64 hex digits."""
    return hmac.new(key, head.encode() + canonical(command), hashlib.sha256).hexdigest()


def canonical(value: object) -> bytes:
    """JSON with sorted keys, no spaces, non-ASCII unescaped: equal values, equal bytes (PRO-5.5)."""
    return msgspec.json.encode(value, order="sorted")
