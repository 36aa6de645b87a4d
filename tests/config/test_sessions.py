"""Who a socket belongs to."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from config import sessions
from config.sessions import SessionReader
from games.tables import access
from tests.games.tables.clockwork import timed_table
from tests.games.tables.play import user_at

pytestmark = pytest.mark.django_db(transaction=True)


def found(*cookies: str) -> list[dict[str, Any]]:
    """What sockets that come at once with these cookies are passed on with."""
    scopes: list[dict[str, Any]] = []

    async def application(scope: Any, receive: Any, send: Any) -> None:
        scopes.append(scope)

    async def come() -> None:
        reader = SessionReader(application)
        heads: Any = [[(b"cookie", f"{settings.SESSION_COOKIE_NAME}={cookie}".encode())] if cookie else [] for cookie in cookies]
        await asyncio.gather(*(reader({"type": "websocket", "headers": head}, None, None) for head in heads))  # type: ignore[arg-type]

    async_to_sync(come)()
    return scopes


def logged_in(user: User) -> str:
    """The cookie of somebody who is."""
    client = Client()
    client.force_login(user)
    return client.cookies[settings.SESSION_COOKIE_NAME].value


def test_the_user_of_a_session() -> None:
    user = User.objects.create_user("anna")
    cookie = logged_in(user)
    [scope] = found(cookie)
    assert scope["user"] == user
    assert scope["session"].session_key == cookie


def test_a_session_that_is_not_there() -> None:
    [scope] = found("nonsense")
    assert isinstance(scope["user"], AnonymousUser)


def test_a_new_password_ends_a_session() -> None:
    """PRO-2.7."""
    user = User.objects.create_user("anna")
    cookie = logged_in(user)
    user.set_password("something else entirely")
    user.save()
    [scope] = found(cookie)
    assert isinstance(scope["user"], AnonymousUser)


def test_nothing_is_asked_without_a_cookie(django_assert_num_queries: Any) -> None:
    """QUA-2.20: people who only look on cost little, however many come."""
    with django_assert_num_queries(0):
        [scope] = found("")
    assert isinstance(scope["user"], AnonymousUser)
    assert "session" not in scope


def test_few_are_looked_up_at_the_same_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """QUA-2.20: the thread in which sockets ask the database is not taken up by those who come."""
    now, most = 0, 0

    async def slow(scope: Any) -> Any:
        nonlocal now, most
        now += 1
        most = max(most, now)
        await asyncio.sleep(0.01)
        now -= 1
        return AnonymousUser()

    monkeypatch.setattr(sessions, "get_user", slow)
    assert len(found(*["some"] * 20)) == 20
    assert most == sessions.MOST_AT_ONCE


def test_the_place_of_somebody_is_had_by_little() -> None:
    """QUA-2.20: the table itself, with its state, is not read for everybody who comes."""
    table = timed_table()
    for user, seat, queries in ((user_at(table, 1), 1, 1), (None, None, 1), (User.objects.create_user("berta"), None, 2)):
        with CaptureQueriesContext(connection) as asked:
            assert access.place(user, table.pk) == access.Place(seat, table.game)
        assert len(asked) == queries
        assert not [query for query in asked.captured_queries if "seed" in query["sql"] or "options" in query["sql"]]
    assert access.place(None, "aaaaaaaaaa") is None
    assert access.place(None, "no id") is None
