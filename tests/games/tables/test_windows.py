"""Answers given at the same time: the quiet window of the card exchange, and the announced one of the equal start (PRO-4.8)."""

import asyncio

import pytest

from games.engine.errors import EngineError, UndoUnavailable
from games.tables import live, models, verification
from games.tables.messages import Undo
from tests.games.tables.faults import no_rows
from tests.games.tables.folding import Client
from tests.games.tables.lines import Line, seat, stranger
from tests.games.tables.play import answer, come, crowd, enter, forget, full_table, move_for, run

pytestmark = pytest.mark.django_db(transaction=True)

EXCHANGE = {"kraft_exchange": "on"}
ON_REQUEST = {"gleichstart": "on_request", "style_mode": "winners_options"}


async def all_at(table: models.Table) -> list[Line]:
    """A line for each seat, and one for a spectator; all have said hello."""
    lines = [seat(table, number) for number in range(table.seat_count)] + [stranger(table)]
    for line in lines:
        await line.__aenter__()
        await line.hello()
    return lines


async def hang_up(lines: list[Line]) -> None:
    for line in lines:
        await line.__aexit__(None, None, None)


def bytes_of(lines: list[Line]) -> list[int]:
    return [sum(map(len, line.client.frames)) for line in lines]


# --- quiet: not even who has answered is told ------------------------------------------------------------------------------


def test_nobody_is_told_who_has_answered() -> None:
    """EMO-8.3, PRO-4.8, QUA-1.4: not one byte to anybody else before the window closes, not to those who come, not in `pong`."""
    table = full_table(3, EXCHANGE)

    async def scenario() -> None:
        lines = await all_at(table)
        heads = {(await line.ask("ping", n=1, v=0))["d"]["v"] for line in lines}
        fresh = [await enter(table, viewer) for viewer in (0, 1, 2, None)]
        before = bytes_of(lines)
        for number in (2, 0):
            line = lines[number]
            ack = await line.ask("move", **line.move(["pass"]))
            assert ack["d"]["version"] == 0, "acknowledged with the version the table is at"
            others = [other for other in lines if other is not line]
            assert all(other.wire.output_queue.empty() for other in others)
            for viewer, earlier in zip((0, 1, 2, None), fresh, strict=True):
                if viewer not in (2, number):
                    (await enter(table, viewer)).same_as(earlier)
            assert await models.Table.objects.values_list("version", "waiting").aget(pk=table.pk) == (0, [0, 1, 2])
        assert bytes_of(lines)[1] == before[1]
        assert bytes_of(lines)[3] == before[3]
        assert {(await lines[viewer].ask("ping", n=2, v=0))["d"]["v"] for viewer in (1, 3)} == heads
        assert [entry["seat"] for entry in lines[3].client.facts["waiting_for"]] == [0, 1, 2]
        for line in (lines[1], lines[3]):
            assert line.client.facts["fairness"] == {"commit": table.commit, "head": table.head, "rng": 1}
        await hang_up(lines)

    run(scenario)
    assert table.commands.count() == 0


def test_the_own_answer_is_shown_to_all_own_tabs() -> None:
    """PRO-4.8: as `answer` of the prompt, by a `sync` without `re`; also to a tab that comes back with the version it has."""
    table = full_table(2, EXCHANGE)

    async def scenario() -> None:
        async with seat(table, 0) as one, seat(table, 0) as two, seat(table, 0) as three:
            for line in (one, two, three):
                await line.hello()
            assert "answer" not in one.client.prompt
            await one.ask("move", **one.move(["pass"]))
            (sync,) = await two.drain()
            assert (sync["t"], sync["v"], "re" in sync) == ("sync", 0, False)
            for line in (one, two):
                assert line.client.prompt["answer"] == ["pass"]
                assert line.client.prompt["issued"] == 0, "the same question: it may be answered anew"
            asleep = three.client
            asleep.facts["prompts"] = [{k: v for k, v in asleep.prompt.items() if k != "answer"}]
            again = await three.hello(since=0, epoch=1)
            assert again["d"]["mode"] == "snapshot"
            assert three.client.prompt["answer"] == ["pass"]

    run(scenario)


