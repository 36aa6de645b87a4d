"""What can happen to cards: each move, what it tells, who knows of it then, and what it brings about (INN-4 to INN-8)."""

from __future__ import annotations

from bisect import insort
from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, Literal

from games.engine.event import Event
from games.innovation.rules.cards import Cards
from games.innovation.rules.position import (
    COLORS,
    HAND_ZONE,
    LAST_AGE,
    NONE,
    PILE_ZONE,
    SCORE_ZONE,
    SPLAYS,
    SUPPLY_ZONE,
)

if TYPE_CHECKING:
    from games.innovation.rules.game import Innovation

Place = Literal["supply", "hand", "score", "board"]
Verb = Literal["draw", "meld", "tuck", "score", "return", "transfer"]


class GameEnded(Exception):
    """The game is over in the middle of whatever was going on (INN-13.1); the position says how."""


# --- where cards are --------------------------------------------------------------------------------------------------


def zone_of(cards: Cards, place: Place, seat: int, card: int) -> str:
    """The zone id of a place of a player."""
    if place == "hand":
        return HAND_ZONE[seat]
    if place == "score":
        return SCORE_ZONE[seat]
    if place == "board":
        return PILE_ZONE[seat][cards.color[card]]
    return SUPPLY_ZONE[cards.age[card]]


def holder(game: Innovation, card: int, seats: Sequence[int], place: Place) -> int:
    """Which of these players has the card in this place."""
    p, color = game.position, game.cards.color[card]
    for seat in seats:
        if card in (p.hands[seat] if place == "hand" else p.scores[seat] if place == "score" else p.boards[seat][color]):
            return seat
    raise LookupError(game.cards.names[card])


# --- moving -----------------------------------------------------------------------------------------------------------


def next_card(game: Innovation, value: int) -> int:
    """The card a draw of this value takes (INN-4.2, INN-4.3). Raises `GameEnded` if there is none."""
    supply = game.position.supply
    age = value if value > 0 else 1
    while age <= LAST_AGE:
        if supply[age]:
            return supply[age].pop()
        age += 1
    game.end_by_points()
    raise GameEnded


def draw(game: Innovation, seat: int, value: int) -> int:
    """Draw to the hand (INN-4.4)."""
    card = next_card(game, value)
    insort(game.position.hands[seat], card)
    game.position.seen[card] |= 1 << seat
    game.tell(drawn(game.cards, seat, card))
    game.happened()
    return card


def draw_reveal(game: Innovation, seat: int, value: int) -> int:
    """Draw to the hand and show it to everyone (INN-4.4)."""
    card = next_card(game, value)
    insort(game.position.hands[seat], card)
    game.position.seen[card] = game.all_see
    game.tell(moved(game.cards, "draws_reveals", seat, seat, card, "supply", "hand", True))
    game.happened()
    return card


def draw_meld(game: Innovation, seat: int, value: int) -> int:
    """Draw and meld."""
    card = next_card(game, value)
    _to_board(game, card, seat, bottom=False)
    game.tell(moved(game.cards, "draws_melds", seat, seat, card, "supply", "board", True))
    game.happened(seat)
    return card


def draw_tuck(game: Innovation, seat: int, value: int) -> int:
    """Draw and tuck (INN-8.18)."""
    card = next_card(game, value)
    _to_board(game, card, seat, bottom=True)
    game.position.tucked[seat] += 1
    game.tell(moved(game.cards, "draws_tucks", seat, seat, card, "supply", "board", True))
    game.happened(seat)
    return card


def draw_score(game: Innovation, seat: int, value: int) -> int:
    """Draw and score (INN-8.17)."""
    card = next_card(game, value)
    p = game.position
    insort(p.scores[seat], card)
    p.seen[card] |= 1 << seat
    p.scored[seat] += 1
    game.tell(moved(game.cards, "draws_scores", seat, seat, card, "supply", "score", False))
    game.happened(seat)
    return card


def meld(game: Innovation, card: int, seat: int, place: Place) -> None:
    """Put an own card on top of the pile of its colour (INN-5.1)."""
    _leave(game, card, seat, place)
    _to_board(game, card, seat, bottom=False)
    game.tell(moved(game.cards, "melds", seat, seat, card, place, "board", True))
    game.happened(seat)


def tuck(game: Innovation, card: int, seat: int, place: Place) -> None:
    """Put an own card under the pile of its colour (INN-8.18)."""
    _leave(game, card, seat, place)
    _to_board(game, card, seat, bottom=True)
    game.position.tucked[seat] += 1
    game.tell(moved(game.cards, "tucks", seat, seat, card, place, "board", True))
    game.happened(seat)


def score(game: Innovation, card: int, seat: int, place: Place) -> None:
    """Put an own card into the score pile (INN-8.17)."""
    p, is_open = game.position, place == "board"
    _pass_on(game, card, seat, seat, place)
    _leave(game, card, seat, place)
    insort(p.scores[seat], card)
    p.scored[seat] += 1
    game.tell(moved(game.cards, "scores_open" if is_open else "scores", seat, seat, card, place, "score", is_open))
    game.happened(seat)


