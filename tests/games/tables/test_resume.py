"""Coming back: what was missed as events if the process still has it, else a snapshot (PRO-5.2)."""

from types import SimpleNamespace

import pytest
from channels.db import database_sync_to_async

from games.tables import hub, live, models, service
from games.tables.hub import RING
from tests.games.tables.folding import Client
from tests.games.tables.lines import Line, seat
from tests.games.tables.play import answer, come, crowd, enter, full_table, run, someone

pytestmark = pytest.mark.django_db(transaction=True)


async def play(table: models.Table, clients: dict[int | None, Client], moves: int) -> None:
    """So many moves, or fewer if the match is over."""
    for _ in range(moves):
        asked = [client for viewer, client in clients.items() if viewer is not None and client.prompts]
        if asked:
            await answer(table, asked[0])


@pytest.mark.parametrize("viewer", [0, 1, None])
@pytest.mark.parametrize("missed", [0, 1, 2, 7, 20])
def test_inside_the_ring(viewer: int | None, missed: int) -> None:
    """PRO-5.2, check C6: all updates after `since`, and folding them gives what a fresh snapshot shows."""
    table = full_table(6)

    async def scenario() -> None:
        clients = await crowd(table)
        sleeper = await enter(table, viewer)
        await play(table, clients, 3)
        live.table(table.pk).leave(sleeper, viewer)
        await play(table, clients, missed)
        assert sleeper.v == 3
        await come(sleeper, table, viewer, sleeper.v, sleeper.epoch)
        assert sleeper.modes == ["snapshot", "events"]
        assert sleeper.v == 3 + missed
        sleeper.same_as(await enter(table, viewer))
        await play(table, clients, 2)
        sleeper.same_as(await enter(table, viewer))

    run(scenario)


def test_the_updates_are_the_bytes_that_were_sent_then() -> None:
    """PRO-6.6: encoded once."""
    table = full_table(2)

    async def scenario() -> None:
        clients = await crowd(table)
        await play(table, clients, 4)
        late = Recorder()
        await live.table(table.pk).enter(late, None, 1, 1, "h")
        updates = [frame.partition('"d":')[2][:-1] for frame in clients[None].frames[2:]]
        assert f'"updates":[{",".join(updates)}]' in late.frames[0]

    run(scenario)


class Recorder:
    """Keeps frames without reading them."""

    def __init__(self) -> None:
        self.frames: list[str] = []

    async def send_message(self, message: str) -> None:
        self.frames.append(message)

    async def tell(self, message: str, version: int, *, whole: bool = False) -> None:
        self.frames.append(message)


def test_outside_the_ring() -> None:
    """PRO-5.2: who was away for more than the ring holds gets a snapshot; at its edge just not."""

    async def played_on() -> models.Table:
        """A game that did not end before: how long one takes is a matter of chance."""
        for _ in range(10):
            table = await database_sync_to_async(full_table)(6, {"score37": "on"})
            clients = await crowd(table)
            await play(table, clients, RING + 5)
            if clients[0].v == RING + 5:
                return table
        raise AssertionError("no game was long enough")

    async def scenario() -> None:
        table = await played_on()
        for since, mode in ((5, "events"), (4, "snapshot"), (0, "snapshot")):
            client = Recorder()
            await live.table(table.pk).enter(client, None, since, 1, "h")
            assert f'"mode":"{mode}"' in client.frames[0], since

    run(scenario)


@pytest.mark.parametrize(
    ("since", "epoch"),
    [(4, 1), (10_000, 1), (2**31, 1), (3, 0), (3, 2), (3, None), (None, 1)],
    ids=["future", "far future", "largest", "epoch of the waiting room", "other epoch", "no epoch", "no version"],
)
def test_whoever_knows_what_never_was_gets_a_snapshot(since: int | None, epoch: int | None) -> None:
    """PRO-5.2, QUA-2.19."""
    table = full_table(2)

    async def scenario() -> None:
        clients = await crowd(table)
        await play(table, clients, 3)
        async with seat(table, 0) as line:
            payload = {name: value for name, value in (("since", since), ("epoch", epoch)) if value is not None}
            sync = await line.hello(**payload)
            assert sync["d"]["mode"] == "snapshot"
            assert sync["v"] == 3
            line.client.same_as(await enter(table, 0))

    run(scenario)


def test_a_version_within_a_window_that_closed() -> None:
    """PRO-4.8, PRO-5.2: several versions came as one update; nobody can have seen one in between."""
    table = full_table(3, {"kraft_exchange": "on"})

    async def scenario() -> None:
        clients = await crowd(table)
        for number in range(3):
            await answer(table, clients[number], ["pass"])
        for since, mode in ((0, "events"), (1, "snapshot"), (2, "snapshot"), (3, "events")):
            client = Recorder()
            await live.table(table.pk).enter(client, None, since, 1, "h")
            assert f'"mode":"{mode}"' in client.frames[0], since

    run(scenario)


def test_the_start_is_not_slept_through() -> None:
    """PRO-5.2: the waiting room also says version 0; who comes back from there gets the whole game, also late."""
    owner = someone()
    table = service.open_table(owner, "emotrions", {}, 2)

    async def waiting() -> tuple[int, int]:
        async with Line(table, owner) as line:
            await line.hello()
            return line.client.v, line.client.epoch

    since, epoch = run(waiting)
    service.sit(someone(), table, table.invite)

    async def later() -> None:
        clients = await crowd(table)
        for _ in range(2):
            async with Line(table, owner) as line:
                await line.hello(since=since, epoch=epoch)
                assert line.client.modes == ["snapshot"]
                line.client.same_as(await enter(table, 0))
            await play(table, clients, 1)

    run(later)


def test_a_second_hello_on_the_same_line() -> None:
    """PRO-5.6: after a gap; the socket is not doubled."""
    table = full_table(2)

    async def scenario() -> None:
        clients = await crowd(table)
        async with Line(table) as line:
            await line.hello()
            await line.hello(since=0, epoch=1)
            await play(table, clients, 1)
            assert len(await line.drain()) == 1

    run(scenario)


def test_updates_of_an_empty_place_are_kept_for_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    """PRO-5.2, memory: two minutes after the last socket of a viewer class its updates are not made any more."""
    table = full_table(2)
    now = 1000.0
    for module in (live, hub):
        monkeypatch.setattr(module, "time", SimpleNamespace(monotonic=lambda: now))

    async def scenario() -> None:
        nonlocal now
        clients = await crowd(table)
        process = live.table(table.pk)
        process.leave(clients[None], None)
        now += 100
        await play(table, clients, 1)
        assert len(process.audiences[None].ring) == 1
        await come(clients[None], table, None, 0, 1)
        assert clients[None].modes[-1] == "events"
        process.leave(clients[None], None)
        now += 121
        await play(table, clients, 1)
        assert None not in process.audiences
        await come(clients[None], table, None, 1, 1)
        assert clients[None].modes[-1] == "snapshot"
        for viewer in (0, 1, None):
            process.leave(clients[viewer], viewer)
        live.forget_idle()
        assert live.present(table.pk) is process
        now += 121
        live.forget_idle()
        assert live.present(table.pk) is None

    run(scenario)
