"""The Django side of the games: the app with their commands, and the base of the app of each game."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from django.apps import AppConfig
from django.core.exceptions import ImproperlyConfigured

from games.card_words import CardWords
from games.deck_shape import DeckShape
from games.engine import registry
from games.engine.errors import BrokenData
from games.holdings import Holdings

if TYPE_CHECKING:
    from accounts.models import User


class GamesConfig(AppConfig):
    """What all games share: commands that play, prove and check them, and the texts of the tables."""

    name = "games"
    default = True

    def ready(self) -> None:
        """Have the card data checked."""
        import_module("games.checks")


class GameConfig(AppConfig):
    """Base of the app of a game. In its `apps.py`: `from games import apps`, then `class ChessConfig(apps.GameConfig)`.

    The app holds a package `rules` with the game class as `GAME`, and where it has them `cases` (worked cases), `texts` and
    `cards.json`. What the browser needs beside words is static: `faces.js` and `faces.css` draw the cards, `field.js` and
    `field.css` lay out the board. Without them cards are paper with a name, and the board is that of any game.
    """

    printed: ClassVar[tuple[str, ...]] = ()
    """Fields of a card in `cards.json` that `faces.js` draws from; with `count`, copies in a pack, unseen cards are counted."""

    card_words: ClassVar[CardWords] = CardWords()
    """How names and texts are read from `cards.json`."""

    signed: ClassVar[tuple[str, ...]] = ()
    """Numbers that are shown with their sign, by the names they have in texts and views."""

    decks: ClassVar[DeckShape | None] = None
    """How decks are built, where people play with their own."""

    older: ClassVar[tuple[str, ...]] = ()
    """Rules packages, such as `rules` is one, of former rules versions: tables that began with them go on with them."""

    collection: ClassVar[str] = ""
    """The name of the page on which people see the cards they have, where these are collected."""

    emblem: ClassVar[str] = ""
    """The card that stands for the game on the home page, by its id in `cards.json`."""

    def print_of(self, card: Mapping[str, Any]) -> dict[str, Any]:
        """What the browser is given of a card of `cards.json`, to draw it from. Override where a game needs more than fields."""
        return {name: card[name] for name in ("id", *self.printed) if name in card}

    def holdings(self, user: User) -> Holdings | None:
        """The cards that somebody may play with, where they are collected; None: everybody has all of them."""
        return None

    def receive(self, user: User, kind: str, source: str, cards: list[str]) -> None:
        """Somebody keeps a pack that they have opened in an event (OMG-17.2); once for each source, however often it is told."""

    def static_file(self, name: str) -> str | None:
        """The address of a static file of this game, if it has one."""
        return f"{self.label}/{name}" if (Path(self.path) / "static" / self.label / name).exists() else None

    def ready(self) -> None:
        """Make the game and its case adapter known by name."""
        rules = f"{self.name}.rules"
        try:
            for package in (rules, *self.older):
                registry.register_game(package)
        except BrokenData as error:
            raise ImproperlyConfigured(f"{rules}: {error}") from error
        if find_spec(f"{self.name}.cases"):
            registry.register_adapter(registry.load_game(rules).meta.slug, f"{self.name}.cases")
