"""Connections to the database: there are few, and dead ones are replaced."""

import http.client
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import pytest
from django.db import connection

from config import pages
from tests.running_site import RunningSite


@pytest.mark.skipif(connection.vendor == "postgresql", reason="PostgreSQL's connections are no files, and come from a pool")
def test_few_connections_however_many_requests(tmp_path: Path) -> None:
    """QUA-2.24: as many as there are threads for pages, and they are kept."""
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
        assert 0 < len(open_databases(server)) <= pages.THREADS


def open_databases(process: int) -> list[str]:
    """Once for each connection."""
    names = []
    for file in Path(f"/proc/{process}/fd").iterdir():
        with suppress(FileNotFoundError):  # just closed
            names.append(str(file.readlink()))
    return [name for name in names if name.endswith(".sqlite3")]


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
