"""Rule books: what a game is, its rules with their numbers, options and words, as data beside the game in each language.

A game has them as `rulebook/de.toml` and `rulebook/en.toml`. In texts `**word**` stands out, the number of a rule leads to it,
and `[castle]` is a picture of the site, in words `mark.castle`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Literal

import msgspec

from games.texts import MARK, app_of

LANGUAGES = ("de", "en")

REFERENCE = r"[A-Z]{3}-\d+\.\d+"
MARKED = re.compile(rf"\*\*(?P<bold>.+?)\*\*|(?P<rule>{REFERENCE})|{MARK}")


class Rule(msgspec.Struct, forbid_unknown_fields=True):
    """One rule by its number; a decision is where the original leaves something open and we had to settle it."""

    id: str
    text: str
    decision: str = ""
    table: list[list[str]] = []
    """The first row is the head."""
    picture: str = ""
    """A static file of the game that shows the rule."""
    seen: str = ""
    """What is to be seen on it."""


class Section(msgspec.Struct, forbid_unknown_fields=True):
    """Rules about one thing."""

    title: str
    rules: list[Rule]


class Filter(msgspec.Struct, forbid_unknown_fields=True):
    """An attribute by which cards can be looked for, and its values in words."""

    label: str
    values: dict[str, str]
    alone: bool = False
    """Whether a value says by itself what it is."""
    listed: bool = True
    """Whether it stands below the card in the list too."""


class Fact(msgspec.Struct, forbid_unknown_fields=True):
    """An attribute that is shown with a card."""

    name: str
    label: str
    signed: bool = False


class Cards(msgspec.Struct, forbid_unknown_fields=True):
    """What the attributes in the card data mean to readers."""

    filters: dict[str, Filter] = {}
    facts: list[Fact] = []


class Term(msgspec.Struct, forbid_unknown_fields=True):
    """A word of the game (UX-10.3)."""

    term: str
    text: str


class Part(msgspec.Struct, forbid_unknown_fields=True):
    """Words of the game that belong together."""

    title: str
    terms: list[Term]


class Step(msgspec.Struct, forbid_unknown_fields=True):
    """A step of the guided first turn."""

    text: str
    cards: list[str] = []
    """The cards it is about, by their ids in the card data."""


class Question(msgspec.Struct, forbid_unknown_fields=True):
    """What people ask, and the answer."""

    question: str
    answer: str


class Rulebook(msgspec.Struct, forbid_unknown_fields=True):
    """All that is told of a game in one language."""

    about: str
    short: list[str]
    """The game in a few sentences."""
    sections: list[Section]
    first_turn: list[Step] = []
    """A walk through the beginning of a game."""
    memo: list[Part] = []
    """What is recalled at the table too, where it is always at hand."""
    options: dict[str, str] = {}
    presets: dict[str, str] = {}
    bots: dict[str, str] = {}
    cards: Cards = msgspec.field(default_factory=Cards)
    questions: list[Question] = []
    glossary: list[Term] = []


@dataclass(frozen=True)
class Span:
    """A piece of a text: plain, standing out, the number of a rule, or the name of a picture."""

    kind: Literal["plain", "bold", "rule", "mark"]
    text: str


@cache
def rulebook(slug: str, language: str) -> Rulebook | None:
    """The rule book of a game, or None if it has none."""
    path = files(app_of(slug)) / "rulebook" / f"{language}.toml"
    return msgspec.toml.decode(path.read_bytes(), type=Rulebook) if path.is_file() else None


def paragraphs(text: str) -> list[list[Span]]:
    """A text in paragraphs, each in pieces."""
    return [_spans(" ".join(part.split())) for part in re.split(r"\n\s*\n", text.strip())]


def _spans(text: str) -> list[Span]:
    spans, at = [], 0
    for found in MARKED.finditer(text):
        spans.append(Span("plain", text[at : found.start()]))
        kind: Literal["bold", "rule", "mark"] = "bold" if found["bold"] else "rule" if found["rule"] else "mark"
        spans.append(Span(kind, found["bold"] or found["rule"] or found[3]))
        at = found.end()
    return [span for span in [*spans, Span("plain", text[at:])] if span.text]
