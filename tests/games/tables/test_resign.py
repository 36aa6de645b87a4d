"""Giving up (UX-4.11): once, for good, told to everybody, and the game goes on or ends as its rules say (RNK-1.4, EMO-15.4)."""

import pytest

from games.engine.errors import UndoUnavailable
from games.tables import live, models
from games.tables.codes import Refusal
from games.tables.messages import Resign, Undo
from games.tables.verification import verify
from tests.games.tables.audit import Audit
from tests.games.tables.folding import Client
from tests.games.tables.lines import Line, seat, stranger
from tests.games.tables.play import answer, crowd, enter, forget, full_table, move_for, run

pytestmark = pytest.mark.django_db(transaction=True)

Crowd = dict[int | None, Client]


def check_record(table: models.Table, clients: Crowd) -> None:
    """Everybody saw what there was to see, and the record can be replayed (checks C4, C5, C7)."""
    audit = Audit(table)
    for viewer, client in clients.items():
        assert audit.faults(viewer, client.frames) == []
    assert verify(table).faults == []


async def play_on(table: models.Table, clients: Crowd) -> None:
    """To the end, by those who are asked."""
    for _ in range(2000):
        asked = [client for client in clients.values() if client.prompts and "answer" not in client.prompt]
        if not asked:
            return
        await answer(table, asked[0])
    raise AssertionError("no end")


def test_of_two_the_other_wins_at_once() -> None:
    """EMO-15.4: also when it is not one's turn; sent twice it happens once (PRO-4.5)."""
    table = full_table(2)
    leaver = 1 - table.waiting[0]

    async def scenario() -> Crowd:
        clients = await crowd(table)
        ack = await live.table(table.pk).resign(leaver, Resign("r-1"))
        assert ack == live.Ack("r-1", 1)
        assert await live.table(table.pk).resign(leaver, Resign("r-1")) == live.Ack("r-1", 1, dup=True)
        for client in clients.values():
            assert client.status == "finished"
            outcome = client.facts["table"]["outcome"]
            assert outcome["ranks"] == [1 + (number == leaver) for number in (0, 1)]
            assert outcome["reason"] == "left"
            assert outcome["statuses"][leaver] == "resigned"
            assert any(line["key"] == "log.left_resigned" and line["args"]["seat"] == leaver for line in client.log)
        return clients

    check_record(table, run(scenario))
    row = table.commands.get()
    assert (row.act, row.status, row.by, row.seat) == ("leave", "resigned", "player", leaver)


def test_of_four_the_others_play_on() -> None:
    """EMO-15.4, RNK-1.4: everybody sees who has left; that seat is not asked any more; nothing before can be undone."""
    table = full_table(4)

    async def scenario() -> Crowd:
        clients = await crowd(table)
        first = table.waiting[0]
        await answer(table, clients[first])
        leaver = (first + 2) % 4
        await live.table(table.pk).resign(leaver, Resign("r"))
        for client in clients.values():
            rows = client.facts["table"]["seats"]
            assert [row.get("left") for row in rows] == ["resigned" if number == leaver else None for number in range(4)]
            assert client.status == "running"
        for number in range(4):
            assert clients[number].facts["undo"]["allowed"] is False
            assert clients[number].facts["undo"]["why"]["key"] == "undo.left"
        await play_on(table, clients)
        assert clients[0].status == "finished"
        outcome = clients[0].facts["table"]["outcome"]
        assert outcome["ranks"][leaver] > min(outcome["ranks"])
        assert outcome["statuses"] == ["resigned" if number == leaver else "finished" for number in range(4)]
        assert not table.commands.filter(seat=leaver, act="choose").exists()
        return clients

    check_record(table, run(scenario))


@pytest.mark.parametrize("answered", [0, 1, 2])
def test_in_a_quiet_window(answered: int) -> None:
    """EMO-8.3: what the others have answered beside the log still counts; if only the leaver was awaited, the window closes."""
    table = full_table(3, {"kraft_exchange": "on"})

    async def scenario() -> Crowd:
        clients = await crowd(table)
        for number in range(answered):
            await answer(table, clients[number])
        await live.table(table.pk).resign(2, Resign("r"))
        assert clients[2].prompts == []
        assert clients[0].v == (1 if answered < 2 else 3)
        for number in range(2):
            assert [("answer" in prompt) for prompt in clients[number].prompts if prompt["kind"] == "exchange"] == (
                [] if answered == 2 else [number < answered]
            )
        forget()
        again = {viewer: await enter(table, viewer) for viewer in clients}
        for viewer, client in clients.items():
            client.same_as(again[viewer])
        await play_on(table, again)
        assert again[0].status == "finished"
        return again

    check_record(table, run(scenario))


def test_a_sealed_answer_of_the_leaver_goes_with_it() -> None:
    """EMO-8.3, EMO-15.4: from then on its seat passes, whatever it had answered."""
    table = full_table(3, {"kraft_exchange": "on"})

    async def scenario() -> None:
        clients = await crowd(table)
        await answer(table, clients[2])
        await live.table(table.pk).resign(2, Resign("r"))
        await answer(table, clients[0])
        await answer(table, clients[1])
        assert clients[0].v == 3, "the leaving, and two answers"

    run(scenario)
    assert verify(table).faults == []


def test_who_may_not() -> None:
    """PRO section 7: spectators, who has left already, after the end, before the start; the reason says which."""
    table = full_table(3)

    async def scenario() -> None:
        async with seat(table, 0) as line, stranger(table) as other, Line(table) as nobody:
            for one in (line, other, nobody):
                await one.hello()
            for one in (other, nobody):
                assert await one.refused("resign", move_id="r") == "forbidden"
            for wrong in ({}, {"move_id": ""}, {"move_id": 1}, {"move_id": "x" * 41}):
                async with seat(table, 0) as bad:
                    await bad.hello()
                    assert await bad.refused("resign", **wrong) == "bad_message"
            assert (await line.ask("resign", move_id="r"))["t"] == "ack"
            again = await line.ask("resign", move_id="s")
            assert again["d"]["code"] == "wrong_status"
            assert again["d"]["detail"] == "Du bist schon ausgestiegen."
            assert await line.refused("undo", move_id="u", expect=1) == "undo_unavailable"
            assert (await live.table(table.pk).resign(1, Resign("r"))).version == 2
            assert await line.refused("resign", move_id="t") == "game_over"

    run(scenario)


def test_a_move_id_belongs_to_one_act() -> None:
    """PRO-4.5."""
    table = full_table(3)
    first = table.waiting[0]

    async def scenario() -> None:
        async with seat(table, first) as line:
            await line.hello()
            move = line.move(move_id="same")
            assert (await line.ask("move", **move))["t"] == "ack"
            assert await line.refused("resign", move_id="same") == "move_id_conflict"

    run(scenario)


def test_a_move_at_the_same_moment() -> None:
    """PRO section 11, test 3: whoever comes second is answered on what is there then."""
    table = full_table(3)
    first = table.waiting[0]

    async def scenario() -> None:
        clients = await crowd(table)
        move = move_for(clients[first].prompt, clients[first].prompt["timeout"])
        await live.table(table.pk).resign(first, Resign("r"))
        with pytest.raises(Refusal):
            await live.table(table.pk).move(first, move)
        with pytest.raises(UndoUnavailable):
            await live.table(table.pk).undo(first, Undo("u", 1))

    run(scenario)
    assert verify(table).faults == []
