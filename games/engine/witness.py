"""A witness: what one viewer has been told of the places of cards, by events alone."""

from __future__ import annotations

from collections import Counter

from games.engine.event import Event


class Witness:
    """Keeps, for one viewer, which cards certainly lie in which zone, from the events the viewer was shown.

    It relies only on the shared meaning of event arguments (`Event`), knows no game, and forgets whatever may have moved
    unseen: what it still knows must be true, and no redeal may change it.
    """

    def __init__(self, viewer: int | None) -> None:
        self.viewer = viewer
        self.known: dict[str, Counter[str]] = {}
        self.top: dict[str, str] = {}

    def hear(self, event: Event) -> None:
        """Take in an event as the viewer sees it."""
        args = event.seen_by(self.viewer)
        if event.kind == "cards_shuffled":
            if args.get("all"):
                self.known.clear()
                self.top.clear()
            self.top.pop(args.get("zone", ""), None)
        elif event.kind == "cards_moved":
            cards = Counter(args.get("cards", ()))
            self._leave(args.get("from", ""), cards, args.get("count", 0))
            self._zone(args.get("to", "")).update(cards)
            self.top.pop(args.get("to", ""), None)
        elif event.kind == "cards_revealed":
            if "top" in args:
                self.top[args["zone"]] = args["top"]
            if "cards" in args:
                shown: Counter[str] = Counter(args["cards"])
                self.known[args["zone"]] = self._zone(args["zone"]) | shown

    def faults(self, zones: dict[str, list[str]]) -> list[str]:
        """The zones in which something the viewer was told does not hold."""
        wrong = [name for name, cards in self.known.items() if cards - Counter(zones.get(name, ()))]
        return wrong + [name for name, card in self.top.items() if zones.get(name, [])[:1] != [card]]

    def _zone(self, name: str) -> Counter[str]:
        return self.known.setdefault(name, Counter())

    def _leave(self, source: str | list[str], cards: Counter[str], count: int) -> None:
        if isinstance(source, list):
            for name in source:
                self.known.pop(name, None)
                self.top.pop(name, None)
            return
        self.top.pop(source, None)
        zone = self._zone(source)
        if cards:
            self.known[source] = zone - cards
        elif count:  # any of them may have gone: of each kind so many fewer are certain
            certain: Counter[str] = Counter()
            for card, copies in zone.items():
                if copies > count:
                    certain[card] = copies - count
            self.known[source] = certain
