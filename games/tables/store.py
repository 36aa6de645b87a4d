"""Reading of tables, and what a commit writes: drawn up in memory, guarded by the version (PRO-6.1)."""

from __future__ import annotations

import secrets
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import chain
from typing import Any, NamedTuple

import msgspec
from django.conf import settings
from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from games.engine import fairness, registry
from games.engine.session import Command, Session
from games.tables import beat, clocks, drafts, handles, models, record, rematch, slots, stops, timeline
from games.tables.state import State
from games.tables.wire import Told, Viewer

STORE_EVERY = 16
"""Versions from one stored position to the next."""

BOT = "basic"
"""The bot that sits down where none is named, in games that have it."""

LOG_TAIL = 50
"""Lines of the log in a snapshot (PRO-5.3)."""

LOG_LENGTH = 200
"""How much of what was told is kept for the log of a viewer who comes in; not all of it is a line."""

CHANGED = ("version", "head", "waiting", "clocks")
"""What an ordinary move may change in the row of its table."""

_decode_told = msgspec.json.Decoder(Told).decode


class VersionConflict(Exception):
    """Somebody else has committed to this table meanwhile."""


class ByItself(NamedTuple):
    """An act that nobody was asked for: its version, and whose it was."""

    v: int
    seat: int


@dataclass
class Loaded:
    """A table as a process keeps it in memory."""

    table: models.Table
    seats: list[models.Seat]
    session: Session | None = None
    """None before the start."""
    chain_key: bytes = b""
    log: deque[bytes] = field(default_factory=lambda: deque(maxlen=LOG_LENGTH))
    """What was told last, encoded: an event may share lists with a position that goes on, and the collector skips bytes."""
    moves: dict[tuple[int, str], tuple[tuple[Any, ...], int]] = field(default_factory=dict)
    """By seat and move id: content, and the version it was acknowledged with."""
    sealed: dict[int, models.SealedAnswer] = field(default_factory=dict)
    """The answers that count in an open quiet window, by seat."""
    wishes: rematch.Wishes = rematch.NONE
    """For playing again, when the game is over."""
    changes: list[dict[str, Any]] = field(default_factory=list)
    """What the game has done to ratings (`slots`)."""
    series: dict[str, Any] = field(default_factory=dict)
    """The series that the game is a part of, as everybody may know it; empty if it is none (`slots`)."""
    tracks: handles.Tracks = field(default_factory=list)
    """What each viewer keeps track of; empty in games that do without (PRO-5.9)."""
    last_sealed: int = 0
    """Key of the last row of this table beside the log: a later one means that another process knows more."""
    auto: list[ByItself] = field(default_factory=list)
    """What was done by itself so far (OMG-11.12)."""

    def started(self) -> Session:
        """The session of a table that has started. Raises `ValueError` before."""
        if self.session is None:
            raise ValueError(f"table {self.table.pk} has not started")
        return self.session

    def usual_stops(self) -> dict[str, str]:
        """How the windows of the game are asked at this table as long as a seat says nothing else (OMG-11.11, OMG-11.14)."""
        return registry.game(self.table.game).stops(in_days=self.in_days)

    @property
    def in_days(self) -> bool:
        """Whether it is played by turns, with days for a move: there the server does what happens by itself (OMG-11.14)."""
        return self.table.mode == models.Table.Mode.TURN

    def orders(self, seat: int) -> list[stops.Given]:
        """What a seat has ordered that can still come to something."""
        given = stops.given(self.seats[seat].orders)
        return stops.standing(self.started().game, seat, given) if given else []

    def by_itself(self) -> tuple[int, stops.Doing] | None:
        """The first seat for which something is done without asking it, and what; only in play with days for a move."""
        if not self.in_days or self.session is None or self.table.status != models.Table.Status.RUNNING:
            return None
        for prompt in self.session.game.prompts:
            seat = prompt.seat
            answer = self.sealed.get(seat)
            answered = seat in self.session.game.position.sealed or (answer is not None and stands(self.session, answer))
            if self.seats[seat].bot or answered:
                continue
            orders = self.orders(seat)
            doing = stops.by_itself(self.session.game, prompt, self.session.issued[seat], self.stops(seat), orders)
            if doing is not None:
                return seat, doing
        return None

    def stops(self, seat: int) -> dict[str, str]:
        """What a seat passes on by itself (UX-4.12)."""
        return stops.all_of(self.seats[seat].stops, self.usual_stops())

    @property
    def state(self) -> State:
        """By what one sees whether the database has more."""
        return State(
            self.table.version,
            self.table.status,
            self.table.epoch,
            len(self.seats),
            self.last_sealed,
            self.wishes.mark,
            self.table.aside,
        )

    def seal(self, answers: Iterable[models.SealedAnswer]) -> None:
        """Take in answers that lie beside the log; those to prompts that are open now count."""
        session = self.started()
        for answer in answers:
            self.last_sealed = answer.pk
            self.moves[answer.seat, answer.move_id] = (record.content(answer), answer.acked)
            if stands(session, answer):
                self.sealed[answer.seat] = answer

    def unseal(self) -> None:
        """Forget the answers whose window has closed; somebody's leaving alone closes none."""
        self.sealed = {seat: answer for seat, answer in self.sealed.items() if stands(self.started(), answer)}

    def unwish(self) -> None:
        """Everybody is asked everything again."""
        for seat in self.seats:
            seat.stops, seat.orders = {}, []

    def follow(self, session: Session, told: Sequence[Told]) -> None:
        """A command has been played, and this was told of it: viewers keep track of the cards (PRO-5.9)."""
        follow(self.tracks, session, told)

    def track(self, viewer: Viewer) -> handles.Handles | None:
        """What a viewer keeps track of, in games in which that matters."""
        return self.tracks[-1 if viewer is None else viewer] if self.tracks else None

    def view(self, viewer: Viewer) -> dict[str, Any]:
        """What a viewer sees, with handles where the game wants them."""
        view, track = self.started().game.view(viewer), self.track(viewer)
        return view if track is None else track.marked(view)

    def tell(self, told: Sequence[Told]) -> None:
        """Keep what was told, the oldest of it making room."""
        self.log += map(msgspec.json.encode, told)

    @property
    def told(self) -> list[Told]:
        """What was told last, for the log of a viewer who comes in."""
        return [_decode_told(entry) for entry in self.log]


