"""What a viewer is sent of a table: the view, its prompts, events and log lines (PRO sections 4 and 5)."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
from msgspec import UNSET

from games.engine.errors import Text
from games.engine.event import Event
from games.engine.game import Game
from games.engine.prompt import Prompt
from games.engine.session import Session
from games.tables import shapes
from games.tables.handles import Handles

Viewer = int | None
"""A seat, or None for a spectator."""


class Told(msgspec.Struct):
    """An event with the command it belongs to."""

    version: int
    seat: int | None
    """Who acted; None at the beginning."""
    event: Event
    by_clock: bool = False
    """Whether time was up, and the clock acted for them (PRO-4.10)."""
    handles: list[list[int]] = []
    """Of the cards it shows, by viewer, the spectator last; empty in games that do without (PRO-5.9)."""


encode = msgspec.json.Encoder().encode
"""Anything as JSON."""

canonical = msgspec.json.Encoder(order="sorted").encode
"""Anything as canonical JSON (PRO-5.5)."""


class View:
    """What a viewer sees, and its canonical JSON. `lasting`: whether the game promises to change nothing in it."""

    def __init__(self, facts: Mapping[str, Any], *, lasting: bool) -> None:
        self.facts, self.lasting = facts, lasting
        self.encoded = canonical(facts)

    @property
    def check(self) -> str:
        """CRC-32 of the canonical JSON, as 8 hex digits (PRO-5.5)."""
        return f"{zlib.crc32(self.encoded):08x}"

    def shorter(self, old: View | None) -> dict[str, msgspec.Raw]:
        """The view, or the patch that leads to it if that is shorter (PRO-5.4). `old`: None if it is not known."""
        if old is not None:
            patch = encode(merge(old.as_encoded(), self.facts))
            if len(patch) < len(self.encoded):
                return {"merge": msgspec.Raw(patch)}
        return {"view": msgspec.Raw(self.encoded)}

    def as_encoded(self) -> Mapping[str, Any]:
        """What was seen, even if the game has gone on to change parts of what it gave."""
        if self.lasting or canonical(self.facts) == self.encoded:  # encoding anew costs half of decoding
            return self.facts
        facts: Mapping[str, Any] = msgspec.json.decode(self.encoded)
        return facts


def merge(old: Mapping[str, Any], new: Mapping[str, Any]) -> dict[str, Any]:
    """The JSON Merge Patch from one view to the next (RFC 7396): arrays whole, None for a key that goes."""
    patch: dict[str, Any] = {} if old.keys() == new.keys() else {key: None for key in old if key not in new}
    for key, value in new.items():
        before = old.get(key)  # never None in a view (PRO-1.5)
        if before is not value and before != value:
            patch[key] = merge(before, value) if isinstance(value, dict) and isinstance(before, dict) else value
    return patch


def text(of: Text) -> shapes.Text:
    """A text by key and arguments."""
    return shapes.Text(of.key, of.args)


def prompt_id(issued: int, seat: int) -> str:
    """Unique at the table, and the same again after a restart (PRO-4.1)."""
    return f"{issued}-{seat}"


def prompts(session: Session, viewer: Viewer, sealed: list[str], track: Handles | None = None) -> list[shapes.Prompt]:
    """The open prompts of this viewer, with every legal option (PRO-4.1, PRO-4.2); `sealed`: the answer kept beside the log."""
    return [_prompt(session, prompt, sealed, track) for prompt in session.game.prompts if prompt.seat == viewer]


def _prompt(session: Session, prompt: Prompt, sealed: list[str], track: Handles | None) -> shapes.Prompt:
    game, issued = session.game, session.issued[prompt.seat]
    least, most = prompt.pick
    shown = shapes.Prompt(
        id=prompt_id(issued, prompt.seat),
        seat=prompt.seat,
        issued=issued,
        kind=prompt.kind,
        text=text(game.question(prompt)),
        options=[_option(game, prompt, option, track) for option in prompt.options],
        pick=shapes.Pick(least, most, prompt.ordered, distinct=True),
        timeout=[game.token(option) for option in prompt.timeout()],
        concurrent=len(game.prompts) > 1,
        clock=prompt.clock,
        secret=prompt.secret,
    )
    kept = () if prompt.quiet else game.position.sealed.get(prompt.seat, ())
    answer = sealed or [game.token(option) for option in kept]
    if answer:
        shown.answer = answer
    if prompt.stop:
        shown.stop = prompt.stop
    if prompt.urgent:
        shown.urgent = True
    reasons = game.reasons(prompt)
    if reasons:
        shown.why_not = [shapes.Reason(name, text(reason)) for name, reason in reasons.items()]
    return shown


def _option(game: Game[Any], prompt: Prompt, option: Any, track: Handles | None) -> shapes.Option:
    shown = game.describe(prompt, option)
    refs = shown.refs if track is None else (*shown.refs, *track.refs(shown.cards, shown.refs))
    return shapes.Option(
        game.token(option),
        text(shown.label),
        shown.role,
        shown.confirm or UNSET,
        shown.cards or UNSET,
        refs or UNSET,
        shown.effect or UNSET,
    )


def waiting_for(session: Session) -> list[shapes.Waiting]:
    """Whom everybody waits for, and for what kind of decision."""
    waiting = session.game.waiting_for()
    return [shapes.Waiting(prompt.seat, prompt.kind) for prompt in session.game.prompts if prompt.seat in waiting]


def undo(session: Session, viewer: Viewer) -> shapes.Undo:
    """Whether this viewer can take back its last decisions, and if not, why (PRO-4.9)."""
    if viewer is None:
        return shapes.Undo(allowed=False)
    reason = session.undo_for(viewer)
    return shapes.Undo(allowed=True) if reason is None else shapes.Undo(allowed=False, why=text(reason))


class Story:
    """What happened, as one viewer after another saw it (PRO-5.7): what looks alike to them is made once.

    `keys`: the texts there are, for lines worded for those who see more.
    """

    def __init__(self, told: Iterable[Told], keys: Mapping[str, Any]) -> None:
        self.keys = keys
        self.alike: list[tuple[Told, int, shapes.Event]] = []
        """Each entry with its number within its version, as somebody sees it who knows no more than everybody."""
        numbers: dict[int, int] = {}
        for entry in told:
            index = numbers[entry.version] = numbers.get(entry.version, -1) + 1
            self.alike.append((entry, index, self._event(entry, index, None)))

    def seen_by(self, viewer: Viewer) -> list[shapes.Event]:
        """The events of this viewer."""
        return [
            self._event(entry, index, viewer) if entry.handles or viewer in entry.event.only else alike
            for entry, index, alike in self.alike
        ]

    def _event(self, entry: Told, index: int, viewer: Viewer) -> shapes.Event:
        event = entry.event
        return shapes.Event(
            event.kind,
            entry.version,
            index,
            event.seen_by(viewer),
            UNSET if entry.seat is None else entry.seat,
            entry.by_clock or UNSET,
            (entry.handles and entry.handles[-1 if viewer is None else viewer]) or UNSET,
            log_line(entry, viewer, self.keys) or UNSET,
        )


def log_line(entry: Told, viewer: Viewer, keys: Mapping[str, Any]) -> shapes.LogLine | None:
    """The line an event adds to the log of this viewer: a key and arguments, never prose (PRO-5.8)."""
    event = entry.event
    if not event.log:
        return None
    own = f"log.{event.log}.own"
    key = own if event.private and viewer in event.only and own in keys else f"log.{event.log}"
    return shapes.LogLine(entry.version, key, event.seen_by(viewer))


def tail(told: Iterable[Told], viewer: Viewer, keys: Mapping[str, Any]) -> list[shapes.TailLine]:
    """The log of this viewer so far: as with events, each line says what kind of event it was and who acted (PRO-5.3)."""
    lines = []
    for entry in told:
        line = log_line(entry, viewer, keys)
        if line is not None:
            by = UNSET if entry.seat is None else entry.seat
            lines.append(shapes.TailLine(line.v, line.key, line.args, entry.event.kind, by, entry.by_clock or UNSET))
    return lines


def joined(some: bytes, more: bytes) -> bytes:
    """Two JSON objects, neither of them empty and with no key in common, as one."""
    return some[:-1] + b"," + more[1:]
