"""The trick: laying in turn, power, who takes the cards, drawing (EMO-3, EMO-4)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from games.emotrions.rules import deal, exchange, pareo
from games.emotrions.rules.cards import Emotions, Play
from games.emotrions.rules.options import BANK_UP, HANDS_OPEN, PLAYS_DOWN
from games.emotrions.rules.position import DRAW, HAND, PLAY, TRICK, WON
from games.engine.event import Event

if TYPE_CHECKING:
    from games.emotrions.rules.game import Emotrions


FACE_UP, FACE_DOWN, DRAWN, DRAWN_OPENLY = range(4)
"""What a kept event is about (`Emotions.events`)."""


def begin(game: Emotrions) -> None:
    """A trick begins: with the exchange window if EMO-8.2 holds, else the leader lays."""
    p = game.position
    p.trick_no += 1
    p.to_lay = p.leader
    game.tell(Event("turn_began", {"seat": p.leader, "trick": p.trick_no}, log="trick"))
    p.phase = "exchange" if exchange.allowed(game) else "play"


def lay(game: Emotrions, play: Play) -> None:
    """The player whose turn it is lays these cards; the last one of the trick resolves it (EMO-4.1)."""
    p = game.position
    seat = p.to_lay
    hand = p.hands[seat]
    for card in play:
        hand[card] -= 1
    p.trick.append((seat, play))
    how = FACE_DOWN if p.flags & PLAYS_DOWN else FACE_UP
    game.tell(game.cards.events[how][seat].get(play) or lays(game.cards, how, seat, play))
    if how == FACE_UP and (p.known or p.story is not None):
        seen(game, seat, play)
    order = p.order
    if len(p.trick) < len(order):
        following = order.index(seat) + 1
        p.to_lay = order[following] if following < len(order) else order[0]
        if p.options.pareo:
            p.phase = "reply"
    elif p.options.pareo:
        pareo.resolve(game)
    else:
        resolve(game)


def lays(cards: Emotions, how: int, seat: int, play: Play) -> Event:
    """The event of a play, made once: with its cards and power, or laid face down with their number only (EMO-7.5)."""
    public: dict[str, Any] = {"seat": seat, "from": HAND[seat], "to": TRICK[seat]}
    if how == FACE_UP:
        public |= {"cards": cards.named[play], "power": cards.power[play]}
        event = Event("cards_moved", public, log="lays", reveals=True)
    else:
        public["count"] = len(play)
        event = Event("cards_moved", public, {"cards": cards.named[play]}, (seat,), "lays_hidden", True)
    cards.events[how][seat][play] = event
    return event


def seen(game: Emotrions, seat: int, play: Play) -> None:
    """Keep what everybody knows of a hand when cards of it have come to light."""
    p = game.position
    if p.known:
        known = p.known[seat]
        for card in play:
            if known[card]:
                known[card] -= 1
    if p.story is not None:
        p.story.acts.append([PLAY, seat, *play])


def resolve(game: Emotrions) -> None:
    """Reveal, find the winner, move the cards (EMO-4.3 to EMO-4.7)."""
    p = game.position
    if p.flags & PLAYS_DOWN:
        for seat, play in p.trick:
            named = game.cards.named[play]
            game.tell(
                Event(
                    "cards_revealed",
                    {"seat": seat, "zone": TRICK[seat], "cards": named, "power": game.cards.power[play]},
                    log="reveals",
                    reveals=True,
                )
            )
            if p.known:
                seen(game, seat, play)
    winner = trick_winner(game)
    collect(game, winner)
    if winner is not None:
        p.leader = winner
    draw(game, p.in_turn(p.leader))


def trick_winner(game: Emotrions) -> int | None:
    """Highest power, on a tie the one who laid first; nobody if Hunger lies there or nothing has power (EMO-4.3 to EMO-4.6)."""
    power, hunger = game.cards.power, (game.cards.hunger,)
    best, winner = 0, None
    for seat, play in game.position.trick:
        if play == hunger:
            return None
        if power[play] > best:
            best, winner = power[play], seat
    return winner


def collect(game: Emotrions, taker: int | None) -> None:
    """All cards of the trick go to the won pile of the taker, or to the discard."""
    p, named, worth = game.position, game.cards.named, game.cards.points
    pile = p.discard if taker is None else p.won[taker]
    cards: tuple[str, ...] = ()
    points = 0
    for _, play in p.trick:
        cards += named[play]
        points += worth[play]
        for card in play:
            pile[card] += 1
    public: dict[str, Any] = {"from": [TRICK[seat] for seat, _ in p.trick], "cards": cards}
    if taker is None:
        game.tell(Event("cards_moved", public | {"to": "discard"}, log="void"))
    else:
        game.tell(Event("cards_moved", public | {"seat": taker, "to": WON[taker], "points": points}, log="takes"))
    p.trick = []


def draw(game: Emotrions, order: list[int]) -> None:
    """All take one card from the bank in this order while there are any, then the next trick or the end (EMO-4.8 to 4.10)."""
    p = game.position
    bank, hands = p.bank, p.hands
    how = DRAWN_OPENLY if p.flags & (BANK_UP | HANDS_OPEN) else DRAWN  # EMO-14.1
    events = game.cards.events[how]
    for seat in order:
        if not bank:
            break
        card = bank.pop()
        hands[seat][card] += 1
        game.tell(events[seat].get((card,)) or draws(game.cards, how, seat, card))
        if p.known and how == DRAWN_OPENLY:
            p.known[seat][card] += 1
        if p.flags & BANK_UP:
            show_top(game)
        if p.story is not None:
            p.story.acts.append([DRAW, seat])
    if not bank and not all(any(hands[seat]) for seat in order):  # EMO-5.1
        deal.finish(game)
    else:
        begin(game)


def draws(cards: Emotions, how: int, seat: int, card: int) -> Event:
    """The event of a draw, made once: the card is shown to all, or to its owner only."""
    public: dict[str, Any] = {"seat": seat, "from": "bank", "to": HAND[seat]}
    named = {"cards": cards.named[(card,)]}
    if how == DRAWN_OPENLY:
        event = Event("cards_moved", public | named, log="draws_open", reveals=True)
    else:
        event = Event("cards_moved", public | {"count": 1}, named, (seat,), "draws", True)
    cards.events[how][seat][card,] = event
    return event


def show_top(game: Emotrions) -> None:
    """With the bank face up its next card is visible (EMO-7.4)."""
    bank = game.position.bank
    if bank:
        game.tell(Event("cards_revealed", {"zone": "bank", "top": game.cards.ids[bank[-1]]}, reveals=True))
