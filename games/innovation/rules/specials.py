"""The five special achievements: claimed at the instant their condition holds (INN-10)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from games.engine.event import Event
from games.innovation.rules.cards import ICON_BITS, ONE_OF, icon_count
from games.innovation.rules.position import COLORS, FREE, ICONS, MONUMENT, RIGHT, SPECIALS

if TYPE_CHECKING:
    from games.innovation.rules.game import Innovation

GOALS = {"monument": 6, "empire": 6, "world": 12, "wonder": 5, "universe": 5}
"""How far `progress` must come for each."""

IN_EMPIRE = 3
IN_UNIVERSE = 8
CLOCK = ICONS.index("clock")
HIGH = sum(one << (ICON_BITS - 1) for one in ONE_OF)
ENOUGH = sum(one * ((1 << (ICON_BITS - 1)) - IN_EMPIRE) for one in ONE_OF)
"""Added to icons counted in one int, it sets the high bit of each that is there at least `IN_EMPIRE` times."""


def monument(game: Innovation, seat: int) -> bool:
    """Six cards tucked, or six scored, in one turn (INN-10.2)."""
    p = game.position
    return p.tucked[seat] >= GOALS["monument"] or p.scored[seat] >= GOALS["monument"]


def empire(game: Innovation, seat: int) -> bool:
    """Three of each icon (INN-10.3)."""
    return (game.icons(seat) + ENOUGH) & HIGH == HIGH


def world(game: Innovation, seat: int) -> bool:
    """Twelve clocks (INN-10.4)."""
    return icon_count(game.icons(seat), CLOCK) >= GOALS["world"]


def wonder(game: Innovation, seat: int) -> bool:
    """Five colours, each splayed right or up (INN-10.5)."""
    return min(game.position.splays[seat]) >= RIGHT


def universe(game: Innovation, seat: int) -> bool:
    """Five top cards of value 8 or more (INN-10.6)."""
    age = game.cards.age
    return all(pile and age[pile[-1]] >= IN_UNIVERSE for pile in game.position.boards[seat])


CONDITIONS: tuple[Callable[[Innovation, int], bool], ...] = (monument, empire, world, wonder, universe)
"""In the order of `SPECIALS`."""


def check(game: Innovation, seats: Sequence[int]) -> None:
    """Claim what these players fulfil: card by card, each in the order of play from whose turn it is (INN-10.7)."""
    p = game.position
    if len(seats) > 1:
        seats = sorted(seats, key=lambda seat: (seat - p.turn_of) % p.seats)
    for special, fulfils in enumerate(CONDITIONS):
        if p.specials[special] == FREE:
            for seat in seats:
                if fulfils(game, seat):
                    claim(game, seat, special)
                    break


def claim(game: Innovation, seat: int, special: int) -> bool:
    """Take a special achievement, if it is still there (INN-10.8); whether it was."""
    p = game.position
    if p.specials[special] != FREE:
        return False
    p.specials[special] = seat
    game.tell(Event("x_innovation_claimed", {"seat": seat, "special": SPECIALS[special]}, log="claims"))
    game.check_achievements(seat)
    return True


def progress(game: Innovation, seat: int) -> dict[str, int]:
    """How far a player is towards each, as `GOALS` count it."""
    p, age, icons = game.position, game.cards.age, game.icons(seat)
    return {
        SPECIALS[MONUMENT]: min(GOALS["monument"], max(p.tucked[seat], p.scored[seat])),
        "empire": sum(icon_count(icons, icon) >= IN_EMPIRE for icon in range(len(ICONS))),
        "world": min(GOALS["world"], icon_count(icons, CLOCK)),
        "wonder": sum(p.splays[seat][color] >= RIGHT for color in range(len(COLORS))),
        "universe": sum(age[card] >= IN_UNIVERSE for card in p.tops(seat)),
    }
