"""Stops: which questions a seat wants to be asked, and which its client passes on by itself (UX-4.12).

The client passes; the server keeps what was wished, for all devices of the seat, and holds such a pass until a window has been
open for a while: otherwise its speed would tell who holds no answer (PRO-1.4). Taking back clears all wishes (PRO-4.9).
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from games.engine.prompt import Prompt
from games.tables import models
from games.tables.codes import Refusal

if TYPE_CHECKING:
    from games.engine.game import Game

HELD = 1.5
"""Seconds that a window is open at least before a pass made by itself counts; none at tables with days for a move (PRO-1.4)."""

ALWAYS = "always"
"""Ask, as without any wish."""


NEVER = "never"

ANY = "any"
"""The name under which a seat wishes something of whatever window comes next (OMG-11.13)."""
ONCE = "once"
"""With `ANY`: ask at the next window, whatever else is wished."""
REST = "rest"
"""With `ANY`: pass until the own turn, but not where something is `urgent`."""


def kept(wishes: Mapping[str, str], usual: Mapping[str, str]) -> dict[str, str]:
    """What a seat wishes, by kind of question or class of window, without what goes without saying in this game."""
    every = {kind: wishes.get(kind, ALWAYS) for kind in sorted({*wishes, *usual})}
    return {kind: wish for kind, wish in every.items() if wish != usual.get(kind, ALWAYS)}


def all_of(stored: Mapping[str, str], usual: Mapping[str, str]) -> dict[str, str]:
    """What is passed on by itself, from what was stored and what goes without saying; without what is always asked."""
    return {kind: wish for kind, wish in sorted({**usual, **stored}.items()) if wish != ALWAYS}


def keep(table_id: str, seat: int, wishes: Mapping[str, str]) -> None:
    """Store what a seat wishes, as `kept` has it."""
    models.Seat.objects.filter(table_id=table_id, number=seat).update(stops=wishes)


def passes_anyway(prompt: Prompt, wishes: Mapping[str, str]) -> bool:
    """Whether a seat with these wishes passes here whatever it holds, so that its speed tells nothing (OMG-11.12)."""
    if not prompt.stop or wishes.get(ANY) == ONCE:
        return False
    return wishes.get(prompt.stop) == NEVER or (wishes.get(ANY) == REST and not prompt.urgent)


def clear(table_id: str) -> None:
    """Inside the transaction of an undo: everybody is asked again."""
    models.Seat.objects.filter(table_id=table_id).exclude(stops={}).update(stops={})


def must_be_pass(game: Game, prompt: Prompt, chosen: Sequence[object]) -> None:
    """Raises `Refusal` if what was answered by itself is more than a pass."""
    if not chosen or any(game.describe(prompt, option).role != "pass" for option in chosen):
        raise Refusal("invalid", "error.auto")


class Opened:
    """Since when the open questions of a table have been open, as far as this process knows."""

    def __init__(self) -> None:
        self.since: dict[int, float] = {}

    def note(self, issued: Mapping[int, int]) -> None:
        """These are the versions at which the open questions were asked, by seat."""
        now = time.monotonic()
        self.since = {version: self.since.get(version, now) for version in issued.values()}

    def rest(self, version: int) -> float:
        """Seconds for which a pass on a question of this version is still held."""
        now = time.monotonic()
        return max(0.0, self.since.get(version, now) + HELD - now)
