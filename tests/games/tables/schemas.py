"""Holds messages against the JSON Schemas kept beside the code (PRO section 11, test 8): the part of draft 2020-12 they use.

Written for tests that look at every frame; `test_schemas` compares it with a complete implementation. Keys that a schema does not
name are refused although readers ignore them (PRO-1.7): what we send ourselves is all described.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

from games.tables.schema import HOME

Schema = dict[str, Any]

ABOUT = {"$schema", "$id", "$defs", "title", "description", "default"}
TYPES: dict[str, tuple[type, ...]] = {
    "object": (dict,),
    "array": (list,),
    "string": (str,),
    "integer": (int,),
    "boolean": (bool,),
    "null": (type(None),),
}
seen: Counter[str] = Counter()
"""How many messages of each kind were looked at."""


@cache
def kept() -> dict[tuple[str, str], Schema]:
    """All schemas by side and kind."""
    return {(path.parent.name, path.stem): json.loads(path.read_text(encoding="utf-8")) for path in HOME.rglob("*.json")}


def schema(side: str, kind: str) -> Schema | None:
    """The schema of a message of the `server` or a `client`; None if there is none."""
    return kept().get((side, kind))


def check(side: str, message: dict[str, Any], strict: bool = True) -> None:
    """Raise `AssertionError` unless the message is as its schema says."""
    kind = message["t"]
    root = schema(side, kind)
    assert root is not None, f"no schema for {side}/{kind}: manage.py schemas --write"
    seen[f"{side}/{kind}"] += 1
    found = list(faults(root, message, root, strict))
    assert not found, f"{side}/{kind}.json: {'; '.join(found[:5])}"


def check_asked(message: dict[str, Any], answer: dict[str, Any]) -> None:
    """What a client asked is as its schema says, unless the server could not read it."""
    if answer["d"].get("code") != "bad_message":
        check("client", message)


def fits(side: str, message: dict[str, Any], strict: bool = False) -> bool:
    """Whether the message is as its schema says."""
    root = schema(side, message["t"])
    return root is not None and next(faults(root, message, root, strict), None) is None


def faults(part: Schema, value: Any, root: Schema, strict: bool = True, at: str = "$") -> Iterator[str]:
    """Whatever in a value is not as a schema says."""
    for keyword, rule in part.items():
        if keyword not in ABOUT:
            yield from RULES[keyword](rule, value, root, strict, at, part)


def _ref(rule: str, value: Any, root: Schema, strict: bool, at: str, _part: Schema) -> Iterator[str]:
    yield from faults(root["$defs"][rule.removeprefix("#/$defs/")], value, root, strict, at)


def _type(rule: str | list[str], value: Any, _root: Schema, _strict: bool, at: str, _part: Schema) -> Iterator[str]:
    names = [rule] if isinstance(rule, str) else rule
    kinds = [kind for name in names for kind in TYPES[name]]
    if not isinstance(value, tuple(kinds)) or (isinstance(value, bool) and bool not in kinds):
        yield f"{at} is no {rule}"


def _properties(rule: Schema, value: Any, root: Schema, strict: bool, at: str, part: Schema) -> Iterator[str]:
    if not isinstance(value, dict):
        return
    for key, held in value.items():
        if key in rule:
            yield from faults(rule[key], held, root, strict, f"{at}.{key}")
        elif strict and "additionalProperties" not in part:
            yield f"{at}.{key} is unknown"


def _additional(rule: Schema, value: Any, root: Schema, strict: bool, at: str, part: Schema) -> Iterator[str]:
    if isinstance(value, dict):
        for key, held in value.items():
            if key not in part.get("properties", {}):
                yield from faults(rule, held, root, strict, f"{at}.{key}")


def _names(rule: Schema, value: Any, root: Schema, strict: bool, at: str, _part: Schema) -> Iterator[str]:
    if isinstance(value, dict):
        for key in value:
            yield from faults(rule, key, root, strict, f"{at}: key {key}")


def _required(rule: list[str], value: Any, _root: Schema, _strict: bool, at: str, _part: Schema) -> Iterator[str]:
    if isinstance(value, dict):
        yield from (f"{at}.{key} is missing" for key in rule if key not in value)


def _items(rule: Schema, value: Any, root: Schema, strict: bool, at: str, _part: Schema) -> Iterator[str]:
    if isinstance(value, list):
        for number, held in enumerate(value):
            yield from faults(rule, held, root, strict, f"{at}[{number}]")


def _some(rule: list[Schema], value: Any, root: Schema, strict: bool, at: str, part: Schema) -> Iterator[str]:
    wrong = [list(faults(one, value, root, strict, at)) for one in rule]
    fitting = sum(not found for found in wrong)
    if not fitting or (fitting > 1 and "oneOf" in part):
        yield min(wrong, key=len)[0] if not fitting else f"{at} fits {fitting} of its kinds"


def _const(rule: Any, value: Any, _root: Schema, _strict: bool, at: str, _part: Schema) -> Iterator[str]:
    if value != rule:
        yield f"{at} is not {rule}"


def _enum(rule: list[Any], value: Any, _root: Schema, _strict: bool, at: str, _part: Schema) -> Iterator[str]:
    if value not in rule or isinstance(value, bool):
        yield f"{at} is {value!r}"


def _pattern(rule: str, value: Any, _root: Schema, _strict: bool, at: str, _part: Schema) -> Iterator[str]:
    if isinstance(value, str) and not re.search(rule.replace("$", r"\Z"), value, re.ASCII):
        yield f"{at} is {value!r}"


def _bound(rule: int, value: Any, at: str, measured: int, least: bool) -> Iterator[str]:
    if measured < rule if least else measured > rule:
        yield f"{at} is {str(value)[:40]}: {measured} is out of bounds"


def _minimum(rule: int, value: Any, _root: Schema, _strict: bool, at: str, _part: Schema) -> Iterator[str]:
    if isinstance(value, int):
        yield from _bound(rule, value, at, value, least=True)


def _maximum(rule: int, value: Any, _root: Schema, _strict: bool, at: str, _part: Schema) -> Iterator[str]:
    if isinstance(value, int):
        yield from _bound(rule, value, at, value, least=False)


def _shortest(rule: int, value: Any, _root: Schema, _strict: bool, at: str, _part: Schema) -> Iterator[str]:
    if isinstance(value, str):
        yield from _bound(rule, value, at, len(value), least=True)


def _longest(rule: int, value: Any, _root: Schema, _strict: bool, at: str, _part: Schema) -> Iterator[str]:
    if isinstance(value, str):
        yield from _bound(rule, value, at, len(value), least=False)


def _fewest(rule: int, value: Any, _root: Schema, _strict: bool, at: str, _part: Schema) -> Iterator[str]:
    if isinstance(value, list):
        yield from _bound(rule, value, at, len(value), least=True)


def _most(rule: int, value: Any, _root: Schema, _strict: bool, at: str, _part: Schema) -> Iterator[str]:
    if isinstance(value, list | dict):
        yield from _bound(rule, value, at, len(value), least=False)


RULES: dict[str, Callable[[Any, Any, Schema, bool, str, Schema], Iterator[str]]] = {
    "$ref": _ref,
    "type": _type,
    "properties": _properties,
    "additionalProperties": _additional,
    "propertyNames": _names,
    "required": _required,
    "items": _items,
    "anyOf": _some,
    "oneOf": _some,
    "const": _const,
    "enum": _enum,
    "pattern": _pattern,
    "minimum": _minimum,
    "maximum": _maximum,
    "minLength": _shortest,
    "maxLength": _longest,
    "minItems": _fewest,
    "maxItems": _most,
    "maxProperties": _most,
}
"""What each keyword asks for; one that is not here must not be used."""
