"""The server against clients that overdo it: what Daphne would keep in memory for them is bounded (PRO-6.5, QUA-2.20)."""

from __future__ import annotations

import contextlib
import json
import socket
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from tests.games.tables.visitors import PATIENCE, RealLine, Visitor
from tests.running_site import RunningSite


def memory(process: int) -> int:
    """Bytes in real memory."""
    status = Path(f"/proc/{process}/status").read_text(encoding="ascii")
    (line,) = [line for line in status.splitlines() if line.startswith("VmRSS")]
    return int(line.split()[1]) * 1024


def plain(wire: ClientConnection) -> socket.socket:
    """The socket below, to write to without anybody reading."""
    return wire.socket


def frame(text: str) -> bytes:
    """A text frame as a client sends it, with a mask of zeros."""
    data = text.encode()
    assert 126 <= len(data) < 1 << 16
    return bytes([0x81, 0x80 | 126]) + len(data).to_bytes(2, "big") + bytes(4) + data


def send_all(line: socket.socket, message: bytes, times: int) -> None:
    """The same again and again, whether or not anybody answers."""
    for _ in range(times):
        line.sendall(message)


def read_all(line: RealLine) -> None:
    """Until the line ends: raises `ConnectionClosed`. What came is not looked at."""
    while True:
        line.wire.recv(PATIENCE)


def test_a_flood_is_cut_off(site: RunningSite) -> None:
    """PRO-7.3, QUA-2.19: 60 MB of messages at once do not end up in memory, and others play on."""
    (server,) = site.servers()
    visitor, flooder = Visitor(site), Visitor(site)
    table = visitor.play_now()
    with visitor.line(table) as line, flooder.line(table) as flood:
        line.hello()
        flood.hello()
        before = memory(server)
        message = frame(json.dumps({"t": "resync", "id": "x", "d": {}, "filler": "x" * 15_000}))
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):  # if it is cut off before it has sent everything
            send_all(plain(flood.wire), message, 4000)
        with pytest.raises(ConnectionClosed):
            read_all(flood)
        assert line.wait()
        assert line.ask("move", **line.move())["t"] == "ack"
        grown = memory(server) - before
    assert grown < 16 * 1024 * 1024
    assert "Traceback" not in site.output


def test_who_sends_too_fast_is_told_before_the_end(site: RunningSite) -> None:
    """PRO-7.3, through the real server: `rate_limited`, then `bye` and 4429."""
    with Visitor(site).line(Visitor(site).play_now()) as line:
        line.hello()
        with contextlib.suppress(ConnectionClosed):  # before all of it was sent
            for number in range(50):
                line.send({"t": "move", "id": f"x-{number}", "d": {"move_id": "m", "prompt": "0-0", "expect": 0, "choice": []}})
        assert line.close_code() == 4429
        errors = [json.loads(text)["d"] for text in line.client.frames if '"error"' in text]
        assert {"rate_limited", "forbidden"} == {error["code"] for error in errors}
        assert '"bye"' in line.client.frames[-1]


def test_unfinished_handshakes_hinder_nobody(site: RunningSite) -> None:
    """QUA-2.20."""
    lines = [socket.create_connection(("127.0.0.1", site.port)) for _ in range(50)]
    for line in lines:
        line.sendall(b"GET /ws/v1/tables/aaaaaaaaaa HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: webso")
    visitor = Visitor(site)
    with visitor.line(visitor.play_now()) as playing:
        assert playing.hello()["t"] == "sync"
    for line in lines:
        line.close()


def test_who_vanishes_in_the_handshake_leaves_nothing(site: RunningSite) -> None:
    table = Visitor(site).play_now()
    for _ in range(20):
        line = RealLine(site, table)
        line.open()
        plain(line.wire).close()
        with pytest.raises((ConnectionClosed, OSError)):
            line.hello()
        line.close()
    with Visitor(site).line(table) as line:
        line.hello()
    assert "Traceback" not in site.output
