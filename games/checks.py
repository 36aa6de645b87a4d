"""A system check: the card data of every game can be read and say what the rules need (`manage.py check`, `manage.py up`)."""

from typing import Any

from django.core.checks import CheckMessage, Error, register

from games.engine import registry
from games.engine.errors import BrokenData


@register()
def check_cards(**kwargs: Any) -> list[CheckMessage]:
    """One error a game whose cards are broken."""
    found: list[CheckMessage] = []
    for slug in registry.slugs():
        game = registry.game(slug)
        if game.cards_path is None:
            continue
        try:
            game.read_cards(game.cards_path.read_bytes())
        except (BrokenData, OSError) as error:
            found.append(Error(f"{slug}: {game.cards_path.name}: {error}", id="games.E001"))
    return found
