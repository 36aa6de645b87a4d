"""`manage.py bench` against a real site. Figures are printed, never asserted: only that they are there and hang together."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from games.tables.bench.server import Processes
from tests.running_site import ROOT, RunningSite, environment, free_port, is_alive, run_command

LIVE = {
    "moves_per_s",
    "ack_p50_ms",
    "ack_p95_ms",
    "ack_p99_ms",
    "update_p95_ms",
    "resyncs",
    "errors",
    "client_cpu",
    "server_cpu_ms_per_move",
}
FANOUT = {
    "spectators",
    "moves",
    "first_ms",
    "median_ms",
    "last_ms",
    "worst_last_ms",
    "resyncs",
    "errors",
    "client_cpu",
    "server_cpu_ms_per_move",
    "server_bytes_per_socket",
}


def figures(result: subprocess.CompletedProcess[str]) -> dict[str, Any]:
    """The object on the last line."""
    found: dict[str, Any] = json.loads(result.stdout.splitlines()[-1])
    sys.stdout.write(f"\n{found}\n")
    return found


@pytest.fixture(scope="module")
def unlimited(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A site that lets a socket send as fast as it can."""
    with RunningSite(tmp_path_factory.mktemp("site"), SOCKET_LIMITS="false", BOT_DELAY_MS="0") as running:
        yield running


@pytest.mark.parametrize("rate", [[], ["--rate", "20"]], ids=["closed loop", "paced"])
def test_live(unlimited: RunningSite, rate: list[str], tmp_path: Path) -> None:
    words = ["bench", "live", "--tables", "3", "--seconds", "3", *rate, "--url", unlimited.url, "--json"]
    result = run_command(*words, var=tmp_path)
    assert result.returncode == 0, result.stdout + result.stderr
    found = figures(result)
    assert set(found) == LIVE
    assert (found["errors"], found["resyncs"]) == (0, 0)
    assert found["moves_per_s"] > 0
    assert 0 < found["ack_p50_ms"] <= found["ack_p95_ms"] <= found["ack_p99_ms"]
    assert min(found["update_p95_ms"], found["client_cpu"], found["server_cpu_ms_per_move"]) > 0
    if rate:
        assert found["moves_per_s"] <= 21
    verified = run_command("verify", "--all", "--json", var=unlimited.var)
    assert verified.returncode == 0, verified.stdout


def test_fanout(unlimited: RunningSite, tmp_path: Path) -> None:
    result = run_command("bench", "fanout", "--spectators", "30", "--url", unlimited.url, "--json", var=tmp_path)
    assert result.returncode == 0, result.stdout + result.stderr
    found = figures(result)
    assert set(found) == FANOUT
    assert (found["spectators"], found["moves"], found["errors"], found["resyncs"]) == (30, 20, 0, 0)
    assert 0 < found["first_ms"] <= found["median_ms"] <= found["last_ms"] <= found["worst_last_ms"]


def test_a_site_that_is_not_there(tmp_path: Path) -> None:
    for words in (["live"], ["fanout"]):
        result = run_command("bench", *words, "--url", f"http://127.0.0.1:{free_port()}", "--json", var=tmp_path)
        assert result.returncode == 1
        assert "Traceback" not in result.stderr
        assert "refused" in json.loads(result.stdout.splitlines()[-1])["error"]


def test_limits_of_the_site_are_errors(tmp_path: Path, site: RunningSite) -> None:
    """Moves that were refused are not left out of the figures in silence."""
    result = run_command("bench", "live", "--tables", "1", "--seconds", "6", "--url", site.url, "--json", var=tmp_path)
    found = figures(result)
    assert found["moves_per_s"] > 0
    assert result.returncode == (1 if found["errors"] else 0)
    assert ("rate_limited" in result.stdout) == bool(found["errors"])


def test_ctrl_c_stops_the_site_it_has_started(tmp_path: Path) -> None:
    bench = subprocess.Popen(
        [sys.executable, "manage.py", "bench", "live", "--tables", "2", "--seconds", "600"],
        cwd=ROOT,
        env=environment(tmp_path, TMPDIR=str(tmp_path)),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    started = started_by(bench.pid)
    time.sleep(2)
    bench.send_signal(signal.SIGINT)
    _, said = bench.communicate(timeout=90)
    assert bench.returncode == 130
    assert said.strip() == "stopped"
    assert not any(is_alive(process) for process in started)
    assert not list(tmp_path.glob("kartenhaus-bench-*"))


def started_by(pid: int) -> list[int]:
    """The processes of the site that this command has started, once it serves."""
    end = time.monotonic() + 120
    while time.monotonic() < end:
        up = children(pid)
        servers = [server for process in up for server in children(process)]
        if servers:
            return up + servers
        time.sleep(0.1)
    raise AssertionError("nothing was started")


def children(pid: int) -> list[int]:
    try:
        return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split()]
    except OSError:
        return []


def test_the_processes_of_a_site_are_found(unlimited: RunningSite) -> None:
    """From the port it listens on, up to the supervisor: all of them, and nobody else."""
    processes = Processes(unlimited.url)
    assert processes.roots == {unlimited.process.pid}
    assert set(unlimited.servers()) < processes._all()
    assert os.getpid() not in processes._all()
    used, memory = processes.processor(), processes.memory()
    assert used is not None
    assert used > 0.1
    assert memory is not None
    assert memory > 30_000_000


def test_a_site_elsewhere_has_no_processes_here() -> None:
    assert Processes("https://spiele.example").processor() is None
    assert Processes("https://spiele.example").memory() is None
