"""`manage.py bench brackets`: how long large brackets and plans take, in memory (RNK-7.16)."""

from __future__ import annotations

import time
from argparse import ArgumentParser
from collections.abc import Callable
from random import Random
from typing import Any, TypeVar

from games.management.report import positive
from games.tables.bench.register import Measured
from leaderboards.tournaments import bracket, round_robin
from leaderboards.tournaments.invariants import de_losses, random_run

HELP = "building and resolving a double elimination and planning a round robin, in memory"

T = TypeVar("T")


def arguments(parser: ArgumentParser) -> None:
    """How large."""
    parser.add_argument("--entrants", type=positive, default=4096, metavar="N", help="of the double elimination (default 4096)")
    parser.add_argument("--players", type=positive, default=64, metavar="N", help="of the round robin (default 64)")


def run(options: dict[str, Any]) -> Measured:
    """Seconds a step; all matches of a bracket are given random results."""
    n = max(options["entrants"], 2)
    fixtures, double_s = timed(lambda: bracket.double(n))
    stands = random_run(fixtures, n, Random(1))  # noqa: S311 (results of a load, not of a game)
    decided = {
        name: bracket.Decided(0 if stand.winner == stand.sides[0] else 1)
        for name, stand in stands.items()
        if stand.state == "finished"
    }
    again, resolve_s = timed(lambda: bracket.resolve(fixtures, n, decided))
    placed, places_s = timed(lambda: bracket.places(fixtures, again))
    plan, round_robin_s = timed(lambda: round_robin.rounds(max(options["players"], 2)))
    figures = {
        "entrants": n,
        "matches": len(fixtures),
        "double_s": double_s,
        "resolve_s": resolve_s,
        "places_s": places_s,
        "players": max(options["players"], 2),
        "games": sum(len(each.pairs) for each in plan),
        "round_robin_s": round_robin_s,
    }
    return Measured(figures, again == stands and de_losses(fixtures, n, again) and len(placed) == n)


def busy(work: Callable[[], T]) -> tuple[T, float, float]:
    """What comes out, how many seconds it took, and for how many of them this process itself worked."""
    start, worked = time.monotonic(), time.process_time()
    done = work()
    return done, round(time.monotonic() - start, 3), round(time.process_time() - worked, 3)


def timed(work: Callable[[], T]) -> tuple[T, float]:
    """What comes out, and how many seconds it took."""
    start = time.monotonic()
    done = work()
    return done, round(time.monotonic() - start, 4)
