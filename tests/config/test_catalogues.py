"""Message catalogues: compiled when they must be, refused when a placeholder went missing, complete (UX-10.1)."""

import gettext
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from config import catalogues
from tests.running_site import ROOT

HEADER = r"""
msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\n"

"""
SOURCES = ("accounts", "config", "games", "leaderboards", "templates", "locale")


@pytest.fixture
def locale(tmp_path: Path) -> Path:
    (tmp_path / "en" / "LC_MESSAGES").mkdir(parents=True)
    return tmp_path


def write(locale: Path, text: str) -> Path:
    path = locale / "en" / "LC_MESSAGES" / "django.po"
    path.write_text(HEADER + text, encoding="utf-8")
    return path


def test_compiling_makes_a_catalogue_fresh(locale: Path) -> None:
    path = write(locale, 'msgid "Spielen"\nmsgstr "Play"\n')
    assert catalogues.stale(locale) == [path]
    catalogues.compile_catalogue(path)
    assert catalogues.stale(locale) == []
    assert gettext.translation("django", locale, ["en"]).gettext("Spielen") == "Play"
    os.utime(path, ns=(0, path.with_suffix(".mo").stat().st_mtime_ns + 1))
    assert catalogues.stale(locale) == [path]


def test_guesses_are_left_out(locale: Path) -> None:
    catalogues.compile_catalogue(write(locale, '#, fuzzy\nmsgid "Zug"\nmsgstr "Train"\n'))
    assert gettext.translation("django", locale, ["en"]).gettext("Zug") == "Zug"


@pytest.mark.parametrize(
    "text",
    [
        'msgid "mit %(names)s"\nmsgstr "with %(name)s"\n',
        'msgid "mit {names}"\nmsgstr "with"\n',
        'msgid "mit"\nmsgstr "with {names}"\n',
        'msgid "eine"\nmsgid_plural "{n} viele"\nmsgstr[0] "one"\nmsgstr[1] "many"\n',
        'msgid "eine"\nmsgid_plural "{n} viele"\nmsgstr[0] "{m} one"\nmsgstr[1] "{n} many"\n',
    ],
)
def test_a_lost_placeholder_is_refused(locale: Path, text: str) -> None:
    path = write(locale, text)
    with pytest.raises(catalogues.CatalogueError, match="placeholders differ"):
        catalogues.compile_catalogue(path)
    assert not path.with_suffix(".mo").exists()


@pytest.mark.parametrize(
    "text",
    [
        'msgid "{a} vor {b}"\nmsgstr "{b} after {a}"\n',
        'msgid "mit {names}"\nmsgstr ""\n',
        'msgid "eine Karte"\nmsgid_plural "{n} Karten"\nmsgstr[0] "one card"\nmsgstr[1] "{n} cards"\n',
        'msgid "{n} Karte"\nmsgid_plural "{n} Karten"\nmsgstr[0] "one card"\nmsgstr[1] "{n} cards"\n',
    ],
)
def test_placeholders_may_move(locale: Path, text: str) -> None:
    catalogues.compile_catalogue(write(locale, text))


def messages(catalogue: Catalog) -> Iterator[tuple[str | None, str]]:
    for message in catalogue:
        if message.id:
            yield message.context, message.id if isinstance(message.id, str) else message.id[0]


def test_english_is_complete(tmp_path: Path) -> None:
    """Every text that stands in the source is in the English catalogue, and has a translation there."""
    for name in SOURCES:
        ignored = shutil.ignore_patterns("__pycache__", "*.mo", "*.json", "static")
        shutil.copytree(ROOT / name, tmp_path / name, ignore=ignored)
    subprocess.run(
        [sys.executable, "-m", "django", "makemessages", "--locale", "en", "--add-location", "file", "--no-obsolete"],
        cwd=tmp_path,
        env={name: value for name, value in os.environ.items() if name != "DJANGO_SETTINGS_MODULE"},
        check=True,
        capture_output=True,
    )
    relative = Path("locale", "en", "LC_MESSAGES", "django.po")
    with (ROOT / relative).open("rb") as committed, (tmp_path / relative).open("rb") as extracted:
        ours, wanted = read_po(committed, locale="en"), read_po(extracted, locale="en")
    assert set(messages(wanted)) - set(messages(ours)) == set(), "missing: run makemessages as README.md says"
    assert set(messages(ours)) - set(messages(wanted)) == set(), "left over: run makemessages as README.md says"
    for message in ours:
        forms = [message.string] if isinstance(message.string, str) else list(message.string or [])
        assert not message.id or not message.fuzzy, f"only guessed: {message.id!r}"
        assert all(forms), f"not translated: {message.id!r}"
