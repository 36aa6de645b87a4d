"""A turn from its start to its end, in the three rule sets (KMO-7, KMO-8, KMO-9), and the end of the game (KMO-17)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from games.engine.event import Event
from games.engine.prompt import ONE, Prompt
from games.kameloh.rules import arena, effects, money, moves, stock
from games.kameloh.rules.position import HAND_ZONE, NOBODY, OASIS_ZONE, Ending, Force, Job, Phase

if TYPE_CHECKING:
    from games.kameloh.rules.game import Kameloh

END = ("end_phase",)
SEARCH_PRICE = 2
FREE_POINTS_LIMIT = 15


# --- the frame of a turn ----------------------------------------------------------------------------------------------------


def begin(game: Kameloh, job: Job) -> bool:
    """START (KMO-7.1): what ended, dates, then the effects of this moment, oldest first."""
    p, seat = game.position, job.seat
    game.drop(job)
    p.turn, p.phase = seat, "START"
    p.turns += 1
    p.round += seat == p.starter
    p.sent = p.more_attacks = p.buried = 0
    p.package, p.running, p.drawn, p.bury_oasis = "", False, False, NOBODY
    if p.round >= p.options.round_limit and p.ending is None:
        p.last_round = True
    last = is_last(game, seat)
    game.tell(Event("turn_began", {"seat": seat, "round": p.round, "last": last}, log="turn_last" if last else "turn"))
    for kind in reversed(PLAN[p.options.variant]):
        p.agenda.append(Job(kind, seat))
    p.agenda.append(Job("triggers", seat, step=1))
    p.agenda.append(Job("poison", seat))
    p.agenda.append(Job("income", seat))
    run_out(game, "turn_start", seat)
    money.produce(game, seat)
    return True


def is_last(game: Kameloh, seat: int) -> bool:
    """Whether the running turn of this player is the last one, with ransom (KMO-17.4, KMO-17.9)."""
    p = game.position
    return p.last_round or (p.ending is not None and p.ending.turns[:1] == [(seat, "last")])


def run_out(game: Kameloh, when: str, seat: int, *, captures: bool | None = None) -> None:
    """Durations that end here, the oldest first, with what they bring (KMO-A.5); `captures`: only those, or all others."""
    p = game.position
    for force in sorted(p.forces, key=lambda force: force.number):
        wanted = captures is None or (force.do == "steal") is captures
        if wanted and force.end == when and force.seat == seat and force in p.forces:
            force.turns -= 1
            if force.turns <= 0:
                _run_out(game, force)
    arena.drop_spent_items(game)


def _run_out(game: Kameloh, force: Force) -> None:
    p = game.position
    effects.expire(game, force)
    p.forces = [other for other in p.forces if other is not force]
    arena.after_end(game, force)


def income(game: Kameloh, job: Job) -> bool:
    """Extra dates of monsters and items (KMO-7.1)."""
    game.drop(job)
    seat = job.seat
    for monster in arena.own(game, seat):
        for clause in game.cards.passive[monster.card]:
            if clause.do == "income":
                money.change(game, seat, clause.amount, "gains_dates")
    for item in game.position.items:
        if item.owner == seat:
            for clause in game.cards.effect[item.card]:
                if clause.do == "income" and clause.when in ("turn_start", "static"):
                    money.change(game, seat, clause.amount, "gains_dates")
    return True


def poison(game: Kameloh, job: Job) -> bool:
    """Poisoned monsters of the player lose life points, effect by effect."""
    p = game.position
    waiting = [
        force
        for force in p.forces
        if force.do == "poison" and force.number > job.number and arena.controller(game, force.monster) == job.seat
    ]
    if not waiting:
        game.drop(job)
        return True
    force = min(waiting, key=lambda force: force.number)
    job.number = force.number
    found = arena.find(game, force.monster)
    if found is not None and arena.works(game, force):
        arena.hurt(game, found[2], force.amount, "poisoned")
    p.agenda.append(Job("settle"))
    return True


def triggers(game: Kameloh, job: Job) -> bool:
    """Effects of the start (`step` 1) or end (0) of a turn: of the player's monsters and items, oldest first."""
    p, when = game.position, "turn_start" if job.step else "turn_end"
    waiting: list[tuple[int, int]] = [(monster.uid, monster.card) for monster in arena.own(game, job.seat)]
    waiting += [(item.uid, item.card) for item in p.items if item.owner == job.seat]
    for uid, card in sorted(waiting):
        if uid > job.number and any(clause.when == when and clause.do != "income" for clause in game.cards.effect[card]):
            job.number = uid
            p.agenda.append(Job("effect", job.seat, card, uid, targets={"when": when}))
            return True
    game.drop(job)
    return True


