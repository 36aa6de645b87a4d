"""The lobby as it is told to everybody who looks: what changed since the last look, at most twice a second (PRO-6.6, PRO-8.3).

The database is asked when somebody opens a table, sits down or begins, here or in another process (`nudges`), and every few
seconds, since games end wherever they are played; never while nobody looks.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections import deque
from typing import Any

import msgspec
from channels.db import database_sync_to_async
from django.db import DatabaseError

from games.tables import lobby, messages, shapes
from games.tables.hub import RING, Audience, Socket
from games.tables.lobby import Entry

logger = logging.getLogger("kartenhaus.tables")

LANGUAGES = ("de", "en")

EVERY = 5.0
"""Seconds between two looks that nobody has asked for."""

APART = 0.5
"""Seconds between two looks at least."""


class Feed:
    """What the sockets of this process know of the lobby. Its versions count from the start of the process."""

    def __init__(self) -> None:
        self.epoch = secrets.randbelow(2**31)
        self.version = 0
        self.entries: dict[str, Entry] = {}
        self.audiences = {language: Audience() for language in LANGUAGES}
        self.ring_of_changes: deque[tuple[int, frozenset[str]]] = deque(maxlen=RING)
        """The tables that changed with a version."""
        self.stale = True
        self.looked = 0.0
        self.looking = asyncio.Lock()
        self.bell = asyncio.Event()
        self.loop: asyncio.AbstractEventLoop | None = None

    # --- what is news ----------------------------------------------------------------------------------------------------------

    def ring(self) -> None:
        """Something in the lobby has changed; called from any thread."""
        self.stale = True
        if self.loop is not None and not self.loop.is_closed():
            self.loop.call_soon_threadsafe(self.bell.set)

    async def run(self) -> None:
        """Look whenever there may be news, until cancelled."""
        self.loop = asyncio.get_running_loop()
        while True:
            try:
                async with asyncio.timeout(EVERY):
                    await self.bell.wait()
            except TimeoutError:
                self.stale = True
            self.bell.clear()
            if any(audience.sockets for audience in self.audiences.values()):
                try:
                    await self.look()
                except Exception:  # what is shown now stays as it is until the next look
                    logger.exception("the lobby cannot be told")
            await asyncio.sleep(APART)

    async def look(self) -> None:
        """Read the lobby if there may be news, and tell what has changed."""
        async with self.looking:
            if not self.stale and time.monotonic() - self.looked < EVERY:
                return
            self.stale, self.looked = False, time.monotonic()
            try:
                found = await database_sync_to_async(lobby.entries)()
            except DatabaseError:
                self.stale = True
                raise
            changed = frozenset(
                table_id
                for table_id in found.keys() | self.entries.keys()
                if table_id not in found or table_id not in self.entries or found[table_id].state != self.entries[table_id].state
            )
            self.entries = found
            if not changed:
                return
            self.version += 1
            self.ring_of_changes.append((self.version, changed))
            for language, audience in self.audiences.items():
                if audience.sockets:
                    delta = self._delta(changed, self.version - 1, language)
                    await audience.send(messages.encode("lobby", delta, self.version), self.version)

    # --- who looks -------------------------------------------------------------------------------------------------------------

    async def enter(self, socket: Socket, language: str, since: int | None, epoch: int | None, re: str | None) -> None:
        """Somebody comes, or comes back: shown what has changed since, or the whole lobby if that is not known any more."""
        await self.look()
        self.leave(socket)
        self.audiences[language].sockets.add(socket)
        payload = self._missed(since, language) if since is not None and epoch == self.epoch else None
        if payload is None:
            payload = self._snapshot(language)
        await socket.tell(messages.encode("lobby", payload, self.version, re), self.version, whole=True)

    def leave(self, socket: Socket) -> None:
        """Somebody looks no longer."""
        for audience in self.audiences.values():
            audience.sockets.discard(socket)

    def _missed(self, since: int, language: str) -> dict[str, Any] | None:
        kept = [changed for version, changed in self.ring_of_changes if version > since]
        if since > self.version or len(kept) != self.version - since:
            return None
        return self._delta(frozenset[str]().union(*kept), since, language)

    def _snapshot(self, language: str) -> dict[str, Any]:
        tables = [entry.worded(language) for entry in self.entries.values()]
        return _plain(shapes.LobbySnapshot("snapshot", self.epoch, tables, lobby.counts(self.entries, language)))

    def _delta(self, changed: frozenset[str], since: int, language: str) -> dict[str, Any]:
        tables = [entry.worded(language) for table_id, entry in self.entries.items() if table_id in changed]
        gone = sorted(changed - self.entries.keys())
        counts = lobby.counts(self.entries, language)
        return _plain(shapes.LobbyDelta(since, "delta", self.epoch, tables, gone, counts))


def _plain(payload: msgspec.Struct) -> dict[str, Any]:
    plain: dict[str, Any] = msgspec.to_builtins(payload)
    return plain


site = Feed()
"""That of this process."""


async def run() -> None:
    """Runs beside the server (settings.BACKGROUND)."""
    await site.run()
