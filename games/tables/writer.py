"""The writer of this process: a thread with a connection of its own, which commits together what waits together.

An entry is written at once if the writer is idle; what piles up meanwhile goes into one transaction (stack.md, hot path 4). Its
future resolves when it is durable, or has failed for certain.
"""

from __future__ import annotations

import asyncio
import logging
import select
import threading
import time
from collections import deque
from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field
from typing import Any

from django.db import DatabaseError, InterfaceError, OperationalError, connection, transaction

from games.tables import batch
from games.tables.codes import Refusal
from games.tables.store import Entry, Sealing, VersionConflict

logger = logging.getLogger("kartenhaus.tables")

PATIENCE = 8.0
"""Seconds within which an entry is written or refused (QUA-1.14)."""

PAUSES = (0.05, 0.8, 3.0)
"""Seconds before each repetition: a broken connection at once, a database that starts again after a while."""

LOCK_WAIT = 2.0
"""Seconds for which one attempt waits for somebody else's lock."""

STATEMENT_WAIT = 3.0
"""Seconds for which one statement may take, with whatever waits in it."""

RETRY_MS = 3000
"""When a client may try again."""

MOST = 64
"""Entries in one transaction."""

SLOW = 0.5
"""Seconds; if a transaction takes longer, fewer entries go into the next one."""


class Undecided(Exception):
    """The connection was lost in a commit, and nobody can say yet whether it counts: there is no honest answer (QUA-1.3)."""


@dataclass(eq=False)
class Waiting:
    """An entry, and who waits for it."""

    entry: Entry | Sealing
    loop: asyncio.AbstractEventLoop
    future: asyncio.Future[None]
    deadline: float = field(default_factory=lambda: time.monotonic() + PATIENCE)
    undecided: bool = False
    """Whether an attempt may have been committed although that was not heard of."""
    settled: bool = False
    error: Exception | None = None

    def settle(self, error: Exception | None = None) -> None:
        """It is durable, or has failed with this error."""
        self.settled, self.error = True, error

    def give_up(self) -> None:
        """It has taken too long."""
        self.settle(Undecided() if self.undecided else Refusal("read_only", "error.read_only", RETRY_MS))


