"""Checks a stored game from nothing but its record: seed, chain, every stored position, the result (PRO-9, checks C4 and C5)."""

from __future__ import annotations

from dataclasses import dataclass, field

from games.engine import fairness
from games.engine.session import Session
from games.tables import record
from games.tables.models import Command, DealSecret, Table, TableSecret

LOOKS = 3
"""How often a table is looked at when somebody plays on while it is being read."""


@dataclass
class Verdict:
    """What was replayed of a table, and what is wrong with it."""

    table: str
    commands: int = 0
    positions: int = 0
    faults: list[str] = field(default_factory=list)


def verify(table: Table) -> Verdict:
    """Replay a table that has started and compare all that was stored of it."""
    for _ in range(LOOKS):
        try:
            verdict = _look(table)
        except Exception as error:  # noqa: BLE001 (whatever a row makes Python raise is a fault of the row)
            verdict = Verdict(table.pk, faults=[f"a row cannot be read: {type(error).__name__}: {error}"])
        seen = table.version, table.status
        table.refresh_from_db()
        if not verdict.faults or seen == (table.version, table.status):
            break
    return verdict


def _look(table: Table) -> Verdict:
    verdict = Verdict(table.pk)
    if table.status == Table.Status.OPEN or table.started_at is None:
        begun = table.version or table.positions.exists() or table.commands.exists()
        verdict.faults = ["it has been played, but stands as one that waits for players"] if begun else []
        return verdict
    row = TableSecret.kept.filter(pk=table.pk).first()
    rows = list(table.commands.order_by("version"))
    verdict.commands = len(rows)
    gaps = [f"version {at} is missing; there is {row.version}" for at, row in enumerate(rows, 1) if row.version != at]
    if gaps or row is None:
        verdict.faults = gaps[:1] or ["the secret is missing"]
        return verdict
    secret = bytes(row.secret)
    verdict.faults += _check_seats(table)
    verdict.faults += _check_secret(table, secret)
    verdict.faults += _check_chain(table, fairness.chain_key(secret), rows)
    verdict.faults += _check_replay(table, secret, rows, verdict)
    return verdict


def _check_seats(table: Table) -> list[str]:
    taken = sorted(table.seats.values_list("number", flat=True))
    return [] if taken == list(range(table.seat_count)) else [f"of {table.seat_count} seats there are {taken}"]


def _check_secret(table: Table, secret: bytes) -> list[str]:
    faults = []
    if fairness.commit(secret) != table.commit:
        faults.append("the secret is not the one whose hash was published")
    ended = table.status in (Table.Status.FINISHED, Table.Status.CLOSED)
    held_back = table.deal and not table.revealed and DealSecret.kept.filter(deal=table.deal).exists()
    if ended and table.revealed != secret.hex() and not held_back:
        faults.append("the secret revealed is not the one that was used")
    if not ended and table.revealed:
        faults.append("the secret was revealed before the end")
    return faults


def _check_chain(table: Table, key: bytes, rows: list[Command]) -> list[str]:
    head = fairness.first_head(key, record.beginning(table))
    for row in rows:
        head = fairness.next_head(key, head, record.link(row.version, record.command(row)))
        if head != row.head:
            return [f"version {row.version} is not the command that was chained there"]
    return [] if head == table.head else ["the chain does not end at the head of the table"]


def _check_replay(table: Table, secret: bytes, rows: list[Command], verdict: Verdict) -> list[str]:
    """The replayed game equals every stored position byte for byte, and ends as the table says."""
    stored = {position.version: bytes(position.data) for position in table.positions.all()}
    verdict.positions = len(stored)
    faults = [] if 0 in stored else ["the position at version 0 is missing"]
    session: Session | None = None
    asked: dict[int, int] = {}
    try:
        for session, _told in record.retold(table, secret, rows):
            if stored.pop(session.version, dumped := session.dump()) != dumped:
                faults.append(f"the stored position at version {session.version} is not the replayed one")
            faults += _check_asked(session, asked, rows)
            asked = dict(session.issued)
    except Exception as error:  # noqa: BLE001 (whatever the rules raise over a record is a fault of it)
        return [*faults, f"the rules refuse version {session.version + 1 if session else 0}: {type(error).__name__}: {error}"]
    faults += [f"there is a stored position at version {version}, which was never played" for version in stored]
    if session is not None and session.version != table.version:
        faults.append(f"the table stands at version {table.version}, the record at {session.version}")
    return faults + _check_end(table, session)


def _check_asked(session: Session, asked: dict[int, int], rows: list[Command]) -> list[str]:
    """The last answer was given to the prompt that was open; `asked`: at which versions before it."""
    row = rows[session.version - 1] if session.version else None
    if row is None or row.act != "choose":
        return []
    return [] if row.asked == asked.get(row.seat) else [f"version {row.version} does not answer what was asked"]


def _check_end(table: Table, session: Session | None) -> list[str]:
    if table.status == Table.Status.CLOSED:
        return [] if not table.waiting and table.outcome is None else ["it was closed, and still somebody is awaited or has won"]
    over = session is not None and not session.game.prompts
    if over != (table.status == Table.Status.FINISHED):
        return [f"the replayed game is {'over' if over else 'not over'}, the table is {table.status}"]
    if over and session is not None and record.outcome(session) != table.outcome:
        return ["the result is not that of the replayed game"]
    if session is not None and table.waiting != session.game.waiting_for():
        return [f"seats {table.waiting} stand as awaited, the replayed game waits for {session.game.waiting_for()}"]
    return []
