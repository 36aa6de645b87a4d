"""Finished tables as the database has them, for tests of results and ratings."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any

from accounts.models import User
from games.tables.models import Command, Seat, Table
from leaderboards.ratings import service
from leaderboards.ratings.models import ResultRecord

START = datetime(2026, 11, 2, 12, tzinfo=UTC)
_number = count(1)


def someone(name: str = "", **about: Any) -> User:
    """Somebody with an account."""
    return User.objects.create_user(name or f"Wer-{next(_number)}", **about)


def table(
    players: Sequence[User | str],
    ranks: Sequence[int],
    hours: float = 0,
    *,
    game: str = "kameloh",
    options: dict[str, Any] | None = None,
    rated: bool = True,
    points: Sequence[int] = (),
    counter: str = "victory_points",
    statuses: Sequence[str] = (),
    decisions: int = 3,
    acts: Sequence[tuple[str, int]] = (),
    **more: Any,
) -> Table:
    """A finished table; players that are words are bots. `acts`: what is logged after some decisions of every seat."""
    ended = START + timedelta(hours=hours)
    extra = [{counter: number} for number in points] or [{} for _ in players]
    outcome = {
        "ranks": list(ranks),
        "reason": "target",
        "scores": list(points),
        "extra": extra,
        "statuses": list(statuses) or ["finished"] * len(players),
    }
    fields: dict[str, Any] = {"status": "finished", "started_at": ended - timedelta(minutes=30), "ended_at": ended} | more
    made = Table.objects.create(
        game=game, rules_version=1, rng=1, seat_count=len(players), options=options or {}, rated=rated, outcome=outcome, **fields
    )
    for number, player in enumerate(players):
        user, bot = (None, player) if isinstance(player, str) else (player, "")
        Seat.objects.create(table=made, number=number, user=user, bot=bot, name=bot or str(player))
    logged = [("choose", seat) for _ in range(decisions) for seat in range(len(players))] + list(acts)
    Command.objects.bulk_create(
        Command(table=made, version=version, seat=seat, act=act, by="player", move_id=str(version), head="", at=ended)
        for version, (act, seat) in enumerate(logged, 1)
    )
    return made


def result(*args: Any, **about: Any) -> ResultRecord:
    """Such a table, recorded."""
    made = service.record(table(*args, **about))
    assert made is not None
    return made
