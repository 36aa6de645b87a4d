"""One run of a storm with a fault in it, judged and told: what every test of the catalogue does (QUA-2.3)."""

from __future__ import annotations

import asyncio
import os
import secrets
import statistics
import sys
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.faults.history import Recorder
from tests.faults.rig import Rig, figures
from tests.faults.storm import Size, Storm
from tests.running_site import ROOT

ASKED = os.environ.get("FAULTS", "20x100")
"""How big storms are: tables times moves, or `full` for the size of before a release (QUA-2.3)."""

FULL = ASKED == "full"

AFTERWARDS = 10
"""Moves at each table after the last fault that are enough where time is short."""

KEPT = ROOT / "var" / "faults"
"""Where histories stay if something is wrong."""


def size(pace: tuple[float, float] = (0.05, 0.4)) -> Size:
    """Of a storm."""
    tables, moves = ("100x300" if FULL else ASKED).split("x")
    return Size(int(tables), int(moves), pace, None if FULL else AFTERWARDS)


def seed() -> int:
    """As asked for, to repeat a run, or a new one."""
    return int(os.environ.get("FAULTS_SEED") or secrets.randbelow(2**31))


@dataclass
class Result:
    """A storm that is over, and what the checker says."""

    storm: Storm
    findings: dict[str, Any]


def run(
    rig: Rig,
    rule: str,
    test: str,
    fault: Callable[[Storm], Awaitable[None]] | None = None,
    of_size: Size | None = None,
    spread: bool = False,
) -> Result:
    """Raise a storm with this fault, check everything, print the figures; a history that proves something wrong is kept."""
    KEPT.mkdir(parents=True, exist_ok=True)
    chosen, number = of_size or size(), seed()
    path = KEPT / f"{test}-{rig.mode}-{number}.jsonl"
    recorder = Recorder(path, seed=number, mode=rig.mode, rule=rule, tables=chosen.tables, moves=chosen.moves)
    storm = Storm(rig.addresses, recorder, number, chosen, spread)
    try:
        try:
            asyncio.run(storm.run(fault))
        finally:
            recorder.close()
        began = time.monotonic()
        findings = judge(rig, path)
        tell(rule, rig, storm, findings)
        say(f"opened in {storm.opened_in:.1f} s, played in {storm.played_in:.1f} s, judged in {time.monotonic() - began:.1f} s")
        assert not storm.wrong, storm.wrong[:5]
        assert not findings["faults"], findings["faults"]
        assert findings["acknowledged"] == findings["found"]
        assert findings["acknowledged"] > 0
    except BaseException:
        sys.stdout.write(f"\n{repeat(rule, rig, test, number, path)}\n")
        raise
    path.unlink()
    return Result(storm, findings)


def judge(rig: Rig, path: Path) -> dict[str, Any]:
    """All checks over a history; what the site's own command says of everything is asked once, at the end (`conftest`)."""
    return figures(rig.command("tests.faults.checker", str(path)))


def repeat(rule: str, rig: Rig, test: str, number: int, path: Path) -> str:
    """What a failure says: how to see it again."""
    marker = " -m scaled" if rig.mode == "scaled" else ""
    return (
        f"{rule} {rig.mode} failed with seed {number}; history with the times of the faults: {path}\n"
        f"again: FAULTS_SEED={number} FAULTS={ASKED} .venv/bin/python -m pytest tests/faults -s{marker} -k {test}"
    )


def tell(rule: str, rig: Rig, storm: Storm, findings: dict[str, Any]) -> None:
    """The figures, for whoever runs the tests with `-s`."""
    names = (
        "acknowledged found lost duplicates unknown_before unknown_after frames bytes mismatching_frames gaps tables commands "
        "time_outs wrong_time_outs"
    ).split()
    told = ", ".join(f"{name} {findings[name]}" for name in names)
    refused = ", ".join(f"{code} {times}" for code, times in sorted(storm.refusals.items()))
    sys.stdout.write(
        f"\n{rule} {rig.mode}: {told}; refused {refused or 0}; level after {storm.level_after:.1f} s; "
        f"seed {storm.seed}; faults {findings['faults'] or 0}\n"
    )


def say(text: str) -> None:
    """One more line."""
    sys.stdout.write(f"{text}\n")


def spread_of(values: Sequence[float]) -> str:
    """Median, 95th percentile and largest, in seconds."""
    if not values:
        return "none"
    ordered = sorted(values)
    return (
        f"p50 {statistics.median(ordered):.2f} s, p95 {ordered[int(0.95 * (len(ordered) - 1) + 0.5)]:.2f} s, "
        f"max {ordered[-1]:.2f} s (n {len(ordered)})"
    )
