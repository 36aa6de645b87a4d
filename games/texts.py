"""Words for the names that rules and protocol use: lookup, filling in, and the catalogues the browser reads (PRO-5.8)."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from django.apps import apps
from django.utils import translation

from games.apps import GameConfig
from games.card_words import CardWords
from games.engine import registry
from games.engine.errors import Text
from games.table_texts import TEXTS as TABLE_TEXTS
from games.wording import Plural, Words

SEATS = ("seat", "seats", "giver", "taker", "owner", "by", "player", "leader", "ahead", "playoff", "turn_of", "starter")
"""Arguments that are seats: shown as the names of the players."""

CARDS = ("card", "cards", "source")
"""Arguments that are card ids: shown as the names of the cards, also of cards that the game does not know. Others may be."""

SIGNED = "signed"
"""The names of arguments that are shown with their sign, as one text of the catalogue: what a game's app says."""

FALLBACK = "en"
"""The language of names that a card has in no other."""

APART = "\n\n"
"""Between paragraphs."""

MARK = r"\[([a-z-]+)\]"
"""A picture in a text, by its name; in words it is `mark.<name>`."""

BY_SEAT = ("points", "totals", "experience")
"""Arguments that, as lists, hold a number for each seat: shown with the players' names, for those in `seats` if given."""


def app_of(slug: str) -> str:
    """The package of the app of a game."""
    return registry.rules_of(slug).rpartition(".")[0]


def config_of(slug: str) -> GameConfig | None:
    """The app of a game; None if its rules are known without one."""
    config = apps.get_containing_app_config(app_of(slug))
    return config if isinstance(config, GameConfig) else None


def card_words_of(slug: str) -> CardWords:
    """How the names and texts of the cards of a game are read."""
    config = config_of(slug)
    return config.card_words if config else CardWords()


def words_of(slug: str) -> Mapping[str, Words]:
    """All wordings for a table of this game: its own before those shared by all games."""
    module = f"{app_of(slug)}.texts"
    own: Mapping[str, Words] = import_module(module).TEXTS if find_spec(module) else {}
    return {**TABLE_TEXTS, **own}


@cache
def catalogue(slug: str, language: str) -> dict[str, str | list[str]]:
    """All texts of a table in one language; a plural as [one, other, argument].

    The name of a card is `card.<id>`, its text `card.<id>.text`, and where that depends on an option of the table
    `card.<id>.text.<option>.<value>`; `card.<id>.lang` is the language of a name that there is in no other.
    """
    with translation.override(language):
        texts: dict[str, str | list[str]] = {
            key: [str(words.one), str(words.other), words.by] if isinstance(words, Plural) else str(words)
            for key, words in words_of(slug).items()
        }
    config = config_of(slug)
    texts[SIGNED] = " ".join(config.signed if config else ())
    path, read = registry.game(slug).cards_path, card_words_of(slug)
    for card in () if path is None else json.loads(path.read_bytes())["cards"]:
        key, name = f"card.{slug}.{card['id']}", read.name(card, language)
        texts[key] = name or str(read.name(card, FALLBACK))
        texts[f"{key}.text"] = APART.join(read.paragraphs(card, language))
        texts |= {f"{key}.text.{value}": APART.join(text) for value, text in read.variants(card, language).items()}
        if name is None:
            texts[f"{key}.lang"] = FALLBACK
    return texts


@cache
def printed(slug: str) -> dict[str, dict[str, Any]]:
    """What is printed on the cards of a game beside words, by card, as far as its drawings need it."""
    path, config = registry.game(slug).cards_path, config_of(slug)
    if path is None or config is None or not config.printed:
        return {}
    return {f"{slug}.{card['id']}": config.print_of(card) for card in json.loads(path.read_bytes())["cards"]}


@cache
def catalogue_file(slug: str, language: str) -> tuple[str, bytes]:
    """Texts and cards as a file for the browser: a hash for its name, and its bytes."""
    file = {"texts": catalogue(slug, language), "cards": printed(slug)}
    data = json.dumps(file, ensure_ascii=False, separators=(",", ":")).encode()
    return hashlib.sha256(data).hexdigest()[:12], data


