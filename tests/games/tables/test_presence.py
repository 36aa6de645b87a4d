"""Who is at a table (PRO-7.2): over time, by what the sockets say, and across processes; told rarely and in every snapshot."""

from __future__ import annotations

import sys
from types import SimpleNamespace
from typing import Any

import pytest
from channels.layers import get_channel_layer

from games.tables import company, live, peers, presence, service
from games.tables.peers import Peers
from games.tables.presence import Facts, Presence, Standing, standing
from tests.games.tables.folding import Client
from tests.games.tables.lines import Line, seat, stranger
from tests.games.tables.play import enter, full_table, run, someone

pytestmark = pytest.mark.django_db(transaction=True)

TABLE = "aaaaaaaaaa"
BOTH = {0: False, 1: False}


class Clock:
    """The time of the processes, as the test sets it."""

    def __init__(self) -> None:
        self.now = 1000.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(presence, "time", SimpleNamespace(monotonic=clock.monotonic))
    return clock


def states(payload: dict[str, Any]) -> list[str]:
    """The states by seat."""
    assert [entry["seat"] for entry in payload["seats"]] == list(range(len(payload["seats"])))
    return [entry["state"] for entry in payload["seats"]]


# --- what the facts mean ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("facts", "patience", "expected"),
    [
        (Facts(), None, Standing("away")),
        (Facts(), 10.0, Standing("away")),
        (Facts(True, 0, 0), None, Standing("online")),
        (Facts(True, 29.9, 179.9), None, Standing("online")),
        (Facts(True, 29.9, 180), None, Standing("idle")),
        (Facts(True, 30, 30), None, Standing("away", 30)),
        (Facts(False, 1.9, 1.9), None, Standing("online")),
        (Facts(False, 1.9, 200), None, Standing("idle")),
        (Facts(False, 2, 2), None, Standing("away", 2)),
        (Facts(False, 2, 2), 120, Standing("away", 2, 118)),
        (Facts(False, 119, 119), 120, Standing("away", 119, 1)),
        (Facts(False, 120, 120), 120, Standing("gone", 120, 0)),
        (Facts(False, 500, 500), 120, Standing("gone", 500, 0)),
        (Facts(False, 500, 500), None, Standing("away", 500)),
        (Facts(True, 29.9, 500), 10, Standing("idle")),
    ],
)
def test_standing(facts: Facts, patience: float | None, expected: Standing) -> None:
    """PRO-7.2: at the edges; nobody is gone who has a socket, is not on the clock, or sits where nobody is waited for."""
    assert standing(facts, patience) == expected


def test_ages_are_sent_as_durations() -> None:
    """PRO-1.5."""
    assert Standing("gone", 61.5, 0.0).payload(1) == {"seat": 1, "state": "gone", "away_ms": 61500, "claim_in_ms": 0}
    assert Standing("away").payload(0) == {"seat": 0, "state": "away"}


# --- over time -----------------------------------------------------------------------------------------------------------------


def test_from_online_to_idle_to_away_and_back(clock: Clock) -> None:
    """PRO-7.2: pings keep somebody here, input keeps them from being idle, silence makes them absent."""
    known, socket = Presence(), Client()
    known.arrive(TABLE, 0, socket)
    assert states(known.block(TABLE, BOTH)) == ["online", "away"]
    for _ in range(11):
        clock.now += 15
        known.hear(TABLE, 0, socket)
    assert states(known.block(TABLE, BOTH))[0] == "online"
    clock.now += 15
    known.hear(TABLE, 0, socket)
    assert states(known.block(TABLE, BOTH))[0] == "idle"
    known.hear(TABLE, 0, socket, acted=1)
    assert states(known.block(TABLE, BOTH))[0] == "online"
    clock.now += 31
    entry = known.block(TABLE, BOTH)["seats"][0]
    assert (entry["state"], entry["away_ms"]) == ("away", 31000)
    known.hear(TABLE, 0, socket)
    assert states(known.block(TABLE, BOTH))[0] == "online"


def test_input_that_was_long_ago_is_no_input(clock: Clock) -> None:
    known, socket = Presence(), Client()
    known.arrive(TABLE, 0, socket)
    clock.now += 190
    known.hear(TABLE, 0, socket, acted=185)
    assert states(known.block(TABLE, BOTH))[0] == "idle"
    known.hear(TABLE, 0, socket, acted=400)
    assert known.facts(TABLE, 0).acted == 185


