"""Operations on cards in hands, decks and discard piles, and what they ask (OMG-A, OMG-15)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from games.engine.event import Event
from games.engine.prompt import Prompt
from games.omg.rules import board, operations, stock, table, targets
from games.omg.rules.cards import Clause
from games.omg.rules.position import DECK_ZONE, DISCARD_ZONE, HAND_ZONE, Job

if TYPE_CHECKING:
    from games.omg.rules.game import Omg

NONE = ("none", 0)
"""The option to take nothing."""

Card = tuple[int, int]
"""A card of several that are offered, and which of its copies."""


def each(cards: list[int]) -> list[Card]:
    """Cards in their order, copies told apart by number."""
    copies: dict[int, int] = {}
    offered: list[Card] = []
    for card in cards:
        copies[card] = copies.get(card, 0) + 1
        offered.append((card, copies[card]))
    return offered


def _number(game: Omg, job: Job, clause: Clause) -> int:
    return board.amount(game, clause, job.seat, board.user_of(game, job.user))


def fits(game: Omg, card: int, what: str) -> bool:
    """Whether a card is of this type, or any."""
    return what in ("any", game.cards.type[card])


def deployable(game: Omg, seat: int, most: int) -> list[int]:
    """The users in a hand that may be put into play, each once."""
    cards = game.cards
    hand = dict.fromkeys(game.position.sides[seat].hand)
    return [card for card in hand if cards.is_user[card] and cards.w[card] <= most and board.may_enter(game, card)]


# --- operations -----------------------------------------------------------------------------------------------------------------


def draw(game: Omg, job: Job, clause: Clause, _found: targets.Found) -> None:
    """The target players draw, AP all of its cards first (OMG-5.3)."""
    for seat in sorted(board.players(clause, job.seat), key=lambda seat: seat != game.position.turn):
        if game.position.reason is None:
            stock.draw(game, seat, _number(game, job, clause))


def discard_choice(game: Omg, job: Job, clause: Clause, _found: targets.Found) -> None:
    """The target players discard by own choice, what is there."""
    for seat in board.players(clause, job.seat):
        to_discard(game, seat, _number(game, job, clause))


def to_discard(game: Omg, seat: int, count: int) -> None:
    """A player is to discard so many cards; if that is all of them, nothing is asked."""
    hand = game.position.sides[seat].hand
    if len(hand) <= count:
        if hand:
            game.tell(Event("forced", {"seat": seat, "kind": "discard", "cards": game.cards.ids_of(hand)}))
            stock.discard(game, seat, hand[:], "discards")
    elif count:
        game.position.agenda.append(Job("discard_cards", seat, number=count))


def discard_random(game: Omg, job: Job, clause: Clause, _found: targets.Found) -> None:
    """The target players discard at random, what is there."""
    for seat in board.players(clause, job.seat):
        stock.random_discard(game, seat, _number(game, job, clause))


def mill(game: Omg, job: Job, clause: Clause, _found: targets.Found) -> None:
    """Cards from the top of the target players' decks go to their discard piles."""
    for seat in board.players(clause, job.seat):
        stock.mill(game, seat, _number(game, job, clause))


def search_deck(game: Omg, job: Job, clause: Clause, _found: targets.Found) -> None:
    """A card of a type, or none, from the own deck to the hand; it is shown, the deck is shuffled."""
    game.position.agenda.append(Job("pick", job.seat, job.card, job.clause, name="search_deck"))


def recover(game: Omg, job: Job, clause: Clause, _found: targets.Found) -> None:
    """A card of a type from the own discard pile to the hand; one that is there must be taken."""
    found = _in_discard(game, job.seat, clause.what)
    if len(found) == 1:
        game.tell(Event("forced", {"seat": job.seat, "kind": "pick_card", "cards": game.cards.ids_of(found)}))
        _recovered(game, job.seat, found[0])
    elif found:
        game.position.agenda.append(Job("pick", job.seat, job.card, job.clause, name="recover"))


