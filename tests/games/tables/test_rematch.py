"""Playing again with the same people (UX-4.15, PRO section 3): all must agree, it begins once, and everybody learns where."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable

import pytest
from channels.db import database_sync_to_async
from django.db import IntegrityError, connection, transaction

from accounts.models import User
from games.engine.errors import EngineError
from games.tables import live, models, service, verification
from games.tables.messages import Resign
from tests.games.tables.lines import Line, seat, stranger
from tests.games.tables.play import crowd, forget, full_table, run, someone, user_at

pytestmark = pytest.mark.django_db(transaction=True)


def over(seats: int = 2, bots: int = 0, **options: str) -> models.Table:
    """A table at which all but one have left."""
    table = full_table(seats, options, bots=bots)

    async def scenario() -> None:
        for number in range(seats - 1):
            await live.table(table.pk).resign(number, Resign("r"))

    run(scenario)
    table.refresh_from_db()
    assert table.status == "finished"
    return table


def code_of(act: Callable[[], object]) -> str:
    with pytest.raises(EngineError) as caught:
        act()
    return caught.value.code


def rematch_of(table: models.Table) -> models.Table:
    return models.Table.objects.get(rematch_of=table)


def test_all_agree_and_go_there_together() -> None:
    """Everybody sees who has agreed, and at last where it is played: seats moved on by one, another secret."""
    table = over(3, kraft_exchange="on")

    async def scenario() -> None:
        lines = [seat(table, number) for number in range(3)]
        async with lines[0] as one, lines[1] as two, lines[2] as three, stranger(table) as spectator:
            everybody = (one, two, three, spectator)
            for line in everybody:
                await line.hello()
                assert line.client.facts["table"]["rematch"] == {"seats": [0, 1, 2], "votes": []}
            for voter, votes in ((one, [0]), (two, [0, 1])):
                assert (await voter.ask("vote", kind="rematch", value=True))["d"] == {"version": table.version}
                assert (await voter.ask("vote", kind="rematch", value=True))["t"] == "ack", "again, which changes nothing"
                for line in everybody:
                    await line.drain()
                    assert line.client.facts["table"]["rematch"] == {"seats": [0, 1, 2], "votes": votes}
            await one.ask("vote", kind="rematch", value=False)
            await three.ask("vote", kind="rematch", value=True)
            await spectator.drain()
            assert spectator.client.facts["table"]["rematch"]["votes"] == [1, 2]
            await one.ask("vote", kind="rematch", value=True)
            for line in everybody:
                await line.drain()
                assert line.client.facts["table"]["rematch"]["votes"] == [0, 1, 2]
                assert len(line.client.facts["table"]["rematch"]["table"]) == 10
            assert await two.refused("vote", kind="rematch", value=False) == "wrong_status"
            assert (await two.ask("vote", kind="rematch", value=True))["t"] == "ack"

    run(scenario)
    fresh = rematch_of(table)
    assert (fresh.status, fresh.options, fresh.seat_count) == ("running", table.options, 3)
    assert fresh.commit != table.commit
    assert fresh.invite != table.invite
    assert [user_at(fresh, (number + 1) % 3) for number in range(3)] == [user_at(table, number) for number in range(3)]
    assert verification.verify(fresh).faults == []
    forget()

    async def later() -> None:
        clients = await crowd(table)
        for client in clients.values():
            assert client.facts["table"]["rematch"] == {"seats": [0, 1, 2], "votes": [0, 1, 2], "table": fresh.pk}

    run(later)


def test_against_bots_one_press_is_enough_and_two_open_one_table() -> None:
    """Bots always agree; they keep their names and move on with the others."""
    table = over(3, bots=2)

    async def scenario() -> None:
        async with seat(table, 0) as line, seat(table, 0) as other_tab:
            await line.hello()
            await other_tab.hello()
            for number, one in enumerate((line, other_tab, line)):
                await one.send({"t": "vote", "id": f"v-{number}", "d": {"kind": "rematch", "value": True}})
            await line.drain()
            await other_tab.drain()
            assert line.client.facts["table"]["rematch"]["table"] == other_tab.client.facts["table"]["rematch"]["table"]

    run(scenario)
    fresh = rematch_of(table)
    names = [row.name for row in table.seats.order_by("number")]
    assert [row.name for row in fresh.seats.order_by("number")] == [names[2], names[0], names[1]]
    assert [bool(row.bot) for row in fresh.seats.order_by("number")] == [True, False, True]
    assert models.Table.objects.count() == 2


def test_a_vote_waits_outside_of_the_thread_for_the_database() -> None:
    """QUA-2.18: whoever has the table meanwhile may need that thread, and must get it."""
    table = over(2)

    async def scenario() -> None:
        async with seat(table, 0) as line:
            await line.hello()
            async with live.table(table.pk).lock:
                await line.send({"t": "vote", "id": "v-1", "d": {"kind": "rematch", "value": True}})
                await asyncio.sleep(0.3)
                await asyncio.wait_for(database_sync_to_async(models.Table.objects.count)(), 10)
            while line.client.facts["table"]["rematch"]["votes"] != [0]:
                await line.drain()

    run(scenario)


def test_from_several_processes_at_once() -> None:
    """Everybody votes at the same moment, on connections of their own; one table comes of it."""
    for _ in range(5):
        table = over(4)
        failed: list[Exception] = []
        forget()

        def press(number: int, table_id: str, failed: list[Exception]) -> None:
            try:
                for _ in range(2):
                    service.vote_rematch(table_id, number, True)
            except Exception as error:  # noqa: BLE001 (whatever it is, the test says so)
                failed.append(error)
            finally:
                connection.close()

        threads = [threading.Thread(target=press, args=(number, table.pk, failed)) for number in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert failed == []
        assert models.Table.objects.filter(rematch_of=table).count() == 1


def test_the_database_itself_allows_only_one() -> None:
    """Whatever the code does: a second table cannot be the rematch of the same one."""
    table = over(2)
    for number in range(2):
        service.vote_rematch(table.pk, number, True)
    fields = {"game": "emotrions", "rules_version": 1, "rng": 1, "seat_count": 2, "rematch_of": table}
    with pytest.raises(IntegrityError), transaction.atomic():
        models.Table.objects.create(**fields)


def test_a_rematch_has_a_rematch() -> None:
    """Seats go round."""
    table = over(2)
    for number in range(2):
        service.vote_rematch(table.pk, number, True)
    second = rematch_of(table)

    async def scenario() -> None:
        await live.table(second.pk).resign(0, Resign("r"))

    run(scenario)
    for number in range(2):
        service.vote_rematch(second.pk, number, True)
    assert user_at(rematch_of(second), 0) == user_at(table, 0)


def test_no_rematch() -> None:
    """While it runs, for those who do not sit there, for other votes, and when an account is gone: the reason says why."""
    running, table = full_table(2), over(2)

    async def scenario() -> None:
        async with seat(running, 0) as line, stranger(table) as spectator, Line(table) as nobody, seat(table, 0) as player:
            for one in (line, spectator, nobody, player):
                await one.hello()
            assert "rematch" not in line.client.facts["table"]
            early = await line.ask("vote", kind="rematch", value=True)
            assert early["d"]["code"] == "wrong_status"
            assert early["d"]["detail"] == "Eine Revanche gibt es erst, wenn die Partie zu Ende ist."
            for one in (spectator, nobody):
                assert await one.refused("vote", kind="rematch", value=True) == "forbidden"
            for kind in ("undo", "extend", "abandon", "pause"):
                assert await player.refused("vote", kind=kind, value=True) == "invalid"
            for wrong in ({"kind": "rematch"}, {"kind": "war", "value": True}, {"kind": "rematch", "value": 1}):
                async with seat(table, 0) as bad:
                    await bad.hello()
                    assert await bad.refused("vote", **wrong) == "bad_message"

    run(scenario)
    user_at(table, 1).delete()
    forget()

    async def gone() -> None:
        async with seat(table, 0) as line:
            await line.hello()
            assert "rematch" not in line.client.facts["table"]
            assert await line.refused("vote", kind="rematch", value=True) == "wrong_status"

    run(gone)
    assert code_of(lambda: service.vote_rematch(table.pk, 1, True)) == "wrong_status"
    assert not models.Table.objects.filter(rematch_of=table).exists()


def test_a_seat_that_was_given_to_a_bot() -> None:
    """UX-4.10: whoever had it need not agree, and gets it back if they do."""
    for comes_back in (False, True):
        table = over(3)
        absent: User = user_at(table, 2)
        table.seats.filter(number=2).update(bot="random")
        if comes_back:
            service.vote_rematch(table.pk, 2, True)
        for number in range(2):
            service.vote_rematch(table.pk, number, True)
        row = rematch_of(table).seats.get(number=0)
        assert (row.user, row.bot) == ((absent, "") if comes_back else (None, "random"))


def test_votes_of_another_process_are_seen_without_a_nudge() -> None:
    """PRO-6.2: whoever comes in, or asks by `ping`, finds that the database has more."""
    table = over(2)

    async def scenario() -> None:
        async with seat(table, 0) as line:
            await line.hello()
            models.Vote.objects.create(table=table, kind="rematch", seat=1)
            live.table(table.pk).looked = -1e9
            await line.ask("ping", n=1, v=table.version)
            following = live.table(table.pk).following
            assert following is not None
            await following
            await line.drain()
            assert line.client.facts["table"]["rematch"]["votes"] == [1]

    run(scenario)


def test_strangers_sit_nowhere() -> None:
    """Whoever comes to the rematch without a seat watches."""
    table = over(2)
    for number in range(2):
        service.vote_rematch(table.pk, number, True)
    assert not rematch_of(table).seats.filter(user=someone()).exists()
