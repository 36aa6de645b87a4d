"""`manage.py worker`: it says when it is of no use, and ends when it is told to or its parent has gone."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.running_site import ROOT, environment, run_command

SETTINGS = {"DJANGO_SETTINGS_MODULE": "tests.config.idle_worker", "REDIS_URL": "redis://127.0.0.1:1/0"}
STOP_WITHIN = 30


@pytest.fixture
def worker(tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    process = subprocess.Popen(
        [sys.executable, "manage.py", "worker", "--parent", str(os.getpid())],
        cwd=ROOT,
        env=environment(tmp_path) | SETTINGS,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def test_one_process_needs_no_worker(tmp_path: Path) -> None:
    result = run_command("worker", var=tmp_path, REDIS_URL="")
    assert result.returncode == 1
    assert "REDIS_URL is not set" in result.stderr


@pytest.mark.parametrize("sign", [signal.SIGTERM, signal.SIGINT])
def test_it_ends_in_order(worker: subprocess.Popen[str], sign: signal.Signals) -> None:
    assert worker.stdout is not None
    assert worker.stdout.readline() == "begun\n"
    worker.send_signal(sign)
    assert worker.wait(STOP_WITHIN) == 0
    assert worker.stdout.read() == "ended\n"


def test_it_ends_with_its_parent(tmp_path: Path) -> None:
    """Nothing is left behind by a supervisor that was killed."""
    script = "import os, subprocess, sys; subprocess.Popen([sys.executable, 'manage.py', 'worker', '--parent', str(os.getpid())])"
    parent = subprocess.run(
        [sys.executable, "-c", script],
        cwd=ROOT,
        env=environment(tmp_path) | SETTINGS,
        stdout=subprocess.PIPE,  # which is read until the worker, who has it too, is gone
        text=True,
        timeout=STOP_WITHIN,
        check=False,
    )
    assert parent.returncode == 0
