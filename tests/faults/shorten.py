"""Gives tables that have not started less time than the site offers: `python -m tests.faults.shorten MILLISECONDS TABLE...`."""

from __future__ import annotations

import sys
from collections.abc import Sequence


def main(ms: int, tables: Sequence[str]) -> int:
    """So much at the beginning, and for each move."""
    import django

    django.setup()
    from games.tables.models import Table

    waiting = Table.objects.filter(pk__in=tables, status=Table.Status.OPEN)
    return 0 if waiting.update(bank_ms=ms, increment_ms=ms) == len(tables) else 1


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), sys.argv[2:]))
