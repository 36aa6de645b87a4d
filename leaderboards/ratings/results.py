"""From how a game went to its result: ranks with leavers and teams, aborted or not, rated or not (RNK-1). Pure.

The order of those who stayed comes from the rules of the game; nothing here compares scores (RNK-1.2).
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import groupby
from typing import Literal

import msgspec

Mode = Literal["duel", "ffa", "team"]
FINISHED = "finished"

LEAST_DECISIONS = 2
"""Of every seat; what somebody's leaving ends before is aborted (RNK-1.5)."""

UNRATED = ("not_marked", "bot", "guest", "one_person", "linked", "options", "aborted")
"""Why a result is not rated (RNK-1.7), beside `pair_cap` and `voided`, which are worked out later."""


class Played(msgspec.Struct, frozen=True):
    """How one seat has done."""

    status: str = FINISHED
    left_at: int | None = None
    """The version of the table at which it left."""
    decisions: int = LEAST_DECISIONS
    team: int | None = None
    out: int | None = None
    """In games that knock players out: in which part of the game it was (RNK-1.3)."""
    left_in: int | None = None
    """In such games: in which part of the game it left."""

    @property
    def left(self) -> bool:
        """Whether it left before the end (RNK-1.4)."""
        return self.status != FINISHED


class Result(msgspec.Struct, frozen=True):
    """What a game has come to; lists by seat in the order given."""

    ranks: list[int]
    aborted: bool
    broke_off: list[bool]
    """Whose leaving has made it an aborted one: their abort counter rises, nobody else's."""


def result(seats: Sequence[Played], tiers: Sequence[Sequence[int]] | None, *, ended_by_leaving: bool) -> Result:
    """Ranks and whether it counts (RNK-1.2, RNK-1.4, RNK-1.5).

    `tiers`: the order of the game's rules as groups of equal seats, best first; who left may be in it or not. Of teams the sides
    are numbered, not the seats. None: nothing but who left decides.
    """
    ranks = _team_ranks(seats, tiers) if any(seat.team is not None for seat in seats) else _single_ranks(seats, tiers)
    aborted = ended_by_leaving and any(seat.decisions < LEAST_DECISIONS for seat in seats)
    last = max((seat.left_at or 0 for seat in seats if seat.left), default=0)
    return Result(ranks, aborted, [aborted and seat.left and (seat.left_at or 0) == last for seat in seats])


def _single_ranks(seats: Sequence[Played], tiers: Sequence[Sequence[int]] | None) -> list[int]:
    """Who left is behind everybody who was still in then, and before those who were out already; the later the better."""
    stayed = [number for number, seat in enumerate(seats) if not seat.left]
    groups = [[seat for seat in tier if not seats[seat].left] for tier in tiers or [stayed]]
    known = {seat for group in groups for seat in group}
    groups.append([seat for seat in stayed if seat not in known])
    order: dict[float, list[list[int]]] = {}
    for group in groups:
        for part, equal in groupby(group, key=lambda seat: _part(seats[seat].out)):
            order.setdefault(part, []).append(list(equal))
    leavers = sorted((n for n, seat in enumerate(seats) if seat.left), key=lambda n: _late(seats[n]), reverse=True)
    for _, gone in groupby(leavers, key=lambda n: _late(seats[n])):
        members = list(gone)
        order.setdefault(_left_in(seats[members[0]]), []).append(members)
    return _numbered([group for part in sorted(order, reverse=True) for group in order[part]], len(seats))


def _part(out: int | None) -> float:
    return math.inf if out is None else out


def _left_in(seat: Played) -> float:
    """Leavers of games that knock nobody out come last of all."""
    return -math.inf if seat.left_in is None else seat.left_in


def _late(seat: Played) -> tuple[float, int]:
    return _left_in(seat), seat.left_at or 0


def _team_ranks(seats: Sequence[Played], tiers: Sequence[Sequence[int]] | None) -> list[int]:
    """One leaver makes the whole team last; of several such teams the one whose first leaver left later is ahead (RNK-1.4)."""
    teams = sorted({seat.team for seat in seats if seat.team is not None})
    first_left = {
        team: min((seat.left_at or 0 for seat in seats if seat.team == team and seat.left), default=None) for team in teams
    }
    place = {seats[seat].team: number for number, tier in enumerate(tiers or []) for seat in tier}

    def key(team: int) -> tuple[int, int]:
        left = first_left[team]
        return (0, place.get(team, len(place))) if left is None else (1, -left)

    rank, given = 0, dict[int, int]()
    for _, tied in groupby(sorted(teams, key=key), key=key):
        rank += 1
        members = list(tied)
        given |= dict.fromkeys(members, rank)
        rank += len(members) - 1
    return [given[seat.team] if seat.team is not None else rank + 1 for seat in seats]


def _numbered(groups: Sequence[Sequence[int]], count: int) -> list[int]:
    ranks, place = [0] * count, 1
    for group in groups:
        for seat in group:
            ranks[seat] = place
        place += len(group)
    return ranks


def mode_of(seats: int, teams: Sequence[int]) -> Mode:
    """Who plays against whom."""
    return "team" if teams else "duel" if seats == 2 else "ffa"


class Party(msgspec.Struct, frozen=True):
    """Who sat on a seat, as far as it matters for being rated."""

    player: str
    bot: bool = False
    guest: bool = False


def why_not_rated(
    parties: Sequence[Party],
    *,
    marked: bool,
    options_rated: bool,
    aborted: bool = False,
    linked: Collection[frozenset[str]] = (),
    widened: bool = False,
) -> list[str]:
    """The reasons of RNK-1.7 but pair cap and voiding, in the order of `UNRATED`; none: it is rated.

    `linked`: pairs of players that staff takes for one person (RNK-6.4). `widened`: a tournament lets these options count.
    Tables of bots alone are rated among bots (RNK-6.1): for them only that the game was not aborted counts.
    """
    players = [party.player for party in parties]
    twice = len(set(players)) < len(players)
    if parties and all(party.bot for party in parties):
        return [code for code, holds in (("one_person", twice), ("aborted", aborted)) if holds]
    said = set(map(str, players))
    found: Mapping[str, bool] = {
        "not_marked": not marked,
        "bot": any(party.bot for party in parties),
        "guest": any(party.guest for party in parties),
        "one_person": twice,
        "linked": any(pair <= said for pair in linked),
        "options": not (options_rated or widened),
        "aborted": aborted,
    }
    return [code for code in UNRATED if found.get(code)]


class Before(msgspec.Struct, frozen=True):
    """A game that somebody has played before, as experience sees it."""

    points: int
    counts: bool = True
    """Not aborted, not voided, and without a bot at any seat."""


def experience(games: Iterable[Before]) -> int:
    """The own victory points of all games that count, none below 0 (RNK-4.1).

    >>> experience([Before(30), Before(-4), Before(50, counts=False)])
    30
    """
    return sum(max(0, game.points) for game in games if game.counts)
