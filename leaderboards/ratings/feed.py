"""Leaderboards as they are told to everybody who looks (RNK-3.5): at most every two seconds, the rows of a page that changed.

What has changed is seen by the version of the pool (`models.Pool`), whichever process has changed it; it is asked for only while
somebody looks. Where somebody has moved without a game, as by a switch in the settings, the version grows as well (`visibility`).
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from dataclasses import dataclass
from datetime import UTC
from typing import Any

import msgspec
from channels.db import database_sync_to_async
from msgspec import UNSET

from games.tables import messages, shapes
from games.tables.hub import Audience, Socket
from games.tables.show import FORMAT
from leaderboards.ratings import selectors
from leaderboards.ratings.boards import Board
from leaderboards.ratings.models import Pool
from leaderboards.ratings.selectors import Line

logger = logging.getLogger("kartenhaus.ratings")

EVERY = 2.0
"""Seconds between two messages at least."""

ANYWAY = 60.0
"""Seconds after which a page is read even if no game has ended: somebody may have been away for too long by now."""


@dataclass(frozen=True)
class Window:
    """What somebody looks at: a page of a list."""

    board: Board
    sort: str
    first: int


class View:
    """A page and those who look at it. Its versions count from the start of the process."""

    def __init__(self, window: Window, epoch: int) -> None:
        self.window = window
        self.epoch = epoch
        self.version = 0
        self.seen = -1
        """The version of the pool that it shows."""
        self.looked = 0.0
        self.order: list[str] = []
        self.rows: dict[str, shapes.LeaderboardRow] = {}
        self.first = window.first
        self.total = 0
        self.audience = Audience()
        self.looking = asyncio.Lock()

    async def look(self, pool_version: int | None = None) -> None:
        """Read the page if there may be news, and tell what has changed."""
        async with self.looking:
            due = self.looked == 0 or time.monotonic() - self.looked > ANYWAY
            if not due and pool_version == self.seen:
                return
            page, version = await database_sync_to_async(self._read)()
            self.seen, self.looked = version, time.monotonic()
            rows = {line.name: row_of(line) for line in page.lines}
            order = list(rows)
            changed = [row for name, row in rows.items() if self.rows.get(name) != row]
            if not changed and (order, page.total) == (self.order, self.total):
                return
            self.rows, self.order, self.first, self.total = rows, order, page.first or 0, page.total
            self.version += 1
            if self.audience.sockets:
                delta = self._delta(changed, self.version - 1)
                await self.audience.send(messages.encode("leaderboard", delta, self.version), self.version)

    def _read(self) -> tuple[selectors.Page, int]:
        """The version first: what changes meanwhile is seen the next time."""
        version = version_of([self.window.board.pool]).get(self.window.board.pool, 0)
        return selectors.page(self.window.board, self.window.sort, start=self.window.first, exact=True), version

    async def enter(self, socket: Socket, language: str, since: int | None, epoch: int | None, re: str | None) -> None:
        """Somebody comes, or comes back: who has missed nothing is told so, everybody else gets the page."""
        await self.look()
        self.audience.sockets.add(socket)
        payload = self._delta([], self.version) if (since, epoch) == (self.version, self.epoch) else self._snapshot()
        await socket.tell(messages.encode("leaderboard", payload, self.version, re), self.version, whole=True)

    def leave(self, socket: Socket) -> None:
        """Somebody looks no longer; a page that nobody looks at is forgotten."""
        self.audience.leave(socket)
        if not self.audience.sockets:
            site.forget(self)

    def _snapshot(self) -> dict[str, Any]:
        rows = list(self.rows.values())
        return _plain(shapes.LeaderboardSnapshot("snapshot", self.epoch, self.order, rows, self.first, self.total))

    def _delta(self, changed: list[shapes.LeaderboardRow], since: int) -> dict[str, Any]:
        return _plain(shapes.LeaderboardDelta(since, "delta", self.epoch, self.order, changed, self.first, self.total))


class Feeds:
    """All pages that somebody looks at in this process."""

    def __init__(self) -> None:
        self.views: dict[Window, View] = {}

    def view(self, window: Window) -> View:
        """The page; made if nobody looks at it yet."""
        if window not in self.views:
            self.views[window] = View(window, secrets.randbelow(2**31))
        return self.views[window]

    def forget(self, view: View) -> None:
        """Nobody looks at it any more."""
        self.views.pop(view.window, None)

    async def look(self) -> None:
        """Look at all pages in whose pool something has changed."""
        views = list(self.views.values())
        if not views:
            return
        versions = await database_sync_to_async(version_of)(sorted({view.window.board.pool for view in views}))
        for view in views:
            await view.look(versions.get(view.window.board.pool, 0))

    async def run(self) -> None:
        """For as long as the server lives."""
        while True:
            await asyncio.sleep(EVERY)
            try:
                await self.look()
            except Exception:  # what is shown now stays as it is until the next look
                logger.exception("leaderboards cannot be told")


def version_of(pools: list[str]) -> dict[str, int]:
    """How often the ratings of these pools have changed."""
    return dict(Pool.objects.filter(slug__in=pools).values_list("slug", "version"))


def row_of(line: Line) -> shapes.LeaderboardRow:
    """A row as it is sent."""
    rating = line.rating
    return shapes.LeaderboardRow(
        rank=line.rank,
        name=line.name,
        points=rating.points,
        provisional=rating.provisional,
        games=rating.games,
        wins=rating.wins,
        draws=rating.draws,
        losses=rating.losses,
        firsts=rating.firsts,
        average=line.average,
        win_rate=line.win_rate,
        streak=rating.streak,
        career=rating.career,
        bot=line.is_bot,
        change=UNSET if line.change is None else line.change,
        last=UNSET if rating.last_at is None else rating.last_at.astimezone(UTC).strftime(FORMAT),
    )


def _plain(payload: msgspec.Struct) -> dict[str, Any]:
    plain: dict[str, Any] = msgspec.to_builtins(payload)
    return plain


site = Feeds()
"""Those of this process."""


async def run() -> None:
    """Runs beside the server (settings.BACKGROUND)."""
    await site.run()
