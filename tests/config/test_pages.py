"""What every page sends and shows: policies, language, errors that say what happened."""

import asyncio
import re
import threading
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.conf import settings
from django.contrib import messages
from django.core.exceptions import PermissionDenied, SuspiciousOperation
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.test import AsyncClient, Client
from django.urls import include, path

from config.pages import THREADS, PageHandler
from games.tables import lobby_lines
from games.tables.filters import Filter

POLICY = {
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "font-src 'self'",
    "media-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
}

GAME = SimpleNamespace(
    slug="emotrions", name="Emotrions", tagline="Stiche mit Gefühl", players="2–6", minutes="15 min", play_url="/los/1"
)
TABLE = SimpleNamespace(url="/tisch/abc", game_name="Emotrions", opponents="Bot Tinte", your_turn=True)


TOGETHER = 4
barrier = threading.Barrier(TOGETHER, timeout=20)


def thread(request: HttpRequest) -> HttpResponse:
    return HttpResponse(threading.current_thread().name)


def in_company(request: HttpRequest) -> HttpResponse:
    barrier.wait()
    return thread(request)


def raising(error: Exception) -> Callable[[HttpRequest], HttpResponse]:
    def view(request: HttpRequest) -> HttpResponse:
        raise error

    return view


def full_home(request: HttpRequest) -> HttpResponse:
    mine = {"games": [GAME], "my_tables": [TABLE], "turns": 1}
    return render(request, "home.html", lobby_lines.context(request, Filter()) | mine)


def empty_home(request: HttpRequest) -> HttpResponse:
    return render(request, "home.html", lobby_lines.context(request, Filter()) | {"games": [], "my_tables": []})


def leave_message(request: HttpRequest) -> HttpResponse:
    messages.error(request, "Der Tisch ist <voll>.")
    return redirect("/voll")


urlpatterns = [
    path("thread/", thread),
    path("together/", in_company),
    path("voll", full_home),
    path("leer", empty_home),
    path("hinweis", leave_message),
    path("400", raising(SuspiciousOperation("not for you to see"))),
    path("403", raising(PermissionDenied("not for you to see"))),
    path("500", raising(RuntimeError("not for you to see"))),
    path("", include("config.urls")),
]
pytestmark = [pytest.mark.urls(__name__), pytest.mark.django_db]


@pytest.fixture
def visitor() -> Client:
    return Client(raise_request_exception=False)


@pytest.mark.parametrize("address", ["/voll", "/400", "/403", "/nirgends", "/500", "/admin/login/", "/static/site/base.css"])
def test_every_answer_has_the_policies(visitor: Client, address: str) -> None:
    """QUA-4.3, QUA-4.4."""
    response = visitor.get(address)
    assert set(response["Content-Security-Policy"].split("; ")) == POLICY
    assert response["X-Content-Type-Options"] == "nosniff"
    assert response["Referrer-Policy"] == "same-origin"
    assert response["Cross-Origin-Opener-Policy"] == "same-origin"
    assert response["Cross-Origin-Resource-Policy"] == "same-origin"
    if address.startswith(settings.STATIC_URL):  # it holds for documents, and there are eighty files to a table (UX-6.5)
        assert "Permissions-Policy" not in response
    else:
        assert "camera=()" in response["Permissions-Policy"]
        assert "screen-wake-lock=(self)" in response["Permissions-Policy"]


@pytest.mark.parametrize(
    ("address", "status", "german", "english"),
    [
        ("/400", 400, "Diese Anfrage ist nicht lesbar", "This request cannot be read"),
        ("/403", 403, "Hier hast du keinen Zugang", "You have no access here"),
        ("/nirgends", 404, "Diese Seite gibt es nicht", "There is no such page"),
        ("/500", 500, "Bei uns ist ein Fehler aufgetreten", "Something went wrong on our side"),
    ],
)
def test_errors_say_what_happened(visitor: Client, address: str, status: int, german: str, english: str) -> None:
    """UX-5.3, in both languages, without anything of the error itself."""
    for language, text in (("de", german), ("en", english)):
        response = visitor.get(address, headers={"accept-language": language})
        page = response.content.decode()
        assert response.status_code == status
        assert text in page
        assert f'<html lang="{language}">' in page
        assert "not for you to see" not in page


def test_a_form_without_token_is_refused() -> None:
    """QUA-3.10."""
    response = Client(enforce_csrf_checks=True).post("/sprache/", {"language": "en"})
    assert response.status_code == 403
    assert "Diese Seite ist abgelaufen" in response.content.decode()


def test_an_unknown_host_is_refused(visitor: Client) -> None:
    """QUA-3.12."""
    assert visitor.get("/voll", headers={"host": "evil.example"}).status_code == 400


