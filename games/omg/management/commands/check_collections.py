"""Adds up all collections once more and opens their boosters again (OMG-16.8)."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.omg.collection import service
from games.omg.models import Collection


class Command(BaseCommand):
    """Names every collection that does not add up."""

    help = (
        "Check all collections of Online Marketing Generals: each opened booster is drawn again from its secret, and cards and "
        "Linksaft must be those that were received. Exits 1 if anything differs. Nothing is changed."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        """One line a fault."""
        checked = wrong = 0
        for collection in Collection.objects.select_related("owner").iterator(200):
            found = service.faults(collection)
            checked, wrong = checked + 1, wrong + bool(found)
            for fault in found:
                self.stdout.write(f"{collection}: {fault}")
        self.stdout.write(f"{checked} collections, {wrong} of them wrong")
        if wrong:
            raise CommandError("not all collections add up")
