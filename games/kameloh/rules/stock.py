"""The stock: deck or oases, drawing, burying, searching, turning up and down (KMO-4, KMO-8), and what is known of it (KMO-19)."""

from __future__ import annotations

from bisect import insort
from typing import TYPE_CHECKING

from games.engine.event import Event
from games.engine.prompt import Prompt
from games.kameloh.rules.cards import NOTHING, Filter
from games.kameloh.rules.position import DECK_ZONE, HAND_ZONE, OASIS_ZONE, Job, Side

if TYPE_CHECKING:
    from games.kameloh.rules.game import Kameloh

ANY = Filter()
NO_MONSTERS = Filter(kind=("violet", "blue", "green"))
MOST_BURIED = 2
POINTS_LEFT_IN_HAND = 2
"""For the other side, for each monster that is not bought free (KMO-17.5)."""


def inactive(game: Kameloh, seat: int) -> list[int]:
    """The oases of a player with cards and their top face down."""
    side = game.position.sides[seat]
    return [number for number, oasis in enumerate(side.oases) if oasis and not side.active[number]]


def left(game: Kameloh, seat: int) -> list[int]:
    """The oases that have not dried up."""
    return [number for number, oasis in enumerate(game.position.sides[seat].oases) if oasis]


def sources(game: Kameloh, seat: int) -> list[str]:
    """Where a search may look: the deck, or each oasis, as zones."""
    if game.position.options.variant == "dufo":
        return [DECK_ZONE[seat]] if game.position.sides[seat].deck else []
    return [OASIS_ZONE[seat][number] for number in left(game, seat)]


# --- hands: what others know of them ----------------------------------------------------------------------------------------


def from_hand(game: Kameloh, seat: int, card: int, *, unseen: bool = False) -> None:
    """A card leaves a hand. If nobody else sees which, any of those known may be it, so of each kind one fewer is certain."""
    side = game.position.sides[seat]
    side.hand.remove(card)
    for known in (side.known_hand, side.shown_hand):
        if unseen:
            for kind in set(known):
                known.remove(kind)
        elif known.count(card) > side.hand.count(card):
            known.remove(card)


def to_hand_unseen(game: Kameloh, seat: int, card: int, *, known: bool) -> None:
    """A card comes to a hand; `known`: everybody knows which."""
    side = game.position.sides[seat]
    insort(side.hand, card)
    if known:
        insort(side.known_hand, card)
        insort(side.shown_hand, card)


# --- drawing -------------------------------------------------------------------------------------------------------------------


def draw_from_deck(game: Kameloh, seat: int) -> bool:
    """The next card of the deck, if there is one (Dufo)."""
    side = game.position.sides[seat]
    if not side.deck:
        return False
    card = side.deck.pop()
    forget_stock(game, seat)
    insort(side.hand, card)
    tell_drawn(game, seat, card, DECK_ZONE[seat])
    return True


def draw_from_oasis(game: Kameloh, seat: int, number: int) -> None:
    """The top card of an inactive oasis."""
    side = game.position.sides[seat]
    card, known = pop_top(side, number)
    if not known:
        forget_stock(game, seat, number)
    to_hand_unseen(game, seat, card, known=known)
    tell_drawn(game, seat, card, OASIS_ZONE[seat][number])


def tell_drawn(game: Kameloh, seat: int, card: int, zone: str) -> None:
    """A card drawn: its owner sees it."""
    public = {"seat": seat, "from": zone, "to": HAND_ZONE[seat], "count": 1}
    game.tell(Event("cards_moved", public, {"cards": [game.cards.ids[card]]}, (seat,), "draws", True))


def pop_top(side: Side, number: int) -> tuple[int, bool]:
    """Take the top card of an oasis, and whether everybody knows which it is; the next one is face down (KMO-8.3)."""
    card = side.oases[number].pop()
    known = side.active[number] or side.open_tops[number]
    side.active[number] = side.open_tops[number] = False
    if card in side.known_oases[number]:
        side.known_oases[number].remove(card)
    if known:
        for seen in (side.open_oases[number], side.known_stock):
            if card in seen:
                seen.remove(card)
                break
    return card, known


def forget_stock(game: Kameloh, seat: int, number: int = NOTHING) -> None:
    """A card has left the stock unseen: of those others know to be in it one fewer of each kind is certain."""
    side = game.position.sides[seat]
    for seen in (side.known_stock, *([] if number == NOTHING else [side.open_oases[number]])):
        for kind in set(seen):
            seen.remove(kind)


# --- turning -------------------------------------------------------------------------------------------------------------------


def turn_up(game: Kameloh, seat: int, number: int) -> None:
    """Turn the top card of an inactive oasis face up (KMO-8.4)."""
    side = game.position.sides[seat]
    side.active[number] = True
    card = game.cards.ids[side.oases[number][-1]]
    public = {"seat": seat, "zone": OASIS_ZONE[seat][number], "top": card, "oasis": number + 1, "card": card}
    game.tell(Event("cards_revealed", public, log="activates", reveals=True))


