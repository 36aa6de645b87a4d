"""Acts at a tournament: one at a time, all or nothing, written down, and told to whoever looks on (RNK-7.1, RNK-6.5)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from typing import Any

from django.db import models, transaction
from django.db.models import F

from accounts.audit import chain
from accounts.models import User
from leaderboards.tournaments.models import Tournament

announce: list[Callable[[str, int], None]] = []
"""What is called after the commit with the id and the new version of a tournament that has changed."""


@contextmanager
def held(pk: str) -> Iterator[Tournament]:
    """The tournament, with its row locked until the end of the transaction. Raises `Tournament.DoesNotExist`."""
    with transaction.atomic():
        yield Tournament.objects.select_for_update().get(pk=pk)


def changed(tournament: Tournament) -> None:
    """Something that is to be seen has changed: the version grows once a transaction, and is told after the commit."""
    if getattr(tournament, "_grown", False):
        return
    tournament._grown = True  # type: ignore[attr-defined]  # noqa: SLF001
    Tournament.objects.filter(pk=tournament.pk).update(version=F("version") + 1)
    tournament.version += 1
    for tell in announce:
        transaction.on_commit(partial(tell, tournament.pk, tournament.version), robust=True)


def write_down(
    user: User | None,
    act: str,
    tournament: Tournament,
    *,
    before: Mapping[str, Any] | None = None,
    after: Mapping[str, Any] | None = None,
    reason: str = "",
    at: models.Model | None = None,
) -> None:
    """One entry of the audit log, of the tournament; `at`: what in it was acted on."""
    what = dict(after or {})
    if at is not None:
        what["at"] = str(at)
    chain.add(user, f"tournament.{act}", tournament, before=before, after=what, reason=reason[:300])
