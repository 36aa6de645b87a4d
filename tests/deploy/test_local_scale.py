"""`deploy/local-scale`: PostgreSQL, Redis, two servers, nginx and a worker, all its own; and it leaves nothing behind."""

from __future__ import annotations

import http.client
import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from deploy import local_scale
from games.tables.bench.visitors import Visitor, open_table
from tests.games.tables.visitors import RealLine
from tests.games.tables.visitors import Visitor as Player
from tests.running_site import ROOT, RunningSite, copy_static_files, free_port, is_alive, run_command

SCRIPT = ROOT / "deploy" / "local-scale"
START_WITHIN = 180
"""Seconds: two databases and two servers."""


class Scaled(RunningSite):
    """The site behind nginx, with the means that tests have for any running site."""

    start_within = START_WITHIN

    def __init__(self, folder: Path) -> None:
        self.var = folder
        copy_static_files(folder / "var")
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.log = folder / "log"
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                [SCRIPT, "--port", str(self.port)],
                env=_environment(folder) | {"BOT_DELAY_MS": "0"},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    def family(self) -> list[int]:
        """All processes it has started, and theirs."""
        found: list[int] = []
        look_at = [self.process.pid]
        while look_at:
            children = _children(look_at.pop())
            found += children
            look_at += children
        return found

    def servers(self) -> list[int]:
        """Those that run `manage.py serve`, without their bots."""
        return [pid for pid in self.family() if b"serve\0--port" in _command(pid)]

    def workers(self) -> list[int]:
        """Those that run `manage.py worker`, without their bots."""
        return [pid for pid in self.family() if b"manage.py\0worker\0" in _command(pid)]

    def sockets(self) -> Counter[int]:
        """Connections from nginx, by server process."""
        ports = {int(_command(pid).split(b"--port\0")[1].split(b"\0")[0]): pid for pid in self.servers()}
        found: Counter[int] = Counter()
        for line in Path("/proc/net/tcp").read_text(encoding="ascii").splitlines()[1:]:
            local, state = line.split()[1], line.split()[3]
            port = int(local.rpartition(":")[2], 16)
            if state == "01" and port in ports:
                found[ports[port]] += 1
        return found


def _read(path: Path) -> bytes:
    """What the system says of a process; nothing if it has just gone."""
    try:
        return path.read_bytes()
    except (FileNotFoundError, ProcessLookupError):
        return b""


def _children(pid: int) -> list[int]:
    """The processes that this one has started."""
    return [int(child) for tasks in Path(f"/proc/{pid}/task").glob("*/children") for child in _read(tasks).split()]


def _command(pid: int) -> bytes:
    """The command line of a process, each word ended by a zero byte."""
    return _read(Path(f"/proc/{pid}/cmdline"))


def _environment(folder: Path) -> dict[str, str]:
    """Without databases, so that the script must start its own."""
    left_out = {"DATABASE_URL", "REDIS_URL", "DJANGO_ALLOW_ASYNC_UNSAFE"}
    return {name: value for name, value in os.environ.items() if name not in left_out} | {"KARTENHAUS_VAR": str(folder / "var")}


@pytest.fixture(scope="module")
def scaled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scaled]:
    running = Scaled(tmp_path_factory.mktemp("scaled"))
    try:
        running.wait_for(f"Kartenhaus: {running.url}")
        yield running
    finally:
        family = running.family()
        running.process.send_signal(signal.SIGINT)
        assert running.process.wait(90) == 0, running.output
        assert running.output.rstrip().endswith("Kartenhaus has stopped.")
        assert not any(is_alive(pid) for pid in family), "processes are left behind"


def test_all_sockets_of_a_table_meet_in_one_process(scaled: Scaled) -> None:
    """stack.md, hot path 8; and different tables are spread over both."""
    used: set[int] = set()
    for _ in range(12):
        table = open_table(Visitor(scaled.url), Visitor(scaled.url), "emotrions")
        time.sleep(0.3)
        before = scaled.sockets()
        with ExitStack() as lines:
            for _ in range(4):
                lines.enter_context(RealLine(scaled, table)).hello()
            (place,) = (scaled.sockets() - before).keys()
            assert (scaled.sockets() - before)[place] == 4
        used.add(place)
        if len(used) == 2:
            break
    assert used == set(scaled.servers())


