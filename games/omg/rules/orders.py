"""Conditional orders, such as "if I am attacked, play this" (OMG-11.14): occasions that everybody sees, cards of the own hand."""

from __future__ import annotations

from itertools import permutations
from typing import TYPE_CHECKING, Any

from games.engine.errors import Text
from games.engine.order import Offer, Order
from games.engine.prompt import Prompt
from games.omg.rules.cards import CHOOSING
from games.omg.rules.position import NOBODY, SEATS

if TYPE_CHECKING:
    from games.omg.rules.game import Omg

CLASSES = {"combat": "user_attacked", "player": "player_attacked", "act": "act", "small": "small", "start": "start", "end": "end"}
"""What a window of a class is the occasion for, if it is the other one's turn."""

OCCASIONS = ("attacked", *list(CLASSES.values())[:2], "attack", "special", *list(CLASSES.values())[2:])
ATTACKED = ("attacked", "user_attacked", "player_attacked")
ATTACKS = (*ATTACKED, "attack")

BY_TIMING = {
    "any": tuple(name for name in OCCASIONS if name != "special"),
    "combat": ("attacked", "user_attacked", "attack"),
    "opponent_attack": ATTACKED,
    "own_action_step": (),
}
"""Occasions on which a special card can ever be played, by its timing (OMG-11.1)."""

ANSWERED = {"special": "special", "surf": "small", "mission": "small"}
"""Occasions for cards that answer an announcement, by its kind; others are actions (OMG-11.6)."""

COMBATANTS = {"attacker": "attacker", "defender": "defender"}
"""Targets that are named by their part in the attack."""


def occasions_of(game: Omg, prompt: Prompt) -> tuple[str, ...]:
    """What the window that is open is the occasion for."""
    if prompt.stop == "response":
        return ("special",)
    if game.position.turn == prompt.seat:
        return ("attack",) if prompt.stop in ("combat", "player") else ()
    if prompt.stop not in CLASSES:
        return ()
    name = CLASSES[prompt.stop]
    return ("attacked", name) if name in ATTACKED else (name,)


def offers(game: Omg, seat: int) -> list[Offer]:
    """What can be ordered of each special card of a hand, in the order in which they are held."""
    cards = game.cards
    held = [card for card in dict.fromkeys(game.position.sides[seat].hand) if cards.timing[card]]
    found = [_offer(game, seat, card) for card in held]
    return [offer for offer in found if offer.when]


def _offer(game: Omg, seat: int, card: int) -> Offer:
    cards = game.cards
    first = cards.clauses[card][0]
    ref = first.target.ref
    when = BY_TIMING.get(cards.timing[card]) or ()
    if cards.timing[card] == "response":
        when = (ANSWERED.get(first.what, "act"),)
    two = ref == "choose_two_own_users"
    named = {occasion: _targets(game, seat, ref, occasion) if ref in CHOOSING else [] for occasion in when}
    if first.op == "redirect_attack":  # never to where it goes already (OMG-11.7)
        named = {occasion: [name for name in targets if name != "defender"] for occasion, targets in named.items()}
    return Offer(cards.ids[card], named, int(ref in CHOOSING and not two), (2 if two else 1) if ref in CHOOSING else 0)


def _targets(game: Omg, seat: int, ref: str, occasion: str) -> list[str]:
    """The users on the sides that a card reaches, before them those that fight then."""
    seats = {"choose_enemy_user": (1 - seat,), "choose_any_user": SEATS}.get(ref, (seat,))
    fighting = {"attacker": seat if occasion == "attack" else 1 - seat, "defender": 1 - seat if occasion == "attack" else seat}
    if occasion not in ATTACKS:
        fighting = {}
    elif occasion == "player_attacked":
        del fighting["defender"]
    users = [f"u{user.uid}" for side in seats for user in game.position.sides[side].users]
    return [name for name, side in fighting.items() if side in seats] + users


def refused(game: Omg, seat: int, order: Order) -> Text | None:
    """Why something cannot be ordered, or cannot be any more; None if it stands."""
    cards = game.cards
    if order.when not in OCCASIONS:
        return Text("error.order.when", {"option": order.when})
    hand = {cards.ids[card]: card for card in game.position.sides[seat].hand}
    if order.card not in hand:
        return Text("error.order.hand")
    card = hand[order.card]
    if not cards.timing[card]:
        return Text("error.order.special", {"card": order.card})
    offer = _offer(game, seat, card)
    if order.when not in offer.when:
        return Text("error.order.never", {"card": order.card})
    named = set(order.targets)
    count = offer.least <= len(order.targets) <= offer.most and len(named) == len(order.targets)
    return None if count and named <= set(offer.when[order.when]) else Text("error.order.targets", {"card": order.card})


def option(game: Omg, prompt: Prompt, order: Order) -> Any | None:
    """The option of an open window that an order asks for; None if it is not the occasion, or the card cannot be played."""
    if order.when not in occasions_of(game, prompt):
        return None
    chosen, ids = set(permutations(_uid(game, name) for name in order.targets)), game.cards.ids
    cards = (one for one in prompt.options if one[0] == "special")
    return next((one for one in cards if ids[one[1]] == order.card and one[2:] in chosen), None)


def _uid(game: Omg, name: str) -> int:
    combat = game.position.combat
    if name in COMBATANTS:
        return NOBODY if combat is None else int(getattr(combat, COMBATANTS[name]))
    return int(name[1:])
