"""The Django app of Online Marketing Generals."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from games import apps
from games.deck_shape import DeckShape
from games.holdings import Holdings
from games.omg.card_words import OmgWords

if TYPE_CHECKING:
    from accounts.models import User


class OmgConfig(apps.GameConfig):
    """Online Marketing Generals: rules, cards, texts, decks, worked cases."""

    name = "games.omg"
    verbose_name = "Online Marketing Generals"
    card_words = OmgWords()
    signed = ("change",)
    printed = ("type", "faction", "rarity", "persoenlichkeit", "stats", "cost", "name_de", "set")
    emblem = "B039"
    collection = "omg:collection"
    decks = DeckShape(
        model="omg.Deck",
        group="type",
        curve="w",
        shares=("type", "faction"),
        filters=("type", "faction", "rarity", "set", "w", "timing", "personality", "effect"),
        listed=("effect",),
        sorts=("w", "s", "a", "v", "op"),
        about="strategy",
    )

    def holdings(self, user: User) -> Holdings | None:
        """OMG-2.4."""
        from games.omg.collection import service

        return service.holdings(user)

    def receive(self, user: User, kind: str, source: str, cards: list[str]) -> None:
        """OMG-17.2."""
        from games.omg.collection import service

        service.receive_opened(user, kind, source, cards)

    def ready(self) -> None:
        """Hear of games that end, and of whoever wants a copy of their data."""
        super().ready()
        import_module("games.omg.collection.earning")
        import_module("games.omg.collection.own_data")
