"""A game made for tests of the tables: answers of several options, secret answers, rules and bots that fail on demand."""

from __future__ import annotations

import os
import time
from random import Random
from typing import Any, ClassVar

from games.engine.bot import Bot, RandomBot
from games.engine.event import Event
from games.engine.game import Game, Position, Setup
from games.engine.meta import Choice, Meta, Options
from games.engine.outcome import Outcome
from games.engine.prompt import Prompt

LETTERS = ["a", "b", "c", "d"]
FAULTS = ["raise", "raise_refusal", "break_view", "break_end"]


class Letters(Position, kw_only=True):
    """Who is to write, and what has been written."""

    secret: bool
    turn: int = 0
    written: list[str] = []
    broken: str = ""
    rounds: int = 3


class PonderBot(RandomBot):
    """Says who it is in a file, and thinks as long as another file says."""

    def choose(self, game: Game[Any], seat: int, rng: Random) -> list[Any]:
        with open(os.environ["TOY_THINKING"], "a", encoding="ascii") as file:  # noqa: PTH123
            file.write(f"{os.getpid()}\n")
        while os.path.exists(os.environ["TOY_THINKING"] + ".wait"):  # noqa: PTH110
            time.sleep(0.01)
        return LETTERS[:2]


class FaultyBot(RandomBot):
    """Chooses what is not offered."""

    def choose(self, game: Game[Any], seat: int, rng: Random) -> list[Any]:
        return ["z", "y"]


class Toy(Game[Letters]):
    """Each seat in turn, or all at once in secret, writes two or three letters; after three rounds the first seat has won."""

    meta = Meta("toy", (1, 2, 3), 1, (Choice("answers", ("open", "secret")),))
    position_type = Letters
    bots: ClassVar[dict[str, Bot]] = {"random": RandomBot(), "ponder": PonderBot(), "faulty": FaultyBot()}

    @classmethod
    def start(cls, options: Options, setup: Setup) -> Letters:
        return Letters(seats=setup.seats, secret=options["answers"] == "secret")

    def ask(self) -> list[Prompt]:
        p = self.position
        if len(p.written) >= p.seats * p.rounds:
            return []
        seats = range(p.seats) if p.secret else [p.turn]
        return [Prompt(seat, "write", LETTERS + FAULTS, pick=(2, 3), ordered=True, secret=p.secret) for seat in seats]

    def answer(self, prompt: Prompt, choice: list[Any]) -> None:
        p = self.position
        p.written.append("".join(choice))
        p.turn = (p.turn + 1) % p.seats
        if "raise" in choice:
            raise RuntimeError("the rules do not know what to do")
        if "raise_refusal" in choice:
            self.prompt_of(99)
        p.broken = next((fault for fault in choice if fault.startswith("break")), p.broken)
        self.tell(Event("x_toy_written", {"seat": prompt.seat, "written": p.written}, log="written"))

    def unseal(self, kind: str, answers: dict[int, list[Any]]) -> None:
        for seat, choice in answers.items():
            self.answer(Prompt(seat, kind, LETTERS), choice)

    def view(self, viewer: int | None) -> dict[str, Any]:
        """Hands out the very list of the position, as a careless author would."""
        p = self.position
        if p.broken == "break_view" and viewer is None:
            raise RuntimeError("nothing to see")
        return {"zones": {}, "seats": [{"letters": 0} for _ in range(p.seats)], "written": p.written, "turn": p.turn}

    def ending(self) -> Outcome | None:
        if self.ask():
            return None
        if self.position.broken == "break_end":
            raise RuntimeError("no end")
        return Outcome([1, *[2] * (self.position.seats - 1)], "written")


GAME = Toy
