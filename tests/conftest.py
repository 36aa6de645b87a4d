"""What all tests share: settings that need no set-up, a database of their own, a browser, a running site."""

import os
import shutil
from collections.abc import Iterator
from typing import Any

import hypothesis
import pytest
from django.conf import settings
from django.core.cache import cache
from django.core.management.commands import flush
from django.db import connections
from django.utils import translation

from tests import databases, sizes
from tests.running_site import RunningSite

# Playwright's synchronous interface keeps an event loop running in the test's thread.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"

# How long an example takes says more of the machine than of the code.
hypothesis.settings.register_profile("kartenhaus", deadline=None)
hypothesis.settings.load_profile("kartenhaus")

# Static files come straight from where they lie; nothing has to be collected first.
settings.STORAGES = {
    **settings.STORAGES,
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
settings.WHITENOISE_AUTOREFRESH = True
settings.WHITENOISE_USE_FINDERS = True

MADE_BY_MIGRATE = {"django_content_type", "auth_permission"}


def pytest_report_header() -> str:
    """Say what has to be said to have this run again."""
    return sizes.said()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let browsers come last: from the first one on a loop runs in this thread, so that no test could run its own."""
    items.sort(key=lambda item: "browser" in item.path.parts)


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings_parallel_suffix: None, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """One for each process; on SQLite a file, as the site does: in memory it would be another for threads and have no WAL."""
    database = connections["default"]
    if database.vendor == "sqlite":
        database.settings_dict["TEST"]["NAME"] = str(tmp_path_factory.mktemp("database") / "test.sqlite3")
        options = database.settings_dict["OPTIONS"]  # no test pulls the plug: whether the disk has it by now does not matter
        options["init_command"] = options["init_command"].replace("synchronous=FULL", "synchronous=OFF")


@pytest.fixture(scope="session", autouse=True)
def _quick_flush() -> None:
    """Between two tests a few rows are to go. What kinds of rows and rights there are stays, so nothing has to make them anew.

    PostgreSQL's TRUNCATE would make all files anew, which takes longer than to delete.
    """
    operations: Any = type(connections["default"].ops)
    usual = _delete_all if databases.POSTGRESQL else operations.sql_flush

    def sql_flush(self: Any, style: Any, tables: list[str], **kwargs: Any) -> list[str]:
        deletions: list[str] = usual(self, style, [table for table in tables if table not in MADE_BY_MIGRATE], **kwargs)
        return deletions

    operations.sql_flush = sql_flush
    vars(flush)["emit_post_migrate_signal"] = lambda *args, **kwargs: None


def _delete_all(operations: Any, style: Any, tables: list[str], **kwargs: Any) -> list[str]:
    """As `sql_flush`, in which no order would do for references in circles."""
    deletions = [f"DELETE FROM {operations.quote_name(table)};" for table in tables]  # noqa: S608
    return ["SET LOCAL session_replication_role = replica;", *deletions]


@pytest.fixture(scope="session", autouse=True)
def _databases_of_sites() -> Iterator[None]:
    """Leave none of them on a server."""
    yield
    databases.drop_all()


@pytest.fixture(autouse=True)
def empty_cache() -> None:
    """Let no test see what another one counted."""
    cache.clear()


@pytest.fixture(autouse=True)
def _usual_language() -> None:
    """Let no test be in the language that a page of another one was asked in."""
    translation.deactivate()


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Use the distribution's Chromium, also as root, and let it be quiet."""
    return {
        **browser_type_launch_args,
        "executable_path": shutil.which("chromium"),
        "args": [
            "--no-sandbox",
            "--disable-gpu",
            "--disable-dev-shm-usage",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
        ],
    }


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningSite]:
    """The whole site, run by `manage.py up` on a free port with a database of its own; bots do not wait."""
    with RunningSite(tmp_path_factory.mktemp("site"), BOT_DELAY_MS="0") as running:
        yield running