def test_two_tabs_of_one_seat_and_a_page_that_is_loaded_anew(clock: Clock) -> None:
    """UX-5.5, UX-5.7: a seat is here as long as one tab is; a moment without one is not leaving."""
    known, one, other = Presence(), Client(), Client()
    known.arrive(TABLE, 1, one)
    known.arrive(TABLE, 1, other)
    known.depart(TABLE, 1, one)
    clock.now += 20
    assert states(known.block(TABLE, BOTH))[1] == "online"
    known.depart(TABLE, 1, other)
    known.depart(TABLE, 1, other)
    clock.now += 1.5
    assert states(known.block(TABLE, BOTH))[1] == "online"
    clock.now += 1
    assert known.block(TABLE, BOTH)["seats"][1] == {"seat": 1, "state": "away", "away_ms": 2500}


def test_who_watches_is_counted(clock: Clock) -> None:
    known, watching = Presence(), [Client() for _ in range(3)]
    for socket in watching:
        known.arrive(TABLE, None, socket)
    known.arrive(TABLE, None, watching[0])
    assert known.block(TABLE, BOTH)["spectators"] == 3
    known.depart(TABLE, None, watching[0])
    clock.now += 25
    known.hear(TABLE, None, watching[1])
    clock.now += 10
    assert known.block(TABLE, BOTH)["spectators"] == 1


def test_bots_are_present(clock: Clock) -> None:
    assert states(Presence().block(TABLE, {0: False, 1: True})) == ["away", "online"]


# --- what is told --------------------------------------------------------------------------------------------------------------


def looks(known: Presence, clock: Clock, seconds: float) -> list[Any]:
    """What the sockets are told during this time, twice a second."""
    told: list[Any] = []
    for _ in range(int(seconds / presence.LOOK)):
        clock.now += presence.LOOK
        told += known.look()[0].values()
    return told


def test_only_news_are_told_and_at_most_twice_a_second(clock: Clock) -> None:
    """PRO-6.6."""
    known, host = Presence(), Client()
    known.arrive(TABLE, 0, host)
    known.block(TABLE, BOTH)
    assert [states(payload) for payload in looks(known, clock, 10)] == [["online", "away"]]
    came = [Client() for _ in range(40)]
    for socket in came:
        known.arrive(TABLE, None, socket)
        known.arrive(TABLE, 1, socket)
    assert [(states(p), p["spectators"]) for p in looks(known, clock, 5)] == [(["online", "online"], 40)]
    for socket in came:
        known.depart(TABLE, 1, socket)
    told = looks(known, clock, 5)
    assert [states(payload)[1] for payload in told] == ["away"]
    assert 2000 <= told[0]["seats"][1]["away_ms"] <= 2500
    known.hear(TABLE, 0, host)
    assert looks(known, clock, 10) == []


def test_what_only_time_changes_is_told_within_seconds(clock: Clock) -> None:
    known, socket = Presence(), Client()
    told: list[Any] = []
    known.arrive(TABLE, 0, socket)
    known.block(TABLE, BOTH)
    looks(known, clock, 1)
    began = clock.now
    while not (told := looks(known, clock, presence.LOOK)):
        known.hear(TABLE, 0, socket)
    assert states(told[0])[0] == "idle"
    assert 178 <= clock.now - began <= 186
    began = clock.now
    while not (told := looks(known, clock, presence.LOOK)):
        pass
    assert states(told[0])[0] == "away"
    assert clock.now - began <= 36


def test_a_crowd_is_told_less_often(clock: Clock) -> None:
    """PRO-6.6: what presence costs at one table is limited, however many come and go."""
    known, crowd = Presence(), [Client() for _ in range(2000)]
    known.block(TABLE, BOTH)
    frames = 0
    for socket in crowd:
        known.arrive(TABLE, None, socket)
    for socket in crowd[:40]:
        known.depart(TABLE, None, socket)
        frames += sum(known.places[TABLE].sockets for _ in looks(known, clock, presence.LOOK))
    sys.stdout.write(f"\npresence to a crowd: {frames} frames in 20 s\n")
    assert frames <= 20 * 1000 + 2000


