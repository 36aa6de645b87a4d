"""Browsers look at the whole site as `manage.py up` runs it, and every page is watched: see `new_context`."""

import json
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import BrowserContext, ConsoleMessage, Page, Request, WebError, WebSocket, expect

from tests import awkward
from tests.browser.patience import PATIENCE
from tests.games.tables import schemas
from tests.running_site import RunningSite
from tests.world import World, build_on

expect.set_options(timeout=PATIENCE)

NewContext = Callable[..., BrowserContext]


class Watch:
    """Notes what no page may do: break the content policy, fail in a script, ask a foreign host (QUA-4.3).

    Every message on a socket must be as its schema says, whoever sends it.
    """

    def __init__(self, own: str) -> None:
        self.own = (own, own.replace("http", "ws", 1), "data:", "blob:")
        self.troubles: list[str] = []

    def over(self, context: BrowserContext) -> BrowserContext:
        """Watch all pages of a browser."""
        context.on("console", self.note_message)
        context.on("request", self.note_request)
        context.on("weberror", self.note_error)
        context.on("page", self.watch_sockets)
        return context

    def watch_sockets(self, page: Page) -> None:
        """Read along on all sockets of a page."""

        def listen(socket: WebSocket) -> None:
            socket.on("framereceived", lambda frame: self.note_frame("server", frame))
            socket.on("framesent", lambda frame: self.note_frame("client", frame))

        page.on("websocket", listen)

    def note_frame(self, side: str, frame: str | bytes) -> None:
        """A message of the server or of the page."""
        try:
            schemas.check(side, json.loads(frame))
        except AssertionError as error:
            self.troubles.append(str(error))

    def note_message(self, message: ConsoleMessage) -> None:
        """Warnings count too; only an error page that a test has asked for is no trouble."""
        if message.type in {"error", "warning"} and "the server responded with a status of" not in message.text:
            self.troubles.append(f"{message.type}: {message.text}")

    def note_request(self, request: Request) -> None:
        """Everything comes from our own host."""
        if not request.url.startswith(self.own):
            self.troubles.append(f"foreign host: {request.url}")

    def note_error(self, error: WebError) -> None:
        """No script ends in an error."""
        self.troubles.append(f"script: {error.error}")


@pytest.fixture(scope="session")
def base_url(site: RunningSite) -> str:
    """Let pages be named by their path."""
    return site.url


@pytest.fixture
def new_context(new_context: NewContext, base_url: str) -> Iterator[NewContext]:
    """Make browsers that are watched; `context` and `page` come from here too."""
    watch = Watch(base_url)
    yield lambda **options: watch.over(new_context(**options))
    assert watch.troubles == []


LONGEST = 300
"""As a line of the chat may be."""


@pytest.fixture(scope="session")
def world(site: RunningSite) -> World:
    """A site with something of everything. Lines stand there as they were sent, without what is taken out of them."""
    lines = tuple(text[:LONGEST] for text in awkward.ALL if "\0" not in text)
    return build_on(site, lines, dict(zip(("seat", "opponent", "player"), awkward.NAMES, strict=True)))
