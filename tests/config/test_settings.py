"""Defaults that are safe without anybody's doing."""

import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connection

from tests.config.test_production import GOOD_ENVIRONMENT
from tests.running_site import ROOT, environment, run_command

NAMES = ("DEBUG", "ALLOWED_HOSTS", "SESSION_COOKIE_NAME", "CSRF_COOKIE_NAME", "LANGUAGE_COOKIE_NAME")


def read(names: tuple[str, ...], var: Path, **changes: str) -> list[str]:
    """Return settings as a fresh process in this environment sees them."""
    script = f"from django.conf import settings\nfor name in {names!r}: print(getattr(settings, name))"
    return subprocess.run(
        [sys.executable, "-c", script],
        cwd=ROOT,
        env=environment(var, DJANGO_SETTINGS_MODULE="config.settings", **changes),
        capture_output=True,
        text=True,
        check=True,
    ).stdout.splitlines()


def test_development(tmp_path: Path) -> None:
    """QUA-4.1, QUA-4.5: loopback only, no debug pages, plain cookie names."""
    assert read(NAMES, tmp_path) == [
        "False",
        "['localhost', '127.0.0.1', '[::1]']",
        "kartenhaus_session",
        "kartenhaus_csrf",
        "kartenhaus_language",
    ]


def test_production(tmp_path: Path) -> None:
    """QUA-4.5."""
    assert read(NAMES, tmp_path, **GOOD_ENVIRONMENT) == [
        "False",
        "['spiele.example']",
        "__Host-session",
        "__Host-csrf",
        "__Host-language",
    ]
    names = ("SESSION_COOKIE_SECURE", "CSRF_COOKIE_SECURE", "LANGUAGE_COOKIE_SECURE", "SECURE_HSTS_SECONDS")
    assert read(names, tmp_path, **GOOD_ENVIRONMENT) == ["True", "True", "True", "31536000"]
    (policy,) = read(("CONTENT_SECURITY_POLICY",), tmp_path, **GOOD_ENVIRONMENT)
    assert "wss://spiele.example" in policy
    assert "unsafe" not in policy


def test_an_administrator_can_move_the_administration(tmp_path: Path) -> None:
    """QUA-4.7."""
    assert read(("ADMIN_PATH",), tmp_path, ADMIN_PATH="/hinterzimmer") == ["hinterzimmer/"]


PRAGMAS = """
from django.db import connection
with connection.cursor() as cursor:
    for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout"):
        print(*cursor.execute(f"PRAGMA {name}").fetchone())
"""


@pytest.mark.skipif(connection.vendor != "sqlite", reason="concerns SQLite")
def test_sqlite_keeps_what_was_committed(tmp_path: Path) -> None:
    """QUA-4.9, asked of a connection of the site: those of tests do not wait for the disk."""
    asked = run_command("shell", "--no-imports", "-c", PRAGMAS, var=tmp_path)
    assert asked.stdout.split() == ["wal", "2", "1", "5000"], asked.stderr
    assert connection.settings_dict["OPTIONS"]["transaction_mode"] == "IMMEDIATE"
    assert settings.DATABASES["default"]["CONN_MAX_AGE"] is None


@pytest.mark.shared
@pytest.mark.django_db
@pytest.mark.skipif(connection.vendor != "postgresql", reason="concerns PostgreSQL")
def test_postgresql_keeps_what_was_committed_and_does_not_wait_for_ever() -> None:
    """QUA-4.9, asked of a live connection."""
    with connection.cursor() as cursor:
        values = {}
        for name in (
            "fsync",
            "full_page_writes",
            "synchronous_commit",
            "statement_timeout",
            "lock_timeout",
            "idle_in_transaction_session_timeout",
        ):
            cursor.execute(f"SHOW {name}")
            (values[name],) = cursor.fetchone()
    assert values == {
        "fsync": "on",
        "full_page_writes": "on",
        "synchronous_commit": "on",
        "statement_timeout": "10s",
        "lock_timeout": "3s",
        "idle_in_transaction_session_timeout": "15s",
    }
    assert connection.settings_dict["ENGINE"] == "config.postgresql", "looks at connections before they are used"


def test_several_processes_share_a_layer_and_a_cache(tmp_path: Path) -> None:
    """PRO-6.4: chosen by addresses alone; without them everything is in the one process."""
    names = ("CHANNEL_LAYERS", "CACHES")
    layer, cache = read(names, tmp_path, REDIS_URL="redis://cache.example/3")
    assert "RedisPubSubChannelLayer" in layer
    assert "redis://cache.example/3" in layer
    assert "SharedCache" in cache
    layer, cache = read(names, tmp_path, REDIS_URL="")
    assert "InMemoryChannelLayer" in layer
    assert "LocMemCache" in cache


def test_options_in_the_address_of_the_database_stay(tmp_path: Path) -> None:
    (databases,) = read(
        ("DATABASES",), tmp_path, DATABASE_URL="postgres://site@db.example/site?sslmode=require", DATABASE_POOL="3"
    )
    assert "'sslmode': 'require'" in databases
    assert "lock_timeout=3s" in databases
    assert "'max_size': 3" in databases
