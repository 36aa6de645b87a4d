"""The scaled site on one machine: PostgreSQL, Redis, two servers with nginx before them, and a worker. Ctrl-C ends it all."""

from __future__ import annotations

import argparse
import ctypes
import os
import pwd
import resource
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
HERE = "127.0.0.1"
NAME = "kartenhaus"

START_WITHIN = 60.0
STOP_WITHIN = 40.0
LOOK_EVERY = 0.1
PAUSE = 0.5
"""Seconds before a server that died is started again."""

PACKAGES = {"initdb": "postgresql", "postgres": "postgresql", "redis-server": "redis-server", "nginx": "nginx-light"}
"""What Debian calls them."""

NGINX = """
daemon off;
{user}
worker_processes auto;
worker_rlimit_nofile {files};
pid {folder}/nginx.pid;
error_log stderr warn;
events {{
    worker_connections {connections};
}}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {root}/deploy/nginx/tables.conf;
    upstream kartenhaus {{
        hash $kartenhaus_place consistent;
{servers}
    }}
    server {{
        listen {here}:{port};
        include {root}/deploy/nginx/site.conf;
    }}
}}
"""


class Stop(Exception):
    """Something makes it impossible to go on."""


class Scale:
    """All processes, in the order in which they are started."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.environment = dict(os.environ)
        self.ending = ExitStack()
        self.watched: list[tuple[str, subprocess.Popen[bytes]]] = []
        """Services without which nothing goes on."""

    # --- what has state ------------------------------------------------------------------------------------------------------

    def start_databases(self) -> None:
        """PostgreSQL and Redis of our own, unless the environment names some."""
        if "DATABASE_URL" not in self.environment:
            self.environment["DATABASE_URL"] = self._start_postgresql()
        if "REDIS_URL" not in self.environment:
            self.environment["REDIS_URL"] = self._start_redis()

    def _start_postgresql(self) -> str:
        """A fresh cluster with one database; it refuses to be run by root."""
        folder, port, password = self.folder / "postgresql", _free_port(), secrets.token_urlsafe(16)
        folder.mkdir()
        key = folder / "password"
        key.write_text(password, encoding="ascii")
        runs_as = _unprivileged()
        if runs_as:
            for path in (folder, key):
                os.chown(path, runs_as["user"], runs_as["group"])
        made = subprocess.run(  # noqa: S603
            [
                *(_program("initdb"), "--pgdata", str(folder / "data"), "--username", NAME, "--pwfile", str(key)),
                *("--auth", "scram-sha-256", "--encoding", "UTF8", "--locale", "C.UTF-8"),
            ],
            cwd=folder,
            capture_output=True,
            text=True,
            check=False,
            **runs_as,
        )
        if made.returncode:
            raise Stop(f"initdb failed:\n{made.stderr}")
        command = [_program("postgres"), "-D", str(folder / "data"), "-p", str(port), "-k", str(folder), "-h", HERE]
        self._start_service("PostgreSQL", command, signal.SIGINT, cwd=folder, **runs_as)
        server = f"postgres://{NAME}:{password}@{HERE}:{port}"
        self.wait_for("PostgreSQL", lambda: _made_database(server))
        return f"{server}/{NAME}"

    def _start_redis(self) -> str:
        port, password = _free_port(), secrets.token_urlsafe(16)
        conf = self.folder / "redis.conf"
        conf.touch(mode=0o600)
        conf.write_text(f'bind {HERE}\nport {port}\nrequirepass {password}\nsave ""\nappendonly no\n', encoding="ascii")
        self._start_service("Redis", [_program("redis-server"), str(conf)], signal.SIGTERM, cwd=self.folder)
        self.wait_for("Redis", lambda: _is_answering(port))
        return f"redis://:{password}@{HERE}:{port}/0"

    # --- what has none -------------------------------------------------------------------------------------------------------

    def start_nginx(self, port: int, servers: list[int]) -> None:
        """Before the servers, on the port that visitors use."""
        _, files = resource.getrlimit(resource.RLIMIT_NOFILE)
        conf = self.folder / "nginx.conf"
        text = NGINX.format(
            user=f"user {pwd.getpwuid(_unprivileged()['user']).pw_name} nogroup;" if _unprivileged() else "",
            files=files,
            connections=max(512, min(16384, files // 2)),
            folder=self.folder,
            root=ROOT,
            here=HERE,
            port=port,
            servers="\n".join(f"        server {HERE}:{server} fail_timeout=2s;" for server in servers),
        )
        conf.write_text(text, encoding="utf-8")
        self._start_service("nginx", [_program("nginx"), "-c", str(conf), "-p", str(self.folder)], signal.SIGTERM)
        self.wait_for("nginx", lambda: _is_answering(port))

    def prepare(self) -> None:
        """What is made once for all servers."""
        for step in ("prepare", "migrate", "check_decks"):
            self.manage(step)

    def manage(self, *words: str) -> None:
        """Run a command of the site to its end."""
        done = subprocess.run([sys.executable, "manage.py", *words], cwd=ROOT, env=self.environment, check=False)  # noqa: S603
        if done.returncode:
            raise Stop(f"manage.py {words[0]} failed")

    def _start_service(self, name: str, command: list[str], stop_by: signal.Signals, **more: Any) -> None:
        with self._log(name).open("wb") as log:
            process = subprocess.Popen(  # noqa: S603
                command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, preexec_fn=_end_with_parent, **more
            )
        self.watched.append((name, process))
        self.ending.callback(_end, process, stop_by)

    def _log(self, name: str) -> Path:
        return self.folder / f"{name}.log"

    def wait_for(self, name: str, ready: Callable[[], bool]) -> None:
        end = time.monotonic() + START_WITHIN
        while not ready():
            self.check()
            if time.monotonic() > end:
                raise Stop(f"{name} does not answer")
            time.sleep(LOOK_EVERY)

    def check(self) -> None:
        """Raises `Stop` if a service has died."""
        for name, process in self.watched:
            if process.poll() is not None:
                said = self._log(name).read_text(encoding="utf-8", errors="replace")
                raise Stop(f"{name} has ended with status {process.returncode}:\n{said[-2000:]}")


class Site:
    """The site's own processes, each started again whenever it dies."""

    def __init__(self, scale: Scale, ports: list[int], workers: int) -> None:
        self.scale, self.ports = scale, ports
        self.commands = {f"The server on port {port}": ["serve", "--port", str(port)] for port in ports}
        self.commands |= {f"Worker {number}": ["worker"] for number in range(1, workers + 1)}
        self.running: dict[str, subprocess.Popen[bytes]] = {}
        self.environment = {"TRUSTED_PROXIES": HERE, **scale.environment}
        scale.ending.callback(self.end)

    def start(self) -> None:
        """All of them."""
        for name in self.commands:
            self.running[name] = self._started(name)
        for port in self.ports:
            self.scale.wait_for(f"the server on port {port}", partial(self.answers, port))

    def answers(self, port: int) -> bool:
        """Whether this server takes connections."""
        self.look()
        return _is_answering(port)

    def look(self) -> None:
        """Start again what has died."""
        for name, process in self.running.items():
            if process.poll() is not None:
                _say(f"{name} has died with status {process.returncode}; starting it again.")
                time.sleep(PAUSE)
                self.running[name] = self._started(name)

    def _started(self, name: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, str(ROOT / "manage.py"), *self.commands[name], "--parent", str(os.getpid())]
        return subprocess.Popen(command, cwd=ROOT, env=self.environment, stdin=subprocess.DEVNULL, start_new_session=True)  # noqa: S603

    def end(self) -> None:
        """All at once: each server lets its players know and finishes what it is doing."""
        for process in self.running.values():
            process.terminate()
        for process in self.running.values():
            _end(process, signal.SIGTERM)