def with_kraft(table: models.Table) -> int:
    """A seat that may request an exchange; deals are random, so several tables may have to be looked at."""
    for number in range(table.seat_count):
        client = run(lambda number=number: enter(table, number))  # type: ignore[misc]
        if len(client.prompt["options"]) == 2:
            return number
    return -1


def window_with_kraft(seats: int) -> tuple[models.Table, int]:
    """A table at which somebody holds Kraft in the first window, and who."""
    for _ in range(50):
        table = full_table(seats, EXCHANGE)
        if (holder := with_kraft(table)) >= 0:
            forget()
            return table, holder
    raise AssertionError("50 deals without Kraft in any hand")


@pytest.mark.parametrize("restart", [False, True])
def test_the_own_answer_can_be_replaced_and_the_last_one_counts(restart: bool) -> None:
    """PRO-4.8: also across a restart; duplicates of the earlier one change nothing; all are applied together, in seat order."""
    table, holder = window_with_kraft(3)
    rest = [number for number in range(3) if number != holder]

    async def scenario() -> None:
        clients = await crowd(table)

        async def say(number: int, choice: list[str], move_id: str) -> live.Ack:
            if restart:
                forget()
                for viewer, client in clients.items():
                    await come(client, table, viewer, client.v, client.epoch)
            return await live.table(table.pk).move(number, move_for(clients[number].prompt, choice, move_id))

        assert await say(holder, ["pass"], "first") == live.Ack("first", 0)
        assert await say(rest[1], ["pass"], "early") == live.Ack("early", 0)
        assert await say(holder, ["request"], "second") == live.Ack("second", 0)
        assert await say(holder, ["pass"], "first") == live.Ack("first", 0, dup=True)
        assert clients[holder].prompt["answer"] == ["request"]
        with pytest.raises(EngineError) as conflict:
            await say(holder, ["pass"], "second")
        assert conflict.value.code == "move_id_conflict"
        frames = [len(client.frames) for client in clients.values()]
        closing = await say(rest[0], ["pass"], "last")
        assert closing == live.Ack("last", rest[0] + 1)
        if not restart:
            assert [len(client.frames) - count for client, count in zip(clients.values(), frames, strict=True)] == [1] * 4
        for client in clients.values():
            assert client.v == 3
            shown = [line["key"] for line in client.log]
            assert "log.shows_kraft" in shown
            assert "log.committed" not in shown
        for number, move_id, choice, version in (
            (holder, "second", ["request"], 0),
            (holder, "first", ["pass"], 0),
            (rest[1], "early", ["pass"], 0),
            (rest[0], "last", ["pass"], rest[0] + 1),
        ):
            prompt = {"id": f"0-{number}", "issued": 0}
            again = await live.table(table.pk).move(number, move_for(prompt, choice, move_id))
            assert again == live.Ack(move_id, version, dup=True), "sent again after the window has closed"
        for viewer, client in clients.items():
            client.same_as(await enter(table, viewer))

    run(scenario)
    rows = list(table.commands.order_by("version"))
    assert [row.seat for row in rows] == [0, 1, 2]
    assert [row.version for row in rows] == [1, 2, 3]
    assert {row.seat: row.choice for row in rows}[holder] == ["request"]
    assert {row.seat: row.move_id for row in rows} == {holder: "second", rest[1]: "early", rest[0]: "last"}
    assert len({row.at for row in rows}) == 1
    assert verification.verify(table).faults == []


def test_the_window_closes_in_one_transaction() -> None:
    """PRO-4.8, QUA-1.1: if that fails nothing of it is kept but the answers that were acknowledged before."""
    table = full_table(2, EXCHANGE)

    async def scenario() -> None:
        lines = await all_at(table)
        await lines[1].ask("move", **lines[1].move(["pass"]))
        closing = lines[0].move(["pass"])
        with no_rows("tables_command"):
            assert await lines[0].refused("move", **closing) == "read_only"
        assert await models.Table.objects.values_list("version", flat=True).aget(pk=table.pk) == 0
        await lines[1].nothing_came()
        assert (await lines[0].ask("move", **closing))["d"] == {"move_id": closing["move_id"], "version": 1, "dup": False}
        (update,) = await lines[1].drain()
        assert (update["d"]["from"], update["d"]["v"]) == (0, 2)
        await hang_up(lines)

    run(scenario)


