"""A name space of Redis for each process of tests: `-p tests.own_redis`, read before the settings are."""

import os
from urllib.parse import urlsplit

_worker = os.environ.get("PYTEST_XDIST_WORKER", "")
_redis = os.environ.get("REDIS_URL", "")

if _worker and _redis:
    os.environ["REDIS_URL"] = urlsplit(_redis)._replace(path=f"/{int(_worker.removeprefix('gw')) + 1}").geturl()
