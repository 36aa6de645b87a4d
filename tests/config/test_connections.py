"""Connections to the database: a page leaves none behind, and dead ones are replaced."""

import http.client
import re
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import pytest
from django.db import connection

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
    names = []
    for file in Path(f"/proc/{process}/fd").iterdir():
        with suppress(FileNotFoundError):  # just closed
            names.append(str(file.readlink()))
    return len([name for name in names if re.search(r"\.sqlite3(-wal|-shm)?$", name)])


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite has no sessions that could be ended")
def test_all_connections_in_the_pool_are_dead() -> None:
    """QUA-2.14: PostgreSQL was started again: the next one who asks gets a living connection, not an error."""
    everybody = 8
    together = threading.Barrier(everybody)

    def ask() -> int:
        with connection.cursor() as cursor:
            together.wait(30)
            cursor.execute("SELECT pg_backend_pid()")
            (session,) = cursor.fetchone()
        connection.close()
        return int(session)

    with ThreadPoolExecutor(everybody) as crowd:
        assert len(set(crowd.map(lambda _: ask(), range(everybody)))) == everybody
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
    connection.close()
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
        assert cursor.fetchone() == (1,)
