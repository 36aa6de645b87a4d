"""The cache of several processes: on Redis, and without it (QUA-2.12)."""

import shutil
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.cache import BaseCache

from config.shared_cache import SharedCache
from tests.running_site import free_port


class Redis:
    """A Redis of our own, which may come and go."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder, free_port()
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        program = shutil.which("redis-server")
        assert program is not None, "Debian's package redis-server is needed"
        where = ["--port", str(self.port), "--dir", str(self.folder), "--save", "", "--bind", "127.0.0.1"]
        self.process = subprocess.Popen([program, *where], stdout=subprocess.DEVNULL)
        end = time.monotonic() + 20
        while not self.answers():
            assert time.monotonic() < end, "Redis does not start"
            time.sleep(0.02)

    def answers(self) -> bool:
        return subprocess.run(["redis-cli", "-p", str(self.port), "ping"], capture_output=True, check=False).stdout == b"PONG\n"

    def stop(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None


@pytest.fixture
def redis(tmp_path: Path) -> Iterator[Redis]:
    redis = Redis(tmp_path)
    redis.start()
    yield redis
    redis.stop()


@pytest.fixture(autouse=True)
def _asked_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("config.shared_cache.REST", 0.0)


def cache(redis: Redis) -> BaseCache:
    return SharedCache(redis.url, {"KEY_PREFIX": "test"})


def count(cache: BaseCache, key: str) -> int:
    """As the limits do."""
    cache.add(key, 0, timeout=60)
    return cache.incr(key)


def test_two_processes_count_together(redis: Redis) -> None:
    one, other = cache(redis), cache(redis)
    assert [count(one, "guests"), count(other, "guests"), count(one, "guests")] == [1, 2, 3]
    other.set("word", "Karte")
    assert one.get("word") == "Karte"
    assert other.get("nothing", "default") == "default"
    assert one.touch("word", 10)
    assert one.delete("word")
    assert other.get("word") is None
    other.clear()
    with pytest.raises(ValueError, match="guests"):
        one.incr("guests")


def test_without_redis_each_process_counts_for_itself(redis: Redis) -> None:
    """QUA-2.12: nothing fails, limits still apply; when Redis is back, empty, it is used again."""
    one = cache(redis)
    assert [count(one, "guests") for _ in range(3)] == [1, 2, 3]
    redis.stop()
    assert [count(cache(redis), "guests") for _ in range(3)] == [1, 2, 3]
    redis.start()
    assert count(one, "guests") == 1
    assert count(cache(redis), "guests") == 2


def test_redis_is_not_asked_at_once_again(redis: Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    """A Redis that hangs does not hold up every count."""
    monkeypatch.setattr("config.shared_cache.REST", 30.0)
    redis.stop()
    assert count(cache(redis), "guests") == 1
    redis.start()
    assert count(cache(redis), "guests") == 2
    monkeypatch.setattr(SharedCache, "silent_until", 0.0)
    assert count(cache(redis), "guests") == 1
