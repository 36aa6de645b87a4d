"""Runs the whole site for a test, as `manage.py up` does it for everybody."""

import fcntl
import hashlib
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
from functools import cache
from pathlib import Path
from typing import Self

from tests import databases

ROOT = Path(__file__).resolve().parent.parent
START_WITHIN = 120
STOP_WITHIN = 20


def free_port() -> int:
    """Return a port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def environment(var: Path, **changes: str) -> dict[str, str]:
    """Return an environment in which the commands touch nothing but `var` and the database that belongs to it."""
    inherited = {name: value for name, value in os.environ.items() if name != "DJANGO_ALLOW_ASYNC_UNSAFE"}
    return {**inherited, "KARTENHAUS_VAR": str(var), "DATABASE_URL": databases.url(var), **changes}


def run_command(*arguments: str, var: Path, **changes: str) -> subprocess.CompletedProcess[str]:
    """Run one `manage.py` command to its end."""
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        env=environment(var, **changes),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def is_alive(pid: int) -> bool:
    """Tell whether a process still runs; one that only waits for its parent does not."""
    try:
        status = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8")
    except (FileNotFoundError, ProcessLookupError):
        return False
    return status.rpartition(")")[2].split()[0] != "Z"


@cache
def prepared() -> Path:
    """A folder with the static files and a migrated database, as `up` makes both: once for this run and later ones.

    `up` looks at both all the same and brings up to date what has changed since; only changed migrations ask for a new folder.
    """
    digest = hashlib.sha256()
    for migration in sorted(ROOT.glob("*/**/migrations/*.py")):
        digest.update(migration.read_bytes())
    folder = ROOT / "var" / "prepared" / digest.hexdigest()[:12]
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        for step in ("prepare", "migrate"):
            run_command(step, var=_migrated(folder), KARTENHAUS_VAR=str(folder)).check_returncode()
    return folder


def _migrated(folder: Path) -> Path:
    """Whose database is to be copied: on PostgreSQL one for each process of tests, as nobody may be connected to it."""
    return folder / str(os.getpid()) if databases.POSTGRESQL else folder


def furnish(var: Path) -> None:
    """Put into the folder of a site what `up` would make first, so that it finds it done."""
    copy_static_files(var)
    databases.copy(var, _migrated(prepared()))


def copy_static_files(var: Path) -> None:
    """As `prepare` collects them."""
    shutil.copytree(prepared() / "static", var / "static", copy_function=_link)
    shutil.copy2(prepared() / "static.stamp", var)


def _link(source: str, target: str) -> None:
    """The same file under another name, or a copy where that cannot be."""
    try:
        os.link(source, target)
    except OSError:
        shutil.copy2(source, target)


class RunningSite:
    """`manage.py up` in a process group of its own. As a context it waits for the address, and stops at the end."""

    start_within = START_WITHIN
    furnished = True

    def __init__(self, var: Path, *arguments: str, **changes: str) -> None:
        if self.furnished and not (var / "static").exists():
            furnish(var)
        self.var = var
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.log = var / "up.log"
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                [sys.executable, "manage.py", "up", "--port", str(self.port), *arguments],
                cwd=ROOT,
                env=environment(var, **changes),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    def __enter__(self) -> Self:
        try:
            self.wait_for(f"Kartenhaus: {self.url}")
        except BaseException:
            self.stop(signal.SIGKILL)
            raise
        return self

    def __exit__(self, *error: object) -> None:
        self.stop()

    @property
    def output(self) -> str:
        """All that `up` and its server have written so far."""
        return self.log.read_text(encoding="utf-8", errors="replace")

    def wait_for(self, text: str, times: int = 1) -> None:
        """Wait until the output has the text so many times."""
        end = time.monotonic() + self.start_within
        while self.output.count(text) < times:
            if self.process.poll() is not None:
                raise AssertionError(f"up ended with {self.process.returncode} before {text!r}:\n{self.output}")
            if time.monotonic() > end:
                raise AssertionError(f"no {text!r} within {self.start_within} s:\n{self.output}")
            time.sleep(0.05)

    def servers(self) -> list[int]:
        """Return the ids of the server processes: there should be one, or none while it is started again."""
        pid = self.process.pid
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split()
        return [int(child) for child in children if is_alive(int(child))]

    def kill_server(self) -> None:
        """Kill the server process, and wait until another one answers."""
        (old,) = self.servers()
        os.kill(old, signal.SIGKILL)
        end = time.monotonic() + self.start_within
        while self.servers() in ([], [old]) or not self.answers():
            if time.monotonic() > end:
                raise AssertionError(f"not started again within {self.start_within} s:\n{self.output}")
            time.sleep(0.05)

    def answers(self) -> bool:
        """Tell whether the port takes connections."""
        try:
            with socket.create_connection(("127.0.0.1", self.port), timeout=1):
                return True
        except OSError:
            return False

    def stop(self, number: int = signal.SIGINT) -> int:
        """Stop `up` and everything it started, and return its exit status."""
        if self.process.poll() is None:
            self.process.send_signal(number)
        return self.process.wait(STOP_WITHIN)

    def static_url(self, name: str) -> str:
        """Return the address of a static file: its name is made from its content."""
        stem, _, suffix = name.rpartition(".")
        pattern = re.compile(rf"{re.escape(Path(stem).name)}\.[0-9a-f]{{12}}\.{suffix}")
        folder = self.var / "static" / Path(name).parent
        (found,) = [path.name for path in folder.iterdir() if pattern.fullmatch(path.name)]
        return f"{self.url}/static/{Path(name).parent}/{found}"


class BareSite(RunningSite):
    """In an empty folder, so that `up` does all that there is to do on a new machine."""

    furnished = False