def test_play_goes_on_when_a_server_is_killed(scaled: Scaled) -> None:
    """QUA-1.8: with the other one, and the dead one is started again."""
    player = Player(scaled)
    table = player.play_now()
    with player.line(table) as line:
        line.hello()
        for round_ in range(2):
            line.wait()
            assert line.ask("move", **line.move())["t"] == "ack"
            old = scaled.servers()
            victim = old[round_ % len(old)]
            os.kill(victim, signal.SIGKILL)
            line.come_back()
            end = time.monotonic() + START_WITHIN
            while victim in scaled.servers() or len(scaled.servers()) < 2:
                assert time.monotonic() < end
                time.sleep(0.1)
        line.wait()
        assert line.ask("move", **line.move())["t"] == "ack"


def test_bots_think_in_the_worker_and_play_goes_on_when_it_is_killed(scaled: Scaled) -> None:
    """QUA-1.7, QUA-2.17: it is started again; until then servers move the bots."""
    player = Player(scaled)
    table = player.play_now()
    with player.line(table) as line:
        line.hello()
        for round_ in range(3):
            line.wait()
            assert line.ask("move", **line.move())["t"] == "ack"
            if round_ == 0:
                line.wait()  # the bots have moved
                (old,) = scaled.workers()
                assert any(b"spawn_main" in _command(child) for child in _children(old)), "nobody has thought there"
                os.kill(old, signal.SIGKILL)
        end = time.monotonic() + START_WITHIN
        while scaled.workers() in ([], [old]):
            assert time.monotonic() < end
            time.sleep(0.1)


@pytest.mark.parametrize(("path", "size", "status"), [("/sofort/", 2_000_000, 413), ("/" + "a" * 5000, 0, 414)])
def test_sizes_are_limited_before_the_site(scaled: Scaled, path: str, size: int, status: int) -> None:
    """QUA-3.4: nginx alike."""
    line = http.client.HTTPConnection("127.0.0.1", scaled.port, timeout=30)
    line.putrequest("POST", path)
    line.putheader("Content-Length", str(size))
    line.endheaders()
    answer = line.getresponse()
    assert answer.status == status
    assert b"nginx" in answer.read()
    line.close()


def test_bench_counts_the_servers_and_nginx(scaled: Scaled, tmp_path: Path) -> None:
    words = ["bench", "live", "--tables", "2", "--seconds", "2", "--rate", "4", "--url", scaled.url, "--json"]
    result = run_command(*words, var=tmp_path)
    assert result.returncode == 0, result.stdout + result.stderr
    assert json.loads(result.stdout.splitlines()[-1])["server_cpu_ms_per_move"] > 0


def test_a_command_on_the_databases_alone(tmp_path: Path) -> None:
    """As `.ci/run` does it: both addresses are there, and the status is that of the command."""
    script = "import os, psycopg, redis; psycopg.connect(os.environ['DATABASE_URL']).execute('select 1'); "
    script += "redis.from_url(os.environ['REDIS_URL']).ping(); raise SystemExit(7)"
    words = [str(SCRIPT), "--databases", sys.executable, "-c", script]
    result = subprocess.run(words, env=_environment(tmp_path), capture_output=True, text=True, timeout=120, check=False)
    assert (result.returncode, result.stderr) == (7, "")


def test_databases_that_run_already_are_used(tmp_path: Path) -> None:
    named = {"DATABASE_URL": "postgres:///elsewhere", "REDIS_URL": "redis://elsewhere/3"}
    words = [str(SCRIPT), "--databases", "sh", "-c", "echo $DATABASE_URL $REDIS_URL"]
    result = subprocess.run(words, env=_environment(tmp_path) | named, capture_output=True, text=True, timeout=60, check=False)
    assert result.stdout == "postgres:///elsewhere redis://elsewhere/3\n"


def test_what_is_missing_is_said_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(local_scale, "_find", lambda name: "")
    with pytest.raises(local_scale.Stop) as reason:
        local_scale._need(["nginx"], {})
    assert str(reason.value) == (
        "nginx, initdb, postgres, redis-server cannot be found. On Debian: apt-get install nginx-light postgresql redis-server"
    )
