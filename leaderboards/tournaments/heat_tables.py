"""Tables with more than two seats: how many of which size, and who sits in which seat (RNK-7.8). Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations, count
from typing import Any

import msgspec


class Sizes(msgspec.Struct, frozen=True):
    """How a field is divided up."""

    sizes: tuple[int, ...]
    """Seats per table, larger tables first."""
    sit_out: int
    """Players for whom there is no table."""


class Draw(msgspec.Struct, frozen=True):
    """Who meets whom in one round."""

    tables: tuple[tuple[int, ...], ...]
    """Players per table by seat; the first one has the first seat, which the plan names (RNK-4.3)."""
    sit_out: tuple[int, ...] = ()
    """Who has a bye, ascending."""


def sizes(n: int, preferred: int, minimum: int) -> Sizes:
    """The smallest number of tables whose sizes lie between both bounds and differ by at most 1.

    If there is none, as many full tables as there are players for; the rest sit out.
    """
    if not 2 <= minimum <= preferred:
        raise ValueError(f"tables of {minimum} to {preferred}")
    tables = -(-n // preferred)
    if tables and n // tables >= minimum:
        small, larger = divmod(n, tables)
        return Sizes((small + 1,) * larger + (small,) * (tables - larger), 0)
    return Sizes((preferred,) * (n // preferred), n % preferred)


def meetings(draws: Iterable[Draw]) -> Counter[tuple[int, int]]:
    """How often each pair has met; pairs are ascending."""
    return Counter(pair for draw in draws for table in draw.tables for pair in combinations(sorted(table), 2))


def byes(draws: Iterable[Draw]) -> Counter[int]:
    """How often each player has sat out."""
    return Counter(player for draw in draws for player in draw.sit_out)


def seats_had(draws: Iterable[Draw]) -> Counter[tuple[int, int]]:
    """How often each player has had each seat, counted from 0."""
    return Counter((player, seat) for draw in draws for table in draw.tables for seat, player in enumerate(table))


def seated(tables: Sequence[Sequence[int]], had: Mapping[tuple[int, int], int]) -> tuple[tuple[int, ...], ...]:
    """The players of each table by seat, so that what everybody has had differs by as little as possible."""
    return tuple(_best_seats(table, had) for table in tables)


def _best_seats(table: Sequence[int], had: Mapping[tuple[int, int], int]) -> tuple[int, ...]:
    """The assignment with the smallest sum of squares; of several the first by the order of the table, seat by seat."""
    size = len(table)
    best: dict[int, tuple[int, tuple[int, ...]]] = {0: (0, ())}
    for seat in range(size):
        following: dict[int, tuple[int, tuple[int, ...]]] = {}
        for taken, (cost, order) in best.items():
            for place in range(size):
                if not taken >> place & 1:
                    found = (cost + 2 * had.get((table[place], seat), 0) + 1, (*order, place))
                    key = taken | 1 << place
                    following[key] = min(following.get(key, found), found)
        best = following
    return tuple(table[place] for place in best[(1 << size) - 1][1])


def balanced(draws: Sequence[Draw]) -> list[Draw]:
    """The same tables with seats given out over all rounds at once.

    With tables of one size everybody has each seat once in as many rounds as there are seats, which colours the edges between
    players and tables; else one table after another is seated anew as long as that evens out what everybody has.
    """
    size = {len(table) for draw in draws for table in draw.tables}
    return _evened(list(draws)) if len(size) > 1 else _coloured(draws, size.pop() if size else 0)


def _cost(table: Sequence[int], had: Mapping[tuple[int, int], int]) -> int:
    """By how much this seating raises the sum of the squares of what everybody has had."""
    return sum(2 * had.get((player, seat), 0) + 1 for seat, player in enumerate(table))


def _evened(draws: list[Draw]) -> list[Draw]:
    """One round after another, then each table again and again until none gets better."""
    had = Counter[tuple[int, int]]()
    for number, draw in enumerate(draws):
        draws[number] = Draw(seated([sorted(table) for table in draw.tables], had), draw.sit_out)
        had.update(seats_had([draws[number]]))
    better = True
    while better:
        better = False
        for number, draw in enumerate(draws):
            tables = []
            for table in draw.tables:
                had.subtract((player, seat) for seat, player in enumerate(table))
                anew = _best_seats(table, had)
                chosen = anew if _cost(anew, had) < _cost(table, had) else table
                better |= chosen is anew
                had.update((player, seat) for seat, player in enumerate(chosen))
                tables.append(chosen)
            draws[number] = Draw(tuple(tables), draw.sit_out)
    return draws


def _coloured(draws: Sequence[Draw], size: int) -> list[Draw]:
    """Seats as colours of the edges between players and tables; after each `size` games a player counts as a new one."""
    colouring, games = _Colouring(), Counter[int]()
    for number, draw in enumerate(draws):
        for index, table in enumerate(draw.tables):
            for player in table:
                colouring.join((player, games[player] // size), ("table", number, index))
                games[player] += 1
    return [
        Draw(tuple(colouring.seats(("table", number, index)) for index in range(len(draw.tables))), draw.sit_out)
        for number, draw in enumerate(draws)
    ]


class _Colouring:
    """Colours of the edges of a bipartite graph, no two alike at a node: as many as the largest degree are enough (König)."""

    def __init__(self) -> None:
        self.ends: dict[Any, dict[int, Any]] = {}
        """What each node is joined to, by colour."""

    def join(self, player: tuple[int, int], table: Any) -> None:
        """Add an edge: if no colour is free at both ends, two colours are exchanged along the path that starts at the table."""
        mine, theirs = self.ends.setdefault(player, {}), self.ends.setdefault(table, {})
        one, other = (next(colour for colour in count() if colour not in ends) for ends in (mine, theirs))
        path, node, colour = [], table, one
        while colour in self.ends[node]:
            path.append((node, self.ends[node][colour], colour))
            node, colour = self.ends[node][colour], one + other - colour
        for node, end, colour in path:
            del self.ends[node][colour], self.ends[end][colour]
        for node, end, colour in path:
            self.ends[node][one + other - colour], self.ends[end][one + other - colour] = end, node
        mine[one], theirs[one] = table, player

    def seats(self, table: Any) -> tuple[int, ...]:
        """The players of a table by colour."""
        return tuple(player for _, (player, _) in sorted(self.ends[table].items()))