def test_tables_that_nobody_is_at_are_forgotten(clock: Clock) -> None:
    known, other, socket = Presence(), Presence(), Client()
    known.arrive(TABLE, 0, socket)
    known.depart(TABLE, 0, socket)
    other.take("p", {TABLE: known.look()[1][TABLE]})
    looks(known, clock, 590)
    assert TABLE in known.places
    looks(known, clock, 20)
    looks(other, clock, 20)
    assert known.places == {}
    assert other.reports == {}


# --- several processes ---------------------------------------------------------------------------------------------------------


def exchange(clock: Clock, *processes: Presence, seconds: float = presence.LOOK) -> None:
    """Let processes tell each other what they know."""
    for _ in range(int(seconds / presence.LOOK)):
        clock.now += presence.LOOK
        for number, process in enumerate(processes):
            reported = process.look()[1]
            for other in processes:
                if other is not process:
                    other.take(f"p{number}", reported)


def test_players_on_two_processes_see_each_other(clock: Clock) -> None:
    one, two, host, guest, fan = Presence(), Presence(), Client(), Client(), Client()
    for process in (one, two):
        process.block(TABLE, BOTH)
    one.arrive(TABLE, 0, host)
    two.arrive(TABLE, 1, guest)
    two.arrive(TABLE, None, fan)
    exchange(clock, one, two)
    for process in (one, two):
        payload = process.block(TABLE, BOTH)
        assert (states(payload), payload["spectators"]) == (["online", "online"], 1)
    two.depart(TABLE, 1, guest)
    exchange(clock, one, two, seconds=4)
    assert one.block(TABLE, BOTH) == two.block(TABLE, BOTH)
    assert states(one.block(TABLE, BOTH)) == ["online", "away"]
    one.arrive(TABLE, 1, guest)
    assert states(one.block(TABLE, BOTH)) == ["online", "online"]


def test_a_process_that_comes_late_learns_who_is_there(clock: Clock) -> None:
    one, two, host = Presence(), Presence(), Client()
    one.arrive(TABLE, 0, host)
    exchange(clock, one)
    exchange(clock, one, two, seconds=presence.LOOK * presence.ROUNDS)
    assert states(two.block(TABLE, BOTH)) == ["online", "away"]


def test_a_process_that_dies_takes_its_players_with_it(clock: Clock) -> None:
    """PRO-7.2: as `online` says, not longer than half a minute; and since when they have been away is still known."""
    one, two, guest, host = Presence(), Presence(), Client(), Client()
    one.arrive(TABLE, 0, host)
    one.block(TABLE, BOTH)
    two.arrive(TABLE, 1, guest)
    exchange(clock, one, two, seconds=6)
    assert states(one.block(TABLE, BOTH)) == ["online", "online"]
    told = looks(one, clock, 20)
    assert [states(payload) for payload in told] == [["online", "away"]]
    assert told[0]["seats"][1]["away_ms"] >= 15_000


def test_lost_reports_are_made_up_for(clock: Clock) -> None:
    """PRO-6.3."""
    one, two, guest = Presence(), Presence(), Client()
    two.block(TABLE, BOTH)
    one.arrive(TABLE, 1, guest)
    one.look()
    assert states(two.block(TABLE, BOTH)) == ["away", "away"]
    exchange(clock, one, two, seconds=5.5)
    assert states(two.block(TABLE, BOTH)) == ["away", "online"]


def test_over_the_channel_layer() -> None:
    """PRO-6.2: processes find each other by the layer alone, hear nothing of themselves, and nothing secret passes."""

    async def scenario() -> None:
        one, two = Peers(Presence(), "one"), Peers(Presence(), "two")
        layer: Any = get_channel_layer()
        for peer in (one, two):
            peer.channel = await layer.new_channel()
            await layer.group_add(company.GROUP, peer.channel)
        one.known.arrive(TABLE, 0, Client())
        await one.look()
        for peer in (one, two):
            message = await layer.receive(peer.channel)
            assert set(message) == {"type", "process", "content"}
            await peer.hear(message)
        assert states(two.known.block(TABLE, BOTH)) == ["online", "away"]
        assert one.known.reports == {}
        await layer.flush()

    run(scenario)


