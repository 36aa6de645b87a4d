"""Stored games are checked from their record alone, and every planted fault is found (PRO-9, QUA-1.6, QUA-2.5, checks C4, C5)."""

import hashlib
import json
import secrets
from collections.abc import Callable
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import transaction
from django.db.models import F
from django.db.models.expressions import RawSQL

from games.engine import fairness
from games.tables import models, record
from games.tables.verification import verify
from tests.games.tables.play import Storm, crowd, forget, full_table, run

pytestmark = pytest.mark.django_db(transaction=True)


def play(table: models.Table, most: int = 10_000) -> models.Table:
    """So many acts, or to the end."""

    async def scenario() -> None:
        storm = Storm(table, await crowd(table), Random(3))
        for _ in range(most):
            if not await storm.step():
                break

    run(scenario)
    forget()
    table.refresh_from_db()
    return table


@pytest.fixture
def finished() -> models.Table:
    return play(full_table(2, {"kraft_exchange": "on"}))


@pytest.fixture
def running() -> models.Table:
    return play(full_table(3, {"kraft_exchange": "on"}), 30)


def test_games_as_they_were_played(finished: models.Table, running: models.Table) -> None:
    """QUA-1.6: also those that are not over."""
    for table in (finished, running):
        verdict = verify(table)
        assert verdict.faults == []
        assert (verdict.commands, verdict.positions) == (table.version, table.positions.count())


def test_anybody_can_check_a_finished_game(finished: models.Table) -> None:
    """PRO-9.1 to 9.3: from what is published (hash, secret, options, commands), with nothing but SHA-256 and the rules."""
    secret = bytes.fromhex(finished.revealed)
    assert hashlib.sha256(secret).hexdigest() == finished.commit
    session = record.begin(finished, secret)
    head = fairness.first_head(fairness.chain_key(secret), record.beginning(finished))
    for row in finished.commands.order_by("version"):
        act = record.command(row)
        session.play(act)
        head = fairness.next_head(fairness.chain_key(secret), head, record.link(row.version, act))
        assert head == row.head
    assert head == finished.head
    assert record.outcome(session) == finished.outcome


# --- planted faults ----------------------------------------------------------------------------------------------------------

Plant = Callable[[Any], Any]


def rows(table: models.Table) -> Any:
    return table.commands.order_by("version")


def swap(table: models.Table) -> None:
    """Two neighbouring commands of different content change places."""
    kept = list(rows(table))
    for one, other in pairwise(kept):
        if (one.seat, one.choice) != (other.seat, other.choice):
            table.commands.filter(pk=one.pk).update(version=1_000_000)
            table.commands.filter(pk=other.pk).update(version=one.version)
            table.commands.filter(pk=one.pk).update(version=other.version)
            return
    raise AssertionError("all commands are the same")


