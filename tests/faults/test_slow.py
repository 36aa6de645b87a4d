"""Clients that do not read, are gone without a word, or take a minute to say hello (QUA-2.20)."""

from __future__ import annotations

import asyncio
import json
import re
import resource
import select
import socket
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import pytest
from websockets.asyncio.client import ClientConnection, connect

from tests.faults import campaign
from tests.faults.rig import Embedded
from tests.faults.storm import Player, Storm
from tests.faults.tables import open_table
from tests.faults.visiting import Address
from tests.proxy import Proxy

SOCKETS, AT_ONCE = 200, 50
"""Of each kind that is no use, and how many of them come at the same time."""
CALM = 4.0
"""Seconds of the storm before they come."""
BYTES_PER_S = 5000
"""Of a slow reader: about as much as is to be told at a table, and not the whole of it at once."""
LOOK_EVERY = 0.1
SLOW, SILENT = 4430, 4408
SOON = 15.0
"""Seconds after which somebody who has reached the limit is sent away before being silent for too long."""
CLOSED_WITHIN = 120
"""Seconds after which nobody waits any longer for a socket to be closed; how soon it was is told."""
MOST_MEMORY = 64 * 2**20

HUNG_UP = select.POLLRDHUP | select.POLLHUP | select.POLLERR
CODE = re.compile(rb'"code":(\d+)')
UPDATE = re.compile(rb'"t":"update","v":(\d+)')


@dataclass
class End:
    """What the server talks to: the far end of a connection of which nobody hears any more."""

    socket: socket.socket
    table: str
    since: float
    reads: bool
    """Whether the system takes in what comes, as that of a machine that has lost its network does not tell."""
    heard: bytearray = field(default_factory=bytearray)
    closed: float | None = None

    def take(self) -> bool:
        """Take in what has come; whether there will be more."""
        with suppress(BlockingIOError):
            while data := self.socket.recv(65536):
                self.heard += data
            return False
        return True

    @property
    def code(self) -> int:
        """With which it was closed, as far as that could be sent."""
        return int(codes[-1]) if (codes := CODE.findall(self.heard)) else 0

    @property
    def last(self) -> int:
        """The last version that came."""
        return max(map(int, UPDATE.findall(self.heard)), default=-1)


class Ends:
    """All of them: looks after those that read, and sees which are closed."""

    def __init__(self, storm: Storm) -> None:
        self.storm = storm
        self.open: dict[int, End] = {}
        self.all: list[End] = []
        self.poll = select.poll()

    def add(self, end: End) -> None:
        """From now on it is looked after."""
        end.socket.setblocking(False)
        self.open[end.socket.fileno()] = end
        self.all.append(end)
        self.poll.register(end.socket, HUNG_UP | (select.POLLIN if end.reads else 0))

    def look(self) -> None:
        """Once."""
        for number, event in self.poll.poll(0):
            end = self.open[number]
            try:
                more = not event & HUNG_UP if end.take() else False
            except OSError:
                more = False
            if not more:
                end.closed = self.storm.recorder.now()
                self.poll.unregister(number)
                del self.open[number]

    async def until_closed(self) -> None:
        """Return when all are."""
        end = asyncio.get_running_loop().time() + CLOSED_WITHIN
        while self.open and asyncio.get_running_loop().time() < end:
            self.look()
            await asyncio.sleep(LOOK_EVERY)

    def close(self) -> None:
        """Nothing is left of them."""
        for end in self.all:
            end.socket.close()


async def watch(address: Address, table: str) -> ClientConnection:
    """Somebody who looks on: greeted and shown the table."""
    socket = await connect(
        f"{address.socket}/ws/v1/tables/{table}",
        additional_headers={"Origin": address.url},
        subprotocols=["kartenhaus.v1"],  # type: ignore[list-item]
        open_timeout=CLOSED_WITHIN,
        max_size=None,
        ping_interval=None,
        compression=None,
        proxy=None,
    )
    await socket.send(json.dumps({"t": "hello", "id": "1", "d": {"lang": "de", "caps": [], "client": "slow"}}))
    while json.loads(await socket.recv())["t"] != "sync":
        pass
    return socket


async def visit(address: Address, tables: Sequence[str]) -> None:
    """As many come to these tables, look, and leave in order."""
    for first in range(0, len(tables), AT_ONCE):
        lines = await asyncio.gather(*(watch(address, table) for table in tables[first : first + AT_ONCE]))
        await asyncio.gather(*(line.close() for line in lines))


async def lose(ends: Ends, proxy: Proxy, tables: Sequence[str], *, read: bool) -> None:
    """Somebody comes to each of these tables; then nobody hears anything any more, and the server is not told."""
    address = Address(0, proxy.port)
    for first in range(0, len(tables), AT_ONCE):
        here = tables[first : first + AT_ONCE]
        lines = await asyncio.gather(*(watch(address, table) for table in here))
        ports = {line.local_address[1]: table for line, table in zip(lines, here, strict=True)}
        lost = proxy.forget()
        for server, client in zip(lost[::2], lost[1::2], strict=True):
            ends.add(End(server, ports[client.getpeername()[1]], ends.storm.recorder.now(), read))
            client.close()
        for line in lines:
            line.transport.abort()


