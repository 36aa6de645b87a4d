"""Positions to try rules on: hands by emotion names, phases as the rules set them."""

from __future__ import annotations

from typing import Any

from games.emotrions.rules import Emotrions, trick
from games.emotrions.rules.options import Options
from games.emotrions.rules.position import Position
from games.engine.dice import Dice
from games.engine.event import Event

CARDS = Emotrions.cards


def hand(*names: str) -> list[int]:
    """A hand from names such as `joy`."""
    return [names.count(name) for name in CARDS.tokens]


def match(
    hands: list[list[int]], told: list[Event] | None = None, options: dict[str, Any] | None = None, **position: Any
) -> Emotrions:
    """A match in the middle of a deal, before the first play of a trick."""
    seats = len(hands)
    empty = [[0] * 9 for _ in hands]
    rows: dict[str, Any] = {
        "seats": seats,
        "options": Options.of(Emotrions.meta.check(options or {}, seats)),
        "deal": 1,
        "order": list(range(seats)),
    }
    rows |= {
        "hands": hands,
        "won": empty,
        "discard": [0] * 9,
        "totals": [0] * seats,
        "points": [0] * seats,
        "deals_won": [0] * seats,
    }
    rows |= position
    game = Emotrions(Position(**rows), Dice(b"setting"), (told if told is not None else []).append)
    trick.begin(game)
    game.prompts = game.ask()
    return game
