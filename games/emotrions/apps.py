"""The Django app of Emotrions."""

from games import apps


class EmotrionsConfig(apps.GameConfig):
    """Emotrions: rules, cards, texts, worked cases."""

    name = "games.emotrions"
    printed = ("value", "sign", "mark", "look", "count")
    emblem = "kindness"
