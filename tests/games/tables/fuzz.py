"""Frames made from the schemas of the messages: right ones, nearly right ones, and rubbish (QUA-3.2)."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from random import Random
from typing import Any

from tests.games.tables import schemas
from tests.games.tables.folding import Client

Message = dict[str, Any]

ODD: list[Any] = [
    None,
    True,
    False,
    -1,
    2**31,
    2**63,
    10**20,
    1.5,
    1e300,
    "",
    "x" * 300,
    "\0",
    "\ud800",
    "ü",
    [],
    [[]],
    {},
    {"a": {}},
    [None],
]
LETTERS = "abcXYZ019_-"


def made(part: Any, root: Any, rng: Random) -> Any:
    """Something that is as a schema of a client's message says."""
    if "$ref" in part:
        return made(root["$defs"][part["$ref"].rpartition("/")[2]], root, rng)
    if "const" in part:
        return part["const"]
    if "enum" in part:
        return rng.choice(part["enum"])
    kind = part["type"]
    if kind == "object":
        required = part.get("required", ())
        chosen = [key for key in part.get("properties", {}) if key in required or rng.random() < 0.5]
        return {key: made(part["properties"][key], root, rng) for key in chosen}
    if kind == "array":
        return [made(part["items"], root, rng) for _ in range(min(rng.choice((0, 1, 2, 9, 200)), part.get("maxItems", 200)))]
    if kind == "integer":
        least, most = part["minimum"], part["maximum"]
        return rng.choice((least, most, rng.randint(least, most), rng.randint(least, least + 20)))
    if kind == "string":
        longest = part.get("maxLength", 400)
        length = rng.choice((part.get("minLength", 0), longest, rng.randint(1, longest)))
        return "".join(rng.choice(LETTERS if "pattern" in part else LETTERS + 'äß€😀\n"\\ ') for _ in range(length))
    return rng.random() < 0.5


def damaged(value: Any, rng: Random) -> Any:
    """The same with one thing somewhere in it gone, added, or of another kind."""
    damage = copy.deepcopy(value)
    places: list[Any] = []
    open_ones = [damage]
    while open_ones:
        part = open_ones.pop()
        if isinstance(part, dict | list) and part:
            places.append(part)
            open_ones += part.values() if isinstance(part, dict) else part
    place = rng.choice(places)
    key = rng.choice(list(place)) if isinstance(place, dict) else rng.randrange(len(place))
    if rng.random() < 0.3:
        del place[key]
    else:
        place[key] = rng.choice(ODD)
    return damage


class Grammar:
    """Makes frames; some know what a client knows, so that they get further than the reader."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.kinds = sorted(kind for side, kind in schemas.kept() if side == "client")
        self.number = 0

    def frame(self, client: Client) -> tuple[str, str | bytes]:
        """A frame, and what sort it is."""
        sorts: dict[str, Callable[[Client], str | bytes]] = {
            "valid": lambda client: json.dumps(self.message(client)),
            "nearly valid": lambda client: json.dumps(damaged(self.message(client), self.rng)),
            "changed bytes": self.changed,
            "random text": lambda _: "".join(
                chr(self.rng.choice((34, 91, 123, 92, 8364)) + self.rng.randrange(3)) for _ in range(60)
            ),
            "binary": lambda client: self.rng.choice(
                (self.rng.randbytes(self.rng.randint(0, 200)), self.changed(client).encode())
            ),
            "too much": lambda _: self.rng.choice(("[", '{"a":', '"', "9", " ")) * self.rng.choice((3_000, 5_000, 60_000)),
        }
        sort = self.rng.choices(list(sorts), (50, 25, 10, 6, 6, 3))[0]
        return sort, sorts[sort](client)

    def message(self, client: Client) -> Message:
        """A message of any kind, as its schema says; a move often answers what is asked."""
        kind = self.rng.choice(self.kinds)
        if kind == "resign" and self.rng.random() < 0.9:
            kind = "move"  # a game that is over is no target
        root = schemas.schema("client", kind)
        message: Message = made(root, root, self.rng)
        self.number += 1
        if "id" in message:
            message["id"] = f"f-{self.number}"
        if kind == "move" and client.prompts and self.rng.random() < 0.7:
            prompt = client.prompts[0]
            options = [option["id"] for option in prompt["options"]]
            message["d"] |= {"prompt": prompt["id"], "expect": prompt["issued"], "choice": [self.rng.choice(options)]}
        if kind == "hello" and self.rng.random() < 0.5:
            message["d"] = {"lang": "de", "caps": [], "client": "fuzz"}
        return message

    def changed(self, client: Client) -> str:
        """A message with a few bytes changed, lost or doubled."""
        frame = bytearray(json.dumps(self.message(client)).encode())
        for _ in range(self.rng.randint(1, 4)):
            at = self.rng.randrange(len(frame))
            frame[at : at + self.rng.randint(0, 2)] = self.rng.randbytes(self.rng.randint(0, 2)) or b'"'
        return frame.decode("utf-8", "replace")
