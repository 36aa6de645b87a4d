"""Adds entries to the audit log, and tells whether it is as it was written (QUA-4.18)."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from datetime import UTC
from typing import Any

from django.db import IntegrityError, models, transaction
from django.utils import timezone

from accounts.audit.models import Entry
from accounts.models import User

START = "0" * 64
"""What stands before the first entry."""

ATTEMPTS = 5
"""How often an entry is tried when somebody else has written at the same moment."""


def add(
    actor: User | None,
    act: str,
    target: models.Model,
    *,
    before: Mapping[str, Any] | None = None,
    after: Mapping[str, Any] | None = None,
    reason: str = "",
) -> Entry:
    """Write down that somebody did this, in the transaction of what was done: both are kept, or neither."""
    entry = Entry(
        at=timezone.now().astimezone(UTC).replace(microsecond=0),
        actor=actor.pk if actor is not None else None,
        act=act,
        kind=target._meta.label_lower,  # noqa: SLF001 (Django's name for it)
        target=str(target.pk),
        before=dict(before or {}),
        after=dict(after or {}),
        reason=reason,
    )
    for attempt in range(1, ATTEMPTS + 1):
        last = Entry.objects.order_by("-pk").first()
        entry.previous = last.digest if last is not None else START
        entry.digest = digest(entry)
        try:
            with transaction.atomic():
                entry.save()
        except IntegrityError:
            if attempt == ATTEMPTS:
                raise
        else:
            break
    return entry


def digest(entry: Entry) -> str:
    """The hash over all that an entry says and the hash of the one before."""
    said = [
        entry.previous,
        entry.at.astimezone(UTC).isoformat(),
        entry.actor,
        entry.act,
        entry.kind,
        entry.target,
        entry.before,
        entry.after,
        entry.reason,
    ]
    return hashlib.sha256(json.dumps(said, sort_keys=True, separators=(",", ":"), ensure_ascii=True).encode()).hexdigest()


def faults() -> Iterator[str]:
    """What is wrong with the log: entries that were changed, and places where some are missing.

    The first one may follow on others: what is older than the log is kept has gone.
    """
    previous: str | None = None
    for entry in Entry.objects.order_by("pk").iterator():
        if entry.digest != digest(entry):
            yield f"entry {entry.pk} was changed"
        if previous is not None and entry.previous != previous:
            yield f"before entry {entry.pk} something is missing"
        previous = entry.digest