def main() -> int:
    """As the command line says."""
    parser = argparse.ArgumentParser(
        prog="deploy/local-scale",
        description=(
            "Runs the scaled site on this machine: PostgreSQL and Redis (private ones in a temporary directory, unless "
            "DATABASE_URL and REDIS_URL name some), several servers which share them, nginx, which sends all visitors of a "
            "table to one server, and a worker, which moves bots. What private databases hold is gone at the end. Installs "
            "nothing. Ctrl-C stops everything."
        ),
    )
    parser.add_argument("--port", type=int, default=8000, help="where nginx listens (default 8000)")
    parser.add_argument("--servers", type=int, default=2, metavar="N", help="server processes (default 2)")
    parser.add_argument("--workers", type=int, default=1, metavar="N", help="worker processes (default 1)")
    parser.add_argument(
        "--databases",
        nargs=argparse.REMAINDER,
        metavar="COMMAND",
        help="start the databases alone, run this command with their addresses, and end with its status",
    )
    options = parser.parse_args()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, _interrupt)
    with tempfile.TemporaryDirectory(prefix="kartenhaus-scale-") as name:
        folder = Path(name)
        folder.chmod(0o755)  # others look into folders of their own in it
        scale = Scale(folder)
        try:
            with scale.ending:
                return run(scale, options)
        except KeyboardInterrupt:
            _say("Kartenhaus has stopped.")
            return 0 if options.databases is None else 130
        except Stop as reason:
            sys.stderr.write(f"deploy/local-scale: {reason}\n")
            return 1


