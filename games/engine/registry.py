"""Which games and case adapters there are, by name. Django apps put themselves in; nothing here knows them."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from games.engine.cases import Adapter
from games.engine.errors import EngineError, Text
from games.engine.game import Game

_games: dict[tuple[str, int], str] = {}
_adapters: dict[str, str] = {}


class UnknownName(EngineError, LookupError):
    """There is no game, or no case adapter, of this name."""

    code = "not_found"

    def __init__(self, name: str, known: list[str]) -> None:
        super().__init__(Text("error.unknown_name", {"name": name[:40], "known": known}))

    def __str__(self) -> str:
        return f"{self.text.args['name']!r} is not known; known are: {', '.join(self.text.args['known']) or 'none'}"


def register_game(rules: str) -> None:
    """Make known the game whose rules package is `rules`: a module with the game class as `GAME`."""
    game = load_game(rules)
    _games[game.meta.slug, game.meta.rules_version] = rules


def register_adapter(name: str, module: str) -> None:
    """Make known the case adapter of this name: a module with a function `run` as `cases.Adapter` says."""
    _adapters[name] = module


def load_game(rules: str) -> type[Game[Any]]:
    """The game class of a rules package; all that a process without Django needs to know of a game."""
    game: type[Game[Any]] = import_module(rules).GAME
    return game


def slugs() -> list[str]:
    """The games there are, in the order they were made known."""
    return list(dict.fromkeys(slug for slug, _ in _games))


def rules_of(slug: str, version: int | None = None) -> str:
    """The rules package of a game, the newest unless a rules version is named. Raises `UnknownName`."""
    versions = [number for name, number in _games if name == slug]
    if not versions:
        raise UnknownName(slug, slugs())
    wanted = max(versions) if version is None else version
    if wanted not in versions:
        raise UnknownName(f"{slug} {wanted}", [f"{slug} {number}" for number in versions])
    return _games[slug, wanted]


def game(slug: str, version: int | None = None) -> type[Game[Any]]:
    """The game class of a slug, the newest unless a rules version is named. Raises `UnknownName`."""
    return load_game(rules_of(slug, version))


def adapter(name: str) -> Adapter:
    """The case adapter of a game or of the leaderboards. Raises `UnknownName`."""
    if name not in _adapters:
        raise UnknownName(name, sorted(_adapters))
    run: Adapter = import_module(_adapters[name]).run
    return run
