"""`manage.py bench events`: how long a large double elimination takes to store, and a result to call the next match."""

from __future__ import annotations

import statistics
from argparse import ArgumentParser
from typing import Any

from accounts.models import User
from games.management.report import positive
from games.tables.bench import database
from games.tables.bench.register import Measured
from leaderboards.tournaments import life, making, rulings
from leaderboards.tournaments.bench.brackets import busy
from leaderboards.tournaments.models import Entrant, Match, Tournament
from leaderboards.tournaments.plan import Plan, StageRules, TableRules

TARGET_STORED_S, TARGET_CALL_S = 8, 1
"""RNK-7.16; slower is told, and no failure."""

HELP = "a double elimination that begins, and results that are carried through it, on a temporary database"


def arguments(parser: ArgumentParser) -> None:
    """How large."""
    parser.add_argument("--entrants", type=positive, default=4096, metavar="N", help="default 4096")
    parser.add_argument("--results", type=positive, default=20, metavar="K", help="default 20")


def run(options: dict[str, Any]) -> Measured:
    """Seconds."""
    n = max(options["entrants"], 2)
    with database.temporary():
        owner = User.objects.create_user("organiser", password=None)
        row = _drawn_up(owner, n)
        _, stored_s, stored_cpu_s = busy(lambda: life.move(row.pk, owner, "running"))
        called = row.matches.filter(state=Match.State.CALLED).order_by("position").values_list("pk", flat=True)
        times = [_result(row, owner, match) for match in list(called[: options["results"]])]
        figures = {
            "entrants": n,
            "matches": row.matches.count(),
            "called": row.matches.filter(state=Match.State.CALLED).count(),
            "begun_and_stored_s": stored_s,
            "begun_and_stored_cpu_s": stored_cpu_s,
            "result_to_next_call_s": statistics.median(wall for wall, _ in times),
            "result_to_next_call_cpu_s": statistics.median(cpu for _, cpu in times),
            "slowest_s": max(wall for wall, _ in times),
        }
    met = stored_s < TARGET_STORED_S and figures["slowest_s"] < TARGET_CALL_S
    return Measured(
        figures,
        bool(figures["called"]),
        f"targets: {TARGET_STORED_S} s, {TARGET_CALL_S} s a result: {'met' if met else 'missed'}",
    )


def _drawn_up(owner: User, n: int) -> Tournament:
    """A tournament with so many people, ready to begin."""
    rules = Plan("emotrions", (StageRules("double"),), TableRules(rated=False, mode="untimed"), limit=4096, seeding="lot")
    row = making.create(owner, rules, {"name": "bench"})
    life.move(row.pk, owner, "registration")
    users = [User(username=f"player{number}", skeleton=f"player{number}", password="!") for number in range(n)]  # noqa: S106
    users = User.objects.bulk_create(users, batch_size=500)
    Entrant.objects.bulk_create([Entrant(tournament=row, user=user, name=user.username) for user in users], batch_size=500)
    return row


def _result(row: Tournament, owner: User, match: int) -> tuple[float, float]:
    """Enter a result; how long until what follows from it is called, and how much of that was work of this process."""
    return busy(lambda: rulings.override(row.pk, owner, match, "0", "bench"))[1:]
