"""`manage.py recompute_ratings [--pool P] [--check]`: ratings from the stored results alone (RNK-2.6)."""

from argparse import ArgumentParser
from itertools import islice
from typing import Any

from games.engine.errors import BrokenData
from games.management.report import ReportCommand
from leaderboards.ratings import folding, service

SHOWN = 20
"""Differences that are told one by one."""


class Command(ReportCommand):
    """Makes ratings anew, or says where they are not what the results give."""

    help = (
        "Makes the ratings of all pools anew from the stored results. With --check nothing is changed: what differs is told, and "
        "the command exits with 1 if anything does."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Which pools, and whether to look only."""
        super().add_arguments(parser)
        parser.add_argument("--pool", help="only this one, such as kameloh.duel (default: all)")
        parser.add_argument("--check", action="store_true", help="change nothing, and exit with 1 on any difference")

    def report(self, options: dict[str, Any]) -> tuple[dict[str, Any], bool]:
        """A line for each pool."""
        known = service.pools()
        wanted = [options["pool"]] if options["pool"] else known
        if options["pool"] and options["pool"] not in known:
            raise BrokenData("pool", f"{options['pool']} has no results. Known are: {', '.join(known) or 'none'}.")
        figures = {pool: self._check(pool) if options["check"] else self._recompute(pool) for pool in wanted}
        name = "differences" if options["check"] else "changed"
        return {name: figures}, not (options["check"] and any(figures.values()))

    def _recompute(self, pool: str) -> int:
        moved = service.recompute(pool)
        changed = sum(before != after for before, after in moved.values())
        self.stdout.write(f"{pool}: {len(moved)} players, {changed} with other points than before")
        return changed

    def _check(self, pool: str) -> int:
        found = folding.faults(pool)
        told = list(islice(found, SHOWN))
        for fault in told:
            self.stdout.write(self.style.ERROR(f"{pool}: {fault}"))
        count = len(told) + sum(1 for _ in found)
        self.stdout.write(f"{pool}: {count} differences")
        return count
