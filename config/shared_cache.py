"""The cache that several processes share, on Redis. While Redis is gone each process has one of its own (QUA-2.12)."""

from __future__ import annotations

import logging
import time
from functools import cache
from typing import Any

from django.core.cache.backends.base import DEFAULT_TIMEOUT, BaseCache
from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError

logger = logging.getLogger("kartenhaus.cache")

PATIENCE = 1.0
"""Seconds to wait for Redis: a page must not hang because a count cannot be had."""

REST = 2.0
"""Seconds for which Redis is not asked again when it did not answer."""


class SharedCache(BaseCache):
    """Redis; while it does not answer, the memory of this process: limits still hold for each process, and nothing fails.

    Nothing may be kept in a cache that the database does not know, but counts for limits.
    """

    silent_until = 0.0
    """For the whole process, as each request has an object of its own."""

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(params)
        self.redis = _redis(server, params.get("KEY_PREFIX", ""))
        self.memory = LocMemCache(f"in place of {server}", params)

    def add(self, key: Any, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        """Set a value if there is none."""
        return bool(self._ask("add", key, value, timeout=timeout, version=version))

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        """A value, or the default."""
        return self._ask("get", key, default, version=version)

    def set(self, key: Any, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> None:
        """Set a value."""
        self._ask("set", key, value, timeout=timeout, version=version)

    def touch(self, key: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        """Keep a value for longer."""
        return bool(self._ask("touch", key, timeout=timeout, version=version))

    def delete(self, key: Any, version: int | None = None) -> bool:
        """Remove a value."""
        return bool(self._ask("delete", key, version=version))

    def incr(self, key: Any, delta: int = 1, version: int | None = None) -> int:
        """Count. Raises `ValueError` if there is no such count."""
        return int(self._ask("incr", key, delta, version=version))

    def clear(self) -> None:
        """Remove everything."""
        self._ask("clear")

    def _ask(self, what: str, *args: Any, **more: Any) -> Any:
        if time.monotonic() >= SharedCache.silent_until:
            try:
                return getattr(self.redis, what)(*args, **more)
            except RedisError as error:
                logger.warning("the cache on Redis does not answer: %s", error)
                SharedCache.silent_until = time.monotonic() + REST
        return getattr(self.memory, what)(*args, **more)


@cache
def _redis(server: str, prefix: str) -> RedisCache:
    """One pool of connections for the whole process."""
    options = {"socket_timeout": PATIENCE, "socket_connect_timeout": PATIENCE}
    return RedisCache(server, {"KEY_PREFIX": prefix, "OPTIONS": options})
