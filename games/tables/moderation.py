"""What administrators do at tables."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from asgiref.sync import async_to_sync
from django.db import transaction
from django.utils import timezone

from games.tables import live, models, peers


def remove_lines(lines: Iterable[models.ChatLine]) -> None:
    """Take lines of the chat away: nobody is shown them any more, and whoever sees them now is told (PRO-8.2)."""
    for line in lines:
        if line.removed_at is None:
            line.removed_at = timezone.now()
            line.save(update_fields=["removed_at"])
            transaction.on_commit(partial(async_to_sync(_tell), line.table_id, line.pk), robust=True)


async def _tell(table_id: str, line_id: int) -> None:
    table = live.present(table_id)
    if table is not None:
        await table.hear_of(line_id)
    await peers.announce("chat", {"table": table_id, "line": line_id})