def look_top(game: Omg, job: Job, clause: Clause, _found: targets.Found) -> None:
    """The controller looks at the top cards of the own deck and puts them back in any order."""
    seat = job.seat
    count = min(_number(game, job, clause), len(game.position.sides[seat].deck))
    if count:
        stock.look(game, seat, count)
        if count > 1:
            game.position.agenda.append(Job("order", seat, job.card, number=count))


def dig_top(game: Omg, job: Job, clause: Clause, _found: targets.Found) -> None:
    """The controller looks at the top cards of the own deck, takes one and puts the rest below in any order."""
    seat = job.seat
    count = min(_number(game, job, clause), len(game.position.sides[seat].deck))
    if count:
        stock.look(game, seat, count)
        game.position.agenda.append(Job("pick", seat, job.card, job.clause, number=count, name="dig_top"))


def reshuffle(game: Omg, job: Job, clause: Clause, _found: targets.Found) -> None:
    """Up to so many chosen cards from the own discard pile go into the deck, which is shuffled."""
    if game.position.sides[job.seat].discard:
        number = _number(game, job, clause)
        game.position.agenda.append(Job("pick", job.seat, job.card, job.clause, number=number, name="reshuffle"))


def deploy(game: Omg, job: Job, clause: Clause, _found: targets.Found) -> None:
    """A user with W up to the amount from the hand into play, free, or none."""
    if game.position.sides[job.seat].hand:
        number = _number(game, job, clause)
        game.position.agenda.append(Job("pick", job.seat, job.card, job.clause, number=number, name="deploy"))


def _in_discard(game: Omg, seat: int, what: str) -> list[int]:
    """The cards of a type in a discard pile, each once."""
    return [card for card in dict.fromkeys(game.position.sides[seat].discard) if fits(game, card, what)]


# --- picking --------------------------------------------------------------------------------------------------------------------


def ask_pick(game: Omg, job: Job) -> Prompt:
    """Which cards; the options are in the order in which they are seen, or in that of the cards."""
    side = game.position.sides[job.seat]
    match job.name:
        case "search_deck":
            what = game.cards.clauses[job.card][job.clause].what
            found = sorted({card for card in side.deck if fits(game, card, what)})
            return Prompt(job.seat, "pick_card", [*each(found), NONE])
        case "recover":
            found = _in_discard(game, job.seat, game.cards.clauses[job.card][job.clause].what)
            return Prompt(job.seat, "pick_card", list(each(found)))
        case "deploy":
            return Prompt(job.seat, "pick_card", [*each(deployable(game, job.seat, job.number)), NONE])
        case "reshuffle":
            cards = each(sorted(side.discard))
            return Prompt(job.seat, "pick_card", list(cards), (0, min(job.number, len(cards))), default=[])
    cards = each(side.deck[: -job.number - 1 : -1])
    return Prompt(job.seat, "pick_card", list(cards), (1, len(cards)), ordered=True)


def answer_pick(game: Omg, job: Job, choice: list[Any]) -> None:
    """Take what was picked."""
    game.drop(job)
    seat, p = job.seat, game.position
    match job.name:
        case "search_deck":
            if choice[0] != NONE:
                card = choice[0][0]
                stock.out_of_deck(game, seat, card)
                stock.to_hand(game, seat, card)
                stock.moved(game, seat, [card], DECK_ZONE[seat], HAND_ZONE[seat], "finds")
            else:
                game.tell(Event("chosen", {"seat": seat, "count": 0}, log="finds_nothing"))
            stock.shuffle(game, seat)
        case "recover":
            _recovered(game, seat, choice[0][0])
        case "deploy":
            if choice[0] != NONE:
                stock.from_hand(game, seat, choice[0][0])
                table.enter(game, seat, choice[0][0], HAND_ZONE[seat], "deploys")
            else:
                game.tell(Event("chosen", {"seat": seat, "count": 0}, log="deploys_nothing"))
        case "reshuffle":
            cards = [card for card, _copy in choice]
            for card in cards:
                p.sides[seat].discard.remove(card)
            stock.into_deck(game, seat, cards)
            if cards:
                stock.moved(game, seat, cards, DISCARD_ZONE[seat], DECK_ZONE[seat], "reshuffles")
            stock.shuffle(game, seat)
        case _:
            _dig(game, seat, job.number, choice)


