"""Take one to three pebbles from a heap of nine; who takes the last one wins."""

from typing import Any

from games.engine.event import Event
from games.engine.game import Game, Setup
from games.engine.game import Position as EnginePosition
from games.engine.meta import Meta, Options
from games.engine.outcome import Outcome
from games.engine.prompt import Prompt


class Position(EnginePosition, kw_only=True):
    heap: int = 9
    turn: int = 0


class Pebbles(Game[Position]):
    meta = Meta(slug="pebbles", seats=(2,), rules_version=1)
    position_type = Position

    @classmethod
    def start(cls, options: Options, setup: Setup) -> Position:
        return Position(seats=setup.seats)

    def ask(self) -> list[Prompt]:
        p = self.position
        return [Prompt(p.turn, "take", list(range(1, min(3, p.heap) + 1)))] if p.heap else []

    def answer(self, prompt: Prompt, choice: list[Any]) -> None:
        self.position.heap -= choice[0]
        self.tell(Event("tokens_changed", {"seat": prompt.seat, "count": choice[0]}, log="takes"))
        self.position.turn = 1 - prompt.seat

    def view(self, viewer: int | None) -> dict[str, Any]:
        return {"zones": {}, "heap": self.position.heap}

    def ending(self) -> Outcome | None:
        p = self.position
        return None if p.heap else Outcome([1 if seat != p.turn else 2 for seat in (0, 1)], "last_pebble")


GAME = Pebbles
