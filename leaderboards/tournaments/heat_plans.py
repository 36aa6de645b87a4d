"""All rounds of heats before the start, so that pairs meet again as little as possible (RNK-7.8, `pre_planned`). Pure.

Where a construction is known nobody meets anybody twice. Players stand in rows by strength, and each table takes one of every
row: row i is shifted by i times the round, with ints or with the elements of a finite ring (affine planes are the case of q rows
of q). When these rounds are used up, and every row can be seated at full tables, the rows play within themselves in the same
way. Else `heat_search` looks for the best.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from leaderboards.tournaments import lot
from leaderboards.tournaments.finite import Ring
from leaderboards.tournaments.heat_search import Round, search
from leaderboards.tournaments.heat_tables import Draw, balanced, sizes


def plan(n: int, preferred: int, minimum: int, rounds: int, seed: str) -> list[Draw]:
    """The rounds of players 1..n, who are numbered by strength. The same arguments give the same plan."""
    shape = sizes(n, preferred, minimum)
    out = _sitting_out(n, shape.sit_out, rounds, seed)
    planned = None if shape.sit_out or not shape.sizes else _constructed(n, len(shape.sizes), shape.sizes[0], rounds)
    if planned is None:
        fields = [[player for player in range(1, n + 1) if player not in absent] for absent in out]
        planned = search(n, fields, shape.sizes, seed)
    tables = [sorted((sorted(table) for table in played), key=lambda table: -len(table)) for played in planned]
    return balanced([Draw(tuple(map(tuple, found)), tuple(absent)) for found, absent in zip(tables, out, strict=True)])


def _sitting_out(n: int, places: int, rounds: int, seed: str) -> list[list[int]]:
    """Who sits out, round by round: all in the order of the lot, again and again, so nobody twice while others have not once."""
    order = lot.order(seed, range(1, n + 1)) if places else []
    return [sorted(order[(number * places + place) % n] for place in range(places)) for number in range(rounds)]


def _constructed(n: int, tables: int, size: int, rounds: int) -> list[Round] | None:
    """Rounds without a repeated pair, if a construction has so many.

    If tables are not all full, seats of the last row stay empty, at most one a table; then rows cannot play within themselves.
    """
    found = _without_repeats(list(range(1, tables * size + 1)), size, rounds, full=n == tables * size)
    return found and [[[player for player in table if player <= n] for table in played] for played in found]


def _without_repeats(players: Sequence[int], size: int, rounds: int, full: bool = True) -> list[Round] | None:
    tables = len(players) // size
    rows = [players[row * tables : (row + 1) * tables] for row in range(size)]
    shifts, most = _shifts(tables, size, rounds)
    across = [
        [[rows[row][shifts(place, row, number)] for row in range(size)] for place in range(tables)] for number in range(most)
    ]
    if most == rounds:
        return across
    if not full or tables % size:
        return None
    within = [_without_repeats(row, size, rounds - most) for row in rows]
    if None in within:
        return None
    return across + [[table for found in within if found for table in found[number]] for number in range(rounds - most)]


Shifts = Callable[[int, int, int], int]


def _shifts(tables: int, size: int, rounds: int) -> tuple[Shifts, int]:
    """Whom of a row a table takes in a round, and for how many rounds of those wanted this gives no pair twice."""
    plain = next((number for number in range(1, rounds) if any(step * number % tables == 0 for step in range(1, size))), rounds)
    if plain == rounds or tables == 1:
        return (lambda place, row, number: (place + row * number) % tables), plain
    ring = Ring(tables)
    if ring.independent < size or tables < plain:
        return (lambda place, row, number: (place + row * number) % tables), plain
    return (lambda place, row, number: ring.add(place, ring.multiply(ring.element(row), number))), min(tables, rounds)