@dataclass(frozen=True)
class Act:
    """A command with what the log keeps beside it."""

    command: Command
    asked: int | None
    move_id: str
    client: str = ""
    received: int = 0
    """When it reached the server, in table time."""
    back_to: int | None = None
    """With an undo: the version from which on everything is taken back."""
    order: stops.Given | None = None
    """What was ordered and is now done."""


def act_of(answer: models.SealedAnswer) -> Act:
    """What a sealed answer becomes when its window closes."""
    command = Command(answer.seat, "choose", answer.choice, by=answer.by)  # type: ignore[arg-type]
    return Act(command, answer.asked, answer.move_id, answer.client)


@dataclass(frozen=True)
class Entry:
    """All that a commit writes, drawn up before: what the rules can fail at has not failed, only the database still can."""

    table: models.Table
    before: int
    commands: list[drafts.Command]
    changes: dict[str, Any]
    """Of the row of the table."""
    position: drafts.Position | None
    due: list[drafts.Due]
    """What is due at the table from now on; whatever was due before is not any more."""
    last_sealed: int | None = None
    """Where the commands were kept beside the log until now: the last row there that is known."""
    handed: dict[int, str] = field(default_factory=dict)
    """Bots that sit down on seats of people."""
    unwish: bool = False
    """Whether what seats wish to be asked is forgotten."""
    orders: dict[int, list[Any]] = field(default_factory=dict)
    """What is left of the orders of seats that have had more (OMG-11.14)."""

    @property
    def table_id(self) -> str:
        """Which table it is about."""
        return self.table.pk

    @property
    def plain(self) -> bool:
        """Whether this is an ordinary move, which can be written together with those of other tables."""
        more = self.handed or self.unwish or self.orders
        return self.last_sealed is None and not more and not self.changes.keys() - CHANGED

    def write(self) -> None:
        """Inside a transaction: write it all, for itself. Raises `VersionConflict` if memory is behind the database."""
        if "outcome" in self.changes and not self.table.deal:
            self.changes["revealed"] = bytes(models.TableSecret.kept.get(pk=self.table_id).secret).hex()
        _claim(self.table, self.before, self.changes)
        if self.last_sealed is not None:
            _check_sealed(self.table, self.last_sealed)
        models.Command.objects.bulk_create([row.made() for row in self.commands])
        if self.position is not None:
            self.position.made().save(force_insert=True)
        for seat, bot in self.handed.items():
            self.table.seats.filter(number=seat).update(bot=bot)
        for seat, orders in self.orders.items():
            self.table.seats.filter(number=seat).update(orders=orders)
        if self.unwish:
            stops.clear(self.table_id)
        set_due(self.table, self.due)

    def written(self) -> bool:
        """Whether it is in the database: asked when the connection was lost while it was being committed."""
        rows = models.Command.objects.filter(table=self.table, version__gt=self.before).order_by("version")
        there = list(rows.values_list("version", "seat", "move_id", "head")[: len(self.commands)])
        return there == [(row.version, row.seat, row.move_id, row.head) for row in self.commands]


