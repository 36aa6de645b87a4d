"""Swiss events with random results: what `manage.py bench pairing` measures and the invariants are checked on (RNK-9.4).

The checks keep books of their own and know nothing of how a pairing was found.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from random import Random

import rustworkx
from msgspec import Struct

from leaderboards.tournaments import swiss
from leaderboards.tournaments.standings import WIN, Game, Unplayed

FAR, NEAR = 2, 1
"""How far starts and seconds may be apart, and how far they should be."""


class Round(Struct, frozen=True):
    """A round that was paired."""

    number: int
    participants: list[swiss.Participant]
    pairing: swiss.Pairing


class Event:
    """A Swiss event of players 1 to `n`; whoever plays, chance decides."""

    def __init__(self, n: int, seed: str, draws_percent: int = 10, forbidden: Iterable[swiss.Pair] = ()) -> None:
        self.seed = seed
        self.draws_percent = draws_percent
        self.forbidden = list(forbidden)
        self.chance = Random(seed)  # noqa: S311 (a rehearsal)
        self.present = set(range(1, n + 1))
        self.entered = set(self.present)
        self.games: list[Game] = []
        self.unplayed: list[Unplayed] = []

    def participants(self, number: int) -> list[swiss.Participant]:
        """Who is to be paired in round `number`."""
        histories = swiss.histories(number, sorted(self.entered), self.games, self.unplayed)
        return [histories[one] for one in sorted(self.present)]

    def pair(self, number: int, participants: Sequence[swiss.Participant]) -> Round:
        """The round as it is paired."""
        return Round(number, list(participants), swiss.pair(number, self.seed, participants, self.forbidden))

    def play(self, round_: Round) -> None:
        """Let all of it be played."""
        pairing = round_.pairing
        for both, starts in zip(pairing.pairs, pairing.starts, strict=True):
            drawn = self.chance.random() * 100 < self.draws_percent
            points = WIN // 2 if drawn else self.chance.choice((0, WIN))
            self.games.append(Game(round_.number, starts, next(one for one in both if one != starts), points))
        if pairing.bye is not None:
            self.unplayed.append(Unplayed(pairing.bye, round_.number, WIN, "bye"))

    def rounds(self, count: int) -> Iterator[Round]:
        """So many rounds, each played when the next one is asked for."""
        for number in range(1, count + 1):
            round_ = self.pair(number, self.participants(number))
            yield round_
            self.play(round_)


class Books:
    """What has happened so far, and what is wrong with a round that is paired: names of the checks of RNK-10."""

    def __init__(self, forbidden: Iterable[swiss.Pair] = ()) -> None:
        self.apart = {frozenset(both) for both in forbidden}
        self.met: set[frozenset[int]] = set()
        self.byes: set[int] = set()
        self.balance: dict[int, int] = {}
        self.near: list[float] = []
        """Share of the players near enough in starts and seconds, by round."""

    def faults(self, present: Collection[int], pairing: swiss.Pairing) -> set[str]:
        """Checks that a round of these players breaks; puts it down."""
        faults = set()
        named = [one for both in pairing.pairs for one in both]
        if sorted(named + ([] if pairing.bye is None else [pairing.bye])) != sorted(present):
            faults.add("sw_all_paired")
        if len(pairing.pairs) != len(present) // 2 or any(frozenset(both) in self.apart for both in pairing.pairs):
            faults.add("sw_all_paired")
        if (pairing.bye is None) != (len(present) % 2 == 0) or pairing.bye in self.byes:
            faults.add("sw_bye")
        if any(frozenset(both) in self.met for both in pairing.pairs) and self.possible(present):
            faults.add("sw_rematch")
        starts = dict(zip(pairing.pairs, pairing.starts, strict=True))
        after = {one: self.balance.get(one, 0) + (1 if one == first else -1) for both, first in starts.items() for one in both}
        if max(map(abs, after.values()), default=0) > FAR and self.possible(present, pairing.bye, balanced=True):
            faults.add("sw_balance")
        self.balance |= after
        self.met |= {frozenset(both) for both in pairing.pairs}
        self.byes |= {pairing.bye} if pairing.bye is not None else set()
        self.near.append(sum(abs(self.balance.get(one, 0)) <= NEAR for one in present) / max(1, len(present)))
        return faults

    def possible(self, present: Collection[int], bye: int | None = None, *, balanced: bool = False) -> bool:
        """Whether the hard rules leave a complete pairing; with this bye, and with nobody's starts too far from the seconds."""
        players = sorted(present)
        graph: rustworkx.PyGraph[int, None] = rustworkx.PyGraph()
        graph.add_nodes_from(players)
        for x, one in enumerate(players):
            for y in range(x):
                both = frozenset((one, players[y]))
                if both not in self.met and both not in self.apart and (not balanced or self.keeps(one, players[y])):
                    graph.add_edge(x, y, None)
        if len(players) % 2:
            nobody = graph.add_node(0)
            for x, one in enumerate(players):
                if one == bye or (bye is None and one not in self.byes):
                    graph.add_edge(x, nobody, None)
        return len(rustworkx.max_weight_matching(graph, max_cardinality=True)) * 2 == graph.num_nodes()

    def keeps(self, one: int, other: int) -> bool:
        """Whether either of the two can start without leaving the bounds."""
        a, b = self.balance.get(one, 0), self.balance.get(other, 0)
        return max(abs(a + 1), abs(b - 1)) <= FAR or max(abs(a - 1), abs(b + 1)) <= FAR
