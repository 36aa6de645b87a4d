"""Due work: bots move by timers and by the sweep, in processes that may die, exactly once (stack.md section 4, QUA-2.17)."""

import asyncio
import logging
import multiprocessing
import os
import signal
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path
from unittest.mock import patch

import pytest
from channels.db import database_sync_to_async
from django.utils import timezone
from pytest_django import Settings

from games.engine.dice import Dice
from games.tables import company, due, live, models, service, timeline, verification
from games.tables.messages import Undo
from tests.games.tables.faults import gone
from tests.games.tables.play import answer, crowd, enter, forget, full_table, run, someone
from tests.games.tables.toy import endless
from tests.running_site import is_alive

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _bots_do_not_wait(settings: Settings) -> None:
    settings.BOT_DELAY_MS = (0, 0)


@asynccontextmanager
async def ticking() -> AsyncIterator[None]:
    """The ticker runs, as beside a server; it leaves nothing to workers, as there are none."""
    with patch.object(due, "LEFT_TO_WORKERS", timedelta(0)):
        task = asyncio.create_task(due.run())
        try:
            yield
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
            assert not live.due_listeners


async def until(true: Callable[[], bool | Awaitable[bool]], seconds: float = 30.0) -> None:
    """Wait for it."""
    end = time.monotonic() + seconds
    while not (await found if isinstance(found := true(), Awaitable) else found):
        assert time.monotonic() < end, "that did not happen"
        await asyncio.sleep(0.005)