def test_a_layer_that_fails_keeps_nobody_from_being_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """QUA-2.12: without Redis a process still knows its own sockets."""
    table = full_table(2)

    class Broken:
        async def group_send(self, group: str, message: dict[str, Any]) -> None:
            raise ConnectionError("gone")

    monkeypatch.setattr(peers, "get_channel_layer", Broken)

    async def scenario() -> None:
        client = await enter(table, 0)
        await enter(table, 1)
        await Peers(presence.here).look()
        assert states(client.around["presence"]) == ["online", "online"]

    run(scenario)


# --- over the socket -----------------------------------------------------------------------------------------------------------


async def look() -> None:
    """As `peers.run` does twice a second."""
    await Peers(presence.here).look()


def test_every_sync_says_who_is_there() -> None:
    """PRO-5.3: absent seats too; also when only what was missed is sent, and in the waiting room."""
    table = full_table(3, bots=1)
    owner = someone()
    waiting = service.open_table(owner, "emotrions", {}, 3)

    async def scenario() -> None:
        async with seat(table, 0) as line:
            sync = await line.hello()
            assert sync["d"]["presence"] == {
                "seats": [{"seat": 0, "state": "online"}, {"seat": 1, "state": "away"}, {"seat": 2, "state": "online"}],
                "spectators": 0,
            }
            async with stranger(table) as spectator:
                sync = await spectator.hello()
                assert sync["d"]["presence"]["spectators"] == 1
            again = await line.hello(since=0, epoch=1)
            assert again["d"]["mode"] == "events"
            assert again["d"]["presence"]["spectators"] == 0
        async with Line(waiting, owner) as line:
            assert states((await line.hello())["d"]["presence"]) == ["online"]

    run(scenario)


def test_who_comes_and_goes_is_told_to_all(clock: Clock) -> None:
    table = full_table(2)

    async def scenario() -> None:
        async with seat(table, 0) as host, stranger(table) as spectator:
            await host.hello()
            await spectator.hello()
            async with seat(table, 1) as guest:
                await guest.hello()
                await look()
                for line in (host, guest, spectator):
                    (message,) = await line.drain()
                    assert message["t"] == "presence"
                    assert states(message["d"]) == ["online", "online"]
                await look()
                await host.nothing_came()
            clock.now += 3
            await look()
            for line in (host, spectator):
                (message,) = await line.drain()
                assert states(message["d"]) == ["online", "away"]

    run(scenario)


def test_moves_and_what_a_ping_tells_are_input(clock: Clock) -> None:
    """PRO-7.2: a move proves presence; a ping may say how long ago somebody did something."""
    table = full_table(2)
    asked = table.waiting[0]

    async def scenario() -> None:
        async with seat(table, asked) as line:
            await line.hello()
            for _ in range(13):
                clock.now += 15
                await line.send({"t": "ping", "d": {"n": 1, "v": 0}})
                await line.hear()
            assert presence.here.facts(table.pk, asked).acted == 195
            await line.send({"t": "ping", "d": {"n": 1, "v": 0, "idle_ms": 40_000}})
            await line.hear()
            assert presence.here.facts(table.pk, asked).acted == 40
            await line.ask("move", **line.move())
            assert presence.here.facts(table.pk, asked).acted == 0

    run(scenario)


def test_a_sealed_answer_is_no_input(clock: Clock) -> None:
    """EMO-8.3, PRO-4.8: in a quiet window not even who has answered may be told, not even to those who watch for who wakes up."""
    table = full_table(3, {"kraft_exchange": "on"})

    async def scenario() -> None:
        async with seat(table, 0) as line:
            await line.hello()
            assert line.client.prompt["secret"]
            clock.now += 20
            await line.ask("move", **line.move(["pass"]))
            assert presence.here.facts(table.pk, 0).acted == 20

    run(scenario)


def test_a_socket_that_was_cut_off_is_no_more_there() -> None:
    table = full_table(2)

    async def scenario() -> None:
        line = await seat(table, 1).__aenter__()
        await line.hello()
        assert presence.here.facts(table.pk, 1).connected
        line.wire.future.cancel()
        await line.wire.wait(timeout=1)
        assert not presence.here.facts(table.pk, 1).connected
        assert live.present(table.pk) is not None

    run(scenario)