@dataclass(frozen=True)
class Speaker:
    """Says texts of a game in one language, with the names of the players at the table.

    The browser has the same in `words.js`; both are held together by a test.
    """

    slug: str
    language: str
    names: Sequence[str] = ()

    def say(self, text: Text) -> str:
        """The text, filled in. A game without words for a key still gets something readable."""
        return self.fill(text.key, text.args)

    def fill(self, key: str, args: Mapping[str, Any]) -> str:
        """The wording of a key with these arguments."""
        words = catalogue(self.slug, self.language).get(key)
        if words is None:
            return str(args["option"]) if "option" in args else self._unworded(key, args)
        if isinstance(words, list):
            count = args.get(words[2])
            words = words[0] if count == 1 and count is not True else words[1]
        return re.sub(r"\{(\w+)\}", lambda found: self._value(found[1], args), words)

    def mark(self, name: str) -> str:
        """The words for a picture in a text."""
        return str(catalogue(self.slug, self.language).get(f"mark.{name}", name))

    def plain(self, text: str) -> str:
        """A text with pictures and stressed words as it is said. A picture that a paragraph begins with is its label."""
        labelled = re.sub(rf"(?m)^{MARK}", lambda found: f"{self.mark(found[1])}:", text)
        worded = re.sub(MARK, lambda found: self.mark(found[1]), labelled)
        return " ".join(worded.replace("**", "").split())

    def _unworded(self, key: str, args: Mapping[str, Any]) -> str:
        """`Mira: plan, west, calm`: of whom, what, and with what else."""
        what = [key.rpartition(".")[2].replace("_", " ")]
        said = ", ".join(what + [value for name in args if name != "seat" and (value := self._value(name, args))])
        return f"{self._name(args['seat'])}: {said}" if "seat" in args else said

    def _value(self, name: str, args: Mapping[str, Any]) -> str:
        value = args.get(name)
        if value is None:
            return ""
        if isinstance(value, (list, tuple)):
            if name in BY_SEAT:
                seats = args.get("seats", range(len(value)))
                return ", ".join(f"{self._name(seat)} {self._one(name, value[seat])}" for seat in seats)
            return self._joined([self._one(name, part) for part in value])
        return self._one(name, value)

    def _one(self, name: str, value: Any) -> str:
        texts = catalogue(self.slug, self.language)
        if name in SEATS:
            return self._name(value)
        if name in CARDS:
            return str(texts.get(f"card.{value}", str(value).rpartition(".")[2]))
        if isinstance(value, str) and f"card.{value}" in texts:
            return str(texts[f"card.{value}"])
        if isinstance(value, bool):
            value = str(value).lower()
        if isinstance(value, int) and name in str(texts.get(SIGNED, "")).split():
            return f"{value:+d}".replace("-", "\N{MINUS SIGN}") if value else "±0"
        if isinstance(value, int):
            return str(value).replace("-", "\N{MINUS SIGN}")
        named = str(value)
        return str(texts.get(f"value.{name}.{named}", named))

    def _name(self, seat: int) -> str:
        return self.names[seat] if seat < len(self.names) else f"#{seat + 1}"

    def _joined(self, parts: Sequence[str]) -> str:
        """`a`, `a und b`, `a, b und c`."""
        if len(parts) < 2:
            return "".join(parts)
        words = str(catalogue(self.slug, self.language)["ui.list"])
        return words.format(first=", ".join(parts[:-1]), last=parts[-1])


def speak(text: Text, language: str, slug: str = "") -> str:
    """A text outside a table, such as in a command or about a table that does not exist."""
    if slug:
        return Speaker(slug, language).say(text)
    with translation.override(language):
        words = TABLE_TEXTS.get(text.key)
        if words is None:
            return f"{text.key} {dict(text.args) or ''}".strip()
        if isinstance(words, Plural):
            words = words.one if text.args.get(words.by) == 1 else words.other
        return re.sub(r"\{(\w+)\}", lambda found: _plain(text.args.get(found[1], "")), str(words))


def _plain(value: Any) -> str:
    return ", ".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)
