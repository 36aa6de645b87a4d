"""`manage.py flags`: what staff may want to look at in rated play (RNK-6.4), looked for now rather than at night."""

from typing import Any

from django.utils import timezone

from games.management.report import ReportCommand
from leaderboards.ratings import fairplay, nightly, service


class Command(ReportCommand):
    """Looks through all pools."""

    help = "Looks through the results of all pools for what staff may want to look at; it is then in the administration."

    def report(self, options: dict[str, Any]) -> tuple[dict[str, Any], bool]:
        """How many flags are new, and how many wait."""
        now = timezone.now()
        new = sum(nightly.through(pool, now, again=True) for pool in service.pools())
        waiting = fairplay.open_flags()
        self.stdout.write(f"{new} new")
        for kind, count in waiting.items():
            self.stdout.write(f"{kind}: {count}")
        return {"new": new, "open": waiting}, True
