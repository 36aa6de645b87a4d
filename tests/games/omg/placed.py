"""Tables of Online Marketing Generals that stand as a case begins (OMG-E, `given`)."""

from __future__ import annotations

from typing import Any

from games.engine.session import Session
from games.omg import case_table
from games.omg.rules.game import Omg
from games.tables import models
from tests.games.tables.play import forget, full_table

DAY_MS = 86_400_000


def place(table: models.Table, given: dict[str, Any]) -> None:
    """Let a table that has just started stand there, at version 1."""
    session = Session(case_table.Table(Omg, given).game, version=1)
    table.positions.create(version=1, data=session.dump(), tracks=b"")
    models.Table.objects.filter(pk=table.pk).update(version=1, waiting=session.game.waiting_for())
    table.refresh_from_db()


def placed(given: dict[str, Any], mode: str = "turn") -> models.Table:
    """A table of two people that stands there, with days for a move unless another mode is named."""
    table = full_table(2, game="omg")
    models.Table.objects.filter(pk=table.pk).update(mode=mode, move_ms=DAY_MS if mode == "turn" else 0)
    place(table, given)
    forget()
    return table
