"""The writer: what waits together is committed together, each fails alone, nothing is written twice (QUA-1.14, PRO-6.1)."""

import asyncio
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any
from unittest.mock import patch

import msgspec
import pytest
from django.db import OperationalError, connection
from django.db.backends.base.base import BaseDatabaseWrapper

from games.engine.session import Command
from games.tables import batch, drafts, models, service, store, timeline, verification, writer
from games.tables.clocks import Pace
from games.tables.codes import Refusal
from tests.games.tables.faults import locked, no_rows
from tests.games.tables.lines import seat
from tests.games.tables.play import answer, enter, forget, full_table, run, someone

pytestmark = pytest.mark.django_db(transaction=True)


def entry_of(table: models.Table, move_id: str = "m") -> store.Entry:
    """The next move at a table, drawn up, as a process has it that has just read the table."""
    loaded = store.load(table.pk)
    assert loaded is not None
    session = loaded.started()
    before, (prompt, *_) = session.version, session.game.prompts
    act = store.Act(Command(prompt.seat, "choose", [session.game.token(option) for option in prompt.timeout()]), before, move_id)
    session.play(act.command)
    return store.draw_up(loaded, before, [act], window=False)


def outcomes(*entries: store.Entry | store.Sealing) -> list[object]:
    """Write these at the same time; what became of each, by kind of error."""

    async def scenario() -> list[object]:
        return await asyncio.gather(*map(writer.write, entries), return_exceptions=True)

    return [result and getattr(result, "code", type(result)) for result in run(scenario)]


@contextmanager
def busy(until: int = 0) -> Iterator[list[int]]:
    """The writer is held up in its first transaction: until so many moves have come in all, or for a while.

    Yields how many went into each transaction.
    """
    sizes: list[int] = []
    write = batch.write

    def slow(entries: list[store.Entry]) -> list[store.Entry]:
        sizes.append(len(entries))
        end = time.monotonic() + (10 if until else 0.3)
        while len(sizes) == 1 and len(entries) + len(writer._writer.waiting) != until and time.monotonic() < end:
            time.sleep(0.01)
        return write(entries)

    # being held up, here or on a busy machine before, is not to count as slowness, after which fewer go together
    with (
        patch.object(batch, "write", slow),
        patch.object(writer, "SLOW", 60.0),
        patch.object(writer._writer, "most", writer.MOST),
    ):
        yield sizes


def state(table: models.Table) -> tuple[int, int]:
    """Version, and number of commands."""
    return models.Table.objects.get(pk=table.pk).version, table.commands.count()


# --- group commit ------------------------------------------------------------------------------------------------------------


def test_what_piles_up_is_committed_together() -> None:
    """Hot path 4: the first at once, all that came meanwhile in one transaction."""
    tables = [full_table() for _ in range(7)]
    with busy(7) as sizes:
        assert outcomes(*map(entry_of, tables)) == [None] * 7
    assert sum(sizes) == 7
    assert len(sizes) <= 2
    assert [state(table) for table in tables] == [(1, 1)] * 7
    assert all(verification.verify(table).faults == [] for table in tables)


def test_tables_with_clocks_and_without_are_committed_together() -> None:
    """Hot path 4: entries need not change the same columns; with each a due row of its own or none."""
    tables = []
    for _ in range(2):  # in turn, so that however many go first, some of both kinds go together
        table = service.open_table(someone(), "emotrions", {}, 2, Pace("live", bank_ms=60_000))
        service.sit(someone(), table, table.invite)
        tables += [full_table(), models.Table.objects.get(pk=table.pk)]
    entries = [entry_of(table) for table in tables]
    with busy(4) as sizes:
        assert outcomes(*entries) == [None] * 4
    assert len(sizes) <= 2
    assert [state(table) for table in tables] == [(1, 1)] * 4
    assert [bool(models.Table.objects.get(pk=table.pk).clocks) for table in tables] == [False, True, False, True]
    assert [models.Due.objects.filter(table=table).count() for table in tables] == [0, 1, 0, 1]


