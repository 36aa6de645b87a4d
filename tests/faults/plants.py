"""Faults planted in a history or in the database, each of which the named checks must find (QUA-2.5).

`python -m tests.faults.plants FILE` plants one after the other, each in a transaction that is taken back.
"""

from __future__ import annotations

import copy
import json
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.faults.checker import examine
from tests.faults.history import History, Operation, Witness, read

if TYPE_CHECKING:
    from games.tables.models import Command


@dataclass(frozen=True)
class Plant:
    """What is done wrong, and which checks must say so."""

    name: str
    found_by: tuple[str, ...]
    do: Callable[[History], None]


PLANTS: list[Plant] = []

ENOUGH = 12
"""Moves at a table that is worth spoiling."""


def plant(name: str, *found_by: str) -> Callable[[Callable[[History], None]], Callable[[History], None]]:
    """Register a fault."""

    def register(do: Callable[[History], None]) -> Callable[[History], None]:
        PLANTS.append(Plant(name, found_by, do))
        return do

    return register


# --- what there is to spoil --------------------------------------------------------------------------------------------------


def acknowledged(history: History) -> list[Operation]:
    """Moves that were done at the first table at which several were, in the order of their versions; none was sealed."""
    from games.tables.models import SealedAnswer

    sealed = set(SealedAnswer.objects.values_list("table_id", "seat", "move_id"))
    for table in history.tables:
        done = [
            operation
            for key, operation in history.operations.items()
            if operation.table == table and operation.outcome == "ok" and operation.act == "choose" and key not in sealed
        ]
        if len(done) > ENOUGH:
            return sorted(done, key=lambda operation: operation.first_ok.version or 0)
    raise AssertionError("too little was played")


def row(operation: Operation) -> Command:
    """What the log keeps of a move."""
    from games.tables.models import Command

    return Command.objects.get(table=operation.table, seat=operation.seat, move_id=operation.move_id)


def of_seat(history: History, seat: int) -> Witness:
    """Somebody on that seat at a table of several people, who saw a good deal of it."""
    tables = {witness.table for witness in history.witnesses.values() if witness.viewer == 1 and witness.fresh_of is None}
    witnesses = (w for w in history.witnesses.values() if w.table in tables and w.viewer == seat and w.fresh_of is None)
    return max(witnesses, key=lambda witness: (witness.table, len(witness.frames)))


def updates(witness: Witness) -> Iterator[tuple[int, dict[str, Any]]]:
    """The updates this client received, with their places."""
    for number, frame in enumerate(witness.frames):
        message = json.loads(frame)
        if message["t"] == "update":
            yield number, message


def text(message: dict[str, Any]) -> str:
    """As a frame."""
    return json.dumps(message, separators=(",", ":"), ensure_ascii=False)


# --- in the database ---------------------------------------------------------------------------------------------------------


@plant("row removed", "C1", "C4")
def _(history: History) -> None:
    row(acknowledged(history)[5]).delete()


@plant("two rows swapped", "C1", "C4")
def _(history: History) -> None:
    one, other = (row(operation) for operation in acknowledged(history)[5:7])
    here, there = one.version, other.version
    for it, version in ((one, 10_000), (other, here), (one, there)):
        it.version = version
        it.save()


@plant("choice altered", "C1", "C4")
def _(history: History) -> None:
    it = row(acknowledged(history)[5])
    it.choice = [*it.choice, "more"]
    it.save()


@plant("version gap", "C1", "C4")
def _(history: History) -> None:
    from games.tables.models import Command

    last = row(acknowledged(history)[-3])
    for it in Command.objects.filter(table=last.table_id, version__gt=last.version).order_by("-version"):
        it.version += 1
        it.save()


@plant("prompt answered twice", "C1")
def _(history: History) -> None:
    one = row(acknowledged(history)[5])
    other = next(it for it in map(row, acknowledged(history)[6:]) if it.seat == one.seat)
    other.asked = one.asked
    other.save()


@plant("stored position altered", "C5")
def _(history: History) -> None:
    from games.tables.models import StoredPosition

    it = StoredPosition.objects.filter(table__in=history.tables).order_by("-version").first()
    assert it is not None
    it.data = bytes(it.data).replace(b"1", b"2", 1)
    it.save()


@plant("stored position removed", "C5")
def _(history: History) -> None:
    from games.tables.models import StoredPosition

    StoredPosition.objects.filter(table=history.tables[0], version=0).delete()


@plant("result altered", "C5")
def _(history: History) -> None:
    from games.tables.models import Table

    it = Table.objects.filter(pk__in=history.tables, status=Table.Status.FINISHED).first()
    assert it is not None and it.outcome is not None, "no game has ended"  # noqa: PT018
    it.outcome = {**it.outcome, "ranks": it.outcome["ranks"][::-1]}
    it.save()


@plant("secret exchanged", "C4", "C5")
def _(history: History) -> None:
    from games.tables.models import TableSecret

    it = TableSecret.kept.get(pk=history.tables[0])
    it.secret = bytes(32)
    it.save()


@plant("head of the chain altered", "C4")
def _(history: History) -> None:
    from games.tables.models import Table

    Table.objects.filter(pk=history.tables[0]).update(head="0" * 64)


