"""The Django app of Spieleflut."""

from games import apps
from games.spieleflut.card_words import SpieleflutWords


class SpieleflutConfig(apps.GameConfig):
    """Spieleflut: rules, cards, texts, worked cases."""

    name = "games.spieleflut"
    card_words = SpieleflutWords()
    signed = ("change",)
    printed = ("kind", "activity", "stars", "genre", "required", "extra", "deadline", "points", "category")
    emblem = "R06"
    older = ("games.spieleflut.rules_1",)
