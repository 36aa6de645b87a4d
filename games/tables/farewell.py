"""How a socket is ended: why, with which number, and whether to come back (PRO-2.5, PRO section 7)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from games.engine.errors import Text
from games.tables.codes import Close
from games.tables.messages import encode
from games.texts import speak

Reconnect = Literal["never", "now", "backoff"]


@dataclass(frozen=True)
class Farewell:
    """One reason to end a socket."""

    code: Close
    reconnect: Reconnect
    key: str
    """Of the text for people."""


FAREWELLS = {
    "done": Farewell(Close.DONE, "never", "bye.done"),
    "bad_messages": Farewell(Close.ABUSE, "never", "error.bad_message_end"),
    "session_expired": Farewell(Close.SESSION, "never", "bye.session_expired"),
    "banned": Farewell(Close.FORBIDDEN, "never", "bye.banned"),
    "seat_lost": Farewell(Close.FORBIDDEN, "never", "bye.seat_lost"),
    "seat_changed": Farewell(Close.FORBIDDEN, "now", "bye.seat_changed"),
    "not_found": Farewell(Close.NO_TABLE, "never", "error.not_found"),
    "no_such_address": Farewell(Close.NO_TABLE, "never", "error.not_found_path"),
    "heartbeat": Farewell(Close.SILENT, "now", "bye.heartbeat"),
    "archived": Farewell(Close.ARCHIVED, "never", "bye.archived"),
    "unsupported_version": Farewell(Close.VERSION, "never", "error.unsupported_version"),
    "rate_limited": Farewell(Close.RATE, "backoff", "bye.rate_limited"),
    "too_many_sockets": Farewell(Close.RATE, "backoff", "bye.too_many_sockets"),
    "slow_consumer": Farewell(Close.SLOW, "backoff", "bye.slow_consumer"),
    "read_only": Farewell(Close.INTERNAL, "backoff", "error.read_only"),
    "undecided": Farewell(Close.INTERNAL, "backoff", "error.read_only"),
    "restart": Farewell(Close.RESTART, "backoff", "bye.restart"),
    "overloaded": Farewell(Close.OVERLOADED, "backoff", "bye.overloaded"),
}
"""By what `bye` calls the reason."""


def bye(reason: str, language: str, after_ms: int | None = None) -> str:
    """The message before a deliberate close: Daphne's close carries the number only (PRO-2.5)."""
    farewell = FAREWELLS[reason]
    payload: dict[str, Any] = {
        "code": int(farewell.code),
        "reason": reason,
        "detail": speak(Text(farewell.key), language),
        "reconnect": farewell.reconnect,
    }
    return encode("bye", payload | ({} if after_ms is None else {"after_ms": after_ms}))
