"""What staff do with a whole table: suspend it, let it go on, close it (QUA-6.11). Each act has a reason and is written down.

- *Suspended*: nothing can be played, clocks stand still; everything stays as it is, sealed answers too.
- *Resumed*: clocks go on with what was left, whatever time has passed meanwhile. After the rules have failed, the question that
  was open then is timed from its beginning: that fault is nobody's time. The epoch rises, so that whoever comes back gets the
  whole table, as resuming has no version (PRO-5.2).
- *Closed*: over for good, with no outcome: no ranks, no winner, nothing for ratings or records to count. The log stays and can be
  checked, so the secret is published as after any end (PRO-9.1); answers that were still sealed are forgotten.

All this goes through the table as it lives in this process; others hear of it as of any change without a version.
"""

from __future__ import annotations

from collections.abc import Callable

from asgiref.sync import async_to_sync
from django.db import transaction
from django.utils import timezone

from accounts.audit import chain
from accounts.models import User
from games.tables import live, models, slots, store, timeline
from games.tables.clocks import plain
from games.tables.codes import Refusal

Status = models.Table.Status


def suspend(table_id: str, staff: User | None, reason: str) -> None:
    """Stop a running table. Raises `Refusal` if it is not running."""

    def work() -> int:
        with transaction.atomic():
            table = _locked(table_id, Status.RUNNING)
            before = _facts(table)
            table.status = Status.SUSPENDED
            if table.clocks:
                table.clocks = plain(table.clock_state.settled(timeline.site.now()))
            table.save(update_fields=["status", "clocks"])
            store.set_due(table, [])
            chain.add(staff, "table.suspend", table, before=before, after=_facts(table), reason=reason)
        return table.version

    _do(table_id, work)


def resume(table_id: str, staff: User | None, reason: str) -> None:
    """Let a suspended table go on. Raises `Refusal` if it is not suspended, or `EngineError` if its record cannot be played."""

    def work() -> int:
        with transaction.atomic():
            table = _locked(table_id, Status.SUSPENDED)
            before = _facts(table)
            table.status, table.epoch = Status.RUNNING, table.epoch + 1
            state = table.clock_state.moved(timeline.site.now())
            if table.clocks:
                table.clocks = plain(state)
            table.save(update_fields=["status", "epoch", "clocks"])
            loaded = store.load(table_id)
            due = store.due_rows(loaded, state) if loaded is not None else []
            store.set_due(table, due)
            chain.add(staff, "table.resume", table, before=before, after=_facts(table), reason=reason)
        live.announce_due(due)
        return table.version

    _do(table_id, work)


def close(table_id: str, staff: User | None, reason: str) -> None:
    """End a table that is not over, without a result. Raises `Refusal` if it is over."""

    def work() -> int:
        with transaction.atomic():
            table = _locked(table_id, Status.OPEN, Status.RUNNING, Status.SUSPENDED)
            before = _facts(table)
            if table.clocks and table.status == Status.RUNNING:
                table.clocks = plain(table.clock_state.settled(timeline.site.now()))
            table.status, table.waiting, table.ended_at = Status.CLOSED, [], timezone.now()
            if table.started_at is not None and not table.deal:
                table.revealed = bytes(models.TableSecret.kept.get(pk=table_id).secret).hex()
            table.save(update_fields=["status", "waiting", "ended_at", "revealed", "clocks"])
            table.sealed.all().delete()
            store.set_due(table, [])
            chain.add(staff, "table.close", table, before=before, after=_facts(table), reason=reason)
        return table.version

    _do(table_id, work)
    slots.tell_ended(table_id)


def _locked(table_id: str, *wanted: str) -> models.Table:
    """The row of the table, ours until the transaction ends."""
    table = models.Table.objects.select_for_update().get(pk=table_id)
    if table.status not in wanted:
        raise Refusal("wrong_status", "error.wrong_status")
    return table


def _facts(table: models.Table) -> dict[str, object]:
    """What the audit log says of a table: nothing that players may not know."""
    return {"status": table.status, "version": table.version, "epoch": table.epoch}


def _do(table_id: str, work: Callable[[], int]) -> None:
    """In the table's turn among its moves, and shown to all who have it open."""
    async_to_sync(live.table(table_id).change)(work)
