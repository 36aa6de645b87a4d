"""The beat: one row that carries table time from process to process, and says which of them does what is due (stack.md 4).

The leader, one of the servers, writes it every few seconds. A server that sees it stand still for a while takes the lead; the
first server after a downtime does so at once, and goes on with table time where the last beat was. Every write is guarded by the
count that was read, so two can never both take the lead.

A beat alone does not say whether others go on playing: all may have been killed just after it. So whoever starts asks who is
there (`company`). If nobody can tell, table time stands still since the last beat until there is another one: rather a clock is
given the seconds that others have played on than that one is charged with a downtime.
"""

from __future__ import annotations

import secrets
import threading

from django.conf import settings

from games.tables import company, timeline
from games.tables.models import Beat

EVERY = 2.0
"""Seconds between two beats, which is also by how much time may be wrong after a process was killed."""

LEASE = 6.0
"""Seconds without a beat after which somebody else takes the lead."""

WORKED = 8.0
"""Seconds after which a worker that does not say that it is there has gone."""

SUCCEEDED = LEASE + 2 * EVERY
"""Seconds without a beat after which nobody can be there who would have taken the lead."""


_learning = threading.Lock()


def learn(line: timeline.Timeline | None = None) -> None:
    """Take table time from the row, if this process has not done so. Others are looked for first: who is there has a beat."""
    line = line or timeline.site
    with _learning:
        if line.known:
            return
        others = company.others()
        row = Beat.objects.filter(pk=1).first()
        line.first = others is False
        line.begin(line.now() if row is None else _now(row, line) if others else row.now)


def _now(row: Beat, line: timeline.Timeline) -> int:
    """What instant it is by the last beat of a leader, if somebody goes on since then, although the lead may be vacant."""
    age = int(line.wall() * 1000) - row.wall
    return row.now + age if row.leader and 0 <= age <= SUCCEEDED * 1000 else row.now


def alone() -> bool:
    """Whether this is the only server process: several need Redis (PRO-6.4)."""
    return not settings.REDIS_URL


class Pulse:
    """The part of one process in it: beats, follows, or takes the lead."""

    def __init__(self, line: timeline.Timeline | None = None, *, worker: bool = False) -> None:
        self.line = line or timeline.site
        self.worker = worker
        """A worker never leads: time goes on as long as there are servers at which people can play."""
        self.name = secrets.token_hex(8)
        self.leading = False
        self.count = -1
        """The last beat that was seen; none yet."""
        self.seen = self.line.monotonic()
        self.began = self.line.monotonic()
        self.accompanied = False
        """Whether there has been a beat of another process since this one began."""
        self.resumed = False
        """Whether the site had been running before this process began."""
        self.worked = 0
        """Table time when a worker was last there, as far as this process has seen."""

    def beat(self) -> bool:
        """Once every `EVERY` seconds; whether this process leads."""
        learn(self.line)
        row = Beat.objects.filter(pk=1).first()
        if row is None:
            row = self._first()
        elif self.count < 0:
            self.resumed = True
        self.worked = row.worked
        if self.leading and row.leader == self.name:
            self._lead(row)
        elif self._vacant(row) and not self.worker:
            self._write(row.count)
        self.line.settled = True
        return self.leading

    @property
    def has_worker(self) -> bool:
        """Whether a worker was there a moment ago."""
        return bool(self.worked) and self.line.now() - self.worked < WORKED * 1000

    def work(self, *, end: bool = False) -> None:
        """Say that there is a worker, or that it ends; another one says so soon."""
        Beat.objects.filter(pk=1).update(worked=0 if end else self.line.now())

    def end(self) -> None:
        """Leave in order: clocks stand still from now on, and whoever comes next leads at once."""
        if self.leading:
            self.name = ""
            self._write(self.count)
            self.leading = False

    def _first(self) -> Beat:
        """The row when the site is started for the first time."""
        defaults = {"leader": "", "count": 0, "now": self.line.now(), "wall": self._wall()}
        return Beat.objects.get_or_create(pk=1, defaults=defaults)[0]

    def _lead(self, row: Beat) -> None:
        """Go on leading. Time in which no beat could be written is nobody's: nothing could be played either (QUA-1.9)."""
        if self.line.monotonic() - self.seen > LEASE:
            self.line.set(row.now)
        self._write(row.count)

    def _vacant(self, row: Beat) -> bool:
        """Whether nobody leads; if somebody does, keep to the leader's time."""
        self.leading = False
        news, begun = row.count != self.count, self.count < 0
        if news:
            self.count, self.seen = row.count, self.line.monotonic()
            self.accompanied = not begun
        if not row.leader or (begun and self.line.first):
            return True
        if news and not begun:
            self.line.set(_now(row, self.line))
        silence = self.line.monotonic() - self.seen
        if self.accompanied:
            return silence > LEASE
        if silence <= SUCCEEDED:
            return False
        # nobody else has been there, so the site was down from the last beat until this process began
        self.line.set(row.now + int((self.line.monotonic() - self.began) * 1000))
        return True

    def _write(self, count: int) -> None:
        """A beat, unless another process has been quicker."""
        beats = Beat.objects.filter(pk=1, count=count)
        self.leading = bool(beats.update(leader=self.name, count=count + 1, now=self.line.now(), wall=self._wall()))
        if self.leading:
            self.count, self.seen = count + 1, self.line.monotonic()

    def _wall(self) -> int:
        return int(self.line.wall() * 1000)
