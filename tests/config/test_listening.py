"""Where the server listens, and what is said about it."""

import io
import urllib.error
import urllib.request
from pathlib import Path

import pytest
from django.core.management import execute_from_command_line
from pytest_django import Settings

from config import listening
from tests.running_site import RunningSite, run_command


@pytest.mark.parametrize("host", ["127.0.0.1", "127.1.2.3", "::1", "localhost"])
def test_this_machine_alone(host: str) -> None:
    assert listening.is_loopback(host)
    assert not listening.warn_if_reachable(host, io.StringIO())


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.0.2.7", "spiele.example"])
def test_other_machines_are_warned_of_in_development(host: str, settings: Settings) -> None:
    """QUA-4.1."""
    words = io.StringIO()
    assert listening.warn_if_reachable(host, words)
    assert "can be reached from other machines" in words.getvalue()
    settings.PRODUCTION = True
    assert not listening.warn_if_reachable(host, io.StringIO())


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("127.0.0.1", "http://127.0.0.1:8000"),
        ("0.0.0.0", "http://127.0.0.1:8000"),
        ("::", "http://[::1]:8000"),
        ("192.0.2.7", "http://192.0.2.7:8000"),
    ],
)
def test_what_to_type_into_a_browser(host: str, address: str) -> None:
    assert listening.web_address(host, 8000) == address


def test_a_port_out_of_range_is_told(tmp_path: Path) -> None:
    result = run_command("up", "--port", "123456", var=tmp_path)
    assert result.returncode == 1
    assert "Cannot listen on 127.0.0.1 port 123456" in result.stderr
    assert "Traceback" not in result.stderr


def test_any_free_port(tmp_path: Path) -> None:
    """It is said which one it has become."""
    site = RunningSite(tmp_path, "--port", "0")
    try:
        site.wait_for("Kartenhaus: http://127.0.0.1:")
        address = site.output.split("Kartenhaus: ")[1].split()[0]
        with urllib.request.urlopen(f"{address}/") as page:
            assert page.status == 200
    finally:
        site.stop()


@pytest.mark.parametrize("command", ["up", "serve", "prepare", "worker"])
def test_help(capsys: pytest.CaptureFixture[str], command: str) -> None:
    with pytest.raises(SystemExit) as end:
        execute_from_command_line(["manage.py", command, "--help"])
    assert end.value.code == 0
    assert f"usage: manage.py {command}" in capsys.readouterr().out


@pytest.mark.parametrize(("host", "detail"), [("127.0.0.1", True), ("0.0.0.0", False)])
def test_debug_pages_are_for_this_machine_alone(tmp_path: Path, host: str, detail: bool) -> None:
    """QUA-4.1."""
    with RunningSite(tmp_path, "--host", host, DEBUG="true") as site:
        with pytest.raises(urllib.error.HTTPError) as missing:
            urllib.request.urlopen(f"{site.url}/nirgends")
        page = missing.value.read().decode()
    assert ("DEBUG = True" in page) is detail
    assert ("Warning: 0.0.0.0 can be reached" in site.output) is not detail
