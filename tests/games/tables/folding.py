"""Folds what a viewer is sent into what a client shows, by the rules of the protocol alone; shares no code with the server."""

import json
import re
import zlib
from datetime import datetime, timedelta
from typing import Any

from tests.games.tables import schemas

KEY = re.compile(r"[a-z][a-z0-9_]*")
CLIENT_FACTS = ("view", "check", "prompts", "waiting_for", "undo", "table", "fairness")

PING_AFTER = 16
"""Updates after which a client says that it has them."""

ACKNOWLEDGING = 2**31
"""The number of such a ping, so that its pong is not taken for another one."""

DATES_APART = timedelta(seconds=10)
"""Dates in prompts stay as they were told: what table time is by the wall clock differs by moments from process to process, and a
credit for a downtime is told in the clocks alone."""

wrong: list[Exception] = []
"""What clients found wrong with what they were sent."""


class Gap(AssertionError):
    """An update does not follow on what the client has (PRO-5.6)."""


def read(frame: str) -> dict[str, Any]:
    """One frame, which must be as its schema says, and keep to PRO-1.5: no floats, no null but in a merge, snake case keys."""
    message: dict[str, Any] = json.loads(frame, parse_float=_refuse, parse_constant=_refuse)
    schemas.check("server", message)
    _check_plain(message)
    return message


def _refuse(text: str) -> Any:
    raise AssertionError(f"{text} in a frame")


def _check_plain(value: Any, in_merge: bool = False) -> None:
    if isinstance(value, dict):
        for key, part in value.items():
            assert KEY.fullmatch(key), key
            _check_plain(part, in_merge or key == "merge")
    elif isinstance(value, list):
        for part in value:
            _check_plain(part)
    else:
        assert value is not None or in_merge


def patched(target: Any, patch: Any) -> Any:
    """RFC 7396, as its section 2 writes it down."""
    if not isinstance(patch, dict):
        return patch
    result = dict(target) if isinstance(target, dict) else {}
    for key, value in patch.items():
        if value is None:
            result.pop(key, None)
        else:
            result[key] = patched(result.get(key), value)
    return result


