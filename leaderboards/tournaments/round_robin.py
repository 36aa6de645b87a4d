"""Round robins: everybody meets everybody (RNK-7.5), and what becomes of the games of those who withdraw (RNK-7.12)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

CYCLES = range(1, 5)
"""How often a pair may meet."""


class Round(Struct, frozen=True):
    """A round of the plan."""

    number: int
    """From 1, through all cycles."""
    pairs: list[tuple[int, int]]
    """Who meets, the starter first."""
    bye: int | None = None


def rounds(n: int, cycles: int = 1) -> list[Round]:
    """The plan for players 1 to `n` (RNK-7.5); even cycles swap the starter.

    Raises `ValueError` for fewer than two players or an impossible number of cycles.
    """
    if n < 2 or cycles not in CYCLES:
        raise ValueError("a round robin has at least two players and one to four cycles")
    cycle = [one_round(number, n) for number in range(n - 1 + n % 2)]
    plan: list[Round] = []
    for turn in range(cycles):
        for pairs, bye in cycle:
            swapped = [(other, first) for first, other in pairs] if turn % 2 else list(pairs)
            plan.append(Round(len(plan) + 1, swapped, bye))
    return plan


def one_round(number: int, n: int) -> tuple[list[tuple[int, int]], int | None]:
    """Pairs and bye of a round (from 0) of the first cycle, by the circle method."""
    even = n + n % 2
    last = even - 1
    middle = number * even // 2 % last
    bye = middle + 1 if n % 2 else None
    pairs = [] if n % 2 else [(middle + 1, even) if number % 2 == 0 else (even, middle + 1)]
    pairs += [((middle + i) % last + 1, (middle - i) % last + 1) for i in range(1, even // 2)]
    return pairs, bye


class Game(Struct, frozen=True):
    """A game of the plan and what has become of it."""

    first: int
    second: int
    state: Literal["open", "done", "forfeit", "annulled"] = "open"
    """`open` still to be played or under way, `done` played; `annulled` leaves the table."""


class Withdrawal(Struct, frozen=True):
    """What a withdrawal does to the games of who goes, as positions in the list of games."""

    stands: bool
    """Whether his results stay in the table."""
    annulled: list[int]
    """Games with a result (played or forfeited) that leave the table; ratings stay."""
    cancelled: list[int]
    """Games that will not be played and count for nobody."""
    forfeited: list[int]
    """Games that the opponent wins by forfeit."""


def after_withdrawal(games: Sequence[Game], who: int) -> Withdrawal:
    """What becomes of somebody's games (RNK-7.12): with half of them done the rest are forfeits, else all leave the table.

    Games of all cycles count, forfeits as done; those that a withdrawal has already taken out of the table do not.
    """
    own = [position for position, game in enumerate(games) if who in (game.first, game.second) and game.state != "annulled"]
    left = [position for position in own if games[position].state == "open"]
    done = [position for position in own if games[position].state != "open"]
    if len(done) * 2 < len(own):
        return Withdrawal(False, done, left, [])
    return Withdrawal(True, [], [], left)
