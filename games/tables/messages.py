"""What clients send over a table's socket (PRO section 3), and the envelope of what the server sends."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, UnsetType

from games.engine.order import Order

CorrelationId = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
MoveId = Annotated[str, msgspec.Meta(min_length=1, max_length=40, pattern=r"\A[A-Za-z0-9_-]+\Z")]
Version = Annotated[int, msgspec.Meta(ge=0, le=2**31)]
Short = Annotated[str, msgspec.Meta(max_length=40)]
Stop = Literal["always", "answer", "never", "once", "rest"]
"""When to ask: always, only if there is more than a pass to answer, never. Of `any` window: once at the next one; not until the
own turn, but where it is urgent."""
Phrase = Literal["hello", "good_luck", "moment", "well_played", "thanks", "sorry", "good_game", "bye"]
"""What can be said by a key; the words are the texts `chat.<key>`."""


class Envelope(msgspec.Struct):
    """Client to server: type, correlation id, payload (PRO-3.1)."""

    t: Annotated[str, msgspec.Meta(max_length=20)]
    id: CorrelationId | None = None
    d: dict[str, Any] = {}


class Hello(msgspec.Struct):
    """Asks for the table, from a version on if the client has one (PRO-5.2)."""

    lang: Short = "de"
    since: Version | None = None
    epoch: Version | None = None
    caps: list[Short] = []
    client: Short = ""


class Ping(msgspec.Struct):
    """A sign of life, with the last version applied (PRO-7.1)."""

    n: Version = 0
    v: Version = 0
    rtt_ms: Version | None = None
    idle_ms: Version | None = None
    """Since the last input, if the client tells (PRO-7.2)."""


class Move(msgspec.Struct):
    """The answer to a prompt (PRO-4.3): option ids, and the version at which the prompt was issued (PRO-4.6)."""

    move_id: MoveId
    prompt: Short
    expect: Version
    choice: Annotated[list[Annotated[str, msgspec.Meta(max_length=200)]], msgspec.Meta(max_length=200)]
    auto: bool = False
    """Whether it is a pass that the client makes by itself (PRO-1.4)."""


class Undo(msgspec.Struct):
    """Takes back the own last decisions (PRO-4.9); `expect` is the head version."""

    move_id: MoveId
    expect: Version


class Resign(msgspec.Struct):
    """Leaves the game for good (RNK-1.4)."""

    move_id: MoveId


class Vote(msgspec.Struct):
    """What a seat wishes together with others (PRO section 3); `value`: for it, or not any more."""

    kind: Literal["undo", "extend", "abandon", "pause", "rematch"]
    value: bool


class Ordered(msgspec.Struct):
    """On this occasion, play this card on these targets."""

    when: Short
    card: Short
    targets: Annotated[list[Short], msgspec.Meta(max_length=5)] = []

    @property
    def order(self) -> Order:
        """As games know it."""
        return Order(self.when, self.card, tuple(self.targets))


class Prefs(msgspec.Struct):
    """How this seat wants to be asked (UX-4.12), by kind of question; a kind that is not named is always asked.

    `orders`: what it plays without being asked (OMG-11.14); what was ordered before stays if nothing is said of it.
    """

    stops: Annotated[dict[Annotated[str, msgspec.Meta(max_length=40, pattern=r"\A[a-z_]+\Z")], Stop], msgspec.Meta(max_length=20)]
    orders: Annotated[list[Ordered], msgspec.Meta(max_length=20)] | UnsetType = UNSET


class Chat(msgspec.Struct):
    """A line for a room (PRO-8.2): a text, or the key of a phrase that each reader is shown in their own language (UX-4.14)."""

    room: Literal["players", "spectators"]
    text: str = ""
    phrase: Phrase | None = None


class Resync(msgspec.Struct):
    """Asks for a snapshot."""


SHAPES: dict[str, type[Any]] = {
    "hello": Hello,
    "ping": Ping,
    "move": Move,
    "undo": Undo,
    "resign": Resign,
    "vote": Vote,
    "prefs": Prefs,
    "chat": Chat,
    "resync": Resync,
}
"""Payload by message type."""

ANSWERED = frozenset({"hello", "move", "undo", "resign", "vote", "prefs", "chat", "resync"})
"""Messages that need a correlation id, because they are answered."""

Kind = Literal[
    "sync", "update", "ack", "error", "pong", "clock", "presence", "chat", "chat_removed", "lobby", "leaderboard",
    "tournament", "announce", "bye",
]  # fmt: skip


def encode(kind: Kind, payload: dict[str, Any], version: int | None = None, re: str | None = None) -> str:
    """A message to the client: `{"t": ..., "v": ..., "re": ..., "d": {...}}`."""
    message: dict[str, Any] = {"t": kind}
    if version is not None:
        message["v"] = version
    if re is not None:
        message["re"] = re
    message["d"] = payload
    return msgspec.json.encode(message).decode()
