"""The opening, the turns and their actions (INN-2, INN-3, INN-11)."""

from __future__ import annotations

from bisect import insort
from typing import TYPE_CHECKING, Any

from games.engine.event import Event
from games.engine.prompt import ONE, Prompt
from games.innovation.rules import dogma, moves
from games.innovation.rules.position import AGES, FREE

if TYPE_CHECKING:
    from games.innovation.rules.game import Innovation

DRAW = "draw"
ACHIEVE = [f"achieve:age-{age}" for age in (0, *AGES)]
POINTS_PER_AGE = 5


def deal(game: Innovation) -> None:
    """Shuffle the supply piles, lay out the achievements, deal two cards each, one at a time (INN-2.2, INN-2.3)."""
    p, cards = game.position, game.cards
    for age in AGES:
        game.shuffle(p.supply[age], "supply")
    p.achievements = [p.supply[age].pop() for age in AGES[:-1]]
    for _ in range(2):
        for seat in range(p.seats):
            card = p.supply[1].pop()
            insort(p.hands[seat], card)
            p.seen[card] |= 1 << seat
            game.tell(moves.drawn(cards, seat, card))


def ask_opening(game: Innovation) -> list[Prompt]:
    """Everybody picks one of their two cards (INN-2.4)."""
    ids = game.cards.ids
    return [
        Prompt(seat, "initial_meld", [ids[card] for card in hand], secret=True, clock="common")
        for seat, hand in enumerate(game.position.hands)
    ]


def open_with(game: Innovation, picks: dict[int, list[Any]]) -> None:
    """All picks are melded at once; the first in the English alphabet starts (INN-2.5)."""
    chosen = {seat: game.cards.of[pick[0]] for seat, pick in picks.items()}
    for seat, card in chosen.items():
        moves.meld(game, card, seat, "hand")
    begin(game, min(chosen, key=lambda seat: game.cards.place[chosen[seat]]))


def begin(game: Innovation, seat: int) -> None:
    """A turn of two actions; of one for who starts, and for the second of four players (INN-3.1, INN-3.2)."""
    p = game.position
    p.turn += 1
    p.turn_of = seat
    p.actions_left = 1 if p.turn == 1 or (p.turn == 2 and p.seats == 4) else 2
    p.phase = "action"
    game.tell(Event("turn_began", {"seat": seat, "turn": p.turn}, log="turn"))


def claimable(game: Innovation, seat: int) -> list[int]:
    """The ages this player could achieve now (INN-11.1)."""
    p = game.position
    points = game.points(seat)
    if points < POINTS_PER_AGE:
        return []
    highest = game.top_age(seat)
    return [age for age, owner in enumerate(p.owners, 1) if owner == FREE and points >= POINTS_PER_AGE * age and highest >= age]


def ask_action(game: Innovation) -> list[Prompt]:
    """Draw, meld, dogma, achieve (INN-17.4)."""
    p, meld, activate = game.position, game.meld_options, game.dogma_options
    seat = p.turn_of
    options = [DRAW]
    options += [meld[card] for card in p.hands[seat]]
    options += [activate[card] for card in sorted(p.tops(seat))]
    options += [ACHIEVE[age] for age in claimable(game, seat)]
    return [Prompt(seat, "action", options, ONE)]


def act(game: Innovation, option: str) -> bool:
    """Carry out an action as far as it goes; whether it is over."""
    p = game.position
    seat = p.turn_of
    p.actions_left -= 1
    verb, _, what = option.partition(":")
    if verb == DRAW:
        moves.draw(game, seat, game.draw_age(seat))
    elif verb == "meld":
        moves.meld(game, game.cards.by_name[what], seat, "hand")
    elif verb == "achieve":
        achieve(game, seat, int(what.removeprefix("age-")))
    else:
        dogma.begin(game, seat, game.cards.by_name[what])
        return dogma.run(game)
    return True


def achieve(game: Innovation, seat: int, age: int) -> None:
    """Take a normal achievement; the points stay (INN-11.1)."""
    game.position.owners[age - 1] = seat
    game.tell(moves.taken(game.cards, seat, age))
    game.check_achievements(seat)


def go_on(game: Innovation) -> None:
    """After an action: the next one, or the next player's turn; Monument counters are cleared then (INN-3.4)."""
    p = game.position
    p.phase = "action"
    if not p.actions_left:
        p.tucked, p.scored = [0] * p.seats, [0] * p.seats
        begin(game, (p.turn_of + 1) % p.seats)
