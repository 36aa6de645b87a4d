"""How long it takes to plan all rounds of heats, and to draw a round by points (RNK-7.16)."""

from __future__ import annotations

import time
from argparse import ArgumentParser
from random import Random
from typing import Any

from games.management.report import positive
from games.tables.bench.register import Measured
from leaderboards.tournaments import heats
from leaderboards.tournaments.heat_tables import meetings

HELP = "rounds of heats planned ahead, and the slowest one drawn by points after random results, in this process"

MINIMUM = 3


def arguments(parser: ArgumentParser) -> None:
    """How large the events are."""
    parser.add_argument("--planned", type=positive, default=256, metavar="N", help="players of the planned event (default 256)")
    parser.add_argument("--players", type=positive, default=250, metavar="N", help="of the one by points (default 250)")
    parser.add_argument("--seats", type=int, choices=(3, 4, 5, 6), default=4, help="preferred, with at least 3 (default 4)")
    parser.add_argument("--rounds", type=positive, default=6, metavar="R", help="of both (default 6)")
    parser.add_argument("--seed", default="bench", help="makes the run repeatable (default bench)")


def run(options: dict[str, Any]) -> Measured:
    """Wall time of both; a pair that meets again where the plan promises none is a failure."""
    seats, rounds, seed = options["seats"], options["rounds"], options["seed"]
    began = time.perf_counter()
    plan = heats.plan(options["planned"], seats, MINIMUM, rounds, seed)
    plan_s = time.perf_counter() - began
    spent, drawn = by_points(options["players"], seats, rounds, seed)
    tables = options["planned"] // seats
    promised = options["planned"] % seats == 0 and (seats - 1) * (rounds - 1) < tables
    figures = {
        "plan_s": round(plan_s, 3),
        "plan_repeated_pairs": repeated(plan),
        "slowest_round_s": round(max(spent), 3),
        "repeated_pairs": repeated(drawn),
    }
    remark = f"{rounds} rounds: {options['planned']} players planned ahead, {options['players']} by points"
    return Measured(figures, not (promised and repeated(plan)), remark)


def by_points(players: int, seats: int, rounds: int, seed: str) -> tuple[list[float], list[heats.Draw]]:
    """Seconds for each round, and the rounds."""
    random = Random(seed)  # noqa: S311 (results of a load, not of a game)
    points: dict[int, Any] = dict.fromkeys(range(1, players + 1), 0)
    spent: list[float] = []
    past: list[heats.Draw] = []
    for _ in range(rounds):
        field = [heats.Ranked(*one) for one in points.items()]
        began = time.perf_counter()
        draw = heats.swiss_round(field, seats, MINIMUM, past)
        spent.append(time.perf_counter() - began)
        past.append(draw)
        for table in draw.tables:
            ranks = random.sample(range(1, len(table) + 1), len(table))
            for player, gain in zip(table, heats.points(len(table), ranks), strict=True):
                points[player] += gain
        for player in draw.sit_out:
            points[player] += heats.BYE
    return spent, past


def repeated(draws: list[heats.Draw]) -> int:
    """Pairs that met more than once."""
    return sum(times > 1 for times in meetings(draws).values())