def cleanup(game: Kameloh, job: Job) -> bool:
    """CLEANUP after the effects of the end of the turn: durations, freezing (KMO-7.5)."""
    p, seat = game.position, job.seat
    game.drop(job)
    run_out(game, "turn_end", seat, captures=False)
    for monster in arena.own(game, seat):
        monster.frozen = max(0, monster.frozen - 1)
    run_out(game, "turn_end", seat, captures=True)
    p.agenda.append(Job("settle"))
    return True


def turn_end(game: Kameloh, job: Job) -> bool:
    """The effects of the end of the turn come first."""
    game.drop(job)
    game.position.phase = "CLEANUP"
    game.position.agenda.append(Job("cleanup", job.seat))
    game.position.agenda.append(Job("triggers", job.seat))
    return True


def end(game: Kameloh, job: Job) -> bool:
    """END: the trigger of the end sequence is checked; then the other player's turn, or the end (KMO-17.1, KMO-17.3)."""
    p, seat = game.position, job.seat
    game.drop(job)
    p.phase = "START"
    if p.ending is not None:
        p.ending.turns = p.ending.turns[1:]
        if not p.ending.turns:
            finish(game)
            return True
    elif p.last_round:
        if seat != p.starter:
            finish(game)
            return True
    elif triggered(game, seat):
        other = 1 - seat
        p.ending = Ending(seat, [(other, "second_to_last"), (seat, "last"), (other, "last")])
        game.tell(Event("phase_began", {"seat": seat, "phase": "ending"}, log="ending"))
    p.agenda.append(Job("begin", 1 - seat))
    return True


def triggered(game: Kameloh, seat: int) -> bool:
    """Whether this player meets the condition now (KMO-17.1, KMO-17.2, KMO-17.11)."""
    p = game.position
    side = p.sides[seat]
    exhausted = not side.deck and len(side.hand) < p.options.hand if p.options.variant == "dufo" else not any(side.oases)
    if p.options.long:
        return exhausted or side.free_points >= FREE_POINTS_LIMIT
    return exhausted or side.vp >= p.options.target


def finish(game: Kameloh) -> None:
    """More victory points win; then, if the table says so, the tie-breaks (KMO-17.7, KMO-17.8)."""
    p = game.position
    one, two = p.sides
    p.phase, p.reason, p.winner = "OVER", "points", NOBODY
    p.agenda.clear()
    if one.vp != two.vp:
        p.winner = 0 if one.vp > two.vp else 1
    elif p.options.tie_break:
        lives = [sum(arena.lp(game, monster) for monster in arena.own(game, seat)) for seat in (0, 1)]
        marks = [(side.dates, lives[seat], side.defeated, seat != p.starter) for seat, side in enumerate(p.sides)]
        p.winner, p.reason = (0 if marks[0] > marks[1] else 1), "tie_break"
    else:
        p.reason = "draw"
    public: dict[str, Any] = {"reason": p.reason, "totals": [one.vp, two.vp]}
    if p.winner != NOBODY:
        public["seat"] = p.winner
    game.tell(Event("game_ended", public, log=f"ended_{p.reason}"))


# --- phases in which cards are played -------------------------------------------------------------------------------------------


def monster_phase(game: Kameloh, job: Job) -> bool:
    """MONSTER in Dufo: open while a slot is free, fewer than two were sent, and there are hand cards (KMO-7.2, KMO-20.1)."""
    p = game.position
    p.phase = "MONSTER"
    if p.sent < moves.MOST_SENT and arena.free_slots(game, job.seat) and p.sides[job.seat].hand:
        return False
    game.drop(job)
    return True


def ask_monster(game: Kameloh, job: Job) -> Prompt:
    """Send, or go on."""
    return _phase(job.seat, "monster", moves.sends(game, job.seat))


def _phase(seat: int, kind: str, options: list[Any]) -> Prompt:
    return Prompt(seat, kind, [*options, END], ONE, False, [END])


def play_phase(game: Kameloh, job: Job) -> bool:
    """ITEM in Dufo, PLAY in WiMu, MAIN in Kamelkönig: open until it is ended (KMO-20.1)."""
    game.position.phase = PLAY[game.position.options.variant]
    return False


def ask_play(game: Kameloh, job: Job) -> Prompt:
    """Everything that may be done with cards; in Kamelkönig an oasis action too (KMO-9)."""
    p, seat = game.position, job.seat
    variant = p.options.variant
    options = moves.sends(game, seat) if variant != "dufo" else []
    options += moves.items(game, seat, "main")
    options += moves.mutations(game, seat) + moves.fusions(game, seat) + moves.additions(game, seat)
    options += moves.wastes(game, seat)
    if variant == "kamelkoenig" and not p.package:
        options += [("package", name) for name in oasis_actions(game, seat)]
    return _phase(seat, PLAY[variant].lower(), options)


