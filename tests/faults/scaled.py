"""The site as it runs on more than one process: two servers, PostgreSQL and Redis, all of them ours to kill (QUA-2.1)."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

from tests.faults.rig import QUICK_BOTS, run_module
from tests.faults.services import Postgres, Redis
from tests.faults.visiting import Address
from tests.running_site import ROOT, START_WITHIN, environment, free_port

LOOK_EVERY = 0.02


def start(env: dict[str, str], log: Path, *command: str) -> subprocess.Popen[bytes]:
    """One process of the site."""
    with log.open("ab") as file:
        return subprocess.Popen(
            [sys.executable, "manage.py", *command, "--skip-checks"],
            cwd=ROOT,
            env=env,
            stdin=subprocess.DEVNULL,
            stdout=file,
            stderr=file,
        )


class Server:
    """One `manage.py serve`, always on the same port."""

    def __init__(self, number: int, env: dict[str, str], log: Path) -> None:
        self.address = Address(number, free_port())
        self.env, self.log = env, log
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it and wait until it takes connections."""
        self.process = start(self.env, self.log, "serve", "--port", str(self.address.port))
        end = time.monotonic() + START_WITHIN
        while not self.address.answers():
            assert time.monotonic() < end, self.log.read_text(encoding="utf-8", errors="replace")[-5000:]
            assert self.process.poll() is None, self.log.read_text(encoding="utf-8", errors="replace")[-5000:]
            time.sleep(LOOK_EVERY)

    @property
    def pid(self) -> int:
        """Of the process."""
        assert self.process is not None
        return self.process.pid


class Scaled:
    """Two servers and a worker on one database."""

    mode = "scaled"
    COUNT = 2

    def __init__(self, folder: Path, **settings: str) -> None:
        self.folder = folder
        self.open = ExitStack()
        self.postgres, self.redis = Postgres(), Redis()
        self.env = environment(folder, **QUICK_BOTS, DATABASE_URL=self.postgres.url, REDIS_URL=self.redis.url, **settings)
        self.worker: subprocess.Popen[bytes] | None = None
        self.servers = [Server(number, self.env, folder / f"server{number}.log") for number in range(self.COUNT)]

    def __enter__(self) -> Scaled:
        with self.open:
            self.open.enter_context(self.postgres)
            self.open.enter_context(self.redis)
            for step in ("prepare", "migrate"):
                done = run_module(self.env, "manage", step)
                assert done.returncode == 0, done.stdout + done.stderr
            self.open.callback(self.stop)
            for server in self.servers:
                server.start()
            self.worker = start(self.env, self.folder / "worker.log", "worker")
            self.open = self.open.pop_all()
        return self

    def __exit__(self, *error: object) -> None:
        self.open.close()

    def stop(self) -> None:
        """End the servers and the worker."""
        started = [self.worker, *(server.process for server in self.servers)]
        running = [process for process in started if process is not None]
        for process in running:
            process.terminate()
        for process in running:
            try:
                process.wait(40)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()

    @property
    def addresses(self) -> Sequence[Address]:
        """Its servers."""
        return [server.address for server in self.servers]

    def pids(self) -> list[int]:
        """The processes of the servers."""
        return [server.pid for server in self.servers]

    def signal_server(self, number: int, sign: signal.Signals) -> int:
        """Send a signal to one of the servers."""
        os.kill(self.servers[number].pid, sign)
        return self.servers[number].pid

    def wait_for_server(self, number: int, old: int) -> None:
        """Wait for its end, and start it again."""
        server = self.servers[number]
        assert server.process is not None
        server.process.wait(40)
        server.start()

    def command(self, module: str, *arguments: str) -> subprocess.CompletedProcess[str]:
        """On the database of this site."""
        return run_module(self.env, module, *arguments)