def run(scale: Scale, options: argparse.Namespace) -> int:
    """Start everything, then watch over it; or run one command on the databases."""
    _need(["nginx"] if options.databases is None else [], scale.environment)
    scale.start_databases()
    if options.databases is not None:
        return subprocess.run(options.databases, env=scale.environment, check=False).returncode  # noqa: S603
    if _is_answering(options.port):
        raise Stop(f"port {options.port} is taken; another one: --port N")
    scale.prepare()
    ports = [_free_port() for _ in range(options.servers)]
    scale.start_nginx(options.port, ports)  # first, so that at the end it still passes on what the servers say
    site = Site(scale, ports, options.workers)
    site.start()
    _say(f"Kartenhaus: http://{HERE}:{options.port}")
    while True:
        time.sleep(LOOK_EVERY)
        scale.check()
        site.look()


def _need(programs: list[str], environment: dict[str, str]) -> None:
    """Say all that is missing, at once."""
    if "DATABASE_URL" not in environment:
        programs += ["initdb", "postgres"]
    if "REDIS_URL" not in environment:
        programs += ["redis-server"]
    missing = [name for name in programs if not _find(name)]
    if missing:
        packages = " ".join(sorted({PACKAGES[name] for name in missing}))
        raise Stop(f"{', '.join(missing)} cannot be found. On Debian: apt-get install {packages}")


def _find(name: str) -> str:
    """Where a program is. Debian keeps those of PostgreSQL, one set a version, out of the path."""
    versions = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), key=lambda path: int(path.parts[-3]))
    path = os.pathsep.join([os.environ.get("PATH", ""), "/usr/sbin", "/sbin"])
    return str(versions[-1]) if versions else shutil.which(name, path=path) or ""


def _program(name: str) -> str:
    found = _find(name)
    if not found:
        raise Stop(f"{name} cannot be found")
    return found


def _unprivileged() -> dict[str, Any]:
    """As whom services run that should not be run by root; nothing if we are not root."""
    if os.getuid():
        return {}
    nobody = pwd.getpwnam("nobody")
    return {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}


def _made_database(server: str) -> bool:
    """Make our database; False while the server does not answer."""
    import psycopg

    try:
        with psycopg.connect(f"{server}/postgres", autocommit=True, connect_timeout=2) as connection:
            connection.execute(f"CREATE DATABASE {NAME}".encode())
    except psycopg.OperationalError:
        return False
    return True


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind((HERE, 0))
        return int(probe.getsockname()[1])


def _is_answering(port: int) -> bool:
    try:
        with socket.create_connection((HERE, port), timeout=1):
            return True
    except OSError:
        return False


def _end(process: subprocess.Popen[bytes], stop_by: signal.Signals) -> None:
    if process.poll() is None:
        process.send_signal(stop_by)
        try:
            process.wait(STOP_WITHIN)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _end_with_parent() -> None:
    """In a child: Ctrl-C is for the parent to handle, and if that is killed, so is this one (Linux only)."""
    os.setsid()
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(1, signal.SIGTERM)


def _interrupt(number: int, frame: FrameType | None) -> None:
    for repeated in (signal.SIGINT, signal.SIGTERM):
        signal.signal(repeated, signal.SIG_IGN)  # once is enough: from here on everything is being stopped
    raise KeyboardInterrupt


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
