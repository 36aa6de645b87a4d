"""Judges a history against the rows of the database: checks C1 to C7 of QUA-2.2, and time-outs (QUA-1.9).

`python -m tests.faults.checker FILE`.

C4 and C5 are also the site's own: every table is given to `games.tables.verification`, as `manage.py verify` does.
"""

from __future__ import annotations

import json
import re
import sys
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.faults.history import History, Operation, Witness, read
from tests.games.tables.folding import Client, Gap

if TYPE_CHECKING:
    from games.tables.models import Command, SealedAnswer, Table
    from tests.games.tables.audit import Audit

MOST_TOLD = 20
"""Faults of each check that are told in words."""

CHAIN = re.compile(r"^version \d+ is missing|chain")
"""What the site's own verification says of versions and the chain (C4); the rest is about positions and results (C5)."""


@dataclass
class Findings:
    """Figures, and what each check found wrong."""

    acknowledged: int = 0
    found: int = 0
    lost: int = 0
    duplicates: int = 0
    unknown_before: int = 0
    unknown_after: int = 0
    frames: int = 0
    bytes: int = 0
    mismatching_frames: int = 0
    gaps: int = 0
    time_outs: int = 0
    wrong_time_outs: int = 0
    tables: int = 0
    commands: int = 0
    faults: dict[str, list[str]] = field(default_factory=dict)

    def fault(self, check: str, what: str) -> None:
        """This check has found something."""
        told = self.faults.setdefault(check, [])
        if len(told) < MOST_TOLD:
            told.append(what)


def examine(history: History) -> Findings:
    """All checks over all tables of a history."""
    from games.tables.models import Table

    findings = Findings()
    for table_id in history.tables:
        table = Table.objects.filter(pk=table_id).first()
        if table is None:
            findings.fault("C1", f"{table_id} is gone")
            continue
        findings.tables += 1
        operations = [operation for operation in history.operations.values() if operation.table == table_id]
        witnesses = {c: w for c, w in history.witnesses.items() if w.table == table_id}
        audit = _replayed(table, findings)
        _Rows(table, operations, audit, findings).check()
        _verify(table, findings)
        _check_time_outs(table, witnesses.values(), findings)
        if audit is not None:
            _check_frames(table, witnesses, audit, findings)
    return findings


def _replayed(table: Table, findings: Findings) -> Audit | None:
    from tests.games.tables.audit import Audit

    try:
        return Audit(table)
    except Exception as error:  # noqa: BLE001 (a record that cannot be replayed is a fault of C5, and nothing can be compared)
        findings.fault("C7", f"{table.pk} cannot be replayed: {error}")
        return None


