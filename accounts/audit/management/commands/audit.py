"""`manage.py audit`: what staff have done, and whether the log of it is as it was written (QUA-4.18)."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from accounts.audit import chain
from accounts.audit.models import Entry


class Command(BaseCommand):
    """Prints the last entries and checks the chain."""

    help = "Shows the last entries of the audit log and checks that none was changed or removed."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """How many."""
        parser.add_argument("--last", type=int, default=10, help="so many entries are shown")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print, check, and fail if something is wrong."""
        for entry in reversed(Entry.objects.order_by("-pk")[: options["last"]]):
            who = "command" if entry.actor is None else f"user {entry.actor}"
            self.stdout.write(
                f"{entry.at:%Y-%m-%d %H:%M:%S} {who}: {entry.act} {entry.kind} {entry.target} {entry.reason}".rstrip()
            )
        faults = list(chain.faults())
        self.stdout.write(f"{Entry.objects.count()} entries, {len(faults)} faults")
        if faults:
            raise CommandError("\n".join(faults))