PLAY: dict[str, Phase] = {"dufo": "ITEM", "wimu": "PLAY", "kamelkoenig": "MAIN"}


def answer_phase(game: Kameloh, job: Job, option: Any) -> None:
    """Do it, or end the phase."""
    if option == END:
        game.drop(job)
    elif option[0] == "package":
        game.position.package = option[1]
        game.position.agenda.append(Job(option[1], job.seat))
    else:
        moves.perform(game, job.seat, option)


# --- packages and oasis actions (KMO-8, KMO-9.2) ------------------------------------------------------------------------------


def package(game: Kameloh, job: Job) -> bool:
    """PACKAGE in WiMu: always asked."""
    game.position.phase = "PACKAGE"
    return False


def ask_package(game: Kameloh, job: Job) -> Prompt:
    """One of the packages that can be begun (KMO-8.1)."""
    names = ["play", *oasis_actions(game, job.seat), "none"]
    options = [("package", name) for name in names]
    return Prompt(job.seat, "package", options, ONE, False, [options[-1]])


def oasis_actions(game: Kameloh, seat: int) -> list[str]:
    """Activate, refill and search, as far as they can be begun."""
    p = game.position
    side, hidden, names = p.sides[seat], stock.inactive(game, seat), []
    left = stock.left(game, seat)
    if hidden:
        names.append("activate")
    small = len(side.hand) < p.options.hand
    takes_top = p.options.variant == "kamelkoenig" and any(side.active)
    if (side.hand and left) or (small and (hidden or takes_top)):
        names.append("refill")
    if may_search(game, seat) and left and side.dates >= SEARCH_PRICE and len(side.hand) < p.options.hand + stock.MOST_BURIED:
        names.append("search")
    return names


def may_search(game: Kameloh, seat: int) -> bool:
    """Whether the option allows a search now (KMO-8.10)."""
    p = game.position
    return p.options.search != "off" and not (p.options.search == "once" and p.sides[seat].searched)


def answer_package(game: Kameloh, job: Job, option: Any) -> None:
    """Begin the package."""
    p = game.position
    game.drop(job)
    p.package = option[1]
    game.tell(Event("chosen", {"seat": job.seat, "package": option[1]}, log=f"package_{option[1]}"))
    if option[1] != "none":
        p.agenda.append(Job(option[1], job.seat))


def activate(game: Kameloh, job: Job) -> bool:
    """Which oasis, if there are several."""
    hidden = stock.inactive(game, job.seat)
    if len(hidden) > 1:
        return False
    game.drop(job)
    if hidden:
        stock.turn_up(game, job.seat, hidden[0])
    return True


def ask_activate(game: Kameloh, job: Job) -> Prompt:
    """One of the inactive oases."""
    return Prompt(job.seat, "activate", [("activate", number) for number in stock.inactive(game, job.seat)])


def answer_activate(game: Kameloh, job: Job, option: Any) -> None:
    """Turn its top card up."""
    game.drop(job)
    stock.turn_up(game, job.seat, option[1])


def _buries(game: Kameloh, seat: int) -> list[Any]:
    """Up to two cards, all under one and the same oasis, before any drawing (KMO-8.5, KMO-8.7)."""
    p = game.position
    if p.buried >= stock.MOST_BURIED or p.drawn:
        return []
    under = stock.left(game, seat) if p.bury_oasis == NOBODY else [p.bury_oasis]
    return [("bury", card, number) for card in dict.fromkeys(p.sides[seat].hand) for number in under]


def _draws(game: Kameloh, seat: int) -> list[Any]:
    """One card from an inactive oasis while there is room; in Kamelkönig a face-up top too (KMO-9.3)."""
    p = game.position
    side = p.sides[seat]
    if len(side.hand) >= p.options.hand:
        return []
    options: list[Any] = [("draw", number) for number in stock.inactive(game, seat)]
    if p.options.variant == "kamelkoenig":
        options += [("take_top", number) for number, active in enumerate(side.active) if active]
    return options


def _searches(game: Kameloh, seat: int) -> list[Any]:
    p = game.position
    side = p.sides[seat]
    if p.drawn or len(side.hand) >= p.options.hand or side.dates < SEARCH_PRICE or not may_search(game, seat):
        return []
    return [("search", number) for number in stock.left(game, seat)]


