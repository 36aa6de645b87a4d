"""The search for the best pairing of a Swiss round (RNK-7.6): a matching of smallest weight.

Players are vertices, a pair is an edge that weighs its figures packed into one number, and the bye of an odd field is one more
vertex.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import blake2b
from math import prod
from typing import Literal

import rustworkx

from leaderboards.tournaments.field import GAP_LIMIT, HALF_POINT, NOISE_LIMIT, OFF_LIMIT, SAME_HALF, Field, Pair, floated, outside

COMPLETE_UP_TO = 256
"""Players up to whom all pairs are looked at."""

NEIGHBOURS = 24
"""How far from the ideal an opponent may stand in larger fields, at first."""

NEAR = 6
MANY = 32
"""With more edges a player, a good pairing among so near opponents is found first: it tells which edges no best one has."""

WEIGHT_BITS = 127
"""Weights, and what the search adds up from them, are signed numbers of 128 bits."""

Reason = Literal["nobody", "forbidden"]


class NoPairing(Exception):
    """There is no pairing.

    `reason` is `nobody` if there is nobody to pair, or `forbidden` if forbidden pairs (H1) leave no complete pairing; then
    `stuck` has the pairing numbers of those who stay over in one of the fullest pairings that there are.
    """

    def __init__(self, reason: Reason, stuck: tuple[int, ...] = ()) -> None:
        super().__init__(reason, stuck)
        self.reason: Reason = reason
        self.stuck = stuck


def best(field: Field, barred: frozenset[Pair]) -> list[Pair]:
    """The best pairing in positions, the bye included; raises `NoPairing`. H3 is given up first, then H2."""
    n = len(field.players)
    reach = NEIGHBOURS if n > COMPLETE_UP_TO else n
    while True:
        edges = field.edges(reach, barred | field.met.keys())
        if may_be_complete(field, edges) and (matched := Search(field, edges).run()):
            return matched
        if reach >= n:
            break
        reach *= 2
    for second_bye in (False, True) if n % 2 else (False,):
        search = Search(field, field.edges(n, barred, second_bye), relaxed=True)
        if matched := search.run():
            return matched
    raise NoPairing("forbidden", tuple(field.players[place].id for place in search.left()))


def may_be_complete(field: Field, edges: Iterable[Pair]) -> bool:
    """Whether everybody has somebody to meet."""
    return len({place for both in edges for place in both}) == len(field.players) + len(field.players) % 2


class Search:
    """The smallest complete pairing among these edges, which stand in the order of their upper player.

    With `relaxed`, rematches and second byes are among them, and their numbers are compared before the vector: second byes,
    rematches, their age.
    """

    def __init__(self, field: Field, edges: list[Pair], relaxed: bool = False) -> None:
        self.field = field
        self.edges = edges
        self.relaxed = relaxed
        self.vertices = len(field.players) + len(field.players) % 2
        self.matched: list[Pair] = []

    def run(self) -> list[Pair]:
        """Its pairs; empty if there is no complete pairing.

        All figures go into one number, the first in the highest digit; a digit is as wide as the largest sum there can be. If
        that is too much, the first figures are settled alone: then it is known how wide their digits must be at least.
        """
        widest = self.widest()
        bounds = [one * (self.vertices // 2) for one in widest]
        settled = 0
        while True:
            digits = self.fitting(bounds, widest)
            if digits <= settled:
                raise OverflowError("the figures of this round do not fit into 127 bits")
            if not self.solve([*scales(bounds[:digits]), *[0] * (len(bounds) - digits)]):
                return []
            if digits == len(bounds):
                return self.matched
            found = [self.figures(x, y)[:digits] for x, y in self.matched]
            bounds[:digits] = [sum(figure) for figure in zip(*found, strict=True)]
            settled = digits

    def left(self) -> list[int]:
        """Positions that stayed over when there was no complete pairing."""
        matched = {place for both in self.matched for place in both}
        return [place for place in range(len(self.field.players)) if place not in matched]

    def figures(self, x: int, y: int) -> tuple[int, ...]:
        """All figures of a pair in the order in which they are compared."""
        field = self.field
        vector = field.vector(x, y).all()
        if not self.relaxed:
            return vector
        second_bye = y == len(field.players) and field.players[x].had_bye
        return (int(second_bye), int((x, y) in field.met), field.met.get((x, y), 0), *vector)

    def widest(self) -> list[int]:
        """The largest value of each figure in one pair."""
        field = self.field
        spread = max((abs(one) for one in field.balance), default=0)
        gap = min(field.gap(0, len(field.players) - 1), GAP_LIMIT)
        relaxed = [1, 1, field.number] if self.relaxed else []
        bye = len(field.players) - 1 if len(field.players) % 2 else 0
        floats = 6 if field.number > 1 else 0
        return [*relaxed, bye, 2 * (spread > 1), gap**2, floats, 2 * (spread > 0), SAME_HALF + OFF_LIMIT**2, NOISE_LIMIT]

    def fitting(self, bounds: Sequence[int], widest: Sequence[int]) -> int:
        """How many figures, from the first on, fit into one weight. The search adds up to a weight a vertex, twice."""
        room = 1 << (WEIGHT_BITS - 2 - self.vertices.bit_length())
        for digits in range(len(bounds), 0, -1):
            if sum(scale * one for scale, one in zip(scales(bounds[:digits]), widest, strict=False)) < room:
                return digits
        return 0

    def solve(self, scale: Sequence[int]) -> bool:
        """Find the best pairing by figures that count so much; whether it is complete."""
        costs = Costs(self.field, scale, self.relaxed)
        edges = list(zip(self.edges, costs.without_noise(self.edges), strict=True))
        if len(edges) > self.vertices * MANY:
            edges = self.promising(costs, edges)
        self.matched = lightest(self.vertices, costs.with_noise(edges))
        return len(self.matched) * 2 == self.vertices

    def promising(self, costs: Costs, edges: list[Priced]) -> list[Priced]:
        """Without those that no best pairing can have.

        With such a pair, even if what is due anyway is paid once, and everybody else has what is cheapest for them beyond it, all
        would cost more than a pairing that is found among near opponents.
        """
        nearest = {*self.field.edges(NEAR, second_bye=True), *self.field.met}
        near = costs.with_noise(edge for edge in edges if edge[0] in nearest)
        first = set(lightest(self.vertices, near))
        if len(first) * 2 < self.vertices:
            return edges
        most = sum(cost for both, cost in near if both in first)
        due = self.due(costs, edges)
        beyond = [cost - due[y] + due[x] for (x, y), cost in edges]
        cheapest = [most] * self.vertices
        for ((x, y), _), cost in zip(edges, beyond, strict=True):
            if cost < cheapest[x]:
                cheapest[x] = cost
            if cost < cheapest[y]:
                cheapest[y] = cost
        spare = 2 * (most - due[-1]) - sum(cheapest)
        return [
            edge
            for edge, cost in zip(edges, beyond, strict=True)
            if 2 * cost - cheapest[edge[0][0]] - cheapest[edge[0][1]] <= spare
        ]

    def due(self, costs: Costs, edges: list[Priced]) -> list[int]:
        """What any complete pairing must pay on the way down the list to each position.

        Where the players above a score group are odd in number, one of them meets somebody below; and there is one bye.
        """
        field = self.field
        due: list[int] = []
        for place, points in enumerate(field.points):
            before = due[-1] if due else 0
            below = place > 0 and field.points[place - 1] != points
            due.append(before + (costs.gaps[field.points[place - 1]][points] if below and place % 2 else 0))
        if self.vertices > len(field.players):
            due.append(due[-1] + min(cost for (_, y), cost in edges if y == len(field.players)))
        return due


Priced = tuple[Pair, int]
"""An edge and what it costs."""


def lightest(vertices: int, edges: Sequence[Priced]) -> list[Pair]:
    """The pairing that costs least among those with the most pairs."""
    top = max((cost for _, cost in edges), default=0) + 1
    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph()
    graph.add_nodes_from(range(vertices))
    graph.add_edges_from([(x, y, top - cost) for (x, y), cost in edges])
    found = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return sorted((x, y) if x < y else (y, x) for x, y in found)


class Costs:
    """The figures of pairs in one number, from tables: there are many pairs, and few values of each figure.

    `scale` is what each figure counts, of second byes, rematches and their age too if it is `relaxed`.
    """

    def __init__(self, field: Field, scale: Sequence[int], relaxed: bool) -> None:
        self.field = field
        self.relaxed = relaxed
        self.second_bye, self.rematch, self.age = scale[:3] if relaxed else (0, 0, 0)
        self.bye, far, gap, floats, near, off, self.noise = scale[3:] if relaxed else scale
        limit = GAP_LIMIT * HALF_POINT
        self.gaps = {
            upper: {lower: gap * (-(max(lower - upper, -limit) // HALF_POINT)) ** 2 for lower in field.size if lower <= upper}
            for upper in field.size
        }
        balances = set(field.balance)
        self.balances = {
            one: {other: sum(map(int.__mul__, (far, near), outside(one, other))) for other in balances} for one in balances
        }
        self.down = [floats * floated(one.floats, "D") for one in field.players]
        self.up = [floats * floated(one.floats, "U") for one in field.players]
        self.offs = [off * min(distance, OFF_LIMIT) ** 2 for distance in range(len(field.players) + 1)]
        self.same_half = off * SAME_HALF

    def without_noise(self, edges: Iterable[Pair]) -> list[int]:
        """What these edges, in the order of their upper player, cost by all figures but the noise."""
        field, offs, up, met, same_half = self.field, self.offs, self.up, self.field.met, self.same_half
        points, balance, n = field.points, field.balance, len(field.players)
        costs = []
        last = -1
        for x, y in edges:
            if x != last:
                last, size = x, field.size[points[x]]
                end, ideal = field.first[points[x]] + size, x + size // 2
                middle = end - size + size // 2
                in_upper = x < middle
                gaps, balances, down = self.gaps[points[x]], self.balances[balance[x]], self.down[x]
            if y < end:
                cost = balances[balance[y]] + offs[abs(y - ideal)]
                if (y < middle) == in_upper:
                    cost += same_half
            elif y < n:
                cost = balances[balance[y]] + gaps[points[y]] + down + up[y] + offs[y - x - 1]
            else:
                cost = self.bye * (n - 1 - x) + self.second_bye * field.players[x].had_bye
            if self.relaxed and (x, y) in met:
                cost += self.rematch + self.age * met[x, y]
            costs.append(cost)
        return costs

    def with_noise(self, edges: Iterable[Priced]) -> list[Priced]:
        """The same edges with the noise added."""
        field, n = self.field, len(self.field.players)
        if not self.noise:
            return list(edges)
        heads = [f"{field.seed}:{field.number}:{one.id}:".encode() for one in field.players]
        tails = [str(one.id).encode() for one in field.players]
        return [
            ((x, y), cost + int.from_bytes(blake2b(heads[x] + tails[y], digest_size=2).digest(), "big") if y < n else cost)
            for (x, y), cost in edges
        ]


def scales(bounds: Sequence[int]) -> list[int]:
    """What each figure counts so that the first always decides, if their sums are at most these."""
    return [prod(bound + 1 for bound in bounds[index + 1 :]) for index in range(len(bounds))]
