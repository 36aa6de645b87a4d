"""The frame that runs worked cases: reads case files, hands each case to the adapter of its game, reports what differs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

import msgspec

from games.engine.errors import BrokenData


class UnknownKind(Exception):
    """There is nothing yet that could say whether a case of this kind passes."""

    def __init__(self, kind: str) -> None:
        super().__init__(kind)
        self.kind = kind


class Adapter(Protocol):
    """Plays one case against the given card data and says what differs from its `then`; nothing if it passes.

    Raises `BrokenData` if the case does not say what a case of this game must say, `UnknownKind` if it is not one for it (yet).
    """

    def __call__(self, case: dict[str, Any], cards: bytes) -> list[str]: ...


@dataclass(frozen=True)
class Result:
    """One case, and what differs; nothing if it passed."""

    id: str
    title: str
    rules: list[str]
    differences: list[str] = field(default_factory=list)
    unknown: str = ""
    """The kind of case, if there is nothing yet that could play it: it has neither passed nor failed."""

    @property
    def passed(self) -> bool:
        return not self.differences and not self.unknown


class CaseHead(msgspec.Struct):
    """What every case says, whatever the game."""

    id: str
    title: str
    rules: list[str] = []


def read(path: Path) -> list[dict[str, Any]]:
    """The cases of a file. Raises `BrokenData` saying what is wrong with it."""
    try:
        file = msgspec.json.decode(path.read_bytes())
    except OSError as error:
        raise BrokenData("cases", f"{path}: {error.strerror}") from error
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BrokenData("cases", f"{path}: not JSON: {error}") from error
    cases = file.get("cases") if isinstance(file, dict) else None
    if not isinstance(cases, list) or not cases:
        raise BrokenData("cases", f'{path}: a case file is an object with a list "cases" that is not empty')
    checked = [_checked(case, f"{path}: case {number}") for number, case in enumerate(cases, 1)]
    twice = [name for name, count in Counter(case["id"] for case in checked).items() if count > 1]
    if twice:
        raise BrokenData("cases", f"{path}: the id {twice[0]} stands twice")
    return _with_logs(checked)


def _with_logs(cases: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Cases that take up the events of another one of their file (RNK-10) get all logs there are: events and what is voided."""
    inputs = {case["id"]: case["input"] for case in cases if isinstance(case.get("input"), dict)}
    borrowing = [given for given in inputs.values() if "events_of" in given]
    if borrowing:
        logs = {}
        for name, given in inputs.items():
            source, seen = given, {name}
            while "events" not in source and source.get("events_of", name) not in seen:
                seen.add(source["events_of"])
                source = inputs.get(source["events_of"], {})
            if "events" in source:
                logs[name] = {"events": source["events"], "voided": given.get("voided", [])}
        for given in borrowing:
            given["logs"] = logs
    return cases


def _checked(case: Any, where: str) -> dict[str, Any]:
    try:
        msgspec.convert(case, CaseHead)
    except msgspec.ValidationError as error:
        raise BrokenData("cases", f"{where}: {error}") from error
    checked: dict[str, Any] = case
    return checked


def run(cases: list[dict[str, Any]], adapter: Adapter, cards: bytes) -> Iterator[Result]:
    """The result of each case, in order. A case that is broken counts as failed and says why."""
    for case in cases:
        unknown = ""
        try:
            differences = adapter(case, cards)
        except BrokenData as error:
            differences = [f"broken case: {error}"]
        except UnknownKind as error:
            differences, unknown = [], error.kind
        yield Result(case["id"], case["title"], case.get("rules", []), differences, unknown)


def without_notes(value: Any) -> Any:
    """A case without its `note` and `why`, which explain and are not compared."""
    if isinstance(value, dict):
        return {key: without_notes(part) for key, part in value.items() if key not in ("note", "why")}
    return [without_notes(part) for part in value] if isinstance(value, list) else value