class Writer:
    """Writes entries in a thread of its own, which lives as long as the process."""

    def __init__(self) -> None:
        self.waiting: deque[Waiting] = deque()
        self.bell = threading.Condition()
        self.thread: threading.Thread | None = None
        self.most = MOST

    async def write(self, entry: Entry | Sealing) -> None:
        """Until the entry is durable. Raises `VersionConflict` or `Refusal` if it is not, `Undecided` if nobody knows."""
        loop = asyncio.get_running_loop()
        waiting = Waiting(entry, loop, loop.create_future())
        with self.bell:
            self.waiting.append(waiting)
            if self.thread is None:
                self.thread = threading.Thread(target=self._run, name="writer", daemon=True)
                self.thread.start()
            self.bell.notify()
        await waiting.future

    def close(self) -> None:
        """End the thread when everything is written; another write starts a new one."""
        with self.bell:
            thread, self.thread = self.thread, None
            self.bell.notify()
        if thread is not None:
            thread.join()

    # --- in the thread -------------------------------------------------------------------------------------------------------

    def _run(self) -> None:
        try:
            while together := self._next():
                try:
                    self._write(together)
                except Exception as error:  # whatever happens, an answer is owed, and the thread lives on
                    logger.exception("the writer failed")
                    _disconnect()
                    for waiting in together:
                        if not waiting.settled:
                            waiting.settle(error)
                _answer(together)
        finally:
            _disconnect()

    def _next(self) -> list[Waiting]:
        """What waits, of each table one entry; waits until there is something. Empty at the end."""
        with self.bell:
            while not self.waiting:
                if self.thread is not threading.current_thread():
                    return []
                self.bell.wait()
            taken: dict[str, Waiting] = {}
            later: list[Waiting] = []
            while self.waiting and len(taken) < self.most:
                waiting = self.waiting.popleft()
                if waiting.entry.table_id in taken:
                    later.append(waiting)
                else:
                    taken[waiting.entry.table_id] = waiting
            self.waiting.extendleft(reversed(later))
        return list(taken.values())

    def _write(self, together: Sequence[Waiting]) -> None:
        """The plain ones in one transaction, each other one in its own."""
        plain = [waiting for waiting in together if waiting.entry.plain]
        if plain:
            began = time.monotonic()
            self._insist(plain)
            quick = time.monotonic() - began < SLOW
            self.most = min(MOST, self.most * 2) if quick else max(1, min(self.most, len(plain)) // 4)
        for waiting in together:
            if not waiting.entry.plain:
                self._insist([waiting])

    def _insist(self, together: Sequence[Waiting]) -> None:
        """Write these in one transaction, again if the database says that this may help (QUA-1.14). Settles all of them."""
        for pause in (*PAUSES, None):
            now = time.monotonic()
            for waiting in together:
                if now >= waiting.deadline:
                    waiting.give_up()
            together = [waiting for waiting in together if not waiting.settled]
            if not together:
                return
            try:
                self._attempt(together)
            except DatabaseError as error:
                if not _may_pass(error) or (len(together) > 1 and _held_up(error)):
                    self._alone(together, error)
                    return
                logger.warning("writing %s entries: %s", len(together), error)
                _disconnect()
            else:
                return
            if pause is None or time.monotonic() + pause > max(waiting.deadline for waiting in together):
                break
            time.sleep(pause)
        for waiting in together:
            waiting.give_up()

    def _alone(self, together: Sequence[Waiting], error: DatabaseError) -> None:
        """One of these cannot be written, or not now: it must not keep the others from it."""
        if len(together) == 1:
            logger.error("table %s: cannot write", together[0].entry.table_id, exc_info=error)
            together[0].give_up()
            return
        for waiting in together:
            self._insist([waiting])

    def _attempt(self, together: Sequence[Waiting]) -> None:
        """One transaction, which settles all of these. Raises what the database does, with nothing settled."""
        if connection.connection is not None and _is_dead():
            _disconnect()
        if connection.connection is None:
            _connect()
        at_once = connection.vendor == "postgresql" and together[0].entry.plain
        committing = at_once
        try:
            with nullcontext() if at_once else transaction.atomic():
                lost = _put(together)
                committing = True
        except VersionConflict:  # it was alone, and all of it is taken back
            lost = [waiting for waiting in together if not waiting.undecided or not waiting.entry.written()]
        except DatabaseError as error:
            if committing and _lost_connection(error):
                for waiting in together:
                    waiting.undecided = True
            raise
        for waiting in together:
            waiting.settle(VersionConflict() if waiting in lost else None)


def _put(together: Sequence[Waiting]) -> list[Waiting]:
    """Write these, all of them plain or one that is not; returns those whose version check failed.

    Whoever was committed by an attempt before, of which nothing was heard, has not failed.
    """
    plain = [waiting.entry for waiting in together if isinstance(waiting.entry, Entry) and waiting.entry.plain]
    if not plain:
        together[0].entry.write()
        return []
    conflicts = {entry.table_id for entry in batch.write(plain)}
    lost = [waiting for waiting in together if waiting.entry.table_id in conflicts]
    return [waiting for waiting in lost if not waiting.undecided or not waiting.entry.written()]


def _connect() -> None:
    """A new connection, which waits for locks no longer than an attempt may take."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(f"SET lock_timeout = {LOCK_WAIT * 1000:.0f}")
            cursor.execute(f"SET statement_timeout = {STATEMENT_WAIT * 1000:.0f}")
            cursor.execute("SET plan_cache_mode = force_generic_plan")
            connection.connection.prepare_threshold = 0  # Django would prepare nothing
        else:
            cursor.execute(f"PRAGMA busy_timeout = {LOCK_WAIT * 1000:.0f}")


def _is_dead() -> bool:
    """Whether the connection was lost while nothing was being written: what is sent into it would be undecided for nothing."""
    if connection.vendor != "postgresql":
        return False
    line = select.poll()
    line.register(connection.connection.fileno(), select.POLLIN)
    return bool(line.poll(0))  # a server that is not asked anything says no more than that it is going


def _disconnect() -> None:
    """Close the connection for good: nobody else should get it from the pool, impatient as it is."""
    if connection.vendor == "postgresql" and connection.connection is not None:
        connection.connection.close()
    connection.close()


def _may_pass(error: DatabaseError) -> bool:
    """Whether the same may work in a moment: somebody was in the way, or the connection broke."""
    if not isinstance(error, OperationalError | InterfaceError):
        return False
    name = getattr(error.__cause__, "sqlite_errorname", "")
    return not name or name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED"))


def _held_up(error: DatabaseError) -> bool:
    """Whether a lock or something slow took too long, which may be the trouble of one table alone."""
    return getattr(error.__cause__, "sqlstate", None) in ("55P03", "57014")


def _lost_connection(error: DatabaseError) -> bool:
    """Whether the connection broke, so that nobody has heard how the commit ended."""
    if connection.vendor != "postgresql" or not isinstance(error, OperationalError | InterfaceError):
        return False
    state = getattr(error.__cause__, "sqlstate", None)
    return state is None or state.startswith(("08", "57P"))


def _answer(together: Sequence[Waiting]) -> None:
    """Wake up whoever waits for these, each loop once."""
    loops: dict[asyncio.AbstractEventLoop, list[Waiting]] = {}
    for waiting in together:
        loops.setdefault(waiting.loop, []).append(waiting)
    for loop, those in loops.items():
        try:
            loop.call_soon_threadsafe(_wake, those)
        except RuntimeError:  # the loop has ended, and nobody waits any more
            logger.info("nobody waits for %s entries", len(those))


def _wake(together: Sequence[Waiting]) -> None:
    for waiting in together:
        future: asyncio.Future[Any] = waiting.future
        if future.done():
            continue
        if waiting.error is None:
            future.set_result(None)
        else:
            future.set_exception(waiting.error)


_writer = Writer()


async def write(entry: Entry | Sealing) -> None:
    """Until the entry is durable: see `Writer.write`."""
    await _writer.write(entry)


def close() -> None:
    """End the writer of this process when everything is written."""
    _writer.close()