@dataclass(frozen=True)
class Sealing:
    """An answer of a quiet window to be kept beside the log (EMO-8.3); it has no version until the window closes."""

    table: models.Table
    before: int
    answer: models.SealedAnswer
    last_sealed: int

    plain = False

    @property
    def table_id(self) -> str:
        """Which table it is about."""
        return self.table.pk

    def write(self) -> None:
        """Inside a transaction: keep the answer. Raises `VersionConflict` if memory is behind the database."""
        _claim(self.table, self.before, {})
        _check_sealed(self.table, self.last_sealed)
        self.answer.pk = None
        self.answer.save(force_insert=True)
        models.Due.objects.filter(table=self.table, kind=models.Due.Kind.BOT, seat=self.answer.seat).delete()

    def written(self) -> bool:
        """Whether it is in the database."""
        kept = models.SealedAnswer.objects.filter(table=self.table, seat=self.answer.seat, move_id=self.answer.move_id).first()
        if kept is None or record.content(kept) != record.content(self.answer):
            return False
        self.answer.pk = kept.pk
        return True


def load(table_id: str) -> Loaded | None:
    """A table with its session and the end of its log; None if there is no such table.

    The row of the table is read first and says up to which version: another process may be writing.
    """
    beat.learn()
    table = models.Table.objects.filter(pk=table_id).first()
    if table is None:
        return None
    loaded = Loaded(table, seats_of(table))
    if table.started_at is None:
        return loaded
    loaded.series = slots.site.series(table)
    if table.status == models.Table.Status.FINISHED:
        loaded.wishes = rematch.wishes(table)
        loaded.changes = slots.site.changes(table)
    secret = bytes(models.TableSecret.kept.get(pk=table_id).secret)
    loaded.chain_key = fairness.chain_key(secret)
    rows = list(table.commands.filter(version__lte=table.version).order_by("version"))
    log: list[bytes] = []
    lines = 0
    for stretch in _stretches(table, secret, rows):
        if loaded.session is None:
            loaded.session, loaded.tracks = stretch.session, stretch.tracks
        log, lines = stretch.log + log, lines + stretch.lines
        if lines >= LOG_TAIL:
            break
    loaded.log.extend(log)
    loaded.moves = {(row.seat, row.move_id): (record.content(row), row.version) for row in rows}
    loaded.auto = [ByItself(row.version, row.seat) for row in rows if row.by == "auto"]
    loaded.seal(table.sealed.order_by("pk"))
    return loaded


