"""Moves: kept before they are acknowledged, once each, and only as answers to open prompts (PRO-4, PRO-6.1, QUA-1.1 to 1.3)."""

import asyncio
from collections.abc import Callable
from contextlib import AbstractContextManager
from functools import partial

import pytest

from games.engine.errors import EngineError
from games.tables import live, models, verification
from games.tables.messages import Move, Undo
from tests.games.tables.faults import gone, impatience, locked, no_rows
from tests.games.tables.folding import Client
from tests.games.tables.lines import Line, seat, stranger
from tests.games.tables.play import answer, come, crowd, enter, forget, full_table, move_for, run

pytestmark = pytest.mark.django_db(transaction=True)


async def code_of(table: live.LiveTable, number: int, move: Move) -> str:
    """The code with which a move is refused; empty if it is not."""
    try:
        await table.move(number, move)
    except EngineError as error:
        return error.code
    return ""


# --- acknowledged is kept --------------------------------------------------------------------------------------------------

FAULTS: dict[str, Callable[[], AbstractContextManager[None]]] = {
    "locked": locked,
    "no command": partial(no_rows, "tables_command"),
    "no due row": partial(no_rows, "tables_due"),
    "no position": partial(no_rows, "tables_storedposition"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_no_ack_without_a_row(fault: str) -> None:
    """PRO-4.7, QUA-1.1, QUA-2.16: the write fails: `read_only`, nobody is told anything, nothing is kept; then all goes on."""
    table = full_table(2, bots=1)
    failed: set[int] = set()

    async def scenario() -> None:
        clients = await crowd(table)
        for version in range(1, 20):
            asked = next(client for client in clients.values() if client.prompts)
            prompt = asked.prompt
            move = move_for(prompt, prompt["timeout"])
            told = [len(client.frames) for client in clients.values()]
            with FAULTS[fault]():
                code = await code_of(live.table(table.pk), prompt["seat"], move)
            if code:
                failed.add(version)
                assert code == "read_only"
                assert [len(client.frames) for client in clients.values()] == told, "nothing uncommitted is told"
                assert (await enter(table, None)).v == version - 1, "nor shown to whoever comes now"
                assert (await models.Table.objects.aget(pk=table.pk)).version == version - 1
                assert await table.commands.acount() == version - 1
                ack = await live.table(table.pk).move(prompt["seat"], move)
                assert ack == live.Ack(move.move_id, version)
            assert {client.v for client in clients.values()} == {version}

    with impatience():
        run(scenario)
    expected = {"no position": {16}, "locked": set(range(1, 20)), "no command": set(range(1, 20))}
    assert failed == expected.get(fault, failed)
    assert failed
    assert verification.verify(table).faults == []


def test_read_only_in_words() -> None:
    """PRO-7.4, QUA-1.7: the client is told, with the id of what it asked; the same move works as soon as the disk does."""
    table = full_table(2)

    async def scenario() -> None:
        async with seat(table, table.waiting[0]) as line, stranger(table) as spectator:
            await line.hello()
            await spectator.hello()
            move = line.move()
            with no_rows("tables_command"):
                answer = await line.ask("move", **move)
            assert answer["d"] == {
                "code": "read_only",
                "title": "Nicht gespeichert",
                "detail": "Gerade kann nichts gespeichert werden. Bitte versuch es gleich noch einmal.",
                "retry_ms": 3000,
            }
            await line.nothing_came()
            await spectator.nothing_came()
            assert (await line.ask("move", **move))["d"] == {"move_id": move["move_id"], "version": 1, "dup": False}

    run(scenario)


def test_the_table_cannot_be_read() -> None:
    """QUA-1.7: the answer is `read_only`, not the end of the connection."""
    table = full_table(2)

    async def scenario() -> None:
        async with seat(table, table.waiting[0]) as line:
            await line.hello()
            live.table(table.pk).loaded = None
            with gone("tables_command"):
                assert await line.refused("resync") == "read_only"
                assert await line.refused("move", **line.move()) == "read_only"
                assert await line.refused("ping", n=1, v=0) == "read_only"
            assert (await line.ask("move", **line.move()))["t"] == "ack"

    run(scenario)


def test_nobody_comes_in_while_nothing_can_be_read() -> None:
    """QUA-1.7, PRO-2.5: bye, to come back later."""
    line = seat(full_table(2), 0)

    async def scenario() -> None:
        with gone("tables_seat"):
            async with line:
                bye = await line.hear()
                assert (bye["d"]["code"], bye["d"]["reconnect"]) == (4500, "backoff")
                assert await line.hear() == {"t": "closed", "code": 4500}

    run(scenario)


def test_a_socket_that_fails_does_not_keep_others_from_their_messages() -> None:
    """QUA-1.3: the mover has its ack, the others their update; the broken socket is dropped."""
    table = full_table(2)

    class Broken(Client):
        async def send_message(self, message: str) -> None:
            if self.v == 0:
                raise ConnectionError("the other end is gone")
            await super().send_message(message)

    async def scenario() -> None:
        clients = await crowd(table)
        broken = Broken()
        await live.table(table.pk).enter(broken, None, None, None, "h")
        assert broken.v == 0
        ack = await answer(table, clients[table.waiting[0]])
        assert ack.version == 1
        assert {client.v for client in clients.values()} == {1}
        assert broken not in live.table(table.pk).audiences[None].sockets

    run(scenario)


# --- exactly once ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("restart", [False, True])
def test_a_move_sent_twice(restart: bool) -> None:
    """PRO-4.5, QUA-1.2: the same ack with `dup`, no second effect; other content under the same id is refused; also later."""
    table = full_table(2)

    async def scenario() -> None:
        who = table.waiting[0]
        async with seat(table, who) as line, seat(table, 1 - who) as other:
            await line.hello()
            await other.hello()
            move = line.move()
            options = [option["id"] for option in line.client.prompt["options"]]
            first = await line.ask("move", **move)
            for later in (False, True):
                if restart:
                    forget()
                    await line.hello()
                again = await line.ask("move", **move)
                assert again["d"] == {**first["d"], "dup": True}
                another = [option for option in options if [option] != move["choice"]][:1] or ["other"]
                assert await line.refused("move", **{**move, "choice": another}) == "move_id_conflict"
                assert await line.refused("move", **{**move, "expect": 1}) == "move_id_conflict"
                assert await line.refused("undo", move_id=move["move_id"], expect=0) == "move_id_conflict"
                if not later:
                    await other.drain()
                    mine = {**other.move(), "move_id": move["move_id"]}
                    assert (await other.ask("move", **mine))["d"]["dup"] is False, "ids count for each seat on its own"

    run(scenario)
    assert table.commands.count() == 2


def test_the_same_move_from_two_connections_at_once() -> None:
    """QUA-1.2: one effect, one of the acks is `dup`."""
    table = full_table(2)

    async def scenario() -> None:
        client = await enter(table, table.waiting[0])
        move = move_for(client.prompt, client.prompt["timeout"])
        acks = await asyncio.gather(*(live.table(table.pk).move(client.prompt["seat"], move) for _ in range(10)))
        assert sorted(ack.dup for ack in acks) == [False] + [True] * 9
        assert {ack.version for ack in acks} == {1}

    run(scenario)
    assert table.commands.count() == 1


def test_ten_answers_to_one_prompt_at_once() -> None:
    """QUA-1.2, PRO-4.6: one wins, the others hear `stale_prompt`."""
    table = full_table(2)

    async def scenario() -> None:
        client = await enter(table, table.waiting[0])
        prompt = client.prompt
        moves = [move_for(prompt, prompt["timeout"]) for _ in range(10)]
        codes = await asyncio.gather(*(code_of(live.table(table.pk), prompt["seat"], move) for move in moves))
        assert sorted(codes) == ["", *["stale_prompt"] * 9]

    run(scenario)
    assert table.commands.count() == 1


def test_whoever_comes_in_the_middle_of_a_move_misses_nothing() -> None:
    """PRO-5.2: what is shown and what is told from then on fit together, however many come while others move."""
    table = full_table(6, {"kraft_exchange": "on"})

    async def scenario() -> None:
        clients = await crowd(table)
        late: list[tuple[int | None, Client]] = []

        async def come_late(viewer: int | None) -> None:
            late.append((viewer, await enter(table, viewer)))

        for _ in range(20):
            asked = [client for client in clients.values() if client.prompts and "answer" not in client.prompt]
            await asyncio.gather(*(answer(table, client) for client in asked), *(come_late(viewer) for viewer in (0, 3, None)))
        for viewer, client in late:
            client.same_as(clients[viewer])
        assert clients[None].v >= 20

    run(scenario)


# --- closed prompts --------------------------------------------------------------------------------------------------------


def test_a_late_answer_cannot_hit_the_next_prompt(toy: str) -> None:
    """PRO-4.6: `stale_prompt`, then the table as it is; no silent drop, whatever the choice would mean now."""
    table = full_table(1 + 1, game=toy)

    async def scenario() -> None:
        async with seat(table, 0) as line, seat(table, 1) as other:
            await line.hello()
            await other.hello()
            early = line.move(["a", "b"])
            assert (await line.ask("move", **early))["t"] == "ack"
            await other.drain()
            assert (await other.ask("move", **other.move(["a", "b"])))["t"] == "ack"
            await line.drain()
            assert line.client.prompt["issued"] == 2
            assert await line.refused("move", **{**early, "move_id": "late"}) == "stale_prompt"
            (sync,) = await line.drain()
            assert (sync["t"], sync["v"], sync["d"]["mode"]) == ("sync", 2, "snapshot")
            assert "re" not in sync
            assert await line.refused("move", **line.move(["a", "b"], expect=0)) == "stale_prompt"
            assert await line.refused("move", **line.move(["a", "b"], prompt="0-0")) == "stale_prompt"
            await line.drain()
            assert (await line.ask("move", **line.move(["a", "b"])))["d"]["version"] == 3

    run(scenario)


def test_undo_against_a_move() -> None:
    """QUA-2.18: the undo that expects an older head is refused."""
    table = full_table(2)

    async def scenario() -> None:
        clients = await crowd(table)
        who = table.waiting[0]
        await answer(table, clients[who])
        with pytest.raises(EngineError) as refused:
            await live.table(table.pk).undo(who, Undo("u", 0))
        assert refused.value.code == "stale_prompt"

    run(scenario)


# --- two processes ---------------------------------------------------------------------------------------------------------


def two_processes(table: models.Table) -> tuple[live.LiveTable, live.LiveTable]:
    """The same table as two processes have it, both up to date."""
    return live.LiveTable(table.pk), live.LiveTable(table.pk)


def test_two_processes_race_for_one_version(toy: str) -> None:
    """QUA-2.18, PRO-6.1: exactly one wins each round, the loser hears `stale_prompt` and has the table as it is."""
    table = full_table(2, game=toy)

    async def scenario() -> None:
        one, two = two_processes(table)
        wins = [0, 0]
        for version in range(5):
            clients = []
            for process in (one, two):
                client = Client()
                await process.enter(client, version % 2, None, None, "h")
                clients.append(client)
            prompt = clients[0].prompt
            assert prompt == clients[1].prompt
            order = (one, two) if version % 3 else (two, one)
            moves = [move_for(prompt, choice) for choice in (["a", "b"], ["b", "a"])]
            codes = await asyncio.gather(*(code_of(p, version % 2, move) for p, move in zip(order, moves, strict=True)))
            assert sorted(codes) == ["", "stale_prompt"]
            wins[(one, two).index(order[codes.index("")])] += 1
            for process in (one, two):
                client = Client()
                await process.enter(client, version % 2, None, None, "h")
                assert client.v == version + 1
        assert min(wins) > 0, "both kinds of winner occur"

    run(scenario)
    assert verification.verify(table).faults == []


def test_a_move_that_another_process_has_is_a_duplicate() -> None:
    """PRO-4.5, check C2: what is in the log is not answered by an error, even by a process that did not know."""
    table = full_table(2)

    async def scenario() -> None:
        one, two = two_processes(table)
        client = Client()
        await one.enter(client, table.waiting[0], None, None, "h")
        await two.head()
        move = move_for(client.prompt, client.prompt["timeout"])
        assert await one.move(table.waiting[0], move) == live.Ack(move.move_id, 1)
        assert await two.move(table.waiting[0], move) == live.Ack(move.move_id, 1, dup=True)

    run(scenario)


def test_concurrent_prompts_in_two_processes(toy: str) -> None:
    """PRO-4.6, stack.md hot path 2: an answer that is still good is checked again on what is there now, and counts."""
    table = full_table(2, {"answers": "secret"}, game=toy)

    async def scenario() -> None:
        one, two = two_processes(table)
        clients = [Client(), Client()]
        for number, process in enumerate((one, two)):
            await process.enter(clients[number], number, None, None, "h")
        assert (await one.move(0, move_for(clients[0].prompt, ["a", "b"]))).version == 1
        assert (await two.move(1, move_for(clients[1].prompt, ["c", "d"]))).version == 2

    run(scenario)
    assert verification.verify(table).faults == []


# --- restart ---------------------------------------------------------------------------------------------------------------


def test_a_restart_resumes_from_the_last_stored_position() -> None:
    """PRO-6.1: at any version a process that knows nothing has the table from the last stored position and the commands since."""
    table = full_table(3)

    async def scenario() -> None:
        clients = await crowd(table)
        for _ in range(40):
            asked = next((client for client in clients.values() if client.prompts), None)
            if asked is None:
                break
            await answer(table, asked)
            forget()
            for viewer, client in clients.items():
                await come(client, table, viewer, client.v, client.epoch)
                client.same_as(await enter(table, viewer))

    run(scenario)
    assert {0, 16} <= set(table.positions.values_list("version", flat=True))
    before = run(lambda: enter(table, None))
    models.StoredPosition.objects.filter(table=table, version__gt=0).delete()
    forget()
    run(lambda: enter(table, None)).same_as(before)


def test_prompts_have_the_same_ids_after_a_restart(toy: str) -> None:
    """PRO-4.1: issued and seat; one that stayed open while others acted keeps its number."""
    table = full_table(3, {"answers": "secret"}, game=toy)

    async def scenario() -> None:
        clients = await crowd(table)
        await answer(table, clients[0])
        before = [clients[number].prompt for number in range(3)]
        assert [prompt["id"] for prompt in before] == ["0-0", "0-1", "0-2"]
        forget()
        after = [(await enter(table, number)).prompt for number in range(3)]
        assert after == before

    run(scenario)


def test_ping_tells_of_what_another_process_did_not_tell() -> None:
    """PRO-5.6: the version in `pong` is that of the table once memory has been dropped; updates then start from there."""
    table = full_table(2)

    async def scenario() -> None:
        async with Line(table) as line:
            await line.hello()
            other = live.LiveTable(table.pk)
            client = Client()
            await other.enter(client, table.waiting[0], None, None, "h")
            await other.move(table.waiting[0], move_for(client.prompt, client.prompt["timeout"]))
            live.table(table.pk).loaded = None
            pong = await line.ask("ping", n=1, v=0)
            assert pong["d"]["v"] == 1
            again = await line.hello(since=0, epoch=1)
            assert again["d"]["mode"] == "snapshot"
            assert line.client.v == 1

    run(scenario)
