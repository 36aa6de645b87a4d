"""Heats: rounds at tables with more than two seats, their points and their standings (RNK-7.8). Pure.

Entrants are ints: their numbers by strength. Points are ints in units of 1/120. Seats of a table are in order, the first starts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence, Set
from fractions import Fraction
from itertools import combinations

import msgspec

from leaderboards.tournaments import lot
from leaderboards.tournaments.heat_plans import plan
from leaderboards.tournaments.heat_tables import Draw, Sizes, byes, meetings, seated, seats_had, sizes

__all__ = [
    "BYE",
    "Draw",
    "Finish",
    "Ranked",
    "Row",
    "Sizes",
    "advance",
    "cut",
    "lots",
    "plan",
    "points",
    "random_round",
    "sizes",
    "spread",
    "standings",
    "swiss_round",
]

POINT = 120
BYE = 60
"""A bye must not beat an average table."""

REPEATED = 1000
"""What a repeated meeting weighs against a point spread of half a point."""
HALF = 60


class Ranked(msgspec.Struct, frozen=True):
    """An entrant with the points that count for the next round."""

    player: int
    points: int


class Finish(msgspec.Struct, frozen=True, kw_only=True):
    """How a seat of a finished table came out."""

    player: int
    rank: int
    """Equal for equal results (RNK-1.2); leavers are behind (RNK-1.4)."""
    score: int | None = None
    """The game's own score; None: it has none."""
    ties: tuple[int, ...] = ()
    """The game's own tie-breaks, more is better: they split equal ranks at a cut."""
    absent: bool = False
    """Whether they did not turn up: behind the others, and without points."""


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """An entrant in the standings."""

    place: int
    player: int
    points: int | Fraction
    places: tuple[int, ...]
    """How often first, second and so on."""
    share: Fraction | None
    """Sum of own score / best score of the table; None: skipped for all."""
    opponents: Fraction
    """Mean points of the opponents, once a meeting."""
    games: int
    byes: int


def points(size: int, ranks: Sequence[int], table: Mapping[int, Sequence[int]] | None = None) -> list[int | Fraction]:
    """The points for these ranks at a table: equal ranks share the mean of the places they cover.

    `table` has an organiser's own points by place, for each size for which it differs.
    """
    own = (table or {}).get(size)
    by_place = own if own is not None else [Fraction(POINT * (size - place), max(1, size - 1)) for place in range(1, size + 1)]
    if len(by_place) != size:
        raise ValueError(f"{len(by_place)} points for {size} places")
    count = Counter(ranks)
    found = []
    for rank in ranks:
        covered = by_place[rank - 1 : rank - 1 + count[rank]]
        if rank < 1 or len(covered) < count[rank]:
            raise ValueError(f"rank {rank} at a table of {size}")
        mean = Fraction(sum(covered)) / len(covered)
        found.append(mean.numerator if mean.denominator == 1 else mean)
    return found


def swiss_round(players: Iterable[Ranked], preferred: int, minimum: int, past: Sequence[Draw]) -> Draw:
    """The next round by points (`swiss`): neighbours meet, then players are swapped while that makes the figure smaller.

    The figure is 1,000 times the sum of squares of earlier meetings of pairs that sit together, plus the sum of squares of the
    spread of points at each table in half points. If places are short, the last ones of those with fewest byes sit out.
    """
    order = sorted(players, key=lambda one: (-one.points, one.player))
    shape, had = sizes(len(order), preferred, minimum), byes(past)
    last_first = sorted(enumerate(order), key=lambda one: (had[one[1].player], -one[0]))
    out = {one.player for _, one in last_first[: shape.sit_out]}
    swaps = _Swaps([one for one in order if one.player not in out], shape.sizes, meetings(past))
    swaps.run()
    return Draw(seated(swaps.seats(), seats_had(past)), tuple(sorted(out)))


def random_round(players: Iterable[int], preferred: int, minimum: int, past: Sequence[Draw], seed: str) -> Draw:
    """The next round by lot (`random`); the lot of a round is `<seed>:<round>:<entrant>`."""
    order = lot.order(f"{seed}:{len(past) + 1}", players)
    shape, had = sizes(len(order), preferred, minimum), byes(past)
    out = set(sorted(order, key=lambda player: had[player])[: shape.sit_out])
    return Draw(
        seated(_dealt([player for player in order if player not in out], shape.sizes), seats_had(past)), tuple(sorted(out))
    )


