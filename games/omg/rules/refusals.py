"""Why something is not offered, with the rule, by what everybody knows and by the own hand (OMG-14.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from games.engine.errors import Text
from games.engine.prompt import Prompt
from games.omg.rules import actions, board, specials, table
from games.omg.rules.cards import ATTACHABLE
from games.omg.rules.position import NOBODY, WEBSITE_ZONE, User

if TYPE_CHECKING:
    from games.omg.rules.game import Omg

ATTACKS = ("attack", "attack_player")
SECOND = 2


def why_not(game: Omg, seat: int, name: str) -> Text | None:
    """The reason, by the name of what was asked for; None where there is nothing better to say than that it is not offered."""
    verb, _, rest = name.partition(":")
    first, *others = rest.split(":")
    p = game.position
    if p.reason is not None:
        return None
    top = p.agenda[-1] if p.agenda else None
    acting = top is not None and top.kind == "actions" and p.turn == seat
    if verb == "pass":
        return Text("reason.no_window")
    if verb == "special":
        window = top.name if top is not None and top.kind == "window" and top.seat == seat else None
        return _special(game, seat, first, window if window is not None or not acting else specials.ACTION_PROMPT)
    if verb not in (*actions.KINDS, *ATTACKS):
        return None
    over = _over(game, seat, verb) if acting else Text("reason.not_now")
    if over is not None:
        return over
    if verb in ATTACKS:
        return _attack(game, seat, verb, _user(game, first), _user(game, others[0]) if others else None)
    if verb == "ability":
        return _ability(game, seat, first, others)
    return _play(game, seat, verb, first, _user(game, others[0]) if others else None)


def _over(game: Omg, seat: int, verb: str) -> Text | None:
    """OMG-5.4 to OMG-5.7."""
    p = game.position
    if verb in ATTACKS and p.sides[seat].turns <= 1:
        return Text("reason.first_round")
    if p.actions <= 0:
        return Text("reason.no_actions")
    again = verb in ATTACKS and p.second and p.attacks < SECOND
    return Text("reason.attacked") if p.attacks and not again else None


def _user(game: Omg, name: str) -> tuple[int, User] | None:
    """A user on the table by its name in options, such as `u5`, with who has it."""
    return board.find(game, int(name[1:])) if name[:1] == "u" and name[1:].isdecimal() and len(name) < 12 else None


def _attack(game: Omg, seat: int, verb: str, attacker: tuple[int, User] | None, foe: tuple[int, User] | None) -> Text | None:
    """OMG-8.1, OMG-9.1."""
    users = game.position.sides[1 - seat].users
    if verb == "attack_player" and users:
        return Text("reason.users_there")
    if attacker is None or attacker[0] != seat:
        return Text("reason.not_your_user")
    if attacker[1] not in board.attackers(game):
        return Text("reason.no_attack", {"card": game.cards.ids[attacker[1].card]})
    if verb == "attack_player":
        return None
    if not users:
        return Text("reason.no_users")
    if foe is None or foe[0] == seat:
        return Text("reason.no_foe")
    if board.works(game, "unattackable", foe[1], foe[0]):
        return Text("reason.unattackable", {"card": game.cards.ids[foe[1].card]})
    return None if foe[1] in board.attackable(game) else Text("reason.taunt")


def _ability(game: Omg, seat: int, source: str, others: list[str]) -> Text | None:
    """OMG-6.7, OMG-12.8."""
    uid = int(source[1:]) if source[:1] == "u" and source[1:].isdecimal() and len(source) < 12 else NOBODY
    piece = next((piece for piece, _user in actions.sources(game, seat) if piece.uid == uid), None)
    number = int(others[0]) - 1 if others and others[0].isdecimal() and len(others[0]) < 3 else -1
    if piece is None or number not in game.cards.on[piece.card].get("activate", ()):
        return Text("reason.no_ability")
    if number in piece.spent or number in piece.gone:
        return Text("reason.used")
    cost = game.cards.clauses[piece.card][number].cost
    side = game.position.sides[seat]
    return _dear("reason.dear_card", cost.op, side.op) if cost is not None and cost.op > side.op else Text("reason.no_ability")


def _dear(key: str, price: int, op: int) -> Text:
    return Text(key, {"price": price, "op": op})


def _play(game: Omg, seat: int, verb: str, name: str, bearer: tuple[int, User] | None) -> Text | None:
    """A card of the hand: its price, where it may lie, what lies there already."""
    card = game.cards.by_name.get(name)
    if card is None:
        return None
    dear = _price(game, seat, verb, card)
    if dear is not None:
        return dear
    if card not in game.position.sides[seat].hand:
        return Text("reason.not_in_hand")
    if verb in ("attach", "replace_attachment"):
        return _bearer(game, seat, verb, card, bearer) if game.cards.type[card] in ATTACHABLE else None
    replaces, _, kind = verb.rpartition("_")
    there = bool(board.missions(game, seat)) if kind == "mission" else game.position.sides[seat].website is not None
    if kind not in ("mission", "website") or there is bool(replaces):
        return None
    return Text("reason.nothing_there" if replaces else f"reason.{kind}_there")


def _price(game: Omg, seat: int, verb: str, card: int) -> Text | None:
    """OMG-1.7, OMG-6.1, OMG-6.2."""
    op, cost = game.position.sides[seat].op, game.cards.data[card].cost.op
    if verb != "play_user" or not game.cards.is_user[card]:
        return _dear("reason.dear_card", cost, op) if cost > op else None
    if not board.may_enter(game, card):
        return Text("reason.personality", {"card": game.cards.ids[card]})
    price = actions.user_price(game, seat, card)
    return _dear("reason.too_dear", price, op) if price > op else None


def _bearer(game: Omg, seat: int, verb: str, card: int, bearer: tuple[int, User] | None) -> Text | None:
    """OMG-7.1 to OMG-7.3."""
    foreign = game.cards.data[card].attach_to == "enemy"
    if bearer is None or (bearer[0] == seat) is foreign:
        return Text("reason.foreign_bearer" if foreign else "reason.own_bearer")
    if not board.may_bear(game, bearer[1], bearer[0], card, seat):
        return Text("reason.immune", {"card": game.cards.ids[bearer[1].card]})
    if bearer[1].attached is not None and (verb == "attach" or foreign):
        return Text("reason.foreign_taken" if foreign else "reason.bearer_taken", {"card": game.cards.ids[bearer[1].card]})
    return Text("reason.nothing_there") if verb == "replace_attachment" and bearer[1].attached is None else None


def _special(game: Omg, seat: int, name: str, window: str | None) -> Text | None:
    """OMG-11.1, OMG-11.7, OMG-11.9."""
    card = game.cards.by_name.get(name)
    if card is None or not game.cards.timing[card]:
        return None
    side, uid = game.position.sides[seat], game.position.agenda[-1].uid if game.position.agenda else NOBODY
    if card not in side.hand:
        return Text("reason.not_in_hand")
    if window is None:
        return Text("reason.no_specials_now")
    if board.barred(game, seat):
        return Text("reason.barred")
    announced = specials.announced_of(game, uid) if window != specials.ACTION_PROMPT else None
    if not specials.in_time(game, seat, card, window, announced):
        return Text(f"reason.timing.{game.cards.timing[card]}")
    price = specials.price(game, card, board.for_player(game, "special_cost", seat))
    if price > side.op:
        return _dear("reason.dear_card", price, side.op)
    if game.cards.data[card].cost.actions and (
        game.cards.data[card].cost.actions > game.position.actions or game.position.attacks
    ):
        return Text("reason.attacked" if game.position.attacks else "reason.no_actions")
    return Text("reason.no_target" if specials.conditions_hold(game, seat, card) else "reason.condition")


# --- everything that could be touched -------------------------------------------------------------------------------------------

ASKED = ("action", "window")
"""Questions at which one may wonder why a card cannot be played."""


def reasons(game: Omg, prompt: Prompt) -> dict[str, Text]:
    """Why not, of what no option begins with: cards of the hand by their ids, those on the table by their zones (UX-4.2)."""
    if prompt.kind not in ASKED:
        return {}
    seat, found = prompt.seat, {}
    offered = {option[1] for option in prompt.options if option[0] not in ("surf", "ability", *ATTACKS) and len(option) > 1}
    for card in dict.fromkeys(game.position.sides[seat].hand):
        reason = None if card in offered else _of_hand(game, seat, card)
        if reason is not None:
            found[game.cards.ids[card]] = reason
    return found | (_on_table(game, seat, prompt.options) if prompt.kind == "action" else {})


def _of_hand(game: Omg, seat: int, card: int) -> Text | None:
    """Of a card of the hand; of what has to be attached, by whoever comes nearest to bearing it."""
    name, kind = game.cards.names[card], game.cards.type[card]
    if kind in ATTACHABLE:
        return _of_attachable(game, seat, card)
    if kind == "mission":
        why = why_not(game, seat, f"mission:{name}")
        return Text("reason.no_bearer") if why is None or why.key == "reason.mission_there" else why
    return why_not(game, seat, f"{'play_user' if kind == 'user' else kind}:{name}")


def _of_attachable(game: Omg, seat: int, card: int) -> Text | None:
    """OMG-7.1, OMG-7.2: no user that could bear it, or each has a card or is immune."""
    foreign = game.cards.data[card].attach_to == "enemy"
    users = game.position.sides[1 - seat if foreign else seat].users
    name = game.cards.names[card]
    found = [why for user in users if (why := why_not(game, seat, f"attach:{name}:u{user.uid}")) is not None]
    if found:
        return next((why for why in found if why.key != "reason.immune"), found[0])
    why = why_not(game, seat, f"attach:{name}")
    lacking = why is not None and why.key in ("reason.own_bearer", "reason.foreign_bearer")
    return Text("reason.no_foreign_bearer" if foreign else "reason.no_bearer") if lacking else why


def _on_table(game: Omg, seat: int, options: list[Any]) -> dict[str, Text]:
    """Own users that can neither attack nor use an ability, users of the other side that cannot be attacked, websites."""
    sides, found = game.position.sides, {}
    acting = {option[1] for option in options if option[0] in ("ability", *ATTACKS)}
    struck = {option[2] for option in options if option[0] == "attack"}
    strikers = board.attackers(game)
    for user in sides[seat].users:
        borne = user.attached is not None and user.attached.uid in acting
        if user.uid not in acting and not borne:
            foe = next(iter(sides[1 - seat].users), None)
            verb = f"attack:u{user.uid}:u{foe.uid}" if foe is not None else f"attack_player:u{user.uid}"
            why = _of_abilities(game, seat, user.uid) or why_not(game, seat, verb)
            if why is not None:
                found[table.user_zone(user)] = why
    for foe in sides[1 - seat].users if strikers else ():
        why = None if foe.uid in struck else why_not(game, seat, f"attack:u{strikers[0].uid}:u{foe.uid}")
        if why is not None:
            found[table.user_zone(foe)] = why
    site = sides[seat].website
    why = _of_abilities(game, seat, site.uid) if site is not None and site.uid not in acting else None
    return found | ({WEBSITE_ZONE[seat]: why} if why is not None else {})


def _of_abilities(game: Omg, seat: int, uid: int) -> Text | None:
    """Of the first ability of a card, if it has one; with no actions left that is the reason."""
    piece = table.piece_of(game, uid)
    numbers = game.cards.on[piece.card].get("activate", ()) if piece is not None else ()
    return why_not(game, seat, f"ability:u{uid}:{numbers[0] + 1}") if numbers else None
