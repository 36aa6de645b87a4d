"""The rules of Spieleflut, pure Python on the engine."""

from games.spieleflut.rules.game import Spieleflut

__all__ = ["GAME", "Spieleflut"]

GAME = Spieleflut
"""Spieleflut: whoever reviews the flood of games best wins, with ranks, events and teams."""
