"""The site that is measured: one of our own on a temporary database, or one that runs; and what its processes use."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

from games.tables.bench.wire import Refused

START_WITHIN = 120.0
STOP_WITHIN = 60.0
LOOK_EVERY = 0.1

OURS = ("manage.py", "local_scale.py")
"""What the command lines have in common of the processes that together are the site."""

NOT_COUNTED = ("postgres", "redis-server")
"""Databases are not the site; where they run elsewhere they could not be counted either."""

LISTENING = "0A"
TICK = os.sysconf("SC_CLK_TCK")
PAGE = os.sysconf("SC_PAGE_SIZE")


@contextmanager
def own(root: Path) -> Iterator[str]:
    """Run a site of our own, the embedded default; yields its address."""
    with tempfile.TemporaryDirectory(prefix="kartenhaus-bench-") as folder:
        port = _free_port()
        url = f"http://127.0.0.1:{port}"
        log = Path(folder) / "log"
        with log.open("wb") as output:
            site = subprocess.Popen(  # noqa: S603
                [sys.executable, str(root / "manage.py"), "up", "--port", str(port)],
                cwd=root,
                env=_embedded(Path(folder) / "var"),
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        try:
            _wait_for(site, f"Kartenhaus: {url}", log)
            yield url
        finally:
            site.send_signal(signal.SIGTERM)
            try:
                site.wait(STOP_WITHIN)
            except subprocess.TimeoutExpired:
                site.kill()
                site.wait()


def _embedded(var: Path) -> dict[str, str]:
    """The environment of a site that has everything by default, and lets a socket send as fast as it can."""
    chosen = ("DATABASE_URL", "REDIS_URL", "KARTENHAUS_ENV", "TRUSTED_PROXIES", "GUESTS_PER_HOUR", "SHARED_ADDRESSES")
    inherited = {name: value for name, value in os.environ.items() if name not in chosen}
    return {**inherited, "KARTENHAUS_VAR": str(var), "SOCKET_LIMITS": "false"}


def _wait_for(site: subprocess.Popen[bytes], text: str, log: Path) -> None:
    end = time.monotonic() + START_WITHIN
    while text not in (said := log.read_text(encoding="utf-8", errors="replace")):
        if site.poll() is not None or time.monotonic() > end:
            raise Refused(f"the site does not start:\n{said}")
        time.sleep(LOOK_EVERY)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Processes:
    """The processes of the site, if it runs on this machine: what they have used of the processor, and of memory."""

    def __init__(self, url: str) -> None:
        place = urlsplit(url)
        port = place.port or {"https": 443}.get(place.scheme, 80)
        self.roots = {_top(pid) for pid in _listeners(port)} if _is_here(place.hostname or "") else set()

    def processor(self) -> float | None:
        """Seconds of processor time so far; None if the site runs elsewhere."""
        return sum(map(_used, self._all())) if self.roots else None

    def memory(self) -> int | None:
        """Bytes in memory now; None if the site runs elsewhere."""
        return sum(map(_resident, self._all())) if self.roots else None

    def _all(self) -> set[int]:
        found, look_at = set(), list(self.roots)
        while look_at:
            pid = look_at.pop()
            if pid not in found and _read(pid, "comm").strip() not in NOT_COUNTED:
                found.add(pid)
                look_at += _children(pid)
        return found


def _is_here(host: str) -> bool:
    return Path("/proc/self/stat").exists() and (host in {"localhost", "::1"} or host.startswith("127."))


def _listeners(port: int) -> set[int]:
    """Who listens on this port, as far as we may see."""
    sockets = set()
    for name in ("tcp", "tcp6"):
        table = Path("/proc/net") / name
        for line in table.read_text(encoding="ascii").splitlines()[1:] if table.exists() else ():
            fields = line.split()
            if fields[3] == LISTENING and int(fields[1].rpartition(":")[2], 16) == port:
                sockets.add(f"socket:[{fields[9]}]")
    return {int(entry.name) for entry in Path("/proc").iterdir() if entry.name.isdecimal() and sockets & _files(entry)}


def _files(process: Path) -> set[str]:
    try:
        return {str(file.readlink()) for file in (process / "fd").iterdir()}
    except OSError:
        return set()


def _top(pid: int) -> int:
    """The process that has started all of the site of which this one is a part."""
    parent = int(_stat(pid)[1]) if _stat(pid) else 0
    line = _read(parent, "cmdline").replace("\0", " ") if parent > 1 else ""
    return _top(parent) if any(name in line for name in OURS) and "bench" not in line else pid


def _children(pid: int) -> list[int]:
    return [int(child) for task in Path(f"/proc/{pid}/task").glob("*/children") for child in _text(task).split()]


def _used(pid: int) -> float:
    """User and system time, with that of children which have ended."""
    return sum(map(int, _stat(pid)[11:15])) / TICK


def _resident(pid: int) -> int:
    fields = _read(pid, "statm").split()
    return int(fields[1]) * PAGE if fields else 0


def _stat(pid: int) -> list[str]:
    """The fields after the name, from the state on; none if the process is gone."""
    return _read(pid, "stat").rpartition(")")[2].split()


def _read(pid: int, name: str) -> str:
    return _text(Path(f"/proc/{pid}") / name)


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
