"""A wall clock and a monotonic one that stand still until a test moves them, and tables with clocks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from games.tables import live, models, service, timeline
from games.tables.clocks import Pace
from tests.games.tables.play import someone

QUICK = Pace("live", bank_ms=60_000, increment_ms=5_000)
DAYS = Pace("turn", move_ms=86_400_000)
START = 1_800_000_000


class Clockwork:
    """Time as a test has it."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.patch = patch
        self.wall = float(START)
        self.monotonic = 500.0
        self.start_process()

    def start_process(self) -> None:
        """As if this process had just been started: it has its own monotonic time, and knows nothing."""
        live._tables.clear()
        self.monotonic += 12_345.0
        self.patch.setattr(timeline, "site", timeline.Timeline(lambda: self.wall, lambda: self.monotonic))

    def pass_by(self, seconds: float) -> None:
        """Time passes."""
        self.wall += seconds
        self.monotonic += seconds

    def jump(self, seconds: float) -> None:
        """Somebody sets the wall clock."""
        self.wall += seconds


def timed_table(
    pace: Pace = QUICK, seats: int = 2, game: str = "emotrions", bots: int = 0, options: Mapping[str, Any] | None = None
) -> models.Table:
    """A table with clocks that has just started, with people on the first seats and bots on the last ones."""
    owner = someone()
    table = service.open_table(owner, game, options or {}, seats, pace)
    for _ in range(seats - bots - 1):
        service.sit(someone(), table, table.invite)
    if bots:
        service.fill_with_bots(owner, table)
    table.refresh_from_db()
    return table


def left(table: models.Table) -> list[int]:
    """What is stored to be left on each clock, of those who have one."""
    table.refresh_from_db()
    return [side.left_ms for _, side in sorted(table.clock_state.sides.items())]
