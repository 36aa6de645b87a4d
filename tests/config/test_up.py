"""`manage.py up`: starts the site, keeps it running, stops without a trace."""

import os
import signal
import socket
import time
from pathlib import Path

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from tests.running_site import BareSite, RunningSite, free_port, furnish, is_alive, run_command


def test_a_killed_server_is_started_again_and_ctrl_c_ends_everything(tmp_path: Path) -> None:
    with BareSite(tmp_path) as site:
        for _ in range(2):
            site.kill_server()
        assert site.output.count("The server died (signal 9); starting it again.") == 2
        assert site.output.count("Kartenhaus: ") == 1
        servers = site.servers()
        began = time.monotonic()
        assert site.stop(signal.SIGINT) == 0
        assert time.monotonic() - began < 5
        assert len(servers) == 1
        assert not is_alive(servers[0])
        assert "Traceback" not in site.output
        assert site.output.endswith("Kartenhaus has stopped.\n")


def test_ctrl_c_in_a_terminal_reaches_the_whole_group(tmp_path: Path) -> None:
    with RunningSite(tmp_path) as site:
        os.killpg(site.process.pid, signal.SIGINT)
        assert site.process.wait(10) == 0
        assert "Traceback" not in site.output


def test_sigterm_ends_with_open_sockets_and_half_requests(tmp_path: Path) -> None:
    with RunningSite(tmp_path) as site, socket.create_connection(("127.0.0.1", site.port)) as half:
        half.sendall(b"POST /sprache/ HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100\r\n\r\nlanguage=")
        time.sleep(0.5)
        began = time.monotonic()
        assert site.stop(signal.SIGTERM) == 0
        assert time.monotonic() - began < 5
        assert "Traceback" not in site.output


def test_no_server_outlives_a_killed_up(tmp_path: Path) -> None:
    with RunningSite(tmp_path) as site:
        (server,) = site.servers()
        site.stop(signal.SIGKILL)
        end = time.monotonic() + 10
        while is_alive(server) and time.monotonic() < end:
            time.sleep(0.1)
        assert not is_alive(server)


def test_a_port_in_use_is_told(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        result = run_command("up", "--port", str(port), var=tmp_path)
    assert result.returncode == 1
    assert f"Cannot listen on 127.0.0.1 port {port}: Address already in use" in result.stderr
    assert "Traceback" not in result.stderr


def test_a_server_that_never_comes_up_is_given_up(tmp_path: Path) -> None:
    furnish(tmp_path)
    result = run_command("up", "--port", str(free_port()), var=tmp_path, DJANGO_SETTINGS_MODULE="tests.config.failing_background")
    assert result.returncode == 1
    assert "this clock never ticks" in result.stderr
    assert "The server died 5 times just after its start" in result.stderr


def test_serve_names_a_port_in_use(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        result = run_command("serve", "--port", str(other.getsockname()[1]), var=tmp_path)
    assert result.returncode == 1
    assert "Address already in use" in result.stderr
    assert "Traceback" not in result.stderr


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://127.0.0.1:1"])
def test_a_foreign_page_gets_no_socket(site: RunningSite, origin: str) -> None:
    """QUA-3.10, through the real server: the answer is 403, before accept."""
    url = site.url.replace("http", "ws")
    with pytest.raises(InvalidStatus) as refused, connect(f"{url}/ws/v1/lobby", additional_headers={"Origin": origin}):
        pass
    assert refused.value.response.status_code == 403


def test_who_connects_while_the_server_is_away_is_served_by_the_next_one(tmp_path: Path) -> None:
    """QUA-1.8: nobody is refused between two servers."""
    with RunningSite(tmp_path) as site:
        (old,) = site.servers()
        os.kill(old, signal.SIGKILL)
        while is_alive(old):
            time.sleep(0.01)
        with socket.create_connection(("127.0.0.1", site.port), timeout=30) as line:
            line.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
            assert line.recv(12) == b"HTTP/1.1 200"
