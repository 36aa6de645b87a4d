"""Teams: made by lot with balanced strength, line-ups, boards and their points (RNK-7.14). Pure.

Players are ints. Points are whole points; a draw at a board is half a one for each.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Literal

import msgspec

from leaderboards.tournaments import lot

Result = Literal["W", "D", "L"]

PAIR = 2
"""Players of a team in a team game."""
MOST_SUBSTITUTES = 2
LEAST_BOARDS, MOST_BOARDS = 2, 8

MATCH_POINTS: Mapping[str, int] = {"W": 2, "D": 1, "L": 0}
BOARD_POINTS: Mapping[str, Fraction] = {"W": Fraction(1), "D": Fraction(1, 2), "L": Fraction(0)}
TURNED: Mapping[str, Result] = {"W": "L", "D": "D", "L": "W"}


class Team(msgspec.Struct, frozen=True, kw_only=True):
    """Who plays for a team; the order of the members is that of its boards unless a line-up says otherwise."""

    captain: int
    members: tuple[int, ...]
    """With the captain, without substitutes."""
    substitutes: tuple[int, ...] = ()
    confirmed: frozenset[int] = frozenset()
    """Who has said yes himself."""


class Board(msgspec.Struct, frozen=True):
    """One game of a team match."""

    number: int
    home: int
    away: int
    starter: int


class Score(msgspec.Struct, frozen=True):
    """What a team match is worth to its two sides."""

    match: tuple[int, int]
    boards: tuple[Fraction, Fraction]
    """The first tie-break."""


def drawn(mus: Mapping[int, float], size: int, seed: str) -> tuple[list[tuple[int, ...]], list[int]]:
    """Teams of single entrants, and who is left over (the last ones by lot).

    Who is equally strong stands as the lot has it; the strongest go to one team each, the next to the teams that are weakest so
    far, and so on. Then players of the strongest and the weakest teams change places as long as that brings sums closer.
    Teams and their members are in the order of strength.
    """
    if size < 1:
        raise ValueError(f"teams of {size}")
    by_lot = lot.order(seed, mus)
    playing = by_lot[: len(by_lot) // size * size]
    exact = {player: Fraction(str(mus[player])) for player in playing}
    order = sorted(playing, key=lambda player: -exact[player])
    count = len(order) // size
    teams: list[list[int]] = [[] for _ in range(count)]
    for at in range(0, len(order), count or 1):
        weakest = sorted(range(count), key=lambda team: sum(exact[player] for player in teams[team]))
        for team, player in zip(weakest, order[at : at + count], strict=True):
            teams[team].append(player)
    _level(teams, exact)
    place = {player: at for at, player in enumerate(order)}
    found = sorted(tuple(sorted(team, key=place.__getitem__)) for team in teams)
    return sorted(found, key=lambda team: place[team[0]]), by_lot[len(playing) :]


def _level(teams: list[list[int]], mus: Mapping[int, Fraction]) -> None:
    """Let players of the strongest team and another, or another and the weakest, change places while that brings both closer."""
    sums = [sum((mus[player] for player in team), Fraction()) for team in teams]
    while True:
        by_sum = sorted(range(len(teams)), key=sums.__getitem__)
        couples = [(by_sum[-1], one) for one in by_sum[:-1]] + [(one, by_sum[0]) for one in reversed(by_sum[1:-1])]
        found = (_closest(teams[strong], teams[weak], sums[strong] - sums[weak], mus) for strong, weak in couples)
        for (strong, weak), (left, seat, place) in zip(couples, found, strict=True):
            if left < sums[strong] - sums[weak]:
                step = mus[teams[strong][seat]] - mus[teams[weak][place]]
                teams[strong][seat], teams[weak][place] = teams[weak][place], teams[strong][seat]
                sums[strong], sums[weak] = sums[strong] - step, sums[weak] + step
                break
        else:
            return


def _closest(
    strong: Sequence[int], weak: Sequence[int], apart: Fraction, mus: Mapping[int, Fraction]
) -> tuple[Fraction, int, int]:
    """The swap of two players that brings two teams closest: how far they are then apart, and both places."""
    return min(
        (abs(apart - 2 * (mus[one] - mus[other])), seat, place)
        for seat, one in enumerate(strong)
        for place, other in enumerate(weak)
    )


def wrong(team: Team, size: int, elsewhere: Iterable[int] = ()) -> list[str]:
    """What keeps a team from being entered, as short words. `elsewhere` are players of other teams of the event."""
    everybody = [*team.members, *team.substitutes]
    problems = {
        "wrong_size": len(team.members) != size,
        "too_many_substitutes": len(team.substitutes) > MOST_SUBSTITUTES,
        "captain_missing": team.captain not in everybody,
        "named_twice": len(set(everybody)) < len(everybody),
        "in_another_team": bool(set(everybody) & set(elsewhere)),
        "not_confirmed": bool(set(everybody) - team.confirmed),
    }
    return [word for word, so in problems.items() if so]


def wrong_line_up(team: Team, line_up: Sequence[int], size: int, sealed: bool) -> list[str]:
    """What is wrong with a line-up: board i is played by `line_up[i]`. Sealed ones, once the round has begun, stay."""
    problems = {
        "sealed": sealed,
        "wrong_size": len(line_up) != size,
        "named_twice": len(set(line_up)) < len(line_up),
        "not_a_member": bool(set(line_up) - {*team.members, *team.substitutes}),
    }
    return [word for word, so in problems.items() if so]


def boards(home: Sequence[int], away: Sequence[int]) -> list[Board]:
    """Board i against board i; the home side, which the pairing lets start, begins at odd boards and the other at even ones."""
    return [
        Board(number, one, other, one if number % 2 else other)
        for number, (one, other) in enumerate(zip(home, away, strict=True), 1)
    ]


def score(results: Iterable[Result]) -> Score:
    """Match and board points of both sides from the results of the home side; a board nobody turned up at is no result."""
    counted = Counter(results)
    home = sum((BOARD_POINTS[result] * times for result, times in counted.items()), Fraction())
    away = sum((BOARD_POINTS[TURNED[result]] * times for result, times in counted.items()), Fraction())
    result = "W" if home > away else "L" if home < away else "D"
    return Score((MATCH_POINTS[result], MATCH_POINTS[TURNED[result]]), (home, away))