def spread(order: Sequence[int], preferred: int, minimum: int, past: Sequence[Draw] = ()) -> Draw:
    """A round in which the best are spread over the tables, to and fro, as in knock-out heats. The last ones sit out."""
    shape = sizes(len(order), preferred, minimum)
    tables: list[list[int]] = [[] for _ in shape.sizes]
    playing = list(order[: len(order) - shape.sit_out])
    while playing:
        for index in [*range(len(tables)), *reversed(range(len(tables)))]:
            if playing and len(tables[index]) < shape.sizes[index]:
                tables[index].append(playing.pop(0))
    return Draw(seated(tables, seats_had(past)), tuple(sorted(order[len(order) - shape.sit_out :])))


def standings(
    players: Iterable[int],
    results: Sequence[Sequence[Finish]],
    given: Iterable[tuple[int, int]] = (),
    *,
    seed: str,
    ids: Mapping[int, int] | None = None,
    table: Mapping[int, Sequence[int]] | None = None,
) -> list[Row]:
    """All entrants by points, number of first places, of second places and so on, shares, opponents' mean and lot.

    `given` are points without play as (entrant, points), one for each bye; `ids` the participants whose ids the lot takes.
    """
    everybody = list(players)
    total: dict[int, int | Fraction] = dict.fromkeys(everybody, 0)
    places, games, free = Counter[tuple[int, int]](), Counter[int](), Counter[int]()
    for result in results:
        for finish, gain in zip(result, points(len(result), [one.rank for one in result], table), strict=True):
            if finish.absent:
                continue
            total[finish.player] += gain
            places[finish.player, finish.rank] += 1
            games[finish.player] += 1
    for player, gain in given:
        total[player] += gain
        free[player] += 1
    seats = max((len(result) for result in results), default=0)
    shares, means = _shares(results), _opponents(results, total)
    drawn = lots(seed, everybody, ids)
    rows = [
        Row(
            place=0,
            player=player,
            points=total[player],
            places=tuple(places[player, rank] for rank in range(1, seats + 1)),
            share=None if shares is None else shares.get(player, Fraction()),
            opponents=means.get(player, Fraction()),
            games=games[player],
            byes=free[player],
        )
        for player in everybody
    ]
    rows.sort(key=lambda row: drawn[row.player])
    rows.sort(key=lambda row: (row.points, row.places, row.share or 0, row.opponents), reverse=True)
    return [msgspec.structs.replace(row, place=place) for place, row in enumerate(rows, 1)]


def cut(rows: Sequence[Row], places: int, withdrawn: Set[int] = frozenset()) -> list[int]:
    """The best so many who are still there, for a final table or a further stage."""
    return [row.player for row in rows if row.player not in withdrawn][:places]


def advance(
    result: Sequence[Finish],
    best: int,
    so_far: Mapping[int, int | Fraction],
    *,
    seed: str,
    ids: Mapping[int, int] | None = None,
    withdrawn: Set[int] = frozenset(),
) -> list[int]:
    """Who goes on from a table of knock-out heats, best first.

    Equal ranks are split by the game's own tie-breaks, then by more points so far, then by lot. Whoever left is where the record
    has him, behind the others, whose order stands; who has withdrawn from the event does not go on.
    """
    drawn = lots(seed, [one.player for one in result], ids)
    staying = [one for one in result if one.player not in withdrawn]
    staying.sort(key=lambda one: (one.rank, [-value for value in one.ties], -so_far.get(one.player, 0), drawn[one.player]))
    return [one.player for one in staying[:best]]


def lots(seed: str, players: Sequence[int], ids: Mapping[int, int] | None) -> dict[int, int]:
    """The places of entrants by lot."""
    owners = {(ids or {}).get(player, player): player for player in players}
    return {owners[one]: place for place, one in enumerate(lot.order(seed, owners))}