@dataclass(frozen=True)
class News:
    """What the database has of a running table beyond what a process has told its viewers."""

    table: models.Table
    seats: list[models.Seat] | None
    """If they may have changed."""
    commands: list[models.Command]
    sealed: list[models.SealedAnswer]
    committed: Stretch | None
    """What to go on from, if the session in memory has played what was not committed."""


def news(loaded: Loaded) -> News | None:
    """What another process has done at this table; None if that is not told by commands alone, so that it must be read anew."""
    known, session = loaded.table, loaded.session
    table = models.Table.objects.filter(pk=known.pk).first()
    status = models.Table.Status
    if (
        table is None
        or session is None
        or known.status != status.RUNNING
        or table.status not in (status.RUNNING, status.FINISHED)
    ):
        return None
    if table.epoch != known.epoch or table.version < known.version:
        return None
    commands = list(table.commands.filter(version__gt=known.version, version__lte=table.version).order_by("version"))
    sealed = list(table.sealed.filter(pk__gt=loaded.last_sealed).order_by("pk"))
    seated = any(row.act not in ("choose", "undo") for row in commands) or any(seat.orders for seat in loaded.seats)
    committed = None
    if session.version != known.version:
        secret = bytes(models.TableSecret.kept.get(pk=known.pk).secret)
        committed = next(_stretches(known, secret, list(known.commands.order_by("version"))))
    return News(table, seats_of(table) if seated or committed is not None else None, commands, sealed, committed)


def take_in(loaded: Loaded, news: News) -> list[Told]:
    """Play what another process has done; returns what is to be told of it."""
    if news.committed is not None:
        loaded.session, loaded.tracks = news.committed.session, news.committed.tracks
    session = loaded.started()
    told: list[Told] = []
    for _, happened in record.told_on(session, news.commands):
        loaded.follow(session, happened)
        told += happened
    loaded.moves |= {(row.seat, row.move_id): (record.content(row), row.version) for row in news.commands}
    loaded.auto += [ByItself(row.version, row.seat) for row in news.commands if row.by == "auto"]
    loaded.table, loaded.seats = news.table, news.seats or loaded.seats
    if any(row.act == "undo" for row in news.commands):
        loaded.unwish()
    loaded.unseal()
    loaded.seal(news.sealed)
    loaded.tell(told)
    return told


def seats_of(table: models.Table) -> list[models.Seat]:
    """Who sits there, in order."""
    return list(table.seats.select_related("user").order_by("number"))


def stands(session: Session, answer: models.SealedAnswer) -> bool:
    """Whether an answer kept beside the log still waits for its window to close."""
    return answer.asked == session.issued.get(answer.seat) and is_open(session, answer.seat)


def is_open(session: Session, seat: int) -> bool:
    """Whether this seat is asked in a quiet window now."""
    return any(prompt.seat == seat and prompt.quiet for prompt in session.game.prompts)


@dataclass(frozen=True)
class Stretch:
    """A part of a game: as it stood at its end, and what was told, encoded."""

    session: Session
    tracks: handles.Tracks
    log: list[bytes]
    lines: int


def _stretches(table: models.Table, secret: bytes, rows: Sequence[models.Command]) -> Iterator[Stretch]:
    """The game up to the table's version in parts, the last one first: each from a stored position to the next one.

    So somebody who needs the game as it stands, or the end of its log, need not tell all of it again (PRO-6.1).
    """
    game, end = registry.game(table.game, table.rules_version), table.version
    positions = table.positions.filter(version__lte=end)
    if game.meta.handles:
        positions = positions.exclude(tracks=b"", version__gt=0)
    for version in positions.order_by("-version").values_list("version", flat=True):
        stored = positions.get(version=version)
        session = Session.load(bytes(stored.data), game, record.dice(table, secret))
        if version == 0:
            break  # it can be read; what was told when it began is not stored
        since = record.told_on(session, [row for row in rows if version < row.version <= end])
        yield _stretch(handles.load(bytes(stored.tracks)), chain([(session, [])], since))
        end = version
    tracks = handles.begin(table.seat_count) if game.meta.handles else []
    yield _stretch(tracks, record.retold(table, secret, [row for row in rows if row.version <= end]))