class _Rows:
    """The operations at one table against its rows."""

    def __init__(self, table: Table, operations: list[Operation], audit: Audit | None, findings: Findings) -> None:
        self.table = table
        self.replaceable = {asked for moment in audit.moments for asked in moment.secret} if audit is not None else set()
        self.operations = operations
        self.findings = findings
        self.commands: dict[tuple[int, str], list[Command]] = defaultdict(list)
        for row in table.commands.order_by("version"):
            self.commands[row.seat, row.move_id].append(row)
        self.sealed: dict[tuple[int, str], SealedAnswer] = {(row.seat, row.move_id): row for row in table.sealed.all()}
        findings.commands += sum(map(len, self.commands.values()))

    def check(self) -> None:
        """C1 to C3, and the order of C4."""
        for operation in self.operations:
            name = f"{operation.table} seat {operation.seat} {operation.move_id}"
            rows = self.commands.get((operation.seat, operation.move_id), [])
            self._count(operation, rows)
            if operation.outcome == "ok":
                self._done(name, operation, rows)
            elif operation.outcome == "fail" and (rows or self._key(operation) in self.sealed):
                self.findings.fault("C2", f"{name} was refused with {operation.attempts[-1].code}, and is done")
            if operation.outcome == "unknown":
                self.findings.unknown_after += 1
                self.findings.fault("C3", f"{name} was never answered")
            self._honest(name, operation)
        for key, rows in self.commands.items():
            if len(rows) > 1:
                self.findings.duplicates += len(rows) - 1
                self.findings.fault("C1", f"{self.table.pk}: {len(rows)} rows for {key}")
        self._prompts_answered_once()
        self._order()

    @staticmethod
    def _key(operation: Operation) -> tuple[int, str]:
        return operation.seat, operation.move_id

    def _count(self, operation: Operation, rows: list[Command]) -> None:
        self.findings.unknown_before += any(attempt.outcome == "unknown" for attempt in operation.attempts)
        if operation.outcome == "ok":
            self.findings.acknowledged += 1
            kept = bool(rows) or self._key(operation) in self.sealed
            self.findings.found += kept
            self.findings.lost += not kept

    def _done(self, name: str, operation: Operation, rows: list[Command]) -> None:
        """C1: acknowledged, so one row with that version, seat and choice; of sealed answers the last of a seat counts."""
        sealed = self.sealed.get(self._key(operation))
        for attempt in operation.attempts:
            if attempt.outcome != "ok":
                continue
            versions = {row.version for row in rows} | ({sealed.acked} if sealed is not None else set())
            if attempt.version not in versions:
                self.findings.fault("C1", f"{name} was acknowledged with version {attempt.version}, and is at {sorted(versions)}")
        kept: list[Command | SealedAnswer] = [*rows, *([sealed] if sealed is not None else [])]
        for row in kept:
            if row.choice != operation.choice:
                self.findings.fault("C1", f"{name} chose {operation.choice}, and the row says {row.choice}")
        if sealed is not None and not rows and not self._replaced(sealed):
            self.findings.fault("C1", f"{name} was sealed at {sealed.asked}, and nothing came of it")

    def _replaced(self, sealed: SealedAnswer) -> bool:
        """Its window is still open, or the seat thought better of it."""
        later = [
            row for row in self.sealed.values() if (row.seat, row.asked) == (sealed.seat, sealed.asked) and row.pk > sealed.pk
        ]
        closed = any(row.asked == sealed.asked for rows in self.commands.values() for row in rows if row.seat == sealed.seat)
        return bool(later) or not closed

    def _honest(self, name: str, operation: Operation) -> None:
        """C2 for each answer: what was definitely refused before anything else was sent cannot have been done (QUA-1.3)."""
        first = operation.attempts[0]
        for attempt in operation.attempts[1:]:
            if first.outcome == "fail" and attempt.dup and (first.answered or 0.0) < attempt.sent:
                self.findings.fault("C2", f"{name} was refused with {first.code}, but had been done")
            if attempt.outcome != "fail":
                break

    def _prompts_answered_once(self) -> None:
        """C1: one prompt has at most one answer (QUA-1.2); of a secret one the last counts, which the replay knows."""
        answered: dict[tuple[int, int], int] = defaultdict(int)
        for rows in self.commands.values():
            for row in rows:
                if row.act == "choose" and row.asked is not None:
                    answered[row.seat, row.asked] += 1
        for (seat, asked), times in answered.items():
            if times > 1 and (asked, seat) not in self.replaceable:
                self.findings.duplicates += times - 1
                self.findings.fault("C1", f"{self.table.pk}: prompt {asked}-{seat} was answered {times} times")

    def _order(self) -> None:
        """C4: if A was answered before B was sent, A's version is smaller. Sealed answers get theirs when all are in."""
        done = [
            (operation.first_ok.answered or 0.0, operation.attempts[0].sent, operation.first_ok.version or 0, operation.move_id)
            for operation in self.operations
            if operation.outcome == "ok" and self._key(operation) not in self.sealed
        ]
        answers = sorted((answered, version, move_id) for answered, _, version, move_id in done)
        latest, position, of = 0, 0, ""
        for _, sent, version, move_id in sorted(done, key=lambda entry: entry[1]):
            while position < len(answers) and answers[position][0] < sent:
                if answers[position][1] > latest:
                    latest, of = answers[position][1:]
                position += 1
            if version <= latest:
                self.findings.fault("C4", f"{self.table.pk}: {move_id} is version {version}, {of} before it {latest}")


