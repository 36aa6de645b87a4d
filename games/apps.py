"""The Django side of the games: the app with their commands, and the base of the app of each game."""

from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import ClassVar

from django.apps import AppConfig
from django.core.exceptions import ImproperlyConfigured

from games.engine import registry
from games.engine.errors import BrokenData


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

    emblem: ClassVar[str] = ""
    """The card that stands for the game on the home page, by its id in `cards.json`."""

    def static_file(self, name: str) -> str | None:
        """The address of a static file of this game, if it has one."""
        return f"{self.label}/{name}" if (Path(self.path) / "static" / self.label / name).exists() else None

    def ready(self) -> None:
        """Make the game and its case adapter known by name."""
        rules = f"{self.name}.rules"
        try:
            registry.register_game(rules)
        except BrokenData as error:
            raise ImproperlyConfigured(f"{rules}: {error}") from error
        if find_spec(f"{self.name}.cases"):
            registry.register_adapter(registry.load_game(rules).meta.slug, f"{self.name}.cases")
