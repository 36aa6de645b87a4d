"""Holds all decks against the rules and cards of this moment (OMG-16.10)."""

from __future__ import annotations

import json
import time
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from games.decks import validity


class Command(BaseCommand):
    """Says of each game how many decks were looked at, and how many of their owners were told."""

    help = (
        "Look at all decks once more, after rules or cards have changed: whoever has one that is not legal any more, or is "
        "again, finds a notice with the reasons. Decks of events are left alone. Doing it again tells nobody twice."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """How to tell."""
        parser.add_argument("--json", action="store_true", help="one object on the last line")

    def handle(self, *args: Any, **options: Any) -> None:
        """A line a game."""
        told: dict[str, dict[str, float]] = {}
        began = time.perf_counter()
        for game, looked in validity.look_through_all():
            now = time.perf_counter()
            told[game] = {"decks": looked.decks, "notices": looked.notices, "seconds": round(now - began, 3)}
            began = now
            if options["json"]:
                continue
            self.stdout.write(f"{game}: {looked.decks} decks looked at in {told[game]['seconds']} s, {looked.notices} notices")
        if options["json"]:
            self.stdout.write(json.dumps(told))
