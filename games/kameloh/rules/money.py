"""Dates and victory points: prices, breeding and income, gains and losses (KMO-6, KMO-13)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.engine.event import Event
from games.kameloh.rules import arena
from games.kameloh.rules.position import Monster

if TYPE_CHECKING:
    from games.kameloh.rules.game import Kameloh

DUFO_CAP = 20
BREEDING = ((6, 1), (12, 2), (18, 3))
"""Below so many dates, so many more (KMO-6.2)."""

PRICE_POINTS = (2, 2, 3, 3, 4, 4, 5)
"""Victory points by printed price (KMO-13.2)."""

CONSTANT_POINTS = 3


def bred(dates: int, *, from_nothing: bool = True) -> int:
    """The dates after breeding in Dufo.

    >>> [bred(dates) for dates in (0, 1, 5, 6, 11, 12, 17, 18, 20)]
    [1, 2, 6, 8, 13, 15, 20, 20, 20]
    """
    if not dates:
        return 1 if from_nothing else 0
    for below, more in BREEDING:
        if dates < below:
            return dates + more
    return DUFO_CAP


def change(game: Kameloh, seat: int, dates: int, log: str) -> int:
    """Gain or lose dates, not below 0, in Dufo not above 20 (KMO-6.4); by how much they changed."""
    side = game.position.sides[seat]
    before = side.dates
    side.dates = max(0, before + dates)
    if game.position.options.variant == "dufo":
        side.dates = min(DUFO_CAP, side.dates)
    changed = side.dates - before
    if changed:
        game.tell(Event("tokens_changed", {"seat": seat, "dates": side.dates, "change": changed, "count": abs(changed)}, log=log))
    return changed


def pay(game: Kameloh, seat: int, price: int) -> None:
    """Pay a price; callers have looked whether it can be paid (KMO-6.1)."""
    if price:
        change(game, seat, -price, "pays")


def produce(game: Kameloh, seat: int) -> None:
    """Breeding or income at the start of a turn."""
    p = game.position
    side = p.sides[seat]
    if p.options.variant != "dufo":
        change(game, seat, sum(side.active), "income")
    elif p.turns > 2:  # KMO-6.2: from the second own turn on
        if side.dry:
            side.dry = False
            game.tell(Event("state_changed", {"seat": seat, "dates": side.dates}, log="breeds_nothing"))
        else:
            change(game, seat, bred(side.dates, from_nothing=p.options.empty_oasis_breeds) - side.dates, "breeds")


def _modified(game: Kameloh, seat: int, do: str) -> int:
    p = game.position
    total = sum(force.amount for force in p.forces if force.do == do and force.player == seat and arena.works(game, force))
    for whose, _, clause in arena.passives(game, do):
        if (clause.target == "own_player") == (whose == seat):
            total += clause.amount
    return total


def price_change(game: Kameloh, seat: int) -> int:
    """What is added to the prices of monsters a player brings into play."""
    return _modified(game, seat, "price")


def item_price_change(game: Kameloh, seat: int) -> int:
    """What is added to the prices of green items."""
    return _modified(game, seat, "item_price")


def score(game: Kameloh, seat: int, points: int, log: str, about: dict[str, object]) -> None:
    """Book victory points, never below 0 (KMO-13.6)."""
    side = game.position.sides[seat]
    side.vp = max(0, side.vp + points)
    game.tell(Event("score_changed", {"seat": seat, "vp": side.vp, "change": points} | about, log=log))


def worth(game: Kameloh, monster: Monster) -> int:
    """Victory points for defeating a monster (KMO-13.2)."""
    cards, mode = game.cards, game.position.options.vp_mode
    points = defeat_value(cards.hk[monster.card], cards.price[monster.card], mode, cards.vp_by_hk)
    return max(0, points + arena.amount(game, monster, "vp_value"))


def defeat_value(hk: int, price: int, mode: str, by_hk: dict[int, int]) -> int:
    """Victory points by frequency class, price, or always the same."""
    if mode == "hk":
        return by_hk[hk]
    return PRICE_POINTS[price] if mode == "price" else CONSTANT_POINTS
