"""Mutation and fusion: which ingredients go together, what values come of it, how one monster takes the place of others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, permutations
from typing import TYPE_CHECKING

from games.engine.event import Event
from games.kameloh.rules import arena, effects
from games.kameloh.rules.cards import CardData, Cards
from games.kameloh.rules.position import ARENA_ZONE, NOBODY, Monster

if TYPE_CHECKING:
    from games.kameloh.rules.game import Kameloh

CAPS = {"dufo": (60, 50, 300, 400), "wimu": (70, 60, 350, 500), "kamelkoenig": (70, 60, 350, 500)}
"""AP, DP, LP and total value by rule set (KMO-14.9, KMO-15.4)."""

Part = tuple[int, int]


def raw_values(cards: Cards, violet: int, parts: Sequence[int]) -> tuple[int, int, int]:
    """The values of a fusion by its formula, before the caps (KMO-14.9, KMO-14.11)."""
    formula = cards.data[violet].formula
    assert formula is not None  # noqa: S101 (every fusion has one)
    if formula.mode == "fixed":
        return formula.ap, formula.dp, formula.lp
    if formula.mode == "per":
        ap, dp, lp = (formula.base[name] + len(parts) * formula.each[name] for name in ("ap", "dp", "lp"))
        return ap, dp, lp
    ap, dp, lp = (sum(cards.values[part][place] for part in parts) for place in range(3))
    return ap + formula.ap, dp + formula.dp, lp + formula.lp


def values(cards: Cards, violet: int, parts: Sequence[int], variant: str) -> tuple[int, int, int]:
    """AP, DP and LP of a fusion: each capped, then LP lowered until the total value fits."""
    most_ap, most_dp, most_lp, most = CAPS[variant]
    ap, dp, lp = raw_values(cards, violet, parts)
    ap, dp, lp = min(ap, most_ap), min(dp, most_dp), min(lp, most_lp)
    return ap, dp, min(lp, most - 2 * ap - 2 * dp)


def choices(cards: Cards, violet: int, parts: list[tuple[Part, int]]) -> Iterator[tuple[tuple[Part, ...], int]]:
    """Every set of ingredients a fusion may be made of, and what those cost together; equal ones once."""
    data = cards.data[violet]
    fitting = [(part, cost) for part, cost in parts if any(cards.fits(part[1], condition) for condition in data.ingredients)]
    seen: set[tuple[Part, ...]] = set()
    for size in range(data.min_ingredients, min(data.max_ingredients, len(fitting)) + 1):
        for group in combinations(fitting, size):
            chosen = tuple(sorted(part for part, _ in group))
            if chosen not in seen and (data.ingredient_match == "any" or _one_each(cards, data, chosen)):
                seen.add(chosen)
                yield chosen, sum(cost for _, cost in group)


def _one_each(cards: Cards, data: CardData, chosen: tuple[Part, ...]) -> bool:
    """Whether there is exactly one ingredient for each condition."""
    return any(
        all(cards.fits(card, condition) for (_, card), condition in zip(order, data.ingredients, strict=True))
        for order in permutations(chosen)
    )


def replace(game: Kameloh, seat: int, used: list[int], slot: int, monster: Monster) -> None:
    """A new monster takes the place of others; own items move over, all else that works on them ends (KMO-14.6)."""
    for old_slot in used:
        absorb(game, seat, old_slot, slot, monster)
    game.position.sides[seat].arena[slot] = monster


def absorb(game: Kameloh, seat: int, slot: int, to_slot: int, monster: Monster) -> None:
    """A monster goes into another one: its card to its owner's desert, own items and their effects to the other."""
    p = game.position
    old = p.sides[seat].arena[slot]
    assert old is not None  # noqa: S101 (callers have looked)
    arena.end_captures(game, old)
    effects.cleanse(game, old, 1 - seat, all_from_monsters=True)
    moving = arena.attachments(game, old)
    for item in moving:
        item.carrier = monster.uid
    if moving and slot != to_slot:
        moved = {"seat": seat, "cards": [game.cards.ids[item.card] for item in moving], "from": ARENA_ZONE[seat][slot]}
        game.tell(Event("cards_moved", moved | {"to": ARENA_ZONE[seat][to_slot]}, log="moves_over"))
    for force in p.forces:
        if force.monster == old.uid and force.item != NOBODY:
            force.monster = monster.uid
    arena.leave(game, seat, slot)
    arena.to_desert(game, old.owner, old.card, ARENA_ZONE[seat][slot], "ingredient")