def test_an_answer_that_cannot_be_kept_is_not_acknowledged() -> None:
    """PRO-4.7: beside the log, too."""
    table = full_table(2, EXCHANGE)

    async def scenario() -> None:
        lines = await all_at(table)
        move = lines[0].move(["pass"])
        with no_rows("tables_sealedanswer"):
            assert await lines[0].refused("move", **move) == "read_only"
        assert "answer" not in (await enter(table, 0)).prompt
        assert (await lines[0].ask("move", **move))["d"]["dup"] is False
        await hang_up(lines)

    run(scenario)


def test_wrong_answers_in_a_window() -> None:
    """PRO-4.3: what is not offered is refused at once, not when the window closes."""
    table = full_table(2, EXCHANGE)

    async def scenario() -> None:
        lines = await all_at(table)
        assert await lines[0].refused("move", **lines[0].move(["joy"])) == "illegal_choice"
        assert await lines[0].refused("move", **lines[0].move(["pass", "pass"])) == "illegal_choice"
        assert await lines[0].refused("move", **lines[0].move([])) == "illegal_choice"
        assert await lines[0].refused("move", **lines[0].move(["pass"], prompt="0-1")) == "not_your_prompt"
        assert await lines[0].refused("move", **lines[0].move(["pass"], expect=1)) == "stale_prompt"
        assert await lines[2].refused("move", move_id="m", prompt="0-0", expect=0, choice=["pass"]) == "forbidden"
        await lines[1].nothing_came()
        await hang_up(lines)

    run(scenario)
    assert not table.sealed.exists()


def test_nothing_can_be_undone_in_a_quiet_window() -> None:
    """PRO-4.9: an answer beside the log is no command; it is replaced, not taken back."""
    table = full_table(2, EXCHANGE)

    async def scenario() -> None:
        lines = await all_at(table)
        await lines[0].ask("move", **lines[0].move(["pass"]))
        assert lines[0].client.facts["undo"]["allowed"] is False
        assert await lines[0].refused("undo", move_id="u", expect=0) == "undo_unavailable"
        await hang_up(lines)

    run(scenario)


@pytest.mark.parametrize("last", [0, 1, 2])
def test_nobody_takes_back_a_window_that_has_closed(last: int) -> None:
    """PRO-4.9: its answers are those of several seats; whoever closed it would learn that nobody asked, and ask then."""
    table = full_table(3, EXCHANGE)

    async def scenario() -> None:
        clients = await crowd(table)
        for number in sorted(range(3), key=lambda number: number == last):
            await answer(table, clients[number], ["pass"])
        assert clients[last].v == 3
        for number in range(3):
            assert clients[number].facts["undo"] == {"allowed": False, "why": {"key": "undo.other_acted", "args": {}}}
            with pytest.raises(UndoUnavailable):
                await live.table(table.pk).undo(number, Undo(f"u{number}", 3))

    run(scenario)


def test_all_answer_at_once() -> None:
    """QUA-2.18: whoever is last closes the window, once."""
    table = full_table(6, EXCHANGE)

    async def scenario() -> None:
        clients = await crowd(table)
        await asyncio.gather(*(answer(table, clients[number], ["pass"]) for number in range(6)))
        assert {client.v for client in clients.values()} == {6}

    run(scenario)
    assert [row.seat for row in table.commands.order_by("version")] == list(range(6))


