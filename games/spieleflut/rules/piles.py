"""Piles and hands: drawing, discarding, who knows what of a card that moves (SPF-3.7, SPF-3.9, SPF-14)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from games.engine.event import Event
from games.spieleflut.rules.position import HAND_ZONE

if TYPE_CHECKING:
    from games.spieleflut.rules.game import Spieleflut


def everybody(game: Spieleflut) -> int:
    """The bits of all who look on."""
    return (1 << (game.position.seats + 1)) - 1


def show(game: Spieleflut, *cards: int) -> None:
    """These cards lie open now."""
    all_see = everybody(game)
    for card in cards:
        game.position.seen[card] = all_see


def passes(game: Spieleflut, what: str, name: str) -> None:
    """Tell whoever counts which cards and operations random games come past."""
    if game.passes is not None:
        game.passes(f"{what} {name}")


def left_to_draw(game: Spieleflut) -> int:
    """How many cards could still be drawn, the discard pile included (SPF-3.7)."""
    return len(game.position.draw) + len(game.position.discard)


def next_card(game: Spieleflut) -> int | None:
    """The next card of the draw pile; the discard pile is shuffled into a new one when it is needed (SPF-3.7)."""
    p = game.position
    if not p.draw:
        if not p.discard:
            return None
        p.draw, p.discard = p.discard, []
        game.tell(Event("cards_moved", {"from": "discard", "to": "draw", "count": len(p.draw)}))
        for card in p.draw:
            p.seen[card] = 0
        game.shuffle(p.draw, "draw")
        game.tell(Event("cards_shuffled", {"zone": "draw", "count": len(p.draw)}, log="reshuffles", reveals=True))
    return p.draw.pop()


def to_hand(game: Spieleflut, seat: int, card: int, source: str, log: str, *, is_open: bool = False) -> None:
    """A card comes to a hand, seen by its owner, or by all."""
    p = game.position
    p.hands[seat].append(card)
    if is_open:
        show(game, card)
    else:
        p.seen[card] |= 1 << seat
    public: dict[str, Any] = {"seat": seat, "from": source, "to": HAND_ZONE[seat]}
    named = {"cards": [game.cards.ids[card]]}
    if is_open:
        game.tell(Event("cards_moved", public | named, log=log, reveals=True))
    else:
        game.tell(Event("cards_moved", public | {"count": 1}, named, (seat,), log, True))


def to_discard(game: Spieleflut, card: int, source: str, log: str, seat: int | None = None) -> None:
    """A card goes on top of the discard pile; event cards go under the event stack instead (SPF-3.9)."""
    p = game.position
    is_event = game.cards.event[card]
    if is_event:
        p.events.insert(0, card)
    else:
        p.discard.append(card)
    show(game, card)
    public: dict[str, Any] = {"from": source, "to": "events" if is_event else "discard", "cards": [game.cards.ids[card]]}
    if seat is not None:
        public["seat"] = seat
    game.tell(Event("cards_moved", public, log=log, reveals=source.startswith("hand")))


def from_hand(game: Spieleflut, seat: int, card: int, log: str) -> None:
    """A hand card is laid down for all to see."""
    game.position.hands[seat].remove(card)
    to_discard(game, card, HAND_ZONE[seat], log, seat)


def change_reach(game: Spieleflut, seat: int, change: int, log: str, **about: Any) -> None:
    """Reach never falls below 0, after each single change (SPF-2.6)."""
    p = game.position
    p.reach[seat] = max(0, p.reach[seat] + change)
    game.tell(Event("score_changed", {"seat": seat, "reach": p.reach[seat], "change": change} | about, log=log))