def test_what_was_due_gives_way_to_what_is_due_now() -> None:
    """PRO-6.7: at the tables that are written, and nowhere else: a seat that is asked again has one row, the new one."""
    tables = []
    for _ in range(3):
        table = service.open_table(someone(), "emotrions", {}, 2, Pace("live", bank_ms=60_000))
        service.sit(someone(), table, table.invite)
        tables.append(models.Table.objects.get(pk=table.pk))
        models.Due.objects.filter(table=table).delete()
    entries = [entry_of(table) for table in tables]
    long_ago = timeline.moment(0)
    for table in tables:
        for kind, number in (("bot", 0), ("bot", 1), ("clock", 0), ("clock", 1)):
            models.Due.objects.create(table=table, kind=kind, seat=number, asked=0, at=long_ago)
    with busy(2):
        assert outcomes(*entries[:2]) == [None] * 2
    for table, entry in zip(tables[:2], entries, strict=False):
        kept = models.Due.objects.filter(table=table).values_list("kind", "seat", "asked", "at")
        assert list(kept) == [(row.kind, row.seat, row.asked, row.at) for row in entry.due]
        assert kept.get()[3] != long_ago
    assert models.Due.objects.filter(table=tables[2], at=long_ago).count() == 4


def test_what_is_added_is_what_was_drawn_up() -> None:
    """PRO-6.1: log, stored position and the row of the table, in every column, as if Django had written them."""
    table = full_table()
    with patch.object(store, "STORE_EVERY", 1):
        entry = entry_of(table, "ü-1")
    assert entry.plain
    assert entry.position is not None
    assert outcomes(entry) == [None]
    added: list[drafts.Draft[Any]] = [*entry.commands, entry.position]
    for draft in added:
        kept = draft.model._default_manager.filter(table=table).latest("version")
        assert {name: getattr(kept, name) for name in draft.__struct_fields__} == msgspec.structs.asdict(draft)
    table.refresh_from_db()
    assert {name: getattr(table, name) for name in entry.changes} == entry.changes


def test_what_changes_other_columns_is_written_for_itself() -> None:
    """Hot path 4: statements that are put together once know a few columns; with others nothing is forgotten."""
    table = full_table()
    entry = entry_of(table)
    entry.changes["epoch"] = 7
    assert not entry.plain
    assert outcomes(entry) == [None]
    assert models.Table.objects.get(pk=table.pk).epoch == 7


def test_a_failed_version_check_fails_only_its_own_move() -> None:
    """PRO-6.1, hot path 4: the others in the same transaction are kept."""
    tables = [full_table() for _ in range(5)]
    entries = [entry_of(table) for table in tables]
    quicker = entry_of(tables[2], "quicker")
    assert outcomes(quicker) == [None]
    with busy(5) as sizes:
        assert outcomes(*entries) == [None, None, store.VersionConflict, None, None]
    assert sum(sizes) == 5
    assert len(sizes) <= 2
    assert [state(table) for table in tables] == [(1, 1)] * 5
    assert tables[2].commands.get().move_id == "quicker"


def test_a_suspended_table_takes_nothing() -> None:
    """PRO-7.4: the check is of status as well as version."""
    table, other = full_table(), full_table()
    entry = entry_of(table)
    store.suspend(table)
    assert outcomes(entry, entry_of(other)) == [store.VersionConflict, None]
    assert state(table) == (0, 0)


def test_what_cannot_be_written_fails_alone() -> None:
    """QUA-1.3: an error in the transaction of many is answered to the one it belongs to."""
    tables = [full_table() for _ in range(4)]
    for table in tables:
        assert outcomes(entry_of(table, "m-1")) == [None]
    entries = [entry_of(table, "m-2") for table in tables]
    taken = tables[1].commands.get()
    entries[1].commands[0].seat, entries[1].commands[0].move_id = taken.seat, taken.move_id
    with busy(4):
        assert outcomes(*entries) == [None, "read_only", None, None]
    assert [state(table) for table in tables] == [(2, 2), (1, 1), (2, 2), (2, 2)]


