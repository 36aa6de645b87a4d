"""Whether a move costs the server more the longer a game has been going on: it must not (stack.md, section 7).

Measured in this process alone, with the tables and the writer of the site on a temporary database.
"""

from __future__ import annotations

import secrets
import statistics
import time
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count
from random import Random
from typing import Any

from asgiref.sync import async_to_sync

from accounts.models import User
from games.tables import live, service
from games.tables.bench import database
from games.tables.bench.wire import Refused
from games.tables.messages import Move
from games.tables.wire import prompt_id

GAME = "emotrions"
OPTIONS = {"score37": "on", "kraft_exchange": "on"}
SEATS = 3
"""A match that often takes more than 300 commands."""

TRIES = 20
"""Games that may be begun for each that is long."""


@dataclass(frozen=True)
class Span:
    """Versions from one to another."""

    first: int
    last: int

    def __str__(self) -> str:
        return f"{self.first} to {self.last}"


EARLY, LATE = Span(1, 40), Span(280, 320)
"""Early, and around version 300; wide enough for the moves of a game to be of all kinds in both."""


@dataclass(frozen=True)
class Growth:
    """What a move costs early and late: CPU time of the whole process, with two seats and a spectator looking on."""

    early_ms: float
    late_ms: float
    moves: int

    @property
    def ratio(self) -> float:
        """How many times as much it costs late."""
        return self.late_ms / self.early_ms


class Onlooker:
    """A socket that costs nothing."""

    async def send_message(self, message: str) -> None:
        """As `hub.Socket` asks."""

    async def tell(self, message: str, version: int, *, whole: bool = False) -> None:
        """As `hub.Socket` asks."""


def run(tables: int) -> tuple[dict[str, Any], str]:
    """The figures, and a word about them."""
    with database.temporary():
        growth = measure([User.objects.create_user(f"Bench-{number}") for number in range(SEATS)], tables)
    figures = {
        "cpu_ms_per_move_early": round(growth.early_ms, 3),
        "cpu_ms_per_move_late": round(growth.late_ms, 3),
        "ratio": round(growth.ratio, 3),
        "moves": growth.moves,
        "errors": 0,
    }
    return figures, f"early: versions {EARLY}; late: versions {LATE}; with {SEATS} seats and a spectator looking on"


def measure(users: Sequence[User], tables: int) -> Growth:
    """Play so many games between these users until they are long; games that end before they are long do not count.

    Raises `Refused` if hardly any is long.
    """
    costs: dict[Span, list[float]] = {EARLY: [], LATE: []}
    moves = 0
    for number in count():
        if len(costs[LATE]) == tables:
            break
        if number == tables * TRIES:
            raise Refused(f"of {number} games only {len(costs[LATE])} were long enough")
        table = service.open_table(users[0], GAME, OPTIONS, len(users))
        for user in users[1:]:
            service.sit(user, table, table.invite)
        spent = async_to_sync(_play)(table.pk, len(users), Random(number))  # noqa: S311 (which moves are made hardly matters)
        moves += len(spent)
        if len(spent) >= LATE.last:
            for span, those in costs.items():
                those.append(statistics.fmean(spent[span.first - 1 : span.last]))
    return Growth(statistics.median(costs[EARLY]) * 1000, statistics.median(costs[LATE]) * 1000, moves)


async def _play(table_id: str, seats: int, rng: Random) -> list[float]:
    """Play at random until the game is over or long enough; CPU seconds of each version."""
    table = live.table(table_id)
    for viewer in (*range(seats), None):
        await table.enter(Onlooker(), viewer, None, None, "")
    spent: list[float] = []
    cost = 0.0
    while len(spent) < LATE.last and table.loaded is not None and (session := table.loaded.started()).game.prompts:
        prompt = rng.choice([q for q in session.game.prompts if q.seat not in table.loaded.sealed])
        asked = session.issued[prompt.seat]
        choice = [session.game.token(option) for option in rng.sample(prompt.options, rng.randint(*prompt.pick))]
        move = Move(secrets.token_hex(8), prompt_id(asked, prompt.seat), asked, choice)
        began = time.process_time()
        ack = await table.move(prompt.seat, move)
        cost += time.process_time() - began
        versions = ack.version - len(spent)
        if versions:  # an answer in a quiet window has none of its own
            spent += [cost / versions] * versions
            cost = 0.0
    return spent
