"""Handles: numbers by which a viewer tells single cards apart, for animation and for `refs` (PRO-5.9). Pure.

They follow from what the viewer was told and shown, and from nothing else: a card gets the next number when it can first be told
apart, keeps it while it can be watched, and loses it where a person at the table would lose track of it (a shuffle, a zone that
cannot be looked into). What becomes visible at once is numbered in an order that says nothing of ids or of the order of a deck.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from hashlib import sha256
from typing import Any

import msgspec

from games.engine.event import Event
from games.engine.game import Game

Viewer = int | None

UNTRACKED = 0
"""Stands for a card that has no handle, in the list beside the cards of an event."""


class Held(msgspec.Struct):
    """A card that can be told apart."""

    handle: int
    card: str
    """Its id; empty if only its back is known."""


class Handles(msgspec.Struct):
    """What one viewer keeps track of."""

    viewer: Viewer
    last: int = 0
    zones: dict[str, list[Held]] = {}
    open: set[str] = set()
    """The zones that this viewer can look into."""

    # --- what happens --------------------------------------------------------------------------------------------------------

    def hear(self, event: Event) -> list[int]:
        """Take in an event as the viewer sees it; returns the handles of its `cards`, in their order, if they are shown."""
        args = event.seen_by(self.viewer)
        cards = [str(card) for card in args.get("cards", ())]
        if event.kind == "cards_shuffled":
            self._forget(list(self.zones) if args.get("all") else [args.get("zone", "")])
        elif event.kind == "cards_moved":
            return self._move(args, cards)
        elif event.kind == "cards_revealed" and cards:
            return self._reveal(args.get("zone", ""), cards)
        return []

    def see(self, view: Mapping[str, Any]) -> None:
        """Take in the view after the events: it is the truth, whatever they told (PRO-5.4)."""
        zones = view.get("zones", {})
        self.open = {name for name, zone in zones.items() if self._sees(zone)}
        self._forget([name for name in self.zones if name not in zones])
        for name in sorted(zones):
            self._match(name, _entries(zones[name]))

    def marked(self, view: Mapping[str, Any]) -> dict[str, Any]:
        """The view with a handle at each card, as it was last seen."""
        zones = {name: self._mark(name, zone) for name, zone in view.get("zones", {}).items()}
        return {**view, "zones": zones} if zones else dict(view)

    def refs(self, cards: Iterable[str], places: Iterable[str]) -> list[str]:
        """How these cards, in these zones, are called among the `refs` of an option."""
        there = [held for name in places for held in self.zones.get(name, ())]
        found = []
        for card in cards:
            held = next((one for one in there if one.card == card), None)
            if held is not None:
                there.remove(held)
                found.append(f"card_{held.handle}")
        return found

    # --- moves ---------------------------------------------------------------------------------------------------------------

    def _move(self, args: Mapping[str, Any], cards: list[str]) -> list[int]:
        source, target = args.get("from", ""), args.get("to", "")
        if isinstance(source, list):
            moving = [held for name in source for held in self.zones.pop(name, ())]
            if not cards:
                self._put(target, moving)
                return []
        else:
            if not cards:
                self._put(target, self._take_unseen(source, args.get("count", 0)))
                return []
            moving = self.zones.pop(source, [])
        taken, rest = self._pick(moving, cards)
        if not isinstance(source, list):
            self.zones[source] = rest
        if target in self.open:
            self._number(target, taken)
        self._put(target, taken)
        return [held.handle for held in taken]

    def _take_unseen(self, source: str, count: int) -> list[Held]:
        """So many cards leave a zone, and it is not shown which: unless all do, its backs are lost track of."""
        there = self.zones.get(source, [])
        if count >= len(there):
            return self.zones.pop(source, [])
        if count:
            self.zones[source] = [held for held in there if held.card]
        return []

    def _reveal(self, zone: str, cards: list[str]) -> list[int]:
        """Cards are shown where they lie: a back that can only be this card keeps its handle."""
        there = self.zones.get(zone, [])
        shown, rest = self._pick(list(there), cards)
        unknown = [held for held in rest if not held.card]
        missing = [held for held in shown if not held.handle]
        if unknown and len(unknown) == len(missing) == 1:
            missing[0].handle = unknown[0].handle
            rest.remove(unknown[0])
        elif unknown and missing:
            rest = [held for held in rest if held.card]
        if zone in self.open:
            self._number(zone, shown)
            self.zones[zone] = rest + shown
        return [held.handle for held in shown]

    def _pick(self, there: list[Held], cards: list[str]) -> tuple[list[Held], list[Held]]:
        """These cards out of those that are there, in their order, without a number where they are new; and what remains."""
        taken = []
        for card in cards:
            held = next((one for one in there if one.card == card), None)
            if held is None:
                taken.append(Held(UNTRACKED, card))
            else:
                there.remove(held)
                taken.append(held)
        return taken, there

    def _put(self, target: str, moving: list[Held]) -> None:
        """They lie there now; into a zone that this viewer cannot look into they vanish."""
        if target in self.open and moving:
            self.zones.setdefault(target, []).extend(moving)

    def _forget(self, names: Iterable[str]) -> None:
        for name in names:
            self.zones.pop(name, None)

    # --- views ---------------------------------------------------------------------------------------------------------------

    def _sees(self, zone: Mapping[str, Any]) -> bool:
        """Whether single cards in a zone can be told apart."""
        if "cards" in zone or zone.get("visibility") == "public":
            return True
        return zone.get("visibility") == "owner" and zone.get("owner") == self.viewer

    def _match(self, name: str, entries: list[Mapping[str, Any]]) -> None:
        """What lies in a zone is what the view shows there: what is new gets a number, what is missing is lost track of."""
        there = self.zones.pop(name, [])
        held, _ = self._pick(there, [str(entry.get("c", "")) for entry in entries])
        self._number(name, held)
        if held:
            self.zones[name] = held

    def _number(self, place: str, held: Iterable[Held]) -> None:
        """The next numbers for those that have none, in an order that tells nothing."""
        start = self.last
        new = [one for one in held if not one.handle]
        batch = " ".join(sorted(one.card for one in new))
        for one in sorted(new, key=lambda one: sha256(f"{start} {place} {batch} {one.card}".encode()).digest()):
            self.last += 1
            one.handle = self.last

    def _mark(self, name: str, zone: Mapping[str, Any]) -> dict[str, Any]:
        entries = _entries(zone)
        if not entries:
            return dict(zone)
        taken, _ = self._pick(list(self.zones.get(name, ())), [str(entry.get("c", "")) for entry in entries])
        marked = [{"k": held.handle, **entry} for held, entry in zip(taken, entries, strict=True)]
        return {**zone, "cards": marked} if "cards" in zone else {**zone, "top": marked[0]}


def _entries(zone: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The cards that are shown one by one: all, or at least the top one."""
    if "cards" in zone:
        return list(zone["cards"])
    return [zone["top"]] if "top" in zone else []


Tracks = list[Handles]
"""Of all viewers: by seat, and the spectator last."""


def begin(seats: int) -> Tracks:
    """Nobody has seen anything."""
    return [Handles(viewer) for viewer in (*range(seats), None)]


def follow(tracks: Tracks, game: Game[Any], events: Iterable[Event]) -> list[list[list[int]]]:
    """After a command: everybody hears what happened and sees what is there now; returns each event's handles by viewer."""
    given = [[track.hear(event) for track in tracks] for event in events]
    for track in tracks:
        track.see(game.view(track.viewer))
    return given


def dump(tracks: Tracks) -> bytes:
    """As stored beside a position; nothing in games that do without."""
    return msgspec.json.encode(tracks, order="deterministic") if tracks else b""


def load(data: bytes) -> Tracks:
    """As dumped."""
    return msgspec.json.decode(data, type=Tracks) if data else []
