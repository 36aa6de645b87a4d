"""The JSON Schemas (draft 2020-12) of all messages on a table's socket, made from their types and kept beside the code.

They are open where v1 may grow (PRO-1.7): readers ignore keys they do not know.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec

from games.tables import messages, shapes

HOME = Path(__file__).parent / "schemas"

DIALECT = "https://json-schema.org/draft/2020-12/schema"

Schema = dict[str, Any]

KEY = {"pattern": "^[a-z][a-z0-9_]*$"}

PLAIN: dict[str, Schema] = {
    "Plain": {
        "description": "No floats and no null (PRO-1.5).",
        "anyOf": [
            {"type": ["integer", "string", "boolean"]},
            {"type": "array", "items": {"$ref": "#/$defs/Plain"}},
            {"$ref": "#/$defs/Data"},
        ],
    },
    "Data": {
        "description": "Plain data with keys in snake case.",
        "type": "object",
        "propertyNames": KEY,
        "additionalProperties": {"$ref": "#/$defs/Plain"},
    },
    "Patch": {
        "description": "A JSON Merge Patch (RFC 7396): null for a key that goes.",
        "type": "object",
        "propertyNames": KEY,
        "additionalProperties": {
            "anyOf": [{"type": "null"}, {"$ref": "#/$defs/Patch"}, {"$ref": "#/$defs/Plain"}],
        },
    },
}
"""What is written by hand: data that has no type of its own."""


def documents() -> dict[str, Schema]:
    """All schemas by the path of their file below `HOME`."""
    sent = {f"server/{kind}.json": _sent(kind, shape) for kind, shape in shapes.SENT.items()}
    return sent | {f"client/{kind}.json": _asked(kind, payload) for kind, payload in messages.SHAPES.items()}


def text(document: Schema) -> str:
    """A schema as its file has it."""
    return json.dumps(document, indent=1) + "\n"


def _sent(kind: str, shape: shapes.Shape) -> Schema:
    """A message of the server."""
    payload, defs = _described(*shape.payloads)
    envelope: dict[str, tuple[shapes.When, Schema]] = {
        "t": ("always", {"const": kind}),
        "v": (shape.version, {"type": "integer", "minimum": 0}),
        "re": (shape.answers, _plain(msgspec.json.schema(messages.CorrelationId))),
        "d": ("always", payload),
    }
    return _document("server", kind, envelope, defs)


def _asked(kind: str, shape: type[Any]) -> Schema:
    """A message of a client; what has no required keys may come without a payload."""
    payload, defs = _described(shape)
    required = any(field.required for field in msgspec.structs.fields(shape))
    envelope: dict[str, tuple[shapes.When, Schema]] = {
        "t": ("always", {"const": kind}),
        "id": ("always" if kind in messages.ANSWERED else "maybe", _plain(msgspec.json.schema(messages.CorrelationId))),
        "d": ("always" if required else "maybe", payload),
    }
    return _document("client", kind, envelope, defs)


def _document(side: str, kind: str, envelope: dict[str, tuple[shapes.When, Schema]], defs: dict[str, Schema]) -> Schema:
    return {
        "$schema": DIALECT,
        "$id": f"urn:kartenhaus:v1:{side}:{kind}",
        "type": "object",
        "properties": {key: schema for key, (when, schema) in envelope.items() if when != "never"},
        "required": [key for key, (when, _) in envelope.items() if when == "always"],
        "$defs": defs,
    }


def _described(*payloads: type[Any]) -> tuple[Schema, dict[str, Schema]]:
    """The schema of a payload that is one of these, and the definitions it refers to."""
    refs, components = msgspec.json.schema_components(payloads, ref_template="#/$defs/{name}")
    defs = {name: _plain(schema) for name, schema in components.items()} | PLAIN
    for name, schema in defs.items():
        if name in shapes.GROWN_BY_GAMES:
            schema |= {"propertyNames": KEY, "additionalProperties": {"$ref": "#/$defs/Plain"}}
        if name == "Update":
            schema |= {"oneOf": [{"required": ["view"]}, {"required": ["merge"]}]}
    payload = refs[0] if len(refs) == 1 else {"anyOf": list(refs)}
    return payload, {name: defs[name] for name in sorted(_reached(payload, defs))}


def _plain(schema: Any) -> Any:
    """As the protocol has it: nothing is null, free data are plain, patterns are those of JavaScript."""
    if isinstance(schema, list):
        return [_plain(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    if schema == {"type": "object"}:
        return {"$ref": "#/$defs/Data"}
    shown = {key: _plain(part) for key, part in schema.items() if not (key == "default" and part is None)}
    if {"type": "null"} in shown.get("anyOf", ()):
        (one,) = [part for part in shown["anyOf"] if part != {"type": "null"}]
        return one
    if "pattern" in shown:
        shown["pattern"] = shown["pattern"].replace(r"\A", "^").replace(r"\Z", "$")
    if shown.get("required") == []:
        del shown["required"]
    return shown


def _reached(schema: Any, defs: dict[str, Schema]) -> set[str]:
    """The definitions that a schema refers to, directly or by others."""
    found: set[str] = set()
    open_ones = [schema]
    while open_ones:
        part = open_ones.pop()
        if isinstance(part, dict):
            open_ones += [value for key, value in part.items() if key != "$ref"]
            name = str(part.get("$ref", "")).rpartition("/")[2]
            if name and name not in found:
                found.add(name)
                open_ones.append(defs[name])
        elif isinstance(part, list):
            open_ones += part
    return found
