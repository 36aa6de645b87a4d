"""The rules of Innovation, pure Python on the engine."""

from games.innovation.rules.game import Innovation

__all__ = ["GAME", "Innovation"]

GAME = Innovation
"""Innovation: civilisations from pottery to the internet, by 105 different cards."""