async def dawdle(address: Address, table: str) -> None:
    """A handshake, one byte a second."""
    _, writer = await asyncio.open_connection("127.0.0.1", address.port)
    try:
        for byte in f"GET /ws/v1/tables/{table} HTTP/1.1\r\nHost: 127.0.0.1:{address.port}\r\nUpgrade: websocket\r\n".encode():
            writer.write(bytes([byte]))
            await writer.drain()
            await asyncio.sleep(1)
    finally:
        writer.transport.abort()


def memory(pid: int) -> int:
    """What a process has in memory, in bytes."""
    return int(Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1]) * resource.getpagesize()


def p99(storm: Storm, since: float, until: float) -> float:
    """Of the times to an `ack`, in milliseconds."""
    times = sorted(ack.took for ack in storm.acks if since <= ack.at < until)
    return times[int(0.99 * (len(times) - 1) + 0.5)] * 1000 if times else 0.0


@pytest.fixture
def many_files() -> Iterator[None]:
    """Each socket is a file here, too."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


@pytest.mark.usefixtures("many_files")
def test_slow_and_half_open(embedded: Embedded) -> None:
    """QUA-2.20, PRO-6.5, PRO-7.1: they cost little memory, are sent away, and nobody else notices."""
    ends: list[End] = []
    sizes: list[int] = []
    came: list[float] = []
    (address,) = embedded.addresses

    async def look_at_memory() -> None:
        while True:
            sizes.append(memory(embedded.pids()[0]))
            await asyncio.sleep(1)

    async def fault(storm: Storm) -> None:
        quiet = await asyncio.to_thread(open_table, address, len(storm.players), 2, False, {})
        tables = {player.table.number: player.table for player in storm.players}
        busy = [table.id for table in tables.values() if len(table.cookies) > 1] * SOCKETS
        useless = [*busy[:SOCKETS], *[quiet.id] * SOCKETS]
        await asyncio.sleep(CALM)
        with Proxy(address.port) as proxy:
            came.append(storm.recorder.note("fault", what="others come and go, as many"))
            await visit(Address(0, proxy.port), useless)
        came.append(storm.recorder.note("fault", what="slow and half-open clients come"))
        lost = Ends(storm)
        with Proxy(address.port) as proxy, Proxy(address.port) as slow:
            slow.bytes_per_s = BYTES_PER_S
            late = [Player(storm, table, None, "", Random(table.number)) for table in tables.values()]
            for player in late:
                player.by_way_of = Address(0, slow.port)
            storm.players.extend(late)
            beside = [asyncio.create_task(player.run()) for player in late]
            beside.append(asyncio.create_task(look_at_memory()))
            beside.extend(asyncio.create_task(dawdle(address, quiet.id)) for _ in range(SOCKETS))
            try:
                await lose(lost, proxy, useless[:SOCKETS], read=False)
                await lose(lost, proxy, useless[SOCKETS:], read=True)
                came.append(storm.recorder.note("fault", what="all are there"))
                await lost.until_closed()
                ends.extend(lost.all)
                came.append(storm.recorder.note("fault", what="they are gone"))
                for player in late:  # from here on they are like anybody else
                    player.by_way_of = None
            finally:
                for task in beside[len(late) :]:
                    task.cancel()
                await asyncio.gather(*beside[len(late) :], return_exceptions=True)
                lost.close()
        for task in beside[: len(late)]:
            storm.spawn(task)
        heads = {player.table.id: player.client.v for player in storm.players if player.viewer == 0}
        await storm.until(
            lambda: all(player.client.v >= heads[player.table.id] for player in late), CLOSED_WITHIN, "slow readers see it all"
        )

    storm = campaign.run(embedded, "QUA-2.20", "test_slow_and_half_open", fault, campaign.size((0.1, 0.7))).storm
    unread, vanished = [end for end in ends if not end.reads], [end for end in ends if end.reads]
    limited = [(end, storm.told[end.table, end.last + 1]) for end in unread if (end.table, end.last + 1) in storm.told]
    after_limit = [end.closed - limit for end, limit in limited if end.closed is not None]
    after_last = [end.closed - end.since for end in vanished if end.closed is not None]
    campaign.say(
        f"QUA-2.20 embedded: {len(unread)} that never read, closed with {dict(Counter(end.code for end in unread))}, "
        f"after the limit by {campaign.spread_of(after_limit)}; {len(vanished)} that vanished, closed with "
        f"{dict(Counter(end.code for end in vanished))} after {campaign.spread_of(after_last)}; slow readers closed "
        f"{Counter(storm.byes)[SLOW]}; memory +{(max(sizes) - sizes[0]) / 2**20:.1f} MiB; "
        f"ack p99 {p99(storm, 0, came[0]):.0f} ms before, {p99(storm, *came[0:2]):.0f} ms while as many come that behave, "
        f"{p99(storm, *came[1:3]):.0f} ms while these come, {p99(storm, *came[2:4]):.0f} ms while they are there"
    )
    assert not [end for end in ends if end.closed is None]
    # where too little was played for that, they have been silent for too long
    assert {end.code for end in unread} <= {SLOW, SILENT}
    assert {end.code for end, limit in limited if limit < end.since + SOON} <= {SLOW}
    assert {end.code for end in vanished} == {SILENT}
    assert max(sizes) - sizes[0] < MOST_MEMORY
