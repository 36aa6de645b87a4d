"""The rules of Ka-Mel-Oh!, pure Python on the engine."""

from games.kameloh.rules.game import Kameloh

__all__ = ["GAME", "Kameloh"]

GAME = Kameloh
"""Ka-Mel-Oh!: two decks of camels and stranger beings, in three rule sets."""
