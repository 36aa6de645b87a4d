"""Pairing of a Swiss round (RNK-7.6): of all complete legal pairings the one with the smallest vector.

Points are in 1/120. Pure: the same input gives the same pairing.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from math import ceil, log2
from typing import Literal

from msgspec import Struct

from leaderboards.tournaments.field import WIN, Field, Pair, Participant, Vector
from leaderboards.tournaments.matching import NoPairing, best
from leaderboards.tournaments.standings import Game, Unplayed

__all__ = [
    "Breach",
    "Explained",
    "NoPairing",
    "Pair",
    "Pairing",
    "Participant",
    "Vector",
    "accelerated",
    "by_hand",
    "check",
    "explain",
    "histories",
    "late",
    "may_enter",
    "may_sit_out",
    "most_rounds",
    "pair",
    "rounds_of",
]

HALF_BYE = 60
"""Points of a requested bye, in 1/120."""

ACCELERATED_FROM, ACCELERATED_ROUNDS = 64, 2
"""Players from whom an event may be accelerated, and for how many rounds."""


class Pairing(Struct, frozen=True):
    """A paired round, in pairing numbers."""

    pairs: list[Pair]
    """Upper and lower player, by the position of the upper one."""

    bye: int | None
    starts: list[int]
    """Who starts, pair by pair."""

    vector: Vector
    rematches: int = 0
    """Pairs that have met before (H3 given up)."""

    rematch_age: int = 0
    """Sum of the rounds of their latest meetings."""

    broken_byes: int = 0
    """1 if the bye goes to somebody barred from it (H2 given up)."""

    warning: str = ""
    """`rematch` or `bye`: what the organiser is to be told."""


class Breach(Struct, frozen=True):
    """What is wrong with a pairing made by hand.

    `rule` is `H1`, `H2` or `H3`, which may be broken with a reason; or `missing` (neither paired nor bye), `twice` (in two
    places), `unknown` (not in this round), `bye` (a bye in an even field), which may not.
    """

    rule: Literal["H1", "H2", "H3", "missing", "twice", "unknown", "bye"]
    ids: tuple[int, ...]


class Explained(Struct, frozen=True):
    """Why these two meet; all pairs of values are of the upper and the lower player."""

    pair: Pair
    points: Pair
    places: Pair
    """Positions in the pairing order, from 1."""

    group: int | None
    """Size of their score group; `None` if they are of two."""

    gap: int
    """Point difference in half points, rounded up."""

    off: int
    """How far from the ideal opponent, in positions."""

    floats: tuple[str, str]
    """Of the last two rounds, the last one at the end."""

    balance: Pair
    """Starts minus seconds before this round."""

    starts: int
    why: Literal["balance", "turn", "number"]
    """Why who starts does: fewer starts, did not start when the roles last differed, or the number of the pair."""

    met: int
    """Round of their latest meeting, 0 for none."""

    vector: Vector
    """What this pair adds to that of the round."""


def rounds_of(n: int) -> int:
    """How many rounds `n` players play unless the organiser says otherwise."""
    return min(max(3, ceil(log2(n))), most_rounds(n)) if n > 1 else 0


def most_rounds(n: int) -> int:
    """How many rounds `n` players can play at most."""
    return n - 1 if n % 2 == 0 else n


def accelerated(number: int, rounds: int, numbers: Collection[int]) -> frozenset[int]:
    """Who has a virtual point in round `number` of so many in an accelerated event of players with these pairing numbers."""
    n = len(numbers)
    if number > ACCELERATED_ROUNDS or n < ACCELERATED_FROM or rounds >= log2(n) + 1:
        return frozenset()
    return frozenset(sorted(numbers)[: (n + 1) // 2])


def pair(
    number: int,
    seed: str,
    participants: Iterable[Participant],
    forbidden: Iterable[Pair] = (),
    *,
    virtual: Collection[int] = (),
    by_lot: bool = False,
) -> Pairing:
    """Pair round `number` (from 1); raises `NoPairing`.

    `seed` is that of the tournament, `forbidden` are pairs of pairing numbers (H1), `virtual` those with a virtual point
    (`accelerated`). With `by_lot` the lot decides the order inside both halves of the first round.
    """
    field = Field(number, seed, participants, virtual, by_lot)
    if not field.players:
        raise NoPairing("nobody")
    return _pairing(field, best(field, field.barred(forbidden)))


def check(
    number: int,
    participants: Iterable[Participant],
    pairs: Sequence[Pair],
    bye: int | None,
    forbidden: Iterable[Pair] = (),
) -> list[Breach]:
    """What is wrong with a pairing of round `number` made by hand; nothing if it is complete and keeps the hard rules."""
    field = Field(number, "", participants)
    places = field.places
    named = [one for both in pairs for one in both] + ([] if bye is None else [bye])
    breaches = [Breach("unknown", (one,)) for one in dict.fromkeys(named) if one not in places]
    breaches += [Breach("twice", (one,)) for one in dict.fromkeys(named) if named.count(one) > 1]
    breaches += [Breach("missing", (player.id,)) for player in field.players if player.id not in set(named)]
    if bye is not None and len(field.players) % 2 == 0:
        breaches.append(Breach("bye", (bye,)))
    barred = field.barred(forbidden)
    for one, other in pairs:
        if one in places and other in places and one != other:
            both = field.ordered(one, other)
            if both in barred:
                breaches.append(Breach("H1", (one, other)))
            if both in field.met:
                breaches.append(Breach("H3", (one, other)))
    if bye in places and field.players[places[bye]].had_bye:
        breaches.append(Breach("H2", (bye,)))
    return breaches


def by_hand(
    number: int,
    seed: str,
    participants: Iterable[Participant],
    pairs: Iterable[Pair],
    bye: int | None,
    *,
    virtual: Collection[int] = (),
    by_lot: bool = False,
) -> Pairing:
    """A pairing made by hand, with starters and figures; it must be complete (`check`)."""
    field = Field(number, seed, participants, virtual, by_lot)
    matched = [field.ordered(*both) for both in pairs]
    return _pairing(field, matched if bye is None else [*matched, (field.places[bye], len(field.players))])


def explain(
    number: int,
    seed: str,
    participants: Iterable[Participant],
    pairing: Pairing,
    *,
    virtual: Collection[int] = (),
    by_lot: bool = False,
) -> list[Explained]:
    """Why each pair of a round meets, and who starts."""
    field = Field(number, seed, participants, virtual, by_lot)
    return [_explained(field, index, *field.ordered(*both)) for index, both in enumerate(pairing.pairs, 1)]


def histories(
    number: int,
    numbers: Iterable[int],
    games: Iterable[Game],
    unplayed: Iterable[Unplayed] = (),
    virtual: Mapping[int, Collection[int]] | None = None,
) -> dict[int, Participant]:
    """What round `number` must know of all entrants, from the results of the rounds before; who is not named in one was absent.

    `virtual` has those with a virtual point by round. Choose from the result who is to be paired.
    """
    past = {one: Past(one) for one in numbers}
    by_round: dict[int, list[Game | Unplayed]] = {}
    for game in games:
        by_round.setdefault(game.round or 0, []).append(game)
    for missed in unplayed:
        by_round.setdefault(missed.round or 0, []).append(missed)
    for round_ in range(1, number):
        extra = (virtual or {}).get(round_, ())
        before = {one: history.points + WIN * (one in extra) for one, history in past.items()}
        for result in by_round.get(round_, ()):
            if isinstance(result, Unplayed):
                past[int(result.player)].missed(result)
            else:
                past[int(result.first)].play(int(result.second), "S", result.points, before)
                past[int(result.second)].play(int(result.first), "F", result.rest, before)
        for history in past.values():
            history.close(round_)
    return {one: history.participant() for one, history in past.items()}


class Past:
    """What has happened to an entrant."""

    def __init__(self, number: int) -> None:
        self.id = number
        self.points = 0
        self.opponents: list[int] = []
        self.roles = ""
        self.floats = ""
        self.had_bye = False

    def play(self, other: int, role: str, points: int, before: Mapping[int, int]) -> None:
        """A game; `before` has the points of all with which the round was paired."""
        gap = before[self.id] - before[other]
        self.opponents.append(other)
        self.roles += role
        self.floats += "D" if gap > 0 else "U" if gap < 0 else "-"
        self.points += points

    def missed(self, result: Unplayed) -> None:
        """A round without a game: points make it a downfloat."""
        self.roles += "-"
        self.floats += "D" if result.points else "-"
        self.points += result.points
        self.had_bye = self.had_bye or result.kind in {"bye", "forfeit_win"}

    def close(self, number: int) -> None:
        """The end of a round, for who was not in it too."""
        self.roles = self.roles.ljust(number, "-")
        self.floats = self.floats.ljust(number, "-")

    def participant(self) -> Participant:
        """As a round is paired with."""
        return Participant(self.id, self.points, tuple(self.opponents), self.roles, self.floats, self.had_bye)


def late(player: int, number: int, *, half_bye: bool = False) -> list[Unplayed]:
    """The rounds that somebody missed who enters for round `number`: no points, or one half-point bye (RNK-7.12)."""
    missed = [Unplayed(player, round_, 0, "absent") for round_ in range(1, number)]
    if half_bye and missed:
        missed[-1] = Unplayed(player, number - 1, HALF_BYE, "requested_bye")
    return missed


def may_enter(number: int, last: int = 2) -> bool:
    """Whether somebody may still enter for round `number`, if the organiser has set `last`."""
    return number <= last


def may_sit_out(number: int, rounds: int, missed: Iterable[Unplayed]) -> Literal["", "again", "late"]:
    """Why somebody with these past rounds may not ask for a bye in round `number` of so many: again, or late (the last two)."""
    if number > rounds - 2:
        return "late"
    return "again" if any(one.kind == "requested_bye" for one in missed) else ""


def _pairing(field: Field, matched: Iterable[Pair]) -> Pairing:
    """The result in pairing numbers."""
    n, players = len(field.players), field.players
    every = sorted(matched)
    pairs = [both for both in every if both[1] < n]
    bye = next((x for x, y in every if y == n), None)
    old = [field.met[both] for both in pairs if both in field.met]
    broken = int(bye is not None and players[bye].had_bye)
    return Pairing(
        pairs=[(players[x].id, players[y].id) for x, y in pairs],
        bye=None if bye is None else players[bye].id,
        starts=[players[field.starter(index, *both)[0]].id for index, both in enumerate(pairs, 1)],
        vector=Vector(*(sum(figure) for figure in zip(*(field.vector(*both).all() for both in every), strict=True))),
        rematches=len(old),
        rematch_age=sum(old),
        broken_byes=broken,
        warning="rematch" if old else "bye" if broken else "",
    )


def _explained(field: Field, index: int, x: int, y: int) -> Explained:
    """Why x and y meet as pair number `index`."""
    upper, lower = field.players[x], field.players[y]
    starts, why = field.starter(index, x, y)
    return Explained(
        pair=(upper.id, lower.id),
        points=(field.points[x], field.points[y]),
        places=(x + 1, y + 1),
        group=field.size[field.points[x]] if field.points[x] == field.points[y] else None,
        gap=field.gap(x, y),
        off=field.off(x, y),
        floats=(upper.floats[-2:], lower.floats[-2:]),
        balance=(field.balance[x], field.balance[y]),
        starts=field.players[starts].id,
        why=why,
        met=field.met.get((x, y), 0),
        vector=field.vector(x, y),
    )
