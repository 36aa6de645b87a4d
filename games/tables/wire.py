"""What a viewer is sent of a table: the view, its prompts, events and log lines, as plain data (PRO sections 4 and 5)."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from games.engine.errors import Text
from games.engine.event import Event
from games.engine.prompt import Prompt
from games.engine.session import Session
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


def canonical(view: Mapping[str, Any]) -> bytes:
    """The canonical JSON of a view (PRO-5.5)."""
    return msgspec.json.encode(view, order="sorted")


def check(view: bytes) -> str:
    """CRC-32 of the canonical JSON of a view, as 8 hex digits (PRO-5.5)."""
    return f"{zlib.crc32(view):08x}"


def text(of: Text) -> dict[str, Any]:
    """A text by key and arguments."""
    return {"key": of.key, "args": of.args}


def prompt_id(issued: int, seat: int) -> str:
    """Unique at the table, and the same again after a restart (PRO-4.1)."""
    return f"{issued}-{seat}"


def prompts(
    session: Session, viewer: Viewer, sealed: Mapping[int, list[str]], track: Handles | None = None
) -> list[dict[str, Any]]:
    """The open prompts of this viewer, with every legal option (PRO-4.1, PRO-4.2); `sealed`: own answers kept beside the log."""
    return [_prompt(session, prompt, sealed, track) for prompt in session.game.prompts if prompt.seat == viewer]


def _prompt(session: Session, prompt: Prompt, sealed: Mapping[int, list[str]], track: Handles | None) -> dict[str, Any]:
    game, issued = session.game, session.issued[prompt.seat]
    least, most = prompt.pick
    shown = {
        "id": prompt_id(issued, prompt.seat),
        "seat": prompt.seat,
        "issued": issued,
        "kind": prompt.kind,
        "text": text(game.question(prompt)),
        "options": [_option(session, prompt, option, track) for option in prompt.options],
        "pick": {"min": least, "max": most, "ordered": prompt.ordered, "distinct": True},
        "timeout": [game.token(option) for option in prompt.timeout()],
        "concurrent": len(game.prompts) > 1,
        "clock": prompt.clock,
        "secret": prompt.secret,
    }
    kept = () if prompt.quiet else game.position.sealed.get(prompt.seat, ())
    answer = sealed.get(prompt.seat) or [game.token(option) for option in kept]
    return shown | ({"answer": answer} if answer else {})


def _option(session: Session, prompt: Prompt, option: Any, track: Handles | None) -> dict[str, Any]:
    game = session.game
    shown = game.describe(prompt, option)
    wire: dict[str, Any] = {"id": game.token(option), "label": text(shown.label), "role": shown.role}
    if shown.confirm:
        wire["confirm"] = True
    if shown.cards:
        wire["cards"] = list(shown.cards)
    refs = [*shown.refs, *(track.refs(shown.cards, shown.refs) if track else ())]
    if refs:
        wire["refs"] = refs
    if shown.effect:
        wire["effect"] = shown.effect
    return wire


def waiting_for(session: Session) -> list[dict[str, Any]]:
    """Whom everybody waits for, and for what kind of decision."""
    waiting = session.game.waiting_for()
    return [{"seat": prompt.seat, "kind": prompt.kind} for prompt in session.game.prompts if prompt.seat in waiting]


def undo(session: Session, viewer: Viewer) -> dict[str, Any]:
    """Whether this viewer can take back its last decisions, and if not, why (PRO-4.9)."""
    if viewer is None:
        return {"allowed": False}
    reason = session.undo_for(viewer)
    return {"allowed": True} if reason is None else {"allowed": False, "why": text(reason)}


def events(told: Iterable[Told], viewer: Viewer, keys: Mapping[str, Any]) -> list[dict[str, Any]]:
    """What happened, as this viewer saw it (PRO-5.7). `keys`: the texts there are, for lines worded for those who see more."""
    shown: list[dict[str, Any]] = []
    numbers: dict[int, int] = {}
    for entry in told:
        index = numbers[entry.version] = numbers.get(entry.version, -1) + 1
        event = {"e": entry.event.kind, "v": entry.version, "i": index, "args": entry.event.seen_by(viewer)}
        if entry.seat is not None:
            event["by"] = entry.seat
        if entry.by_clock:
            event["by_clock"] = True
        given = entry.handles[-1 if viewer is None else viewer] if entry.handles else []
        if given:
            event["handles"] = given
        line = log_line(entry, viewer, keys)
        shown.append(event | ({"log": line} if line else {}))
    return shown


def log_line(entry: Told, viewer: Viewer, keys: Mapping[str, Any]) -> dict[str, Any] | None:
    """The line an event adds to the log of this viewer: a key and arguments, never prose (PRO-5.8)."""
    event = entry.event
    if not event.log:
        return None
    own = f"log.{event.log}.own"
    key = own if event.private and viewer in event.only and own in keys else f"log.{event.log}"
    return {"v": entry.version, "key": key, "args": event.seen_by(viewer)}


def tail(told: Iterable[Told], viewer: Viewer, keys: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The log of this viewer so far: as with events, each line says what kind of event it was and who acted (PRO-5.3)."""
    lines = []
    for entry in told:
        line = log_line(entry, viewer, keys)
        if line is not None:
            by: dict[str, Any] = {} if entry.seat is None else {"by": entry.seat}
            lines.append(line | {"e": entry.event.kind} | by | ({"by_clock": True} if entry.by_clock else {}))
    return lines


def shorter(old: Mapping[str, Any] | None, new: Mapping[str, Any], encoded: bytes) -> dict[str, Any]:
    """The view, or the patch that leads to it if that is shorter (PRO-5.4). `old`: None if it is not known."""
    if old is not None:
        patch = msgspec.json.encode(merge(old, new))
        if len(patch) < len(encoded):
            return {"merge": msgspec.Raw(patch)}
    return {"view": msgspec.Raw(encoded)}


def merge(old: Mapping[str, Any], new: Mapping[str, Any]) -> dict[str, Any]:
    """The JSON Merge Patch from one view to the next (RFC 7396): arrays whole, None for a key that goes."""
    patch: dict[str, Any] = {key: None for key in old if key not in new}
    for key, value in new.items():
        if key not in old:
            patch[key] = value
        elif (before := old[key]) != value:
            patch[key] = merge(before, value) if isinstance(value, dict) and isinstance(before, dict) else value
    return patch
