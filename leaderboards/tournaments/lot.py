"""The lot: what nothing else decides, anybody can work out again from the seed of the tournament (RNK-7.10)."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from typing import TypeVar

Name = TypeVar("Name", int, str)


def digest(seed: str, *parts: object) -> str:
    """Hexadecimal SHA-256 of `<seed>:<part>:...`; the smaller one is drawn first."""
    return sha256(":".join((seed, *map(str, parts))).encode()).hexdigest()


def order(seed: str, ids: Iterable[Name]) -> list[Name]:
    """The participants as the lot puts them: ascending `digest` of the seed and their id."""
    return sorted(ids, key=lambda one: digest(seed, one))