def checksum(view: Any) -> str:
    """PRO-5.5."""
    canonical = json.dumps(view, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return f"{zlib.crc32(canonical.encode()):08x}"


def _without_dates(mine: list[Any], theirs: list[Any]) -> tuple[list[Any], list[Any]]:
    """Two lists of prompts without their deadlines, which may be some moments apart."""
    for one, other in zip(mine, theirs, strict=False):
        assert ("deadline" in one) == ("deadline" in other)
        if "deadline" in one:
            apart = datetime.fromisoformat(one["deadline"]) - datetime.fromisoformat(other["deadline"])
            assert abs(apart) <= DATES_APART, "deadline"
    one, other = ([prompt | {"deadline": ""} for prompt in prompts] for prompts in (mine, theirs))
    return one, other


class Client:
    """What one connection has been told so far. `send_message` makes it a socket of a live table."""

    def __init__(self) -> None:
        self.v = -1
        self.epoch = -1
        self.viewer: int | str = ""
        self.facts: dict[str, Any] = {}
        self.clocks: dict[str, Any] = {}
        """As they were told last; they change by themselves, so they are no part of what two clients must agree in."""
        self.log: list[Any] = []
        self.around: dict[str, Any] = {}
        """What belongs to no version: who is there."""
        self.said: dict[str, dict[str, Any]] = {}
        """The lines of the chat by id."""
        self.modes: list[str] = []
        self.frames: list[str] = []
        self.answers: dict[str, dict[str, Any]] = {}
        self.since_ping = 0
        """Updates taken in since this was last acknowledged (PRO-6.5)."""

    async def send_message(self, message: str) -> None:
        """As `hub.Socket` asks. What is wrong is noted for the end of the test: the server must not fail over it."""
        try:
            self.take(message)
        except Exception as error:
            wrong.append(error)
            raise

    async def tell(self, message: str, version: int, *, whole: bool = False) -> None:
        """As `hub.Socket` asks; this one always keeps up."""
        await self.send_message(message)

    def acknowledgement(self) -> dict[str, Any] | None:
        """The ping that is due when many updates have come without one, so that the server goes on (PRO-6.5)."""
        if self.since_ping < PING_AFTER:
            return None
        self.since_ping = 0
        return {"t": "ping", "d": {"n": ACKNOWLEDGING, "v": self.v}}

    def take(self, frame: str) -> dict[str, Any]:
        """Take in a frame; returns the message."""
        self.frames.append(frame)
        message = read(frame)
        if message["t"] == "sync":
            self._sync(message)
        elif message["t"] == "clock":
            self.clocks = message["d"]
        elif message["t"] == "update":
            assert message["v"] == message["d"]["v"]
            self.since_ping += 1
            self._update(message["d"])
        elif message["t"] == "presence":
            self.around = {"presence": message["d"]}
        elif message["t"] == "chat":
            self.said[message["d"]["id"]] = message["d"]
        elif message["t"] == "chat_removed":
            self.said.pop(message["d"]["id"], None)
        if "re" in message:
            assert message["re"] not in self.answers, "answered twice (QUA-1.3)"
            self.answers[message["re"]] = message
        return message

    def _sync(self, message: dict[str, Any]) -> None:
        data = message["d"]
        self.modes.append(data["mode"])
        self.around = {"presence": data["presence"]}
        self.said = {line["id"]: line for line in data["chat_tail"]}
        if data["mode"] == "events":
            assert data["epoch"] == self.epoch
            for update in data["updates"]:
                self._update(update)
            self.clocks = data.get("clocks", {})
            assert self.v == message["v"]
            return
        assert message["v"] >= self.v, "versions on a connection never fall (QUA-1.13)"
        self.v, self.epoch, self.viewer = message["v"], data["epoch"], data["viewer"]
        self.facts = {key: data[key] for key in CLIENT_FACTS if key in data}
        self.log = data.get("log_tail", [])
        self.clocks = data.get("clocks", {})
        if "view" in data:
            assert data["check"] == checksum(data["view"])

    def _update(self, update: dict[str, Any]) -> None:
        if update["v"] <= self.v:
            return
        if update["from"] != self.v:
            raise Gap(f"at {self.v}, got {update['from']} to {update['v']}")
        assert ("view" in update) != ("merge" in update), "a view or a merge (PRO-5.4)"
        view = update["view"] if "view" in update else patched(self.facts["view"], update["merge"])
        assert checksum(view) == update["check"], f"out of step at version {update['v']} (PRO-5.5)"
        self._check_events(update)
        self.clocks = update.get("clocks", {})
        self.v = update["v"]
        self.facts |= {key: update[key] for key in CLIENT_FACTS if key in update} | {"view": view}
        self.facts["fairness"] = self.facts["fairness"] | {"head": update["head"]}
        lines = [
            event["log"] | {name: event[name] for name in ("e", "by", "by_clock") if name in event}
            for event in update["events"]
            if "log" in event
        ]
        self.log = [*self.log, *lines][-50:]

    @staticmethod
    def _check_events(update: dict[str, Any]) -> None:
        """`i` is contiguous within a version, versions lie in the update and rise (PRO-5.7)."""
        versions = [event["v"] for event in update["events"]]
        assert versions == sorted(versions)
        assert all(update["from"] < version <= update["v"] for version in versions)
        for version in set(versions):
            indices = [event["i"] for event in update["events"] if event["v"] == version]
            assert indices == list(range(len(indices)))

    @property
    def prompts(self) -> list[dict[str, Any]]:
        """What this viewer is asked."""
        prompts: list[dict[str, Any]] = self.facts.get("prompts", [])
        return prompts

    @property
    def prompt(self) -> dict[str, Any]:
        """The one question there is."""
        (prompt,) = self.prompts
        return prompt

    @property
    def status(self) -> str:
        """Of the table."""
        return str(self.facts["table"]["status"])

    def same_as(self, other: "Client") -> None:
        """Both show the same (check C6)."""
        assert self.v == other.v
        for key in CLIENT_FACTS:
            mine, theirs = self.facts.get(key), other.facts.get(key)
            if key == "prompts" and mine and theirs:
                mine, theirs = _without_dates(mine, theirs)
            assert mine == theirs, key
        assert self.log == other.log
