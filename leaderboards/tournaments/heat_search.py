"""Rounds of heats in which pairs meet again as little as possible, by search, where no construction is known (RNK-7.8). Pure.

The figure is the sum of (meetings - 1)^2 over all pairs that meet more than once. All steps are counted and all choices come from
the seed, so the same plan is found everywhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from math import comb
from random import Random

Round = list[list[int]]

EFFORT = 40_000
"""Swaps that are looked at, at most."""
PATIENCE = 400
"""Steps without a new best after which the search starts anew."""
TURNING_EFFORT = 8_000
"""Swaps of a round that is turned, for each number of turns."""
MEMORY = 60
"""Steps back to which a swap of a round that is turned may not be worse."""


def search(n: int, fields: Sequence[Sequence[int]], shape: Sequence[int], seed: str) -> list[Round]:
    """The rounds of players 1..n; `fields` are those who play in each, `shape` the sizes of the tables."""
    return _Search(n, fields, shape, Random(seed)).best()  # noqa: S311


def figure_of(rounds: Iterable[Round]) -> int:
    """The sum of (meetings - 1)^2 over all pairs that meet more than once."""
    met = Counter(pair for played in rounds for table in played for pair in combinations(sorted(table), 2))
    return sum((times - 1) ** 2 for times in met.values())


def _bound(n: int, shape: Sequence[int], rounds: int) -> int:
    """No plan has a smaller figure."""
    return max(_by_pairs(n, shape, rounds), _by_tables(shape, rounds))


def _by_pairs(n: int, shape: Sequence[int], rounds: int) -> int:
    """Meetings could at best be spread evenly over all pairs."""
    each, more = divmod(sum(comb(size, 2) for size in shape) * rounds, max(1, comb(n, 2)))
    return (comb(n, 2) - more) * max(0, each - 1) ** 2 + more * each**2


def _by_tables(shape: Sequence[int], rounds: int) -> int:
    """Those who meet at one table could at best be spread evenly over the tables of another round."""
    found = 0
    for size in shape:
        each, more = divmod(size, len(shape))
        found += (len(shape) - more) * comb(each, 2) + more * comb(each + 1, 2)
    return found * comb(rounds, 2)


class _Search:
    """Several starts, each bettered by swaps; who has just been swapped stays for some steps."""

    def __init__(self, n: int, fields: Sequence[Sequence[int]], shape: Sequence[int], random: Random) -> None:
        self.n, self.fields, self.shape, self.random = n, fields, shape, random
        self.effort = EFFORT
        self.bound = _bound(n, shape, len(fields))

    def best(self) -> list[Round]:
        """The best plan that is found."""
        best = self._shifted()
        least = figure_of(best)
        for start in self._starts():
            if least <= self.bound:
                break
            found, figure = self._climb(start)
            if figure < least:
                best, least = found, figure
        return best

    def _starts(self) -> Iterator[list[Round]]:
        yield from self._turned()
        yield self._shifted()
        while self.effort > 0 and len(self.shape) > 1:
            yield [self._dealt(self._shuffled(field)) for field in self.fields]

    def _turned(self) -> Iterator[list[Round]]:
        """Starts in which every round is the one before with all players one place further in their cycles."""
        rounds = len(self.fields)
        if rounds < 2 or len(self.shape) < 2 or any(len(field) < self.n for field in self.fields):
            return
        for length in range(rounds, min(self.n, rounds + 1) + 1):
            if self.n % length <= len(self.shape):
                yield _Turning(self.n, length, self.shape, self.random).best()[:rounds]

    def _shifted(self) -> list[Round]:
        """Rounds shifted by the round, whether or not that repeats pairs."""
        tables = len(self.shape)
        found = []
        for number, field in enumerate(self.fields):
            seats: Round = [[] for _ in range(tables)]
            for position, player in enumerate(field):
                row, place = divmod(position, tables)
                seats[(place - row * number) % tables].append(player)
            found.append(self._dealt([player for table in sorted(seats, key=lambda table: -len(table)) for player in table]))
        return found

    def _shuffled(self, field: Sequence[int]) -> list[int]:
        order = list(field)
        self.random.shuffle(order)
        return order

    def _dealt(self, order: Sequence[int]) -> Round:
        rest = iter(order)
        return [[next(rest) for _ in range(size)] for size in self.shape]

    def _climb(self, start: list[Round]) -> tuple[list[Round], int]:
        """From a start to the best plan on the way: a pair that meets too often is parted by the best swap that is not barred."""
        state = _State(self.n, start)
        best, least, last, step = state.copy(), state.figure, 0, 0
        barred: dict[tuple[int, int], int] = {}
        while least > self.bound and step - last < PATIENCE and self.effort > 0 and len(self.shape) > 1:
            step += 1
            number, player = state.conflict(self.random)
            swaps = state.swaps(number, player)
            self.effort -= len(swaps)
            free = [
                (change, other)
                for change, other in swaps
                if max(barred.get((number, player), 0), barred.get((number, other), 0)) < step or state.figure + change < least
            ]
            if free:
                smallest = min(free)[0]
                other = self.random.choice([other for change, other in free if change == smallest])
                state.swap(number, player, other)
                barred[number, player] = step + self.random.randint(3, 9)
                barred[number, other] = step + self.random.randint(3, 9)
            if state.figure < least:
                best, least, last = state.copy(), state.figure, step
        return best, least


class _Turning:
    """A round that is turned: players stand in cycles of `length`, a few stand still, and each round is the last turned by one.

    Only one round has to be found: pairs that turning makes of one another are one case.
    """

    def __init__(self, n: int, length: int, shape: Sequence[int], random: Random) -> None:
        self.n, self.length, self.random = n, length, random
        self.bound = _bound(n, shape, length)
        order = list(range(n))
        random.shuffle(order)
        rest = iter(order)
        self.tables = [[next(rest) for _ in range(size)] for size in shape]
        self.turning = n - n % length
        """Players from here on stand still."""
        self.counts = Counter(self.case(*pair) for table in self.tables for pair in combinations(table, 2))

    def case(self, one: int, other: int) -> tuple[int, int, int]:
        """What two players have in common with those whom turning makes of them: their cycles and their distance."""
        length = self.length
        if one >= self.turning and other >= self.turning:
            return (-min(one, other), -max(one, other), 0)
        if one >= self.turning or other >= self.turning:
            return (-max(one, other), min(one, other) // length, 0)
        (mine, at), (theirs, to) = sorted((divmod(one, length), divmod(other, length)))
        return (mine, theirs, min(to - at, length + at - to) if mine == theirs else (to - at) % length)

    def price(self, case: tuple[int, int, int], count: int) -> int:
        """What the pairs of a case add to the figure."""
        length = self.length
        if case[0] < 0 and case[1] < 0:
            return max(0, length * count - 1) ** 2
        if case[0] == case[1] and case[2] * 2 == length:
            return length // 2 * max(0, 2 * count - 1) ** 2
        return length * max(0, count - 1) ** 2

    def change(self, table: Sequence[int], player: int, more: int) -> int:
        """Count the pairs of a player with a table once more, or once less; by how much the figure changes."""
        changed = 0
        for other in table:
            if other != player:
                case = self.case(player, other)
                count = self.counts[case]
                self.counts[case] = count + more
                changed += self.price(case, count + more) - self.price(case, count)
        return changed

    def swap(self, one: int, seat: int, other: int, place: int) -> int:
        """Let two change places; by how much the figure changes."""
        first, second = self.tables[one], self.tables[other]
        a, b = first[seat], second[place]
        changed = self.change(first, a, -1) + self.change(second, b, -1)
        first[seat], second[place] = b, a
        return changed + self.change(first, b, 1) + self.change(second, a, 1)

    def best(self) -> list[Round]:
        """All rounds of the best one that is found: a swap stays if it is no worse than now, or than some steps ago."""
        figure = sum(self.price(case, count) for case, count in self.counts.items())
        best, least = [list(table) for table in self.tables], figure
        memory = [figure] * MEMORY
        for step in range(TURNING_EFFORT):
            if least <= self.bound:
                break
            one, other = self.random.sample(range(len(self.tables)), 2)
            seat, place = self.random.randrange(len(self.tables[one])), self.random.randrange(len(self.tables[other]))
            changed = self.swap(one, seat, other, place)
            if changed <= 0 or figure + changed <= memory[step % MEMORY]:
                figure += changed
            else:
                self.swap(one, seat, other, place)
            memory[step % MEMORY] = figure
            if figure < least:
                best, least = [list(table) for table in self.tables], figure
        return [[[self.turned(player, turns) + 1 for player in table] for table in best] for turns in range(self.length)]

    def turned(self, player: int, turns: int) -> int:
        """Who stands where this player stood so many turns ago."""
        if player >= self.turning:
            return player
        cycle, at = divmod(player, self.length)
        return cycle * self.length + (at + turns) % self.length


class _State:
    """A plan while it is bettered."""

    def __init__(self, n: int, start: list[Round]) -> None:
        self.rounds = [[list(table) for table in played] for played in start]
        self.where = [{player: index for index, table in enumerate(played) for player in table} for played in start]
        self.met = [[0] * (n + 1) for _ in range(n + 1)]
        self.hot: dict[tuple[int, int], None] = {}
        """Pairs that meet more than once."""
        self.figure = 0
        """The sum of (meetings - 1)^2 over them."""
        for played in self.rounds:
            for table in played:
                for one, other in combinations(table, 2):
                    self.meet(one, other, 1)

    def copy(self) -> list[Round]:
        """The plan as it is now."""
        return [[list(table) for table in played] for played in self.rounds]

    def meet(self, one: int, other: int, more: int) -> None:
        """Two meet once more, or once less."""
        before = self.met[one][other]
        after = self.met[one][other] = self.met[other][one] = before + more
        self.figure += max(0, after - 1) ** 2 - max(0, before - 1) ** 2
        pair = (min(one, other), max(one, other))
        if after > 1:
            self.hot[pair] = None
        else:
            self.hot.pop(pair, None)

    def conflict(self, random: Random) -> tuple[int, int]:
        """A round in which two meet who do so more than once, and one of them."""
        one, other = random.choice(list(self.hot))
        number = random.choice([number for number, at in enumerate(self.where) if one in at and at[one] == at.get(other)])
        return number, random.choice((one, other))

    def swaps(self, number: int, player: int) -> list[tuple[int, int]]:
        """What changing places with each player of another table does to the figure."""
        mine, home = self.met[player], self.where[number][player]
        others = [one for one in self.rounds[number][home] if one != player]
        leaving = sum(3 - 2 * mine[one] for one in others if mine[one] > 1)
        found = []
        for index, table in enumerate(self.rounds[number]):
            if index != home:
                coming = sum(2 * mine[one] - 1 for one in table if mine[one])
                for other in table:
                    theirs = self.met[other]
                    change = leaving + coming - (2 * mine[other] - 1 if mine[other] else 0)
                    change += sum(3 - 2 * theirs[one] for one in table if theirs[one] > 1)
                    change += sum(2 * theirs[one] - 1 for one in others if theirs[one])
                    found.append((change, other))
        return found

    def swap(self, number: int, one: int, other: int) -> None:
        """Let two players of a round change places."""
        at, tables = self.where[number], self.rounds[number]
        for player, partner in ((one, other), (other, one)):
            for mate in tables[at[player]]:
                if mate != player:
                    self.meet(player, mate, -1)
                    self.meet(partner, mate, 1)
        first, second = tables[at[one]], tables[at[other]]
        first[first.index(one)], second[second.index(other)] = other, one
        at[one], at[other] = at[other], at[one]
