"""The Django app of Innovation."""

from collections.abc import Mapping, Sequence
from typing import Any

from games import apps
from games.innovation.card_words import InnovationWords


class InnovationConfig(apps.GameConfig):
    """Innovation: rules, cards, texts, worked cases."""

    name = "games.innovation"
    card_words = InnovationWords()
    printed = ("age", "color", "icons", "dogma_icon")
    emblem = "the-wheel"

    def print_of(self, card: Mapping[str, Any]) -> dict[str, Any]:
        """With the kinds of its effects, and where they differ those of the first edition (INN-16)."""
        shown = super().print_of(card) | {"effects": _kinds(card["effects"])}
        if "editions" in card:
            shown["first"] = _kinds(card["editions"]["first"]["effects"])
        return shown


def _kinds(effects: Sequence[Mapping[str, Any]]) -> list[dict[str, str]]:
    return [{"kind": effect["kind"], "mode": effect["mode"]} for effect in effects]
