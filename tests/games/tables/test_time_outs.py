"""Tables with clocks: what a move costs, what happens when time is up, what is told of it (PRO-4.10, PRO-6.7, UX-4.10)."""

import asyncio
from typing import Any

import pytest
from django.utils import timezone
from pytest_django import Settings

from games.engine.errors import EngineError
from games.tables import due, live, models, timeline, verification
from games.tables.clocks import GRACE_MS, LEAST_MS, WINDOW_MS, Pace
from games.tables.messages import Undo
from tests.games.tables.clockwork import DAYS, Clockwork, left, timed_table
from tests.games.tables.folding import Client
from tests.games.tables.lines import seat as line_of
from tests.games.tables.play import answer, come, crowd, enter, full_table, move_for, run
from tests.games.tables.test_due import ticking, until

pytestmark = pytest.mark.django_db(transaction=True)

EXCHANGE = {"kraft_exchange": "on"}


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch, settings: Settings) -> Clockwork:
    """Time that the test moves; bots do not wait for it."""
    settings.BOT_DELAY_MS = (0, 0)
    return Clockwork(monkeypatch)


async def expire(table: models.Table) -> None:
    """What the ticker does when the row is due."""
    row = await models.Due.objects.filter(table=table, kind="clock").afirst()
    if row is not None:
        await live.table(table.pk).time_out(row.asked)


def shown(client: Client) -> dict[int, dict[str, Any]]:
    """The clocks as a client has them, by seat."""
    return {clock["seat"]: clock for clock in client.clocks["seats"]}


async def code_of(answering: Any) -> str:
    """The code it is refused with."""
    with pytest.raises(EngineError) as refused:
        await answering
    return refused.value.code


# --- playing with a clock ----------------------------------------------------------------------------------------------------


def test_a_move_is_charged_and_told(time: Clockwork) -> None:
    """PRO-5.3, PRO-5.4: everybody gets the same clocks with the move; they are in the row as remaining time and instant."""
    table = timed_table()
    mover = table.waiting[0]

    async def scenario() -> None:
        clients = await crowd(table)
        assert clients[None].facts["table"]["mode"] == "live"
        assert clients[None].facts["table"]["bank_ms"] == 60_000
        assert shown(clients[None])[mover] == {"seat": mover, "left_ms": 60_000, "running": True}
        assert clients[mover].prompt["deadline"] == "2027-01-15T08:01:00Z"
        time.pass_by(7)
        assert shown(await enter(table, None))[mover]["left_ms"] == 53_000
        await answer(table, clients[mover])
        for client in clients.values():
            assert shown(client)[mover] == {"seat": mover, "left_ms": 58_000, "running": False}
            assert shown(client)[1 - mover]["running"] is True

    run(scenario)
    assert sorted(left(table)) == [58_000, 60_000]
    assert table.clock_state.since == timeline.site.now()
    row = models.Due.objects.get(table=table)
    assert (row.kind, row.seat, row.asked) == ("clock", 1 - mover, 1)
    assert row.at == timeline.moment(timeline.site.now() + 60_000 + GRACE_MS)


def test_no_clocks_where_nobody_wants_any(time: Clockwork) -> None:
    table = full_table()

    async def scenario() -> None:
        client = await enter(table, table.waiting[0])
        assert "clocks" not in client.frames[0]
        assert "deadline" not in client.prompt
        time.pass_by(1e6)
        await answer(table, client)
        assert "clocks" not in client.frames[-1]

    run(scenario)
    assert not models.Due.objects.exists()


def test_who_comes_back_gets_the_clocks_as_they_are_now(time: Clockwork) -> None:
    """Updates that were missed have the clocks of their time."""
    table = timed_table()

    async def scenario() -> None:
        clients = await crowd(table)
        mover = clients[table.waiting[0]]
        await answer(table, mover)
        time.pass_by(20)
        back = clients[None]
        await come(back, table, None, since=0, epoch=1)
        assert back.modes == ["snapshot", "events"]
        assert sorted(clock["left_ms"] for clock in back.clocks["seats"]) == [40_000, 65_000]

    run(scenario)


def test_the_moment_of_receipt_counts(time: Clockwork) -> None:
    """QUA-1.9: not the one at which the lock is had, however long that takes."""
    table = timed_table()
    mover = table.waiting[0]

    async def scenario() -> None:
        client = await enter(table, mover)
        here = live.table(table.pk)
        time.pass_by(59)
        async with here.lock:
            moving = asyncio.create_task(answer(table, client))
            await asyncio.sleep(0)
            time.pass_by(30)
            timing_out = asyncio.create_task(here.time_out(0))
        await asyncio.gather(moving, timing_out)

    run(scenario)
    assert table.commands.get().by == "player"
    assert left(table)[mover] == 6_000


