"""A deal from its preparation to its score (EMO-2, EMO-5, EMO-13.1)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from games.emotrions.rules import match, style, trick
from games.emotrions.rules.options import BANK_UP, HANDS_OPEN, flag_token
from games.emotrions.rules.position import HAND, WON, Out, Position
from games.engine.event import Event

if TYPE_CHECKING:
    from games.emotrions.rules.game import Emotrions


def prepare(game: Emotrions, players: list[int], leader: int) -> None:
    """The next deal of these players: cards are gathered, style and start settled by options or by asking, then it is dealt."""
    p = game.position
    game.tell(Event("cards_shuffled", {"zone": "bank", "count": len(deck(game, len(players))), "all": True}, reveals=True))
    p.deal += 1
    p.order, p.first_leader, p.leader = players, leader, leader
    p.hands, p.won, p.discard, p.bank, p.trick, p.trick_no = [], [], [], [], [], 0
    p.flags = style.flags_of(p.options, p.deal)
    p.equal = p.options.gleichstart == "always"
    if p.options.style_mode == "winners_options" and p.deal > 1:
        p.phase = "options"
    else:
        prepare_start(game)


def prepare_start(game: Emotrions) -> None:
    """The style is settled; now the equal start, offered from the second deal on (EMO-9.3)."""
    p = game.position
    if p.options.gleichstart == "on_request" and p.deal > 1:
        p.phase = "equal_start"
    else:
        deal_out(game)


def deck(game: Emotrions, players: int) -> tuple[int, ...]:
    """All cards of a deal in canonical order: one deck, or two with five or six players (EMO-2.2)."""
    cards = game.cards
    return cards.packs[1 if game.position.options.one_deck else cards.decks[players]]


def deal_out(game: Emotrions) -> None:
    """Shuffle and deal six cards each; the rest is the bank (EMO-2.3, EMO-2.6, EMO-9.1)."""
    p, cards = game.position, game.cards
    nothing = [0] * len(cards.ids)
    p.hands, p.won = [nothing[:] for _ in range(p.seats)], [nothing[:] for _ in range(p.seats)]
    p.discard = nothing[:]
    about = {"phase": "deal", "deal": p.deal, "seat": p.first_leader, "flags": flag_token(p.flags), "equal": p.equal}
    game.tell(Event("phase_began", about | {"seats": p.order}, log="deal_equal" if p.equal else "deal"))
    pack = list(deck(game, len(p.order)))
    if p.equal:
        for card in cards.cards_of(cards.equal_start) * len(p.order):
            pack.remove(card)
    game.shuffle(pack, "deal")
    pack.reverse()  # the shuffled list has the top card first, the bank has it last
    p.bank = pack
    deal_hands(game)
    p.known = [hand[:] if p.equal else nothing[:] for hand in p.hands] if p.equal or p.flags & BANK_UP else []
    if p.flags & BANK_UP:
        trick.show_top(game)
    trick.begin(game)


def deal_hands(game: Emotrions) -> None:
    """Six cards each, one at a time from the first leader on; in the equal start the same six for all (EMO-2.6, EMO-9.1)."""
    p, cards = game.position, game.cards
    order = p.in_turn(p.first_leader)
    if p.equal:
        for seat in order:
            p.hands[seat] = cards.equal_start[:]
    else:
        for _ in range(cards.hand_size):
            for seat in order:
                p.hands[seat][p.bank.pop()] += 1
    for seat in order:
        public: dict[str, Any] = {"seat": seat, "from": "bank", "to": HAND[seat]}
        named = cards.ids_of(p.hands[seat])
        if p.equal or p.flags & HANDS_OPEN:
            game.tell(Event("cards_moved", public | {"cards": named}, reveals=True))
        else:
            game.tell(Event("cards_moved", public | {"count": len(named)}, {"cards": named}, (seat,), reveals=True))


def finish(game: Emotrions) -> None:
    """Cards left in hand count as won; points are counted (EMO-5.2, EMO-5.3)."""
    p, cards = game.position, game.cards
    for seat in p.order:
        hand = p.hands[seat]
        if any(hand):
            left = cards.ids_of(hand)
            game.tell(
                Event(
                    "cards_moved",
                    {"seat": seat, "from": HAND[seat], "to": WON[seat], "cards": left, "points": cards.value_of(hand)},
                    log="keeps",
                    reveals=True,
                )
            )
            p.won[seat] = [a + b for a, b in zip(p.won[seat], hand, strict=True)]
            p.hands[seat] = [0] * len(hand)
    score(game, {seat: cards.value_of(p.won[seat]) for seat in p.order})


def score(game: Emotrions, points: dict[int, int]) -> None:
    """The deal points are added to the totals; then the match goes on or ends (EMO-6.1, EMO-6.7)."""
    p = game.position
    p.points = [points.get(seat, 0) for seat in range(p.seats)]
    p.totals = [total + won for total, won in zip(p.totals, p.points, strict=True)]
    won = winner(p)
    p.deals_won[won] += 1
    p.story, p.known = None, []
    game.tell(
        Event(
            "score_changed",
            {"deal": p.deal, "points": p.points, "totals": p.totals, "seats": p.order, "seat": won},
            log="scores",
        )
    )
    verdict = match.judge(p, game.cards.target)
    for seat, left in verdict.out:
        p.out.append(Out(seat, p.deal, left))
        if not left:
            game.tell(Event("seat_out", {"seat": seat, "total": p.totals[seat], "deal": p.deal}, log="knocked_out"))
    if verdict.reason is not None:
        match.end(game, verdict.winner, verdict.reason)
        return
    if verdict.group:
        if verdict.group != p.playoff:
            game.tell(Event("phase_began", {"phase": "playoff", "seats": verdict.group}, log="playoff"))
        p.playoff_deals = p.playoff_deals + 1 if p.playoff else verdict.deals
        p.playoff, p.exact_playoff = verdict.group, verdict.exact
    players = p.playoff or p.still_in()
    # EMO-5.6, EMO-7.2: the deal winner leads, or if they do not play on, the best of those who do
    prepare(game, players, won if won in players else best(p, players))


def winner(p: Position) -> int:
    """The deal winner: most deal points, on a tie the first in turn order from the first leader (EMO-5.5)."""
    return best(p, p.order)


def best(p: Position, seats: Iterable[int]) -> int:
    """Who of these scored most in the last deal; ties as in EMO-5.5."""
    turn = p.in_turn(p.first_leader)
    return max(seats, key=lambda seat: (p.points[seat], -turn.index(seat)))
