"""Random games: legal decks made round violet monsters, and moves among which those with such monsters are not lost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any

from games.engine.prompt import Prompt
from games.kameloh.rules.cards import NOTHING, Cards
from games.kameloh.rules.decks import KamelohDecks
from games.kameloh.rules.redeal import made_up

DECK_SIZE = 60
FAMILIES = 2
"""So many violet monsters come with their items and with what they are made of, all in as many copies as are allowed."""

ONES_MORE = (("green", 4), ("yellow", 6))
"""So many others of a kind come in as many copies as are allowed."""


EAGER = 0.7
PACKAGES = {"play": 8, "activate": 4, "refill": 6, "search": 3, "none": 1}
"""How often each comes up beside the others."""

MOST_TRIES = 20
"""After so many decks that are not legal what is wanted is given up."""

WANTED = 3
"""So many cards that are wanted get into a deck."""

SELDOM = ("mutate", "fuse", "add")
STOPPING = ("end_phase", "done", "no_attack", "settle", "waste")


def any_deck(cards: Cards, variant: str, rng: Random, wanted: Sequence[str] = ()) -> dict[str, int]:
    """A random legal deck (KMO-2), with some of the cards whose names stand in these."""
    rules = KamelohDecks(cards)
    tries = 0
    deck = _deck(cards, variant, rng, wanted)
    while rules.against(deck, variant):
        tries += 1
        deck = _deck(cards, variant, rng, wanted if tries < MOST_TRIES else ())
    return deck


def _deck(cards: Cards, variant: str, rng: Random, wanted: Sequence[str]) -> dict[str, int]:
    """One that is nearly always legal: what it is made round may be too much."""
    core: Counter[int] = Counter()
    named = [card for card, name in enumerate(cards.names) if any(name in landmark.split() for landmark in wanted)]
    named = rng.sample(named, min(WANTED, len(named)))
    for card in named:
        core[card] = _limit(cards, card)
    violets = [card for card in (*cards.mutations, *cards.fusions) if card in named or cards.item_of[card] in named]
    if violets:  # what such monsters are made of may be dear
        for card in _bringers(cards):
            core[card] = _limit(cards, card)
    for violet in violets or rng.sample(_violets(cards), FAMILIES):
        core[violet] = _limit(cards, violet)
        item = cards.item_of[violet]
        if item != NOTHING:
            core[item] = _limit(cards, item)
        for part in _parts(cards, violet, rng):
            core[part] = _limit(cards, part)
    for kind, count in ONES_MORE:
        for card in rng.sample([card for card, other in enumerate(cards.kind) if other == kind], count):
            core[card] = _limit(cards, card)
    if variant == "kamelkoenig" and cards.universal != NOTHING:
        core[cards.universal] = 1
    seen = list(core.elements())
    _, rest = made_up(cards, seen, DECK_SIZE - len(seen), None, variant, rng)
    deck = Counter(seen + rest)
    return {cards.names[card]: deck[card] for card in sorted(deck)}


def any_move(cards: Cards, prompt: Prompt, rng: Random) -> Any:
    """A random option: first the verb, then what it is about, as there are many more ways to waste cards than to fuse them.

    What seldom can be done is done every other time; so is going on rather than stopping.
    """
    verbs = list(dict.fromkeys(option[0] for option in prompt.options))
    if len(verbs) > 1 and rng.random() < EAGER:
        eager = [verb for verb in verbs if verb in SELDOM] or [verb for verb in verbs if verb not in STOPPING]
        verbs = eager or verbs
    verb = verbs[int(rng.random() * len(verbs))]
    options = [option for option in prompt.options if option[0] == verb]
    if verb == "package":
        options = [option for option in options for _ in range(PACKAGES[option[1]])]
    elif verb == "take" and rng.random() < EAGER:
        options = [option for option in options if cards.kind[option[1]] in ("violet", "blue")] or options
    elif verb == "send" and rng.random() < EAGER:
        dearest = max(cards.price[option[1]] for option in options)
        options = [option for option in options if cards.price[option[1]] == dearest]
    return options[int(rng.random() * len(options))]


def _violets(cards: Cards) -> list[int]:
    """The violet monsters; those of which there is only one, and those that need certain others, more often."""
    return [card for card in (*cards.mutations, *cards.fusions) for _ in range(_rarity(cards, card))]


def _rarity(cards: Cards, card: int) -> int:
    only_one, each = _limit(cards, card) == 1, cards.data[card].ingredient_match == "each"
    return (3 if only_one else 1) * (2 if each and card in cards.fusions else 1)


def _bringers(cards: Cards) -> list[int]:
    """Cards that bring their player dates."""
    return [
        card
        for card, effect in enumerate(cards.effect)
        if any(
            clause.do in ("dates", "income") and clause.target == "own_player" and clause.when != "expire" for clause in effect
        )
    ]


def _limit(cards: Cards, card: int) -> int:
    return cards.copy_limit[cards.hk[card]]


def _parts(cards: Cards, violet: int, rng: Random) -> list[int]:
    """What a violet monster is made of: its source, or a monster or two for each condition."""
    if cards.source_of[violet] != NOTHING:
        return [cards.source_of[violet]]
    chosen: list[int] = []
    for condition in cards.data[violet].ingredients:
        fitting = [card for card in range(len(cards.names)) if cards.fits(card, condition)]
        chosen += rng.sample(fitting, min(2, len(fitting)))
    return chosen
