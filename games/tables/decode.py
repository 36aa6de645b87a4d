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

PLACE, MISSING = re.compile(r"at `([^`]*)`$"), re.compile(r"missing required field `([^`]*)`")
"""Where msgspec says that a value does not fit."""

T = TypeVar("T")


def decode(data: str | bytes, shape: type[T]) -> T:
    """The message, of this shape; keys it does not know are ignored (PRO-1.7).

    Raises `Refusal` with `bad_message` for anything that is too large, too deep, not JSON, or not of the shape.
    """
    try:
        raw = data.encode() if isinstance(data, str) else data
        text = raw.decode()
    except UnicodeError:
        raise bad("error.bad_character") from None
    if len(raw) > MOST_BYTES:
        raise bad("error.too_large", limit=MOST_BYTES)
    if _levels(raw) > MOST_LEVELS:
        raise bad("error.too_deep", limit=MOST_LEVELS)
    try:
        value = json.loads(text, object_pairs_hook=_object, parse_constant=_number, parse_float=_number, parse_int=_int)
    except json.JSONDecodeError as error:
        raise bad("error.bad_json", at=error.pos + 1) from None
    if b"\\u" in raw:  # JSON has no other way to write what is forbidden
        _check_text(value)
    return shaped(value, shape)


def shaped(value: Any, shape: type[T]) -> T:
    """A decoded value in its shape. Raises `Refusal` naming the place that does not fit."""
    try:
        return msgspec.convert(value, shape)
    except msgspec.ValidationError as error:
        missing = MISSING.search(str(error))
        place = PLACE.search(str(error))
        path = (place[1] if place else "$") + (f".{missing[1]}" if missing else "")
        raise bad("error.bad_shape", path=path) from None


def bad(key: str, **args: Any) -> Refusal:
    """The refusal of a message that cannot be read, with its reason."""
    return Refusal("bad_message", Text(key, args))


def _levels(raw: bytes) -> int:
    """How deep brackets nest at most; text in strings does not count, unless there are few brackets anyway."""
    brackets = raw.count(b"[") + raw.count(b"{")
    if brackets <= MOST_LEVELS:
        return brackets
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
        raise bad("error.duplicate_key")
    return made


def _number(text: str) -> Never:
    raise bad("error.bad_number", digits=LONGEST_NUMBER)


def _int(text: str) -> int:
    if len(text) > LONGEST_NUMBER:
        raise bad("error.bad_number", digits=LONGEST_NUMBER)
    return int(text)


def _check_text(value: Any) -> None:
    """No NUL and no lone surrogate anywhere: both break later, on writing or in the database."""
    if isinstance(value, str):
        if FORBIDDEN.search(value):
            raise bad("error.bad_character")
    elif isinstance(value, dict):
        for key, part in value.items():
            _check_text(key)
            _check_text(part)
    elif isinstance(value, list):
        for part in value:
            _check_text(part)
