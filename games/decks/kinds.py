"""Which games are played with own decks, and where the decks of each are kept."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.apps import apps
from django.db.models import QuerySet

from accounts.models import User
from games.deck_shape import DeckShape
from games.decks.models import Deck
from games.engine import registry
from games.engine.deck import Deck as Cards
from games.engine.deck import DeckRules
from games.holdings import Holdings
from games.texts import config_of


@dataclass(frozen=True)
class Kind:
    """The decks of one game."""

    game: str
    rules: DeckRules
    shape: DeckShape
    model: type[Deck]

    def decks(self) -> QuerySet[Deck]:
        """All of them."""
        return self.model._default_manager.all()  # noqa: SLF001 (a model of which one knows no more has no other)

    def free(self, user: User) -> QuerySet[Deck]:
        """Those of somebody that belong to no event."""
        return self.decks().filter(owner=user, event="")


def held(game: str, user: User | None) -> Holdings | None:
    """What somebody may play with where cards are collected; None: all that there is."""
    config = config_of(game)
    return None if config is None or user is None else config.holdings(user)


@dataclass(frozen=True)
class Starter:
    """A deck that comes with a game, in one language."""

    id: str
    name: str
    about: str
    cards: Cards


def kind(game: str) -> Kind | None:
    """What decks of a game are like; None if nobody builds decks for it. Raises `UnknownName` if there is no such game."""
    rules, config = registry.game(game).decks, config_of(game)
    if rules is None or config is None or config.decks is None:
        return None
    return Kind(game, rules, config.decks, apps.get_model(config.decks.model))


def kinds() -> list[Kind]:
    """Those of all games, in the order of the games."""
    return [found for game in registry.slugs() if (found := kind(game)) is not None]


def starters(game: str, language: str) -> list[Starter]:
    """The decks that come with a game; none if it is played without."""
    rules, config = registry.game(game).decks, config_of(game)
    if rules is None:
        return []
    about = config.decks.about if config and config.decks else ""
    said = _printed(game)
    return [
        Starter(name, _in(said.get(name, {}), "name", language) or name, _in(said.get(name, {}), about, language), dict(cards))
        for name, cards in rules.starters.items()
    ]


@cache
def _printed(game: str) -> dict[str, Mapping[str, Any]]:
    """What the card file says of its starter decks, by their ids."""
    path = registry.game(game).cards_path
    return {} if path is None else {deck["id"]: deck for deck in json.loads(path.read_bytes()).get("starter_decks", ())}


def _in(data: Mapping[str, Any], field: str, language: str) -> str:
    return str(data.get(f"{field}_{language}", ""))
