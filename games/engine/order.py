"""Conditional orders: "if that happens, play this card", given beforehand in play with days for a move (UX-4.12, OMG-11.14).

Games say what can be ordered and whether a window is the occasion; tables keep orders and carry them out.
"""

from __future__ import annotations

import msgspec


class Order(msgspec.Struct, frozen=True):
    """On such an occasion this card of the own hand is played, on these targets."""

    when: str
    card: str
    targets: tuple[str, ...] = ()


class Offer(msgspec.Struct, frozen=True):
    """What can be ordered of one card."""

    card: str
    when: dict[str, list[str]]
    """Occasions with the targets that can be named for each."""
    least: int = 0
    most: int = 0
    """How many targets are to be named."""
