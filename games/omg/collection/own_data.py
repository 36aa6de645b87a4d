"""The collection in the copy of one's own data (QUA-5). With the account it is gone by itself."""

from __future__ import annotations

from typing import Any

from django.dispatch import receiver

from accounts.models import User
from accounts.signals import exporting
from games.omg.models import Booster, Collection, Crafted, Gain


@receiver(exporting)
def export(user: User, **_: Any) -> dict[str, Any]:
    """All cards somebody has, where they came from, and what games were worth."""
    collection = Collection.objects.filter(owner=user).first()
    if collection is None:
        return {}
    return {
        "omg_collection": {
            "cards": collection.cards,
            "starter_decks": collection.starters,
            "points": collection.points,
            "link_juice": collection.sap,
            "boosters": [
                {
                    "kind": booster.kind,
                    "source": booster.source,
                    "got": booster.got_at,
                    "opened": booster.opened_at,
                    "cards": booster.cards,
                    "link_juice": booster.sap,
                }
                for booster in Booster.objects.filter(owner=user)
            ],
            "crafted": [
                {"card": one.card, "copy": one.copy, "cost": one.cost, "at": one.at}
                for one in Crafted.objects.filter(owner=user).order_by("pk")
            ],
            "earned": [
                {"for": one.what, "day": one.day, "points": one.points} for one in Gain.objects.filter(owner=user).order_by("pk")
            ],
        }
    }
