"""Random games: legal decks of both sets, and moves among which what seldom comes up is not lost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any

from games.engine.prompt import Prompt
from games.omg.rules.cards import Cards
from games.omg.rules.redeal import made_up

WANTED = 5
"""So many cards that are wanted get into a deck."""

EAGER = 0.75
STOPPING = ("end_actions", "pass")


def any_deck(cards: Cards, rng: Random, wanted: Sequence[str] = ()) -> dict[str, int]:
    """A random legal deck (OMG-2), with some of the cards whose names stand in these."""
    words = {word for name in wanted for word in name.split()}
    named = [card for card, name in enumerate(cards.names) if name in words]
    core = Counter[int]()
    for card in rng.sample(named, min(WANTED, len(named))):
        core[card] = cards.most
        if any(clause.what == "stun_effects" for clause in cards.clauses[card]):
            core[rng.choice(_stunning(cards))] = cards.most
    rest = made_up(cards, list(core.elements()), cards.size - core.total(), rng)
    deck = core + Counter(rest)
    return {cards.names[card]: deck[card] for card in sorted(deck)}


def _stunning(cards: Cards) -> list[int]:
    """Cards that stun others, which are few: without them it never shows that somebody cannot be stunned."""
    return [
        card
        for card, clauses in enumerate(cards.clauses)
        if any(clause.op == "stun" and clause.target.ref != "self" for clause in clauses)
    ]


def any_move(prompt: Prompt, rng: Random) -> Any:
    """A random option: first what is done, then with what; going on more often than stopping."""
    options = prompt.options
    if prompt.kind not in ("action", "window") or len(options) == 1:
        return options[int(rng.random() * len(options))]
    verbs = list(dict.fromkeys(option[0] for option in options))
    if len(verbs) > 1 and rng.random() < EAGER:
        verbs = [verb for verb in verbs if verb not in STOPPING]
    verb = verbs[int(rng.random() * len(verbs))]
    of_verb = [option for option in options if option[0] == verb]
    return of_verb[int(rng.random() * len(of_verb))]
