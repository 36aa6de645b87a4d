"""How fast a long leaderboard is (RNK-3.4): its pages as a visitor gets them, and somebody's own place."""

from __future__ import annotations

import random
import sys
import tempfile
import time
from argparse import ArgumentParser
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any

from django.db import connection
from django.db.models import F
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.management.report import positive
from games.tables.bench.figures import milliseconds
from games.tables.bench.register import Measured
from leaderboards.ratings import boards, selectors
from leaderboards.ratings.boards import Board
from leaderboards.ratings.models import Pool, Rating

HELP = "pages of a list, one's own place and a search in it, in this process, on a temporary database of the kind of the site's"

POOL = "emotrions.duel"
AT_ONCE = 1000
TARGET_PAGE_MS, TARGET_PLACE_MS = 150, 100
"""RNK-3.4; slower is told, and no failure."""


def arguments(parser: ArgumentParser) -> None:
    """How long the list is."""
    parser.add_argument("--rows", type=positive, default=100_000, metavar="N", help="people in the list (default 100000)")
    parser.add_argument("--pages", type=positive, default=100, metavar="N", help="how many of each sort (default 100)")


def run(options: dict[str, Any]) -> Measured:
    """Fill it, then ask for pages from anywhere in it. Wall time of the whole request, template and all.

    cpu: what this process itself worked; with SQLite that is all there is, and does not grow with what else a machine does.
    """
    rng = random.Random(1)  # noqa: S311 (which pages hardly matters)
    with _temporary_database():
        _tell(f"{options['rows']} people are written down")
        users = _fill(options["rows"], rng)
        client = Client(SERVER_NAME="localhost", headers={"accept-language": "de"})
        client.force_login(users[len(users) // 2])
        here = f"/bestenlisten/{POOL}/{boards.WORDS[boards.ALL]}/"
        client.get(here)
        board, count = Board(POOL), options["pages"]
        keys = [_key(board, rng, options["rows"]) for _ in range(count)]
        asked: dict[str, list[str]] = {
            "first": [here] * count,
            "by_key": [f"{here}?nach={key}" for key in keys],
            "by_place": [f"{here}?platz={rng.randint(1, options['rows'])}" for _ in range(count)],
            "by_games": [f"{here}?sortierung=partien"] * count,
            "around_me": [f"{here}?um=mich"] * count,
            "search": [f"{here}?suche=person-{rng.randint(0, 99_999):05}" for _ in range(count)],
            "last_30_days": [f"/bestenlisten/{POOL}/{boards.WORDS[boards.ACTIVE]}/"] * count,
        }
        figures: dict[str, Any] = {"rows": board.rows().count(), "database": connection.vendor}
        asked["after_a_game"] = asked["by_key"]
        errors, every, busy = 0, [], []
        for name, addresses in asked.items():
            _tell(f"{name}: {count} pages")
            spent, worked = [], []
            for address in addresses:
                if name == "after_a_game":
                    Pool.objects.filter(slug=POOL).update(version=F("version") + 1)
                took, cpu, answer = _timed(partial(client.get, address))
                spent.append(took)
                worked.append(cpu)
                errors += answer.status_code != 200
            figures |= {f"{name}_p95_ms": milliseconds(spent, 95), f"{name}_cpu_p95_ms": milliseconds(worked, 95)}
            every += spent
            busy += worked
        places = [_timed(partial(selectors.own, board, rng.choice(users))) for _ in range(count)]
    figures |= {
        "page_p50_ms": milliseconds(every, 50),
        "page_p95_ms": milliseconds(every, 95),
        "page_cpu_p50_ms": milliseconds(busy, 50),
        "page_cpu_p95_ms": milliseconds(busy, 95),
        "own_place_p95_ms": milliseconds([took for took, _, _ in places], 95),
        "own_place_cpu_p95_ms": milliseconds([cpu for _, cpu, _ in places], 95),
        "errors": errors,
    }
    met = figures["page_p95_ms"] < TARGET_PAGE_MS and figures["own_place_p95_ms"] < TARGET_PLACE_MS
    remark = f"targets: {TARGET_PAGE_MS} ms for pages, {TARGET_PLACE_MS} ms for a place: {'met' if met else 'missed'}"
    return Measured(figures, errors == 0, remark)


def _timed(act: Callable[[], Any]) -> tuple[float, float, Any]:
    """How many seconds it took, for how many of them this process itself worked, and what came of it."""
    began, worked = time.perf_counter(), time.process_time()
    result = act()
    return time.perf_counter() - began, time.process_time() - worked, result


def _tell(what: str) -> None:
    """Say what is being done."""
    sys.stderr.write(f"{what} ...\n")
    sys.stderr.flush()


def _key(board: Board, rng: random.Random, rows: int) -> str:
    """That of a row somewhere in the list."""
    start = rng.randint(0, max(0, rows - 2))
    number = selectors.ordered(board.rows(), selectors.USUAL).values_list("pk", flat=True)[start]
    return selectors.key_of(Rating.objects.get(pk=number), selectors.USUAL)


def _fill(rows: int, rng: random.Random) -> list[User]:
    """So many people with a rating, as strong as people are; who has played lately is anybody."""
    now = timezone.now()
    Pool.objects.update_or_create(slug=POOL, defaults={"version": 1, "changed_at": now})
    people: list[User] = []
    for first in range(0, rows, AT_ONCE):
        names = [f"Person-{number:06}" for number in range(first, min(rows, first + AT_ONCE))]
        people += User.objects.bulk_create(User(username=name, skeleton=name.casefold()) for name in names)
    for first in range(0, rows, AT_ONCE):
        Rating.objects.bulk_create(_rating(user, rng, now) for user in people[first : first + AT_ONCE])
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    return people


def _rating(user: User, rng: random.Random, now: Any) -> Rating:
    games = rng.randint(10, 400)
    wins = round(games * min(1, max(0, rng.gauss(0.5, 0.12))))
    return Rating(
        pool=POOL,
        player=str(user.pk),
        user=user,
        name=user.username,
        sort_name=user.username.casefold(),
        points=round(rng.gauss(1250, 170)),
        sigma=round(rng.uniform(0.9, 4.5), 6),
        games=games,
        wins=wins,
        losses=games - wins,
        career=rng.randint(0, 9000),
        rank_yesterday=rng.randint(1, 100_000),
        last_at=now - timedelta(days=rng.uniform(0, 85)),
    )


@contextmanager
def _temporary_database() -> Iterator[None]:
    """A database beside the one of the site, gone afterwards."""
    with tempfile.TemporaryDirectory(prefix="kartenhaus-bench-") as folder:
        name = str(connection.settings_dict["NAME"])
        if connection.vendor == "sqlite":
            connection.settings_dict["TEST"]["NAME"] = str(Path(folder) / "leaderboard.sqlite3")
        connection.creation.create_test_db(verbosity=0, autoclobber=True, serialize=False)
        try:
            yield
        finally:
            connection.creation.destroy_test_db(name, verbosity=0)
