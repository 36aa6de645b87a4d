"""Questions: what one seat must choose among, and how one option is shown."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from games.engine.errors import Text

Clock = Literal["own", "window", "common"]
"""Whose time runs while a prompt is open: the seat's own, a response window, or one common deadline (PRO-1.4)."""

Role = Literal["primary", "normal", "pass", "danger"]


ONE = (1, 1)
"""The `pick` of most prompts: exactly one option."""


class Prompt(msgspec.Struct, gc=False):
    """One seat must choose among these options.

    `options` are small plain values in a fixed order that reveals nothing hidden; `Game.token` names them on the wire and in
    the log of commands. A choice is a list of `pick[0]` to `pick[1]` different options.
    """

    seat: int
    kind: str
    options: list[Any]
    pick: tuple[int, int] = ONE
    ordered: bool = False
    default: list[Any] | None = None
    """The choice made for a seat whose time is up (PRO-4.10); None: the first legal one."""
    secret: bool = False
    """Answers are collected unseen, and may be replaced, until all are in (PRO-4.8)."""
    quiet: bool = False
    """With `secret`: not even who has answered is told before all are in (EMO-8.3)."""
    clock: Clock = "own"
    stop: str = ""
    """The class of the window, by which its seat says whether it wants to be asked (`Game.stops`); empty: its kind."""
    urgent: bool = False
    """Whether the window is about an attack or about something of this seat's, so that it is not passed until the own turn."""

    limit: int = 0
    """Seconds for which a window is open at a live table, taken from the bank of its seat (OMG-15.2); 0: as long as any window,
    and from nobody's bank."""

    def timeout(self) -> list[Any]:
        """The choice made when time is up."""
        return self.options[: self.pick[0]] if self.default is None else self.default


class Option(msgspec.Struct, frozen=True):
    """How one option of a prompt is shown (PRO-4.2). A value: a game may give the same one again and again."""

    label: Text
    role: Role = "normal"
    confirm: bool = False
    """Irreversible and costly: the client asks once more."""
    cards: tuple[str, ...] = ()
    """Multiset of the card ids it uses, so that a client can build it card by card."""
    refs: tuple[str, ...] = ()
    """Zones and seats it refers to (`hand_0`, `seat_1`), to be highlighted."""
    effect: dict[str, Any] = {}
    """Predicted public consequence, as plain numbers."""
