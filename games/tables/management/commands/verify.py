"""`manage.py verify [--all | --table ID]`: replay stored games against all that was stored of them."""

from argparse import ArgumentParser
from typing import Any

from django.db.models import Q

from games.management.report import ReportCommand
from games.tables.codes import Refusal
from games.tables.models import Table
from games.tables.verification import verify


class Command(ReportCommand):
    """Verifies stored games."""

    help = (
        "Replays stored games and compares stored positions, chain of commands, published hash of the seed and result. "
        "Exits 1 on any fault, and with --all also if there is nothing to verify."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Which games."""
        super().add_arguments(parser)
        which = parser.add_mutually_exclusive_group()
        which.add_argument("--all", action="store_true", help="all games that have started (the default)")
        which.add_argument("--table", metavar="ID", help="one game")

    def report(self, options: dict[str, Any]) -> tuple[dict[str, Any], bool]:
        """Each fault is printed with its table."""
        begun = ~Q(status=Table.Status.OPEN) | Q(version__gt=0) | Q(positions__isnull=False)
        tables = Table.objects.filter(begun).distinct()
        if options["table"] is not None:
            tables = tables.filter(pk=options["table"])
            if not tables:
                raise Refusal("not_found", "error.not_found")
        games = commands = positions = 0
        faults: list[str] = []
        for table in tables.iterator():
            verdict = verify(table)
            games, commands, positions = games + 1, commands + verdict.commands, positions + verdict.positions
            faults += [f"{table.pk}: {fault}" for fault in verdict.faults]
            for fault in verdict.faults:
                self.stdout.write(self.style.ERROR(f"{table.pk} ({table.game}): {fault}"))
        self.stdout.write(f"{games} games, {commands} commands, {positions} positions, {len(faults)} faults")
        figures = {"games": games, "commands": commands, "positions": positions, "faults": faults}
        return figures, not faults and (games > 0 or not options["all"])
