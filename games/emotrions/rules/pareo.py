"""Pareo: the challenger attacks, the Pareo replies with the same cards or declines (EMO-11)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.emotrions.rules import trick
from games.emotrions.rules.cards import DECLINE, Emotions, Play
from games.engine.event import Event
from games.engine.prompt import Prompt

if TYPE_CHECKING:
    from games.emotrions.rules.game import Emotrions


def ask(game: Emotrions) -> list[Prompt]:
    """The Pareo replies or declines; asked even when nothing else than declining is possible (EMO-13.3)."""
    p = game.position
    seat, (_, attack) = p.to_lay, p.trick[0]
    return [Prompt(seat, "reply", game.cards.replies_from(p.hands[seat], attack), default=[DECLINE], clock="window")]


def answer(game: Emotrions, reply: Play) -> None:
    """The Pareo lays the reply or declines; then the trick is resolved."""
    p = game.position
    p.phase = "play"
    if reply != DECLINE:
        trick.lay(game, reply)
        return
    seat = p.to_lay
    game.tell(Event("chosen", {"seat": seat, "reply": "none"}, log="declines"))
    p.trick.append((seat, DECLINE))
    resolve(game)


def resolve(game: Emotrions) -> None:
    """Who takes the cards, who is the next challenger, and the draw, challenger of this trick first (EMO-11.9 to EMO-11.11)."""
    p = game.position
    (challenger, attack), (replier, reply) = p.trick
    side = taker(game.cards, attack, reply)
    trick.collect(game, (None, challenger, replier)[side])
    hunger = game.cards.hunger in attack + reply
    p.leader = replier if reply != DECLINE and not hunger else challenger  # EMO-11.10
    trick.draw(game, [challenger, replier])


def taker(cards: Emotions, attack: Play, reply: Play) -> int:
    """Who takes the cards on the table: 1 the challenger, 2 the Pareo, 0 nobody (EMO-11.8, EMO-11.9)."""
    if cards.hunger in attack + reply:
        return 0
    attack_sign = cards.play_sign[attack]
    if reply == DECLINE:
        return 2 if attack_sign < 0 else 1
    sign = cards.play_sign[reply] or attack_sign  # an Indecision laid alone takes the sign of the attack
    return 1 if sign < 0 else 2
