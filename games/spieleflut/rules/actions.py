"""Step 5: attaching activities, playing and buying cards, paying, pausing (SPF-7, SPF-11)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from games.engine.event import Event
from games.engine.prompt import ONE, Prompt
from games.spieleflut.rules import desk, scoring, turn
from games.spieleflut.rules.cards import ACTIVITIES, NONE, Operation
from games.spieleflut.rules.piles import change_reach, from_hand, passes, show, to_discard, to_hand
from games.spieleflut.rules.position import DESK_ZONE, HAND_ZONE, SLOTS, Work

if TYPE_CHECKING:
    from games.spieleflut.rules.game import Spieleflut

END = ("end_turn",)
PRICE = 2
"""Hand cards for an event card, activities for `S06` (SPF-7.8, SPF-7.10)."""

Aim = tuple[int, ...]
"""Where a card goes: nothing, (seat,), (seat, slot), or (seat, slot, seat, slot) from one review to another."""


# --- targets (Appendix A) ---------------------------------------------------------------------------------------------


def own_side(game: Spieleflut) -> list[int]:
    """The active player and the partner."""
    mate = turn.partner(game)
    return [game.position.active] + ([mate] if mate != NONE else [])


def enemies(game: Spieleflut) -> list[int]:
    """The opponents, in seat order from the active player (SPF-13.6)."""
    p, own = game.position, own_side(game)
    return [seat for step in range(1, p.seats) if (seat := (p.active + step) % p.seats) not in own]


def unfinished(game: Spieleflut, seats: list[int]) -> list[tuple[int, int, Work]]:
    """The reviews on these desks that cards can reach (SPF-3.6)."""
    return [(seat, slot, work) for seat in seats for slot, work in desk.works(game, seat) if not desk.complete(game, work)]


def aims(game: Spieleflut, card: int) -> list[Aim]:
    """Every way to play a card now; none if it would do nothing (SPF-7.6)."""
    if game.cards.disturbance[card]:
        return [(seat, slot) for seat, slot, work in unfinished(game, enemies(game)) if may_disturb(game, card, work)]
    operation = game.cards.data[card].effect[0]
    return AIMS[operation.op](game, operation)


def may_disturb(game: Spieleflut, card: int, work: Work) -> bool:
    """One disturbance a review; some only while certain activities are missing (SPF-11.1, SPF-11.2)."""
    _, write, upload = desk.counts(game, work)
    needs = game.cards.data[card].target_requires
    if work.disturbance != NONE:
        return False
    return not (needs == "no_schreiben_attached" and write) and not (needs == "no_upload_attached" and upload)


def _aim_deadline(game: Spieleflut, operation: Operation) -> list[Aim]:
    if operation.scope == "all_reviews":
        everybody = list(range(game.position.seats))
        return [()] if any(_shifted(work, operation) != work.deadline for _, _, work in unfinished(game, everybody)) else []
    seats = own_side(game) if operation.scope == "own_side_review" else enemies(game)
    return [
        (seat, slot)
        for seat, slot, work in unfinished(game, seats)
        if work.deadline >= operation.target_min_deadline and _shifted(work, operation) != work.deadline
    ]


def _shifted(work: Work, operation: Operation) -> int:
    return max(operation.min, min(operation.max, work.deadline + operation.delta))


def _aim_recover(game: Spieleflut, operation: Operation) -> list[Aim]:
    return [()] if recoverable(game, operation) else []


def recoverable(game: Spieleflut, operation: Operation) -> list[int]:
    """Activities of the discard pile, from the top."""
    kinds = [ACTIVITIES.index(kind) for kind in operation.kinds]
    return [card for card in reversed(game.position.discard) if game.cards.activity[card] in kinds]


def _aim_remove(game: Spieleflut, operation: Operation) -> list[Aim]:
    found = [(seat, slot) for seat, slot, work in unfinished(game, enemies(game)) if work.attached]
    if operation.scope == "enemy_player_reviews":
        return [(seat,) for seat in dict.fromkeys(seat for seat, _ in found)]
    return list(found)


def _aim_steal(game: Spieleflut, operation: Operation) -> list[Aim]:
    return [(seat,) for seat in enemies(game) if game.position.hands[seat]]


def _aim_discard(game: Spieleflut, operation: Operation) -> list[Aim]:
    return [()] if any(game.position.hands[seat] for seat in enemies(game)) else []


def _aim_cleanse(game: Spieleflut, operation: Operation) -> list[Aim]:
    return [(seat, slot) for seat, slot, work in unfinished(game, own_side(game)) if work.disturbance != NONE]


def _aim_redirect(game: Spieleflut, operation: Operation) -> list[Aim]:
    return [
        (*source, seat, slot)
        for source in _aim_cleanse(game, operation)
        for seat, slot, work in unfinished(game, enemies(game))
        if may_disturb(game, work_at(game, source).disturbance, work)
    ]


def work_at(game: Spieleflut, aim: Aim) -> Work:
    """The review an aim names."""
    work = game.position.desks[aim[0]][aim[1]]
    assert work is not None  # noqa: S101 (it was offered)
    return work


def _aim_move(game: Spieleflut, operation: Operation) -> list[Aim]:
    p = game.position
    found: list[Aim] = []
    for slot in SLOTS:
        source, target = p.desks[p.active][slot], p.desks[p.active][1 - slot]
        if source is None or target is None or not source.attached or desk.complete(game, source):
            continue
        if desk.may_attach(game, target, source.attached[-1]):
            found.append((p.active, slot, p.active, 1 - slot))
    return found


def _aim_nothing(game: Spieleflut, operation: Operation) -> list[Aim]:
    return [()]


AIMS: dict[str, Callable[[Spieleflut, Operation], list[Aim]]] = {
    "deadline": _aim_deadline,
    "recover": _aim_recover,
    "remove_activity": _aim_remove,
    "steal": _aim_steal,
    "discard_random": _aim_discard,
    "cleanse": _aim_cleanse,
    "redirect": _aim_redirect,
    "move_activity": _aim_move,
    "reach": _aim_nothing,
}


# --- asking and answering ---------------------------------------------------------------------------------------------


def options(game: Spieleflut) -> list[Any]:
    """Everything that may be done in step 5 (SPF-7.1)."""
    p, cards = game.position, game.cards
    seat = p.active
    hand, works = p.hands[seat], list(desk.works(game, seat))
    found: list[Any] = [
        ("attach", card, slot)
        for card in hand
        if cards.activity[card] != NONE
        for slot, work in works
        if desk.may_attach(game, work, card)
    ]
    if p.round > 1:
        if not p.played:
            found += [("play", card, aim) for card in hand if cards.playable[card] for aim in aims(game, card)]
        if p.options.ereignis and not p.bought and p.events and len(hand) >= PRICE:
            found.append(("buy",))
        if p.options.pause and not p.did and hand:
            found.append(("pause",))
    if sum(cards.activity[card] != NONE for card in hand) >= PRICE:
        found += [("pay", slot) for slot, work in works if desk.unpaid(game, work)]
    return [*found, END]


def ask(game: Spieleflut) -> Prompt:
    """Always asked, even if nothing but ending is left (SPF-5.5)."""
    return Prompt(game.position.active, "actions", options(game), ONE, False, [END])


def answer(game: Spieleflut, option: Any) -> None:
    """One action."""
    DO[option[0]](game, option)


def _attach(game: Spieleflut, option: Any) -> None:
    _, card, slot = option
    p = game.position
    seat = p.active
    work = p.desks[seat][slot]
    assert work is not None  # noqa: S101 (it was offered)
    p.hands[seat].remove(card)
    work.attached.append(card)
    passes(game, "card", game.cards.names[card])
    show(game, card)
    p.did = True
    public = {"seat": seat, "from": HAND_ZONE[seat], "to": DESK_ZONE[seat][slot], "cards": [game.cards.ids[card]]}
    about = {"review": game.cards.ids[work.review]}
    log = "publishes" if desk.complete(game, work) else "attaches"
    game.tell(Event("cards_moved", public | about, log=log, reveals=True))


def _play(game: Spieleflut, option: Any) -> None:
    """Manipulations go to the discard pile after use, event cards under the event stack, disturbances stay (SPF-7.6)."""
    _, card, aim = option
    p, cards = game.position, game.cards
    seat = p.active
    passes(game, "card", cards.names[card])
    p.played = p.did = True
    if cards.disturbance[card]:
        work = work_at(game, aim)
        p.hands[seat].remove(card)
        show(game, card)
        work.disturbance = card
        counted = cards.operation(card, "block_attach")
        work.turns = counted.turns if counted is not None else 0
        public = {"seat": seat, "from": HAND_ZONE[seat], "to": DESK_ZONE[aim[0]][aim[1]], "cards": [cards.ids[card]]}
        about = {"owner": aim[0], "review": cards.ids[work.review]}
        game.tell(Event("cards_moved", public | about, log="disturbs", reveals=True))
        return
    from_hand(game, seat, card, "plays")
    before = p.reach[seat]
    for operation in cards.data[card].effect:
        passes(game, "op", operation.op)
        EFFECTS[operation.op](game, operation, aim, card)
    _lies_last(game, card)
    if p.reach[seat] != before and scoring.reached(game, seat):  # SPF-12.2
        scoring.finish(game, p.place(seat) + 1, "target")


def _lies_last(game: Spieleflut, card: int) -> None:
    """A card comes to its pile after use: on top of what it has sent there, or under it (SPF-7.6)."""
    p = game.position
    if game.cards.event[card]:
        p.events.remove(card)
        p.events.insert(0, card)
    else:
        p.discard.remove(card)
        p.discard.append(card)


def _do_deadline(game: Spieleflut, operation: Operation, aim: Aim, card: int) -> None:
    p = game.position
    hit = [(aim[0], aim[1], work_at(game, aim))] if aim else unfinished(game, list(range(p.seats)))
    for seat, slot, work in hit:
        shifted = _shifted(work, operation)
        if shifted != work.deadline:
            work.deadline = shifted
            about = {"seat": seat, "zone": DESK_ZONE[seat][slot], "deadline": shifted, "card": game.cards.ids[work.review]}
            game.tell(Event("marker_moved", about, log="deadline"))


def _do_recover(game: Spieleflut, operation: Operation, aim: Aim, card: int) -> None:
    """Which ones is asked next (SPF-5.5), unless there is no choice."""
    cards = recoverable(game, operation)
    if len(cards) == 1:
        _recover(game, cards)
    else:
        game.position.state, game.position.asked = "RECOVER", [card]


def _recover(game: Spieleflut, cards: list[int]) -> None:
    p = game.position
    for card in cards:
        p.discard.remove(card)
        to_hand(game, p.active, card, "discard", "recovers", is_open=True)


def _do_remove(game: Spieleflut, operation: Operation, aim: Aim, card: int) -> None:
    """The last attached activity goes, of one review or of each of an opponent, left to right."""
    slots = [aim[1]] if len(aim) > 1 else [slot for _, slot, work in unfinished(game, [aim[0]]) if work.attached]
    for slot in slots:
        work = work_at(game, (aim[0], slot))
        to_discard(game, work.attached.pop(), DESK_ZONE[aim[0]][slot], "loses_activity", aim[0])


def _do_steal(game: Spieleflut, operation: Operation, aim: Aim, card: int) -> None:
    """A random card changes hands; the two players see which (SPF-14)."""
    p = game.position
    victim, thief = aim[0], p.active
    hand = p.hands[victim]
    stolen = hand.pop(game.below(len(hand), "steal"))
    both = 1 << victim | 1 << thief
    for other in hand:  # the others cannot tell which of those they knew has gone
        p.seen[other] &= both
    p.seen[stolen] = p.seen[stolen] & both | both
    p.hands[thief].append(stolen)
    if (victim, thief) not in p.mixed and (thief, victim) not in p.mixed:
        p.mixed.append((min(victim, thief), max(victim, thief)))
    public = {"seat": thief, "owner": victim, "from": HAND_ZONE[victim], "to": HAND_ZONE[thief], "count": 1}
    game.tell(Event("cards_moved", public, {"cards": [game.cards.ids[stolen]]}, (victim, thief), "steals", True))


def _do_discard(game: Spieleflut, operation: Operation, aim: Aim, card: int) -> None:
    """Each opponent lays down a random card (SPF appendix A)."""
    p = game.position
    for seat in enemies(game):
        if p.hands[seat]:
            from_hand(game, seat, p.hands[seat][game.below(len(p.hands[seat]), "discard")], "discards_random")


def _do_cleanse(game: Spieleflut, operation: Operation, aim: Aim, card: int) -> None:
    desk.lose_disturbance(game, aim[0], aim[1], work_at(game, aim), "cleansed")


def _do_redirect(game: Spieleflut, operation: Operation, aim: Aim, card: int) -> None:
    source, target = work_at(game, aim[:2]), work_at(game, aim[2:])
    target.disturbance, source.disturbance, source.turns = source.disturbance, NONE, 0
    counted = game.cards.operation(target.disturbance, "block_attach")
    target.turns = counted.turns if counted is not None else 0
    moved = {"from": DESK_ZONE[aim[0]][aim[1]], "to": DESK_ZONE[aim[2]][aim[3]], "seat": game.position.active}
    ids = {"cards": [game.cards.ids[target.disturbance]], "owner": aim[2], "review": game.cards.ids[target.review]}
    game.tell(Event("cards_moved", moved | ids, log="redirects"))


def _do_move(game: Spieleflut, operation: Operation, aim: Aim, card: int) -> None:
    source, target = work_at(game, aim[:2]), work_at(game, aim[2:])
    moved = source.attached.pop()
    target.attached.append(moved)
    zones = {"from": DESK_ZONE[aim[0]][aim[1]], "to": DESK_ZONE[aim[2]][aim[3]], "seat": game.position.active}
    game.tell(Event("cards_moved", zones | {"cards": [game.cards.ids[moved]]}, log="moves_activity"))


def _do_reach(game: Spieleflut, operation: Operation, aim: Aim, card: int) -> None:
    """More for whoever has no one behind (SPF appendix A)."""
    p = game.position
    lowest = p.reach[p.active] == min(p.reach)
    gained = operation.delta_if_lowest if lowest else operation.delta
    change_reach(game, p.active, gained, "gains_reach", card=game.cards.ids[card])


EFFECTS: dict[str, Callable[[Spieleflut, Operation, Aim, int], None]] = {
    "deadline": _do_deadline,
    "recover": _do_recover,
    "remove_activity": _do_remove,
    "steal": _do_steal,
    "discard_random": _do_discard,
    "cleanse": _do_cleanse,
    "redirect": _do_redirect,
    "move_activity": _do_move,
    "reach": _do_reach,
}


def _named(state: Any) -> Callable[[Spieleflut, Any], None]:
    """An action that names cards: those are asked for next (SPF-5.5)."""

    def act(game: Spieleflut, option: Any) -> None:
        game.position.state, game.position.asked = state, list(option[1:])

    return act


def _end_turn(game: Spieleflut, option: Any) -> None:
    game.tell(Event("chosen", {"seat": game.position.active, "answer": "end_turn"}, log="ends_turn"))
    turn.end(game)


DO: dict[str, Callable[[Spieleflut, Any], None]] = {
    "attach": _attach,
    "play": _play,
    "buy": _named("BUY"),
    "pay": _named("PAY"),
    "pause": _named("PAUSE"),
    "end_turn": _end_turn,
}


def ask_cards(game: Spieleflut) -> Prompt:
    """The cards that `buy`, `pay`, `pause` or `recover` needs; their order is the order of discarding (SPF-3.9)."""
    p, cards = game.position, game.cards
    hand = p.hands[p.active]
    if p.state == "RECOVER":
        operation = cards.data[p.asked[0]].effect[0]
        found = recoverable(game, operation)
        return Prompt(p.active, "recover", [("card", card) for card in found], (1, min(operation.count, len(found))), True)
    if p.state == "PAUSE":
        return Prompt(p.active, "pause", [("card", card) for card in hand], (1, len(hand)), True)
    payable = hand if p.state == "BUY" else [card for card in hand if cards.activity[card] != NONE]
    return Prompt(p.active, p.state.lower(), [("card", card) for card in payable], (PRICE, PRICE), True)


def answer_cards(game: Spieleflut, choice: list[Any]) -> None:
    """Take them, and go on with the turn; a pause ends it (SPF-7.9)."""
    p = game.position
    state, seat, chosen = p.state, p.active, [option[1] for option in choice]
    p.state = "ACTIONS"
    if state == "RECOVER":
        _recover(game, chosen)
        return
    p.did = True
    if state == "BUY":
        p.bought = True
        bought = p.events.pop()
        for card in chosen:
            from_hand(game, seat, card, "pays")
        to_hand(game, seat, bought, "events", "buys")
        return
    for card in chosen:
        from_hand(game, seat, card, "pays" if state == "PAY" else "pauses")
    if state == "PAUSE":
        turn.end(game)
        return
    slot = p.asked[0]
    desk.lose_disturbance(game, seat, slot, work_at(game, (seat, slot)), "pays_off")
