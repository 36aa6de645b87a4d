"""A page leaves no database connection behind."""

import http.client
import re
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tests.running_site import RunningSite


def test_requests_leave_no_open_files(tmp_path: Path) -> None:
    """Each has a thread and a connection of its own, which CONN_MAX_AGE alone would keep open."""
    with RunningSite(tmp_path, DJANGO_SETTINGS_MODULE="tests.config.without_background") as site:

        def ask(_: int) -> int:
            line = http.client.HTTPConnection("127.0.0.1", site.port, timeout=30)
            # Somebody whose session must be looked up.
            line.request("GET", "/admin/", headers={"Cookie": "kartenhaus_session=" + "a" * 32})
            status = line.getresponse().status
            line.close()
            return status

        with ThreadPoolExecutor(20) as crowd:
            assert set(crowd.map(ask, range(300))) == {302}
        (server,) = site.servers()
        end = time.monotonic() + 5
        while open_database_files(server) > 0 and time.monotonic() < end:
            time.sleep(0.1)
        assert open_database_files(server) == 0


def open_database_files(process: int) -> int:
    names = [str(file.readlink()) for file in Path(f"/proc/{process}/fd").iterdir()]
    return len([name for name in names if re.search(r"\.sqlite3(-wal|-shm)?$", name)])