@plant("a time-out before its time", "QUA-1.9")
def _(history: History) -> None:
    it = row(acknowledged(history)[5])
    it.by = "clock"
    it.save()


# --- in what clients were answered -------------------------------------------------------------------------------------------


@plant("acknowledged with another version", "C1")
def _(history: History) -> None:
    attempt = acknowledged(history)[5].first_ok
    attempt.version = (attempt.version or 0) + 1


@plant("acknowledged and never done", "C1")
def _(history: History) -> None:
    it = copy.deepcopy(acknowledged(history)[5])
    it.move_id = "never"
    history.operations[it.table, it.seat, it.move_id] = it


@plant("refused and done", "C2")
def _(history: History) -> None:
    for attempt in acknowledged(history)[5].attempts:
        attempt.version, attempt.code = None, "stale_prompt"


@plant("refused, then known as done", "C2")
def _(history: History) -> None:
    it = acknowledged(history)[5]
    (attempt, *_rest) = it.attempts
    again = copy.deepcopy(attempt)
    attempt.version, attempt.code = None, "read_only"
    again.dup, again.sent = True, (attempt.answered or 0.0) + 0.1
    it.attempts = [attempt, again]


@plant("never answered", "C3")
def _(history: History) -> None:
    for attempt in acknowledged(history)[5].attempts:
        attempt.version = attempt.answered = None


@plant("a later move has an earlier version", "C4")
def _(history: History) -> None:
    for attempt in acknowledged(history)[5].attempts:
        attempt.sent += 10_000


# --- in what clients were sent -----------------------------------------------------------------------------------------------


@plant("a frame for another seat", "C6", "C7")
def _(history: History) -> None:
    mine, theirs = of_seat(history, 0), of_seat(history, 1)
    here = {message["v"]: (number, frame_of(message)) for number, message in updates(mine)}
    for number, message in updates(theirs):
        known = here.get(message["v"])
        if known is not None and known[1] != frame_of(message):
            mine.frames[known[0]] = theirs.frames[number]
            return
    raise AssertionError("nothing differs")


def frame_of(message: dict[str, Any]) -> tuple[Any, ...]:
    """What differs between seats: the view, or the step to it."""
    return message["d"].get("view"), message["d"].get("merge")


@plant("a foreign card in one event", "C7")
def _(history: History) -> None:
    witness = of_seat(history, 0)
    number, message = next((n, m) for n, m in updates(witness) if m["d"]["events"])
    message["d"]["events"][0]["args"]["cards"] = ["joy1"]
    witness.frames[number] = text(message)


@plant("a check that does not match", "C6")
def _(history: History) -> None:
    witness = of_seat(history, 0)
    number, message = next(updates(witness))
    message["d"]["check"] = "00000000"
    witness.frames[number] = text(message)


@plant("an update left out", "C6")
def _(history: History) -> None:
    for witness in (of_seat(history, 0), of_seat(history, 1)):
        places = [number for number, _ in updates(witness)]
        if not any('"t":"sync"' in frame for frame in witness.frames[places[-1] :]):  # by which it would be made good
            del witness.frames[places[-1]]
            return
    raise AssertionError("both came back after the last update")


@plant("versions that fall", "C6")
def _(history: History) -> None:
    witness = of_seat(history, 0)
    witness.frames.append(next(frame for frame in witness.frames if '"mode":"snapshot"' in frame))


@plant("a snapshot without a line of the log", "C6", "C7")
def _(history: History) -> None:
    witness = next(w for w in history.witnesses.values() if w.fresh_of is not None and '"log_tail":[{' in w.frames[0])
    message = json.loads(witness.frames[0])
    del message["d"]["log_tail"][-1]
    witness.frames[0] = text(message)


@plant("the secret in a frame", "C7")
def _(history: History) -> None:
    from games.tables.models import TableSecret

    witness = of_seat(history, 0)
    number, message = next(updates(witness))
    message["d"]["head"] = bytes(TableSecret.kept.get(pk=witness.table).secret).hex()
    witness.frames[number] = text(message)


def excerpt(history: History) -> History:
    """One table at which several people played to the end, with clocks: enough to plant in."""
    from games.tables.models import Table

    for table in Table.objects.filter(pk__in=history.tables, status=Table.Status.FINISHED, mode=Table.Mode.LIVE):
        witnesses = {number: w for number, w in history.witnesses.items() if w.table == table.pk}
        operations = {key: operation for key, operation in history.operations.items() if operation.table == table.pk}
        if any(w.viewer == 1 for w in witnesses.values()) and len(operations) > ENOUGH:
            return History(history.about, operations, witnesses, history.faults)
    raise AssertionError("no game of several people has ended")


def search(history: History) -> dict[str, list[str]]:
    """Plant everything in turn: which checks found something. First nothing at all, which none may find."""
    from django.db import transaction

    found = {"nothing": sorted(examine(history).faults)}
    history = excerpt(history)
    for each in PLANTS:
        spoilt = copy.deepcopy(history)
        with transaction.atomic():
            each.do(spoilt)
            found[each.name] = sorted(examine(spoilt).faults)
            transaction.set_rollback(True)
    return found


if __name__ == "__main__":
    import django

    django.setup()
    sys.stdout.write(json.dumps(search(read(Path(sys.argv[1])))) + "\n")
