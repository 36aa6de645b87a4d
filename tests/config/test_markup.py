"""Our own markup and styles keep to the content policy (QUA-4.3), so that browsers have nothing to refuse."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.running_site import ROOT

FORBIDDEN = {
    "a style attribute": re.compile(r"\sstyle\s*=", re.IGNORECASE),
    "a style element": re.compile(r"<style\b", re.IGNORECASE),
    "a script inside the page": re.compile(r"<script\b(?![^>]*\ssrc=)", re.IGNORECASE),
    "an event handler": re.compile(r"<[^>]*\son[a-z]+\s*=", re.IGNORECASE),
    "a script as an address": re.compile(r"javascript:", re.IGNORECASE),
    "unescaped output": re.compile(r"\|\s*safe\b|autoescape\s+off"),
    "a foreign address": re.compile(r"(?:src|href|action)=[\"']?(?:https?:)?//", re.IGNORECASE),
}
ROOMS = ("accounts", "config", "games", "leaderboards")


def templates() -> Iterator[Path]:
    yield from (ROOT / "templates").rglob("*.html")
    for room in ROOMS:
        yield from (path for path in (ROOT / room).rglob("*.html") if "templates" in path.parts)


def styles_and_drawings() -> Iterator[Path]:
    for room in ROOMS:
        yield from (path for path in (ROOT / room).rglob("*") if path.suffix in {".css", ".svg"})


@pytest.mark.parametrize("path", sorted(templates()), ids=lambda path: str(path.relative_to(ROOT)))
def test_templates_have_nothing_inline(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert [what for what, pattern in FORBIDDEN.items() if pattern.search(text)] == []


@pytest.mark.parametrize("path", sorted(styles_and_drawings()), ids=lambda path: str(path.relative_to(ROOT)))
def test_styles_and_drawings_name_no_foreign_place(path: Path) -> None:
    text = path.read_text(encoding="utf-8").replace("http://www.w3.org/", "")
    assert not re.search(r"https?:|url\(\s*[\"']?//|<style|<script|@import", text)


@pytest.mark.parametrize(
    "text",
    [
        '<p style="color:red">',
        "<style>p{}</style>",
        "<script>alert(1)</script>",
        '<script type="module">import "x"</script>',
        '<a href="/" onclick="x()">',
        '<a href="javascript:x()">',
        "{{ name|safe }}",
        '<img src="//evil.example/x.png">',
    ],
)
def test_the_test_finds_what_it_looks_for(text: str) -> None:
    assert any(pattern.search(text) for pattern in FORBIDDEN.values())


def test_a_script_of_our_own_is_allowed() -> None:
    text = '<script type="module" src="{% static \'tables/table.js\' %}"></script><p data-style="x">'
    assert [what for what, pattern in FORBIDDEN.items() if pattern.search(text)] == []