def test_two_moves_of_one_table_do_not_meet_in_one_transaction() -> None:
    """QUA-1.2: whatever lies in the queue, one wins."""
    table, other = full_table(), full_table()
    entries = [entry_of(table, "one"), entry_of(table, "two")]
    with busy(3):
        results = outcomes(entry_of(other), *entries)
    assert results == [None, None, store.VersionConflict]
    assert state(table) == (1, 1)


# --- again -------------------------------------------------------------------------------------------------------------------


def test_a_lock_that_is_held_for_a_while() -> None:
    """QUA-1.14, QUA-2.15: the move waits, and is written once."""
    table = full_table()
    entry = entry_of(table)
    writer.close()
    taken, give_back = threading.Event(), threading.Event()

    def hold() -> None:
        with locked():
            taken.set()
            give_back.wait(10)

    holder = threading.Thread(target=hold)
    holder.start()
    taken.wait(10)
    threading.Timer(0.5, give_back.set).start()
    with patch.multiple(writer, LOCK_WAIT=0.1, PAUSES=(0.05, 0.3, 0.3)):
        assert outcomes(entry) == [None]
    writer.close()
    holder.join()
    assert state(table) == (1, 1)


def test_a_lock_that_is_held_for_too_long() -> None:
    """QUA-1.14, PRO section 3: `read_only`, and when to try again; other processes' tables can still be read."""
    table = full_table()
    entry, later = entry_of(table), entry_of(full_table())
    writer.close()
    with locked(), patch.multiple(writer, LOCK_WAIT=0.1, PAUSES=(0.05, 0.1, 0.1), PATIENCE=0.6):
        began = time.monotonic()
        with pytest.raises(Refusal) as refused:
            run(partial(writer.write, entry))
        assert time.monotonic() - began < 5
        assert (refused.value.code, refused.value.retry_ms) == ("read_only", writer.RETRY_MS)
        assert run(partial(enter, table, None)).v == 0
    writer.close()
    assert outcomes(later) == [None]
    assert state(table) == (0, 0)


@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite locks all tables at once")
def test_one_table_that_is_locked_does_not_hold_up_the_others() -> None:
    """QUA-2.15: somebody holds the row of one table: its move is refused, the others in the same transaction are kept."""
    tables = [full_table() for _ in range(4)]
    entries = [entry_of(table) for table in tables]
    writer.close()
    other = connection.copy()
    with other.cursor() as cursor, patch.multiple(writer, LOCK_WAIT=0.1, PAUSES=(0.05,)), busy(4):
        cursor.execute("BEGIN")
        cursor.execute("SELECT id FROM tables_table WHERE id = %s FOR UPDATE", [tables[2].pk])
        assert outcomes(*entries) == [None, None, "read_only", None]
        cursor.execute("ROLLBACK")
    other.close()
    writer.close()
    assert [state(table) for table in tables] == [(1, 1), (1, 1), (0, 0), (1, 1)]


@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite has no triggers that sleep")
def test_a_slow_database_is_given_less_at_a_time() -> None:
    """QUA-2.15: each row takes long: what is too much for one statement is written one by one."""
    tables = [full_table() for _ in range(6)]
    entries = [entry_of(table) for table in tables]
    writer.close()
    with connection.cursor() as cursor, patch.object(writer, "STATEMENT_WAIT", 0.35), busy(6):
        cursor.execute(
            "CREATE FUNCTION doze() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN PERFORM pg_sleep(.1); RETURN NEW; END$$"
        )
        cursor.execute("CREATE TRIGGER doze BEFORE INSERT ON tables_command FOR EACH ROW EXECUTE FUNCTION doze()")
        try:
            assert outcomes(*entries) == [None] * 6
        finally:
            cursor.execute("DROP FUNCTION doze CASCADE")
    writer.close()
    assert [state(table) for table in tables] == [(1, 1)] * 6


