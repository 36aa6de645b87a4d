"""What production refuses (QUA-4.2), and that a good production configuration passes Django's own checks."""

import secrets
from pathlib import Path

import pytest

from config.operator import Operator
from config.production import refusals
from tests.running_site import run_command

KEY = secrets.token_urlsafe(64)
GOOD = {
    "debug": False,
    "secret_key": KEY,
    "allowed_hosts": ["spiele.example"],
    "site_url": "https://spiele.example",
    "database_url": "sqlite:////var/lib/kartenhaus/kartenhaus.sqlite3",
    "redis_url": "",
    "email_url": "smtp+tls://site:secret@mail.example:587",
    "operator": Operator("Spielverein", "Am Markt 1; 12345 Spielstadt", "hallo@spiele.example"),
}
SHARED = {"database_url": "postgres://site:pass4site@db.example/site", "redis_url": "redis://cache.example/0"}
GOOD_ENVIRONMENT = {
    "KARTENHAUS_ENV": "production",
    "SECRET_KEY": KEY,
    "ALLOWED_HOSTS": "spiele.example",
    "SITE_URL": "https://spiele.example",
    "DATABASE_URL": "sqlite://:memory:",
    "REDIS_URL": "",
    "EMAIL_URL": "smtp+tls://site:secret@mail.example:587",
    "OPERATOR_NAME": "Spielverein",
    "OPERATOR_ADDRESS": "Am Markt 1; 12345 Spielstadt",
    "OPERATOR_EMAIL": "hallo@spiele.example",
}


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"debug": True}, "DEBUG is on"),
        ({"secret_key": ""}, "SECRET_KEY is missing"),
        ({"secret_key": KEY[:49]}, "SECRET_KEY is shorter than 50 characters"),
        ({"secret_key": "django-insecure-" + KEY}, "SECRET_KEY is known from an example"),
        ({"secret_key": "ab" * 40}, "SECRET_KEY is known from an example"),
        ({"allowed_hosts": []}, "ALLOWED_HOSTS is empty"),
        ({"allowed_hosts": ["spiele.example", "*"]}, "ALLOWED_HOSTS allows any host"),
        ({"site_url": ""}, "SITE_URL must be the https address of the site"),
        ({"site_url": "http://spiele.example"}, "SITE_URL must be the https address of the site"),
        ({"site_url": "https://spiele.example/karten"}, "SITE_URL must be an address without a path"),
        ({"email_url": ""}, "EMAIL_URL is missing: without a mail server nobody who forgets a password comes in again"),
        ({"email_url": "consolemail://"}, "EMAIL_URL shows mails in place of sending them"),
        (
            {"operator": Operator("", "Markt 1", "a@b.example")},
            "OPERATOR_NAME is missing: the imprint must say who runs the site",
        ),
        (
            {"operator": Operator("Verein", " ; ", "a@b.example")},
            "OPERATOR_ADDRESS is missing: the imprint must say who runs the site",
        ),
        (
            {"operator": Operator("Verein", "Markt 1", "Mira")},
            "OPERATOR_EMAIL is missing: the imprint must say who runs the site",
        ),
        ({"redis_url": "redis://cache.example/0"}, "REDIS_URL is for several processes, and DATABASE_URL is not PostgreSQL"),
        ({"database_url": "postgres://site@db.example/site"}, "DATABASE_URL has an empty password, or the user's name for one"),
        ({"database_url": "postgres://site:site@db/site"}, "DATABASE_URL has an empty password, or the user's name for one"),
    ],
)
def test_each_reason(change: dict[str, object], reason: str) -> None:
    assert refusals(**{**GOOD, **change}) == [reason]  # type: ignore[arg-type]


@pytest.mark.parametrize("change", [{}, SHARED, {"database_url": "postgres:///site"}])
def test_a_good_configuration_is_not_refused(change: dict[str, object]) -> None:
    assert refusals(**{**GOOD, **change}) == []  # type: ignore[arg-type]


def test_all_reasons_are_told_at_once(tmp_path: Path) -> None:
    result = run_command("check", var=tmp_path, KARTENHAUS_ENV="production", DEBUG="true", ALLOWED_HOSTS="*")
    assert result.returncode == 1
    assert "Traceback" not in result.stderr
    for reason in (
        "DEBUG is on",
        "SECRET_KEY is missing",
        "ALLOWED_HOSTS allows any host",
        "SITE_URL must be the https",
    ):
        assert f"- {reason}" in result.stderr
    assert not (tmp_path / "secret_key").exists()


def test_a_good_configuration_passes_the_deployment_checks(tmp_path: Path) -> None:
    result = run_command("check", "--deploy", "--fail-level", "WARNING", var=tmp_path, **GOOD_ENVIRONMENT)
    assert result.returncode == 0, result.stderr


def test_the_key_can_stand_in_a_file(tmp_path: Path) -> None:
    """QUA-4.8."""
    (tmp_path / "key").write_text(KEY)
    changes = {name: value for name, value in GOOD_ENVIRONMENT.items() if name != "SECRET_KEY"}
    result = run_command("check", var=tmp_path, SECRET_KEY_FILE=str(tmp_path / "key"), **changes)
    assert result.returncode == 0, result.stderr


def test_an_unknown_mode_is_refused(tmp_path: Path) -> None:
    result = run_command("check", var=tmp_path, KARTENHAUS_ENV="staging")
    assert result.returncode == 1
    assert "KARTENHAUS_ENV must be development or production, not 'staging'" in result.stderr
