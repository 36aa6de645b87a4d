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


def kept(wishes: Mapping[str, str]) -> dict[str, str]:
    """What a seat wishes, by kind of question, without what goes without saying."""
    return {kind: wish for kind, wish in sorted(wishes.items()) if wish != ALWAYS}


def keep(table_id: str, seat: int, wishes: Mapping[str, str]) -> dict[str, str]:
    """Store what a seat wishes; returns it as kept."""
    models.Seat.objects.filter(table_id=table_id, number=seat).update(stops=kept(wishes))
    return kept(wishes)


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
