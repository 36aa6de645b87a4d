"""The rules of Emotrions, pure Python on the engine."""

from games.emotrions.rules.game import Emotrions

__all__ = ["GAME", "Emotrions"]

GAME = Emotrions
