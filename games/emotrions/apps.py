"""The Django app of Emotrions."""

from games import apps
from games.card_words import CardWords


class EmotrionsConfig(apps.GameConfig):
    """Emotrions: rules, cards, texts, worked cases."""

    name = "games.emotrions"
    card_words = CardWords(name="names")
    printed = ("value", "sign", "mark", "look", "count")
    signed = ("points",)
    emblem = "kindness"
