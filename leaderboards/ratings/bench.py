"""How long the ratings of a pool take to be made anew from its results (RNK-2.6), and one new result."""

from __future__ import annotations

import sys
import time
from argparse import ArgumentParser
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

from django.db import connection, transaction
from django.db.models import Model

from accounts.models import User
from games.management.report import positive
from games.tables.bench import database
from games.tables.bench.register import Measured
from games.tables.models import Table
from leaderboards.ratings import folding, rating, service
from leaderboards.ratings.models import Rating, ResultRecord, ResultSeat
from leaderboards.ratings.replay import Place, Rated, Sat, State, fold

HELP = "results of two players each, rated from nothing: the fold alone, and with a temporary database, in this process"

POOL, GAME = "omg.duel", "omg"
BATCH = 1000
TARGET_S = 60
"""RNK-2.6; slower is told, and no failure."""
START = datetime(2026, 1, 1, tzinfo=UTC)
APART = timedelta(minutes=3)


def arguments(parser: ArgumentParser) -> None:
    """How many results, between how many players."""
    parser.add_argument("--results", type=positive, default=100_000, metavar="N", help="how many (default 100,000)")
    parser.add_argument("--players", type=positive, default=2_000, metavar="N", help="at least 2 (default 2,000)")
    parser.add_argument("--seed", type=int, default=1, help="makes the run repeatable (default 1)")


def run(options: dict[str, Any]) -> Measured:
    """Fold, store, check, and add one more."""
    count, players = options["results"], max(2, options["players"])
    rng = Random(options["seed"])  # noqa: S311 (who plays whom hardly matters)
    games = [(rng.sample(range(players), 2), rng.choice(([1, 2], [1, 2], [2, 1], [1, 1]))) for _ in range(count)]
    _tell(f"the fold of {count} results alone")
    pure = _timed(lambda: _fold(games))
    with database.temporary():
        _tell(f"storing {count} results")
        _store(games, players)
        _tell("rating them")
        began = time.perf_counter()
        replay = _timed(lambda: service.recompute(POOL))
        wall = time.perf_counter() - began
        _tell("checking the ratings")
        wrong: list[str] = []
        check = _timed(lambda: wrong.extend(folding.faults(POOL)))
        newest = _timed(lambda: _again(ResultRecord.objects.order_by("-ended_at")[0]))
        rated = Rating.objects.filter(pool=POOL, season=None).count()
    figures = {
        "results": count,
        "rated_players": rated,
        "fold_cpu_s": round(pure, 2),
        "replay_cpu_s": round(replay, 2),
        "replay_s": round(wall, 2),
        "check_cpu_s": round(check, 2),
        "newest_cpu_ms": round(newest * 1000, 1),
        "differences": len(wrong),
    }
    remark = f"target: {TARGET_S} s of one core for 100,000 results: {'met' if replay * 100_000 / count < TARGET_S else 'missed'}"
    return Measured(figures, not wrong, f"results between {players} players, model {rating.MODEL}; {remark}")


def _tell(what: str) -> None:
    """Say what is being done: all of it takes a minute or two."""
    sys.stderr.write(f"{what} ...\n")
    sys.stderr.flush()


def _timed(work: Callable[[], object]) -> float:
    """CPU seconds of this process, whatever else the machine does."""
    began = time.process_time()
    work()
    return time.process_time() - began


def _fold(games: list[tuple[list[int], list[int]]]) -> None:
    states: dict[str, State] = {}
    for _ in fold(_rated(games), states, shared_wins=False):
        pass


def _rated(games: list[tuple[list[int], list[int]]]) -> Iterator[Rated]:
    for number, (seats, ranks) in enumerate(games, 1):
        sat = [Sat(str(player), seat, rank) for seat, (player, rank) in enumerate(zip(seats, ranks, strict=True))]
        yield Rated(number, 1, Place(START + number * APART, number), sat)


def _again(row: ResultRecord) -> None:
    """What a result that is the newest costs, ratings and all."""
    with transaction.atomic():
        folding.hold(POOL)
        folding.refold(POOL, Place(row.ended_at, row.place))


def _store(games: list[tuple[list[int], list[int]]], players: int) -> None:
    """Tables and results as they would have come, without ratings: one of each by the models, the others copied from it."""
    people = User.objects.bulk_create(
        [User(username=f"Bench-{number}", skeleton=f"bench{number}", password="!") for number in range(players)],  # noqa: S106
        batch_size=BATCH,
    )
    ends = [START + number * APART for number in range(1, len(games) + 1)]
    same = {"game": GAME, "rules_version": 1, "started_at": START, "ended_at": START}
    table = Table.objects.create(rng=1, status="finished", seat_count=2, options={}, **same)
    row = ResultRecord.objects.create(
        table=table, mode="duel", pool=POOL, place=0, reason="target", rated=True, newest=True, **same
    )
    seat = ResultSeat.objects.create(result=row, seat=0, user=people[0], player="0", name="x", rank=1)
    moment = connection.ops.adapt_datetimefield_value
    with transaction.atomic():
        keys = [f"b{number}" for number in range(len(games))]
        _copy(
            table,
            ("id", "invite", "started_at", "ended_at"),
            ((key, key, moment(at), moment(at)) for key, at in zip(keys, ends, strict=True)),
        )
        first = row.pk + 1
        _copy(
            row,
            ("id", "table_id", "place", "started_at", "ended_at"),
            ((first + n, keys[n], n + 1, moment(at), moment(at)) for n, at in enumerate(ends)),
        )
        seats = (
            (n, seat, player, rank) for n, game in enumerate(games) for seat, (player, rank) in enumerate(zip(*game, strict=True))
        )
        _copy(
            seat,
            ("id", "result_id", "seat", "user_id", "player", "rank"),
            (
                (seat.pk + 1 + number, first + n, place, people[player].pk, str(people[player].pk), rank)
                for number, (n, place, player, rank) in enumerate(seats)
            ),
        )
        row.delete()
        table.delete()


def _copy(one: Model, names: Sequence[str], rows: Iterable[tuple[Any, ...]]) -> None:
    """Many rows like one that is there, each with values of its own in these columns. By the ORM it takes ten times as long."""
    quote, meta = connection.ops.quote_name, one._meta  # noqa: SLF001 (Django's name for it)
    columns = [column for column in meta.concrete_fields if not column.generated]
    others = [str(column.column) for column in columns if column.column not in names]
    mine = ", ".join(quote(name) for name in (*names, *others))
    taken = ", ".join([*["%s"] * len(names), *map(quote, others)])
    table, key = quote(meta.db_table), quote("id")
    sql = f"INSERT INTO {table} ({mine}) SELECT {taken} FROM {table} WHERE {key} = %s"  # noqa: S608 (names of our own)
    with connection.cursor() as cursor:
        cursor.executemany(sql, [(*row, one.pk) for row in rows])
