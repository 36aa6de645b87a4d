"""What somebody may play with in a game whose cards are collected."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Holdings:
    """The cards of somebody."""

    cards: Mapping[str, int]
    """By id, with how many copies there are."""
    lent: bool = False
    """Whether the decks that come with the game are lent to them as they are: they have none of their own yet."""
