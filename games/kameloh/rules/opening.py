"""Before the first turn: who starts, the opening hands, the oases (KMO-4, KMO-5)."""

from __future__ import annotations

from bisect import insort
from typing import TYPE_CHECKING, Any

from games.engine.event import Event
from games.kameloh.rules import stock
from games.kameloh.rules.position import DECK_ZONE, NOBODY, OASIS_ZONE, Job

if TYPE_CHECKING:
    from games.kameloh.rules.game import Kameloh

YELLOW_FIRST = 3


def starter(game: Kameloh) -> tuple[str, int]:
    """How it is decided who starts, and who (KMO-5)."""
    p = game.position
    wanted = p.options.starter
    if p.planned != NOBODY:  # a plan goes before whatever the table was opened with (RNK-4.3), such as in a return match
        return "agreed" if wanted == "agreed" else "plan", p.planned
    if wanted == "auto":
        wanted = "coin" if p.options.variant == "dufo" else "less_experienced"
    if wanted == "less_experienced":
        known = p.experience
        if known[0] != known[1]:
            return wanted, 0 if known[0] < known[1] else 1
    return "coin", game.below(2, "coin")


def begin(game: Kameloh) -> None:
    """The coin first, then everything of the first seat, then of the second (KMO-4.1)."""
    p = game.position
    method, p.starter = starter(game)
    about: dict[str, Any] = {"seat": p.starter, "method": method}
    if method == "less_experienced" or any(p.experience):
        about["experience"] = p.experience[:]
    game.tell(Event("rolled" if method == "coin" else "chosen", about, log=f"starts_{method}"))
    for seat in range(p.seats):
        deal(game, seat)
    p.agenda.append(Job("begin", p.starter))


def deal(game: Kameloh, seat: int) -> tuple[int, int]:
    """Opening hand, then oases and dates; how many cards were drawn for three yellow ones, and how many of those were shown."""
    p, kinds = game.position, game.cards.kind
    side, options = p.sides[seat], p.options
    if options.variant == "kamelkoenig":  # KMO-4.6
        side.fusion = [card for card in side.deck if kinds[card] == "violet"]
        side.deck = [card for card in side.deck if kinds[card] != "violet"]
    game.shuffle(side.deck, "deck")
    drawn = draw_three(game, seat)
    shown: list[int] = []
    if len(drawn) > options.hand:  # KMO-4.4
        shown = show_and_return(game, seat, drawn)
    else:
        for card in drawn:
            insort(side.hand, card)
            stock.tell_drawn(game, seat, card, DECK_ZONE[seat])
    while len(side.hand) < options.hand and side.deck:
        card = side.deck.pop()
        stock.forget_stock(game, seat)
        insort(side.hand, card)
        stock.tell_drawn(game, seat, card, DECK_ZONE[seat])
    if options.variant == "dufo":
        side.dates = 1
    else:
        lay_out(game, seat)
        side.dates = 0 if seat == p.starter else 1  # KMO-4.7
    return len(drawn), len(shown)


def draw_three(game: Kameloh, seat: int) -> list[int]:
    """One card at a time until three are yellow (KMO-4.2)."""
    side, kinds, drawn = game.position.sides[seat], game.cards.kind, list[int]()
    yellow = 0
    while yellow < YELLOW_FIRST and side.deck:
        drawn.append(side.deck.pop())
        yellow += kinds[drawn[-1]] == "yellow"
    return drawn


def show_and_return(game: Kameloh, seat: int, drawn: list[int]) -> list[int]:
    """Too many were drawn: the three yellow ones stay, the others are shown and shuffled back (KMO-4.4)."""
    side, kinds = game.position.sides[seat], game.cards.kind
    keep = [card for card in drawn if kinds[card] == "yellow"]
    shown = sorted(card for card in drawn if kinds[card] != "yellow")
    for card in keep:
        insort(side.hand, card)
        stock.tell_drawn(game, seat, card, DECK_ZONE[seat])
    public = {"seat": seat, "zone": DECK_ZONE[seat], "cards": game.cards.ids_of(shown)}
    game.tell(Event("cards_revealed", public, log="shows_setup", reveals=True))
    side.deck += shown
    stock.shuffle_deck(game, seat)
    side.known_stock = shown[:]
    return shown


def lay_out(game: Kameloh, seat: int) -> None:
    """The stock is dealt onto the oases, one card at a time (KMO-4.5)."""
    p = game.position
    side, count = p.sides[seat], p.options.oases
    side.oases = [[] for _ in range(count)]
    for number, card in enumerate(reversed(side.deck)):
        side.oases[number % count].append(card)
    side.deck = []
    side.active, side.open_tops = [False] * count, [False] * count
    side.known_oases, side.open_oases = [[] for _ in range(count)], [[] for _ in range(count)]
    for number, oasis in enumerate(side.oases):
        public = {"seat": seat, "from": DECK_ZONE[seat], "to": OASIS_ZONE[seat][number], "count": len(oasis)}
        game.tell(Event("cards_moved", public, log="" if number else "lays_oases"))
