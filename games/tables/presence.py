"""Who is at a table (PRO-7.2): known by the sockets of this process and by what other processes report, never by the database."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from games.tables.hub import Socket
from games.tables.wire import Viewer

ONLINE = 30.0
"""Seconds for which a frame proves that somebody is there (PRO-7.2)."""

IDLE = 180.0
"""Seconds without input after which somebody is idle."""

BLINK = 2.0
"""Seconds for which a missing socket goes without saying (UX-5.5): loading a page anew is not leaving."""

LOOK = 0.5
"""Seconds from one look at what has changed to the next: at most two messages a second (PRO-6.6)."""

FRAMES_PER_SECOND = 1000
"""What presence may cost at one table: with more sockets than half of this, its messages come less often."""

ROUNDS = 10
"""Looks in which every table is looked at once, for what only time changes, and reported once to the other processes."""

REPORT_HOLDS = 15.0
"""Seconds after which a report of a process that has fallen silent counts no more."""

FORGOTTEN = 600.0
"""Seconds for which a table is remembered that nobody is at."""

State = Literal["online", "idle", "away", "gone"]


@dataclass(frozen=True)
class Facts:
    """What is known of the sockets of one seat, as ages in seconds."""

    connected: bool = False
    seen: float | None = None
    """Since the last frame; since the last socket went, if there is none. None: never seen."""
    acted: float = 0.0
    """Since the last input."""


@dataclass(frozen=True)
class Standing:
    """What everybody is told of a seat."""

    state: State
    away: float | None = None
    """Seconds, if somebody was here before."""
    claim_in: float | None = None
    """Seconds until the others may claim the game."""

    def payload(self, seat: int) -> dict[str, Any]:
        """As sent."""
        ages = {"away_ms": self.away, "claim_in_ms": self.claim_in}
        return {"seat": seat, "state": self.state} | {name: int(age * 1000) for name, age in ages.items() if age is not None}


def standing(facts: Facts, patience: float | None = None) -> Standing:
    """Whether somebody is there (PRO-7.2).

    `patience`: for how many seconds somebody who is on the clock may be away at this table; None: nobody may claim anything.
    A socket that has been silent for half a minute counts as none: its owner may be gone without the network having noticed.
    """
    if facts.seen is not None and facts.seen < (ONLINE if facts.connected else BLINK):
        return Standing("online" if facts.acted < IDLE else "idle")
    if patience is None or facts.seen is None:
        return Standing("away", facts.seen)
    return Standing("gone" if facts.seen >= patience else "away", facts.seen, max(0.0, patience - facts.seen))


@dataclass
class Sign:
    """When a socket was last heard of, and when its owner last did something."""

    seen: float
    acted: float


@dataclass(frozen=True)
class Trace:
    """What one process knows of one seat, on its own clock."""

    connected: bool
    seen: float
    acted: float


@dataclass(frozen=True)
class Report:
    """What another process knows of a table, on the clock of this one."""

    seats: Mapping[int, Trace]
    spectators: int
    until: float


@dataclass
class Place:
    """A table that somebody is at, or was a while ago, by a socket of this process."""

    signs: dict[Viewer, dict[Socket, Sign]] = field(default_factory=dict)
    left: dict[int, Trace] = field(default_factory=dict)
    """What is remembered of seats, wherever their sockets were."""
    bots: Mapping[int, bool] = field(default_factory=dict)
    """The seats, and whether bots sit there."""
    told: Any = None
    """What everybody here was told last, ages left out."""
    next_at: float = 0.0
    """When the next message may follow."""

    @property
    def sockets(self) -> int:
        """How many there are."""
        return sum(map(len, self.signs.values()))


class Presence:
    """What this process knows of who is where. Everything happens in the event loop."""

    def __init__(self) -> None:
        self.places: dict[str, Place] = {}
        self.reports: dict[str, dict[str, Report]] = {}
        """By table and process."""
        self.changed: set[str] = set()
        self.unreported: set[str] = set()
        self.looks = 0

    # --- what happens --------------------------------------------------------------------------------------------------------

    def arrive(self, table_id: str, viewer: Viewer, socket: Socket) -> None:
        """A socket is at a table now; or it was before, and its owner asks for the table anew."""
        now = time.monotonic()
        place = self.places.setdefault(table_id, Place())
        place.signs.setdefault(viewer, {}).setdefault(socket, Sign(now, now))
        self._change(table_id)

    def depart(self, table_id: str, viewer: Viewer, socket: Socket) -> None:
        """A socket has gone."""
        place = self.places.get(table_id)
        sign = place.signs.get(viewer, {}).pop(socket, None) if place else None
        if place is None or sign is None:
            return
        if viewer is not None:
            self._remember(place, viewer, Trace(True, time.monotonic(), sign.acted))
        self._change(table_id)

    def hear(self, table_id: str, viewer: Viewer, socket: Socket, acted: float | None = None) -> None:
        """A frame has come; `acted`: seconds since its owner has done something, if the frame tells that."""
        place = self.places.get(table_id)
        sign = place.signs.get(viewer, {}).get(socket) if place else None
        if sign is None:
            return
        now = time.monotonic()
        if now - sign.seen >= ONLINE or (acted is not None and acted < IDLE <= now - sign.acted):
            self._change(table_id)
        sign.seen = now
        if acted is not None:
            sign.acted = max(sign.acted, now - acted)

    def take(self, process: str, tables: Mapping[str, Any]) -> None:
        """Another process reports: for each table its seats as [seat, connected, seen, acted], ages in ms, and its spectators."""
        now = time.monotonic()
        for table_id, (seats, spectators) in tables.items():
            traces = {seat: Trace(bool(is_on), now - seen / 1000, now - acted / 1000) for seat, is_on, seen, acted in seats}
            self.reports.setdefault(table_id, {})[process] = Report(traces, spectators, now + REPORT_HOLDS)
            place = self.places.get(table_id)
            if place is not None:
                self.changed.add(table_id)
                for seat, trace in traces.items():
                    self._remember(place, seat, trace)

    def _change(self, table_id: str) -> None:
        self.changed.add(table_id)
        self.unreported.add(table_id)

    @staticmethod
    def _remember(place: Place, seat: int, trace: Trace) -> None:
        """For as long as somebody is at the table, it is known since when a seat has been left."""
        known = place.left.get(seat)
        if known is None or trace.seen > known.seen:
            place.left[seat] = replace(trace, connected=False)

    # --- what is known -------------------------------------------------------------------------------------------------------

    def block(self, table_id: str, bots: Mapping[int, bool]) -> dict[str, Any]:
        """Presence as every snapshot has it, absent seats included (PRO-5.3). `bots`: the seats, and whether bots sit there."""
        place = self.places.setdefault(table_id, Place())
        place.bots = bots
        return self._payload(table_id, place)

    def _payload(self, table_id: str, place: Place) -> dict[str, Any]:
        seats = [
            (Standing("online") if bot else standing(self.facts(table_id, seat))).payload(seat)
            for seat, bot in sorted(place.bots.items())
        ]
        return {"seats": seats, "spectators": self.spectators(table_id)}

    def facts(self, table_id: str, seat: int) -> Facts:
        """What is known of a seat, by all processes together."""
        now, place = time.monotonic(), self.places.get(table_id, Place())
        traces = [Trace(True, sign.seen, sign.acted) for sign in place.signs.get(seat, {}).values()]
        traces += [report.seats[seat] for report in self._reports(table_id) if seat in report.seats]
        traces += [place.left[seat]] if seat in place.left else []
        if not traces:
            return Facts()
        connected = any(trace.connected and now - trace.seen < ONLINE for trace in traces)
        return Facts(connected, now - max(trace.seen for trace in traces), now - max(trace.acted for trace in traces))

    def spectators(self, table_id: str) -> int:
        """How many sockets watch the table."""
        now, place = time.monotonic(), self.places.get(table_id, Place())
        here = sum(now - sign.seen < ONLINE for sign in place.signs.get(None, {}).values())
        return here + sum(report.spectators for report in self._reports(table_id))

    def _reports(self, table_id: str) -> Iterable[Report]:
        now = time.monotonic()
        return [report for report in self.reports.get(table_id, {}).values() if report.until > now]

    # --- what is told --------------------------------------------------------------------------------------------------------

    def look(self) -> tuple[dict[str, dict[str, Any]], dict[str, Any]]:
        """What to tell now: to the sockets of this process, and to the other processes; both by table."""
        now = time.monotonic()
        self.looks += 1
        in_turn = list(self.places)[self.looks % ROUNDS :: ROUNDS]
        self._forget(now, in_turn)
        reported = {table_id: self._report(table_id) for table_id in self.unreported.union(in_turn) if table_id in self.places}
        self.unreported.clear()
        told = {}
        for table_id in self.changed.union(in_turn):
            place = self.places.get(table_id)
            if place is None or not place.sockets:
                self.changed.discard(table_id)
            elif now >= place.next_at:
                self.changed.discard(table_id)
                payload = self._payload(table_id, place)
                if self._is_news(place, payload):
                    told[table_id] = payload
                    place.next_at = now + max(0.0, place.sockets / FRAMES_PER_SECOND - LOOK / 2)
                if any(
                    not facts.connected and facts.seen is not None and facts.seen < BLINK for facts in self._all(table_id, place)
                ):
                    self.changed.add(table_id)
        return told, reported

    @staticmethod
    def _is_news(place: Place, payload: Mapping[str, Any]) -> bool:
        """Whether anything but ages differs from what was told last."""
        news = [(entry["seat"], entry["state"]) for entry in payload["seats"]], payload["spectators"]
        before, place.told = place.told, news
        return bool(news != before)

    def _all(self, table_id: str, place: Place) -> list[Facts]:
        return [self.facts(table_id, seat) for seat, bot in place.bots.items() if not bot]

    def _report(self, table_id: str) -> Any:
        """What this process alone knows of a table, as `take` reads it."""
        now, place = time.monotonic(), self.places[table_id]
        traces = {seat: trace for seat, trace in place.left.items() if not place.signs.get(seat)}
        for viewer, signs in place.signs.items():
            if viewer is not None and signs:
                latest = signs.values()
                traces[viewer] = Trace(True, max(sign.seen for sign in latest), max(sign.acted for sign in latest))
        seats = [[seat, t.connected, int((now - t.seen) * 1000), int((now - t.acted) * 1000)] for seat, t in traces.items()]
        return [seats, sum(now - sign.seen < ONLINE for sign in place.signs.get(None, {}).values())]

    def _forget(self, now: float, table_ids: Iterable[str]) -> None:
        """Drop what nobody needs any more."""
        for table_id in table_ids:
            place = self.places[table_id]
            latest = max((trace.seen for trace in place.left.values()), default=-FORGOTTEN)
            if not place.sockets and now - latest >= FORGOTTEN:
                del self.places[table_id]
        for table_id in list(self.reports)[self.looks % ROUNDS :: ROUNDS]:
            alive = {process: report for process, report in self.reports[table_id].items() if report.until > now}
            self.reports[table_id] = alive
            if not alive:
                del self.reports[table_id]


here = Presence()
"""Of this process."""