def no_sweep(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only precise timers: the sweep looks once, at the start."""
    monkeypatch.setattr(due, "SWEEP_EVERY", 3600.0)


# --- moving ----------------------------------------------------------------------------------------------------------------


def test_a_whole_match_by_timers_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """stack.md 4: precise timers; also where the same bot is asked again by its own move. QUA-1.2: one command a prompt."""
    no_sweep(monkeypatch)

    async def scenario() -> models.Table:
        async with ticking():
            await asyncio.sleep(0.05)
            table = await database_sync_to_async(full_table)(3, {}, "emotrions", 2)
            clients = await crowd(table)
            human = clients[0]
            while human.status == "running":
                await until(lambda: bool(human.prompts) or human.status != "running")
                if human.prompts:
                    await answer(table, human)
            clients[None].same_as(await enter(table, None))
        return table

    table = run(scenario)
    rows = list(table.commands.all())
    assert {row.by for row in rows} == {"player", "bot"}
    assert all(row.move_id == f"bot-{row.asked}" for row in rows if row.by == "bot")
    assert {row.seat for row in rows if row.by == "bot"} == {1, 2}
    assert verification.verify(table).faults == []
    assert not models.Due.objects.exists()


def test_a_restart_forgets_no_bot() -> None:
    """QUA-1.8, stack.md 4: the sweep finds what was due when the process died, without anybody there."""
    table = full_table(2, {"gleichstart": "always"}, bots=1)
    while table.waiting != [1]:
        run(lambda table=table: _answer_for(table, 0))  # type: ignore[misc]
        table.refresh_from_db()
    forget()

    async def scenario() -> None:
        before = table.version
        async with ticking():
            await until(table.commands.filter(version=before + 1).aexists)

    run(scenario)
    assert table.commands.latest("version").by == "bot"


def test_after_a_downtime_no_bot_waits_for_a_lease(monkeypatch: pytest.MonkeyPatch) -> None:
    """QUA-1.8, with several processes: whoever had taken the move of the bot was killed with all the others."""
    table = full_table(2, {"kraft_exchange": "on"}, bots=1)
    models.Due.objects.update(at=timeline.site.moment() + timedelta(hours=1))
    monkeypatch.setattr(timeline, "site", timeline.Timeline())
    monkeypatch.setattr(due, "alone", lambda: False)
    monkeypatch.setattr(company, "others", lambda: False)

    async def scenario() -> None:
        async with ticking():
            await until(table.sealed.aexists)

    run(scenario)


async def _answer_for(table: models.Table, number: int) -> None:
    await answer(table, await enter(table, number))


def test_bots_wait_as_long_as_people_like(settings: Settings) -> None:
    """UX-4.5: the row says when; before that nothing happens, also not after a restart."""
    settings.BOT_DELAY_MS = (400, 600)
    began = timezone.now()
    table = full_table(2, {"kraft_exchange": "on"}, bots=1)
    row = models.Due.objects.get()
    assert timedelta(milliseconds=400) <= row.at - began <= timedelta(milliseconds=600) + (timezone.now() - began)
    assert (row.seat, row.asked) == (1, 0)

    async def scenario() -> float:
        async with ticking():
            await until(table.sealed.aexists)
            return (timezone.now() - row.at).total_seconds()

    assert run(scenario) >= 0


def test_bots_answer_in_quiet_windows() -> None:
    """EMO-8.3, QUA-1.4: and nobody hears of it; their rows go, and the window closes with the last answer."""
    table = full_table(4, {"kraft_exchange": "on"}, bots=3)

    async def scenario() -> None:
        clients = await crowd(table)
        frames = [len(client.frames) for viewer, client in clients.items() if viewer in (0, None)]
        async with ticking():
            await until(lambda: table.sealed.filter(seat=3).aexists())
            await until(lambda: table.sealed.filter(seat=2).aexists())
            await until(lambda: table.sealed.filter(seat=1).aexists())
            assert [len(client.frames) for viewer, client in clients.items() if viewer in (0, None)] == frames
            assert not await models.Due.objects.aexists()
            await answer(table, clients[0], ["pass"])
            await until(lambda: clients[None].v >= 4)

    run(scenario)
    first = list(table.commands.order_by("version")[:4])
    assert [(row.seat, row.by) for row in first] == [(0, "player"), (1, "bot"), (2, "bot"), (3, "bot")]


def test_a_bot_that_closes_the_window() -> None:
    """EMO-8.3: people first, then the bot."""
    table = full_table(2, {"kraft_exchange": "on"}, bots=1)

    async def scenario() -> None:
        clients = await crowd(table)
        await answer(table, clients[0], ["pass"])
        async with ticking():
            await until(lambda: clients[None].v >= 2)

    run(scenario)


def test_the_waiting_room_is_not_taken_for_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot may be due before this process has noticed that the table has started: its row must not be thrown away."""
    no_sweep(monkeypatch)
    owner = someone()
    table = service.open_table(owner, "emotrions", {"kraft_exchange": "on"}, 2)

    async def waiting() -> None:
        assert (await enter(table, 0)).status == "open"

    run(waiting)
    stale = live.table(table.pk).loaded
    service.fill_with_bots(owner, table)

    async def scenario() -> None:
        live.table(table.pk).loaded = stale
        async with ticking():
            await until(table.sealed.aexists)

    run(scenario)


# --- what is out of date, what fails -----------------------------------------------------------------------------------------


def test_a_row_that_is_out_of_date_is_removed() -> None:
    """stack.md 4: handlers are idempotent, guarded by the prompt they are about."""
    table = full_table(2)
    models.Due.objects.create(table=table, kind="bot", seat=1, asked=0 if table.waiting == [0] else 7, at=timezone.now())

    async def scenario() -> None:
        async with ticking():
            await until(models.Table.objects.filter(pk=table.pk, due=None).aexists)

    run(scenario)
    table.refresh_from_db()
    assert table.version == 0


def test_a_bot_that_chooses_nonsense_is_put_off(toy: str, caplog: pytest.LogCaptureFixture) -> None:
    """The table is as it was, the bot is asked again later, and others are not kept waiting."""
    owner = someone()
    table = service.open_table(owner, toy, {}, 2)
    service.fill_with_bots(owner, table, "faulty")
    run(lambda: _answer_for_letters(table))
    other = full_table(2, {"kraft_exchange": "on"}, bots=1)

    async def scenario() -> None:
        async with ticking():
            await until(lambda: "illegal_choice" in caplog.text)
            await until(other.sealed.aexists)

    run(scenario)
    row = models.Due.objects.get(table=table)
    assert row.at > timezone.now() + due.RETRY_AFTER / 2
    assert table.commands.count() == 1


async def _answer_for_letters(table: models.Table) -> None:
    await answer(table, await enter(table, 0), ["a", "b"])


def test_a_sweep_that_cannot_read(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    """QUA-1.7: the ticker lives on, and does its work when the database is back."""
    monkeypatch.setattr(due, "SWEEP_EVERY", 0.02)
    table = full_table(2, {"kraft_exchange": "on"}, bots=1)

    async def scenario() -> None:
        with gone("tables_due"):
            async with ticking():
                await until(lambda: "the sweep cannot read" in caplog.text)
        async with ticking():
            await until(table.sealed.aexists)

    run(scenario)


# --- processes that think ----------------------------------------------------------------------------------------------------


@pytest.fixture
def thinking(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where bots that ponder write down their process; they think for as long as a file beside it exists."""
    path = tmp_path / "thinking"
    path.touch()
    monkeypatch.setenv("TOY_THINKING", str(path))
    path.with_suffix(".wait").touch()
    return path


def thinkers(path: Path) -> list[int]:
    return [int(line) for line in path.read_text(encoding="ascii").split()]


def pondering_table(toy: str, people: int = 1) -> models.Table:
    owner = someone()
    table = service.open_table(owner, toy, {}, people + 1)
    service.fill_with_bots(owner, table, "ponder")
    return table


def test_a_killed_thinking_process_is_replaced(toy: str, thinking: Path, caplog: pytest.LogCaptureFixture) -> None:
    """QUA-2.17: several bots wait for it; another process takes over at once, and exactly one move of each results."""
    caplog.set_level(logging.WARNING)
    tables = [pondering_table(toy) for _ in range(3)]

    async def scenario() -> None:
        clients = []
        for table in tables:
            clients.append(await enter(table, 0))
            await answer(table, clients[-1], ["a", "b"])
        async with ticking():
            await until(lambda: len(thinkers(thinking)) == 1)
            os.kill(thinkers(thinking)[0], signal.SIGKILL)
            await until(lambda: len(thinkers(thinking)) == 2)
            assert [client.v for client in clients] == [1, 1, 1]
            thinking.with_suffix(".wait").unlink()
            await until(lambda: [client.v for client in clients] == [2, 2, 2])

    run(scenario)
    assert len(set(thinkers(thinking))) == 2
    assert caplog.text.count("a thinking process died; starting a new one") == 1
    for table in tables:
        assert [(row.seat, row.by) for row in table.commands.order_by("version")] == [(0, "player"), (1, "bot")]
    assert not models.Due.objects.exists()


def test_what_a_bot_thinks_of_may_be_over(toy: str, thinking: Path) -> None:
    """QUA-2.18: its answer to a question that was withdrawn meanwhile has no effect."""
    table = pondering_table(toy)

    async def scenario() -> None:
        client = await enter(table, 0)
        await answer(table, client, ["a", "b"])
        async with ticking():
            await until(lambda: len(thinkers(thinking)) == 1)
            await models.Table.objects.filter(pk=table.pk).aupdate(status="suspended")
            live.table(table.pk).loaded = None
            thinking.with_suffix(".wait").unlink()
            await asyncio.sleep(0.2)
        assert (await enter(table, 0)).v == 1

    run(scenario)


def test_a_question_that_was_withdrawn_and_asked_anew(toy: str, thinking: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """PRO-4.9: somebody takes back while the bot thinks; it answers the new question at once, and that one only."""
    no_sweep(monkeypatch)
    table = pondering_table(toy)

    async def scenario() -> None:
        client = await enter(table, 0)
        async with ticking():
            await asyncio.sleep(0.05)
            await answer(table, client, ["a", "b"])
            await until(lambda: len(thinkers(thinking)) == 1)
            await live.table(table.pk).undo(0, Undo("u", 1))
            await answer(table, client, ["c", "d"])
            await asyncio.sleep(0.1)
            thinking.with_suffix(".wait").unlink()
            await until(lambda: client.v == 4, due.RETRY_AFTER.total_seconds() - 1)

    run(scenario)
    kept = [(row.seat, row.act, row.asked) for row in table.commands.order_by("version")]
    assert kept == [(0, "choose", 0), (0, "undo", 1), (0, "choose", 2), (1, "choose", 3)]


def test_the_end_of_the_server_does_not_wait_for_bots(toy: str, thinking: Path) -> None:
    """architecture, stack.md 4: the process is let go, the row stays for the next start."""
    table = pondering_table(toy)

    async def scenario() -> float:
        await answer(table, await enter(table, 0), ["a", "b"])
        async with ticking():
            await until(lambda: len(thinkers(thinking)) == 1)
            began = time.monotonic()
        return time.monotonic() - began

    assert run(scenario) < 1
    assert models.Due.objects.filter(table=table).exists()
    end = time.monotonic() + 5
    while any(is_alive(process) for process in thinkers(thinking)):
        assert time.monotonic() < end, "it would hold up the end of the server"
        time.sleep(0.01)


def test_a_bot_that_thinks_too_long_loses_its_process(thinking: Path) -> None:
    """QUA-2.25: so that it cannot keep all others from moving."""
    process = multiprocessing.get_context("spawn").Process(target=endless.think)
    process.start()
    process.join(20)
    assert process.exitcode == 1
    assert thinkers(thinking) == [process.pid]


def test_bots_are_asked_from_a_redeal() -> None:
    """PRO-1.3, QUA-1.5: what goes to a thinking process has neither the true dice nor the true hands of others."""
    table = full_table(3, bots=2)

    async def scenario() -> None:
        client = await enter(table, 0)
        if client.prompts:
            await answer(table, client)
        loaded = live.table(table.pk).loaded
        assert loaded is not None
        session = loaded.started()
        game, (seat,) = session.game, session.game.waiting_for()
        asked = session.issued[seat]
        seen: set[bytes] = set()
        for _ in range(20):
            question = await live.table(table.pk).bot_game(seat, asked)
            assert question is not None
            redealt = type(game).load(question[2], Dice(b"other"))
            assert redealt.view(seat) == game.view(seat)
            seen.add(question[2])
        assert game.dump() not in seen
        assert len(seen) > 1

    run(scenario)
