"""Options by name, in words, and why something is not among them (Appendix B)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from games.engine.errors import Text
from games.engine.prompt import Option, Prompt
from games.kameloh.rules import arena, combat, money, moves, stock
from games.kameloh.rules.cards import Cards
from games.kameloh.rules.position import ARENA_ZONE, DESERT_ZONE, HAND_ZONE, NOBODY, OASIS_ZONE, SLOTS
from games.kameloh.rules.preview import preview

if TYPE_CHECKING:
    from games.kameloh.rules.game import Kameloh

PASSING = ("end_phase", "no_attack", "done", "settle", "decline")


def token(cards: Cards, option: Any) -> str:
    """The name of an option on the wire: `send:Y004:1`, `item:G010:arena_1_2`, `fuse:V011:-:arena:1+hand:Y031:1:none`."""
    verb, *rest = option
    return TOKENS[verb](cards.names, *rest) if verb in TOKENS else ":".join(map(str, option))


def _fuse_token(names: list[str], violet: int, item: int, chosen: tuple[moves.Part, ...], slot: int, fetch: str) -> str:
    parts = "+".join(part_token(names, part) for part in chosen)
    return f"fuse:{names[violet]}:{names[item] if item != NOBODY else '-'}:{parts}:{slot + 1}:{fetch}"


def _item_token(names: list[str], card: int, place: int, target: str, second: str) -> str:
    aims = "".join(f":{aim}" for aim in (target, second) if aim)
    return f"item:{names[card]}{aims}{_from(place)}"


TOKENS: dict[str, Callable[..., str]] = {
    "send": lambda names, card, slot, place: f"send:{names[card]}:{slot + 1}{_from(place)}",
    "item": _item_token,
    "waste": lambda names, card, place: f"waste:{names[card]}{_from(place)}",
    "mutate": lambda names, violet, item, slot, fetch: f"mutate:{names[violet]}:{names[item]}:{slot + 1}:{fetch}",
    "fuse": _fuse_token,
    "add": lambda names, slot, part: f"add:{slot + 1}:{part_token(names, part)}",
    "bury": lambda names, card, oasis: f"bury:{names[card]}:{oasis + 1}",
    "take": lambda names, card: f"take:{names[card]}",
    "ransom": lambda names, card: f"ransom:{names[card]}",
    "activate": lambda names, oasis: f"activate:{oasis + 1}",
    "draw": lambda names, oasis: f"draw:{oasis + 1}",
    "take_top": lambda names, oasis: f"take_top:{oasis + 1}",
    "search": lambda names, oasis: f"search:{oasis + 1}",
    "attack": lambda names, slot: "attack" if slot == NOBODY else f"attack:{slot + 1}",
}


def _from(place: int) -> str:
    return "" if place == moves.HAND else f"@oasis:{place + 1}"


def part_token(names: list[str], part: moves.Part) -> str:
    """An ingredient: `arena:1`, `hand:Y031`, `oasis:2`."""
    place, card = part
    if place >= moves.ARENA:
        return f"arena:{place - moves.ARENA + 1}"
    return f"hand:{names[card]}" if place == moves.HAND else f"oasis:{place + 1}"


def question(game: Kameloh, prompt: Prompt) -> Text:
    """What is asked, with the numbers that matter."""
    p = game.position
    job = p.agenda[-1]
    if prompt.kind == "choose":
        clause = game.cards.effect[job.card][job.step]
        need = job.targets.get("then", "")
        return Text(f"prompt.choose.{need or clause.do}", {"source": game.cards.ids[job.card]})
    if prompt.kind == "take":
        return Text("prompt.take", {"source": game.cards.ids[job.card]} if job.card != NOBODY else {})
    about, args = QUESTIONS.get(prompt.kind, _ask_plainly)(game, prompt.seat)
    return Text(f"prompt.{prompt.kind}{about}", {"dates": p.sides[prompt.seat].dates} | args)


def _ask_plainly(game: Kameloh, seat: int) -> tuple[str, dict[str, Any]]:
    return "", {}


def _ask_to_play(game: Kameloh, seat: int) -> tuple[str, dict[str, Any]]:
    """How many monsters may still be sent; in Kamelkönig also whether the oasis action is still open."""
    p = game.position
    left = moves.MOST_SENT - p.sent
    return ("" if left else ".full") + (".used" if p.options.variant == "kamelkoenig" and p.package else ""), {"left": left}


def _ask_oasis(game: Kameloh, seat: int) -> tuple[str, dict[str, Any]]:
    """Whether cards may still be buried, and how far the hand may be filled."""
    p = game.position
    bury = 0 if p.drawn else stock.MOST_BURIED - p.buried
    return "" if bury else ".now", {"left": bury, "hand": len(p.sides[seat].hand), "size": p.options.hand}


def _ask_attack(game: Kameloh, seat: int) -> tuple[str, dict[str, Any]]:
    alone = len(combat.able(game, seat)) == len(SLOTS) and len(arena.own(game, 1 - seat)) == 1
    return ".with" if alone else "", {"more": combat.ALONE_OF_TWO} if alone else {}


def _ask_in_combat(game: Kameloh, seat: int) -> tuple[str, dict[str, Any]]:
    """What will happen if nobody does anything more."""
    whom, args = combat.threat(game)
    return f".{whom}", args | {"seat": game.position.turn}


def _ask_ransom(game: Kameloh, seat: int) -> tuple[str, dict[str, Any]]:
    """How many monsters are left in the hand, and what they are worth to the other side (KMO-17.5)."""
    count = sum(game.cards.monster[card] for card in game.position.sides[seat].hand)
    return "", {"count": count, "loss": count * stock.POINTS_LEFT_IN_HAND, "seat": 1 - seat}


QUESTIONS: dict[str, Callable[[Kameloh, int], tuple[str, dict[str, Any]]]] = {
    "monster": _ask_to_play,
    "play": _ask_to_play,
    "main": _ask_to_play,
    "refill": _ask_oasis,
    "search": _ask_oasis,
    "attack": _ask_attack,
    "striker": lambda game, seat: ("", {"more": combat.ALONE_OF_TWO}),
    "attack_items": _ask_in_combat,
    "defend_items": _ask_in_combat,
    "reply_items": _ask_in_combat,
    "ransom": _ask_ransom,
}
"""By kind of question: what is added to its key, and its arguments beside the dates."""


def describe(game: Kameloh, prompt: Prompt, option: Any) -> Option:
    """How an option looks: what it costs, which cards it uses, where it goes."""
    return DESCRIBE.get(option[0], _plain)(game, prompt.seat, option)


def _plain(game: Kameloh, seat: int, option: Any) -> Option:
    verb = option[0]
    return Option(Text(f"option.{verb}"), role="pass" if verb in PASSING else "normal")


def _place(seat: int, place: int) -> str:
    return HAND_ZONE[seat] if place == moves.HAND else OASIS_ZONE[seat][place]


def _send(game: Kameloh, seat: int, option: Any) -> Option:
    _, card, slot, place = option
    price = max(0, game.cards.price[card] + money.price_change(game, seat))
    id_ = game.cards.ids[card]
    label = Text("option.send", {"card": id_, "slot": slot + 1, "price": price})
    refs = (_place(seat, place), ARENA_ZONE[seat][slot])
    return Option(label, cards=(id_,), refs=refs, effect={"price": price})


def _item(game: Kameloh, seat: int, option: Any) -> Option:
    _, card, place, target, second = option
    price = max(0, game.cards.price[card] + money.item_price_change(game, seat))
    id_ = game.cards.ids[card]
    args: dict[str, Any] = {"card": id_, "price": price} | aim_args(game, target, "target") | aim_args(game, second, "second")
    key = f"option.item_{_aim(target)}" if target else "option.item"
    key = f"{key}_with" if second else key
    refs = (_place(seat, place), *(aim for aim in (target, second) if aim.startswith(("arena", "oasis"))))
    return Option(Text(key, args), cards=(id_,), refs=refs, effect={"price": price})


def _aim(code: str) -> str:
    """How texts name what an item is played on: a monster, a stock, or a card."""
    kind = code.partition("_")[0]
    return {"arena": "on", "oasis": "in", "deck": "in_deck"}.get(kind, "for")


def aim_args(game: Kameloh, code: str, name: str) -> dict[str, Any]:
    """What a target is called: a card, or an oasis by its number."""
    kind, _, rest = code.partition("_")
    monster = arena.at(game, code) if kind == "arena" else None
    if monster is not None:
        return {name: game.cards.ids[monster.card], "slot": int(rest.rpartition("_")[2])}
    if kind == "item":
        played = arena.item(game, int(rest))
        return {name: game.cards.ids[played.card]} if played is not None else {}
    if kind == "card":
        return {name: game.cards.ids[game.cards.by_name[rest]]}
    if kind == "oasis":
        return {name: "", "oasis": int(rest.rpartition("_")[2])}
    return {name: ""} if code else {}


def _waste(game: Kameloh, seat: int, option: Any) -> Option:
    _, card, place = option
    change = money.item_price_change(game, seat) if game.cards.kind[card] == "green" else 0
    price, id_ = max(0, game.cards.price[card] + change), game.cards.ids[card]
    refs = (_place(seat, place), DESERT_ZONE[seat])
    return Option(Text("option.waste", {"card": id_, "price": price}), "danger", True, (id_,), refs, {"price": price})


def _mutate(game: Kameloh, seat: int, option: Any) -> Option:
    _, violet, item, slot, fetch = option
    price = dict(moves.ways(game, seat, violet, item, of_mutation=True))[fetch]
    ids = game.cards.ids
    label = Text(f"option.mutate_{fetch}", {"card": ids[violet], "item": ids[item], "price": price})
    return Option(label, cards=(ids[violet], ids[item]), refs=(ARENA_ZONE[seat][slot],), effect={"price": price})


def _fuse(game: Kameloh, seat: int, option: Any) -> Option:
    _, violet, item, chosen, slot, fetch = option
    ids, change = game.cards.ids, money.price_change(game, seat)
    price = dict(moves.ways(game, seat, violet, item, of_mutation=False))[fetch]
    price += sum(max(0, game.cards.price[card] + change) for place, card in chosen if place < moves.ARENA)
    parts = [ids[card] for _, card in chosen]
    args: dict[str, Any] = {"card": ids[violet], "cards": parts, "price": price, "slot": slot + 1}
    used = (ids[violet], *([ids[item]] if item != NOBODY else []), *parts)
    if item != NOBODY:
        args["item"] = ids[item]
    key = f"option.fuse_{fetch}" if item != NOBODY else "option.fuse_plain"
    return Option(Text(key, args), cards=used, refs=(ARENA_ZONE[seat][slot],), effect={"price": price})


def _add(game: Kameloh, seat: int, option: Any) -> Option:
    _, slot, (place, card) = option
    price = 0 if place >= moves.ARENA else max(0, game.cards.price[card] + money.price_change(game, seat))
    id_ = game.cards.ids[card]
    return Option(Text("option.add", {"card": id_, "price": price}), cards=(id_,), refs=(ARENA_ZONE[seat][slot],))


def _bury(game: Kameloh, seat: int, option: Any) -> Option:
    id_ = game.cards.ids[option[1]]
    refs = (HAND_ZONE[seat], OASIS_ZONE[seat][option[2]])
    return Option(Text("option.bury", {"card": id_, "oasis": option[2] + 1}), cards=(id_,), refs=refs)


def _card(game: Kameloh, seat: int, option: Any) -> Option:
    id_ = game.cards.ids[option[1]]
    return Option(Text(f"option.{option[0]}", {"card": id_, "price": game.cards.price[option[1]]}), cards=(id_,))


def _oasis(game: Kameloh, seat: int, option: Any) -> Option:
    return Option(Text(f"option.{option[0]}", {"oasis": option[1] + 1}), refs=(OASIS_ZONE[seat][option[1]],))


def _package(game: Kameloh, seat: int, option: Any) -> Option:
    return Option(Text(f"option.package.{option[1]}"), role="pass" if option[1] == "none" else "normal")


def _choose(game: Kameloh, seat: int, option: Any) -> Option:
    code = option[1]
    args = aim_args(game, code, "target")
    if not args.get("target"):
        key = "option.choose_oasis" if "oasis" in args else "option.choose_slot"
        args = {"oasis": args["oasis"]} if "oasis" in args else {"slot": int(code.rpartition("_")[2])}
        return Option(Text(key, args), refs=(code,))
    monster = code.startswith("arena")
    key = "option.choose_monster" if monster else "option.choose"
    return Option(Text(key, args), cards=(args["target"],), refs=(code,) if monster else ())


def _attack(game: Kameloh, seat: int, option: Any) -> Option:
    """With what it would do as things stand (UX: the attack is previewed)."""

    slot = option[1]
    strikers = combat.able(game, seat)
    if slot != NOBODY:
        strikers = [monster for monster in strikers if monster is game.position.sides[seat].arena[slot]]
    _, _, dealt = combat.reckon(game, seat, strikers, arena.own(game, 1 - seat), alone_of_two=slot != NOBODY)
    whom, args = combat.in_words(game, dealt)
    if slot == NOBODY:
        label, slots = Text(f"option.attack_{whom}", args), [place for place in SLOTS if game.position.sides[seat].arena[place]]
    else:
        with_ = {"card": game.cards.ids[strikers[0].card], "slot": slot + 1, "other": args["card"], "dealt": args["dealt"]}
        label, slots = Text("option.attack_with", with_), [slot]
    zones = tuple(ARENA_ZONE[seat][place] for place in slots)
    return Option(label, role="primary", refs=zones, effect=preview(game, seat, slot))


DESCRIBE = {
    "send": _send,
    "item": _item,
    "waste": _waste,
    "mutate": _mutate,
    "fuse": _fuse,
    "add": _add,
    "bury": _bury,
    "take": _card,
    "ransom": _card,
    "activate": _oasis,
    "draw": _oasis,
    "take_top": _oasis,
    "search": _oasis,
    "package": _package,
    "choose": _choose,
    "attack": _attack,
}


def why_not(game: Kameloh, seat: int, thing: Any) -> Text | None:
    """The public reason why a move is not offered: free places, monsters sent, the package chosen (KMO-8, KMO-10)."""
    p = game.position
    verb, _, rest = thing.partition(":") if isinstance(thing, str) else ("", "", "")
    if verb == "send":
        if not arena.free_slots(game, seat):
            return Text("why.arena_full")
        if p.sent >= moves.MOST_SENT:
            return Text("why.sent_two", {"rule": SENT_TWO[p.options.variant]})
    if verb in ("send", "item", "waste", "ransom"):
        return _too_dear(game, seat, verb, rest) or Text(f"why.{verb}")
    if verb == "package" and p.package:
        return Text("why.one_package", {"rule": "KMO-9.2" if p.options.variant == "kamelkoenig" else "KMO-8.1"})
    if verb in ("mutate", "fuse", "add", "search", "draw", "bury", "activate", "take_top"):
        return Text(f"why.{verb}", {"dates": p.sides[seat].dates})
    return None


SENT_TWO = {"dufo": "KMO-7.2", "wimu": "KMO-8.2", "kamelkoenig": "KMO-9.1"}


def _too_dear(game: Kameloh, seat: int, verb: str, rest: str) -> Text | None:
    """What a card costs, if that is more than there is; the price is public, whether it is in the hand does not matter."""
    card = game.cards.by_name.get(rest.partition(":")[0].partition("@")[0])
    if card is None:
        return None
    change = 0
    if verb == "send":
        change = money.price_change(game, seat)
    elif game.cards.kind[card] == "green":
        change = money.item_price_change(game, seat)
    price, dates = max(0, game.cards.price[card] + change), game.position.sides[seat].dates
    args = {"card": game.cards.ids[card], "price": price, "dates": dates}
    return Text("why.price", args) if price > dates else None