@pytest.mark.parametrize("first", [0, 1])
def test_a_window_answered_in_two_processes(first: int) -> None:
    """PRO-6.1: each process learns of the other's answers before it keeps one of its own, so the window closes."""
    table = full_table(3, EXCHANGE)

    async def scenario() -> None:
        processes = [live.LiveTable(table.pk), live.LiveTable(table.pk)]
        clients = [Client() for _ in range(3)]
        for number, client in enumerate(clients):
            await processes[number % 2].enter(client, number, None, None, "h")
        await processes[first].move(first, move_for(clients[first].prompt, ["pass"]))
        await processes[1 - first].move(1 - first, move_for(clients[1 - first].prompt, ["pass"]))
        # the answer of the first one is replaced behind the back of the process that will close the window
        await processes[1].move(first, move_for(clients[first].prompt, ["pass"], "replaced"))
        assert (await processes[0].move(2, move_for(clients[2].prompt, ["pass"]))).version == 3

    run(scenario)
    assert table.commands.get(seat=first).move_id == "replaced"
    assert verification.verify(table).faults == []


# --- announced: who has answered is told, what is not ------------------------------------------------------------------------


async def play_until(table: models.Table, clients: dict[int | None, Client], kind: str) -> bool:
    """Play until somebody is asked this and all take part; false if the match ends, or a play-off begins, before."""
    while True:
        asked = [client for viewer, client in clients.items() if viewer is not None and client.prompts]
        if not asked:
            return False
        if asked[0].prompts[0]["kind"] == kind:
            return all(row["state"] == "in" for row in clients[None].facts["view"]["seats"])
        await answer(table, asked[0])


def at_question(kind: str, seats: int = 3) -> models.Table:
    """A table at which this is asked for the first time."""
    for _ in range(20):
        table = full_table(seats, ON_REQUEST)

        async def scenario(table: models.Table = table) -> bool:
            return await play_until(table, await crowd(table), kind)

        if run(scenario):
            forget()
            table.refresh_from_db()
            return table
    raise AssertionError(f"no match came to {kind}")


def test_an_announced_window() -> None:
    """PRO-4.8, EMO-9.3: one command a seat, with `seat_committed` and nothing of its content; the result when all are in."""
    table = at_question("options")

    async def scenario() -> None:
        clients = await crowd(table)
        start = table.version
        chooser = table.waiting[0]
        await answer(table, clients[chooser])
        assert all(clients[number].prompt["kind"] == "equal_start" for number in range(3))
        order = [1, 2, 0]
        for done, number in enumerate(order, 1):
            frames = {viewer: len(client.frames) for viewer, client in clients.items()}
            ack = await answer(table, clients[number], ["yes" if number == 2 else "no"])
            assert ack.version == start + 1 + done
            if done == 3:
                break
            for viewer, client in clients.items():
                (frame,) = client.frames[frames[viewer] :]
                assert client.v == start + 1 + done
                assert '"seat_committed"' in frame
                assert viewer is not None or '"yes"' not in frame
                if viewer not in (number, None):
                    assert "answer" not in client.prompt or viewer in order[: done - 1]
                assert [entry["seat"] for entry in client.facts["waiting_for"]] == [n for n in range(3) if n not in order[:done]]
            assert clients[number].prompt["answer"] == ["yes" if number == 2 else "no"]
            assert '"prompts":[]' in clients[None].frames[-1]
        assert all(client.facts["view"]["equal_start"] is True for client in clients.values())

    run(scenario)
    secret = [row.choice for row in table.commands.order_by("-version")[:3]]
    assert sorted(secret) == [["no"], ["no"], ["yes"]]
    assert not table.sealed.exists(), "these are in the log, not beside it"


def test_frames_of_others_are_the_same_whatever_was_answered() -> None:
    """PRO-1.2: a secret answer changes no byte of what others get, but for the link of the chain."""
    table = at_question("equal_start", 2)

    async def scenario(choice: str) -> list[dict[str, object]]:
        forget()
        clients = await crowd(table)
        asked = clients[1]
        await answer(table, asked, [choice])
        return [{**clients[viewer].take(clients[viewer].frames[-1])["d"], "head": ""} for viewer in (0, None)]

    def at(choice: str) -> list[dict[str, object]]:
        try:
            return run(lambda: scenario(choice))
        finally:
            models.Command.objects.filter(table=table, version__gt=table.version).delete()
            models.StoredPosition.objects.filter(table=table, version__gt=table.version).delete()
            table.save()

    assert at("yes") == at("no")


