"""The site as child processes that may be killed: embedded, one `manage.py up` with SQLite (QUA-2.1)."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Protocol

from tests.faults.visiting import Address
from tests.running_site import ROOT, START_WITHIN, RunningSite, environment

QUICK_BOTS = {"BOT_DELAY_MS": "10-50"}


class Rig(Protocol):
    """A running site with all that belongs to it."""

    mode: str

    @property
    def addresses(self) -> Sequence[Address]:
        """Its servers."""

    def signal_server(self, number: int, sign: signal.Signals) -> int:
        """Send a signal to a server process; returns its process id."""

    def wait_for_server(self, number: int, old: int) -> None:
        """Wait until the server is there again as another process than `old`; whoever has to start it has done so."""

    def pids(self) -> list[int]:
        """The processes of the servers."""

    def command(self, module: str, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run a Python module to its end, on this site's database."""


class Embedded:
    """`manage.py up`."""

    mode = "embedded"

    def __init__(self, folder: Path, **settings: str) -> None:
        self.folder = folder
        database = f"sqlite:///{folder / 'site.sqlite3'}"
        self.settings = {**QUICK_BOTS, "DATABASE_URL": database, "REDIS_URL": "", **settings}
        self.site = RunningSite(folder, **self.settings)

    def __enter__(self) -> Embedded:
        self.site.__enter__()
        return self

    def __exit__(self, *error: object) -> None:
        self.site.stop()

    @property
    def addresses(self) -> Sequence[Address]:
        """The one server."""
        return [Address(0, self.site.port)]

    def signal_server(self, number: int, sign: signal.Signals) -> int:
        """Send a signal to the server, not to `up`; it may be on its way up, then wait for it."""
        (pid,) = self.pids()
        os.kill(pid, sign)
        return pid

    def pids(self) -> list[int]:
        """The server's process, as soon as there is one."""
        end = time.monotonic() + START_WITHIN
        while not (servers := self.site.servers()):
            assert time.monotonic() < end, f"no server:\n{self.site.output}"
            time.sleep(0.02)
        return servers

    def wait_for_server(self, number: int, old: int) -> None:
        """`up` starts it again."""
        end = time.monotonic() + START_WITHIN
        while self.site.servers() in ([], [old]) or not self.addresses[0].answers():
            assert time.monotonic() < end, f"not started again within {START_WITHIN} s:\n{self.site.output}"
            time.sleep(0.02)

    def command(self, module: str, *arguments: str) -> subprocess.CompletedProcess[str]:
        """On the database of this site."""
        return run_module(environment(self.folder, **self.settings), module, *arguments)


def run_module(env: dict[str, str], module: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a Python module or, as `manage`, the site's own commands."""
    program = ["manage.py"] if module == "manage" else ["-m", module]
    return subprocess.run(
        [sys.executable, *program, *arguments],
        cwd=ROOT,
        env={"DJANGO_SETTINGS_MODULE": "config.settings", **env},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )


def figures(result: subprocess.CompletedProcess[str]) -> dict[str, Any]:
    """What a command says with `--json`, on its last line."""
    try:
        said: dict[str, Any] = json.loads(result.stdout.splitlines()[-1])
    except (IndexError, ValueError):
        raise AssertionError(f"status {result.returncode}\n{result.stdout}\n{result.stderr}") from None
    return said
