"""The texts of the cards of Online Marketing Generals, and by what cards are looked for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.card_words import Card, CardWords

KEPT = ("type", "faction", "set", "rarity", "timing")


class OmgWords(CardWords):
    """What the card does, then its flavour, which there is in German only."""

    def __init__(self) -> None:
        super().__init__(texts=("text", "flavour"))

    def attributes(self, card: Card) -> Mapping[str, Any]:
        """Type, faction, set, rarity and timing; what it does; whether a user is a personality (OMG-6.1); of users S, A, V, W.

        `op` is the printed price: of users W, of others what they cost beside an action.
        """
        found: dict[str, Any] = {name: card[name] for name in KEPT if card.get(name) is not None}
        found["op"] = card["cost"]["op"]
        clauses = [*card["effect"], *card.get("mission", {}).get("reward", ())]
        if clauses:
            found["effect"] = list(dict.fromkeys(clause["op"] for clause in clauses))
        if card["stats"] is not None:
            found |= {name.lower(): value for name, value in card["stats"].items()}
            found["personality"] = "yes" if card["persoenlichkeit"] else "no"
        return found
