"""Elimination brackets: who meets whom, what follows from the results, and the final places (RNK-7.2, 7.3, 7.9, 7.12).

A bracket is a list of fixtures whose sides are seeds, or winners and losers of other fixtures. How they stand is never stored:
`resolve` works it out from the results alone. Entrants are their seeds, 1 is best.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from enum import Enum
from typing import Final, Literal

from msgspec import Struct


class Open(Enum):
    """The type of `OPEN`."""

    OPEN = "open"


OPEN: Final = Open.OPEN
"""A side that is not known yet; an empty one is `None`."""

Side = int | Literal[Open.OPEN] | None
"""Who is on a side of a match: an entrant, nobody (`None`), or not known yet (`OPEN`)."""

Sides = tuple[Side, Side]
"""Slots A and B of a match."""

State = Literal["pending", "ready", "walkover", "forfeit", "double_forfeit", "finished", "cancelled"]
"""How a match stands (RNK-7.12); called and running ones are `ready` here: whoever calls them knows."""


class Source(Struct, frozen=True):
    """Where a side comes from: a seed, the winner or loser of a match, or somebody by rank among those still in (reseeding)."""

    kind: Literal["seed", "winner", "loser", "rank"]
    of: int | str
    """The number of the seed or rank (1 best), or the name of the match."""


class Fixture(Struct, frozen=True):
    """A place for a match in a bracket."""

    name: str
    """`W2.1` winners round 2 match 1 (also in single elimination), `L3.2` losers, `GF1`, `GF2`, `3P`."""
    round: int
    index: int
    """Within the round, from 1."""
    sides: tuple[Source, Source]
    bracket: Literal["W", "L", "GF", "3P"]


class Decided(Struct, frozen=True):
    """The result of a match."""

    winner: Literal[0, 1] | None
    """The side that goes on, `None`: a double forfeit."""
    how: Literal["played", "forfeit", "override"] = "played"


class Stand(Struct, frozen=True):
    """How a match stands."""

    state: State
    sides: Sides
    winner: int | None = None
    loser: int | None = None
    """Who lost and goes on as the loser; nobody after a walkover or a double forfeit."""

    @property
    def settled(self) -> bool:
        """Whether no result is awaited."""
        return self.state not in AWAITED


AWAITED = ("pending", "ready")
NOBODY: Final[Sides] = (None, None)
NOTHING_KEPT: Mapping[str, Sides] = {}


def size_of(n: int) -> int:
    """Smallest power of two that is at least `n`."""
    return 1 << max(n - 1, 0).bit_length()


def slots(size: int) -> list[int]:
    """Seeds from top to bottom in a bracket of a power of two; neighbours meet (RNK-7.2)."""
    order = [1]
    while len(order) < size:
        length = 2 * len(order)
        order = [seed for upper in order for seed in (upper, length + 1 - upper)]
    return order


def single(n: int, third_place: bool = False, reseeded: bool = False) -> list[Fixture]:
    """Single elimination of `n` >= 2 entrants in order of play, with byes; the third-place match comes last (RNK-7.2).

    With `reseeded` the best remaining meets the worst in every round.
    """
    matches = winners_bracket(n, reseeded)
    rounds = matches[-1].round
    if third_place and n >= 4:
        semi = rounds - 1
        matches.append(Fixture("3P", rounds, 1, (Source("loser", f"W{semi}.1"), Source("loser", f"W{semi}.2")), "3P"))
    return matches


def winners_bracket(n: int, reseeded: bool = False) -> list[Fixture]:
    """All matches `W`. Raises `ValueError` for fewer than two entrants."""
    if n < 2:
        raise ValueError("a bracket has at least two entrants")
    size = size_of(n)
    order = slots(size)
    matches = [
        Fixture(f"W1.{i + 1}", 1, i + 1, (Source("seed", order[2 * i]), Source("seed", order[2 * i + 1])), "W")
        for i in range(size // 2)
    ]
    for number in range(2, size.bit_length()):
        count = size >> number
        ranks = slots(2 * count) if reseeded else []
        for i in range(count):
            if reseeded:
                sides = Source("rank", ranks[2 * i]), Source("rank", ranks[2 * i + 1])
            else:
                sides = Source("winner", f"W{number - 1}.{2 * i + 1}"), Source("winner", f"W{number - 1}.{2 * i + 2}")
            matches.append(Fixture(f"W{number}.{i + 1}", number, i + 1, sides, "W"))
    return matches


def double(n: int, single_final: bool = False) -> list[Fixture]:
    """Double elimination of `n` >= 2 entrants in order of play: all W, then L, then the grand finals (RNK-7.3)."""
    matches = winners_bracket(n)
    rounds = matches[-1].round
    for number in range(1, 2 * rounds - 1):
        count = 1 << (rounds - 2 - (number - 1) // 2)
        for i in range(count):
            matches.append(Fixture(f"L{number}.{i + 1}", number, i + 1, losers_sides(number, i, rounds), "L"))
    champion = Source("winner", f"W{rounds}.1")
    challenger = Source("winner", f"L{2 * rounds - 2}.1") if rounds > 1 else Source("loser", "W1.1")
    matches.append(Fixture("GF1", 1, 1, (champion, challenger), "GF"))
    if not single_final:
        # Played iff the losers champion wins the first, so the winners champion, slot A, is who lost it.
        matches.append(Fixture("GF2", 2, 1, (Source("loser", "GF1"), Source("winner", "GF1")), "GF"))
    return matches


def losers_sides(number: int, i: int, rounds: int) -> tuple[Source, Source]:
    """Who meets in match `i` (from 0) of a losers round."""
    if number == 1:
        return Source("loser", f"W1.{2 * i + 1}"), Source("loser", f"W1.{2 * i + 2}")
    if number % 2:
        return Source("winner", f"L{number - 1}.{2 * i + 1}"), Source("winner", f"L{number - 1}.{2 * i + 2}")
    dropping = number // 2 + 1
    return Source("loser", f"W{dropping}.{(i ^ mask(dropping, rounds)) + 1}"), Source("winner", f"L{number - 1}.{i + 1}")


def mask(number: int, rounds: int) -> int:
    """What the index of a loser of winners round `number` >= 2 is XORed with, so that acquaintances meet late (RNK-7.3)."""
    bits = rounds - number
    everything = (1 << bits) - 1
    top = 1 << bits >> 1
    return (0, everything, everything ^ top, top)[(number - 1) % 4]


def resolve(
    fixtures: Sequence[Fixture],
    n: int,
    decided: Mapping[str, Decided],
    withdrawn: Set[int] = frozenset(),
    kept: Mapping[str, Sides] = NOTHING_KEPT,
    late: Set[int] = frozenset(),
) -> dict[str, Stand]:
    """How every match stands, in the order of the fixtures, after these results (RNK-7.12, 7.13).

    Who has `withdrawn` forfeits whatever is not decided. Sides in `kept` stay as they are whatever comes in (`OPEN` there: not
    kept). Seeds above `n` are empty, except those of entrants who came `late`. A result counts only while both sides are there.
    """

    fold = Fold(fixtures, n, results(decided, withdrawn), withdrawn, kept, late)
    for fixture in fixtures:
        fold.add(fixture)
    return fold.stands


Result = Callable[[Fixture, int, int], Decided | None]
"""Says how a match of two entrants ended, `None`: not yet."""


def results(decided: Mapping[str, Decided], withdrawn: Set[int]) -> Result:
    """The results that are known, and the forfeits of those who have withdrawn."""

    def result(fixture: Fixture, a: int, b: int) -> Decided | None:
        known = decided.get(fixture.name)
        if known is not None or not withdrawn:
            return known
        gone = a in withdrawn, b in withdrawn
        if gone[0]:
            return Decided(None if gone[1] else 1, "forfeit")
        return Decided(0, "forfeit") if gone[1] else None

    return result


class Fold:
    """Goes through a bracket in order of play and says how each match stands."""

    def __init__(
        self,
        fixtures: Sequence[Fixture],
        n: int,
        result: Result,
        withdrawn: Set[int] = frozenset(),
        kept: Mapping[str, Sides] = NOTHING_KEPT,
        late: Set[int] = frozenset(),
    ) -> None:
        """As `resolve`, with results by a function, which is asked once for each match of two entrants."""
        self.fixtures = fixtures
        self.n = n
        self.result = result
        self.withdrawn = withdrawn
        self.kept = kept
        self.late = late
        self.stands: dict[str, Stand] = {}
        self.deciding = finals(fixtures) if withdrawn else frozenset()
        self.ranks: dict[int, list[int] | None] = {}

    def add(self, fixture: Fixture) -> Stand:
        """How the next match stands."""
        self.stands[fixture.name] = stand = self.stand(fixture)
        return stand

    def sides(self, fixture: Fixture) -> Sides:
        """Who is in slots A and B."""
        one, other = fixture.sides
        a, b = self.come(one, fixture.round), self.come(other, fixture.round)
        if fixture.name in self.kept:
            stay = self.kept[fixture.name]
            return (a if stay[0] is OPEN else stay[0]), (b if stay[1] is OPEN else stay[1])
        return a, b

    def come(self, source: Source, number: int) -> Side:
        """Who comes from a source into a match of round `number`."""
        of = source.of
        if isinstance(of, str):
            before = self.stands[of]
            if before.state in AWAITED:
                return OPEN
            return before.winner if source.kind == "winner" else before.loser
        if source.kind == "seed":
            return of if of <= self.n or of in self.late else None
        remaining = self.remaining(number - 1)
        if remaining is None:
            return OPEN
        return remaining[of - 1] if of <= len(remaining) else None

    def remaining(self, number: int) -> list[int] | None:
        """Those who have won a match of this winners round, best seed first, `None` while it is being played."""
        if number not in self.ranks:
            stands = [self.stands[each.name] for each in self.fixtures if each.bracket == "W" and each.round == number]
            winners = sorted(each.winner for each in stands if each.winner is not None)
            self.ranks[number] = winners if all(each.settled for each in stands) else None
        return self.ranks[number]

    def stand(self, fixture: Fixture) -> Stand:
        """How a match stands when all before it do."""
        if fixture.name == "GF2" and "GF2" not in self.kept:
            first = self.stands["GF1"]
            if not first.settled:
                return Stand("pending", (OPEN, OPEN))
            if first.winner is None or first.winner != first.sides[1]:
                return Stand("cancelled", NOBODY)
        a, b = sides = self.sides(fixture)
        if a is OPEN or b is OPEN:
            return Stand("pending", sides)
        if a is None or b is None:
            left = b if a is None else a
            if left in self.withdrawn and fixture.name in self.deciding:
                return Stand("forfeit", sides, None, left)
            return Stand("walkover", sides, left)
        known = self.result(fixture, a, b)
        if known is None:
            return Stand("ready", sides)
        if known.winner is None:
            return Stand("double_forfeit", sides)
        state: State = "forfeit" if known.how == "forfeit" else "finished"
        return Stand(state, sides, b, a) if known.winner else Stand(state, sides, a, b)


def finals(fixtures: Sequence[Fixture]) -> frozenset[str]:
    """The matches that nobody goes on from: a place is won there, and by nobody who has withdrawn."""
    names = {fixture.name for fixture in fixtures if fixture.bracket in ("GF", "3P")}
    if "GF1" not in names:
        names.add(final(fixtures).name)
    return frozenset(names)


def final(fixtures: Sequence[Fixture]) -> Fixture:
    """The match that is played last: final, or last grand final."""
    return fixtures[-2] if fixtures[-1].bracket == "3P" else fixtures[-1]


def fed(fixtures: Sequence[Fixture]) -> dict[str, list[str]]:
    """Matches fed directly by each match, in order of play; in a reseeded bracket a round feeds all of the next."""
    feeds: dict[str, list[str]] = {}
    shared: dict[int, list[str]] = {}
    reseeded = any(fixture.sides[0].kind == "rank" for fixture in fixtures)
    for fixture in fixtures:
        if reseeded and fixture.bracket == "W":
            feeds[fixture.name] = shared.setdefault(fixture.round, [])
            sources = [shared[fixture.round - 1]] if fixture.round > 1 else []
        else:
            feeds[fixture.name] = []
            sources = [feeds[source.of] for source in fixture.sides if isinstance(source.of, str)]
        for following in sources:
            if fixture.name not in following[-1:]:
                following.append(fixture.name)
    return feeds


def dependents(fixtures: Sequence[Fixture], name: str) -> list[str]:
    """Matches fed by a match directly or indirectly, in order of play."""
    feeds = fed(fixtures)
    reached = {name}
    for fixture in fixtures:
        if fixture.name in reached:
            reached.update(feeds[fixture.name])
    return [fixture.name for fixture in fixtures if fixture.name in reached and fixture.name != name]


def starter(fixture: Fixture, sides: tuple[int, int], game: int = 1) -> Literal[0, 1]:
    """The side that starts game number `game` >= 1 of a match by the tournament plan, from the seeds in its slots (RNK-7.2).

    The worse seed starts the first game, then the sides alternate; GF2 is begun by the side that did not start GF1.
    """
    worse = sides[1] > sides[0]
    return 1 if (worse ^ (fixture.name == "GF2")) == (game % 2 == 1) else 0


def places(fixtures: Sequence[Fixture], stands: Mapping[str, Stand]) -> dict[int, int]:
    """Final places of all whose place is certain, best first (RNK-7.9): by the round lost, shared by those lost in the same one.

    Both sides of a double forfeit are losers of that round, in a winners bracket of the losers round they would have dropped to;
    the place its winner would have had stays empty.
    """
    below = lost_places(fixtures)
    on = {source.of for fixture in fixtures if fixture.name != "GF2" for source in fixture.sides if source.kind == "loser"}
    found: dict[int, int] = {}
    for fixture in fixtures:
        how = stands[fixture.name]
        if how.state == "double_forfeit":
            found.update({each: below[fixture.name] for each in how.sides if isinstance(each, int)})
        elif how.loser is not None and fixture.name not in on and not second_chance(fixture, stands):
            found[how.loser] = below[fixture.name]
        if fixture.bracket == "3P" and how.winner is not None:
            found[how.winner] = 3
    best = champion(fixtures, stands)
    if best is not None:
        found[best] = 1
    found.update({who: below[name] for who, name in stranded(stands).items() if who not in found})
    playing = {side for how in stands.values() if not how.settled for side in how.sides}
    return dict(sorted(((who, place) for who, place in found.items() if who not in playing), key=lambda item: (item[1], item[0])))


def stranded(stands: Mapping[str, Stand]) -> dict[int, str]:
    """Last match of everybody, once all is over: with sides that were kept, a winner may have been left behind (RNK-7.13)."""
    if not all(how.settled for how in stands.values()):
        return {}
    return {side: name for name, how in stands.items() for side in how.sides if isinstance(side, int)}


def lost_places(fixtures: Sequence[Fixture]) -> dict[str, int]:
    """The place of who is out after losing a match, by name."""
    names = {fixture.name for fixture in fixtures}
    rounds = max(fixture.round for fixture in fixtures if fixture.bracket == "W")
    losers = [fixture for fixture in fixtures if fixture.bracket == "L"]
    first_of = {fixture.round: position for position, fixture in reversed(list(enumerate(losers, 1)))}
    below = {"GF1": 2, "GF2": 2, "3P": 4}
    for fixture in losers:
        below[fixture.name] = 3 + len(losers) - (first_of.get(fixture.round + 1, len(losers) + 1) - 1)
    for fixture in fixtures:
        if fixture.bracket == "W":
            below[fixture.name] = (1 << (rounds - fixture.round)) + 1
            if "3P" in names and fixture.round == rounds - 1:
                below[fixture.name] = below["3P"]
    if "GF1" in names:
        for fixture in fixtures:
            below.update({str(source.of): below[fixture.name] for source in fixture.sides if source.kind == "loser"})
    return below


def second_chance(fixture: Fixture, stands: Mapping[str, Stand]) -> bool:
    """Whether this is the first grand final and its loser plays the second."""
    return fixture.name == "GF1" and "GF2" in stands and stands["GF2"].state != "cancelled"


def champion(fixtures: Sequence[Fixture], stands: Mapping[str, Stand]) -> int | None:
    """Who has won the event, `None`: not yet, or nobody."""
    last = stands[final(fixtures).name]
    return stands["GF1"].winner if last.state == "cancelled" else last.winner


def free_byes(fixtures: Sequence[Fixture], stands: Mapping[str, Stand], begun: Set[str] = frozenset()) -> list[int]:
    """Seeds above the field that a late entrant may have, best first (RNK-7.12).

    Free is a first-round bye as long as no match that it leads to is decided or `begun` (called or running).
    """
    feeds = fed(fixtures)

    def untouched(name: str) -> bool:
        how = stands[name].state
        if how == "walkover":
            return all(untouched(each) for each in feeds[name])
        return how in ("pending", "ready", "cancelled") and name not in begun

    free = []
    for fixture in fixtures:
        if fixture.bracket == "W" and fixture.round == 1 and None in stands[fixture.name].sides and untouched(fixture.name):
            slot = stands[fixture.name].sides.index(None)
            free.append(int(fixture.sides[slot].of))
    return sorted(free)