def _shares(results: Sequence[Sequence[Finish]]) -> dict[int, Fraction] | None:
    """Own score / best score, summed over tables. None as soon as a score is negative, or missing where others are there."""
    results = [[one for one in result if not one.absent] for result in results]
    results = [result for result in results if result]
    scores = [[one.score for one in result] for result in results]
    if any(score is None or score < 0 for table in scores for score in table):
        return None
    sums: dict[int, Fraction] = {}
    for result in results:
        best = max(one.score or 0 for one in result)
        for one in result:
            sums[one.player] = sums.get(one.player, Fraction()) + (Fraction(one.score or 0, best) if best else 1)
    return sums


def _opponents(results: Sequence[Sequence[Finish]], total: Mapping[int, int | Fraction]) -> dict[int, Fraction]:
    met: dict[int, list[int]] = {}
    for result in results:
        for one in result:
            met.setdefault(one.player, []).extend(other.player for other in result if other.player != one.player)
    return {player: Fraction(sum(total[other] for other in others)) / len(others) for player, others in met.items() if others}


def _dealt(order: Sequence[int], shape: Sequence[int]) -> list[list[int]]:
    rest = iter(order)
    return [[next(rest) for _ in range(size)] for size in shape]


class _Swaps:
    """Tables of neighbours, and swaps that make the figure smaller: always the first one, looked for from the top after each.

    The order is that of pairs of tables by number, then of seats by list position. A pair of tables in which no swap helped is
    looked at again only after one of the two has changed, which finds the same swaps.
    """

    def __init__(self, order: Sequence[Ranked], shape: Sequence[int], met: Mapping[tuple[int, int], int]) -> None:
        self.players = [one.player for one in order]
        self.points = [one.points for one in order]
        position = {player: at for at, player in enumerate(self.players)}
        self.met: list[dict[int, int]] = [{} for _ in order]
        for (one, other), times in met.items():
            if one in position and other in position:
                self.met[position[one]][position[other]] = self.met[position[other]][position[one]] = times**2
        self.tables = _dealt(range(len(order)), shape)
        self.figures = [self.figure(table) for table in self.tables]

    def figure(self, table: Sequence[int]) -> int:
        """What a table adds to the figure, in units of (1/120 point)^2: 3,600 to a half point squared."""
        repeated = sum(self.met[one].get(other, 0) for one, other in combinations(table, 2))
        return REPEATED * HALF**2 * repeated + (self.points[table[0]] - self.points[table[-1]]) ** 2

    def spread_with(self, table: Sequence[int], new: int) -> int:
        """The square of the spread when somebody comes to players whose points go down."""
        points = self.points[new]
        return (max(self.points[table[0]], points) - min(self.points[table[-1]], points)) ** 2

    def run(self) -> None:
        """Swap until no swap helps."""
        pairs = list(combinations(range(len(self.tables)), 2))
        settled: set[tuple[int, int]] = set()
        while True:
            for pair in pairs:
                if pair not in settled:
                    if self.swap(*pair):
                        settled = {other for other in settled if not {*other} & {*pair}}
                        break
                    settled.add(pair)
            else:
                return

    def swap(self, one: int, other: int) -> bool:
        """Make the first swap between two tables that helps."""
        first, second = self.tables[one], self.tables[other]
        before = self.figures[one] + self.figures[other]
        gap = max(self.points[first[-1]] - self.points[second[0]], self.points[second[-1]] - self.points[first[0]], 0)
        if 2 * gap**2 >= before:  # both spreads would be at least the gap
            return False
        others = [(b, [player for player in second if player != b]) for b in second]
        for a in first:
            mine = [player for player in first if player != a]
            for b, theirs in others:
                if self.spread_with(mine, b) + self.spread_with(theirs, a) < before:
                    left, right = sorted([b, *mine]), sorted([a, *theirs])
                    figures = self.figure(left), self.figure(right)
                    if sum(figures) < before:
                        self.tables[one], self.tables[other] = left, right
                        self.figures[one], self.figures[other] = figures
                        return True
        return False

    def seats(self) -> list[list[int]]:
        """The players per table, by list position."""
        return [[self.players[at] for at in table] for table in self.tables]
