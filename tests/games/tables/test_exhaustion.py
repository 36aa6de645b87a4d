"""Little of everything (QUA-2.24): few files, few connections to the database. New sockets are sent away, games go on."""

import resource
import socket
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from tests.games.tables.visitors import Message, RealLine, Visitor
from tests.running_site import RunningSite

FILES = 256
CROWD = 12


def greeted(line: RealLine) -> Message:
    """What a newcomer hears first; somebody who is not let in may not even get to say hello."""
    with suppress(ConnectionClosed):
        line.send({"t": "hello", "id": "h", "d": {"lang": "de", "caps": [], "client": "test"}})
    return line.hear()


def vanish(line: RealLine) -> None:
    """Go without a farewell, for which somebody who has not read all that came would have to wait."""
    line.wire.socket.shutdown(socket.SHUT_RDWR)
    line.close()


def crowded(site: RunningSite, table: str, room: ExitStack) -> int:
    """Spectators come until one is sent away for want of files; how many could stay."""
    for number in range(FILES):
        line = Visitor(site).line(table)
        line.open()
        first = greeted(line)
        if first["t"] == "bye":
            assert first["d"]["code"] == line.close_code() == 4513
            assert first["d"]["reconnect"] == "backoff"
            return number
        room.callback(vanish, line)
    raise AssertionError("everybody was let in")


def play(line: RealLine, moves: int) -> int:
    """So many moves, or to the end; all are acknowledged."""
    done = 0
    while done < moves and line.wait():
        assert line.ask("move", **line.move())["t"] == "ack"
        done += 1
    return done


@pytest.mark.shared
def test_few_files_and_two_connections_to_the_database(tmp_path: Path) -> None:
    """QUA-2.24: 4513 for whoever comes, acks for whoever plays, new games as ever, room again when others have left."""
    with RunningSite(tmp_path, BOT_DELAY_MS="0", DATABASE_POOL="2") as site:
        (server,) = site.servers()
        resource.prlimit(server, resource.RLIMIT_NOFILE, (FILES, FILES))
        visitors = [Visitor(site) for _ in range(CROWD)]
        with ThreadPoolExecutor(CROWD) as at_once, ExitStack() as seats:
            tables = list(at_once.map(Visitor.play_now, visitors))
            lines = [seats.enter_context(visitor.line(table)) for visitor, table in zip(visitors, tables, strict=True)]
            for line in lines:
                line.hello()
            with ExitStack() as room:
                stayed = crowded(site, tables[0], room)
                assert stayed > 0
                moves = list(at_once.map(play, lines, [10] * CROWD))
                assert min(moves) > 0
                assert Visitor(site).play_now() not in tables
            end = time.monotonic() + 30
            while True:
                with Visitor(site).line(tables[0]) as late:
                    if greeted(late)["t"] == "sync":
                        break
                assert time.monotonic() < end, "nobody is let in any more"
                time.sleep(0.1)
        assert "Traceback" not in site.output
    sys.stdout.write(f"\n{stayed} spectators beside {CROWD} players, who made {sum(moves)} moves meanwhile\n")
