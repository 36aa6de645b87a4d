"""The trick: laying in turn, power, who takes the cards, drawing (EMO-3, EMO-4)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from games.emotrions.rules import deal, exchange, pareo
from games.emotrions.rules.cards import Play
from games.emotrions.rules.options import BANK_UP, HANDS_OPEN, PLAYS_DOWN
from games.emotrions.rules.position import DRAW, HAND, PLAY, TRICK, WON
from games.engine.event import Event
from games.engine.prompt import Prompt

if TYPE_CHECKING:
    from games.emotrions.rules.game import Emotrions


def begin(game: Emotrions) -> None:
    """A trick begins: with the exchange window if EMO-8.2 holds, else the leader lays."""
    p = game.position
    p.trick_no += 1
    p.to_lay = p.leader
    game.tell(Event("turn_began", {"seat": p.leader, "trick": p.trick_no}, log="trick"))
    p.phase = "exchange" if exchange.allowed(game) else "play"


def ask(game: Emotrions) -> list[Prompt]:
    """The player whose turn it is lays one or two cards (EMO-3.1)."""
    p = game.position
    options, default = game.cards.asked_of(p.hands[p.to_lay])
    return [Prompt(p.to_lay, "play", options, default=default)]


def lay(game: Emotrions, play: Play, forced: bool = False) -> None:
    """The player whose turn it is lays these cards; the last one of the trick resolves it (EMO-4.1)."""
    p, cards = game.position, game.cards
    seat = p.to_lay
    hand = p.hands[seat]
    for card in play:
        hand[card] -= 1
    p.trick.append((seat, play))
    zones: dict[str, Any] = {"seat": seat, "from": HAND[seat], "to": TRICK[seat]}
    if forced:
        zones["forced"] = True
    if p.flags & PLAYS_DOWN:  # EMO-7.5
        game.tell(Event("cards_moved", {**zones, "count": len(play)}, {"cards": cards.named[play]}, (seat,), "lays_hidden", True))
    else:
        zones["cards"] = cards.named[play]
        zones["power"] = cards.power[play]
        game.tell(Event("cards_moved", zones, log="lays", reveals=True))
        if p.known or p.story is not None:
            seen(game, seat, play)
    if len(p.trick) < len(p.order):
        p.to_lay = p.next_to(seat)
        if p.options.pareo:
            p.phase = "reply"
    elif p.options.pareo:
        pareo.resolve(game)
    else:
        resolve(game)


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
    p, cards = game.position, game.cards
    pile = p.discard if taker is None else p.won[taker]
    moved: list[str] = []
    zones: list[str] = []
    for seat, play in p.trick:
        zones.append(TRICK[seat])
        moved += cards.named[play]
        for card in play:
            pile[card] += 1
    if taker is None:
        game.tell(Event("cards_moved", {"from": zones, "to": "discard", "cards": moved}, log="void"))
    else:
        points = sum(cards.points[play] for _, play in p.trick if play)
        game.tell(
            Event("cards_moved", {"seat": taker, "from": zones, "to": WON[taker], "cards": moved, "points": points}, log="takes")
        )
    p.trick = []


def draw(game: Emotrions, order: list[int]) -> None:
    """All take one card from the bank in this order while there are any, then the next trick or the end (EMO-4.8 to 4.10)."""
    p = game.position
    bank, hands = p.bank, p.hands
    visible = p.flags & (BANK_UP | HANDS_OPEN)  # EMO-14.1
    for seat in order:
        if not bank:
            break
        card = bank.pop()
        hands[seat][card] += 1
        public: dict[str, Any] = {"seat": seat, "from": "bank", "to": HAND[seat]}
        if visible:
            public["cards"] = game.cards.named[(card,)]
            game.tell(Event("cards_moved", public, log="draws_open", reveals=True))
            if p.known:
                p.known[seat][card] += 1
            if p.flags & BANK_UP:
                show_top(game)
        else:
            public["count"] = 1
            game.tell(Event("cards_moved", public, {"cards": game.cards.named[(card,)]}, (seat,), "draws", True))
            if p.story is not None:
                p.story.acts.append([DRAW, seat])
    for seat in order:
        if not any(hands[seat]):  # EMO-5.1
            deal.finish(game)
            return
    begin(game)


def show_top(game: Emotrions) -> None:
    """With the bank face up its next card is visible (EMO-7.4)."""
    bank = game.position.bank
    if bank:
        game.tell(Event("cards_revealed", {"zone": "bank", "top": game.cards.ids[bank[-1]]}, reveals=True))
