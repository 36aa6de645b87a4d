"""What must hold for a clause to count (OMG-A, conditions)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from games.omg.rules import board
from games.omg.rules.cards import Condition
from games.omg.rules.position import User

if TYPE_CHECKING:
    from games.omg.rules.game import Omg


def holds(game: Omg, condition: Condition, by: int, source: User | None) -> bool:
    """Whether a condition holds now, for who controls the clause and the user on whom it stands."""
    name, value = condition.name, condition.value
    if name in AT_TABLE:
        return AT_TABLE[name](game, by, value if isinstance(value, int) else 0)
    if source is None:
        return False
    if name in OF_SELF:
        return OF_SELF[name](game, source, str(value or "any"))
    return _in_combat(game, name, value, source)


def _in_combat(game: Omg, name: str, value: int | str | None, user: User) -> bool:
    """Conditions of a running combat, of one who fights in it (OMG-13.3)."""
    foe, combat = board.foe_of(game, user.uid), game.position.combat
    if foe is None or combat is None:
        return False
    match name:
        case "attacking":
            return combat.attacker == user.uid
        case "defending":
            return combat.defender == user.uid
        case "tactic":
            return combat.tactic == value
        case "foe_faction":
            return game.cards.faction[foe.card] == value
        case "foe_stunned":
            return foe.stunned
        case "foe_attachment":
            return board.bears(game, foe, str(value))
    return isinstance(value, int) and board.plain_w(game, foe) >= value


OF_SELF: dict[str, Callable[[Omg, User, str], bool]] = {
    "self_stunned": lambda _game, user, _type: user.stunned,
    "self_unstunned": lambda _game, user, _type: not user.stunned,
    "self_no_attachment": lambda _game, user, _type: user.attached is None,
    "self_attachment": lambda game, user, kind: board.bears(game, user, kind),
}
"""Conditions on the own card, or on the card it is attached to."""


def _faction(name: str) -> Callable[[Omg, int, int], bool]:
    return lambda game, by, value: board.of_faction(game, by, name) >= value


AT_TABLE: dict[str, Callable[[Omg, int, int], bool]] = {
    "have_website": lambda game, by, _: game.position.sides[by].website is not None,
    "opp_website": lambda game, by, _: game.position.sides[1 - by].website is not None,
    "have_mission": lambda game, by, _: bool(board.missions(game, by)),
    "opp_mission": lambda game, by, _: bool(board.missions(game, 1 - by)),
    "own_at_least": lambda game, by, value: len(game.position.sides[by].users) >= value,
    "own_exactly": lambda game, by, value: len(game.position.sides[by].users) == value,
    "opp_at_least": lambda game, by, value: len(game.position.sides[1 - by].users) >= value,
    "fewer_users": lambda game, by, _: len(game.position.sides[by].users) < len(game.position.sides[1 - by].users),
    "own_seo_at_least": _faction("seo"),
    "own_affiliate_at_least": _faction("affiliate"),
    "own_neutral_at_least": _faction("neutral"),
    "stunned_enemy": lambda game, by, _: any(user.stunned for user in game.position.sides[1 - by].users),
    "have_personality": lambda game, by, _: any(game.cards.personality[user.card] for user in game.position.sides[by].users),
    "hand_at_most": lambda game, by, value: len(game.position.sides[by].hand) <= value,
    "hand_at_least": lambda game, by, value: len(game.position.sides[by].hand) >= value,
    "op_at_most": lambda game, by, value: game.position.sides[by].op <= value,
    "op_at_least": lambda game, by, value: game.position.sides[by].op >= value,
    "opp_op_at_least": lambda game, by, value: game.position.sides[1 - by].op >= value,
    "ep_behind": lambda game, by, _: game.position.sides[by].ep < game.position.sides[1 - by].ep,
    "ep_ahead": lambda game, by, _: game.position.sides[by].ep > game.position.sides[1 - by].ep,
    "discard_at_least": lambda game, by, value: len(game.position.sides[by].discard) >= value,
    "own_turn": lambda game, by, _: game.position.turn == by,
    "opp_turn": lambda game, by, _: game.position.turn != by,
}
"""Conditions on the table and its players."""