def oasis_options(game: Kameloh, job: Job) -> list[Any]:
    """The steps that are left of `refill` or `search`."""
    more = _draws(game, job.seat) if job.kind == "refill" else _searches(game, job.seat)
    return _buries(game, job.seat) + more


def refill(game: Kameloh, job: Job) -> bool:
    """Ends by itself when no step is left; counts alone decide that (KMO-8.7)."""
    if oasis_options(game, job):
        return False
    game.drop(job)
    return True


def ask_oasis(game: Kameloh, job: Job) -> Prompt:
    """Bury, draw or search, or stop."""
    return _phase(job.seat, job.kind, oasis_options(game, job))


def answer_oasis(game: Kameloh, job: Job, option: Any) -> None:
    """One step."""
    p, seat = game.position, job.seat
    verb = option[0]
    if option == END:
        game.drop(job)
    elif verb == "bury":
        p.buried += 1
        p.bury_oasis = option[2]
        stock.bury(game, seat, option[1], option[2])
    elif verb == "draw":
        p.drawn = True
        stock.draw_from_oasis(game, seat, option[1])
    elif verb == "take_top":
        p.drawn = True
        _take_top(game, seat, option[1])
    else:
        p.drawn = True
        p.sides[seat].searched = True
        money.pay(game, seat, SEARCH_PRICE)
        game.drop(job)
        stock.search(game, seat, OASIS_ZONE[seat][option[1]])


def _take_top(game: Kameloh, seat: int, number: int) -> None:
    """A face-up top goes into the hand, seen by all; a violet one does not lie there (KMO-9.3)."""
    card, _ = stock.pop_top(game.position.sides[seat], number)
    arena.to_hand(game, seat, card, OASIS_ZONE[seat][number], "takes_top")


# --- the end of a turn ----------------------------------------------------------------------------------------------------------


def draw_phase(game: Kameloh, job: Job) -> bool:
    """DRAW in Dufo: up to the hand size; in the last turn RANSOM takes its place (KMO-7.6, KMO-17.4)."""
    p, seat = game.position, job.seat
    game.drop(job)
    if is_last(game, seat):
        p.agenda.append(Job("ransom", seat))
        return True
    while len(p.sides[seat].hand) < p.options.hand and stock.draw_from_deck(game, seat):
        pass
    return True


def ransom_phase(game: Kameloh, job: Job) -> bool:
    """RANSOM in the last turn (WiMu and Kamelkönig)."""
    game.drop(job)
    if is_last(game, job.seat):
        game.position.agenda.append(Job("ransom", job.seat))
    return True


def ransom(game: Kameloh, job: Job) -> bool:
    """Open if the hand is not empty (KMO-20.1)."""
    p = game.position
    p.phase = "RANSOM"
    if p.sides[job.seat].hand:
        return False
    _settle(game, job)
    return True


def ask_ransom(game: Kameloh, job: Job) -> Prompt:
    """Buy a monster of the hand free, or settle; time-out: the cheapest first (KMO-17.5, KMO-20.2)."""
    side, cards = game.position.sides[job.seat], game.cards
    payable = [card for card in dict.fromkeys(side.hand) if cards.monster[card] and cards.price[card] <= side.dates]
    options: list[Any] = [("ransom", card) for card in payable]
    settle = ("settle",)
    cheapest = min(payable, key=lambda card: (cards.price[card], card), default=NOBODY)
    return Prompt(job.seat, "ransom", [*options, settle], ONE, False, [settle if cheapest == NOBODY else ("ransom", cheapest)])


def answer_ransom(game: Kameloh, job: Job, option: Any) -> None:
    """Pay for one, or let the others count."""
    if option[0] == "settle":
        _settle(game, job)
        return
    seat, card = job.seat, option[1]
    money.pay(game, seat, game.cards.price[card])
    stock.from_hand(game, seat, card)
    arena.to_desert(game, seat, card, HAND_ZONE[seat], "ransoms")


def _settle(game: Kameloh, job: Job) -> None:
    """Every monster left in the hand gives the opponent points at once."""
    side = game.position.sides[job.seat]
    game.drop(job)
    side.settled = True
    left = sum(game.cards.monster[card] for card in side.hand)
    if left:
        money.score(game, 1 - job.seat, stock.POINTS_LEFT_IN_HAND * left, "scores_left_in_hand", {"count": left})


PLAN = {
    "dufo": ("monster_phase", "play", "attack", "turn_end", "draw_phase", "end"),
    "wimu": ("package", "attack", "turn_end", "ransom_phase", "end"),
    "kamelkoenig": ("play", "attack", "turn_end", "ransom_phase", "end"),
}
"""The parts of a turn after START (KMO-7, KMO-8, KMO-9)."""
