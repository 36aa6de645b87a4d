"""Positions to try rules on, told in the words of the worked cases."""

from __future__ import annotations

from typing import Any

import msgspec

from games.kameloh.cases import Case, Run
from games.kameloh.rules import Kameloh
from games.kameloh.rules.game import CARDS_PATH

CARDS = CARDS_PATH.read_bytes()


def table(variant: str, **given: Any) -> Kameloh:
    """A game that begins as the `given` of a case says (Appendix C); it goes on from turn to turn by itself."""
    case = {"id": "setting", "title": "", "rules": [], "variant": variant, "given": given, "when": [], "then": {}}
    game = Run(msgspec.convert(case, Case), variant, CARDS).game
    game.holds = False
    game.work()
    game.prompts = game.open_prompts()
    return game


def play(game: Kameloh, *names: str) -> None:
    """Give these answers by their names, each for whoever is asked."""
    for name in names:
        prompt = game.prompts[0]
        game.apply(prompt.seat, game.named(prompt, [name]))
