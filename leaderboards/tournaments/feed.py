"""Tournaments as they are told to everybody who looks (RNK-7.15): which matches have changed, after the commit that changed them.

The version is that of the tournament, so it is the same in all processes. The process in which something has changed rings
(`holding.announce`); what others have changed is seen by a look at the versions every second, as long as somebody is there.
Messages have what everybody may know: seeds, scores and states, no names, since pages bring these in the language of the reader.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from typing import Any, NamedTuple

import msgspec
from channels.db import database_sync_to_async

from games.tables import messages, shapes
from games.tables.hub import RING, Audience, Socket
from leaderboards.tournaments import exports, holding, lines
from leaderboards.tournaments.models import Entrant, MatchSide, Tournament

logger = logging.getLogger("kartenhaus.tournaments")

EVERY = 1.0
"""Seconds from one look at the versions to the next."""

APART = 0.3
"""Seconds between two looks at least."""

EPOCH = 0
"""The versions of a tournament outlive processes."""


class Read(NamedTuple):
    """A tournament as it was read."""

    version: int
    state: shapes.TournamentState
    matches: dict[int, shapes.TournamentMatch]
    players: dict[int, str]


class View:
    """A tournament and those who look at it."""

    def __init__(self, pk: str) -> None:
        self.pk = pk
        self.version = -1
        self.state: shapes.TournamentState = "draft"
        self.matches: dict[int, shapes.TournamentMatch] = {}
        self.players: dict[int, str] = {}
        """What entrants are at the moment: their state, and whether they pause or are there."""
        self.audience = Audience()
        self.ring: deque[tuple[int, int, shapes.TournamentDelta]] = deque(maxlen=RING)
        self.looking = asyncio.Lock()

    async def look(self, version: int | None = None) -> None:
        """Read the tournament if it has changed, and tell what is different."""
        async with self.looking:
            if version is not None and version <= self.version:
                return
            read = await database_sync_to_async(self._read)()
            if read is None or read.version <= self.version:
                return
            before, known = self.version, self.matches
            self.version, self.state, self.matches, players = read
            if before >= 0:
                changed = [match for key, match in self.matches.items() if known.get(key) != match]
                gone = [key for key in known if key not in self.matches]
                moved = [key for key, now in players.items() if self.players.get(key) != now]
                delta = shapes.TournamentDelta(before, "delta", EPOCH, self.state, changed, gone, moved)
                self.ring.append((before, self.version, delta))
                await self.audience.send(messages.encode("tournament", _plain(delta), self.version), self.version)
            self.players = players

    def _read(self) -> Read | None:
        """The version first: what changes meanwhile is seen the next time. Rounds that are not published are left out."""
        row = Tournament.objects.filter(pk=self.pk).first()
        if row is None:
            return None
        wins = {number for number in range(len(row.rules.stages)) if lines.counts_wins(row, number)}
        sides: dict[int, list[shapes.TournamentSide]] = {}
        fields = ("match", "match__stage__number", "entrant", "score", "wins", "rank", "ready")
        for key, stage, entrant, score, won, rank, ready in (
            MatchSide.objects.filter(match__tournament=row.pk).order_by("match", "slot").values_list(*fields)
        ):
            who = {} if entrant is None else {"entrant": entrant}
            worth = {} if score is None and not won else {"score": won if stage in wins or score is None else score}
            place = {} if rank is None else {"rank": rank}
            sides.setdefault(key, []).append(shapes.TournamentSide(ready, **who, **worth, **place))
        found = {}
        matches = exports.public_matches(row).order_by("stage", "position")
        for key, name, where, winner, marked in matches.values_list("pk", "name", "state", "winner", "marked"):
            told = {"id": key, "name": name, "state": where, "sides": sides.get(key, []), "marked": bool(marked)}
            won_by = {} if winner is None else {"winner": winner}
            found[key] = shapes.TournamentMatch(**told, **won_by)
        people = Entrant.objects.filter(tournament=row.pk).values_list("pk", "state", "paused", "checked_in", "place")
        players = {pk: f"{at} {paused} {here} {place}" for pk, at, paused, here, place in people}
        return Read(row.version, row.state, found, players)  # type: ignore[arg-type]

    async def enter(self, socket: Socket, language: str, since: int | None, epoch: int | None, re: str | None) -> None:
        """Somebody comes, or comes back: whoever knows a version that is remembered is told what has changed since."""
        await self.look()
        self.audience.sockets.add(socket)
        payload = self._since(since) if since is not None and epoch == EPOCH else None
        whole = payload is None
        message = messages.encode("tournament", payload or self._snapshot(), self.version, re)
        await socket.tell(message, self.version, whole=whole or since == self.version)

    def _since(self, version: int) -> dict[str, Any] | None:
        """All that has changed after a version; None if that is not known any more."""
        if version == self.version:
            return _plain(shapes.TournamentDelta(version, "delta", EPOCH, self.state, [], [], []))
        steps = list(self.ring)
        starts = [start for start, _end, _delta in steps]
        if version not in starts:
            return None
        missed = [delta for _start, _end, delta in steps[starts.index(version) :]]
        matches = {match.id: match for delta in missed for match in delta.matches}
        gone = {key for delta in missed for key in delta.gone}
        players = sorted({key for delta in missed for key in delta.players})
        left = [match for key, match in matches.items() if key in self.matches]
        return _plain(shapes.TournamentDelta(version, "delta", EPOCH, self.state, left, sorted(gone), players))

    def _snapshot(self) -> dict[str, Any]:
        """Where it stands: its state, and the matches that are called or played."""
        live = [match for match in self.matches.values() if match.state in ("called", "running")]
        return _plain(shapes.TournamentSnapshot("snapshot", EPOCH, self.state, live))

    def leave(self, socket: Socket) -> None:
        """Somebody looks no longer; a tournament that nobody looks at is forgotten."""
        self.audience.leave(socket)
        if not self.audience.sockets:
            site.forget(self)


class Feeds:
    """All tournaments that somebody looks at in this process."""

    def __init__(self) -> None:
        self.views: dict[str, View] = {}
        self.bell = asyncio.Event()
        self.loop: asyncio.AbstractEventLoop | None = None

    def ring(self, pk: str, version: int) -> None:
        """A tournament has changed; called from any thread."""
        loop = self.loop
        if loop is not None and not loop.is_closed() and pk in self.views:
            loop.call_soon_threadsafe(self.bell.set)

    def view(self, pk: str) -> View:
        """The tournament; made if nobody looks at it yet."""
        if pk not in self.views:
            self.views[pk] = View(pk)
        return self.views[pk]

    def forget(self, view: View) -> None:
        """Nobody looks at it any more."""
        self.views.pop(view.pk, None)

    async def look(self) -> None:
        """Look at all that have changed."""
        views = dict(self.views)
        if not views:
            return
        versions = await database_sync_to_async(versions_of)(sorted(views))
        for pk, view in views.items():
            if versions.get(pk, -1) > view.version:
                await view.look(versions[pk])

    async def run(self) -> None:
        """For as long as the server lives."""
        self.loop = asyncio.get_running_loop()
        while True:
            try:
                async with asyncio.timeout(EVERY):
                    await self.bell.wait()
            except TimeoutError:
                pass
            self.bell.clear()
            try:
                await self.look()
            except Exception:  # what is shown now stays as it is until the next look
                logger.exception("tournaments cannot be told")
            await asyncio.sleep(APART)


def versions_of(keys: list[str]) -> dict[str, int]:
    """How often these tournaments have changed."""
    return dict(Tournament.objects.filter(pk__in=keys).values_list("pk", "version"))


def _plain(payload: msgspec.Struct) -> dict[str, Any]:
    plain: dict[str, Any] = msgspec.to_builtins(payload)
    return plain


site = Feeds()
"""Those of this process."""

holding.announce.append(site.ring)


async def run() -> None:
    """Runs beside the server (settings.BACKGROUND)."""
    await site.run()
