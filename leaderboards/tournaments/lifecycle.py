"""The life of a tournament: which state may follow which, what stands in the way, and what a move brings with it (RNK-7.1).

Pure. Facts that are not given are in order: who asks names only what the guard of the move has to look at.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Literal, get_args

import msgspec

State = Literal["draft", "registration", "check_in", "running", "paused", "finished", "cancelled"]
Role = Literal["owner", "co_organiser", "referee", "staff", "clock", "player"]
Clocks = Literal["stopped", "going"]
Medals = Literal["frozen", "withdrawn"]

STATES: tuple[State, ...] = get_args(State)

LEAST_ENTRANTS = 2
DAYS_TO_REOPEN = 7

ORGANISERS = ("owner", "co_organiser", "staff")
"""Who may move a tournament on. A referee sees to results, forfeits, calls and messages alone."""

TIMED = {("registration", "check_in"), ("registration", "running"), ("check_in", "running")}
"""Moves that the clock makes too: starting and check-in can be timed."""

BY_OWNER = {("finished", "running")}
"""Moves that a co-organiser may not make."""


class Facts(msgspec.Struct, frozen=True, kw_only=True):
    """A move somebody asks for, and what its guard looks at."""

    source: State
    target: State
    by: Role = "owner"
    """`clock` for the background task."""
    reason: str | None = None
    """None: not looked at."""
    problems: Sequence[str] = ()
    """What is wrong with the settings (`problems_of`), for the move out of `draft`."""
    check_in_configured: bool | None = None
    """None: as the move needs it."""
    minimum: int = LEAST_ENTRANTS
    """Fewest entrants the format can be played with."""
    limit: int | None = None
    """Places; None: as many as there are entrants."""
    entrants: Sequence[int] | None = None
    """In their order; None: enough of them, or none where the move wants none."""
    waiting: Sequence[int] = ()
    """The waiting list in its order."""
    checked_in: Sequence[int] | None = None
    """Those among entrants and waiting who have; None: all."""
    open_matches: int = 0
    ready_matches: int = 0
    """Matches that could be called at once."""
    running_games: int = 0
    finished_rated_games: int = 0
    days_since_finished: float = 0


class Moved(msgspec.Struct, frozen=True, kw_only=True):
    """The move is made: what it brings with it."""

    entrants: tuple[int, ...]
    """Who is in now, in order."""
    dropped: tuple[int, ...] = ()
    """Entrants who have not checked in."""
    promoted: tuple[int, ...] = ()
    """Who has come in from the waiting list."""
    waiting: tuple[int, ...] = ()
    """Who still waits."""
    seeds_closed: bool = False
    clocks: Clocks | None = None
    """What becomes of no-show clocks; None: nothing."""
    running_games: int = 0
    """Games under way that go on."""
    called: int = 0
    """Games that are called because of the move."""
    medals: Medals | None = None
    rated_games: int = 0
    """Finished games that stay rated."""
    audit_entries: int = 1


class Refused(msgspec.Struct, frozen=True):
    """The move is not made; nothing changes and nothing is written down."""

    reason: str
    """A word for what stands in the way: one of `REASONS`, or one of the problems of the settings."""


REASONS = (
    "no_such_move wrong_role not_timed no_reason no_name no_game no_format bad_times entrants_there check_in_configured "
    "check_in_not_configured too_few_entrants open_matches too_late"
).split()
"""Every reason a move is refused for."""

Guard = Callable[[Facts], str]


def attempt(facts: Facts) -> Moved | Refused:
    """What comes of a move: its effects, or why it is refused. Moves that are not in the table of RNK-7.1 nobody can make."""
    guards = MOVES.get((facts.source, facts.target))
    if guards is None:
        return Refused("no_such_move")
    for guard in (_role, *guards):
        if reason := guard(facts):
            return Refused(reason)
    return _effects(facts)


def allowed(source: State) -> list[State]:
    """Where a tournament in this state can go at all."""
    return [target for target in STATES if (source, target) in MOVES]


def problems_of(*, name: str, game: str, format: str, times: Sequence[float | None]) -> list[str]:  # noqa: A002
    """What keeps a draft from being opened. `times`: of registration, check-in, start and end in seconds; None: by hand."""
    missing = [word for word, value in (("no_name", name), ("no_game", game), ("no_format", format)) if not value.strip()]
    settled = [time for time in times if time is not None]
    return missing + ["bad_times"] * (settled != sorted(settled))


def move_up(entrants: Sequence[int], waiting: Sequence[int], limit: int | None) -> tuple[list[int], list[int]]:
    """Who is in and who still waits when those who wait have filled up the places, as after a withdrawal (RNK-7.12)."""
    free = len(waiting) if limit is None else max(0, limit - len(entrants))
    return [*entrants, *waiting[:free]], [*waiting[free:]]


def _role(facts: Facts) -> str:
    """Who may make the move (RNK-7.1, Roles)."""
    move = (facts.source, facts.target)
    if facts.by == "clock":
        return "" if move in TIMED else "not_timed"
    if facts.by not in ORGANISERS or (move in BY_OWNER and facts.by == "co_organiser"):
        return "wrong_role"
    return ""


def _settings(facts: Facts) -> str:
    return next(iter(facts.problems), "")


def _empty(facts: Facts) -> str:
    return "entrants_there" if facts.entrants or facts.waiting else ""


def _with_check_in(facts: Facts) -> str:
    return "check_in_not_configured" if facts.check_in_configured is False else ""


def _without_check_in(facts: Facts) -> str:
    return "check_in_configured" if facts.check_in_configured else ""


def _enough(facts: Facts) -> str:
    known = facts.entrants is not None
    return "too_few_entrants" if known and len(_effects(facts).entrants) < max(LEAST_ENTRANTS, facts.minimum) else ""


def _nothing_open(facts: Facts) -> str:
    return "open_matches" if facts.open_matches or facts.ready_matches or facts.running_games else ""


def _reason(facts: Facts) -> str:
    return "no_reason" if facts.reason is not None and not facts.reason.strip() else ""


def _in_time(facts: Facts) -> str:
    return "too_late" if facts.days_since_finished > DAYS_TO_REOPEN else ""


MOVES: Mapping[tuple[State, State], tuple[Guard, ...]] = {
    ("draft", "registration"): (_settings,),
    ("registration", "draft"): (_empty,),
    ("registration", "check_in"): (_with_check_in,),
    ("registration", "running"): (_without_check_in, _enough),
    ("check_in", "registration"): (),
    ("check_in", "running"): (_enough,),
    ("running", "paused"): (),
    ("paused", "running"): (),
    ("running", "finished"): (_nothing_open,),
    ("finished", "running"): (_reason, _in_time),
    ("draft", "cancelled"): (_reason,),
    ("registration", "cancelled"): (_reason,),
    ("check_in", "cancelled"): (_reason,),
    ("running", "cancelled"): (_reason,),
    ("paused", "cancelled"): (_reason,),
}
"""The moves there are, with what may stand in their way."""

CLOCKS: Mapping[State, Clocks] = {"paused": "stopped", "running": "going", "cancelled": "stopped"}
MEDALS: Mapping[tuple[State, State], Medals] = {("running", "finished"): "frozen", ("finished", "running"): "withdrawn"}


def _effects(facts: Facts) -> Moved:
    """What a move that nothing stands in the way of brings with it."""
    entrants, waiting = list(facts.entrants or ()), list(facts.waiting)
    starts = facts.source in ("registration", "check_in") and facts.target == "running"
    field = _field(facts) if starts else entrants
    playing, entered = set(field), set(entrants)
    return Moved(
        entrants=tuple(field),
        dropped=tuple(one for one in entrants if one not in playing),
        promoted=tuple(one for one in field if one not in entered),
        waiting=tuple(one for one in waiting if one not in playing),
        seeds_closed=starts,
        clocks=CLOCKS.get(facts.target),
        running_games=0 if facts.target == "cancelled" else facts.running_games,
        called=facts.ready_matches if facts.target == "running" else 0,
        medals=MEDALS.get((facts.source, facts.target)),
        rated_games=facts.finished_rated_games,
    )


def _field(facts: Facts) -> list[int]:
    """Who plays: entrants who have checked in, then those who wait and have, in order, as long as there are places."""
    entrants = list(facts.entrants or ())
    here = None if facts.checked_in is None or facts.source != "check_in" else set(facts.checked_in)
    limit = len(entrants) if facts.limit is None else facts.limit
    staying = [one for one in entrants if here is None or one in here]
    coming = [one for one in facts.waiting if here is None or one in here]
    return move_up(staying, coming, limit)[0]