def return_card(game: Innovation, card: int, seat: int, place: Place, by: int) -> None:
    """Put a card of `seat` under the supply pile of its age, carried out by `by` (INN-8.16)."""
    is_open = place == "board"
    _pass_on(game, card, seat, seat, place)
    _leave(game, card, seat, place)
    game.position.supply[game.cards.age[card]].insert(0, card)
    log = ("returns" if by == seat else "returns_from") + ("_open" if is_open else "")
    game.tell(moved(game.cards, log, by, seat, card, place, "supply", is_open))
    game.happened(seat)


def transfer(game: Innovation, card: int, giver: int, place: Place, taker: int, to: Place) -> None:
    """Move a card of one player to a place of another or of the same (INN-8.15)."""
    p, is_open = game.position, "board" in (place, to)
    if not is_open:
        _pass_on(game, card, giver, taker, place)
    _leave(game, card, giver, place)
    if to == "board":
        _to_board(game, card, taker, bottom=False)
    else:
        insort(p.hands[taker] if to == "hand" else p.scores[taker], card)
        if is_open:
            p.seen[card] = game.all_see
    log = f"{'takes' if giver == taker else 'transfers'}_{to}{'_open' if is_open else ''}"
    game.tell(moved(game.cards, log, giver, taker, card, place, to, is_open))
    game.happened(giver, taker)


def exchange(game: Innovation, one: Place, first: int, gives: list[int], other: Place, second: int, takes: list[int]) -> None:
    """Two groups of cards change places together (INN-8.14)."""
    p = game.position
    left = p.hands[first] if one == "hand" else p.scores[first]
    right = p.hands[second] if other == "hand" else p.scores[second]
    insiders = 1 << first | 1 << second
    _forget(game, left, gives, insiders)
    _forget(game, right, takes, insiders)
    for card in gives:
        left.remove(card)
        insort(right, card)
        p.seen[card] |= insiders
    for card in takes:
        right.remove(card)
        insort(left, card)
        p.seen[card] |= insiders
    there, back = zone_of(game.cards, other, second, 0), zone_of(game.cards, one, first, 0)
    seats = (first,) if first == second else (first, second)
    log = "exchanges_own" if first == second else "exchanges"
    about = {"seat": first, "back": len(takes)} | ({} if first == second else {"taker": second})
    _tell_group(game, gives, about | {"from": back, "to": there}, seats, log)
    _tell_group(game, takes, {"seat": second, "from": there, "to": back}, seats, "")
    game.happened(first, second)


def splay(game: Innovation, seat: int, color: int, direction: int) -> bool:
    """Splay a pile, or end its splay; whether that changed anything (INN-6.4)."""
    p = game.position
    if p.splays[seat][color] == direction or (direction and len(p.boards[seat][color]) < 2):
        return False
    p.splays[seat][color] = direction
    game.board_changed(seat)
    public = {"seat": seat, "zone": PILE_ZONE[seat][color], "color": COLORS[color], "direction": SPLAYS[direction]}
    game.tell(Event("state_changed", public, log="splays" if direction else "unsplays"))
    game.happened(seat)
    return True


def rearrange(game: Innovation, seat: int, color: int, pile: list[int]) -> bool:
    """Put a pile into this order, bottom to top; whether that changed anything (INN-7.7)."""
    p = game.position
    if p.boards[seat][color] == pile:
        return False
    p.boards[seat][color] = pile
    game.board_changed(seat)
    public = {"seat": seat, "zone": PILE_ZONE[seat][color], "color": COLORS[color], "order": game.cards.ids_of(pile)}
    game.tell(Event("state_changed", public, log="rearranges"))
    game.happened(seat)
    return True


def remove_all(game: Innovation) -> None:
    """All hands, boards and score piles leave the game (INN-14.1)."""
    p, ids, ages = game.position, game.cards.ids, game.cards.age
    boards = {PILE_ZONE[seat][color]: pile for seat, board in enumerate(p.boards) for color, pile in enumerate(board) if pile}
    hidden = {HAND_ZONE[seat]: hand for seat, hand in enumerate(p.hands) if hand}
    hidden |= {SCORE_ZONE[seat]: pile for seat, pile in enumerate(p.scores) if pile}
    for zone, pile in boards.items():
        game.tell(Event("cards_moved", {"from": zone, "to": "removed", "cards": [ids[card] for card in pile]}, log="removes"))
    for zone, pile in hidden.items():
        public = {"from": zone, "to": "removed_hidden", "count": len(pile), "ages": sorted(ages[card] for card in pile)}
        game.tell(Event("cards_moved", public, log="removes_hidden", reveals=True))
    p.removed += [card for pile in boards.values() for card in pile]
    p.removed_hidden += [card for pile in hidden.values() for card in pile]
    p.removed.sort()
    p.removed_hidden.sort()
    for seat in range(p.seats):
        p.hands[seat], p.scores[seat] = [], []
        p.boards[seat], p.splays[seat] = [[] for _ in COLORS], [NONE] * len(COLORS)
        game.board_changed(seat)
    game.happened()


