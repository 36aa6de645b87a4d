"""A game as it might be for all a viewer knows: own stocks mixed, the opponent's deck made up round what was seen (KMO-19)."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import TYPE_CHECKING

from games.kameloh.rules import stock
from games.kameloh.rules.cards import NOTHING, Cards
from games.kameloh.rules.position import SLOTS, Job, Side

if TYPE_CHECKING:
    from games.kameloh.rules.game import Kameloh

LEAST_YELLOW, LEAST_CHEAP, CHEAP, MOST_VIOLET, MOST_BLUE = 20, 6, 1, 10, 12
"""What every deck keeps (KMO-2.3, KMO-2.4)."""


def redeal(game: Kameloh, viewer: int | None, rng: Random) -> None:
    """Deal anew, in place, what this viewer does not know."""
    for seat in SLOTS:
        if seat == viewer:
            _own(game, seat, rng)
        else:
            _other(game, seat, rng, spectator=viewer is None)


# --- the viewer's own stock: what is in it is known, where is not -------------------------------------------------------------


def _own(game: Kameloh, seat: int, rng: Random) -> None:
    side = game.position.sides[seat]
    side.deck.sort()
    rng.shuffle(side.deck)
    fixed = [Counter(side.known_oases[number]) | Counter(_top(side, number)) for number in range(len(side.oases))]
    pool = sorted((Counter(card for oasis in side.oases for card in oasis) - sum(fixed, Counter())).elements())
    rng.shuffle(pool)
    for number, oasis in enumerate(side.oases):
        side.oases[number] = _filled(oasis, _top(side, number), fixed[number], pool, rng)


def _top(side: Side, number: int) -> list[int]:
    """The top card of an oasis, if everybody knows it."""
    return [side.oases[number][-1]] if side.oases[number] and (side.active[number] or side.open_tops[number]) else []


def _filled(oasis: list[int], top: list[int], fixed: Counter[int], pool: list[int], rng: Random) -> list[int]:
    """An oasis of the same size: what is known to be in it, and cards of the pool; a known top stays on top."""
    cards = sorted((fixed - Counter(top)).elements())
    cards += [pool.pop() for _ in range(len(oasis) - len(cards) - len(top))]
    rng.shuffle(cards)
    return cards + top


# --- somebody else's cards: not even the deck is known ----------------------------------------------------------------------


def _other(game: Kameloh, seat: int, rng: Random, *, spectator: bool) -> None:
    p, cards = game.position, game.cards
    side = p.sides[seat]
    known = (side.known_hand if spectator else side.shown_hand)[:]
    fixed = [Counter(side.open_oases[number]) | Counter(_top(side, number)) for number in range(len(side.oases))]
    pinned = list(sum(fixed, Counter()).elements())
    held = len(side.hand) - len(known)
    in_stock = [card for card in side.known_stock if card not in pinned]  # one shown at the setup may have come up since
    stocked = len(side.deck) + sum(map(len, side.oases)) - len(pinned) - len(in_stock)
    seen = _seen(game, seat) + known + in_stock + pinned
    violet_only = p.options.variant == "kamelkoenig"
    fusion, hidden = made_up(cards, seen, held + stocked, len(side.fusion) if violet_only else None, p.options.variant, rng)
    side.fusion = sorted(fusion)
    side.hand = sorted(known + hidden[:held])
    pool = sorted(hidden[held:] + in_stock)
    rng.shuffle(pool)
    if side.deck:
        side.deck = [pool.pop() for _ in side.deck]
    for number, oasis in enumerate(side.oases):
        side.oases[number] = _filled(oasis, _top(side, number), fixed[number], pool, rng)
        rest = sorted(side.oases[number])
        side.known_oases[number] = rest[: len(side.known_oases[number])]
    p.decks[seat] = sorted(
        _seen(game, seat) + side.hand + side.deck + [card for oasis in side.oases for card in oasis] + side.fusion
    )
    if not spectator:
        return
    side.shown_hand = side.known_hand[:]


def _seen(game: Kameloh, seat: int) -> list[int]:
    """The cards of a player that lie open."""
    p = game.position
    cards = p.sides[seat].desert[:]
    cards += [monster.card for side in p.sides for monster in side.arena if monster is not None and monster.owner == seat]
    return cards + [item.card for item in p.items if item.owner == seat]


def made_up(
    cards: Cards, seen: list[int], count: int, violets: int | None, variant: str, rng: Random
) -> tuple[list[int], list[int]]:
    """Hidden cards that make a legal deck of what was seen: the fusion deck, where there is one, and the others."""
    there = Counter(seen)
    allowed = [
        card
        for card in range(len(cards.names))
        if variant in cards.data[card].variants
        for _ in range(max(0, cards.copy_limit.get(cards.hk[card], 1) - there[card]))
    ]
    rng.shuffle(allowed)
    kinds = cards.kind
    fusion: list[int] = []
    if violets is not None:
        fusion = [card for card in allowed if kinds[card] == "violet"][:violets]
        allowed = [card for card in allowed if kinds[card] != "violet"]
    yellow = [card for card in allowed if kinds[card] == "yellow"]
    cheap = [card for card in yellow if cards.price[card] <= CHEAP]
    have_cheap = sum(kinds[card] == "yellow" and cards.price[card] <= CHEAP for card in seen)
    chosen = cheap[: max(0, min(count, LEAST_CHEAP - have_cheap))]
    have = sum(kinds[card] == "yellow" for card in seen) + len(chosen)
    rest = list((Counter(yellow) - Counter(chosen)).elements())
    rng.shuffle(rest)
    chosen += rest[: max(0, min(count - len(chosen), LEAST_YELLOW - have))]
    room = {"violet": MOST_VIOLET - sum(kinds[card] == "violet" for card in seen + fusion)}
    room["blue"] = MOST_BLUE - sum(kinds[card] == "blue" for card in seen)
    left = Counter(allowed) - Counter(chosen)
    for card in allowed:
        if len(chosen) >= count:
            break
        if left[card] and room.get(kinds[card], 1) > 0:
            left[card] -= 1
            if kinds[card] in room:
                room[kinds[card]] -= 1
            chosen.append(card)
    rng.shuffle(chosen)
    return fusion, chosen


# --- what an open question tells ---------------------------------------------------------------------------------------------


def fit(game: Kameloh, viewer: int | None, rng: Random) -> None:
    """Who is asked what to take of a search holds something that may be taken: everybody knows that."""
    p = game.position
    job = p.agenda[-1] if p.agenda else Job("")
    if job.kind != "take" or job.seat == viewer or stock.takeable(game, job):
        return
    side = p.sides[job.seat]
    pile = side.deck if job.number == NOTHING else side.oases[job.number]
    wanted = game.cards.effect[job.card][job.step].filter if job.card != NOTHING else stock.NO_MONSTERS
    fitting = [card for card in range(len(game.cards.names)) if game.cards.matches(card, wanted)]
    limits, deck = game.cards.copy_limit, Counter(p.decks[job.seat])
    fitting = [card for card in fitting if deck[card] < limits.get(game.cards.hk[card], 1) and game.cards.kind[card] == "green"]
    card = fitting[int(rng.random() * len(fitting))]
    p.decks[job.seat].remove(pile[0])
    pile[0] = card
    p.decks[job.seat] = sorted([*p.decks[job.seat], card])
