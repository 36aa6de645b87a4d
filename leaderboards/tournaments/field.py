"""The players of a Swiss round and what pairs of them are worth (RNK-7.6): the figures of the vector."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import cache
from hashlib import blake2b
from typing import Literal

from msgspec import Struct

from leaderboards.tournaments import lot

WIN = 120
"""Points in 1/120."""

HALF_POINT = 60
GAP_LIMIT = 12
OFF_LIMIT = 63
SAME_HALF = 4096
NOISE_LIMIT = 0xFFFF
"""Bounds of the figures."""

Pair = tuple[int, int]
"""Two positions in the list, or two pairing numbers; the upper one first."""


class Participant(Struct, frozen=True):
    """Somebody who is to be paired in this round, and what happened to them before."""

    id: int
    """Pairing number, from 1."""

    points: int = 0
    """In 1/120."""

    opponents: tuple[int, ...] = ()
    """Of the games that were played, in order."""

    roles: str = ""
    """A letter for each past round: `S` started, `F` followed, `-` none."""

    floats: str = ""
    """A letter for each past round: `D` down, `U` up, `-` none."""

    had_bye: bool = False
    """Barred from the bye (H2): had one, or won by forfeit."""

    @property
    def balance(self) -> int:
        """Starts minus seconds."""
        return self.roles.count("S") - self.roles.count("F")


class Vector(Struct, frozen=True, order=True):
    """What a pairing is judged by, in this order (RNK-7.6); smaller is better."""

    bye: int = 0
    """Participants ranked below who has the bye."""

    far: int = 0
    """Players whose starts minus seconds leave -2..+2."""

    gap: int = 0
    """Squares of the point differences in half points."""

    floats: int = 0
    """Repeated floats."""

    near: int = 0
    """Players whose starts minus seconds leave -1..+1."""

    off: int = 0
    """Squares of the distances from the ideal opponent."""

    noise: int = 0
    """Makes the result unique, and nothing else."""

    def figures(self) -> list[int]:
        """The first six."""
        return [self.bye, self.far, self.gap, self.floats, self.near, self.off]

    def all(self) -> tuple[int, ...]:
        """All seven."""
        return (*self.figures(), self.noise)


class Field:
    """The players of a round in pairing order: points, then pairing number. Pairs here are of positions from 0."""

    def __init__(
        self,
        number: int,
        seed: str,
        participants: Iterable[Participant],
        virtual: Collection[int] = (),
        by_lot: bool = False,
    ) -> None:
        extra = frozenset(virtual)
        self.number = number
        self.seed = seed
        self.players = sorted(participants, key=lambda one: (-one.points - WIN * (one.id in extra), one.id))
        if by_lot and number == 1:
            half = len(self.players) // 2
            self.players = [one for part in (self.players[:half], self.players[half:]) for one in self.drawn(part)]
        self.points = [one.points + WIN * (one.id in extra) for one in self.players]
        self.places = {one.id: place for place, one in enumerate(self.players)}
        self.balance = [one.balance for one in self.players]
        self.met = self.meetings()
        self.first: dict[int, int] = {}
        """Position of the first in the score group, by points."""
        self.size: dict[int, int] = {}
        """Size of the score group, by points."""
        for place, points in enumerate(self.points):
            self.first.setdefault(points, place)
            self.size[points] = self.size.get(points, 0) + 1

    def drawn(self, players: Sequence[Participant]) -> list[Participant]:
        """These in an order of their own for the first round."""
        return sorted(players, key=lambda one: lot.digest(self.seed, "first", one.id))

    def meetings(self) -> dict[Pair, int]:
        """Pairs that have met, with the latest round."""
        met: dict[Pair, int] = {}
        for one in self.players:
            rounds = [self.number - len(one.roles) + index for index, role in enumerate(one.roles) if role != "-"]
            for number, other in zip(rounds, one.opponents, strict=True):
                if other in self.places:
                    both = self.ordered(one.id, other)
                    met[both] = max(number, met.get(both, 0))
        return met

    def ordered(self, one: int, other: int) -> Pair:
        """Positions of two pairing numbers, the upper first."""
        x, y = self.places[one], self.places[other]
        return (x, y) if x < y else (y, x)

    def barred(self, forbidden: Iterable[Pair]) -> frozenset[Pair]:
        """Forbidden pairs in positions."""
        return frozenset(
            self.ordered(one, other) for one, other in forbidden if one in self.places and other in self.places and one != other
        )

    # The figures of one pair.

    def gap(self, x: int, y: int) -> int:
        """Point difference in half points, rounded up."""
        return -((self.points[y] - self.points[x]) // HALF_POINT)

    def off(self, x: int, y: int) -> int:
        """How far y is from the ideal opponent of x."""
        if self.points[x] == self.points[y]:
            return y - x - self.size[self.points[x]] // 2
        return y - x - 1

    def same_half(self, x: int, y: int) -> bool:
        """Whether both are in the same half of one score group."""
        if self.points[x] != self.points[y]:
            return False
        middle = self.first[self.points[x]] + self.size[self.points[x]] // 2
        return (x < middle) == (y < middle)

    def noise(self, x: int, y: int) -> int:
        """Chance, for the last figure."""
        text = f"{self.seed}:{self.number}:{self.players[x].id}:{self.players[y].id}"
        return int.from_bytes(blake2b(text.encode(), digest_size=2).digest(), "big")

    def vector(self, x: int, y: int) -> Vector:
        """What a pair, or the bye of x if y is beyond the list, adds to the vector."""
        if y == len(self.players):
            return Vector(bye=y - 1 - x)
        gap = self.gap(x, y)
        far, near = outside(self.balance[x], self.balance[y])
        return Vector(
            far=far,
            gap=min(gap, GAP_LIMIT) ** 2,
            floats=floated(self.players[x].floats, "D") + floated(self.players[y].floats, "U") if gap else 0,
            near=near,
            off=SAME_HALF * self.same_half(x, y) + min(abs(self.off(x, y)), OFF_LIMIT) ** 2,
            noise=self.noise(x, y),
        )

    # The round.

    def edges(self, reach: int, without: Collection[Pair] = (), second_bye: bool = False) -> list[Pair]:
        """All other pairs whose opponents are so near to the ideal, and every bye that H2 allows, or every one."""
        n = len(self.players)
        apart: dict[int, set[int]] = {}
        for x, y in without:
            apart.setdefault(x, set()).add(y)
        edges: list[Pair] = []
        for x, points in enumerate(self.points):
            end, ideal = self.first[points] + self.size[points], x + self.size[points] // 2
            never = apart.get(x, ())
            edges += [(x, y) for y in range(max(x + 1, ideal - reach), min(end, ideal + reach + 1)) if y not in never]
            edges += [(x, y) for y in range(end, min(n, x + reach + 2)) if y not in never]
            if n % 2 and (second_bye or not self.players[x].had_bye):
                edges.append((x, n))
        return edges

    def starter(self, index: int, x: int, y: int) -> tuple[int, Literal["balance", "turn", "number"]]:
        """Who starts in the pair with this number, and why."""
        if self.balance[x] != self.balance[y]:
            return (x if self.balance[x] < self.balance[y] else y), "balance"
        for one, other in zip(reversed(self.players[x].roles), reversed(self.players[y].roles), strict=False):
            if {one, other} == {"S", "F"}:
                return (x if one == "F" else y), "turn"
        return (y if index % 2 else x), "number"


@cache
def outside(one: int, other: int) -> Pair:
    """How many of two players with these balances leave -2..+2, and -1..+1, each under the better allocation."""
    after = ((one + 1, other - 1), (one - 1, other + 1))
    far, near = (min(sum(abs(balance) > limit for balance in both) for both in after) for limit in (2, 1))
    return far, near


def floated(floats: str, way: str) -> int:
    """2 if somebody floated this way in the last round, 1 if in the one before; both add."""
    return 2 * (floats[-1:] == way) + (floats[-2:-1] == way)