def _stretch(tracks: handles.Tracks, steps: Iterable[tuple[Session, list[Told]]]) -> Stretch:
    """Go these steps, at least one; everybody keeps track of the cards."""
    log: list[bytes] = []
    lines = 0
    for session, told in steps:
        follow(tracks, session, told)
        log += map(msgspec.json.encode, told)
        lines += sum(bool(entry.event.log) for entry in told)
    return Stretch(session, tracks, log, lines)


def follow(tracks: handles.Tracks, session: Session, told: Sequence[Told]) -> None:
    """A command has been played, and this was told of it: viewers keep track of the cards (PRO-5.9)."""
    if tracks:
        given = handles.follow(tracks, session.game, [entry.event for entry in told])
        for entry, by_viewer in zip(told, given, strict=True):
            entry.handles = by_viewer


def draw_up(loaded: Loaded, before: int, acts: Sequence[Act], window: bool) -> Entry:
    """What is to be written of these acts, already carried out in the session."""
    table, session = loaded.table, loaded.started()
    now, head = timezone.now(), table.head
    commands = []
    for version, act in enumerate(acts, before + 1):
        head = fairness.next_head(loaded.chain_key, head, record.link(version, act.command))
        commands.append(_row(table, version, act, head, now))
    changes: dict[str, Any] = {"version": session.version, "head": head, "waiting": session.game.waiting_for()}
    over = not session.game.prompts
    state = table.clock_state
    if table.clocks:
        deeds = [deed(version, act) for version, act in enumerate(acts, before + 1)]
        state = state.after(table.pace, deeds, clocks.asked_in(session), timeline.site.now())
        for act in acts:
            if act.command.act in ("leave", "hand"):
                state = state.without(act.command.seat)
        changes["clocks"] = clocks.plain(state)
    if over:
        changes |= {"status": models.Table.Status.FINISHED, "ended_at": now, "outcome": record.outcome(session)}
    position = None
    if over or session.version // STORE_EVERY > before // STORE_EVERY:
        position = drafts.Position(table.pk, session.version, session.dump(), handles.dump(loaded.tracks))
    handed = {act.command.seat: loaded.seats[act.command.seat].bot for act in acts if act.command.act == "hand"}
    last_sealed = loaded.last_sealed if window else None
    unwish = any(act.command.act == "undo" for act in acts)
    if unwish:
        loaded.unwish()
    orders = orders_left(loaded, acts)
    for seat, left in orders.items():
        loaded.seats[seat].orders = left
    return Entry(table, before, commands, changes, position, due_rows(loaded, state), last_sealed, handed, unwish, orders)


def orders_left(loaded: Loaded, acts: Iterable[Act]) -> dict[int, list[Any]]:
    """What is left of their orders, for the seats at which something has been done, or cannot come to anything any more."""
    done = [(act.command.seat, act.order) for act in acts]
    left = {
        seat.number: stops.stored(order for order in loaded.orders(seat.number) if (seat.number, order) not in done)
        for seat in loaded.seats
        if seat.orders
    }
    return {seat: orders for seat, orders in left.items() if orders != loaded.seats[seat].orders}


def deed(version: int, act: Act) -> clocks.Deed:
    """An act as the clocks see it."""
    by = act.command.by
    return clocks.Deed(act.command.seat, version, act.received, by == "clock", act.back_to, by == "auto")


def settle(loaded: Loaded, entry: Entry, told: Sequence[Told]) -> None:
    """An entry is in the database: what memory holds beside the session follows."""
    for name, value in entry.changes.items():
        setattr(loaded.table, name, value)
    loaded.tell(told)
    loaded.unseal()
    for row in entry.commands:
        loaded.moves.setdefault((row.seat, row.move_id), (record.content(row), row.version))
        if row.by == "auto":
            loaded.auto.append(ByItself(row.version, row.seat))


