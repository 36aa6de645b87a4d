"""A second opinion on Swiss pairing (RNK-7.6), written from the rule alone: what a pairing is worth, and the best of all."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterator, Sequence
from itertools import product

import networkx as nx

from leaderboards.tournaments.swiss import Participant

Worth = tuple[int, ...]
"""Second byes, rematches, their age, then the seven figures."""


class Oracle:
    """The list of a round, positions from 0."""

    def __init__(
        self, number: int, seed: str, participants: Sequence[Participant], forbidden: Collection[tuple[int, int]]
    ) -> None:
        self.number = number
        self.seed = seed
        self.order = sorted(participants, key=lambda one: (-one.points, one.id))
        self.forbidden = {frozenset(both) for both in forbidden}

    def balance(self, place: int) -> int:
        return sum({"S": 1, "F": -1, "-": 0}[role] for role in self.order[place].roles)

    def allowed(self, x: int, y: int) -> bool:
        return y == len(self.order) or frozenset((self.order[x].id, self.order[y].id)) not in self.forbidden

    def worth(self, x: int, y: int) -> Worth:
        """Of one pair, or of the bye of x."""
        if y == len(self.order):
            return (int(self.order[x].had_bye), 0, 0, len(self.order) - x - 1, 0, 0, 0, 0, 0, 0)
        upper, lower = self.order[x], self.order[y]
        rounds = [number for number, role in enumerate(upper.roles, 1) if role != "-"]
        meetings = [number for number, other in zip(rounds, upper.opponents, strict=True) if other == lower.id]
        half_points = (upper.points - lower.points + 59) // 60
        outside = [
            min(sum(abs(after) > limit for after in (self.balance(x) + way, self.balance(y) - way)) for way in (1, -1))
            for limit in (2, 1)
        ]
        floats = 0
        if half_points > 0:
            for history, letter in ((upper.floats, "D"), (lower.floats, "U")):
                floats += 2 * (len(history) >= 1 and history[-1] == letter) + (len(history) >= 2 and history[-2] == letter)
        group = [place for place, one in enumerate(self.order) if one.points == upper.points]
        if upper.points == lower.points:
            halves = [group.index(place) < len(group) // 2 for place in (x, y)]
            off = 4096 * (halves[0] == halves[1]) + min(abs((y - x) - len(group) // 2), 63) ** 2
        else:
            off = min(abs(y - x - 1), 63) ** 2
        text = f"{self.seed}:{self.number}:{upper.id}:{lower.id}".encode()
        first, second = hashlib.blake2b(text, digest_size=2).digest()
        return (
            0,
            bool(meetings),
            max(meetings, default=0),
            0,
            outside[0],
            min(half_points, 12) ** 2,
            floats,
            outside[1],
            off,
            256 * first + second,
        )

    def everything(self) -> Iterator[list[tuple[int, int]]]:
        """All complete pairings that keep H1."""
        n = len(self.order)

        def rest(left: list[int]) -> Iterator[list[tuple[int, int]]]:
            if not left:
                yield []
                return
            x, *others = left
            for y in others:
                if self.allowed(x, y):
                    for pairs in rest([place for place in others if place != y]):
                        yield [(x, y), *pairs]

        yield from rest(list(range(n + n % 2)))

    def total(self, pairs: Sequence[tuple[int, int]]) -> Worth:
        return tuple(sum(figure) for figure in zip(*(self.worth(x, y) for x, y in pairs), strict=True))

    def by_trying(self) -> Worth | None:
        """What the best of all pairings is worth."""
        return min((self.total(pairs) for pairs in self.everything()), default=None)

    def by_networkx(self, reach: int | None = None) -> Worth | None:
        """The same by another matching, in numbers as large as they come; `reach` leaves distant pairs out."""
        n = len(self.order)
        graph = nx.Graph()
        graph.add_nodes_from(range(n + n % 2))
        for x, y in product(range(n), range(n + n % 2)):
            if x < y and self.allowed(x, y) and (reach is None or self.near(x, y, reach)):
                packed = 0
                for figure in self.worth(x, y):
                    packed = packed << 40 | figure
                graph.add_edge(x, y, weight=-packed)
        pairs = [(min(both), max(both)) for both in nx.max_weight_matching(graph, maxcardinality=True)]
        return self.total(pairs) if len(pairs) * 2 == n + n % 2 else None

    def near(self, x: int, y: int, reach: int) -> bool:
        if y == len(self.order):
            return True
        size = sum(one.points == self.order[x].points for one in self.order)
        same = self.order[x].points == self.order[y].points
        return abs(y - x - size // 2 if same else y - x - 1) <= reach
