"""What options and questions are called, and how they are shown (PRO-4.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from games.engine.errors import Text
from games.engine.prompt import Option, Prompt
from games.omg.rules import actions, board, cardplay, foresight, refusals, specials, table
from games.omg.rules.cards import Cards
from games.omg.rules.position import DECK_ZONE, DISCARD_ZONE, HAND_ZONE, NOBODY, WEBSITE_ZONE

if TYPE_CHECKING:
    from games.omg.rules.game import Omg

WITH_CARD = tuple(verb for verb in (*actions.KINDS, "special") if verb not in ("surf", "ability"))
"""Verbs after which a card stands, then users."""

PASSING = ("pass", "end_actions")
CHOOSING_CARDS = {"search_deck": DECK_ZONE, "dig_top": DECK_ZONE, "recover": DISCARD_ZONE, "reshuffle": DISCARD_ZONE}


def token(cards: Cards, option: Any) -> str:
    """The name of an option: `play_user:B011`, `attach:B227:u3`, `special:B278:u4`, `ability:u5:1:u7`, `B005.2`."""
    if not isinstance(option, tuple):
        return str(option)
    verb = option[0]
    if isinstance(verb, int):
        return cards.names[verb] if option[1] == 1 else f"{cards.names[verb]}.{option[1]}"
    if verb == "none":
        return "none"
    if verb == "ability":
        _, source, number, *chosen = option
        return ":".join([verb, f"u{source}", str(number + 1), *(f"u{uid}" for uid in chosen)])
    parts = [verb]
    rest = list(option[1:])
    if verb in WITH_CARD:
        parts.append(cards.names[rest.pop(0)])
    return ":".join(parts + [f"u{uid}" for uid in rest if uid != actions.PLAYER])


# --- questions ------------------------------------------------------------------------------------------------------------------


def question(game: Omg, prompt: Prompt) -> Text:
    """What is asked, by its kind and what it is about."""
    job = game.position.agenda[-1]
    match prompt.kind:
        case "action":
            return Text("prompt.action", {"actions": game.position.actions})
        case "window":
            return Text(f"prompt.window.{job.name}")
        case "split":
            return Text("prompt.split", {"points": job.data[prompt.seat]})
        case "discard":
            least, most = prompt.pick
            return Text("prompt.discard" if least else "prompt.discard.optional", {"least": least, "most": most})
        case "pick_card":
            return Text(f"prompt.pick_card.{job.name}", {"card": game.cards.ids[job.card], "most": prompt.pick[1]})
        case "order_top":
            return Text("prompt.order_top", {"count": prompt.pick[1]})
        case "optional":
            return Text("prompt.optional", {"card": game.cards.ids[job.card], "clause": job.clause + 1})
        case "target":
            if job.kind == "receive":
                key = "prompt.target.from" if job.uid == NOBODY else "prompt.target.to"
                return Text(key, {"card": game.cards.ids[job.card]})
            return Text(f"prompt.target.{game.cards.clauses[job.card][job.clause].op}", {"card": game.cards.ids[job.card]})
    return Text(f"prompt.{prompt.kind}")


# --- options --------------------------------------------------------------------------------------------------------------------


def describe(game: Omg, prompt: Prompt, option: Any) -> Option:
    """How an option looks: what it costs, which cards it uses, where it goes."""
    if not isinstance(option, tuple):
        return _plain(game, prompt, option)
    if isinstance(option[0], int) or option == cardplay.NONE:
        return _card(game, prompt, option)
    return _deed(game, prompt.seat, option)


def _plain(game: Omg, prompt: Prompt, option: Any) -> Option:
    """An answer that is no card: a user, a number, a word."""
    if prompt.kind == "target":
        user = board.user_of(game, option)
        args = {"card": game.cards.ids[user.card]} if user is not None else {}
        return Option(Text("option.target", args), refs=(f"user_{option}",))
    if prompt.kind == "split":
        points = game.position.agenda[-1].data[prompt.seat]
        return Option(Text("option.split", {"ep": option, "op": points - option}), effect={"ep": option, "op": points - option})
    if prompt.kind == "cut":
        return Option(Text("option.cut", {"position": option}))
    effect = foresight.of_choice(game, prompt.seat, option) if prompt.kind == "tactic" else {}
    return Option(Text(f"option.{prompt.kind}.{option}"), effect=effect)


def _card(game: Omg, prompt: Prompt, option: Any) -> Option:
    """A card to be picked, ordered or discarded."""
    if option == cardplay.NONE:
        return Option(Text("option.none"), role="pass")
    job, id_ = game.position.agenda[-1], game.cards.ids[option[0]]
    zone = DECK_ZONE if prompt.kind == "order_top" else CHOOSING_CARDS.get(job.name, HAND_ZONE)
    return Option(Text(f"option.{prompt.kind}", {"card": id_}), cards=(id_,), refs=(zone[prompt.seat],))


def _deed(game: Omg, seat: int, option: Any) -> Option:
    """An action or a special card."""
    verb = option[0]
    if verb in PASSING:
        return Option(Text(f"option.{verb}"), role="pass", effect=_of_passing(game, seat, option))
    if verb == "surf":
        gain = max(0, actions.SURF_OP + board.for_player(game, "surf_bonus", seat))
        return Option(Text("option.surf", {"op": gain}), effect={"gain": gain})
    if verb in ("attack", "attack_player"):
        return _attack(game, option)
    if verb == "ability":
        return _ability(game, seat, option)
    return _play(game, seat, option)


def _of_passing(game: Omg, seat: int, option: Any) -> dict[str, Any]:
    """What the special card that is not answered does to the attack (OMG-11.4)."""
    top = game.position.agenda[-1]
    return foresight.of_choice(game, seat, option) if top.kind == "window" and top.name == "W-RESP" else {}


def _users(game: Omg, uids: list[int]) -> tuple[dict[str, Any], tuple[str, ...]]:
    """How users that an option names are called, and where they lie."""
    found = [user for uid in uids if (user := board.user_of(game, uid)) is not None]
    args: dict[str, Any] = {"named": [game.cards.ids[user.card] for user in found]} if found else {}
    return args, tuple(table.user_zone(user) for user in found)


def _attack(game: Omg, option: Any) -> Option:
    args, refs = _users(game, list(option[1:]))
    names = dict(zip(("attacker", "defender"), args["named"], strict=False))
    return Option(Text(f"option.{option[0]}", names), cards=tuple(args["named"][:1]), refs=refs)


def _ability(game: Omg, seat: int, option: Any) -> Option:
    _, uid, number, *chosen = option
    piece, user = next((one for one in actions.sources(game, seat) if one[0].uid == uid), (None, None))
    args, refs = _users(game, chosen)
    zone = table.user_zone(user) if user is not None else WEBSITE_ZONE[seat]
    id_ = game.cards.ids[piece.card] if piece is not None else ""
    cost = game.cards.clauses[piece.card][number].cost if piece is not None else None
    effect = {"actions": cost.actions, "price": cost.op} if cost is not None else {}
    key = "option.ability.on" if chosen else "option.ability"
    return Option(Text(key, {"card": id_, "clause": number + 1, **args}), cards=(id_,), refs=(zone, *refs), effect=effect)


def _play(game: Omg, seat: int, option: Any) -> Option:
    """A card of the hand."""
    verb, card, *uids = option
    id_ = game.cards.ids[card]
    args, refs = _users(game, uids)
    if verb == "play_user":
        price = actions.user_price(game, seat, card)
    elif verb == "special":
        price = specials.price(game, card, board.for_player(game, "special_cost", seat))
    else:
        price = game.cards.data[card].cost.op
    key = f"option.{verb}.on" if refs else f"option.{verb}"
    label = Text(key, {"card": id_, "price": price, "actions": game.cards.data[card].cost.actions, **args})
    effect = {"price": price} | (foresight.of_choice(game, seat, option) if verb == "special" else {})
    return Option(label, cards=(id_,), refs=(HAND_ZONE[seat], *refs), effect=effect)


# --- why not --------------------------------------------------------------------------------------------------------------------


def why_not(game: Omg, seat: int, thing: Any) -> Text | None:
    """Why something is not offered, by what everybody may know of it and by the own hand."""
    name = thing if isinstance(thing, str) else token(game.cards, thing) if isinstance(thing, tuple) else ""
    return refusals.why_not(game, seat, name)


def reasons(game: Omg, prompt: Prompt) -> dict[str, Text]:
    """Why not, of everything that could be touched and is not offered."""
    return refusals.reasons(game, prompt)
