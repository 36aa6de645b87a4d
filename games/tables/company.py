"""Whether other server processes are there: Redis knows who listens to the group by which they tell each other things (`peers`).

A killed process has left at that very moment, as its connections are closed; nothing has to expire. A process joins only after
its first beat, so whoever is found there goes on with the table time that the last beat says.
"""

from __future__ import annotations

import logging
from functools import cache
from typing import Any

import redis
from django.conf import settings

logger = logging.getLogger("kartenhaus.tables")

GROUP = "tables.peers"
"""The group of the servers in the channel layer."""

PATIENCE = 1.0
"""Seconds to wait for Redis."""


def others() -> bool | None:
    """Whether servers are there, this one apart as long as it has not joined; None if nobody can tell."""
    if not settings.REDIS_URL:
        return False
    try:
        found: Any = _redis(settings.REDIS_URL).pubsub_numsub(_group())
    except redis.RedisError as error:
        logger.warning("it cannot be seen who is there: %s", error)
        return None
    return any(count for _, count in found)


def nobody_serves() -> bool:
    """Whether it is certain that no server is there; asked by workers, which can do without Redis too."""
    return others() is False


def _group() -> str:
    """What the channel layer calls the group on Redis."""
    return f"{settings.CHANNEL_LAYERS['default']['CONFIG']['prefix']}__group__{GROUP}"


@cache
def _redis(url: str) -> redis.Redis:
    """One pool of connections for the whole process."""
    return redis.Redis.from_url(url, socket_timeout=PATIENCE, socket_connect_timeout=PATIENCE)
