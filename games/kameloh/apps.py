"""The Django app of Ka-Mel-Oh!."""

from games import apps
from games.deck_shape import DeckShape
from games.kameloh.card_words import KamelohWords


class KamelohConfig(apps.GameConfig):
    """Ka-Mel-Oh!: rules, cards, texts, decks, worked cases."""

    name = "games.kameloh"
    verbose_name = "Ka-Mel-Oh!"
    card_words = KamelohWords()
    signed = ("change",)
    printed = (
        "kind", "type", "hk", "price", "search_price", "ap", "dp", "lp", "name_de", "class_de", "class_en", "race_de", "race_en",
        "attack_de", "attack_en", "defence_de", "defence_en",
    )  # fmt: skip
    emblem = "Y006"
    decks = DeckShape(
        model="kameloh.Deck",
        group="kind",
        curve="price",
        shares=("class",),
        filters=("kind", "price", "hk", "class", "race", "windows"),
        sorts=("price", "hk", "ap", "dp", "lp"),
        about="character",
    )