# --- undo ------------------------------------------------------------------------------------------------------------------


def test_undo_over_the_socket() -> None:
    """PRO-4.9: the Winner's Options can be taken back until another seat has acted; the version grows, prompts are new."""
    table = at_question("options")

    async def scenario() -> None:
        lines = await all_at(table)
        start, chooser = table.version, table.waiting[0]
        mine, other = lines[chooser], lines[(chooser + 1) % 3]
        assert other.client.facts["undo"]["allowed"] is False
        assert await other.refused("undo", move_id="u0", expect=start) == "undo_unavailable"
        before = mine.client.prompt
        flags = before["options"][-1]["id"]
        assert (await mine.ask("move", **mine.move([flags])))["d"]["version"] == start + 1
        assert mine.client.facts["undo"] == {"allowed": True}
        await other.drain()
        assert other.client.facts["undo"]["why"]["key"] == "undo.other_acted"
        refused = await other.ask("undo", move_id="u1", expect=start + 1)
        assert refused["d"]["code"] == "undo_unavailable"
        assert refused["d"]["detail"] == "Inzwischen war jemand anderes am Zug."
        assert await mine.refused("undo", move_id="u2", expect=start) == "stale_prompt"
        await mine.drain()
        own = mine.move(["yes"])
        assert (await mine.ask("move", **own))["d"]["version"] == start + 2
        undone = await mine.ask("undo", move_id="u3", expect=start + 2)
        assert undone["d"] == {"move_id": "u3", "version": start + 3, "dup": False}
        assert (await mine.ask("undo", move_id="u3", expect=start + 2))["d"]["dup"] is True
        prompt = mine.client.prompt
        assert prompt["kind"] == "options"
        assert prompt["issued"] == start + 3, "a question asked anew has a new id (PRO-4.6)"
        assert prompt["options"] == before["options"]
        await other.drain()
        assert other.client.prompts == []
        assert other.client.log[-1] == {
            "v": start + 3,
            "key": "log.undone",
            "e": "undone",
            "by": chooser,
            "args": {"seat": chooser, "from": start, "to": start + 2},
        }
        assert await mine.refused("move", **{**own, "move_id": "late"}) == "stale_prompt"
        await mine.drain()
        assert (await mine.ask("move", **own))["d"] == {"move_id": own["move_id"], "version": start + 2, "dup": True}
        await mine.ask("move", **mine.move([flags]))
        await other.drain()
        await other.ask("move", **other.move(["no"]))
        await mine.drain()
        assert mine.client.facts["undo"]["why"]["key"] == "undo.other_acted"
        assert await mine.refused("undo", move_id="u4", expect=start + 5) == "undo_unavailable"
        for viewer, line in enumerate(lines[:3]):
            await line.drain()
            line.client.same_as(await enter(table, viewer))
        await hang_up(lines)

    run(scenario)
    assert verification.verify(table).faults == []


def test_undo_survives_a_restart() -> None:
    """PRO-4.9: what can be taken back is part of what is stored, at any version."""
    table = at_question("options")

    async def scenario() -> None:
        clients = await crowd(table)
        chooser = table.waiting[0]
        await answer(table, clients[chooser])
        forget()
        fresh = await enter(table, chooser)
        assert fresh.facts["undo"] == {"allowed": True}
        ack = await live.table(table.pk).undo(chooser, Undo("u", fresh.v))
        assert ack.version == table.version + 2
        assert fresh.prompt["kind"] == "options"

    run(scenario)
    assert verification.verify(table).faults == []


def test_undo_after_something_was_revealed() -> None:
    """PRO-4.9: a card that was laid face up is seen; the reason says so."""
    table = full_table(2)

    async def scenario() -> None:
        async with seat(table, table.waiting[0]) as line:
            await line.hello(lang="de")
            await line.ask("move", **line.move())
            refused = await line.ask("undo", move_id="u", expect=1)
            assert refused["d"]["code"] == "undo_unavailable"
            assert refused["d"]["detail"] == "Es wurde etwas aufgedeckt."
            assert refused["d"]["title"] == "Zurücknehmen nicht möglich"

    run(scenario)
