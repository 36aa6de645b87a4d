"""A private PostgreSQL cluster and a private Redis, which tests may kill, stop and start again (QUA-2.1)."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any, Self

from tests.running_site import free_port, is_alive

START_WITHIN = 60
LOOK_EVERY = 0.05
OWNER = "kartenhaus"
"""Of the database, and its name."""


def program(name: str) -> str:
    """Where a program of PostgreSQL or Redis is; Debian keeps PostgreSQL's out of the way."""
    kept = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), key=lambda path: int(path.parts[-3]))
    found = str(kept[-1]) if kept else shutil.which(name)
    assert found, f"{name} is needed: apt-get install postgresql redis-server"
    return found


def unprivileged() -> dict[str, Any]:
    """As whom PostgreSQL runs: it refuses to be root."""
    if os.getuid():
        return {}
    nobody = pwd.getpwnam("nobody")
    return {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}


def children(pid: int) -> list[int]:
    """The processes that this one has started."""
    try:
        return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split()]
    except (FileNotFoundError, ProcessLookupError):
        return []


class Service:
    """A child process that serves something on a port, always the same one."""

    name = ""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix=f"kartenhaus-{self.name}-"))
        self.port = free_port()
        self.process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        try:
            self.start()
        except BaseException:
            self.remove()
            raise
        return self

    def __exit__(self, *error: object) -> None:
        self.remove()

    def command(self) -> list[str]:
        """What is run."""
        raise NotImplementedError

    def answers(self) -> bool:
        """Whether it serves."""
        raise NotImplementedError

    def start(self) -> None:
        """Start it and wait until it serves; what a killed one has left may need a moment to go away."""
        end = time.monotonic() + START_WITHIN
        with (self.folder / "log").open("ab") as log:
            while True:
                assert time.monotonic() < end, f"{self.name}:\n{self.log}"
                if self.process is None or self.process.poll() is not None:
                    self.process = subprocess.Popen(
                        self.command(), cwd=self.folder, stdout=log, stderr=log, stdin=subprocess.DEVNULL, **self.runs_as()
                    )
                if self.answers():
                    return
                time.sleep(LOOK_EVERY)

    def runs_as(self) -> dict[str, Any]:
        """Who runs it."""
        return {}

    @property
    def log(self) -> str:
        """What it has said."""
        return (self.folder / "log").read_text(encoding="utf-8", errors="replace")

    def signal(self, sign: signal.Signals) -> None:
        """Send a signal to it, and wait for its end."""
        assert self.process is not None
        self.process.send_signal(sign)
        self.process.wait(30)

    def kill(self) -> None:
        """Kill it with all its processes, and wait until none is left."""
        assert self.process is not None
        family = children(self.process.pid)
        self.process.kill()
        for pid in family:
            if is_alive(pid):
                os.kill(pid, signal.SIGKILL)
        self.process.wait()
        while any(map(is_alive, family)):
            time.sleep(LOOK_EVERY)

    def remove(self) -> None:
        """Nothing is left of it."""
        if self.process is not None and self.process.poll() is None:
            self.kill()
        shutil.rmtree(self.folder, ignore_errors=True)


class Postgres(Service):
    """A cluster with the durability it comes with, and one empty database."""

    name = "postgresql"

    def __init__(self) -> None:
        super().__init__()
        if as_whom := unprivileged():
            os.chown(self.folder, as_whom["user"], as_whom["group"])
        self.data = self.folder / "data"
        self.url = f"postgres://{OWNER}@127.0.0.1:{self.port}/{OWNER}"

    def runs_as(self) -> dict[str, Any]:
        """Not as root."""
        return unprivileged()

    def command(self) -> list[str]:
        """The postmaster."""
        return [program("postgres"), "-D", str(self.data), "-p", str(self.port), "-k", str(self.folder)]

    def start(self) -> None:
        """The first time make the cluster and the database."""
        new = not self.data.exists()
        if new:
            arguments = ["-D", str(self.data), "-U", OWNER, "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"]
            subprocess.run([program("initdb"), *arguments], check=True, capture_output=True, cwd=self.folder, **unprivileged())
        super().start()
        if new:
            self.run(f"CREATE DATABASE {OWNER}", "postgres")

    def run(self, sql: str, database: str = OWNER) -> str:
        """Run a statement as the owner; returns what psql prints."""
        where = ["-h", "127.0.0.1", "-p", str(self.port), "-U", OWNER, "-d", database]
        done = subprocess.run([program("psql"), *where, "-tAqc", sql], check=True, capture_output=True, text=True)
        return done.stdout.strip()

    def answers(self) -> bool:
        """Whether it accepts connections: it does not while it recovers."""
        where = ["-h", "127.0.0.1", "-p", str(self.port), "-U", OWNER, "-d", "postgres", "-t", "2"]
        return subprocess.run([program("pg_isready"), *where], check=False, capture_output=True).returncode == 0

    def end_sessions(self) -> int:
        """Terminate every session of the site; returns how many there were."""
        others = "datname = current_database() AND pid <> pg_backend_pid()"
        return int(self.run(f"SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE {others}"))  # noqa: S608


class Redis(Service):
    """A Redis that keeps nothing on disk: started again, it is empty."""

    name = "redis"

    def __init__(self) -> None:
        super().__init__()
        self.url = f"redis://127.0.0.1:{self.port}/0"

    def command(self) -> list[str]:
        """The server."""
        return [program("redis-server"), "--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]

    def answers(self) -> bool:
        """Whether it says so."""
        try:
            return self.say("PING").startswith(b"+PONG")
        except OSError:
            return False

    def say(self, command: str) -> bytes:
        """One command and the beginning of the answer."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=5) as line:
            line.sendall(f"{command}\r\n".encode())
            return line.recv(100)