def _row(table: models.Table, version: int, act: Act, head: str, now: datetime) -> drafts.Command:
    done = act.command
    status = done.status if done.act == "leave" else ""
    return drafts.Command(
        table.pk, version, done.seat, done.act, done.choice, status, done.by, act.asked, act.move_id, act.client, head, now
    )


def _claim(table: models.Table, before: int, changes: dict[str, Any]) -> None:
    """Inside a transaction: the row of the table is ours, if it is still running at this version."""
    running = models.Table.objects.filter(pk=table.pk, version=before, status=models.Table.Status.RUNNING)
    if not running.update(**{"version": before, **changes}):
        raise VersionConflict


def _check_sealed(table: models.Table, known: int) -> None:
    """Inside a transaction: no other process has kept an answer that we do not know of."""
    if (models.SealedAnswer.objects.filter(table=table).aggregate(last=Max("pk"))["last"] or 0) != known:
        raise VersionConflict


def suspend(table: models.Table) -> None:
    """Freeze a table whose rules failed; nothing of the failed command is kept (PRO-7.4)."""
    models.Table.objects.filter(pk=table.pk, status=models.Table.Status.RUNNING).update(status=models.Table.Status.SUSPENDED)
    models.Due.objects.filter(table=table).delete()


def bots_due(loaded: Loaded) -> list[drafts.Due]:
    """Rows for the bots whose answer is awaited."""
    bots = [seat.number for seat in loaded.seats if seat.bot]
    if not bots:
        return []
    session, now, table_id = loaded.started(), timeline.site.moment(), loaded.table.pk
    waiting, kind = session.game.waiting_for(), models.Due.Kind.BOT.value
    answered = {seat for seat, answer in loaded.sealed.items() if stands(session, answer)}
    return [
        drafts.Due(table_id, kind, seat, session.issued[seat], now + _thinking_time())
        for seat in bots
        if seat in waiting and seat not in answered
    ]


def due_rows(loaded: Loaded, state: clocks.Clocks) -> list[drafts.Due]:
    """What is due at this table: the bots that are asked now, and the clock that runs out first."""
    due, first = [*bots_due(loaded), *auto_due(loaded)], state.first_due()
    if first is None:
        return due
    seat, deadline = first
    asked, at = loaded.started().issued[seat], timeline.moment(deadline + clocks.GRACE_MS)
    return [*due, drafts.Due(loaded.table.pk, models.Due.Kind.CLOCK.value, seat, asked, at)]


def auto_due(loaded: Loaded) -> list[drafts.Due]:
    """A row for the seat for which something is done by itself, if there is one; held as long as a pass would be (PRO-1.4)."""
    found = loaded.by_itself()
    if found is None:
        return []
    at = timeline.site.moment() + timedelta(seconds=stops.HELD_IN_DAYS)
    return [drafts.Due(loaded.table.pk, models.Due.Kind.AUTO.value, found[0], loaded.started().issued[found[0]], at)]


def prefer(loaded: Loaded, seat: int, wishes: Mapping[str, str], orders: list[Any]) -> list[drafts.Due]:
    """Keep what a seat wishes and orders; what is to be done by itself from now on is due. Returns that."""
    with transaction.atomic():
        stops.keep(loaded.table.pk, seat, wishes, orders)
        loaded.seats[seat].stops, loaded.seats[seat].orders = dict(wishes), orders
        due = auto_due(loaded)
        if loaded.in_days:
            models.Due.objects.filter(table=loaded.table, kind=models.Due.Kind.AUTO).delete()
            models.Due.objects.bulk_create([row.made() for row in due])
    return due


def set_due(table: models.Table, due: Sequence[drafts.Due]) -> None:
    """Inside a transaction: these rows are due at the table, and whatever was due before is not any more."""
    models.Due.objects.filter(table=table).delete()
    models.Due.objects.bulk_create([row.made() for row in due])


def _thinking_time() -> timedelta:
    """How long a bot lets people watch before it moves (UX-4.5)."""
    least, most = settings.BOT_DELAY_MS
    return timedelta(milliseconds=least + secrets.randbelow(most - least + 1))