def middle(table: models.Table) -> Any:
    return table.commands.filter(version=table.version // 2)


def position(table: models.Table, change: Callable[[bytes], bytes]) -> None:
    kept = table.positions.filter(version__gt=0).first()
    assert kept is not None
    kept.data = change(bytes(kept.data))
    kept.save()


def of_table(**changes: Any) -> Plant:
    return lambda table: models.Table.objects.filter(pk=table.pk).update(**changes)


def of_middle(**changes: Any) -> Plant:
    return lambda table: middle(table).update(**changes)


def other_digit(text: str) -> str:
    return ("1" if text[0] == "0" else "0") + text[1:]


PLANTS: dict[str, Plant] = {
    "row removed": lambda table: middle(table).delete(),
    "first row removed": lambda table: table.commands.filter(version=1).delete(),
    "last row removed": lambda table: table.commands.filter(version=table.version).delete(),
    "all rows removed": lambda table: table.commands.all().delete(),
    "row doubled at the end": lambda table: copy_last(table),
    "two rows swapped": swap,
    "choice altered": of_middle(choice=["joy+joy"]),
    "choice emptied": of_middle(choice=[]),
    "choice of another kind": of_middle(choice=7),
    "choice null": of_middle(choice=[None]),
    "seat altered": lambda table: middle(table).update(seat=(middle(table).get().seat + 1) % 2),
    "seat that does not exist": of_middle(seat=9),
    "act altered": of_middle(act="undo"),
    "act unknown": of_middle(act="dance"),
    "leaving put in": of_middle(act="leave", status="resigned", choice=[]),
    "by altered": lambda table: middle(table).update(by="clock"),
    "asked altered": of_middle(asked=0),
    "link altered": lambda table: middle(table).update(head=other_digit(middle(table).get().head)),
    "head altered": lambda table: of_table(head=other_digit(table.head))(table),
    "version of the table altered": of_table(version=F("version") + 1),
    "position altered": lambda table: position(table, lambda data: data.replace(b'"deal":', b'"deal":1', 1)),
    "position cut off": lambda table: position(table, lambda data: data[:-1]),
    "position spaced": lambda table: position(table, lambda data: data + b" "),
    "position emptied": lambda table: position(table, lambda data: b""),
    "first position removed": lambda table: table.positions.filter(version=0).delete(),
    "position at a version that never was": lambda table: table.positions.create(version=9_999, data=b"{}"),
    "secret altered": lambda table: models.TableSecret.kept.filter(pk=table.pk).update(secret=secrets.token_bytes(32)),
    "secret removed": lambda table: models.TableSecret.kept.filter(pk=table.pk).delete(),
    "published hash altered": lambda table: of_table(commit=other_digit(table.commit))(table),
    "status altered": lambda table: of_table(status="suspended" if table.status == "finished" else "finished")(table),
    "options altered": of_table(options={"variant": "standard"}),
    "one option altered": lambda table: of_table(options=table.options | {"score37": "on"})(table),
    "starter altered": of_table(starter=0),
    "seats altered": of_table(seat_count=4),
    "kind of dice altered": of_table(rng=2),
    "rules version altered": of_table(rules_version=7),
    "game altered": of_table(game="chess"),
    "id of the game altered": lambda table: rename(table),
    "seat removed": lambda table: table.seats.filter(number=1).delete(),
    "awaited seats altered": of_table(waiting=[7]),
    "status of one that waits": of_table(status="open"),
    "position of another type": lambda table: table.positions.filter(version=0).update(data=RawSQL("'text'", ())),
}
OF_FINISHED: dict[str, Plant] = {
    "result altered": lambda table: of_table(outcome=table.outcome | {"ranks": table.outcome["ranks"][::-1]})(table),
    "result removed": of_table(outcome=None),
    "reason altered": lambda table: of_table(outcome=table.outcome | {"reason": "left"})(table),
    "revealed secret altered": lambda table: of_table(revealed=other_digit(table.revealed))(table),
    "revealed secret removed": of_table(revealed=""),
}
OF_RUNNING: dict[str, Plant] = {
    "secret revealed too early": of_table(revealed="0" * 64),
}


def copy_last(table: models.Table) -> None:
    last = rows(table).last()
    last.pk, last.version, last.move_id = None, last.version + 1, "again"
    last.save()


def rename(table: models.Table) -> None:
    """The record is put under another table's id."""
    old = table.pk
    other = models.Table.objects.get(pk=old)
    other.pk, other.invite = "aaaaaaaaaa", "x" * 22
    other.save(force_insert=True)
    for model in (models.Command, models.StoredPosition):
        model.objects.filter(table=old).update(table="aaaaaaaaaa")
    models.TableSecret.kept.filter(pk=old).update(table="aaaaaaaaaa")
    table.pk = "aaaaaaaaaa"


def missed(table: models.Table, plants: dict[str, Plant]) -> list[str]:
    """The plants that are not found; each is taken out again."""
    names = []
    for name, plant in plants.items():
        with transaction.atomic():
            planted = models.Table.objects.get(pk=table.pk)
            plant(planted)
            planted.refresh_from_db()
            if not verify(planted).faults:
                names.append(name)
            transaction.set_rollback(True)
    assert verify(table).faults == []
    return names


def test_faults_in_finished_games(finished: models.Table) -> None:
    """QUA-2.5: each is found, none is an exception."""
    assert missed(finished, PLANTS | OF_FINISHED) == []


def test_faults_in_running_games(running: models.Table) -> None:
    """QUA-2.5: also while the game is on."""
    assert missed(running, PLANTS | OF_RUNNING) == []


def test_each_choice_counts(running: models.Table) -> None:
    """QUA-1.6: whichever command is altered, it is found."""
    for row in rows(running):
        running.commands.filter(pk=row.pk).update(choice=["other"])
        assert verify(running).faults, row.version
        running.commands.filter(pk=row.pk).update(choice=row.choice)
    assert verify(running).faults == []


def test_a_table_that_is_played_on_meanwhile(running: models.Table) -> None:
    """QUA-2.10: the check looks again when somebody has moved while it was reading."""
    stale = models.Table.objects.get(pk=running.pk)
    play(running, 3)
    assert verify(stale).faults == []


# --- the command -------------------------------------------------------------------------------------------------------------


def command(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, dict[str, Any], str]:
    """Exit status, the object on the last line, and all that was printed."""
    status = 0
    try:
        call_command("verify", *arguments, "--json")
    except SystemExit as end:
        status = int(end.code or 0)
    out, err = capsys.readouterr()
    return status, json.loads(out.splitlines()[-1]), out + err


def test_verify_all(finished: models.Table, running: models.Table, capsys: pytest.CaptureFixture[str]) -> None:
    """The issue: how many games and commands; tables that have not started are none."""
    models.Table.objects.create(game="emotrions", rules_version=1, rng=1, seat_count=2)
    status, figures, out = command(capsys, "--all")
    assert status == 0
    assert figures == {
        "games": 2,
        "commands": finished.version + running.version,
        "positions": finished.positions.count() + running.positions.count(),
        "faults": [],
    }
    assert f"2 games, {figures['commands']} commands" in out


def test_verify_one(running: models.Table, capsys: pytest.CaptureFixture[str]) -> None:
    full_table(2)
    status, figures, _ = command(capsys, "--table", running.pk)
    assert (status, figures["games"], figures["commands"]) == (0, 1, running.version)


def test_verify_names_each_fault(running: models.Table, capsys: pytest.CaptureFixture[str]) -> None:
    """Exit status 1, and the others are checked all the same."""
    full_table(2)
    PLANTS["choice of another kind"](running)
    status, figures, out = command(capsys, "--all")
    assert status == 1
    assert figures["games"] == 2
    assert figures["faults"]
    assert all(fault.startswith(f"{running.pk}: ") for fault in figures["faults"])
    assert running.pk in out


def test_verify_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    """None is a failure with `--all`."""
    status, figures, _ = command(capsys, "--all")
    assert (status, figures["games"]) == (1, 0)


def test_verify_an_unknown_table(capsys: pytest.CaptureFixture[str]) -> None:
    """Exit status 1, with the reason in the object; also for a table that has not begun."""
    full_table(2)
    waiting = models.Table.objects.create(game="emotrions", rules_version=1, rng=1, seat_count=2)
    for table in ("aaaaaaaaaa", "", "nonsense", "' OR 1=1", waiting.pk):
        status, figures, _ = command(capsys, f"--table={table}")
        assert status == 1
        assert figures["error"]


def test_wrong_arguments() -> None:
    """The issue: any failure is one."""
    for arguments in (["--all", "--table=aaaaaaaaaa"], ["--tables"], ["aaaaaaaaaa"]):
        with pytest.raises(CommandError):
            call_command("verify", *arguments)