@pytest.mark.parametrize("beyond_ms", [0, 1])
def test_too_late(time: Clockwork, beyond_ms: int) -> None:
    """`clock_expired`: before the clock has acted as well as after that."""
    table = timed_table()
    mover = table.waiting[0]

    async def scenario() -> None:
        client = await enter(table, mover)
        prompt = client.prompt
        time.pass_by((60_000 + GRACE_MS + beyond_ms) / 1000)
        if not beyond_ms:
            await answer(table, client)
            return
        assert await code_of(answer(table, client)) == "clock_expired"
        await expire(table)
        late = move_for(prompt, prompt["timeout"])
        assert await code_of(live.table(table.pk).move(mover, late)) == "clock_expired"

    run(scenario)
    assert table.commands.get().by == ("clock" if beyond_ms else "player")


def test_too_late_in_words() -> None:
    """PRO-7.4, PRO-4.6: over the socket, followed by the table as it is."""
    table = timed_table(Pace("live", bank_ms=1))
    number = table.waiting[0]

    async def scenario() -> None:
        async with line_of(table, number) as line:
            await line.hello(lang="de")
            await asyncio.sleep(GRACE_MS / 1000 + 0.01)
            refused = await line.ask("move", **line.move())
            assert refused["d"]["code"] == "clock_expired"
            assert refused["d"]["detail"] == "Deine Zeit für diese Frage ist abgelaufen."
            assert (await line.hear())["t"] == "sync"

    run(scenario)


# --- time-outs ---------------------------------------------------------------------------------------------------------------


def test_the_clock_plays_what_the_prompt_says(time: Clockwork) -> None:
    """PRO-4.10: as a command by the clock, marked in events and log; doing it twice does it once."""
    table = timed_table()
    mover = table.waiting[0]

    async def scenario() -> None:
        clients = await crowd(table)
        default = clients[mover].prompt["timeout"]
        await expire(table)
        assert clients[None].v == 0, "not before it is due"
        time.pass_by(61)
        await asyncio.gather(*(live.table(table.pk).time_out(0) for _ in range(3)))
        assert {client.v for client in clients.values()} == {1}
        assert all(line["by_clock"] for line in clients[None].log if line["v"] == 1)
        assert '"by_clock":true' in clients[None].frames[-1]
        row = await table.commands.aget()
        assert (row.by, row.choice, row.asked, row.move_id) == ("clock", default, 0, "clock:0")
        clients[None].same_as(await enter(table, None))

    run(scenario)
    assert left(table)[mover] == LEAST_MS
    assert table.clock_state.sides[mover].lapses == 1
    assert verification.verify(table).faults == []


def test_a_client_cannot_take_the_name_of_a_time_out(time: Clockwork) -> None:
    """Else a move sent under it would keep the clock from acting."""
    table = timed_table()

    async def scenario() -> None:
        async with line_of(table, table.waiting[0]) as line:
            await line.hello()
            assert await line.refused("move", **line.move(move_id="clock:0")) == "bad_message"

    run(scenario)


def test_the_time_of_all_is_up_in_a_window(time: Clockwork) -> None:
    """PRO-1.4, EMO-8.3: nobody's bank; all see the same until it closes; who had answered keeps that answer."""
    table = timed_table(seats=3, options=EXCHANGE)

    async def scenario() -> None:
        clients = await crowd(table)
        await answer(table, clients[1], ["pass"])
        time.pass_by(20)
        fresh = {viewer: (await enter(table, viewer)).clocks["seats"] for viewer in clients}
        assert all(seats == fresh[None] for seats in fresh.values())
        assert {clock["window_ms"] for clock in fresh[None]} == {WINDOW_MS - 20_000}
        assert {clock["left_ms"] for clock in fresh[None]} == {60_000}
        frames = [len(client.frames) for client in clients.values()]
        time.pass_by(10.6)
        await expire(table)
        assert {client.v for client in clients.values()} == {3}
        assert [len(client.frames) - count for client, count in zip(clients.values(), frames, strict=True)][-1] == 1

    run(scenario)
    assert [row.by for row in table.commands.order_by("seat")] == ["clock", "player", "clock"]
    assert left(table) == [60_000] * 3
    assert [side.lapses for _, side in sorted(table.clock_state.sides.items())] == [1, 0, 1]
    assert verification.verify(table).faults == []


def test_repeated_time_outs_of_two(time: Clockwork) -> None:
    """UX-4.10: the third in a row ends the game, which the other one has won."""
    table = timed_table(Pace("live", bank_ms=60_000))

    async def scenario() -> Client:
        clients = await crowd(table)
        loser = clients[table.waiting[0]].viewer
        while clients[None].status == "running":
            mover = next(client for viewer, client in clients.items() if viewer is not None and client.prompts)
            if mover.viewer == loser:
                time.pass_by(61)
                await expire(table)
            else:
                await answer(table, mover)
        return clients[None]

    client = run(scenario)
    table.refresh_from_db()
    assert table.commands.filter(by="clock", act="choose").count() == 2
    last = table.commands.latest("version")
    assert (last.act, last.status, last.by) == ("leave", "timeout", "clock")
    assert table.outcome is not None
    assert table.outcome["statuses"][last.seat] == "timeout"
    assert table.outcome["ranks"][last.seat] == 2
    assert not any(clock["running"] for clock in client.clocks["seats"])
    assert not models.Due.objects.exists()
    assert verification.verify(table).faults == []


