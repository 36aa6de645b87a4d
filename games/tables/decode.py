"""The one way JSON from outside is read, for sockets and later REST: size and depth first, then strictly (QUA-3.3, PRO-3.2)."""

from __future__ import annotations

import json
import re
from typing import Any, Never, TypeVar

import msgspec

from games.engine.errors import Text
from games.tables.codes import Refusal

MOST_BYTES = 16 * 1024
MOST_LEVELS = 8
LONGEST_NUMBER = 16
"""Digits of an integer; JavaScript is exact up to 15."""

STRINGS = re.compile(rb'"(?:[^"\\]|\\.)*+(?:"|\\?\Z)', re.DOTALL)
"""A string, also one that never ends: it must not be tried again from each of its quotes, which would take seconds."""

FORBIDDEN = re.compile(r"[\x00\ud800-\udfff]")

T = TypeVar("T")


def decode(data: str | bytes, shape: type[T]) -> T:
    """The message, of this shape; keys it does not know are ignored (PRO-1.7).

    Raises `Refusal` with `bad_message` for anything that is too large, too deep, not JSON, or not of the shape.
    """
    try:
        raw = data.encode() if isinstance(data, str) else data
        text = raw.decode()
    except UnicodeError:
        raise _bad("UTF-8") from None
    if len(raw) > MOST_BYTES:
        raise Refusal("bad_message", Text("error.too_large", {"limit": MOST_BYTES}))
    if _levels(raw) > MOST_LEVELS:
        raise Refusal("bad_message", Text("error.too_deep", {"limit": MOST_LEVELS}))
    try:
        value = json.loads(text, object_pairs_hook=_object, parse_constant=_constant, parse_float=_float, parse_int=_int)
    except ValueError as error:
        raise _bad(str(error)) from None
    _check_text(value)
    try:
        return msgspec.convert(value, shape)
    except msgspec.ValidationError as error:
        raise _bad(str(error)) from None


def _bad(detail: str) -> Refusal:
    return Refusal("bad_message", Text("error.bad_message", {"detail": detail}))


def _levels(raw: bytes) -> int:
    """How deep brackets nest; text in strings does not count."""
    level = deepest = 0
    for byte in STRINGS.sub(b"", raw):
        if byte in b"[{":
            level += 1
            deepest = max(deepest, level)
        elif byte in b"]}":
            level -= 1
    return deepest


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) != len(pairs):
        raise ValueError("duplicate key")
    return made


def _constant(name: str) -> Never:
    raise ValueError(f"{name} is not a number")


def _float(text: str) -> Never:
    raise ValueError(f"{text[:LONGEST_NUMBER]} is not an integer")


def _int(text: str) -> int:
    if len(text) > LONGEST_NUMBER:
        raise ValueError("number too long")
    return int(text)


def _check_text(value: Any) -> None:
    """No NUL and no lone surrogate anywhere: both break later, on writing or in the database."""
    if isinstance(value, str):
        if FORBIDDEN.search(value):
            raise _bad("forbidden character")
    elif isinstance(value, dict):
        for key, part in value.items():
            _check_text(key)
            _check_text(part)
    elif isinstance(value, list):
        for part in value:
            _check_text(part)
