"""What all resources of the API share: problems, limits, language, pages (PRO section 10)."""

from __future__ import annotations

import logging
from typing import Any

import pytest
from django.core.cache import cache
from django.db import OperationalError
from django.test import Client

from accounts import guests
from config.api.problems import CODES
from games.engine.errors import Text
from games.tables.codes import Refusal
from leaderboards.ratings import selectors
from tests.accounts.people import in_browser, someone

pytestmark = pytest.mark.django_db
BOARD = "/api/v1/leaderboards/emotrions"


@pytest.fixture(autouse=True)
def _fresh_counts() -> None:
    """Nobody has asked yet."""
    cache.clear()


def problem(answer: Any, code: str) -> dict[str, Any]:
    """Hold an error against RFC 9457; returns it."""
    status, _title = CODES[code]
    data: dict[str, Any] = answer.json()
    assert answer.status_code == status
    assert answer["Content-Type"] == "application/problem+json"
    assert {"type", "title", "status", "detail", "code", "trace_id"} <= set(data)
    assert (data["code"], data["status"]) == (code, status)
    assert data["type"] == f"http://testserver/hilfe/fehler/#{code}"
    assert data["detail"]
    return data


@pytest.mark.parametrize("address", ["/api/v1/", "/api/v1/nirgends", "/api/v1/leaderboards/nirgends", "/api/v1/users/x/ratings"])
def test_what_is_not_there_is_a_problem(address: str) -> None:
    """PRO-10.3: also at addresses that no resource has."""
    assert problem(Client().get(address), "not_found")["title"] == "Nicht gefunden"


def test_every_other_way_to_fail_is_one(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    """PRO-10.3: 400 with fields, 401, 405, 500, and what the rooms below refuse; nothing of the inside is told."""
    client = in_browser(someone())
    bad = problem(client.get(BOARD, {"limit": "x", "ordering": "height"}), "invalid")
    assert {field["field"] for field in bad["errors"]} == {"limit", "ordering"}
    assert all(set(field) == {"field", "code", "message"} for field in bad["errors"])
    assert problem(Client().get(BOARD, {"around": "me"}), "not_authenticated")
    assert Client().get(BOARD, {"around": "me"})["WWW-Authenticate"]
    assert problem(client.post(BOARD), "method_not_allowed")
    assert problem(client.put(BOARD, "{", content_type="application/json"), "method_not_allowed")
    for error, code in (
        (RuntimeError("geheim"), "internal"),
        (OperationalError("geheim"), "read_only"),
        (Refusal("table_full", Text("error.table_full")), "table_full"),
    ):

        def fail(*_: Any, error: Exception = error, **__: Any) -> None:
            raise error

        monkeypatch.setattr(selectors, "page", fail)
        with caplog.at_level(logging.ERROR, "kartenhaus.api"):
            data = problem(client.get(BOARD), code)
        assert "geheim" not in str(data)
        if code == "internal":
            assert data["trace_id"] in caplog.text


def test_without_the_token_nothing_is_changed() -> None:
    """QUA-3.10: whoever asks."""
    user = someone()
    for client in (Client(enforce_csrf_checks=True), Client(enforce_csrf_checks=True)):
        problem(client.post(BOARD), "forbidden")
        client.force_login(user)
        problem(client.post(BOARD), "forbidden")


def test_strangers_and_users_are_counted_apart() -> None:
    """PRO-10.4: 60 and 240 a minute, then 429 with a time; people of one network together, guests as users."""
    stranger = Client(REMOTE_ADDR="192.0.2.7")
    assert [stranger.get(BOARD).status_code for _ in range(60)] == [200] * 60
    answer = stranger.get(BOARD)
    assert "rate_limited" in problem(answer, "rate_limited")["type"]
    assert 0 < int(answer["Retry-After"]) <= 60
    assert Client(REMOTE_ADDR="192.0.2.8").get(BOARD).status_code == 200
    guest = in_browser(guests.create_guest("de"))
    assert [guest.get("/api/v1/nirgends", REMOTE_ADDR="192.0.2.7").status_code for _ in range(240)] == [404] * 240
    problem(guest.get(BOARD, REMOTE_ADDR="192.0.2.7"), "rate_limited")


def test_neighbours_behind_one_prefix_share_a_count() -> None:
    for number in range(60):
        assert Client(REMOTE_ADDR=f"2001:db8::{number:x}").get(BOARD).status_code == 200
    problem(Client(REMOTE_ADDR="2001:db8::abcd").get(BOARD), "rate_limited")


def test_the_language_is_that_of_the_address_or_the_browser() -> None:
    """PRO-10.8: codes stay."""
    english = {"accept-language": "en"}
    said = [
        problem(Client(headers=english).get("/api/v1/x"), "not_found")["title"],
        problem(Client(headers=english).get("/api/v1/x?lang=de"), "not_found")["title"],
        problem(Client().get("/api/v1/x?lang=en"), "not_found")["title"],
        problem(Client().get("/api/v1/x?lang=%00zz"), "not_found")["title"],
    ]
    assert said == ["Not found", "Nicht gefunden", "Not found", "Nicht gefunden"]


def test_the_codes_have_a_page() -> None:
    """PRO-10.3: `type` leads there."""
    page = Client().get("/hilfe/fehler/").content.decode()
    assert all(f'id="{code}"' in page for code in CODES)
