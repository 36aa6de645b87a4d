"""What a viewer may know, in zones, with the public numbers players need (INN-12, PRO-5.10)."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from games.innovation.rules import ending, specials
from games.innovation.rules.cards import Cards, icon_count
from games.innovation.rules.position import (
    AGES,
    CLAIMED_ZONE,
    COLORS,
    FREE,
    HAND_ZONE,
    ICONS,
    PILE_ZONE,
    SCORE_ZONE,
    SPECIALS,
    SPLAYS,
    SUPPLY_ZONE,
    Dogma,
)

if TYPE_CHECKING:
    from games.innovation.rules.game import Innovation

MOST_ZONES = 8_192
"""How many zones of each kind are kept as they are shown: most look the same to all viewers, and after the next move."""


def view(game: Innovation, viewer: int | None) -> dict[str, Any]:
    """The view of a seat, or of a spectator (None)."""
    p, cards = game.position, game.cards
    over = p.reason is not None
    zones: dict[str, Any] = {SUPPLY_ZONE[age]: _supply(age, len(p.supply[age])) for age in AGES}
    zones["achievements"] = _achievements(tuple(p.owners))
    for seat in range(p.seats):
        shown = over or seat == viewer
        zones[HAND_ZONE[seat]] = _private(cards, "hand", seat, tuple(p.hands[seat]), shown)
        zones[SCORE_ZONE[seat]] = _private(cards, "score", seat, tuple(p.scores[seat]), shown)
        for color, pile in enumerate(p.boards[seat]):
            zones[PILE_ZONE[seat][color]] = _pile(cards, seat, color, p.splays[seat][color], tuple(pile))
        zones[CLAIMED_ZONE[seat]] = _claimed(seat, tuple(p.owners))
    if p.removed or p.removed_hidden:
        zones["removed"] = {"name": "removed", "visibility": "public", "order": "sorted"} | _faces(cards, tuple(p.removed))
        zones["removed_hidden"] = {"name": "removed_hidden", "visibility": "hidden", "order": "sorted"} | _backs(
            cards, tuple(p.removed_hidden)
        )
    facts: dict[str, Any] = {
        "zones": zones,
        "phase": p.phase,
        "edition": "first" if p.first_edition else "latest",
        "needed": ending.needed(game),
        "goals": dict(specials.GOALS),
        "specials": [name for name, owner in zip(SPECIALS, p.specials, strict=True) if owner == FREE],
        "seats": [_seat(game, seat) for seat in range(p.seats)],
    }
    if p.turn:
        facts |= {"turn": p.turn, "turn_of": p.turn_of, "actions_left": p.actions_left}
    if p.dogma is not None and not over:
        facts["dogma"] = _dogma(game, p.dogma)
    return facts


def zones(game: Innovation) -> dict[str, list[str]]:
    """Where every card truly is: supply piles from the next card on, piles from the top."""
    p, ids = game.position, game.cards.ids
    where = {SUPPLY_ZONE[age]: [ids[card] for card in reversed(p.supply[age])] for age in AGES}
    where["achievements"] = [ids[card] for card, owner in zip(p.achievements, p.owners, strict=True) if owner == FREE]
    for seat in range(p.seats):
        where[HAND_ZONE[seat]] = [ids[card] for card in p.hands[seat]]
        where[SCORE_ZONE[seat]] = [ids[card] for card in p.scores[seat]]
        for color, pile in enumerate(p.boards[seat]):
            where[PILE_ZONE[seat][color]] = [ids[card] for card in reversed(pile)]
        where[CLAIMED_ZONE[seat]] = [ids[card] for card, owner in zip(p.achievements, p.owners, strict=True) if owner == seat]
    where["removed"] = [ids[card] for card in p.removed]
    where["removed_hidden"] = [ids[card] for card in p.removed_hidden]
    return where


@lru_cache(MOST_ZONES)
def _supply(age: int, count: int) -> dict[str, Any]:
    zone = {"name": "supply", "visibility": "hidden", "order": "stack", "count": count}
    return zone | {"age": age, "back": f"age-{age}"}


@lru_cache(MOST_ZONES)
def _achievements(owners: tuple[int, ...]) -> dict[str, Any]:
    free = [age for age, owner in enumerate(owners, 1) if owner == FREE]
    return {"name": "achievements", "visibility": "hidden", "order": "sorted", "count": len(free), "backs": free}


@lru_cache(MOST_ZONES)
def _claimed(seat: int, owners: tuple[int, ...]) -> dict[str, Any]:
    ages = [age for age, owner in enumerate(owners, 1) if owner == seat]
    zone = {"name": "claimed", "owner": seat, "visibility": "hidden", "order": "sorted"}
    return zone | {"count": len(ages), "backs": ages}


@lru_cache(MOST_ZONES)
def _private(cards: Cards, name: str, seat: int, pile: tuple[int, ...], shown: bool) -> dict[str, Any]:
    zone = {"name": name, "owner": seat, "visibility": "owner", "order": "sorted"}
    return zone | (_faces(cards, pile) if shown else _backs(cards, pile))


@lru_cache(MOST_ZONES)
def _pile(cards: Cards, seat: int, color: int, splay: int, pile: tuple[int, ...]) -> dict[str, Any]:
    zone = {"name": "pile", "owner": seat, "visibility": "public", "order": "stack", "color": COLORS[color]}
    return zone | {"splay": SPLAYS[splay]} | _faces(cards, pile[::-1])


def _faces(cards: Cards, pile: tuple[int, ...]) -> dict[str, Any]:
    return {"count": len(pile), "cards": [{"c": cards.ids[card]} for card in pile]}


def _backs(cards: Cards, pile: tuple[int, ...]) -> dict[str, Any]:
    return {"count": len(pile), "backs": sorted(cards.age[card] for card in pile)}


def _seat(game: Innovation, seat: int) -> dict[str, Any]:
    """The public numbers of a player."""
    p, icons = game.position, game.icons(seat)
    row = {
        "points": game.points(seat),
        "achievements": p.achieved(seat),
        "icons": {name: icon_count(icons, icon) for icon, name in enumerate(ICONS)},
        "top": game.top_age(seat),
        "tucked": p.tucked[seat],
        "scored": p.scored[seat],
        "specials": [name for name, owner in zip(SPECIALS, p.specials, strict=True) if owner == seat],
        "progress": specials.progress(game, seat),
    }
    return row | ({"team": p.teams[seat]} if p.teams else {})


def _dogma(game: Innovation, dogma: Dogma) -> dict[str, Any]:
    """The running action: whom it concerns, and the cards whose effects run, outermost first."""
    ids, frames = game.cards.ids, []
    for frame in dogma.frames:
        if frame.seat >= 0:
            row = {"card": ids[frame.card], "effect": frame.effect + 1, "demand": frame.me >= 0, "seat": frame.seat}
            frames.append(row | ({"by": frame.me} if frame.me >= 0 else {}))
    about = {"card": ids[dogma.card], "seat": dogma.seat, "icon": ICONS[game.cards.icon[dogma.card]]}
    return about | {"obey": dogma.obey[:], "share": dogma.share[:], "bonus": dogma.bonus, "frames": frames}
