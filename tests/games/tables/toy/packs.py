"""The toy game, played with decks: three letters each, in one of two rule sets."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from games.engine.deck import Deck, DeckRules, Violation
from games.engine.errors import InvalidOptions, Problem, Text
from games.engine.game import Setup
from games.engine.meta import Choice, Meta, Options
from tests.games.tables.toy.rules import Letters, Toy


class PackRules(DeckRules):
    """Three letters, of which `x` may be in packs for the wild set alone."""

    size = 3
    unknown_rule = "TOY-1"
    option = "set"
    rule_sets = ("tame", "wild")
    starters: Mapping[str, Deck] = {"early": {"a": 2, "b": 1}, "late": {"c": 3}}

    def limit(self, card: str) -> int:
        return 3 if card in "abcx" else 0

    def check(self, deck: Mapping[str, int]) -> list[Violation]:
        wrong = [] if sum(deck.values()) == self.size else [Violation("TOY-2", Text("toy.size"))]
        return wrong + ([Violation("TOY-3", Text("toy.wild"), "x", ("wild",))] if "x" in deck else [])


class PackLetters(Letters, kw_only=True):
    """What everybody plays with."""

    decks: list[dict[str, int]] = []


class Packs(Toy):
    """As the toy game; the packs are a part of the position."""

    meta = Meta("packs", (2,), 1, (Choice("answers", ("open", "secret")), Choice("set", ("tame", "wild"))))
    position_type = PackLetters
    decks: ClassVar[DeckRules | None] = PackRules()

    @classmethod
    def start(cls, options: Options, setup: Setup) -> Any:
        problems = [
            Problem("decks", fault.text) for deck in setup.decks for fault in PackRules().against(deck, str(options["set"]))
        ]
        if problems:
            raise InvalidOptions(problems)
        return PackLetters(seats=setup.seats, secret=options["answers"] == "secret", decks=list(setup.decks))


GAME = Packs