@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite has no pool")
def test_nobody_else_gets_the_connection_that_is_impatient() -> None:
    """Whatever became of its transactions, what the writer gives back waits as long as the site's settings say."""
    table, other = full_table(), full_table()
    entry, later = entry_of(table), entry_of(other)
    writer.close()
    with locked(), patch.multiple(writer, LOCK_WAIT=0.1, PAUSES=()):
        assert outcomes(entry) == ["read_only"]
    assert outcomes(later) == [None]
    writer.close()
    server: Any = connection
    everybody = [connection.copy() for _ in range(server.pool.get_stats()["pool_available"])]
    found = set()
    for one in everybody:
        with one.cursor() as cursor:
            cursor.execute("SELECT current_setting('lock_timeout'), current_setting('statement_timeout')")
            found.add(cursor.fetchone())
    for one in everybody:
        one.close()
    assert found == {("3s", "10s")}


@contextmanager
def commits(*kinds: str) -> Iterator[list[str]]:
    """How the writer's next commits end: `kept` or `lost`, both without an answer; yields what is still to come.

    With PostgreSQL a statement that writes plain entries is a transaction by itself.
    """
    coming = list(kinds)
    place, name = (batch, "write") if connection.vendor == "postgresql" else (BaseDatabaseWrapper, "_commit")
    commit = getattr(place, name)

    def failing(given: Any) -> Any:
        if threading.current_thread().name != "writer" or not coming:
            return commit(given)
        if coming.pop(0) == "kept":
            commit(given)
        raise OperationalError("server closed the connection unexpectedly")

    with (
        patch.object(place, name, failing),
        patch.object(writer, "_lost_connection", lambda _: True),
        patch.object(writer, "PAUSES", (0.01, 0.01, 0.01)),
    ):
        yield coming


@pytest.mark.parametrize("kinds", [["kept"], ["lost"], ["lost", "kept"], ["lost", "lost", "lost"], ["kept", "lost"]])
def test_a_commit_of_which_nothing_is_heard(kinds: list[str]) -> None:
    """QUA-1.2: it is looked for: kept means done, lost means again; in the end it is there once."""
    tables = [full_table() for _ in range(3)]
    with commits(*kinds) as coming, busy(3):
        assert outcomes(*map(entry_of, tables)) == [None] * 3
    assert coming == []
    assert [state(table) for table in tables] == [(1, 1)] * 3
    assert all(verification.verify(table).faults == [] for table in tables)


def test_a_commit_of_which_nothing_is_heard_and_another_was_quicker() -> None:
    """QUA-1.2: another's command at this version is not taken for the own one."""
    table = full_table()
    entry, quicker = entry_of(table), entry_of(table, "quicker")
    attempt = writer.Writer._attempt

    def overtaken(self: writer.Writer, together: list[writer.Waiting]) -> None:
        if together[0].undecided and state(table) == (0, 0):
            together[0].undecided = False
            attempt(self, [writer.Waiting(quicker, together[0].loop, together[0].future)])
            together[0].undecided = True
        attempt(self, together)

    with commits("lost"), patch.object(writer.Writer, "_attempt", overtaken):
        assert outcomes(entry) == [store.VersionConflict]
    assert table.commands.get().move_id == "quicker"


def test_nobody_can_say() -> None:
    """QUA-1.3: neither an ack nor an error would be true, so the connection ends; sent again, the move is there or is made."""
    table = full_table()

    async def scenario() -> None:
        async with seat(table, table.waiting[0]) as line:
            await line.hello()
            move = line.move()
            with commits("lost", "lost", "kept"), patch.object(writer, "PAUSES", (0.01, 0.01)):
                await line.send({"t": "move", "id": "x", "d": move})
                bye = await line.hear()
                assert (bye["t"], bye["d"]["reconnect"]) == ("bye", "backoff")
                assert (await line.hear())["t"] == "closed"
        async with seat(table, table.waiting[0]) as line:
            await line.hello()
            assert (await line.ask("move", **move))["d"] == {"move_id": move["move_id"], "version": 1, "dup": True}

    run(scenario)


