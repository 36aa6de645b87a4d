"""Tests once more on PostgreSQL and Redis: `-p tests.own_redis`, read before the settings are.

Each process of tests has a name space of Redis of its own. Only what can differ there is run: tests that commit, and those
that are marked `shared`. What is rolled back in the end has no locks, threads and processes in it, and the rest asks no database.
"""

import os
from urllib.parse import urlsplit

import pytest

_worker = os.environ.get("PYTEST_XDIST_WORKER", "")
_redis = os.environ.get("REDIS_URL", "")

if _worker and _redis:
    os.environ["REDIS_URL"] = urlsplit(_redis)._replace(path=f"/{int(_worker.removeprefix('gw')) + 1}").geturl()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what would do the same as without them."""
    alike = [item for item in items if not _differs(item)]
    config.hook.pytest_deselected(items=alike)
    items[:] = [item for item in items if _differs(item)]


def _differs(item: pytest.Item) -> bool:
    database = item.get_closest_marker("django_db")
    commits = database is not None and bool(database.kwargs.get("transaction"))
    return commits or item.get_closest_marker("shared") is not None
