"""Several processes at one table: each plays what the others have committed, and tells it as its own (PRO-6.2, test 4)."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from random import Random
from unittest.mock import patch

import pytest
from channels.layers import InMemoryChannelLayer

from games.engine.errors import EngineError
from games.tables import hub, live, models, nudges, service, state, verification
from games.tables.messages import Undo
from tests.games.tables.faults import gone
from tests.games.tables.folding import Client
from tests.games.tables.play import full_table, move_for, random_choice, run, someone

pytestmark = pytest.mark.django_db(transaction=True)


class Process:
    """A process as far as one table is concerned, and the clients connected to it."""

    def __init__(self, table: models.Table, *viewers: int | None) -> None:
        self.live = live.LiveTable(table.pk)
        self.viewers = viewers
        self.clients: dict[int | None, Client] = {}

    async def come(self) -> None:
        """Everybody comes in."""
        for viewer in self.viewers:
            self.clients[viewer] = Client()
            await self.live.enter(self.clients[viewer], viewer, None, None, "h")

    async def settled(self) -> None:
        """Until it has followed what it has heard."""
        if self.live.following is not None:
            await self.live.following

    async def answer(self, seat: int, choice: list[str] | None = None) -> live.Ack:
        """Whoever sits there answers: as given, or as the prompt does when time is up."""
        prompt = self.clients[seat].prompt
        return await self.live.move(seat, move_for(prompt, prompt["timeout"] if choice is None else choice))


async def processes(table: models.Table, *parts: tuple[int | None, ...]) -> list[Process]:
    """So many processes, everybody connected."""
    those = [Process(table, *viewers) for viewers in parts]
    for process in those:
        await process.come()
    return those


@contextmanager
def nudging(*those: Process) -> Iterator[list[int]]:
    """What one process commits, all hear of at once, itself too; yields the versions."""
    versions: list[int] = []

    def ring(table_id: str, version: int) -> None:
        versions.append(version)
        for process in those:
            process.live.hear(version)

    with patch.object(live, "change_listeners", [ring]):
        yield versions


@contextmanager
def nudges_lost() -> Iterator[None]:
    """Whatever is told to other processes is lost; `ping` looks each time."""
    with patch.object(live, "change_listeners", [lambda table_id, version: None]), patch.object(live, "LOOK_EVERY", -1.0):
        yield


# --- catching up -------------------------------------------------------------------------------------------------------------


def test_what_another_process_did_is_told_as_if_it_had_been_done_here() -> None:
    """PRO-6.2: the same update, byte for byte; no snapshot."""
    table = full_table(3)

    async def scenario() -> None:
        one, two = await processes(table, (0, 1, 2, None), (0, 1, 2, None))
        with nudging(one, two):
            for _ in range(30):
                acting, other = (one, two) if Random(one.clients[0].v).random() < 0.5 else (two, one)
                asked = next((seat for seat in range(3) if acting.clients[seat].prompts), None)
                if asked is None:
                    break
                await acting.answer(asked)
                await other.settled()
                for viewer, client in one.clients.items():
                    client.same_as(two.clients[viewer])
                    assert client.frames[-1] == two.clients[viewer].frames[-1]
        assert one.clients[None].v > 20
        assert all(client.modes == ["snapshot"] for process in (one, two) for client in process.clients.values())

    run(scenario)
    assert verification.verify(table).faults == []


def test_several_versions_at_once() -> None:
    """PRO-5.4: what was missed comes as one update over all of its versions; whoever comes back is told the same."""
    table = full_table(2)

    async def scenario() -> None:
        one, two = await processes(table, (0, 1), (0, 1, None))
        for _ in range(5):
            await one.answer(next(seat for seat in range(2) if one.clients[seat].prompts))
        two.live.hear(5)
        await two.settled()
        for viewer, client in two.clients.items():
            assert (client.v, client.modes) == (5, ["snapshot"])
            if viewer is not None:
                client.same_as(one.clients[viewer])
        again = two.clients[None]
        two.live.leave(again, None)
        await one.answer(next(seat for seat in range(2) if one.clients[seat].prompts))
        two.live.hear(6)
        await two.settled()
        await two.live.enter(again, None, again.v, again.epoch, "again")
        assert (again.v, again.modes) == (6, ["snapshot", "events"])

    run(scenario)


def test_a_process_that_was_overtaken_catches_up_by_commands(toy: str) -> None:
    """Hot path 2 and 7: what was played but not committed is taken back; the answer that is still good counts."""
    table = full_table(2, {"answers": "secret"}, game=toy)

    async def scenario() -> None:
        one, two = await processes(table, (0, 1), (0, 1))
        for turn in range(3):
            first, second = (one, two) if turn % 2 else (two, one)
            await first.answer(0, ["a", "b"])
            assert (await second.answer(1, ["c", "d"])).version == 2 * turn + 2
            first.live.hear(2 * turn + 2)
            await first.settled()
            for seat in range(2):
                one.clients[seat].same_as(two.clients[seat])
        assert all(client.modes == ["snapshot"] for process in (one, two) for client in process.clients.values())
        assert one.clients[0].status == "finished"

    run(scenario)
    assert verification.verify(table).faults == []


def test_the_loser_of_a_race_has_the_table_as_it_is(toy: str) -> None:
    """QUA-2.18, PRO-4.6: `stale_prompt`, and memory holds nothing of what was not committed."""
    table = full_table(2, game=toy)

    async def scenario() -> None:
        one, two = await processes(table, (0, 1, None), (0, 1, None))
        for version in range(1, 7):
            seat = (version - 1) % 2
            winner, loser = (one, two) if version % 3 else (two, one)
            await winner.answer(seat, ["a", "b"])
            with pytest.raises(EngineError) as refused:
                await loser.answer(seat, ["c", "d"])
            assert refused.value.code == ("game_over" if version == 6 else "stale_prompt")
            for viewer, client in one.clients.items():
                client.same_as(two.clients[viewer])
        assert one.clients[None].facts["view"]["written"] == ["ab"] * 6

    run(scenario)
    assert verification.verify(table).faults == []


def test_undo_in_one_process_reaches_the_other() -> None:
    """PRO-4.9: an undo is a command like any other."""
    table = full_table(2, {"gleichstart": "on_request", "variant": "pareo"})

    async def scenario() -> int:
        one, two = await processes(table, (0, 1, None), (0, 1, None))
        undone = 0
        with nudging(one, two):
            for number in range(300):
                seat = next((s for s in range(2) if one.clients[s].prompts and "answer" not in one.clients[s].prompt), None)
                if seat is None:
                    break
                await one.answer(seat)
                await two.settled()
                if two.clients[seat].facts["undo"]["allowed"]:
                    await two.live.undo(seat, Undo(f"u-{number}", two.clients[seat].v))
                    await one.settled()
                    undone += 1
                    if undone == 3:
                        break
                for viewer, client in one.clients.items():
                    client.same_as(two.clients[viewer])
        return undone

    assert run(scenario) > 0
    assert verification.verify(table).faults == []


def test_answers_beside_the_log_reach_the_own_seat_alone() -> None:
    """EMO-8.3, PRO-4.8: the other tab of the seat has the answer, whatever process it is at; nobody else hears anything."""
    table = full_table(3, {"kraft_exchange": "on"})

    async def scenario() -> int:
        one, two = await processes(table, (0, 1, 2, None), (0, 1, 2, None))
        sealed = 0
        with nudging(one, two):
            for _ in range(60):
                asked = [s for s in range(3) if one.clients[s].prompts and "answer" not in one.clients[s].prompt]
                if not asked:
                    break
                told = {viewer: len(client.frames) for viewer, client in two.clients.items()}
                version = one.clients[None].v
                await one.answer(asked[0])
                await two.settled()
                if one.clients[None].v == version:
                    sealed += 1
                    assert "answer" in two.clients[asked[0]].prompt
                    told[asked[0]] += 1
                    assert told == {viewer: len(client.frames) for viewer, client in two.clients.items()}
                for viewer, client in one.clients.items():
                    client.same_as(two.clients[viewer])
        return sealed

    assert run(scenario) > 0
    assert verification.verify(table).faults == []


def test_whoever_comes_has_what_another_process_acknowledged() -> None:
    """QUA-1.13: what an ack reports is visible to every later read, nudge or not."""
    table = full_table(2)

    async def scenario() -> None:
        with nudges_lost():
            one, two = await processes(table, (0, 1), ())
            assert (await two.live.head())["v"] == 0
            await one.answer(table.waiting[0])
            client = Client()
            await two.live.enter(client, None, None, None, "h")
            assert client.v == 1

    run(scenario)


# --- whole matches -----------------------------------------------------------------------------------------------------------


async def match(one: Process, two: Process, lost: bool) -> None:
    """Seat 0 at one process, seat 1 at the other, until it is over; where nudges are lost, clients ping."""
    rng = Random(4)
    for _ in range(3000):
        for process in (one, two):
            if lost:
                await process.live.head()
            await process.settled()
        asked = [
            (process, seat)
            for process in (one, two)
            for seat, client in process.clients.items()
            if seat is not None and client.prompts and "answer" not in client.prompt
        ]
        if not asked:
            break
        process, seat = rng.choice(asked)
        await process.answer(seat, random_choice(process.clients[seat].prompt, rng))
    assert one.clients[0].status == two.clients[1].status == "finished"


@pytest.mark.parametrize("lost", [False, True])
def test_a_match_between_two_processes(lost: bool) -> None:
    """PRO section 11, test 4: converges without a snapshot, also if every nudge is lost."""
    table = full_table(2, {"score37": "on", "kraft_exchange": "on"})

    async def scenario() -> None:
        one, two = await processes(table, (0, None), (1, None))
        with nudges_lost() if lost else nudging(one, two):
            await match(one, two, lost)
        one.clients[None].same_as(two.clients[None])
        late = Client()
        await one.live.enter(late, 1, None, None, "h")
        late.same_as(two.clients[1])

    run(scenario)
    assert verification.verify(table).faults == []


# --- what is not told by commands --------------------------------------------------------------------------------------------


def test_sitting_down_and_the_start_reach_the_other_process() -> None:
    """PRO-6.2: a change without a version is told too."""
    owner, guest = someone(), someone()
    table = service.open_table(owner, "emotrions", {}, 2)
    told: list[tuple[str, int]] = []

    async def scenario() -> None:
        (process,) = await processes(table, (0, None))
        assert "view" not in process.clients[0].facts
        with patch.object(live, "change_listeners", [lambda *change: told.append(change)]):
            await asyncio.to_thread(service.sit, guest, table, table.invite)
        process.live.hear(told[-1][1])
        await process.settled()
        assert process.clients[0].status == "running"
        assert "view" in process.clients[None].facts

    run(scenario)
    assert told == [(table.pk, 0)]


def test_a_suspension_reaches_the_other_process(toy: str) -> None:
    """PRO-7.4: nobody goes on playing at a frozen table."""
    table = full_table(2, game=toy)

    async def scenario() -> None:
        one, two = await processes(table, (0, 1), (0, 1))
        with nudging(one, two), pytest.raises(EngineError):
            await one.answer(0, ["a", "raise"])
        await two.settled()
        assert two.clients[1].status == "suspended"

    run(scenario)


def test_a_look_that_fails_is_made_again() -> None:
    """QUA-1.7: the database cannot be read for a moment: the table stays as it was, the next ping repairs it."""
    table = full_table(2)

    async def scenario() -> None:
        with nudges_lost():
            one, two = await processes(table, (0, 1), (0, 1))
            await one.answer(table.waiting[0])
            with gone("tables_sealedanswer"):
                assert (await two.live.head())["v"] == 0
                await two.settled()
            await two.live.head()
            await two.settled()
            assert two.clients[0].v == 1
            assert two.clients[0].modes == ["snapshot"]

    run(scenario)


def test_one_look_for_many_pings() -> None:
    """PRO-6.2: however many sockets ask, the database is asked once in a while."""
    table = full_table(2)
    looks = []

    async def scenario() -> None:
        (process,) = await processes(table, (0, 1))
        glance = state.glance

        def counted(table_id: str) -> state.State | None:
            looks.append(table_id)
            return glance(table_id)

        with patch.object(state, "glance", counted):
            for _ in range(50):
                await process.live.head()
            assert looks == []
            process.live.looked -= live.LOOK_EVERY + 1
            for _ in range(50):
                await process.live.head()
            await process.settled()
        assert looks == [table.pk]

    run(scenario)


# --- nudges ------------------------------------------------------------------------------------------------------------------


async def until(true: Callable[[], bool]) -> None:
    """Wait for something to be so."""
    async with asyncio.timeout(10):
        while not true():  # noqa: ASYNC110 (nothing there would set an event)
            await asyncio.sleep(0.01)


@asynccontextmanager
async def bells(layer: InMemoryChannelLayer) -> AsyncIterator[tuple[nudges.Bell, nudges.Bell]]:
    """Two processes that hear each other."""
    pair = nudges.Bell(layer), nudges.Bell(layer)
    with patch.object(live, "change_listeners", []):
        tasks = [asyncio.create_task(bell.run()) for bell in pair]
        await until(lambda: len(layer.groups.get(nudges.GROUP, {})) == 2)
        yield pair
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        assert live.change_listeners == []


def test_a_nudge_is_heard_by_the_others_alone_and_says_nothing_else() -> None:
    """PRO-6.2: table and version; what piles up goes into one message."""

    async def scenario() -> None:
        layer, heard, sent = InMemoryChannelLayer(), [], []
        send = layer.group_send

        async def spied(group: str, message: dict[str, object]) -> None:
            sent.append(message)
            await send(group, message)

        layer.group_send = spied  # type: ignore[method-assign]
        with patch.object(live, "hear", lambda *change: heard.append(change)):
            async with bells(layer) as (one, _):
                for version in (3, 5, 4):
                    one.ring("abc", version)
                await asyncio.to_thread(one.ring, "def", 0)
                await until(lambda: len(heard) == 2)
                await asyncio.sleep(0.05)
        assert sorted(heard) == [("abc", 5), ("def", 0)]
        assert all(set(message) == {"type", "origin", "tables"} for message in sent)
        assert len(sent) <= 2

    run(scenario)


def test_a_layer_that_hangs_or_fails_holds_nobody_up(caplog: pytest.LogCaptureFixture) -> None:
    """PRO-6.2, QUA-1.7: a nudge is lost, the next one is sent; the log says so once."""

    async def scenario() -> None:
        layer, heard = InMemoryChannelLayer(), []
        send, faults = layer.group_send, ["hang", "fail"]

        async def faulty(group: str, message: dict[str, object]) -> None:
            fault = faults.pop(0) if faults else ""
            if fault == "hang":
                await asyncio.sleep(60)
            if fault == "fail":
                raise ConnectionError("gone")
            await send(group, message)

        layer.group_send = faulty  # type: ignore[method-assign]
        with patch.object(nudges, "LIMIT", 0.05), patch.object(live, "hear", lambda *change: heard.append(change)):
            async with bells(layer) as (one, _):
                for version in range(1, 200):
                    one.ring("abc", version)
                    await asyncio.sleep(0.005)
                    if heard:
                        break
        assert heard
        assert faults == []
        assert caplog.text.count("nudges are lost") == 1

    run(scenario)


def test_the_group_is_joined_again() -> None:
    """PRO-6.3: a layer that has forgotten us hears of us again."""

    async def scenario() -> None:
        layer, heard = InMemoryChannelLayer(), []
        with patch.object(nudges, "REJOIN_EVERY", 0.02), patch.object(live, "hear", lambda *change: heard.append(change)):
            async with bells(layer) as (one, _):
                layer.groups.clear()
                await asyncio.sleep(0.1)
                one.ring("abc", 1)
                await asyncio.sleep(0.05)
        assert heard == [("abc", 1)]

    run(scenario)


def test_one_process_alone_tells_nobody() -> None:
    """PRO-6.4: with the layer in memory nothing is listened for and nothing is sent."""

    async def scenario() -> None:
        task = asyncio.create_task(nudges.run())
        await asyncio.sleep(0.01)
        assert live.change_listeners == []
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)

    with patch.object(nudges, "get_channel_layer", InMemoryChannelLayer):
        run(scenario)


# --- memory ------------------------------------------------------------------------------------------------------------------


def test_memory_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """QUA-2.24: the tables that were not touched for longest make room; never one with sockets, or at work."""
    monkeypatch.setattr(live, "MOST", 5)

    async def scenario() -> None:
        watched, working = live.table("watched"), live.table("working")
        watched.audiences[None] = hub.Audience(sockets={Client()})
        await working.lock.acquire()
        for number in range(20):
            live.table(f"t{number}")
            live.table("t0")
            assert len(live._tables) <= 5
        assert set(live._tables) == {"watched", "working", "t18", "t19", "t0"}
        for number in range(10):
            live.table(f"w{number}").audiences[None] = hub.Audience(sockets={Client()})
        assert len(live._tables) == 12, "all of them in use"

    run(scenario)
