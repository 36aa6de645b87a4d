"""The rules of Online Marketing Generals, pure Python on the engine."""

from games.omg.rules.game import Omg

__all__ = ["GAME", "Omg"]

GAME = Omg
"""Online Marketing Generals: users, attached cards, missions and websites from own decks, for 50 success points."""