def turn_down(game: Kameloh, seat: int, number: int, log: str) -> None:
    """Turn it face down again; everybody remembers which card it is."""
    side = game.position.sides[seat]
    side.active[number], side.open_tops[number] = False, True
    game.tell(Event("state_changed", {"seat": seat, "zone": OASIS_ZONE[seat][number], "oasis": number + 1}, log=log))


# --- putting under ----------------------------------------------------------------------------------------------------------


def bury(game: Kameloh, seat: int, card: int, number: int) -> None:
    """A hand card goes face down under an own oasis (KMO-8.5)."""
    side = game.position.sides[seat]
    from_hand(game, seat, card, unseen=True)
    side.oases[number].insert(0, card)
    insort(side.known_oases[number], card)
    public = {"seat": seat, "from": HAND_ZONE[seat], "to": OASIS_ZONE[seat][number], "count": 1, "oasis": number + 1}
    game.tell(Event("cards_moved", public, {"cards": [game.cards.ids[card]]}, (seat,), "buries", True))


def put_under(game: Kameloh, owner: int, card: int, source: str, zone: str) -> None:
    """A card all have seen goes to the bottom of the deck or of an oasis."""
    side = game.position.sides[owner]
    public = {"seat": owner, "cards": [game.cards.ids[card]], "from": source}
    if zone == "deck":
        side.deck.insert(0, card)
        insort(side.known_stock, card)
        game.tell(Event("cards_moved", public | {"to": DECK_ZONE[owner]}, log="buries_self"))
        return
    number = OASIS_ZONE[owner].index(zone)
    side.oases[number].insert(0, card)
    insort(side.known_oases[number], card)
    insort(side.open_oases[number], card)
    game.tell(Event("cards_moved", public | {"to": zone}, log="buries_self"))


# --- searching ----------------------------------------------------------------------------------------------------------------


def search(game: Kameloh, seat: int, zone: str, card: int = NOTHING, step: int = NOTHING) -> None:
    """Look through the own deck or one own oasis; what may be taken follows from the clause, or from the option (KMO-8.10)."""
    side = game.position.sides[seat]
    number = NOTHING if zone == DECK_ZONE[seat] else OASIS_ZONE[seat].index(zone)
    pile = side.deck if number == NOTHING else side.oases[number]
    public = {"seat": seat, "zone": zone} | ({} if number == NOTHING else {"oasis": number + 1})
    shown = {"cards": game.cards.ids_of(sorted(pile))}
    game.tell(Event("cards_revealed", public, shown, (seat,), "searches" if number == NOTHING else "searches_oasis", True))
    if number != NOTHING:
        side.known_oases[number] = sorted(pile)
    game.position.agenda.append(Job("take", seat, card, step=step, number=number))


def takeable(game: Kameloh, job: Job) -> list[int]:
    """What a search may take."""
    side = game.position.sides[job.seat]
    pile = side.deck if job.number == NOTHING else side.oases[job.number]
    if job.card != NOTHING:
        wanted = game.cards.effect[job.card][job.step].filter
    else:
        wanted = NO_MONSTERS if game.position.options.search == "no_monsters" else ANY
    return sorted({held for held in pile if game.cards.matches(held, wanted)})


def run_take(game: Kameloh, job: Job) -> bool:
    """Ask if there is anything; else the rest of the search happens all the same."""
    if takeable(game, job):
        return False
    finish_search(game, job)
    return True


def ask_take(game: Kameloh, job: Job) -> Prompt:
    """One of the cards."""
    return Prompt(job.seat, "take", [("take", card) for card in takeable(game, job)])


def take(game: Kameloh, job: Job, card: int) -> None:
    """Into the hand, unseen by the opponent (KMO-8.6)."""
    side = game.position.sides[job.seat]
    zone = DECK_ZONE[job.seat] if job.number == NOTHING else OASIS_ZONE[job.seat][job.number]
    (side.deck if job.number == NOTHING else side.oases[job.number]).remove(card)
    forget_stock(game, job.seat, job.number)
    if job.number != NOTHING and card in side.known_oases[job.number]:
        side.known_oases[job.number].remove(card)
    insort(side.hand, card)
    public = {"seat": job.seat, "from": zone, "to": HAND_ZONE[job.seat], "count": 1}
    game.tell(Event("cards_moved", public, {"cards": [game.cards.ids[card]]}, (job.seat,), "takes", True))
    finish_search(game, job)


def finish_search(game: Kameloh, job: Job) -> None:
    """The rest is shuffled and lies face down."""
    game.drop(job)
    side = game.position.sides[job.seat]
    if job.number == NOTHING:
        shuffle_deck(game, job.seat)
        return
    side.active[job.number] = side.open_tops[job.number] = False
    oasis = side.oases[job.number]
    if len(oasis) > 1:
        game.shuffle(oasis, "oasis")
    public = {"seat": job.seat, "zone": OASIS_ZONE[job.seat][job.number], "oasis": job.number + 1}
    game.tell(Event("cards_shuffled", public, log="shuffles_oasis"))


def shuffle_deck(game: Kameloh, seat: int) -> None:
    """Shuffle the deck."""
    game.shuffle(game.position.sides[seat].deck, "deck")
    game.tell(Event("cards_shuffled", {"seat": seat, "zone": DECK_ZONE[seat]}, log="shuffles"))
