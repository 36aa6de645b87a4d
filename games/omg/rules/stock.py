"""Cards off the table: drawing, discarding, shuffling, and who knows what of hands and decks (OMG-3, OMG-5, OMG-14)."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from games.engine.event import Event
from games.omg.rules import ending
from games.omg.rules.position import DECK_ZONE, DISCARD_ZONE, HAND_ZONE, SEATS, Side

if TYPE_CHECKING:
    from games.omg.rules.game import Omg


def draw(game: Omg, seat: int, count: int) -> None:
    """Draw so many cards, one after another; who has to draw and cannot loses (OMG-5.2)."""
    side = game.position.sides[seat]
    drawn: list[int] = []
    while len(drawn) < count and side.deck:
        drawn.append(side.deck.pop())
    if drawn:
        _unseen_out(side, len(drawn))
        side.hand += drawn
        public = {"seat": seat, "from": DECK_ZONE[seat], "to": HAND_ZONE[seat], "count": len(drawn)}
        private = {"cards": game.cards.ids_of(drawn)}
        game.tell(Event("cards_moved", public, private, (seat,), log="draws", reveals=True))
    if len(drawn) < count:
        ending.deck_out(game, seat)


def _unseen_out(side: Side, count: int) -> None:
    """So many unknown cards left the deck for the hand: of each kind so many fewer are certain to be in it."""
    side.seen_top = max(0, side.seen_top - count)
    side.seen_bottom = min(side.seen_bottom, len(side.deck))
    if side.known_deck:
        certain = Counter(side.known_deck)
        side.known_deck = sorted(card for card, copies in certain.items() for _ in range(copies - count))


def forget(side: Side) -> None:
    """The deck is shuffled: nobody knows its order any more."""
    side.seen_top = side.seen_bottom = 0


def shuffle(game: Omg, seat: int) -> None:
    """Shuffle a deck."""
    side = game.position.sides[seat]
    game.shuffle(side.deck, f"deck_{seat}")
    forget(side)
    game.tell(Event("cards_shuffled", {"seat": seat, "zone": DECK_ZONE[seat]}, log="shuffles"))


def from_hand(game: Omg, seat: int, card: int) -> None:
    """A card leaves the hand for all to see."""
    side = game.position.sides[seat]
    side.hand.remove(card)
    for known in (side.known_hand, side.shown_hand, side.known):
        if card in known:
            known.remove(card)


def to_hand(game: Omg, seat: int, card: int) -> None:
    """A card that everybody has seen comes into the hand."""
    side = game.position.sides[seat]
    side.hand.append(card)
    for known in (side.known_hand, side.shown_hand, side.known):
        known.append(card)
        known.sort()


def out_of_deck(game: Omg, seat: int, card: int) -> None:
    """A card leaves the deck for all to see, wherever in it that was; it is shuffled afterwards."""
    side = game.position.sides[seat]
    side.deck.remove(card)
    for known in (side.known_deck, side.known):
        if card in known:
            known.remove(card)


def pop_known(game: Omg, seat: int) -> int:
    """The top card leaves the deck for all to see."""
    side = game.position.sides[seat]
    card = side.deck.pop()
    side.seen_top = max(0, side.seen_top - 1)
    side.seen_bottom = min(side.seen_bottom, len(side.deck))
    for known in (side.known_deck, side.known):
        if card in known:
            known.remove(card)
    return card


def into_deck(game: Omg, seat: int, cards: list[int]) -> None:
    """Cards that everybody has seen go into the deck, to be shuffled."""
    side = game.position.sides[seat]
    side.deck += cards
    for known in (side.known_deck, side.known):
        known += cards
        known.sort()


def discard(game: Omg, seat: int, cards: list[int], log: str) -> None:
    """Cards go from the hand to the discard pile."""
    for card in cards:
        from_hand(game, seat, card)
    game.position.sides[seat].discard += cards
    moved(game, seat, cards, HAND_ZONE[seat], DISCARD_ZONE[seat], log)


def bury(game: Omg, owner: int, card: int, source: str, log: str) -> None:
    """A card goes to its owner's discard pile (OMG-3.2)."""
    game.position.sides[owner].discard.append(card)
    moved(game, owner, [card], source, DISCARD_ZONE[owner], log)


def moved(game: Omg, seat: int, cards: list[int], source: str, to: str, log: str) -> None:
    """Tell that cards move, for all to see."""
    public: dict[str, Any] = {"seat": seat, "cards": game.cards.ids_of(cards), "from": source, "to": to}
    game.tell(Event("cards_moved", public, log=log, reveals=True))


def mill(game: Omg, seat: int, count: int) -> None:
    """Cards from the top of the deck go to the discard pile; what is there (OMG-5.2)."""
    side = game.position.sides[seat]
    cards = [pop_known(game, seat) for _ in range(min(count, len(side.deck)))]
    if cards:
        side.discard += cards
        moved(game, seat, cards, DECK_ZONE[seat], DISCARD_ZONE[seat], "mills")


def show_hand(game: Omg, seat: int) -> None:
    """The opponent looks at a hand (OMG-14)."""
    side = game.position.sides[seat]
    side.shown_hand = sorted(side.hand)
    public = {"seat": seat, "by": 1 - seat, "count": len(side.hand)}
    private = {"zone": HAND_ZONE[seat], "cards": game.cards.ids_of(side.hand)}
    game.tell(Event("cards_revealed", public, private, SEATS, log="looks_at_hand", reveals=True))


def look(game: Omg, seat: int, count: int) -> None:
    """A player looks at the top cards of the own deck."""
    side = game.position.sides[seat]
    cards = side.deck[: -count - 1 : -1]
    side.seen_top = max(side.seen_top, len(cards))
    side.seen_bottom = min(side.seen_bottom, len(side.deck) - side.seen_top)
    private = {"cards": game.cards.ids_of(cards)}
    public = {"seat": seat, "count": len(cards)}
    game.tell(Event("x_omg_looks", public, private, (seat,), log="looks_at_top", reveals=True))


def random_discard(game: Omg, seat: int, count: int) -> None:
    """Cards from the hand by chance; what is there."""
    side = game.position.sides[seat]
    cards: list[int] = []
    rest = side.hand[:]
    while rest and len(cards) < count:
        cards.append(rest.pop(game.below(len(rest), "discard")))
    if cards:
        discard(game, seat, cards, "discards_at_random")


def dug(game: Omg, seat: int, card: int, count: int) -> None:
    """Of the top cards one came into the hand unseen, the others lie at the bottom in an order their owner knows."""
    side = game.position.sides[seat]
    side.hand.append(card)
    known_top = max(0, side.seen_top - count)
    _unseen_out(side, 1)
    side.seen_top = min(known_top, len(side.deck))
    side.seen_bottom = min(side.seen_bottom + count - 1, len(side.deck) - side.seen_top)
    public = {"seat": seat, "from": DECK_ZONE[seat], "to": HAND_ZONE[seat], "count": 1}
    private = {"cards": [game.cards.ids[card]]}
    game.tell(Event("cards_moved", public, private, (seat,), log="digs", reveals=True))
