"""People who come to a running site with a browser's means: pages, cookies, and a real socket."""

from __future__ import annotations

import http.client
import json
import re
import time
from collections.abc import Callable
from contextlib import ExitStack
from types import TracebackType
from typing import Any, Protocol, Self
from urllib.parse import urlencode, urlsplit

from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.sync.client import ClientConnection, connect

from tests.games.tables import schemas
from tests.games.tables.folding import ACKNOWLEDGING, Client

PATIENCE = 30
"""Seconds after which an answer is not expected any more."""

PING_AFTER = 2
"""Seconds without a word after which somebody who waits for one pings."""

Message = dict[str, Any]


class Site(Protocol):
    """Where a server answers."""

    @property
    def url(self) -> str:
        """Of its pages."""

    @property
    def port(self) -> int:
        """On this machine."""


class Visitor:
    """One browser: it keeps cookies, and finds the token of a form before it posts."""

    def __init__(self, site: Site, language: str = "de") -> None:
        self.site = site
        self.language = language
        self.cookies: dict[str, str] = {}

    @property
    def cookie(self) -> str:
        """The header."""
        return "; ".join(f"{name}={value}" for name, value in self.cookies.items())

    def request(self, method: str, path: str, body: str | None = None) -> tuple[int, dict[str, str], str]:
        """One request: status, headers, content."""
        line = http.client.HTTPConnection("127.0.0.1", self.site.port, timeout=PATIENCE)
        headers = {"Cookie": self.cookie, "Accept-Language": self.language, "Origin": self.site.url}
        if body is not None:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        try:
            line.request(method, path, body, headers)
            response = line.getresponse()
            content = response.read().decode()
        finally:
            line.close()
        for value in response.headers.get_all("Set-Cookie") or ():
            name, _, rest = value.partition("=")
            self.cookies[name] = rest.partition(";")[0]
        return response.status, dict(response.headers), content

    def get(self, path: str) -> str:
        """A page."""
        status, _, content = self.request("GET", path)
        assert status == 200, (path, status)
        return content

    def token(self, form_at: str) -> str:
        """The token of the forms on a page."""
        token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', self.get(form_at))
        assert token is not None, form_at
        return token[1]

    def post(self, path: str, form_at: str = "/", **fields: str) -> str:
        """Send a form that is on a page; returns where it leads."""
        return self.submit(path, self.token(form_at), **fields)

    def submit(self, path: str, token: str, **fields: str) -> str:
        """Send a form whose page has been read; returns where it leads."""
        status, headers, content = self.request("POST", path, urlencode({**fields, "csrfmiddlewaretoken": token}))
        assert status == 302, (path, status, content[:500])
        return headers["Location"]

    def play_now(self) -> str:
        """One click; returns the id of the table."""
        return self.post("/sofort/").split("/")[2]

    def line(self, table: str, **more: Any) -> RealLine:
        """A socket at a table, with this browser's cookies."""
        return RealLine(self.site, table, self.cookie, **more)


class RealLine:
    """One real socket; `client` folds what comes, and stays the same when the line is opened anew."""

    def __init__(self, site: Site, table: str, cookie: str = "", *, origin: bool = True, subprotocol: str = "kartenhaus.v1"):
        self.address = f"{site.url.replace('http', 'ws')}/ws/v1/tables/{table}"
        self.headers = ({"Origin": site.url} if origin else {}) | ({"Cookie": cookie} if cookie else {})
        self.subprotocol = subprotocol
        self.client = Client()
        self.serial = 0
        self.opened = ExitStack()
        self.socket: ClientConnection | None = None

    def __enter__(self) -> Self:
        self.open()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def open(self) -> None:
        """Connect, without saying hello; what was open before is closed."""
        self.close()
        offered: Any = [self.subprotocol] if self.subprotocol else None
        line = connect(self.address, additional_headers=self.headers, subprotocols=offered, open_timeout=PATIENCE, max_size=None)
        self.socket = self.opened.enter_context(line)

    def close(self) -> None:
        """Hang up."""
        self.opened.close()

    @property
    def wire(self) -> ClientConnection:
        """The open socket."""
        assert self.socket is not None
        return self.socket

    def send(self, frame: str | bytes | Message) -> None:
        """Send a frame as it is, or a message as JSON."""
        self.wire.send(json.dumps(frame) if isinstance(frame, dict) else frame)

    def hear(self, timeout: float = PATIENCE) -> Message:
        """The next message."""
        frame = self.wire.recv(timeout)
        assert isinstance(frame, str)
        message = self.client.take(frame)
        if ping := self.client.acknowledgement():
            self.send(ping)
        return message

    def close_code(self) -> int:
        """How the server ends the connection; what it says before is taken in."""
        try:
            while True:
                self.hear()
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd else 1006

    def ask(self, kind: str, /, **payload: Any) -> Message:
        """Send a message and take in what comes until it is answered; returns the answer. What came too fast is sent again."""
        while True:
            answer = self._ask(kind, payload)
            if answer["t"] != "error" or answer["d"]["code"] != "rate_limited":
                return answer
            time.sleep(answer["d"]["retry_ms"] / 1000)

    def _ask(self, kind: str, payload: Message) -> Message:
        self.serial += 1
        mine = f"c-{self.serial}"
        asked = {"t": kind, "id": mine, "d": payload}
        self.send(asked)
        while True:
            message = self.hear()
            if message.get("re") == mine:
                schemas.check_asked(asked, message)
                return message

    def hello(self) -> Message:
        """Say hello, with what the client has."""
        known = {"since": self.client.v, "epoch": self.client.epoch} if self.client.v >= 0 else {}
        return self.ask("hello", lang="de", caps=[], client="test", **known)

    def come_back(self) -> None:
        """Connect and say hello until that works (PRO-2.6)."""
        end = time.monotonic() + PATIENCE
        while True:
            try:
                self.open()
                self.hello()
            except (OSError, InvalidHandshake, ConnectionClosed, TimeoutError):
                assert time.monotonic() < end, "the site does not come back"
                time.sleep(0.05)
            else:
                return

    def until(self, true: Callable[[Client], bool]) -> None:
        """Take in what comes until this is so; when nothing comes, ping, as word from another process may be lost (PRO-6.2)."""
        end = time.monotonic() + PATIENCE
        while not true(self.client):
            assert time.monotonic() < end, "that did not happen"
            try:
                self.hear(PING_AFTER)
            except TimeoutError:
                self.send({"t": "ping", "d": {"n": ACKNOWLEDGING, "v": max(self.client.v, 0)}})

    def wait(self) -> bool:
        """Until something is asked here; false if the game is over."""
        self.until(lambda client: bool(client.prompts) or client.status != "running")
        return bool(self.client.prompts)

    def move(self, choice: list[str] | None = None) -> Message:
        """The payload that answers the open prompt."""
        prompt = self.client.prompt
        self.serial += 1
        chosen = prompt["timeout"] if choice is None else choice
        return {"move_id": f"m-{self.serial}", "prompt": prompt["id"], "expect": prompt["issued"], "choice": chosen}


def place_of(address: str) -> str:
    """The path of a full address."""
    return urlsplit(address).path
