"""Why something may not be laid, in a sentence a player can check (EMO-3, EMO-11)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from games.engine.errors import Text

if TYPE_CHECKING:
    from games.emotrions.rules.game import Emotrions


def why_not(game: Emotrions, seat: int, thing: Any) -> Text | None:
    """The reason for one option name such as `joy+sadness`, as far as the player may know it; None if there is none to give."""
    p, cards = game.position, game.cards
    if p.phase not in ("play", "reply") or seat != p.to_lay:
        return None
    names = thing.split("+") if isinstance(thing, str) else []
    if not names or any(name not in cards.number for name in names):
        return None
    laid = sorted(cards.number[name] for name in names)
    for card in laid:
        if laid.count(card) > p.hands[seat][card]:
            return Text("why.not_in_hand", {"card": cards.ids[card]})
    if len(laid) > 2:
        return Text("why.too_many")
    if len(laid) == 2 and not cards.may_pair(*laid):
        if cards.hunger in laid:
            return Text("why.hunger_alone")
        return Text("why.two_indecisions" if laid == [cards.indecision] * 2 else "why.signs")
    if p.phase == "reply":
        return _why_no_reply(game, seat, tuple(laid))
    return None


def _why_no_reply(game: Emotrions, seat: int, reply: tuple[int, ...]) -> Text | None:
    cards, attack = game.cards, game.position.trick[0][1]
    if reply in cards.replies_from(game.position.hands[seat], attack):
        return None
    if cards.indecision in attack:
        return Text("why.reply_count", {"count": len(attack)})
    if attack == (cards.hunger,):
        return Text("why.reply_hunger")
    if reply == (cards.strength,):
        return Text("why.reply_strength")
    return Text("why.reply_same", {"cards": cards.named[attack]})
