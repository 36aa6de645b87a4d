"""Whether other servers are there, as Redis knows it (QUA-1.9)."""

from __future__ import annotations

import asyncio
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from channels.layers import channel_layers
from pytest_django import Settings

from games.tables import company, peers, presence, timeline
from tests.faults.services import Redis
from tests.games.tables.play import run
from tests.running_site import ROOT, environment

LISTENS = """
import asyncio, django
django.setup()
from games.tables import peers, presence, timeline
timeline.site.settled = True
asyncio.run(peers.Peers(presence.here).listen())
"""


@pytest.fixture
def redis(settings: Settings) -> Iterator[Redis]:
    """A Redis of our own, which the site uses."""
    with Redis() as redis:
        settings.REDIS_URL = redis.url
        config = {"hosts": [redis.url], "prefix": "kartenhaus/0"}
        settings.CHANNEL_LAYERS = {"default": {"BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer", "CONFIG": config}}
        channel_layers.backends.clear()
        yield redis
    channel_layers.backends.clear()


@contextmanager
def server(folder: Path, redis: Redis) -> Iterator[subprocess.Popen[bytes]]:
    """Another process, which does nothing but listen to its peers."""
    env = {"DJANGO_SETTINGS_MODULE": "config.settings", **environment(folder, REDIS_URL=redis.url)}
    process = subprocess.Popen([sys.executable, "-c", LISTENS], cwd=ROOT, env=env)
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def until(expected: bool) -> float:
    """Wait until this is seen; returns for how long."""
    began = time.monotonic()
    while company.others() is not expected:
        assert time.monotonic() - began < 30
        time.sleep(0.01)
    return time.monotonic() - began


def test_a_killed_process_is_gone_at_once(redis: Redis, tmp_path: Path) -> None:
    assert company.others() is False
    with server(tmp_path, redis) as one, server(tmp_path, redis) as two:
        until(True)
        one.send_signal(signal.SIGKILL)
        two.send_signal(signal.SIGKILL)
        print(f"two killed servers are seen to be gone after {until(False) * 1000:.0f} ms")  # noqa: T201


def test_nobody_is_there_before_its_first_beat(redis: Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who starts together with others must not take them for a proof that the site was up."""
    monkeypatch.setattr(timeline, "site", timeline.Timeline())

    async def scenario() -> None:
        listening = asyncio.create_task(peers.Peers(presence.here).listen())
        await asyncio.sleep(0.3)
        assert company.others() is False
        timeline.site.settled = True
        await asyncio.to_thread(until, True)
        listening.cancel()
        await asyncio.gather(listening, return_exceptions=True)

    run(scenario)


def test_without_redis_nobody_can_tell(redis: Redis) -> None:
    """QUA-2.12."""
    redis.kill()
    assert company.others() is None
    redis.start()
    assert company.others() is False


def test_one_process_alone_has_no_redis(settings: Settings) -> None:
    settings.REDIS_URL = ""
    assert company.others() is False


def test_a_redis_that_hangs_is_not_waited_for(redis: Redis) -> None:
    """QUA-2.13: whoever is asked by then has table time after a second."""
    process: Any = redis.process
    process.send_signal(signal.SIGSTOP)
    began = time.monotonic()
    try:
        assert company.others() is None
        assert time.monotonic() - began < 3 * company.PATIENCE
    finally:
        process.send_signal(signal.SIGCONT)