# --- showing ----------------------------------------------------------------------------------------------------------


def reveal(game: Innovation, seat: int, card: int) -> None:
    """Show a card of the hand to everyone because a card says so (INN-12.2)."""
    game.position.seen[card] = game.all_see
    public = {"seat": seat, "zone": HAND_ZONE[seat], "cards": [game.cards.ids[card]]}
    game.tell(Event("cards_revealed", public, log="reveals", reveals=True))
    game.happened()


def show_hand(game: Innovation, seat: int, log: Literal["proves", "shows"]) -> None:
    """Show a hand, as proof that no card fits (INN-12.5), or because Classification says so; that is nothing that happened."""
    p = game.position
    if p.hands[seat]:
        for card in p.hands[seat]:
            p.seen[card] = game.all_see
        public = {"seat": seat, "zone": HAND_ZONE[seat], "cards": game.cards.ids_of(p.hands[seat])}
        game.tell(Event("cards_revealed", public, log=log, reveals=True))


# --- parts of a move --------------------------------------------------------------------------------------------------


def _leave(game: Innovation, card: int, seat: int, place: Place) -> None:
    """Take a card from where it lies; a pile of fewer than two cards is not splayed (INN-5.3)."""
    p = game.position
    if place == "hand":
        p.hands[seat].remove(card)
    elif place == "score":
        p.scores[seat].remove(card)
    else:
        color = game.cards.color[card]
        pile = p.boards[seat][color]
        pile.remove(card)
        if len(pile) < 2:
            p.splays[seat][color] = NONE
        game.board_changed(seat)


def _to_board(game: Innovation, card: int, seat: int, *, bottom: bool) -> None:
    p = game.position
    pile = p.boards[seat][game.cards.color[card]]
    if bottom:
        pile.insert(0, card)
    else:
        pile.append(card)
    p.seen[card] = game.all_see
    game.board_changed(seat)


def _pass_on(game: Innovation, card: int, giver: int, taker: int, place: Place) -> None:
    """Who knows of a card that goes from one hidden place to another: both players see it (INN-12)."""
    p = game.position
    if place != "board":
        insiders = 1 << giver | 1 << taker
        _forget(game, p.hands[giver] if place == "hand" else p.scores[giver], [card], insiders)
        p.seen[card] |= insiders


def _forget(game: Innovation, pile: list[int], leaving: list[int], insiders: int) -> None:
    """Others who knew cards of this pile know no more which of one age have left, unless all of that age have."""
    ages, seen = game.cards.age, game.position.seen
    for age in {ages[card] for card in leaving}:
        same = [card for card in pile if ages[card] == age]
        if any(card not in leaving for card in same):
            for card in same:
                seen[card] &= insiders


def _tell_group(game: Innovation, group: list[int], about: dict[str, Any], seats: tuple[int, ...], log: str) -> None:
    """Tell of cards that move together, seen by these players only."""
    public = about | {"count": len(group), "ages": [game.cards.age[card] for card in group]}
    game.tell(Event("cards_moved", public, {"cards": game.cards.ids_of(group)}, seats, log, True))


# --- what is told: events are values, most are made once --------------------------------------------------------------


@cache
def drawn(cards: Cards, seat: int, card: int) -> Event:
    """The event of a draw to the hand."""
    return moved(cards, "draws", seat, seat, card, "supply", "hand", False)


@cache
def moved(cards: Cards, log: str, seat: int, taker: int, card: int, place: Place, to: Place, is_open: bool) -> Event:
    """The event of one card that moves; `taker`: whose place it goes to, or comes from if it is returned (INN-12)."""
    owner, receiver = (taker, taker) if to == "supply" else (seat, taker)
    public: dict[str, Any] = {
        "seat": seat,
        "from": zone_of(cards, place, owner, card),
        "to": zone_of(cards, to, receiver, card),
        "age": cards.age[card],
    }
    if seat != taker:
        public["owner" if to == "supply" else "taker"] = taker
    named = {"cards": [cards.ids[card]]}
    hidden = place != "board" or to != "board"
    if is_open or to == "board":
        return Event("cards_moved", public | named, log=log, reveals=hidden)
    only = (owner,) if owner == receiver else (owner, receiver)
    return Event("cards_moved", public | {"count": 1}, named, only, log, True)


@cache
def taken(cards: Cards, seat: int, age: int) -> Event:
    """The event of a normal achievement taken (INN-11.1)."""
    public = {"seat": seat, "from": "achievements", "to": f"claimed_{seat}", "count": 1, "age": age}
    return Event("cards_moved", public, log="takes_achievement")
