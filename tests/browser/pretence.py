"""A table that only pretends: answers the page's socket with whatever a test wants to be shown (PRO sections 2 to 5)."""

import json
import zlib
from typing import Any

from playwright.sync_api import Page, WebSocketRoute

from tests.browser.patience import wait_until
from tests.games.tables import schemas

Message = dict[str, Any]

PICK_ONE = {"min": 1, "max": 1, "ordered": False, "distinct": True}


def check(view: Message) -> str:
    """PRO-5.5."""
    return f"{zlib.crc32(json.dumps(view, sort_keys=True, separators=(',', ':'), ensure_ascii=False).encode()):08x}"


def option(name: str, role: str = "normal", **more: Any) -> Message:
    """An option whose label is its name: no catalogue has words for it."""
    return {"id": name, "label": {"key": "option.pretended", "args": {"option": name}}, "role": role, **more}


def prompt(options: list[Message], issued: int = 0, **more: Any) -> Message:
    """A prompt for seat 0."""
    text = {"key": "prompt.pretended", "args": {"option": "Was nun?"}}
    return {
        "id": f"{issued}-0", "seat": 0, "issued": issued, "kind": "pretended", "text": text, "options": options, "pick": PICK_ONE,
        "timeout": [], "concurrent": False, "clock": "own", "secret": False, **more,
    }  # fmt: skip


def hand(*cards: str) -> Message:
    """A view with nothing but the hand of seat 0."""
    zone = {"name": "hand", "owner": 0, "visibility": "owner", "order": "sorted", "count": len(cards)}
    return {"zones": {"hand_0": zone | {"cards": [{"c": f"pretended.{card}"} for card in cards]}}, "seats": [{}, {}]}


def happened(version: int, number: int, kind: str, sentence: str, by: int = 1) -> Message:
    """An event with a line in the log."""
    line = {"v": version, "key": "log.pretended", "args": {"option": sentence}}
    return {"e": kind, "v": version, "i": number, "by": by, "args": {}, "log": line}


class Pretence:
    """The server's end of the socket of a table."""

    def __init__(self, page: Page, view: Message, prompts: list[Message], **more: Any) -> None:
        self.page = page
        self.version = 0
        self.view = view
        waiting = [{"seat": 0, "kind": "pretended"}]
        self.more: Message = {"prompts": prompts, "waiting_for": waiting, "undo": {"allowed": False}, **more}
        self.got: list[Message] = []
        self.answer_moves = True
        self.catch_up: list[Message] | None = None
        """Updates for a page that comes back, instead of all anew."""
        self.sockets: list[WebSocketRoute] = []
        page.route(
            "**/emotrions/field*.js",
            lambda route: route.fulfill(body="export const Field = null;", content_type="text/javascript"),
        )
        page.route_web_socket("**/ws/v1/tables/*", self.connect)

    def connect(self, socket: WebSocketRoute) -> None:
        """The page has opened a socket."""
        self.sockets.append(socket)
        socket.on_message(lambda text: self.hear(socket, json.loads(text)))

    def hear(self, socket: WebSocketRoute, message: Message) -> None:
        """Answer as a server does."""
        self.got.append(message)
        schemas.check("client", message)
        kind, payload = message["t"], message["d"]
        if kind == "hello" and "since" in payload and self.catch_up is not None:
            presence, tail = self.snapshot()["presence"], self.more.get("chat_tail", [])
            missed = {"mode": "events", "epoch": 1, "updates": self.catch_up, "presence": presence, "chat_tail": tail}
            self.send("sync", missed, re=message["id"])
        elif kind in {"hello", "resync"}:
            self.send("sync", self.snapshot(), re=message["id"])
        elif kind in {"move", "undo"} and self.answer_moves:
            self.send("ack", {"move_id": payload["move_id"], "version": self.version, "dup": False}, re=message["id"])
        elif kind == "ping":
            self.send("pong", {"n": payload["n"], "v": self.version, "server_time": "2026-01-01T00:00:00Z"})

    def send(self, kind: str, payload: Message, **head: Any) -> None:
        """A message to the page."""
        self.sockets[-1].send(json.dumps({"t": kind, "v": self.version, **head, "d": payload}))

    def snapshot(self) -> Message:
        """PRO-5.3."""
        seats = [{"seat": 0, "name": "Mira", "kind": "user"}, {"seat": 1, "name": "Bot Fuchs", "kind": "bot"}]
        table = {"id": "x", "game": "pretended", "status": "running", "seats": seats, "seat_count": 2, "options": {}}
        start = {"mode": "snapshot", "viewer": 0, "epoch": 1, "table": table, "log_tail": [], "fairness": {"commit": "c"}}
        presence = {"seats": [{"seat": 0, "state": "online"}, {"seat": 1, "state": "online"}], "spectators": 0}
        start |= {"presence": presence, "chat_tail": []}
        return {**start, "view": self.view, "check": check(self.view), **self.more}

    def update(self, view: Message | None = None, events: list[Message] | None = None, **more: Any) -> None:
        """The next version. `more` may say that it is another one, or that something is wrong with it."""
        self.more |= {key: value for key, value in more.items() if key in self.more}
        self.version += 1
        self.view = view or self.view
        self.send("update", self.told(self.version, self.view, events or []) | more)

    def told(self, version: int, view: Message, events: list[Message]) -> Message:
        """An update that leads to this version (PRO-5.4)."""
        return {"from": version - 1, "v": version, "events": events, "view": view, "check": check(view), **self.more}

    def sent(self, kind: str) -> list[Message]:
        """Payloads of the messages of this kind that the page has sent."""
        return [message["d"] for message in self.got if message["t"] == kind]

    def wait_for(self, kind: str, count: int = 1) -> list[Message]:
        """Wait until the page has sent so many messages of this kind; all their payloads."""
        wait_until(self.page, lambda: len(self.sent(kind)) >= count, lambda: self.got)
        return self.sent(kind)

    def wait_for_sockets(self, count: int) -> None:
        """Wait until the page has opened so many."""
        wait_until(self.page, lambda: len(self.sockets) >= count, f"no {count} sockets")
