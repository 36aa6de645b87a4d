"""The toy game as a return match: whoever writes has one point a letter, and the starter may be planned or agreed."""

from __future__ import annotations

from typing import Any, ClassVar

from games.engine.event import Event
from games.engine.game import Setup
from games.engine.match import POINTS, ReturnMatch, Terms
from games.engine.meta import Choice, Meta, Options
from games.engine.outcome import Outcome
from tests.games.tables.toy.rules import Letters, Toy


class ReturnLetters(Letters, kw_only=True):
    """Who started, and what everybody has done before."""

    first: int = 0
    experience: list[int] = []
    ended: bool = False


class Returns(Toy):
    """As the toy game for two; a round each, then more letters win."""

    meta: ClassVar[Meta] = Meta(
        "returns",
        (2,),
        1,
        (Choice("answers", ("open", "secret")), Choice("again", ("no", "yes")), Choice("level", ("draw", "coin")),
         Choice("starter", ("rules", "agreed"))),
        experience=True,
        agreed={"starter": "agreed"},
    )  # fmt: skip
    position_type = ReturnLetters
    position: ReturnLetters

    @classmethod
    def start(cls, options: Options, setup: Setup) -> Any:
        first = setup.starter or 0
        return ReturnLetters(seats=2, secret=False, rounds=1, turn=first, first=first, experience=list(setup.experience))

    @classmethod
    def return_match(cls, options: Options) -> ReturnMatch | None:
        """Level on points: more `a`s, then the coin."""
        ties = ("game_tiebreak", "coin") if options["level"] == "coin" else ("draw",)
        return ReturnMatch(ties) if options["again"] == "yes" else None

    @classmethod
    def terms(cls, options: Options, seats: int) -> Terms:
        return Terms(target=2, counter="letters_a")

    @classmethod
    def shortened(cls, options: Options, target: int) -> Options | None:
        return options | {"answers": "secret"}

    def first_seat(self) -> int | None:
        return self.position.first

    def begin(self) -> None:
        p = self.position
        self.tell(Event("chosen", {"seat": p.first, "experience": p.experience}))

    def ending(self) -> Outcome | None:
        return None if super().ending() is None else self._counted([], "written")

    def outcome(self) -> Outcome | None:
        outcome = super().outcome()
        return outcome and self._counted(outcome.ranks, outcome.reason)

    def _counted(self, ranks: list[int], reason: str) -> Outcome:
        """Ranks as given, else by points."""
        p = self.position
        by_seat = ["", ""]
        for number, written in enumerate(p.written):
            by_seat[(p.first + number) % 2] += written
        points = [len(letters) for letters in by_seat]
        extra = [{POINTS: len(letters), "letters_a": letters.count("a")} for letters in by_seat]
        ranks = ranks or [1 + (points[seat] < points[1 - seat]) for seat in (0, 1)]
        return Outcome(ranks, reason, points, extra)


GAME = Returns
