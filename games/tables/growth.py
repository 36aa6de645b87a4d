"""Measures whether a move costs more the longer a game has been going on: it must not (stack.md, section 7)."""

from __future__ import annotations

import asyncio
import secrets
import statistics
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from accounts.models import User
from games.tables import live, service
from games.tables.messages import Move
from games.tables.wire import prompt_id


@dataclass(frozen=True)
class Span:
    """Versions from one to another."""

    first: int
    last: int

    @property
    def middle(self) -> int:
        """The version it stands for."""
        return (self.first + self.last) // 2


EARLY, LATE = Span(1, 40), Span(280, 320)
"""Around versions 20 and 300, wide enough for the moves of a game to be of all kinds in both."""


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


def measure(users: Sequence[User], game: str, options: Mapping[str, Any], tables: int) -> Growth:
    """Play so many games between these users until they are long; games that end before they are long do not count."""
    costs: dict[Span, list[float]] = {EARLY: [], LATE: []}
    moves = 0
    for number in range(tables):
        table = service.open_table(users[0], game, options, len(users))
        for user in users[1:]:
            service.sit(user, table, table.invite)
        spent = asyncio.run(_play(table.pk, len(users), Random(number)))  # noqa: S311 (which moves are made hardly matters)
        moves += len(spent)
        if len(spent) >= LATE.last:
            for span, those in costs.items():
                those.append(statistics.fmean(spent[span.first - 1 : span.last]))
    if not costs[LATE]:
        raise ValueError(f"no game of {game} was long enough")
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
