"""Where there are several server processes, workers move bots: each move one of them, and nobody depends on them (QUA-2.17)."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from datetime import timedelta

import pytest
from pytest_django import Settings

from games.tables import beat, company, due, models, service, timeline
from tests.games.tables.play import answer, enter, run, someone
from tests.games.tables.test_due import until

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _several(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """As if there were other processes."""
    settings.REDIS_URL = settings.REDIS_URL or "redis://elsewhere"
    settings.BOT_DELAY_MS = (0, 0)
    monkeypatch.setattr(company, "others", lambda: True)
    monkeypatch.setattr(due, "TAKE_EVERY", 0.01)
    monkeypatch.setattr(due, "SWEEP_EVERY", 0.05)


class Mind:
    """A bot that thinks until it may answer; how often it was asked shows."""

    def __init__(self) -> None:
        self.asked = 0
        self.ready = asyncio.Event()

    async def choose(self, rules: str, name: str, data: bytes, seat: int) -> list[str]:
        """As `bots.Thinkers`."""
        self.asked += 1
        await self.ready.wait()
        return ["a", "b"]

    def close(self) -> None:
        """As `bots.Thinkers`."""


@asynccontextmanager
async def working(*, workers: Sequence[bool]) -> AsyncIterator[list[tuple[Mind, asyncio.Task[None]]]]:
    """A process each: a worker, or a server."""
    there: list[tuple[Mind, asyncio.Task[None]]] = []
    for worker in workers:
        ticker, mind = due.Ticker(worker=worker), Mind()
        ticker.thinkers = mind  # type: ignore[assignment]
        there.append((mind, asyncio.create_task(due._tick(ticker))))
    try:
        yield there
    finally:
        for _, task in there:
            task.cancel()
        await asyncio.gather(*(task for _, task in there), return_exceptions=True)


def asking_table(toy: str) -> models.Table:
    owner = someone()
    table = service.open_table(owner, toy, {}, 2)
    service.fill_with_bots(owner, table, "ponder")
    return table


def test_one_worker_has_a_move_for_itself(toy: str) -> None:
    """QUA-2.17: two look for work; one thinks, one command results."""
    table = asking_table(toy)

    async def scenario() -> None:
        async with working(workers=[True, True]) as there:
            client = await enter(table, 0)
            await asyncio.sleep(0.1)
            await answer(table, client, ["a", "b"])
            await until(lambda: any(mind.asked for mind, _ in there))
            await asyncio.sleep(0.3)
            assert sorted(mind.asked for mind, _ in there) == [0, 1]
            for mind, _ in there:
                mind.ready.set()
            await until(lambda: client.v == 2)

    run(scenario)
    assert [(row.seat, row.by) for row in table.commands.order_by("version")] == [(0, "player"), (1, "bot")]
    assert not models.Due.objects.exists()


def test_a_move_is_taken_up_when_its_worker_has_died(toy: str) -> None:
    """QUA-2.17: within the lease."""
    table = asking_table(toy)

    async def scenario() -> None:
        client = await enter(table, 0)
        await answer(table, client, ["a", "b"])
        gone_until = timeline.site.moment() + timedelta(seconds=1)
        await models.Due.objects.filter(table=table).aupdate(
            at=gone_until
        )  # as it is when a worker has taken it and says no more
        async with working(workers=[True]) as [(mind, _)]:
            await asyncio.sleep(0.3)
            assert not mind.asked
            mind.ready.set()
            await until(lambda: client.v == 2)
            assert timeline.site.moment() >= gone_until

    run(scenario)


def test_a_worker_that_ends_in_order_leaves_its_work_to_others(toy: str) -> None:
    """At once, not only when the lease is over."""
    table = asking_table(toy)

    async def scenario() -> None:
        client = await enter(table, 0)
        await answer(table, client, ["a", "b"])
        async with working(workers=[True]) as [(first, ending)]:
            await until(lambda: first.asked == 1)
            row = await models.Due.objects.aget(table=table)
            assert row.at > timeline.site.moment() + due.LEASE / 2
            ending.cancel()
            await asyncio.gather(ending, return_exceptions=True)
            async with working(workers=[True]) as [(second, _)]:
                second.ready.set()
                await until(lambda: client.v == 2, 10)

    run(scenario)


def test_servers_leave_bots_to_workers_but_not_for_ever(toy: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """QUA-1.7: a worker that only says that it is there stops no game."""
    monkeypatch.setattr(due, "LEFT_TO_WORKERS", timedelta(seconds=1))
    table = asking_table(toy)

    async def scenario() -> None:
        async with working(workers=[False]) as [(mind, _)]:
            await until(models.Beat.objects.exclude(leader="").aexists)
            await models.Beat.objects.aupdate(worked=timeline.site.now())
            mind.ready.set()
            client = await enter(table, 0)
            await asyncio.sleep(beat.EVERY + 0.5)
            await answer(table, client, ["a", "b"])
            asked_at = (await models.Due.objects.aget(table=table)).at
            await until(lambda: client.v == 2)
            assert timeline.site.moment() >= asked_at + due.LEFT_TO_WORKERS

    run(scenario)


@pytest.mark.parametrize("gone", ["never there", "ended in order", "dead for long"])
def test_without_a_worker_servers_move_bots_at_once(toy: str, gone: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """QUA-1.7: whoever runs several servers without any worker waits for nothing."""
    monkeypatch.setattr(due, "LEFT_TO_WORKERS", timedelta(hours=1))
    table = asking_table(toy)

    async def scenario() -> None:
        if gone != "never there":
            async with working(workers=[True]):
                await until(models.Beat.objects.exclude(worked=0).aexists)
            if gone == "dead for long":
                await models.Beat.objects.aupdate(worked=timeline.site.now() - beat.WORKED * 1000)
        async with working(workers=[False]) as [(mind, _)]:
            await until(models.Beat.objects.exclude(leader="").aexists)
            mind.ready.set()
            client = await enter(table, 0)
            await answer(table, client, ["a", "b"])
            await until(lambda: client.v == 2)

    run(scenario)


def test_a_worker_waits_for_a_server(toy: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """QUA-1.9: while nobody can play, neither does a bot, nor is anybody's time up."""
    table = asking_table(toy)

    async def scenario() -> None:
        client = await enter(table, 0)
        await answer(table, client, ["a", "b"])
        monkeypatch.setattr(company, "others", lambda: False)
        async with working(workers=[True]) as [(mind, _)]:
            mind.ready.set()
            await asyncio.sleep(0.3)
            assert not mind.asked
            assert due.Ticker(worker=True)._asked(due.Work(models.Due.Kind.BOT, table.pk, 1)) is None
            monkeypatch.setattr(company, "others", lambda: None)  # Redis is gone: games go on
            await until(lambda: client.v == 2)

    run(scenario)
