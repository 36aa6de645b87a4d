"""The theme of high contrast: texts have 7:1, marks 3:1 (UX-7.5)."""

import re

import pytest

from tests.running_site import ROOT

TOKENS = (ROOT / "config" / "static" / "site" / "tokens.css").read_text(encoding="utf-8")
THEME = "".join(re.findall(r'\[data-theme="contrast"\] \{(.*?)\}', TOKENS, re.DOTALL))
COLOURS = dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6})", THEME))


def luminance(colour: str) -> float:
    """How bright a colour is, as WCAG counts it."""
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Between two colours of the theme."""
    light, dark = sorted((luminance(COLOURS[one]), luminance(COLOURS[other])), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("ground", ["ground", "surface", "sunken", "raised"])
@pytest.mark.parametrize("text", ["ink", "ink-soft", "link", "brand", "good", "warn", "bad", "info", "act"])
def test_texts_on_the_page(text: str, ground: str) -> None:
    assert contrast(text, ground) >= 7


@pytest.mark.parametrize(
    ("text", "ground"),
    [
        ("on-prompt", "prompt"),
        ("prompt-soft", "prompt"),
        ("on-act", "act"),
        ("on-act-prompt", "act-prompt"),
        ("on-private", "private"),
        ("on-felt", "felt"),
        ("on-felt-soft", "felt"),
        ("on-felt", "felt-2"),
        ("print", "paper"),
        ("print-soft", "paper-2"),
    ],
)
def test_texts_on_what_lies_on_it(text: str, ground: str) -> None:
    assert contrast(text, ground) >= 7


@pytest.mark.parametrize("mark", ["line", "line-strong", "focus"])
def test_marks(mark: str) -> None:
    assert contrast(mark, "surface") >= 3
