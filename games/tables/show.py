"""What a viewer class is shown of a table: the whole of it (snapshot), or one step from what it has (update). PRO section 5."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from functools import cached_property
from typing import Any

from msgspec import UNSET

from games import texts
from games.tables import models, rematch, store, timeline, wire
from games.tables.clocks import Clocks
from games.tables.hub import Audience
from games.tables.wire import Told, Viewer

FORMAT = "%Y-%m-%dT%H:%M:%SZ"
"""How times are sent (PRO-1.5)."""

SEAT_NEWS = ("seat_out", "seat_handed")
"""Events that change what the table says of its seats."""


class Step:
    """The step from version `before` to the one in memory (PRO-5.4): what is the same for everybody is built and encoded once."""

    def __init__(self, loaded: store.Loaded, before: int, told: Sequence[Told]) -> None:
        self.loaded, self.before, self.told = loaded, before, told
        self.version = loaded.started().version

    @cached_property
    def story(self) -> wire.Story:
        """What happened."""
        return wire.Story(self.told, texts.catalogue(self.loaded.table.game, "de"))

    @cached_property
    def public(self) -> bytes:
        """What everybody is told, encoded."""
        loaded = self.loaded
        public: dict[str, Any] = {"from": self.before, "v": self.version, "head": loaded.table.head}
        public |= waiting_for(loaded) | clocks(loaded)
        if loaded.table.status != models.Table.Status.RUNNING or any(entry.event.kind in SEAT_NEWS for entry in self.told):
            public |= {"table": table(loaded), "fairness": fairness(loaded)}
        return wire.encode(public)

    def update(self, viewer: Viewer, audience: Audience) -> bytes:
        """For one viewer class, encoded; the audience has the new view from then on."""
        view = viewed(self.loaded, viewer)
        own: dict[str, Any] = {"events": self.story.seen_by(viewer), "check": view.check}
        own |= view.shorter(audience.view if audience.version == self.before else None) | asked(self.loaded, viewer)
        own |= by_itself(self.loaded, viewer, self.before)
        audience.shows(view, self.version)
        return wire.joined(self.public, wire.encode(own))


def snapshot(loaded: store.Loaded, viewer: Viewer, audience: Audience | None) -> dict[str, Any]:
    """All there is to see now (PRO-5.3); the audience has this view from then on."""
    payload: dict[str, Any] = {
        "mode": "snapshot",
        "viewer": "spectator" if viewer is None else viewer,
        "epoch": epoch(loaded),
        "table": table(loaded),
        "server_time": now(),
    }
    if loaded.session is None:
        return payload
    keys = texts.catalogue(loaded.table.game, "de")
    view = viewed(loaded, viewer)
    if audience is not None:
        audience.shows(view, loaded.table.version)
    payload |= asked(loaded, viewer) | waiting_for(loaded) | clocks(loaded)
    payload |= view.shorter(None) | {"check": view.check} | by_itself(loaded, viewer)
    return payload | {"log_tail": wire.tail(loaded.told, viewer, keys)[-store.LOG_TAIL :], "fairness": fairness(loaded)}


def viewed(loaded: store.Loaded, viewer: Viewer) -> wire.View:
    """What a viewer sees now."""
    return wire.View(loaded.view(viewer), lasting=loaded.started().game.meta.lasting_views)


def waiting_for(loaded: store.Loaded) -> dict[str, Any]:
    """Whom everybody waits for."""
    running = loaded.table.status == models.Table.Status.RUNNING
    return {"waiting_for": wire.waiting_for(loaded.started()) if running else []}


def asked(loaded: store.Loaded, viewer: Viewer) -> dict[str, Any]:
    """What a viewer is asked now, and whether it can take something back."""
    session = loaded.started()
    if loaded.table.status != models.Table.Status.RUNNING or (viewer is not None and loaded.seats[viewer].handed):
        return {"prompts": [], "undo": {"allowed": False}}
    answer = None if viewer is None else loaded.sealed.get(viewer)
    prompts = wire.prompts(session, viewer, list(answer.choice) if answer else [], loaded.track(viewer))
    if loaded.table.clocks and viewer is not None:
        for prompt in prompts:
            deadline = loaded.table.clock_state.deadline(viewer)
            prompt.deadline = UNSET if deadline is None else date(deadline)
    return {"prompts": prompts, "undo": wire.undo(session, viewer)} | ({} if viewer is None else _prefs(loaded, viewer))


def _prefs(loaded: store.Loaded, seat: int) -> dict[str, Any]:
    """When a seat is asked, if not always, and how it would be if it had said nothing."""
    wishes, usual = loaded.stops(seat), loaded.usual_stops()
    if not wishes and not usual:
        return {}
    prefs: dict[str, Any] = {"stops": wishes} | ({"usual": usual} if usual else {})
    game = loaded.started().game
    if loaded.in_days and game.occasions:
        prefs["orders"] = [order.order for order in loaded.orders(seat)]
        prefs["offers"] = game.offers(seat)
    return {"prefs": prefs}


def by_itself(loaded: store.Loaded, viewer: Viewer, since: int = -1) -> dict[str, Any]:
    """What was done by itself: each seat is told of its own, everybody of all of it once the game is over (OMG-11.12).

    `since`: the version that the viewer has.
    """
    over = loaded.table.status == models.Table.Status.FINISHED
    told = [one for one in loaded.auto if over or (one.seat == viewer and one.v > since)]
    return {"auto": [one._asdict() for one in told]} if told else {}


def clocks(loaded: store.Loaded) -> dict[str, Any]:
    """The clocks at this instant, if the table has any: the same for everybody (PRO-5.3, PRO-5.4)."""
    table, site = loaded.table, timeline.site
    if not table.clocks:
        return {}
    state = table.clock_state
    if table.status != models.Table.Status.RUNNING:
        state = Clocks(state.sides, state.since)
    seats = state.shown(site.now())
    if table.mode == models.Table.Mode.TURN:
        seats = [clock | _until(state.deadline(clock["seat"])) for clock in seats]
    return {"clocks": {"mode": table.mode, "server_time": now(), "seats": seats}}


def _until(deadline: int | None) -> dict[str, Any]:
    return {} if deadline is None else {"deadline": date(deadline)}


def date(instant: int) -> str:
    """An instant of table time by the wall clock, as sent."""
    return timeline.site.date(instant).strftime(FORMAT)


def table(loaded: store.Loaded) -> dict[str, Any]:
    """Game, options, seats and status: what everybody may know of the table itself."""
    row = loaded.table
    options = {name: value for name, value in row.options.items() if value is not None}
    shown: dict[str, Any] = {
        "id": row.id,
        "game": row.game,
        "rules_version": row.rules_version,
        "options": options,
        "status": row.status,
        "rated": row.rated and not any(_counts_not(seat) for seat in loaded.seats),
        "mode": row.mode,
        "spectators": "open",
        "seat_count": row.seat_count,
        "seats": [_seat(loaded, seat) for seat in loaded.seats],
    }
    shown |= {name: getattr(row, name) for name in ("bank_ms", "increment_ms", "move_ms") if getattr(row, name)}
    if loaded.series:
        shown["series"] = _series(loaded.series)
    if row.status == models.Table.Status.FINISHED and rematch.may_follow(row, loaded.series):
        shown |= rematch.block(loaded.seats, loaded.wishes)
    if loaded.changes:
        shown["ratings"] = loaded.changes
    return shown | ({"outcome": row.outcome} if row.outcome else {})


def _series(block: Mapping[str, Any]) -> dict[str, Any]:
    """The series with its pause at this instant."""
    pause: dict[str, Any] = block.get("pause", {})
    if "until" not in pause:
        return dict(block)
    left = max(0, pause["until"] - timeline.site.now())
    return dict(block) | {"pause": pause | {"left_ms": left, "until": date(pause["until"])}}


def fairness(loaded: store.Loaded) -> dict[str, Any]:
    """The published hash and chain, and when the game is over the secret (PRO-9.1, PRO-9.2)."""
    row = loaded.table
    shown = {"commit": row.commit, "head": row.head, "rng": row.rng} | ({"secret": row.revealed} if row.revealed else {})
    return shown | ({"deal": row.deal} if row.deal else {})


def epoch(loaded: store.Loaded) -> int:
    """0 before the start: what was seen in the waiting room must not be taken for version 0 of the game (PRO-5.2)."""
    return loaded.table.epoch if loaded.session is not None else 0


def now() -> str:
    """The time as sent (PRO-1.5)."""
    return datetime.now(UTC).strftime(FORMAT)


def _counts_not(seat: models.Seat) -> bool:
    """Whether somebody sits there with whom no game is rated (RNK-1.7): a bot from the beginning, or a guest."""
    return (bool(seat.bot) and not seat.handed) or (seat.user is not None and seat.user.is_guest)


def _seat(loaded: store.Loaded, seat: models.Seat) -> dict[str, Any]:
    kind = "bot" if seat.bot else "guest" if seat.user is not None and seat.user.is_guest else "user"
    left = {leaver.seat: leaver.status for leaver in loaded.session.game.position.left} if loaded.session else {}
    shown = {"seat": seat.number, "name": seat.name, "kind": kind}
    return shown | ({"left": left[seat.number]} if seat.number in left else {})