@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite checks nothing in the commit itself")
def test_a_commit_that_fails() -> None:
    """QUA-1.1: a statement that has done its work is not acknowledged before its commit."""
    table = full_table()
    entry = entry_of(table)
    with connection.cursor() as cursor:
        cursor.execute(
            "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN RAISE EXCEPTION 'not in the end'; END$$"
        )
        cursor.execute(
            "CREATE CONSTRAINT TRIGGER refuse AFTER INSERT ON tables_command DEFERRABLE INITIALLY DEFERRED "
            "FOR EACH ROW EXECUTE FUNCTION refuse()"
        )
        try:
            assert outcomes(entry) == ["read_only"]
        finally:
            cursor.execute("DROP FUNCTION refuse CASCADE")
    assert state(table) == (0, 0)
    assert outcomes(entry) == [None]


@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite has no sessions that could be ended")
def test_a_session_that_ended_while_nothing_was_written() -> None:
    """QUA-1.7: nothing was sent, so if the database stays away the answer is a clear one, and not that nobody can say."""
    table = full_table()
    entry, later = entry_of(table), entry_of(full_table())
    assert outcomes(later) == [None]
    end_sessions()
    away = OperationalError("connection refused")
    with patch.object(writer, "_connect", side_effect=away), patch.multiple(writer, PAUSES=(0.01, 0.01)):
        assert outcomes(entry) == ["read_only"]
    assert outcomes(entry) == [None]
    assert state(table) == (1, 1)


@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite has no sessions that could be ended")
def test_sessions_ended_by_the_database() -> None:
    """QUA-2.14: tables live on, and the connections of writer and readers are replaced without an error."""
    table = full_table()

    async def scenario() -> None:
        clients = {number: await enter(table, number) for number in range(2)}
        for version in range(1, 6):
            asked = next(client for client in clients.values() if client.prompts)
            await asyncio.to_thread(end_sessions)
            assert (await answer(table, asked)).version == version
        forget()
        await asyncio.to_thread(end_sessions)
        assert (await enter(table, None)).v == 5

    run(scenario)


def end_sessions() -> None:
    """All but that of this thread, which gives up its own."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
    connection.close()


# --- what is not plain -------------------------------------------------------------------------------------------------------


def test_the_last_move_comes_with_its_result(toy: str) -> None:
    """Stack.md, hot path 4: status, result and the secret are there at once with the last command, and not before."""
    table = full_table(2, game=toy)

    async def scenario() -> None:
        clients = {number: await enter(table, number) for number in range(2)}
        for version in range(1, 7):
            asked = next(client for client in clients.values() if client.prompts)
            if version == 6:
                with pytest.raises(Refusal), no_rows("tables_storedposition"):
                    await answer(table, asked)
                assert (await models.Table.objects.aget(pk=table.pk)).status == "running"
            await answer(table, asked)

    run(scenario)
    table.refresh_from_db()
    assert (table.status, table.version, bool(table.revealed), bool(table.outcome)) == ("finished", 6, True, True)


def test_each_waits_for_itself_alone() -> None:
    """A request that is given up does not take others with it; what it had written stays."""
    table, other = full_table(), full_table()

    async def scenario() -> None:
        with busy():
            first = asyncio.ensure_future(writer.write(entry_of_now))
            second = asyncio.ensure_future(writer.write(entry_of_other))
            await asyncio.sleep(0.05)
            first.cancel()
            await second

    entry_of_now, entry_of_other = entry_of(table), entry_of(other)
    run(scenario)
    writer.close()
    assert (state(table), state(other)) == ((1, 1), (1, 1))


def test_an_error_nobody_thought_of_is_answered_too() -> None:
    """QUA-1.3: nothing is dropped silently, and the thread goes on."""
    table = full_table()

    def broken(*args: Any) -> None:
        raise ZeroDivisionError

    entry = entry_of(table)
    with patch.object(batch, "write", broken):
        assert outcomes(entry) == [ZeroDivisionError]
    assert outcomes(entry_of(table)) == [None]


def test_loads_do_not_wait_for_writes() -> None:
    """A table is shown while the writer is stuck."""
    table, other = full_table(), full_table()

    async def scenario() -> None:
        with busy():
            began = time.monotonic()
            writing = asyncio.ensure_future(writer.write(entry))
            await asyncio.sleep(0.02)
            await enter(other, None)
            assert not writing.done()
            await writing
            assert time.monotonic() - began >= 0.3

    entry = entry_of(table)
    run(scenario)
