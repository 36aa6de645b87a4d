"""Groups and the knock-out that follows: who plays in which group, who goes on, and whom they meet first (RNK-7.7)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from msgspec import Struct

from leaderboards.tournaments.bracket import size_of, slots

GROUPS = range(1, 65)
"""How many groups there may be; one is everybody."""
QUALIFY = range(1, 5)
"""How many may qualify in each."""


def snake(n: int, groups: int) -> list[list[int]]:
    """Seeds 1 to `n` by group: left to right, then right to left, and so on.

    Raises `ValueError` for a number of groups that cannot be, or groups with fewer than two entrants.
    """
    if groups not in GROUPS or n < 2 * groups:
        raise ValueError("there are at most sixty-four groups, of two entrants or more")
    found: list[list[int]] = [[] for _ in range(groups)]
    for seed in range(1, n + 1):
        row, column = divmod(seed - 1, groups)
        found[groups - 1 - column if row % 2 else column].append(seed)
    return found


def letter(group: int) -> str:
    """Name of a group, counted from 0: A to Z, then AA, AB, ..."""
    name = chr(ord("A") + group % 26)
    return name if group < 26 else letter(group // 26 - 1) + name


class Placed(Struct, frozen=True):
    """An entrant in the final table of a group."""

    entrant: int
    group: int
    """From 0."""
    place: int
    """From 1; no two of a group share one."""
    points: int | Fraction = 0
    games: int = 0
    """Those that count in the table."""
    values: tuple[int | Fraction, ...] = ()
    """Tie-break values in order, more is better, `LOT` left out; as many for everybody."""
    lot: str = ""
    """Decides what is still level, ascending (RNK-7.10 `LOT`)."""

    @property
    def merit(self) -> tuple[tuple[Fraction, ...], str, int]:
        """Orders entrants of the same place in different groups, best first: points per game, tie-breaks per game, lot."""
        return tuple(-Fraction(value) / max(self.games, 1) for value in (self.points, *self.values)), self.lot, self.group


def label(placed: Placed) -> str:
    """`A1`: winner of group A."""
    return f"{letter(placed.group)}{placed.place}"


def qualifiers(tables: Sequence[Sequence[Placed]], qualify: int, best_next: int = 0) -> list[Placed]:
    """Who goes on from these tables (each by place), best seed first: by group place, then by merit.

    So many of the `best_next` placed, compared over all groups, go on beside them. Raises `ValueError` for an impossible number.
    """
    if qualify not in QUALIFY:
        raise ValueError("one to four qualify in each group")
    through = sorted((placed for table in tables for placed in table[:qualify]), key=seeding)
    others = sorted((table[qualify] for table in tables if len(table) > qualify), key=seeding)
    return through + others[:best_next]


def seeding(placed: Placed) -> tuple[int, tuple[tuple[Fraction, ...], str, int]]:
    """Orders qualifiers, best first."""
    return placed.place, placed.merit


Pair = tuple[Placed | None, Placed | None]
"""Slots A and B of a first-round match; nobody: a bye."""


def first_round(qualified: Sequence[Placed], groups: int, qualify: int) -> list[Pair]:
    """First-round matches of the knock-out from top to bottom, of qualifiers in order of seeding.

    Two from each of a power of two of groups: group mates meet again only in the final. Else they are seeded, and if two from one
    group would meet, the worse one swaps with somebody of the same group place: the next worse with whom no match joins two
    from one group, or the next better if there is none; and if there is nobody at all, the better one does likewise.
    """
    if (
        qualify == 2
        and groups == size_of(groups)
        and sorted((each.group, each.place) for each in qualified)
        == [(group, place) for group in range(groups) for place in (1, 2)]
    ):
        return crossed(qualified)
    seats = [seed - 1 for seed in slots(size_of(len(qualified)))]
    order: list[Placed | None] = [qualified[seat] if seat < len(qualified) else None for seat in seats]
    for top in range(0, len(order), 2):
        if clash(order, top):
            better, worse = sorted((top, top + 1), key=lambda slot: seats[slot])
            if not part(order, seats, worse):
                part(order, seats, better)
    return [(order[top], order[top + 1]) for top in range(0, len(order), 2)]


def crossed(qualified: Sequence[Placed]) -> list[Pair]:
    """A1-B2, C1-D2, ... in the upper half, B1-A2, D1-C2, ... in the lower."""
    at = {(each.group, each.place): each for each in qualified}
    neighbours = [(group, group + 1) for group in range(0, len(qualified) // 2, 2)]
    upper: list[Pair] = [(at[left, 1], at[right, 2]) for left, right in neighbours]
    return upper + [(at[right, 1], at[left, 2]) for left, right in neighbours]


def clash(order: Sequence[Placed | None], slot: int) -> bool:
    """Whether the match of this slot joins two from one group."""
    one, other = order[slot], order[slot ^ 1]
    return one is not None and other is not None and one.group == other.group


def part(order: list[Placed | None], seats: Sequence[int], at: int) -> bool:
    """Swaps who is in slot `at` with somebody of the same group place, so that neither match is a clash, if that is possible."""
    mover = order[at]
    peers = [slot for slot, each in enumerate(order) if each and mover and each.place == mover.place and slot != at]
    for slot in sorted(peers, key=lambda slot: (seats[slot] < seats[at], abs(seats[slot] - seats[at]))):
        order[at], order[slot] = order[slot], order[at]
        if not clash(order, at) and not clash(order, slot):
            return True
        order[at], order[slot] = order[slot], order[at]
    return False
