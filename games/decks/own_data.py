"""Decks in the copy of one's own data (QUA-5). With the account they are gone by themselves."""

from __future__ import annotations

from typing import Any

from django.dispatch import receiver

from accounts.models import User
from accounts.signals import exporting
from games.decks.kinds import kinds
from games.decks.models import Notice


@receiver(exporting)
def export(user: User, **_: Any) -> dict[str, Any]:
    """All decks somebody has built."""
    return {
        "decks": [
            {
                "game": kind.game,
                "name": deck.name,
                "cards": deck.cards,
                "link": deck.link,
                "favourite": deck.favourite,
                **({"tournament": deck.event, "lent_cards": deck.pool} if deck.event else {}),
                "created": deck.created_at,
                "changed": deck.changed_at,
            }
            for kind in kinds()
            for deck in kind.decks().filter(owner=user).order_by("pk")
        ],
        "deck_notices": [
            {"game": one.game, "deck": one.deck, "at": one.at, "legal_before": one.before, "legal_after": one.after}
            for one in Notice.objects.filter(owner=user).order_by("pk")
        ],
    }
