"""Decks as text, a line a card: how they leave the site and come back (QUA-3.6)."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from django.utils.translation import gettext as _

from games.decks import naming
from games.decks.kinds import Kind
from games.engine import registry
from games.engine.deck import Deck as Cards
from games.rulebooks import LANGUAGES
from games.texts import card_words_of, catalogue

MOST_LINES = 200
MOST_SIGNS = 20_000
MOST_COPIES = 99
MOST_PROBLEMS = 10
"""Told at once."""
SHOWN = 40
"""Signs of a line that are repeated to whoever sent it."""

LINE = re.compile(r"(\d{1,4})\s?[x×]?\s+(\S.*)", re.IGNORECASE)
NOTE = re.compile(r"#\s*(name|game)\s*:\s*(.*)", re.IGNORECASE)


@dataclass(frozen=True)
class Problem:
    """Why a list cannot be read: the rule that is against it, where there is one, and what to say."""

    rule: str
    said: str


class BrokenList(ValueError):
    """It is no deck of this game; nothing has been taken from it."""

    def __init__(self, problems: list[Problem]) -> None:
        super().__init__("; ".join(problem.said for problem in problems))
        self.problems = problems


@dataclass(frozen=True)
class Parsed:
    """A deck that came as text."""

    name: str
    """Empty if the text has none."""
    cards: Cards


def written(kind: Kind, name: str, cards: Mapping[str, int], language: str) -> str:
    """A deck as text: `3 Y001 Lastkamel vom Dienst`, in the order of the card file, cards that the game does not have last."""
    texts, order = catalogue(kind.game, language), _order(kind.game)
    ids = sorted(cards, key=lambda card: (order.get(card, len(order)), card))
    lines = [f"{cards[card]} {card} {texts.get(f'card.{kind.game}.{card}', '')}".strip() for card in ids]
    return "\n".join([f"# name: {name}", f"# game: {kind.game}", *lines]) + "\n"


def parse(kind: Kind, text: str) -> Parsed:
    """The deck that a text says: copies, then the id of a card, or its name in either language. What follows an id is not read.

    Raises `BrokenList` with what is wrong, at most `MOST_PROBLEMS` of it; a deck that is only not legal is no problem here.
    """
    if len(text) > MOST_SIGNS:
        raise BrokenList([Problem("", _("Der Text ist zu lang: höchstens %(most)d Zeichen.") % {"most": MOST_SIGNS})])
    lines = text.splitlines()
    if len(lines) > MOST_LINES:
        raise BrokenList([Problem("", _("Die Liste ist zu lang: höchstens %(most)d Zeilen.") % {"most": MOST_LINES})])
    name, cards, problems = "", Cards(), list[Problem]()
    for number, line in enumerate(lines, 1):
        line = line.strip()
        if note := NOTE.fullmatch(line):
            name = naming.shortened(note[2]) if note[1].lower() == "name" else name
            if note[1].lower() == "game" and note[2].strip() != kind.game:
                raise BrokenList([Problem(kind.rules.unknown_rule, _("Das ist ein Deck für ein anderes Spiel."))])
        elif line and not line.startswith("#"):
            problems += _add(kind, line, number, cards)
    if not cards and not problems:
        problems = [Problem(kind.rules.unknown_rule, _("In diesem Text steht keine Karte."))]
    if problems:
        raise BrokenList(problems[:MOST_PROBLEMS])
    return Parsed(name, cards)


def _add(kind: Kind, line: str, number: int, cards: Cards) -> list[Problem]:
    """Add what a line says to the cards, or say what is wrong with it."""
    found = LINE.fullmatch(line)
    card = _card(kind.game, found[2]) if found else ""
    copies = int(found[1]) + cards.get(card, 0) if found else 0
    if card and 1 <= copies <= MOST_COPIES:
        cards[card] = copies
        return []
    if found is None:
        said = _("Zeile %(number)d, „%(line)s“: Hier fehlt vorn die Anzahl oder dahinter die Karte.")
    elif not card:
        said = _("Zeile %(number)d, „%(line)s“: Diese Karte gibt es hier nicht.")
    else:
        said = _("Zeile %(number)d, „%(line)s“: Die Anzahl muss zwischen 1 und 99 liegen.")
    return [Problem(kind.rules.unknown_rule, said % {"number": number, "line": naming.cleaned(line)[:SHOWN]})]


def _card(game: str, said: str) -> str:
    """The id of the card that is meant; empty if there is none."""
    first = said.split()[0]
    return first if first in _order(game) else _named(game).get(" ".join(said.casefold().split()), "")


@cache
def _order(game: str) -> dict[str, int]:
    """The place of each card in the card file."""
    path = registry.game(game).cards_path
    cards = [] if path is None else json.loads(path.read_bytes())["cards"]
    return {card["id"]: place for place, card in enumerate(cards)}


@cache
def _named(game: str) -> dict[str, str]:
    """The id of each card by its name, folded, in each language."""
    path, words = registry.game(game).cards_path, card_words_of(game)
    cards = [] if path is None else json.loads(path.read_bytes())["cards"]
    return {
        " ".join(name.casefold().split()): card["id"]
        for card in cards
        for known in LANGUAGES
        if (name := words.name(card, known))
    }
