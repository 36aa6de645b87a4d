"""The clocks of a table: how much time each player has left, and whose is running. Pure: every instant comes in as an argument.

Instants are milliseconds of table time (`timeline`). What a clock shows is a function of public facts alone: who is asked, since
when, and whose time a question takes. So in a window in which not even who has answered may be told (EMO-8.3) nobody's clock
stops before it closes (PRO-1.4).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Literal, NamedTuple

import msgspec

from games.engine.prompt import Clock
from games.engine.session import Session

Mode = Literal["untimed", "live", "turn"]

WINDOW_MS = 30_000
"""How long a response window or a common question is open at a live table; at a table by turns as long as for any move."""

LEAST_MS = 10_000
"""What is left at least for the next decision after a time-out at a live table, so that the next does not follow at once."""

GRACE_MS = 500
"""How long after its deadline a move still counts: it may have reached the server before, and waited to be read (QUA-1.9)."""

LAPSES = {"live": 3, "turn": 2}
"""The how-manieth time-out in a row costs the seat (UX-4.10)."""


class Pace(msgspec.Struct, frozen=True):
    """How fast a table is played."""

    mode: Mode = "untimed"
    bank_ms: int = 0
    increment_ms: int = 0
    """What an own decision adds to the bank."""
    move_ms: int = 0
    """By turns: the time for each decision."""

    @property
    def timed(self) -> bool:
        """Whether there are clocks at all."""
        return self.mode != "untimed"

    @property
    def first_ms(self) -> int:
        """What a clock shows at the beginning."""
        return self.bank_ms if self.mode == "live" else self.move_ms

    @property
    def after_lapse_ms(self) -> int:
        """What is left at least for the next decision after a time-out."""
        return max(LEAST_MS, self.increment_ms) if self.mode == "live" else self.move_ms

    @property
    def window_ms(self) -> int:
        """How long a question is open that takes nobody's own time."""
        return WINDOW_MS if self.mode == "live" else self.move_ms


class Asked(NamedTuple):
    """A seat whose answer is awaited, as everybody may know."""

    seat: int
    number: int
    """The version at which it was asked: the same question is not timed anew."""
    clock: Clock
    limit_ms: int = 0
    """How long a window is open at a live table, out of the bank of its seat; 0: as long as any, at nobody's expense."""


class Deed(NamedTuple):
    """What somebody did, as far as clocks are concerned."""

    seat: int
    version: int
    received: int
    """When it reached the server: the time of whoever waited for the table's lock is not charged."""
    lapsed: bool = False
    """Done by the clock (PRO-4.10)."""
    back_to: int | None = None
    """With an undo: the version from which on everything is taken back."""
    auto: bool = False
    """Done by itself (UX-4.12): it does not show that somebody is there."""


class Side(msgspec.Struct):
    """The clock of one seat."""

    left_ms: int
    """When it last stood still or was settled."""
    earned: list[int] = []
    """The versions of own decisions that earned time, since somebody else acted."""
    paid: int = 0
    """How many such decisions were taken back: those that replace them earn nothing again."""
    lapses: int = 0
    """Time-outs since the last decision of its own."""


class Window(msgspec.Struct, omit_defaults=True):
    """A question with a time of its own, for one seat."""

    number: int
    left_ms: int
    charged: bool = False
    """Whether its time is taken from the bank all the same (OMG-15.2)."""


