"""The planned restart (PRO-6.8, QUA-2.11): announced, what is being written is written, everybody is sent away and comes back."""

import asyncio
import os
import signal
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from games.tables import live, restart, sockets
from tests.games.tables.lines import Line, Message, seat, stranger
from tests.games.tables.play import full_table, run
from tests.games.tables.visitors import Visitor
from tests.running_site import RunningSite, is_alive
from tests.sizes import size


@pytest.fixture(autouse=True)
def _open_again() -> Iterator[None]:
    """The process of the tests goes on."""
    yield
    sockets._closed = False


async def all_of(line: Line) -> list[Message]:
    """Everything up to the end of the connection."""
    heard = []
    while (message := await line.hear())["t"] != "closed":
        heard.append(message)
    return [*heard, message]


@pytest.mark.django_db(transaction=True)
def test_everybody_is_told_and_sent_away() -> None:
    """PRO-6.8: first `announce`, then `bye` with a moment of its own for each to come back."""
    table = full_table(2)

    async def scenario() -> None:
        async with seat(table, 0) as one, stranger(table) as two, Line(table) as three:
            await one.hello()
            await two.hello(lang="en")
            await restart.wind_up()
            for line in (one, two, three):
                announce, bye, closed = await all_of(line)
                assert announce["t"] == "announce"
                assert set(announce["d"]) == {"detail", "restart_at"}
                assert (bye["d"]["code"], bye["d"]["reason"], bye["d"]["reconnect"]) == (4512, "restart", "backoff")
                assert 0 <= bye["d"]["after_ms"] < 5000
                assert closed["code"] == 4512
            assert not any(audience.sockets for audience in live.table(table.pk).audiences.values())

    run(scenario)


@pytest.mark.django_db(transaction=True)
def test_who_comes_too_late_is_sent_away_too() -> None:
    table = full_table(2)

    async def scenario() -> None:
        await restart.wind_up()
        async with seat(table, 0) as line:
            bye, closed = await all_of(line)
            assert (bye["d"]["reason"], closed["code"]) == ("restart", 4512)

    run(scenario)


@pytest.mark.django_db(transaction=True)
def test_a_move_that_is_being_written_is_acknowledged_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """PRO-6.8, QUA-1.3: and what has not been begun gets no answer, so that it is sent again."""
    table = full_table(2)
    plain = live.LiveTable.move

    async def slowly(self: live.LiveTable, *args: Any, **kwargs: Any) -> live.Ack:
        await asyncio.sleep(restart.NOTICE + 0.5)
        return await plain(self, *args, **kwargs)

    monkeypatch.setattr(live.LiveTable, "move", slowly)

    async def scenario() -> None:
        async with seat(table, table.waiting[0]) as line, stranger(table) as other:
            await line.hello()
            await other.hello()
            move = line.move()
            await line.send({"t": "move", "id": "written", "d": move})
            await line.send({"t": "move", "id": "too late", "d": {**move, "move_id": "other"}})
            await restart.wind_up()
            heard = await all_of(line)
            assert [message["t"] for message in heard] == ["announce", "update", "ack", "bye", "closed"]
            assert [message["t"] for message in await all_of(other)] == ["announce", "bye", "closed"], "nobody waits for others"

    run(scenario)
    assert table.commands.get().version == 1


@pytest.mark.django_db(transaction=True)
def test_nobody_waits_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    """QUA-2.11: what hangs is given up, so that the process ends in time."""
    monkeypatch.setattr(restart, "NOTICE", 0.0)
    monkeypatch.setattr(restart, "FINISH_WITHIN", 0.2)
    table = full_table(2)

    async def hang(*_: Any, **__: Any) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(live.LiveTable, "move", hang)

    async def scenario() -> None:
        async with seat(table, table.waiting[0]) as line:
            await line.hello()
            await line.send({"t": "move", "id": "x", "d": line.move()})
            await restart.wind_up()
            assert [message["t"] for message in await all_of(line)] == ["announce", "bye", "closed"]
            line.wire.future.cancel()

    run(scenario)


class Stormer:
    """Plays on and on, and comes back each time the server sends it away."""

    def __init__(self, site: RunningSite) -> None:
        self.visitor = Visitor(site)
        self.line = self.visitor.line(self.visitor.play_now())
        self.acked: list[Message] = []
        self.byes: list[int] = []
        self.move: Message | None = None
        self.back = 0
        """How often it has come back."""
        self.line.come_back()

    def play(self, times: int) -> None:
        """Until the server has sent us away so often."""
        while self.back < times:
            try:
                self.step()
            except ConnectionClosed as closed:
                self.byes.append(closed.rcvd.code if closed.rcvd else 0)
                self.line.come_back()
                self.back += 1

    def step(self) -> None:
        """One move, the same one until it is acknowledged; or what comes when the game is over."""
        if self.move is None and not self.line.wait():
            self.line.hear()
            return
        self.move = self.move or self.line.move()
        answer = self.line.ask("move", **self.move)
        assert answer["t"] == "ack", answer
        self.acked.append(self.move)
        self.move = None


@pytest.mark.shared
def test_restarts_in_a_storm(tmp_path: Path) -> None:
    """QUA-2.11, through the real server: everybody gets `bye`, nothing acknowledged is lost, `up` starts a new one each time."""
    restarts = size(2, 5)
    with RunningSite(tmp_path, BOT_DELAY_MS="0") as site, ThreadPoolExecutor(4) as crowd:
        stormers = [Stormer(site) for _ in range(4)]
        storms = [crowd.submit(stormer.play, restarts) for stormer in stormers]
        slowest = 0.0
        for number in range(1, restarts + 1):
            time.sleep(0.5)
            (server,) = site.servers()
            began = time.monotonic()
            os.kill(server, signal.SIGTERM)
            while is_alive(server):
                time.sleep(0.05)
            slowest = max(slowest, time.monotonic() - began)
            while any(stormer.back < number for stormer in stormers) and not any(future.done() for future in storms):
                time.sleep(0.05)
        for future in storms:
            future.result()
        for stormer in stormers:
            assert stormer.byes == [4512] * restarts
            for move in stormer.acked:
                answer = stormer.line.ask("move", **move)
                assert (answer["t"], answer["d"].get("dup")) == ("ack", True), answer
            stormer.line.close()
        moves = sum(len(stormer.acked) for stormer in stormers)
        sys.stdout.write(f"\nacked {moves}, lost 0, slowest end of the server {slowest:.1f} s\n")
        assert moves
        assert slowest < 30
        assert "Traceback" not in site.output
        assert site.output.count("The server was told to end; starting it again.") == restarts
        assert site.stop(signal.SIGTERM) == 0


def test_with_an_open_socket_up_ends_soon(tmp_path: Path) -> None:
    """`manage.py up` passes SIGTERM on: the socket hears why, and nothing is left."""
    with RunningSite(tmp_path) as site:
        visitor = Visitor(site)
        with visitor.line(visitor.play_now()) as line:
            line.hello()
            (server,) = site.servers()
            began = time.monotonic()
            site.process.send_signal(signal.SIGTERM)
            assert line.close_code() == 4512
            assert site.process.wait(20) == 0
            seconds = time.monotonic() - began
        assert not is_alive(server)
        assert "Traceback" not in site.output
        assert seconds < 10
