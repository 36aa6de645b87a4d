"""Compares every frame a viewer was sent with what a replay of the record lets this viewer know (check C7)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from games.engine.session import Session
from games.tables import models, record
from games.tables.wire import Viewer
from tests.games.tables.folding import patched

UPDATE_KEYS = set("from v events view merge prompts waiting_for undo clocks check head table fairness auto".split())
SNAPSHOT_KEYS = set(  # PRO-5.3
    "mode viewer epoch table server_time view check prompts waiting_for undo clocks log_tail fairness presence chat_tail".split()
) | {"auto"}


def plain(value: Any) -> Any:
    """As it looks on the wire."""
    return json.loads(json.dumps(value))


class Moment:
    """What there is to know at one version, by viewer, straight from the engine."""

    def __init__(self, session: Session, seats: int) -> None:
        game = session.game
        viewers: list[Viewer] = [*range(seats), None]
        self.views = {viewer: plain(game.view(viewer)) for viewer in viewers}
        self.prompts = {
            viewer: [
                (session.issued[prompt.seat], prompt.kind, [game.token(option) for option in prompt.options])
                for prompt in game.prompts
                if prompt.seat == viewer
            ]
            for viewer in viewers
        }
        self.waiting = game.waiting_for()
        self.secret = {(session.issued[prompt.seat], prompt.seat) for prompt in game.prompts if prompt.secret}
        """Questions whose answer may be replaced until all are in (PRO-4.8)."""


class Audit:
    """A table replayed from its record; `faults` looks at what one viewer was sent of it."""

    def __init__(self, table: models.Table) -> None:
        table.refresh_from_db()
        self.table = table
        self.secret = bytes(models.TableSecret.kept.get(pk=table.pk).secret)
        rows = list(table.commands.order_by("version"))
        self.moments: list[Moment] = []
        self.told: list[list[Any]] = []
        self.by = [None, *(row.seat for row in rows)]
        self.by_clock = [False, *(row.by == "clock" for row in rows)]
        self.auto = [{"v": row.version, "seat": row.seat} for row in rows if row.by == "auto"]
        for session, told in record.retold(table, self.secret, rows):
            self.moments.append(Moment(session, table.seat_count))
            self.told.append(
                [(entry.event.kind, entry.event.public, entry.event.private, entry.event.only, entry.event.log) for entry in told]
            )

    @property
    def end(self) -> int:
        """The last version, if the game is over."""
        return self.table.version if self.table.status == models.Table.Status.FINISHED else self.table.version + 1

    def faults(self, viewer: Viewer, frames: list[str]) -> list[str]:
        """Whatever in these frames differs from what the viewer may know."""
        found: list[str] = []
        view: Any = None
        for number, frame in enumerate(frames):
            message = json.loads(frame)
            if message.get("v", 0) < self.end and self.secret.hex() in frame:
                found.append(f"frame {number}: the secret")
            if message["t"] == "sync" and message["d"]["mode"] == "snapshot":
                view = message["d"].get("view")
                found += [f"frame {number}: {fault}" for fault in self._snapshot(viewer, message)]
            elif message["t"] in ("sync", "update"):
                updates = message["d"]["updates"] if message["t"] == "sync" else [message["d"]]
                for update in updates:
                    view = update["view"] if "view" in update else patched(view, update["merge"])
                    found += [f"frame {number}: {fault}" for fault in self._update(viewer, update, view)]
        return found

    def _snapshot(self, viewer: Viewer, message: dict[str, Any]) -> Iterator[str]:
        data, version = message["d"], message["v"]
        if set(data) - SNAPSHOT_KEYS:
            yield f"has {set(data) - SNAPSHOT_KEYS}"
        if data["viewer"] != ("spectator" if viewer is None else viewer):
            yield "is for somebody else"
        if "view" in data:
            yield from self._now(viewer, data, data["view"], version)
            lines = [line for at in range(version + 1) for line in self._lines(viewer, at)][-50:]
            if data["log_tail"] != plain(lines):
                yield "log_tail differs"

    def _update(self, viewer: Viewer, update: dict[str, Any], view: Any) -> Iterator[str]:
        if set(update) - UPDATE_KEYS:
            yield f"has {set(update) - UPDATE_KEYS}"
        expected = [event for at in range(update["from"] + 1, update["v"] + 1) for event in self._events(viewer, at)]
        if update["events"] != plain(expected):
            yield "events differ"
        yield from self._now(viewer, update, view, update["v"])

    def _now(self, viewer: Viewer, data: dict[str, Any], view: Any, version: int) -> Iterator[str]:
        since = data.get("from", -1)
        known = [one for one in self.auto if one["v"] <= version]
        if data.get("auto", []) != [one for one in known if version >= self.end or (one["seat"] == viewer and one["v"] > since)]:
            yield "what was done by itself differs (OMG-11.12)"
        moment = self.moments[version]
        if view != moment.views[viewer]:
            yield "the view differs"
        prompts = moment.prompts[viewer] if version < self.end else []
        shown = [(q["issued"], q["kind"], [option["id"] for option in q["options"]]) for q in data["prompts"]]
        if shown != prompts or any(q["seat"] != viewer for q in data["prompts"]):
            yield "prompts differ"
        if [entry["seat"] for entry in data["waiting_for"]] != (moment.waiting if version < self.end else []):
            yield "waiting_for differs"

    def _events(self, viewer: Viewer, version: int) -> Iterator[dict[str, Any]]:
        for index, (kind, public, private, only, log) in enumerate(self.told[version]):
            args = {**public, **(private if viewer in only else {})}
            event = {"e": kind, "v": version, "i": index, "args": args, "by": self.by[version]}
            event |= {"by_clock": True} if self.by_clock[version] else {}
            line = self._line(viewer, version, log, args, bool(private) and viewer in only)
            yield event | ({"log": line} if line else {})

    def _lines(self, viewer: Viewer, version: int) -> Iterator[dict[str, Any]]:
        for event in self._events(viewer, version):
            if "log" in event:
                yield event["log"] | {name: event[name] for name in ("e", "by", "by_clock") if event.get(name) is not None}

    @staticmethod
    def _line(viewer: Viewer, version: int, log: str, args: dict[str, Any], knows_more: bool) -> dict[str, Any] | None:
        """Whoever sees the private part may have a wording of its own, which needs what only they see."""
        own = knows_more and log in ("draws", "exchanges", "lays_hidden")
        return {"v": version, "key": f"log.{log}.own" if own else f"log.{log}", "args": args} if log else None