def _verify(table: Table, findings: Findings) -> None:
    """C4 and C5, as `manage.py verify` does."""
    from games.tables.verification import verify

    for fault in verify(table).faults:
        check = "C4" if CHAIN.search(fault) else "C5"
        findings.fault(check, f"{table.pk}: {fault}")


def _check_time_outs(table: Table, witnesses: Iterable[Witness], findings: Findings) -> None:
    """QUA-1.9: time was up only when all the time had passed that somebody had been told was left."""
    rows = list(table.commands.filter(by="clock"))
    findings.time_outs += len(rows)
    if not rows:
        return
    told = [block for witness in witnesses for frame in witness.frames for block in _clock_blocks(json.loads(frame))]
    for row in rows:
        until = [
            at + timedelta(milliseconds=left)
            for version, at, seats in told
            for seat, left in seats.items()
            if seat == row.seat and (row.asked or 0) <= version < row.version
        ]
        if until and row.at < max(until):
            findings.wrong_time_outs += 1
            findings.fault("QUA-1.9", f"{table.pk}: time of seat {row.seat} was up at {row.at}, and had been to {max(until)}")


def _clock_blocks(message: dict[str, Any]) -> Iterable[tuple[int, datetime, dict[int, int]]]:
    """The clocks in a frame: version, when at the earliest (whole seconds are sent), what was left of those that run."""
    data = message["d"]
    if message["t"] in ("sync", "update") and "clocks" in data:
        clocks = data["clocks"]
        at = datetime.strptime(clocks["server_time"], "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=UTC)
        yield message["v"], at, running(clocks)


def running(clocks: dict[str, Any]) -> dict[int, int]:
    """What is left, in milliseconds, of each clock that runs."""
    left = {}
    for clock in clocks.get("seats", ()):
        if "window_ms" in clock or clock["running"]:
            left[clock["seat"]] = clock.get("window_ms", clock["left_ms"])
    return left


def _check_frames(table: Table, witnesses: dict[int, Witness], audit: Audit, findings: Findings) -> None:
    """C6 and C7."""
    clients: dict[int, Client] = {}
    for number, witness in witnesses.items():
        name = f"{table.pk} client {number} ({'spectator' if witness.viewer is None else witness.viewer})"
        findings.frames += len(witness.frames)
        findings.bytes += sum(map(len, witness.frames))
        clients[number] = _folded(name, witness.frames, findings)
        try:
            wrong = audit.faults(witness.viewer, witness.frames)
        except (LookupError, TypeError, ValueError) as error:
            wrong = [f"cannot be compared: {error!r}"]
        findings.mismatching_frames += len({fault.partition(":")[0] for fault in wrong})
        for fault in wrong:
            findings.fault("C7", f"{name}: {fault}")
        if witness.fresh_of is not None:
            _same(name, clients[witness.fresh_of], clients[number], findings)


def _folded(name: str, frames: Iterable[str], findings: Findings) -> Client:
    client = Client()
    for frame in frames:
        try:
            client.take(frame)
        except Gap:
            findings.gaps += 1  # the client says hello again, and what comes then is folded
        except AssertionError as error:
            findings.mismatching_frames += 1
            findings.fault("C6", f"{name}: {error}")
    return client


def _same(name: str, old: Client, fresh: Client, findings: Findings) -> None:
    try:
        old.same_as(fresh)
    except AssertionError as error:
        findings.fault("C6", f"{name}: what was folded at version {old.v} is not what is at {fresh.v}: {error}")


def main(path: str) -> int:
    """Check a file; the findings are printed as one object."""
    import django

    django.setup()
    findings: dict[str, Any] = asdict(examine(read(Path(path))))
    sys.stdout.write(json.dumps(findings) + "\n")
    return 1 if findings["faults"] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
