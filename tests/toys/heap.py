"""The smallest game: take one to three pebbles from a heap; who takes the last one wins. Nothing is hidden."""

from __future__ import annotations

from typing import Any

from games.engine.event import Event
from games.engine.game import Game, Setup
from games.engine.game import Position as EnginePosition
from games.engine.meta import Choice, Meta, Options
from games.engine.outcome import Outcome
from games.engine.prompt import Prompt


class Position(EnginePosition, kw_only=True):
    heap: int
    turn: int = 0


class Heap(Game[Position]):
    meta = Meta(slug="heap", seats=(2, 3), rules_version=1, options=(Choice("size", ("12", "7", "3")),))
    position_type = Position

    @classmethod
    def start(cls, options: Options, setup: Setup) -> Position:
        return Position(seats=setup.seats, heap=int(options["size"]))

    def ask(self) -> list[Prompt]:
        p = self.position
        return [Prompt(p.turn, "take", list(range(1, min(3, p.heap) + 1)))] if p.heap else []

    def answer(self, prompt: Prompt, choice: list[Any]) -> None:
        p = self.position
        p.heap -= choice[0]
        self.tell(Event("tokens_changed", {"seat": p.turn, "count": choice[0]}, log="takes"))
        if p.heap:
            p.turn = (p.turn + 1) % p.seats

    def view(self, viewer: int | None) -> dict[str, Any]:
        return {"zones": {}, "heap": self.position.heap}

    def ending(self) -> Outcome | None:
        p = self.position
        return None if p.heap else Outcome([1 if seat == p.turn else 2 for seat in range(p.seats)], "last_pebble")


GAME = Heap