def _recovered(game: Omg, seat: int, card: int) -> None:
    side = game.position.sides[seat]
    newest = len(side.discard) - 1 - side.discard[::-1].index(card)
    del side.discard[newest]
    stock.to_hand(game, seat, card)
    stock.moved(game, seat, [card], DISCARD_ZONE[seat], HAND_ZONE[seat], "recovers")


def _dig(game: Omg, seat: int, count: int, choice: list[Card]) -> None:
    """The first card picked is taken; others follow below in the order they were picked, then the rest as they lay."""
    side = game.position.sides[seat]
    seen = each(side.deck[: -count - 1 : -1])
    del side.deck[-count:]
    taken = choice[0][0]
    below = [*choice[1:], *(card for card in seen if card not in choice)]
    side.deck = [card for card, _copy in reversed(below)] + side.deck
    stock.dug(game, seat, taken, count)


# --- ordering and discarding ----------------------------------------------------------------------------------------------------


def ask_order(game: Omg, job: Job) -> Prompt:
    """The top cards in any order, the new top first."""
    cards = list(each(game.position.sides[job.seat].deck[: -job.number - 1 : -1]))
    return Prompt(job.seat, "order_top", cards, (len(cards), len(cards)), ordered=True, default=cards)


def answer_order(game: Omg, job: Job, choice: list[Any]) -> None:
    """Put them back."""
    game.drop(job)
    deck = game.position.sides[job.seat].deck
    deck[-len(choice) :] = [card for card, _copy in reversed(choice)]
    game.tell(Event("chosen", {"seat": job.seat, "count": len(choice)}, log="orders"))


def ask_discard(game: Omg, job: Job) -> Prompt:
    """Which cards of the hand; when time is up, those drawn last."""
    cards = list(each(game.position.sides[job.seat].hand))
    return Prompt(job.seat, "discard", cards, (job.number, job.number), default=cards[-job.number :])


def answer_discard(game: Omg, job: Job, choice: list[Any]) -> None:
    """Discard them."""
    game.drop(job)
    stock.discard(game, job.seat, [card for card, _copy in choice], "discards")


# --- who takes an attached card -------------------------------------------------------------------------------------------------


def run_receive(game: Omg, job: Job) -> bool:
    """A card that moves: first from whom, where that is open, then to whom; a single choice is not asked (OMG-12.4)."""
    users = operations.receivers_of(game, job)
    if len(users) > 1:
        return False
    if users:
        answer_receive(game, job, [users[0].uid])
    else:
        game.drop(job)
    return True


def ask_receive(game: Omg, job: Job) -> Prompt:
    """One of the users."""
    return Prompt(job.seat, "target", [user.uid for user in operations.receivers_of(game, job)])


def answer_receive(game: Omg, job: Job, choice: list[Any]) -> None:
    """Move it, once both users are known."""
    if job.uid == -1:
        job.uid = choice[0]
        return
    game.drop(job)
    source, user = board.user_of(game, job.uid), board.user_of(game, choice[0])
    if source is not None and user is not None and source.attached is not None:
        piece, source.attached = source.attached, None
        log = "moves_card" if board.controller(game, source.uid) == job.seat else "steals_card"
        table.receive(game, job.seat, user, piece, table.user_zone(source), log)


OPERATIONS: dict[str, operations.Operation] = operations.named(
    (draw, discard_choice, discard_random, mill, search_deck, recover, look_top, dig_top, reshuffle, deploy)
)
