"""Options by name, in words, and why something is not among them (SPF-5.4, Appendix C)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from games.engine.errors import Text
from games.engine.prompt import Option, Prompt
from games.spieleflut.rules.cards import Cards
from games.spieleflut.rules.position import DESK_ZONE, HAND_ZONE, QUEUE_ZONE, State

if TYPE_CHECKING:
    from games.spieleflut.rules.game import Spieleflut

WITH_CARD = ("setup_place", "place", "queue", "swap_queue", "discard", "give_desk", "give_queue", "fallback_place", "card")
TAKING = ("take_discard", "swap_discard", "fallback_take")
PASSING = ("reward_decline", "reviews_done", "skip_extra", "end_turn")


STEPS: dict[str, tuple[State, ...]] = {
    "setup_place": ("SETUP",),
    **dict.fromkeys(("reward_desk", "reward_queue", "reward_decline"), ("REWARD",)),
    **dict.fromkeys(("draw", *TAKING), ("DRAW",)),
    **dict.fromkeys(("draw_extra", "skip_extra"), ("COMPENSATE",)),
    **dict.fromkeys(("place", "queue", "swap_queue", "discard", "give_desk", "give_queue", "fallback_place"), ("REVIEWS",)),
    **dict.fromkeys(("promote", "discard_queue", "team_swap", "reviews_done"), ("REVIEWS",)),
    **dict.fromkeys(("attach", "play", "buy", "pay", "pause", "end_turn"), ("ACTIONS",)),
    "card": ("BUY", "PAY", "PAUSE", "RECOVER"),
}
"""When each action is possible (SPF-5.4)."""

REASONS = {
    **dict.fromkeys(("reward_desk", "reward_queue", "reward_decline"), "reward"),
    **dict.fromkeys(("take_discard", "swap_discard"), "take"),
    **dict.fromkeys(("fallback_take", "fallback_place"), "fallback"),
    **dict.fromkeys(("draw_extra", "skip_extra"), "extra"),
    **dict.fromkeys(("give_desk", "give_queue"), "give"),
    **dict.fromkeys(("promote", "discard_queue"), "waiting"),
}
"""What the reason for some actions is called."""


def token(cards: Cards, option: Any) -> str:
    """The name of an option: `place:R06:1`, `attach:Z01:0`, `play:M01:0.1`; slots and seats count from 0 (Appendix C)."""
    verb, *rest = option
    if verb in WITH_CARD or verb == "attach":
        return ":".join([verb, cards.names[rest[0]], *map(str, rest[1:])])
    if verb == "play":
        aim = ".".join(map(str, rest[1]))
        return f"play:{cards.names[rest[0]]}" + (f":{aim}" if aim else "")
    return ":".join(map(str, option))


def question(game: Spieleflut, prompt: Prompt) -> Text:
    """What is asked, with the numbers that matter."""
    p = game.position
    if prompt.kind == "draw":
        return Text("prompt.draw", {"count": p.entitled})
    if prompt.kind == "reviews":
        return Text("prompt.reviews" if p.pending else "prompt.reviews_queue", {"count": len(p.pending)})
    if prompt.kind == "recover":
        return Text("prompt.recover", {"count": prompt.pick[1]})
    if prompt.kind == "reward":
        return Text("prompt.reward", {"card": game.cards.ids[p.stack[-1]]})
    if prompt.kind == "actions":
        offered = {option[0] for option in prompt.options}
        what = "_".join(verb for verb in ("attach", "play", "buy") if verb in offered)
        return Text(f"prompt.actions.{what or ('pause' if 'pause' in offered else 'end')}")
    return Text(f"prompt.{prompt.kind}")


def describe(game: Spieleflut, prompt: Prompt, option: Any) -> Option:
    """How an option looks: the cards it uses, where they lie, and where they go."""
    verb, seat, ids = option[0], prompt.seat, game.cards.ids
    if verb in WITH_CARD:
        return _with_card(game, seat, option)
    if verb == "attach":
        card = ids[option[1]]
        zones = (HAND_ZONE[seat], DESK_ZONE[seat][option[2]])
        return Option(Text("option.attach", {"card": card, "slot": option[2] + 1}), cards=(card,), refs=zones)
    if verb == "play":
        return _play(game, option)
    if verb in ("promote", "reward_desk", "pay"):
        zone = DESK_ZONE[seat][option[1]]
        return Option(Text(f"option.{verb}", {"slot": option[1] + 1}), refs=(zone,))
    if verb == "draw":
        key = "option.draw" if option[1] else "option.draw_none"
        most = max(other[1] for other in prompt.options if other[0] == "draw")
        refs = ("draw",) if option[1] == most else ()
        return Option(Text(key, {"count": option[1]}), refs=refs, effect={"count": option[1]})
    if verb in TAKING:
        return _taking(game, seat, option)
    return Option(Text(f"option.{verb}"), role="pass" if verb in PASSING else "normal", refs=_about(seat, verb))


def _with_card(game: Spieleflut, seat: int, option: Any) -> Option:
    """What is done with a review or a card that is named."""
    verb, card = option[0], game.cards.ids[option[1]]
    owner = (seat + 2) % 4 if verb.startswith("give") else seat
    slot = option[2] if len(option) > 2 else 0
    args: dict[str, Any] = {"card": card} | ({"slot": slot + 1} if len(option) > 2 else {})
    refs: tuple[str, ...] = ()
    if verb in ("queue", "swap_queue", "give_queue"):
        refs = (QUEUE_ZONE[owner],)
    elif verb == "discard":
        refs = ("discard",)
    elif verb != "card":
        refs = (DESK_ZONE[owner][slot],)
    costly = verb == "fallback_place"
    return Option(Text(f"option.{verb}", args), "danger" if costly else "normal", costly, (card,), refs)


def _taking(game: Spieleflut, seat: int, option: Any) -> Option:
    """What is done with the review on top of the discard pile."""
    verb, card = option[0], game.cards.ids[game.position.discard[-1]]
    costly = verb == "fallback_take"
    if verb == "take_discard":
        zone = QUEUE_ZONE[seat] if option[1] == "queue" else DESK_ZONE[seat][int(option[1][-1])]
        label = Text(f"option.take_discard.{option[1]}", {"card": card})
    else:
        zone = DESK_ZONE[seat][0] if costly else QUEUE_ZONE[seat]
        label = Text(f"option.{verb}")
    return Option(label, "danger" if costly else "normal", costly, (card,), ("discard", zone))


def _about(seat: int, verb: str) -> tuple[str, ...]:
    """The place on the board at which an option that needs no card can be chosen."""
    place = {"draw_extra": "draw", "buy": "events", "reward_queue": QUEUE_ZONE[seat]}.get(verb)
    return () if place is None else (place,)


def _play(game: Spieleflut, option: Any) -> Option:
    _, card, aim = option
    id_ = game.cards.ids[card]
    if len(aim) == 1:
        return Option(Text("option.play_at", {"card": id_, "seat": aim[0]}), cards=(id_,), refs=(f"seat_{aim[0]}",))
    works = [game.position.desks[seat][slot] for seat, slot in zip(aim[::2], aim[1::2], strict=True)]
    zones = tuple(DESK_ZONE[seat][slot] for seat, slot in zip(aim[::2], aim[1::2], strict=True))
    targets = [game.cards.ids[work.review] for work in works if work is not None]
    key = ("option.play", "option.play_on", "option.play_from")[len(targets)]
    args: dict[str, Any] = {"card": id_} | dict(zip(("target", "second"), targets, strict=False))
    return Option(Text(key, args | ({"seat": aim[-2]} if aim else {})), cards=(id_,), refs=zones)


def why_not(game: Spieleflut, seat: int, thing: Any) -> Text | None:
    """The public reason why an action is not offered, with its rule (SPF-5 to SPF-9)."""
    p = game.position
    verb = thing.split(":")[0] if isinstance(thing, str) else thing[0] if isinstance(thing, tuple) and thing else ""
    if verb not in STEPS:
        return None
    if p.state not in STEPS[verb]:
        return Text("why.step", {"state": p.state})
    if p.round == 1 and verb in ("play", "buy", "pause"):
        return Text("why.first_turn")
    if verb == "play" and p.played:
        return Text("why.played")
    if verb == "buy" and p.bought:
        return Text("why.bought")
    return Text(f"why.{REASONS.get(verb, verb)}")
