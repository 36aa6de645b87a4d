"""Rules that fail freeze their table, lose nothing, and hurt no other (PRO-7.4, QUA-2.25)."""

import logging
import re

import pytest

from games.tables import live, models, verification
from tests.games.tables.folding import Client
from tests.games.tables.lines import Line, seat, stranger
from tests.games.tables.play import answer, crowd, enter, forget, full_table, run

pytestmark = pytest.mark.django_db(transaction=True)

TRACE = re.compile(r"trace ([0-9a-f]{8})")


def critical(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records if record.levelno == logging.CRITICAL]


@pytest.mark.parametrize("fault", ["raise", "raise_refusal"])
@pytest.mark.parametrize("answers", ["open", "secret"])
def test_rules_that_raise(toy: str, fault: str, answers: str, caplog: pytest.LogCaptureFixture) -> None:
    """PRO-7.4: `internal` with a trace id for the mover, a suspended table for all, nothing of the move kept."""
    table = full_table(2, {"answers": answers}, game=toy)
    other = full_table(2, game=toy)

    async def scenario() -> None:
        async with seat(table, 0) as line, seat(table, 1) as opponent, stranger(table) as spectator:
            for one in (line, opponent, spectator):
                await one.hello()
            if answers == "secret":
                await opponent.ask("move", **opponent.move(["a", "b"]))
            for one in (line, opponent, spectator):
                await one.drain()
            view, v = line.client.facts["view"], line.client.v
            error = await line.ask("move", **line.move(["a", fault]))
            assert error["d"]["code"] == "internal"
            (trace,) = TRACE.findall(critical(caplog)[-1])
            assert error["d"]["detail"] == f"Hier ist etwas schiefgegangen. Am Tisch hat sich nichts geändert. Kennung: {trace}."
            for one in (opponent, spectator):
                (sync,) = await one.drain()
                assert sync["t"] == "sync"
            for one in (line, opponent, spectator):
                assert one.client.status == "suspended"
                assert one.client.v == v
                assert one.client.facts["view"] == view
                assert one.client.prompts == []
                assert one.client.facts["waiting_for"] == []
            refused = await opponent.ask("move", move_id="m", prompt="1-1", expect=1, choice=["a", "b"])
            assert refused["d"]["code"] == "wrong_status"
            assert refused["d"]["detail"].startswith("Dieser Tisch ist angehalten, bis geklärt ist")
            assert await line.refused("undo", move_id="u", expect=v) == "wrong_status"
            again = await spectator.hello(since=v, epoch=1)
            assert again["d"]["mode"] == "snapshot", "a suspension has no version, so events could not tell of it"
        async with seat(other, 0) as line:
            await line.hello()
            assert (await line.ask("move", **line.move(["a", "b"])))["t"] == "ack", "other tables go on"

    run(scenario)
    table.refresh_from_db()
    assert table.status == models.Table.Status.SUSPENDED
    assert table.commands.count() == table.version == (1 if answers == "secret" else 0)
    assert not table.due.exists()
    assert verification.verify(table).faults == []
    forget()

    async def later() -> None:
        assert (await enter(table, 0)).status == "suspended"

    run(later)


def test_rules_that_cannot_show_what_they_did(toy: str, caplog: pytest.LogCaptureFixture) -> None:
    """QUA-1.1, PRO-7.4: the move is committed, so it is acknowledged; whoever can be told is told; then the table is frozen."""
    table = full_table(2, game=toy)

    async def scenario() -> None:
        async with seat(table, 0) as line, seat(table, 1) as opponent, stranger(table) as spectator:
            for one in (line, opponent, spectator):
                await one.hello()
            move = line.move(["a", "break_view"])
            ack = await line.ask("move", **move)
            assert ack["d"] == {"move_id": move["move_id"], "version": 1, "dup": False}
            for one in (line, opponent):
                await one.drain()
                assert one.client.v == 1
                assert one.client.status == "suspended"
            assert await spectator.refused("resync") == "internal"
            assert await spectator.refused("hello", client="x") == "internal"
            assert (await line.ask("move", **move))["d"]["dup"] is True

    run(scenario)
    assert len(critical(caplog)) == 3
    table.refresh_from_db()
    assert (table.status, table.version) == ("suspended", 1)


def test_rules_that_fail_at_the_end(toy: str) -> None:
    """PRO-7.4, check C9: no game is over without a result."""
    table = full_table(1 + 1, game=toy)

    async def scenario() -> None:
        clients = await crowd(table)
        for turn in range(5):
            await answer(table, clients[turn % 2], ["a", "break_end"])
        async with seat(table, 1) as line:
            await line.hello()
            assert await line.refused("move", **line.move(["a", "b"])) == "internal"

    run(scenario)
    table.refresh_from_db()
    assert (table.status, table.version, table.outcome, table.revealed) == ("suspended", 5, None, "")


def test_a_record_that_cannot_be_replayed(caplog: pytest.LogCaptureFixture) -> None:
    """PRO-7.4: `internal` for whoever comes; no word of what is in the record; the connection lives."""
    table = full_table(2)
    models.StoredPosition.objects.filter(table=table).update(data=b'{"version":0,"position":{"hands":"sadness"}}')

    async def scenario() -> None:
        async with Line(table) as line:
            for _ in range(2):
                error = await line.ask("hello", client="x")
                assert error["d"]["code"] == "internal"
                assert "sadness" not in error["d"]["detail"]
                assert "broken" not in error["d"]["detail"]

    run(scenario)
    assert len(critical(caplog)) == 2


def test_an_unknown_rules_version() -> None:
    """PRO-9.3: a table of rules that are not there any more is not taken for one that never was."""
    table = full_table(2)
    models.Table.objects.filter(pk=table.pk).update(rules_version=99)

    async def scenario() -> None:
        async with Line(table) as line:
            assert (await line.ask("hello", client="x"))["d"]["code"] == "internal"

    run(scenario)


def test_views_that_hand_out_parts_of_the_position(toy: str) -> None:
    """PRO-5.4: a patch is made against what was sent, even if the game has changed the very list since; log lines stay too."""
    table = full_table(2, game=toy)

    async def scenario() -> None:
        clients = await crowd(table)
        for turn in range(4):
            await answer(table, clients[turn % 2], ["a", "b", "c"])
        fresh = await enter(table, None)
        fresh.same_as(clients[None])
        assert fresh.facts["view"]["written"] == ["abc"] * 4
        assert [len(line["args"]["written"]) for line in fresh.log] == [1, 2, 3, 4]

    run(scenario)


def test_bots_of_a_suspended_table_rest(toy: str) -> None:
    """PRO-7.4: nothing is due there any more."""
    table = full_table(2, game=toy, bots=1)

    async def scenario() -> None:
        client: Client = await enter(table, 0)
        await answer(table, client, ["a", "b"])
        assert await models.Due.objects.acount() == 1
        assert await live.table(table.pk).bot_game(1, 1) is not None
        await models.Table.objects.filter(pk=table.pk).aupdate(status="suspended")
        live.table(table.pk).loaded = None
        assert await live.table(table.pk).bot_game(1, 1) is None

    run(scenario)