class Clocks(msgspec.Struct):
    """All clocks of a table, settled at an instant: remaining time plus the instant it started (PRO-6.7).

    Bots are never on the clock, so only seats that people sit on have a side.
    """

    sides: dict[int, Side] = {}
    since: int = 0
    running: list[int] = []
    """Whose own time is running."""
    windows: dict[int, Window] = {}

    @classmethod
    def begin(cls, pace: Pace, seats: Iterable[int], asked: Sequence[Asked], now: int) -> Clocks:
        """The clocks when the game begins, with people on these seats."""
        if not pace.timed:
            return cls()
        return cls({seat: Side(pace.first_ms) for seat in seats}, now).asking(pace, asked, now)

    def after(self, pace: Pace, deeds: Sequence[Deed], asked: Sequence[Asked], now: int) -> Clocks:
        """The clocks when this has been done and these are asked, from now on."""
        sides = {
            seat: Side(self._left(seat, deeds, now), side.earned[:], side.paid, side.lapses) for seat, side in self.sides.items()
        }
        for deed in deeds:
            for seat, side in sides.items():
                if seat != deed.seat:
                    side.earned = []
                elif deed.back_to is None:
                    charged = seat in self.windows and self.windows[seat].charged
                    _decide(side, pace, deed, own=seat in self.running, window=charged)
                else:
                    _take_back(side, deed.back_to)
        return Clocks(sides, self.since, windows=self.windows).asking(pace, asked, now)

    def without(self, seat: int) -> Clocks:
        """The clocks when nobody is timed on this seat any more."""
        return Clocks(
            {other: side for other, side in self.sides.items() if other != seat},
            self.since,
            [other for other in self.running if other != seat],
            {other: window for other, window in self.windows.items() if other != seat},
        )

    def pays(self, seat: int) -> bool:
        """Whether the bank of a seat runs down: it is asked something, and not in a window that takes nobody's own time."""
        return seat in self.running or (seat in self.windows and self.windows[seat].charged)

    def settled(self, now: int) -> Clocks:
        """The same clocks with the time that has gone until now taken off; they go on from here."""
        gone = max(0, now - self.since)
        sides = {
            seat: Side(max(0, side.left_ms - gone) if self.pays(seat) else side.left_ms, side.earned, side.paid, side.lapses)
            for seat, side in self.sides.items()
        }
        windows = {
            seat: Window(window.number, max(0, window.left_ms - gone), window.charged) for seat, window in self.windows.items()
        }
        return Clocks(sides, now, self.running, windows)

    def moved(self, now: int) -> Clocks:
        """The same clocks, going on from now: whatever time has gone since they were settled is nobody's."""
        return Clocks(self.sides, now, self.running, self.windows)

    def deadline(self, seat: int) -> int | None:
        """When the time of a seat is up; None if nothing is running for it."""
        if seat in self.windows:
            return self.since + self.windows[seat].left_ms
        return self.since + self.sides[seat].left_ms if seat in self.running else None

    def first_due(self) -> tuple[int, int] | None:
        """The first deadline, as (seat, instant); None if no clock is running."""
        due = [(self.deadline(seat) or 0, seat) for seat in sorted({*self.running, *self.windows})]
        return min(due)[::-1] if due else None

    def overdue(self, now: int) -> list[int]:
        """The seats whose time is up."""
        return [seat for seat in sorted({*self.running, *self.windows}) if self.late(seat, now)]

    def late(self, seat: int, at: int) -> bool:
        """Whether something that came from this seat at that instant came too late."""
        deadline = self.deadline(seat)
        return deadline is not None and at > deadline + GRACE_MS

    def shown(self, now: int) -> list[dict[str, Any]]:
        """What everybody sees of the clocks at this instant."""
        gone = max(0, now - self.since)
        shown = []
        for seat, side in sorted(self.sides.items()):
            running = self.pays(seat)
            clock = {"seat": seat, "left_ms": max(0, side.left_ms - gone) if running else side.left_ms, "running": running}
            window = self.windows.get(seat)
            shown.append(clock | ({"window_ms": max(0, window.left_ms - gone)} if window else {}))
        return shown

    def _left(self, seat: int, deeds: Sequence[Deed], now: int) -> int:
        """What is left for a seat: until its own act was received, else until now.

        A question that somebody else withdraws by an undo costs nothing.
        """
        left = self.sides[seat].left_ms
        if not self.pays(seat):
            return left
        own = next((deed.received for deed in deeds if deed.seat == seat), None)
        if own is None and any(deed.back_to is not None for deed in deeds):
            return left
        return max(0, left - max(0, (now if own is None else min(own, now)) - self.since))

    def asking(self, pace: Pace, asked: Sequence[Asked], now: int) -> Clocks:
        """These are asked from now on; what was asked before and still is goes on."""
        gone = max(0, now - self.since)
        windows = {}
        for seat, number, clock, limit_ms in asked:
            if seat in self.sides and clock != "own":
                earlier = self.windows.get(seat)
                charged = pace.mode == "live" and limit_ms > 0
                if earlier is not None and earlier.number == number:
                    left_ms = max(0, earlier.left_ms - gone)
                else:
                    left_ms = min(limit_ms, self.sides[seat].left_ms) if charged else pace.window_ms
                windows[seat] = Window(number, left_ms, charged)
        running = [one.seat for one in asked if one.seat in self.sides and one.clock == "own"]
        return Clocks(self.sides, now, running, windows)


def _decide(side: Side, pace: Pace, deed: Deed, *, own: bool, window: bool) -> None:
    """What a decision does to the clock of whoever made it, or for whom it was made.

    `own`: whether it took their own time; `window`: whether it was a window out of their bank, which earns nothing, and whose
    time-out gives nobody up (OMG-15.2).
    """
    if not deed.auto and not (deed.lapsed and window):
        side.lapses = side.lapses + 1 if deed.lapsed else 0
    if not own:
        return
    if deed.lapsed:
        side.left_ms = max(side.left_ms, pace.after_lapse_ms)
        return
    side.earned.append(deed.version)
    if side.paid:
        side.paid -= 1
    elif pace.mode == "turn":
        side.left_ms = pace.move_ms
    else:
        side.left_ms += pace.increment_ms


def _take_back(side: Side, back_to: int) -> None:
    """The time that was earned stays, but is not earned twice; else one could play and take back for ever."""
    side.paid += sum(version > back_to for version in side.earned)
    side.earned = [version for version in side.earned if version <= back_to]


def asked_in(session: Session) -> list[Asked]:
    """Who is asked now. A quiet question never takes anybody's own time, whatever the game says of it."""
    waiting = session.game.waiting_for()
    return [
        Asked(prompt.seat, session.issued[prompt.seat], "common" if prompt.quiet else prompt.clock, prompt.limit * 1000)
        for prompt in session.game.prompts
        if prompt.seat in waiting
    ]


def plain(clocks: Clocks) -> dict[str, Any]:
    """As stored in the row of the table."""
    stored: dict[str, Any] = msgspec.to_builtins(clocks, str_keys=True)
    return stored
