"""Pages about the site: help, imprint, privacy, credits, security.txt, manifest (QUA-4.2, QUA-4.12, QUA-5)."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.apps import apps
from django.conf import settings
from django.test import Client

from config import parts
from config.operator import Operator
from config.packages import FILES
from config.stored import KEPT, OF_NOBODY
from games.table_texts import TEXTS
from games.tables.key_map import keys

pytestmark = pytest.mark.django_db

NAMED = Operator("Spielverein <eV>", "Am Markt 1; 12345 Spielstadt", "hallo@spiele.example", "+49 30 1", "", "sec@spiele.example")
PAGES = ("/hilfe/", "/impressum/", "/datenschutz/", "/lizenzen/")


@pytest.fixture
def named(settings: Any) -> Operator:
    """Somebody runs the site."""
    settings.OPERATOR = NAMED
    settings.SITE_URL = "https://spiele.example"
    return NAMED


def page(path: str, language: str = "de") -> str:
    response = Client(headers={"accept-language": language}).get(path)
    assert response.status_code == 200
    return response.content.decode()


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("path", ["/", "/lobby/", "/spiel/", "/nirgends", *PAGES])
def test_every_page_leads_to_them_in_the_same_order(path: str, language: str) -> None:
    """QUA-5.4, UX-8.5: without log-in; help first."""
    content = Client(headers={"accept-language": language}).get(path).content.decode()
    footer = content[content.index("<footer") :]
    assert re.findall(r'href="(/[^"]+)"', footer) == list(PAGES)


def test_the_imprint_says_who_runs_the_site(named: Operator) -> None:
    """QUA-5.4: § 5 DDG, § 18 MStV; names are text."""
    content = page("/impressum/")
    for said in ("Spielverein &lt;eV&gt;", "Am Markt 1", "12345 Spielstadt", "hallo@spiele.example", "+49 30 1", "§ 18"):
        assert said in content
    assert "mailto:hallo@spiele.example" in page("/datenschutz/")
    assert "mailto:hallo@spiele.example" in page("/hilfe/")


def test_without_an_operator_the_imprint_says_so() -> None:
    content = page("/impressum/")
    assert "läuft zum Ausprobieren" in content
    assert "mailto:" not in content


def test_whatever_is_kept_is_on_the_privacy_page() -> None:
    """QUA-5.1: a model that is in neither list fails here."""
    told = [model for one in KEPT for model in one.models]
    known = {model._meta.label for model in apps.get_models()}
    assert known - set(told) - set(OF_NOBODY) == set(), "say in config/stored.py what is kept, what for and for how long"
    assert len(set(told)) == len(told)
    assert {*told, *OF_NOBODY} - known == set()
    for language in ("de", "en"):
        content = page("/datenschutz/", language)
        assert content.count("<tr>") == len(KEPT) + 1
        for cookie in (settings.SESSION_COOKIE_NAME, settings.CSRF_COOKIE_NAME, settings.LANGUAGE_COOKIE_NAME):
            assert cookie in content


def test_no_other_cookie_is_set() -> None:
    """QUA-5.3: those that the privacy page names, and the first two only when they are needed."""
    client = Client()
    for path in ("/", "/lobby/", "/spiel/emotrions/", *PAGES):
        client.get(path)
    assert settings.SESSION_COOKIE_NAME not in client.cookies
    client.post("/sprache/", {"language": "en"})
    client.post("/sofort/")
    assert set(client.cookies) <= {settings.SESSION_COOKIE_NAME, settings.CSRF_COOKIE_NAME, settings.LANGUAGE_COOKIE_NAME}


def test_credits_are_those_of_what_is_installed() -> None:
    """Every package that is served, with its licence; every Python package with what it says of itself."""
    served = {part.name: part for part in parts.for_browsers()}
    assert {name for name in served if any(file.startswith(name) for file in FILES)} == set(served)
    assert served["htm"].licence == "Apache-2.0"
    assert "SIL OPEN FONT LICENSE" in served["@fontsource-variable/alegreya"].text
    installed = {part.name: part for part in parts.for_server()}
    assert len(installed) == len(parts.for_server())
    assert installed["Django"].licence == "BSD-3-Clause"
    assert [part.name for part in installed.values() if not part.licence] == []
    content = page("/lizenzen/")
    for part in [*served.values(), *installed.values()]:
        assert part.name in content


def test_keys_are_those_of_the_table() -> None:
    """UX-4.3: every key that the table has a text for is on the help page, once."""
    shown = dict(keys())
    assert len(shown) == len(keys()) >= 19
    texts = {TEXTS[name] for name in TEXTS if name.startswith("ui.key_")}
    assert {str(text) for text in texts} <= {str(text) for text in shown.values()}
    assert {"Esc", "?", "Tab", "Z"} <= set(shown)
    assert page("/hilfe/").count("<kbd>") == len(shown)


def test_security_txt(named: Operator) -> None:
    """QUA-4.12, RFC 9116."""
    response = Client().get("/.well-known/security.txt")
    assert response["Content-Type"] == "text/plain; charset=utf-8"
    fields = dict(line.split(": ", 1) for line in response.content.decode().splitlines())
    assert fields["Contact"] == "mailto:sec@spiele.example"
    assert fields["Canonical"] == "https://spiele.example/.well-known/security.txt"
    assert fields["Preferred-Languages"] == "de, en"
    left = datetime.fromisoformat(fields["Expires"]) - datetime.now(UTC)
    assert timedelta(days=170) < left < timedelta(days=366)


def test_security_txt_names_nobody_who_is_not_there() -> None:
    assert Client().get("/.well-known/security.txt").status_code == 404


@pytest.mark.parametrize(
    ("security", "contact"),
    [
        ("", "mailto:a@b.example"),
        ("https://b.example/melden", "https://b.example/melden"),
        ("mailto:s@b.example", "mailto:s@b.example"),
    ],
)
def test_where_holes_are_told(security: str, contact: str) -> None:
    assert Operator("Verein", "Markt 1", "a@b.example", security=security).security_contact == contact


@pytest.mark.parametrize(("language", "said"), [("de", "Kartenspiele im Browser"), ("en", "Card games in the browser")])
def test_the_manifest_names_icons_that_are_there(language: str, said: str) -> None:
    """UX-6.4."""
    client = Client(headers={"accept-language": language})
    response = client.get("/manifest.webmanifest")
    assert response["Content-Type"] == "application/manifest+json"
    about = json.loads(response.content)
    assert said in about["description"]
    assert about["lang"] == language
    for icon in about["icons"]:
        assert client.get(icon["src"])["Content-Type"] == "image/png"
    assert 'rel="manifest" href="/manifest.webmanifest"' in page("/hilfe/")


@pytest.mark.parametrize("path", [*PAGES, "/.well-known/security.txt", "/manifest.webmanifest"])
def test_they_are_only_read(path: str) -> None:
    assert Client().post(path).status_code == 405
