"""How long the pairing of a Swiss round takes, and the standings with all tie-breaks (RNK-7.16)."""

from __future__ import annotations

from argparse import ArgumentParser
from functools import partial
from typing import Any

from games.management.report import positive
from games.tables.bench.register import Measured
from leaderboards.tournaments import standings, swiss
from leaderboards.tournaments.bench.brackets import busy
from leaderboards.tournaments.rehearsal import Books, Event

HELP = "the slowest round of a Swiss event of random results, and its standings with all tie-breaks, in this process"


def arguments(parser: ArgumentParser) -> None:
    """How large the event is."""
    parser.add_argument("--players", type=positive, default=1024, metavar="N", help="how many (default 1024)")
    parser.add_argument("--rounds", type=positive, default=10, metavar="R", help="at most one fewer than players (default 10)")
    parser.add_argument("--seed", default="bench", help="makes the run repeatable (default bench)")


def run(options: dict[str, Any]) -> Measured:
    """Pair, and play at random, round by round; time of the pairing alone, graph and all, by the clock and of this process."""
    players = options["players"]
    event, books = Event(players, options["seed"]), Books()
    spent: list[float] = []
    worked: list[float] = []
    illegal = 0
    count = min(options["rounds"], swiss.most_rounds(players))
    for number in range(1, count + 1):
        participants = event.participants(number)
        round_, took, cpu = busy(partial(event.pair, number, participants))
        spent.append(took)
        worked.append(cpu)
        illegal += bool(books.faults([one.id for one in participants], round_.pairing))
        event.play(round_)
    entered, mu = sorted(event.entered), dict.fromkeys(event.entered, 25.0)
    _, standings_s, standings_cpu_s = busy(
        lambda: standings.table("swiss", entered, event.games, event.unplayed, standings.NAMES, seed=event.seed, mu=mu)
    )
    figures = {
        "rounds": len(spent),
        "slowest_s": max(spent, default=0),
        "slowest_cpu_s": max(worked, default=0),
        "illegal": illegal,
        "standings_s": standings_s,
        "standings_cpu_s": standings_cpu_s,
    }
    return Measured(figures, illegal == 0, f"{players} players; standings after {len(spent)} rounds with all tie-breaks")
