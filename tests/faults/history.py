"""What each client did and was told, line by line in a file: the evidence that the checker judges (QUA-2.4)."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

Act = Literal["choose", "undo"]


class Recorder:
    """Writes the history of one storm. All times are of one monotonic clock: seconds since the recorder was made."""

    def __init__(self, path: Path, **about: Any) -> None:
        self.path = path
        self.file = path.open("w", encoding="utf-8")
        self.began = time.monotonic()
        self.note("run", **about)

    def now(self) -> float:
        """Seconds since the beginning."""
        return round(time.monotonic() - self.began, 6)

    def note(self, kind: str, **what: Any) -> float:
        """One line; returns its time."""
        at = self.now()
        self.file.write(json.dumps({"k": kind, "at": at, **what}, separators=(",", ":")) + "\n")
        return at

    def close(self) -> None:
        """Everything is on its way to the disk."""
        self.file.close()


@dataclass
class Attempt:
    """One frame with a move, and what came of it."""

    re: str
    connection: int
    sent: float
    answered: float | None = None
    version: int | None = None
    dup: bool = False
    code: str = ""

    @property
    def outcome(self) -> Literal["ok", "fail", "unknown"]:
        """As QUA-2.4 names it."""
        return "fail" if self.code else "unknown" if self.version is None else "ok"


@dataclass
class Operation:
    """A move that a client wanted made, under one `move_id`, however often it was sent."""

    table: str
    seat: int
    move_id: str
    act: Act
    expect: int
    choice: list[str]
    attempts: list[Attempt] = field(default_factory=list)

    @property
    def outcome(self) -> Literal["ok", "fail", "unknown"]:
        """The last definite word, if there is one after which nothing was sent that stayed without an answer."""
        oks = [attempt for attempt in self.attempts if attempt.outcome == "ok"]
        return "ok" if oks else self.attempts[-1].outcome

    @property
    def first_ok(self) -> Attempt:
        """The first word that it is done."""
        return min((attempt for attempt in self.attempts if attempt.outcome == "ok"), key=lambda attempt: attempt.answered or 0.0)


@dataclass
class Witness:
    """One client: as whom it came to which table, and every frame it received."""

    table: str
    viewer: int | None
    fresh_of: int | None = None
    """The client whose folded updates this one's snapshot must equal; it came when all was over."""
    frames: list[str] = field(default_factory=list)


@dataclass
class History:
    """A history as it was read."""

    about: dict[str, Any] = field(default_factory=dict)
    operations: dict[tuple[str, int, str], Operation] = field(default_factory=dict)
    witnesses: dict[int, Witness] = field(default_factory=dict)
    faults: list[tuple[float, str]] = field(default_factory=list)

    @property
    def tables(self) -> list[str]:
        """Every table that somebody was at."""
        return sorted({witness.table for witness in self.witnesses.values()})


def lines(path: Path) -> Iterator[dict[str, Any]]:
    """The lines of a history."""
    with path.open(encoding="utf-8") as file:
        for line in file:
            yield json.loads(line)


def read(path: Path) -> History:
    """A history from its file."""
    history = History()
    attempts: dict[str, Attempt] = {}
    for line in lines(path):
        _take(history, attempts, line)
    return history


def _take(history: History, attempts: dict[str, Attempt], line: Mapping[str, Any]) -> None:
    match line["k"]:
        case "run":
            history.about = {name: value for name, value in line.items() if name not in ("k", "at")}
        case "client":
            history.witnesses[line["c"]] = Witness(line["table"], line["viewer"], line.get("fresh_of"))
        case "frame":
            history.witnesses[line["c"]].frames.append(line["f"])
        case "fault":
            history.faults.append((line["at"], line["what"]))
        case "sent":
            key = (line["table"], line["seat"], line["move_id"])
            if key not in history.operations:
                history.operations[key] = Operation(*key, line["act"], line["expect"], line["choice"])
            attempt = attempts[line["re"]] = Attempt(line["re"], line["n"], line["at"])
            history.operations[key].attempts.append(attempt)
        case "answered":
            attempt = attempts[line["re"]]
            attempt.answered, attempt.version = line["at"], line.get("ok")
            attempt.dup, attempt.code = line.get("dup", False), line.get("fail", "")