def test_repeated_time_outs_of_more_than_two(time: Clockwork) -> None:
    """UX-4.10: a bot takes the seat; whoever sat there looks on."""
    table = timed_table(Pace("live", bank_ms=60_000), seats=3)
    loser = table.waiting[0]

    async def scenario() -> None:
        clients = await crowd(table)
        while not await table.commands.filter(act="hand").aexists():
            mover = next(client for viewer, client in clients.items() if viewer is not None and client.prompts)
            if mover.viewer == loser:
                time.pass_by(61)
                await expire(table)
            else:
                await answer(table, mover)
        for client in clients.values():
            assert client.facts["table"]["seats"][loser]["kind"] == "bot"
            assert loser not in shown(client)
            assert client.log[-1]["key"] == "log.handed"
        assert clients[loser].prompts == []
        assert [entry["seat"] for entry in clients[None].facts["waiting_for"]] == [loser], "the same question is still open"
        number = await models.Due.objects.aget(table=table)
        assert (number.kind, number.seat) == ("bot", loser)
        asked = {"id": f"{number.asked}-{loser}", "issued": number.asked}
        assert await code_of(live.table(table.pk).move(loser, move_for(asked, ["joy"]))) == "forbidden"
        clients[loser].same_as(await enter(table, loser))
        version = clients[None].v
        async with ticking():
            await until(lambda: clients[None].v > version)

    run(scenario)
    seat = table.seats.get(number=loser)
    assert (bool(seat.bot), seat.handed, seat.user is None) == (True, True, False)
    assert table.commands.filter(seat=loser, by="bot").exists()
    assert verification.verify(table).faults == []


def test_another_process_learns_of_a_seat_given_away(time: Clockwork) -> None:
    """PRO-6.2: by the commands, as of any move."""
    table = timed_table(Pace("live", bank_ms=60_000), seats=3)
    other = live.LiveTable(table.pk)
    loser = table.waiting[0]

    async def scenario() -> None:
        client = Client()
        await other.enter(client, loser, None, None, "h")
        side = table.clock_state.sides[loser]
        side.lapses = 2
        stored = table.clocks | {"sides": table.clocks["sides"] | {str(loser): {"left_ms": 60_000, "lapses": 2}}}
        await models.Table.objects.filter(pk=table.pk).aupdate(clocks=stored)
        time.pass_by(61)
        await expire(table)
        await other.refresh()
        assert client.facts["table"]["seats"][loser]["kind"] == "bot"
        assert client.prompts == []

    run(scenario)


def test_undo_with_a_clock(time: Clockwork, toy: str) -> None:
    """PRO-4.9: earned time is not earned twice, and the other one's time for a question that is withdrawn comes back."""
    table = timed_table(game=toy)

    async def scenario() -> None:
        client, other = await enter(table, 0), await enter(table, 1)
        for _ in range(3):
            await answer(table, client, ["a", "b"])
            time.pass_by(1)
            await live.table(table.pk).undo(0, Undo(f"u{client.v}", client.v))
        assert shown(client)[0]["left_ms"] == 65_000
        await answer(table, client, ["a", "b"])
        assert shown(other) == {
            0: {"seat": 0, "left_ms": 65_000, "running": False},
            1: {"seat": 1, "left_ms": 60_000, "running": True},
        }

    run(scenario)


def test_by_turns(time: Clockwork) -> None:
    """A deadline by the wall clock, for people; each decision has its own time."""
    table = timed_table(DAYS)
    mover = table.waiting[0]

    async def scenario() -> None:
        clients = await crowd(table)
        assert shown(clients[None])[mover]["deadline"] == "2027-01-16T08:00:00Z"
        assert clients[mover].prompt["deadline"] == "2027-01-16T08:00:00Z"
        time.pass_by(80_000)
        await answer(table, clients[mover])
        assert shown(clients[None])[1 - mover]["deadline"] == "2027-01-17T06:13:20Z"
        assert shown(clients[None])[mover]["left_ms"] == DAYS.move_ms

    run(scenario)


def test_the_ticker_plays_when_time_is_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """stack.md 4: by its precise timers alone, with real time."""
    monkeypatch.setattr(due, "SWEEP_EVERY", 3600.0)
    table = timed_table(Pace("live", bank_ms=200))

    async def scenario() -> None:
        client = await enter(table, None)
        async with ticking():
            await asyncio.sleep(0.1)
            live.announce_due([row async for row in models.Due.objects.filter(table=table)])
            began = timezone.now()
            await until(lambda: client.v >= 1)
            assert (timezone.now() - began).total_seconds() > 0.2

    run(scenario)
    assert table.commands.earliest("version").by == "clock"


def test_the_sweep_finds_what_no_timer_knows_of() -> None:
    """After a restart; it leaves the process in which the table lives a little time to be first."""
    table = timed_table(Pace("live", bank_ms=1))

    async def scenario() -> None:
        client = await enter(table, None)
        async with ticking():
            await until(lambda: client.v >= 1)

    run(scenario)
    assert table.commands.earliest("version").by == "clock"