@pytest.mark.parametrize(
    ("browser", "language"),
    [("en-GB,en;q=0.9", "en"), ("de-AT", "de"), ("fr,es", "de"), ("", "de"), ("fr,en;q=0.5", "en")],
)
def test_the_first_visit_follows_the_browser(visitor: Client, browser: str, language: str) -> None:
    """UX-10.1."""
    assert f'<html lang="{language}">' in visitor.get("/voll", headers={"accept-language": browser}).content.decode()


def test_the_language_switch_keeps_the_page(visitor: Client) -> None:
    """UX-10.1, QUA-4.5."""
    page = visitor.get("/voll?a=1").content.decode()
    assert 'name="next" value="/voll?a=1"' in page
    response = visitor.post("/sprache/", {"language": "en", "next": "/voll?a=1"})
    assert response.status_code == 302
    assert response["Location"] == "/voll?a=1"
    cookie = response.cookies["kartenhaus_language"]
    assert cookie["httponly"]
    assert cookie["samesite"] == "Lax"
    assert '<html lang="en">' in visitor.get("/voll").content.decode()


@pytest.mark.parametrize("target", ["https://evil.example/", "//evil.example", "/\\evil.example", "javascript:alert(1)"])
def test_the_language_switch_leads_nowhere_else(visitor: Client, target: str) -> None:
    """QUA-3.12."""
    assert visitor.post("/sprache/", {"language": "en", "next": target})["Location"] == "/"


def test_home_has_one_main_button_and_a_tile_a_game(visitor: Client) -> None:
    """UX-2."""
    page = visitor.get("/voll").content.decode()
    assert page.count("btn--main") == 1
    assert re.search(r'<form method="post" action="/sofort/">.*Sofort gegen Bot spielen</button>', page)
    assert re.search(r'href="/neu/" data-dialog="opening">.*Mit Freunden spielen</a>', page)
    assert re.search(r'<form method="post" action="/los/1">.*Emotrions<span', page)
    assert "Stiche mit Gefühl" in page
    assert re.search(r'href="/tisch/abc"><b>Emotrions</b> <span class="soft">mit Bot Tinte</span>', page)
    assert "Du bist dran" in page


def test_home_without_games_or_tables(visitor: Client) -> None:
    page = visitor.get("/leer").content.decode()
    assert "Sofort gegen Bot spielen" in page
    assert "Welches Spiel?" not in page
    assert "Deine Tische" not in page


def test_messages_are_shown_once(visitor: Client) -> None:
    page = visitor.get("/hinweis", follow=True).content.decode()
    assert '<li class="messages__one" data-level="error">Der Tisch ist &lt;voll&gt;.</li>' in page
    assert "messages__one" not in visitor.get("/voll").content.decode()


def test_static_files_are_served_in_both_worlds(visitor: Client) -> None:
    """Under WSGI and under ASGI, also with a HEAD, and nothing outside of the listed packages."""
    response: Any = visitor.get("/static/site/logo.svg")
    assert response.content.startswith(b"<svg")
    assert response["Content-Type"] == "image/svg+xml"
    response = async_to_sync(AsyncClient().get)("/static/packages/htm/preact/standalone.module.js")
    assert response.status_code == 200
    assert b"export" in response.content
    assert response["Content-Type"].startswith("text/javascript")
    assert visitor.head("/static/site/logo.svg").content == b""
    for name in ("packages/htm/package.json", "packages/../package.json", "../manage.py", "%2e%2e/manage.py"):
        assert visitor.get(f"/static/{name}").status_code == 404


# --- threads -----------------------------------------------------------------------------------------------------------------


async def ask(handler: PageHandler, address: str) -> str:
    """What the handler answers, by ASGI."""
    came: list[dict[str, Any]] = [{"type": "http.request"}]
    answer: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        if not came:
            await asyncio.Event().wait()  # nothing more, and nobody hangs up
        return came.pop()

    async def send(message: dict[str, Any]) -> None:
        answer.append(message)

    headers = [(b"host", b"testserver")]
    await handler({"type": "http", "method": "GET", "path": address, "headers": headers, "query_string": b""}, receive, send)
    assert answer[0]["status"] == 200
    return b"".join(message.get("body", b"") for message in answer).decode()


def test_a_slow_page_hinders_no_other() -> None:
    """Four pages that wait for one another are made at the same time, each in a thread of its own; the threads are used again."""

    async def scenario() -> None:
        handler = PageHandler()
        together = await asyncio.gather(*(ask(handler, "/together/") for _ in range(TOGETHER)))
        assert len(set(together)) == TOGETHER
        assert {await ask(handler, "/thread/") for _ in range(5)} == {min(together)}
        assert handler.busy == [0] * THREADS

    asyncio.run(scenario())
