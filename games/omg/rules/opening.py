"""Before the first turn: who starts, shuffling and cutting, the first hands, the mulligan (OMG-4)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from games.engine.event import Event
from games.engine.prompt import ONE, Prompt
from games.omg.rules import stock
from games.omg.rules.position import DECK_ZONE, HAND_ZONE, NOBODY, SEATS, Job
from games.omg.rules.turn import HAND

if TYPE_CHECKING:
    from games.omg.rules.game import Omg

KEEP, MULLIGAN = "keep", "mulligan"


def starter(game: Omg) -> tuple[str, int]:
    """How it is decided who starts, and who (OMG-4.3)."""
    p = game.position
    wanted = p.options.starter
    if p.planned != NOBODY:
        return "agreed" if wanted == "agreed" else "plan", p.planned
    if wanted == "less_experienced" and p.experience[0] != p.experience[1]:
        return wanted, 0 if p.experience[0] < p.experience[1] else 1
    return "coin", game.below(2, "coin")


def begin(game: Omg) -> None:
    """Who starts; both decks are shuffled; then cuts, if the table wants them, and the deal (OMG-4.1)."""
    p = game.position
    method, p.starter = starter(game)
    p.turn = p.starter
    about: dict[str, Any] = {"seat": p.starter, "method": method}
    if method == "less_experienced":
        about["experience"] = p.experience[:]
    game.tell(Event("rolled" if method == "coin" else "chosen", about, log=f"starts_{method}"))
    for seat in SEATS:
        stock.shuffle(game, seat)
    p.agenda.append(Job("deal"))
    if p.options.cut:
        p.agenda.append(Job("cut"))


def ask_cut(game: Omg, _job: Job) -> list[Prompt]:
    """Where to cut the opponent's deck; nowhere, when time is up."""
    decks = [side.deck for side in game.position.sides]
    return [Prompt(seat, "cut", list(range(len(decks[1 - seat]))), ONE, False, [0], secret=True) for seat in SEATS]


def cut(game: Omg, job: Job, answers: dict[int, list[Any]]) -> None:
    """So many cards go from the top to the bottom."""
    game.drop(job)
    for seat, choice in answers.items():
        side = game.position.sides[1 - seat]
        size = len(side.deck) - choice[0]
        side.deck = side.deck[size:] + side.deck[:size]
        game.tell(Event("chosen", {"seat": seat, "position": choice[0]}, log="cuts"))


def deal(game: Omg, job: Job) -> bool:
    """Seven cards each; then the mulligan is asked of both (OMG-4.2, OMG-4.5)."""
    p = game.position
    game.drop(job)
    p.agenda.append(Job("begin", p.starter))
    p.agenda.append(Job("mulligan"))
    for seat in (p.starter, 1 - p.starter):
        if p.reason is None:
            stock.draw(game, seat, HAND)
    return True


def may_redraw(game: Omg, seat: int) -> bool:
    """A hand without a user may be drawn again, if the deck holds one (OMG-4.4)."""
    side, is_user = game.position.sides[seat], game.cards.is_user
    return not any(is_user[card] for card in side.hand) and any(is_user[card] for card in side.deck)


def ask_mulligan(game: Omg, _job: Job) -> list[Prompt]:
    """Both are asked at the same time and in any case, as a question to one alone would tell (OMG-4.5)."""
    return [
        Prompt(seat, "mulligan", [KEEP, MULLIGAN] if may_redraw(game, seat) else [KEEP], ONE, False, [KEEP], secret=True)
        for seat in SEATS
    ]


def mulligan(game: Omg, job: Job, answers: dict[int, list[Any]]) -> None:
    """The redraws, start player first."""
    p = game.position
    game.drop(job)
    for seat in (p.starter, 1 - p.starter):
        redraws = answers[seat][0] == MULLIGAN
        game.tell(Event("chosen", {"seat": seat, "choice": answers[seat][0]}, log="redraws" if redraws else "keeps"))
        while redraws and may_redraw(game, seat):
            redraw(game, seat)


def redraw(game: Omg, seat: int) -> None:
    """The hand is shown, shuffled into the deck, and replaced (OMG-4.4)."""
    side = game.position.sides[seat]
    hand = side.hand[:]
    public = {"seat": seat, "zone": HAND_ZONE[seat], "cards": game.cards.ids_of(hand)}
    game.tell(Event("cards_revealed", public, log="shows_hand", reveals=True))
    side.hand, side.known_hand, side.shown_hand = [], [], []
    stock.into_deck(game, seat, hand)
    stock.moved(game, seat, hand, HAND_ZONE[seat], DECK_ZONE[seat], "")
    stock.shuffle(game, seat)
    stock.draw(game, seat, HAND)
