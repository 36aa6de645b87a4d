"""Effects of cards: clause after clause, each with its target and what it does (Appendix A)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from games.engine.event import Event
from games.engine.prompt import ONE, Prompt
from games.kameloh.rules import arena, money, stock
from games.kameloh.rules.cards import Clause
from games.kameloh.rules.position import (
    ARENA_ZONE,
    DESERT_ZONE,
    HAND_ZONE,
    NOBODY,
    OASIS_ZONE,
    Force,
    Item,
    Job,
    Monster,
)

if TYPE_CHECKING:
    from games.kameloh.rules.game import Kameloh

PLAYERS = ("own_player", "opp_player")
GROUPS = ("own_monsters", "opp_monsters", "all_monsters")
CHOSEN = ("own_monster", "opp_monster", "any_monster", "attacker", "defender", "striker")
ITEMS = ("own_item", "opp_item", "any_item")
DECLINED = "declined"
FORCES = (
    "ap",
    "dp",
    "lp_max",
    "half_ap",
    "swap_ap_dp",
    "copy_ap",
    "protect",
    "shield",
    "item_immune",
    "reflect",
    "lifesteal",
    "direct_attack",
    "poison",
    "no_attack",
    "extra_attack",
    "price",
    "item_price",
    "income",
    "vp_value",
)
"""What is in force for a time instead of being done at once."""


# --- an effect as a job -------------------------------------------------------------------------------------------------


def run(game: Kameloh, job: Job) -> bool:
    """Carry out the clauses of one occasion in their order; False: somebody must choose."""
    clauses = game.cards.effect[job.card]
    while job.step < len(clauses):
        clause = clauses[job.step]
        if clause.when != job.targets["when"]:
            job.step += 1
            continue
        if game.passes is not None:
            game.passes(f"{game.cards.names[job.card]} {clause.when} {clause.do}")
            game.passes(f"do {clause.do}")
        if not _carry_out(game, job, clause):
            return False
        job.step += 1
        job.number = 0
        job.targets.pop("then", None)
        if job.step < len(clauses) and any(later.when == clause.when for later in clauses[job.step :]):
            game.position.agenda.append(Job("settle"))  # KMO-7.1: defeats are settled after each effect
            return True
    game.drop(job)
    played = arena.item(game, job.uid) if is_item(game, job) else None
    if played is not None and not arena.stays(game, played):
        arena.remove_item(game, played)
    game.position.agenda.append(Job("settle"))
    return True


def is_item(game: Kameloh, job: Job) -> bool:
    """Whether the effect is one of an item rather than of a monster."""
    return not game.cards.monster[job.card]


def _carry_out(game: Kameloh, job: Job, clause: Clause) -> bool:
    """One clause; False: somebody must choose."""
    if clause.target in PLAYERS:
        player = job.seat if clause.target == "own_player" else 1 - job.seat
        return DO[clause.do](game, job, clause, None, player)
    if clause.target in GROUPS or clause.target == "all_items":
        return _for_all(game, job, clause)
    if clause.target == "self" or (clause.target == "striker" and not is_item(game, job)):
        return _for_own_kind(game, job, clause)
    code = job.targets.get(clause.target)
    if code is None:
        options = codes(game, job, clause)
        if not options:
            return True
        if clause.optional or len(options) > 1:
            return False
        code = job.targets[clause.target] = options[0]
    if code == DECLINED or (job.number == 0 and "then" not in job.targets and code not in codes(game, job, clause)):
        return True
    return DO[clause.do](game, job, clause, arena.at(game, code), NOBODY)


def _for_all(game: Kameloh, job: Job, clause: Clause) -> bool:
    """A group: on whoever is there now (KMO-A.2)."""
    if clause.target == "all_items":
        for played in [played for played in game.position.items if played.uid != job.uid or not is_item(game, job)]:
            arena.remove_item(game, played)
        return True
    for seat, _, monster in list(arena.monsters(game, game.position.turn)):
        wanted = clause.target == "all_monsters" or (clause.target == "own_monsters") == (seat == job.seat)
        if wanted and not (is_item(game, job) and seat != job.seat and arena.immune(game, monster)):
            DO[clause.do](game, job, clause, monster, NOBODY)
    return True


def _for_own_kind(game: Kameloh, job: Job, clause: Clause) -> bool:
    """The monster itself, or all that have struck it in this combat."""
    if clause.target == "self":
        found = arena.find(game, job.uid)
        if found is None and clause.do != "bury_self":
            return True
        return DO[clause.do](game, job, clause, None if found is None else found[2], NOBODY)
    combat = game.position.combat
    for uid in combat.struck.get(job.uid, []) if combat else ():
        found = arena.find(game, uid)
        if found is not None:
            DO[clause.do](game, job, clause, found[2], NOBODY)
    return True


# --- whom it may be ---------------------------------------------------------------------------------------------------------


def codes(game: Kameloh, job: Job, clause: Clause) -> list[str]:
    """What may be chosen as the target of a clause, in a fixed order; nothing to choose for players and groups."""
    return targets(game, job.seat, clause, clause.target, job.card, job.uid, job.targets)


def targets(game: Kameloh, seat: int, clause: Clause, target: str, card: int, uid: int, chosen: dict[str, str]) -> list[str]:
    """The targets of this kind a player may choose for a clause of a card."""
    p = game.position
    if target in CHOSEN:
        return _monster_codes(game, seat, target, card, uid, chosen)
    if target in ITEMS:
        return [
            f"item_{played.uid}"
            for played in p.items
            if played.uid != uid and (target == "any_item" or (target == "own_item") == (played.owner == seat))
        ]
    if target == "combat_item":
        return [
            f"item_{played.uid}"
            for played in p.items
            if played.combat and played.owner != seat and played.negated_by == NOBODY and played.uid != uid
        ]
    if target == "own_stock_card":
        return stock.sources(game, seat) if p.options.search != "off" else []
    if target == "own_desert_card":
        side = p.sides[seat]
        fitting = sorted({held for held in side.desert if game.cards.matches(held, clause.filter)})
        return [f"card_{game.cards.names[held]}" for held in fitting]
    if target == "own_hand_card":
        return [f"card_{game.cards.names[held]}" for held in sorted(set(p.sides[seat].hand))]
    if target in ("own_oasis", "opp_oasis"):
        whose = seat if target == "own_oasis" else 1 - seat
        return [OASIS_ZONE[whose][number] for number, oasis in enumerate(p.sides[whose].oases) if oasis]
    return []


def _monster_codes(game: Kameloh, seat: int, target: str, card: int, uid: int, chosen: dict[str, str]) -> list[str]:
    p, combat = game.position, game.position.combat
    of_item = not game.cards.monster[card]
    found = []
    for whose, slot, monster in arena.monsters(game):
        if target == "own_monster":
            fits = whose == seat
        elif target == "opp_monster":
            fits = whose != seat
        elif target in ("attacker", "striker"):
            fits = combat is not None and monster.uid in combat.strikers
        elif target == "defender":
            fits = whose != p.turn
            if not of_item:  # KMO-A.3: with `hit` one that this striker damaged and that still has life points
                damaged = f"hit_{monster.uid}" in chosen
                fits = fits and damaged and arena.lp(game, monster) > 0
        else:
            fits = True
        if fits and not (of_item and whose != seat and arena.immune(game, monster)):
            found.append(ARENA_ZONE[whose][slot])
    return found


# --- asking ----------------------------------------------------------------------------------------------------------------


def ask(game: Kameloh, job: Job) -> Prompt:
    """The target, or what the effect needs beside it."""
    clause = game.cards.effect[job.card][job.step]
    need = job.targets.get("then", "")
    if need:
        seat, options = NEEDS[need](game, job)
    else:
        seat, options = job.seat, codes(game, job, clause)
    choices: list[Any] = [("choose", code) for code in options]
    if clause.optional and not need:
        choices.append(("decline",))
        return Prompt(seat, "choose", choices, ONE, False, [choices[-1]])
    return Prompt(seat, "choose", choices)


def answer(game: Kameloh, job: Job, option: Any) -> None:
    """Keep what was chosen."""
    clause = game.cards.effect[job.card][job.step]
    need = job.targets.get("then", "")
    code = DECLINED if option[0] == "decline" else option[1]
    if code == DECLINED:
        game.tell(Event("chosen", {"seat": job.seat, "card": game.cards.ids[job.card]}, log="declines"))
    if need:
        job.targets["answer"] = code
    else:
        job.targets[clause.target] = code


def _slots(game: Kameloh, job: Job) -> tuple[int, list[str]]:
    return job.seat, [ARENA_ZONE[job.seat][slot] for slot in arena.free_slots(game, job.seat)]


def _inactive(game: Kameloh, job: Job) -> tuple[int, list[str]]:
    return job.seat, [OASIS_ZONE[job.seat][number] for number in stock.inactive(game, job.seat)]


def _opposing_active(game: Kameloh, job: Job) -> tuple[int, list[str]]:
    side = game.position.sides[1 - job.seat]
    return job.seat, [OASIS_ZONE[1 - job.seat][number] for number, active in enumerate(side.active) if active]


def _graves(game: Kameloh, job: Job) -> tuple[int, list[str]]:
    owner = job.data[0]
    return owner, [OASIS_ZONE[owner][number] for number, oasis in enumerate(game.position.sides[owner].oases) if oasis]


NEEDS: dict[str, Callable[[Kameloh, Job], tuple[int, list[str]]]] = {
    "slot": _slots,
    "inactive": _inactive,
    "active": _opposing_active,
    "grave": _graves,
}
"""What an effect may ask for beside its target: who is asked, and for which zones."""


def _needed(game: Kameloh, job: Job, need: str) -> str | None:
    """The zone asked for, the only one there is, or none; None: it must be asked for first."""
    if "answer" in job.targets:
        job.targets.pop("then")
        return job.targets.pop("answer")
    _, options = NEEDS[need](game, job)
    if len(options) > 1:
        job.targets["then"] = need
        return None
    return options[0] if options else ""


# --- what is done -----------------------------------------------------------------------------------------------------------


Act = Callable[["Kameloh", Job, Clause, "Monster | None", int], bool]


def _force(game: Kameloh, job: Job, clause: Clause, monster: Monster | None, player: int) -> bool:
    """Something that lasts."""
    value = in_force(game, job, clause, NOBODY if monster is None else monster.uid, player)
    if clause.do == "extra_attack":
        game.position.more_attacks += 1
    about: dict[str, Any] = {"do": clause.do, "amount": value, "change": value}
    if monster is not None:
        found = arena.find(game, monster.uid)
        if found is not None:
            seat, slot, _ = found
            whom = {"seat": job.seat, "zone": ARENA_ZONE[seat][slot], "card": game.cards.ids[monster.card]}
            game.tell(Event("state_changed", whom | about, log=f"force_{clause.do}"))
    else:
        game.tell(Event("state_changed", {"seat": player} | about, log=f"force_{clause.do}"))
    return True


def in_force(game: Kameloh, job: Job, clause: Clause, monster: int, player: int) -> int:
    """Put a clause in force with its amount; `copy_ap` takes the highest AP there is at the moment (KMO-A.4)."""
    value = clause.amount
    if clause.do == "copy_ap":
        value = max(arena.ap(game, other) for _, _, other in arena.monsters(game))
    put(game, job, clause, monster, player, value or 1)
    return value


def put(game: Kameloh, job: Job, clause: Clause, monster: int, player: int, value: int) -> None:
    """Let an effect be in force until its time is up (KMO-A.5)."""
    p = game.position
    p.numbers += 1
    force = Force(clause.do, value, monster, player, job.uid if is_item(game, job) else NOBODY, job.seat, number=p.numbers)
    duration = clause.for_
    if duration == "combat":
        force.end = "combat"
    elif duration == "turn":
        force.end, force.seat, force.turns = "turn_end", p.turn, 1
    elif duration == "round":
        force.end, force.seat, force.turns = "turn_start", job.seat, 1
    elif duration == "next_turn" or duration.startswith("turns:"):
        on_opponent = player == 1 - job.seat or (monster != NOBODY and arena.controller(game, monster) == 1 - job.seat)
        seat = 1 - job.seat if duration == "next_turn" and on_opponent else job.seat
        turns = 1 if duration == "next_turn" else int(duration.removeprefix("turns:"))
        force.end, force.seat, force.turns = "turn_end", seat, turns + (p.turn == seat)
    p.forces.append(force)


def _freeze(game: Kameloh, job: Job, clause: Clause, monster: Monster | None, player: int) -> bool:
    if monster is not None:
        monster.frozen = max(monster.frozen, clause.amount)
        _tell_monster(game, job, monster, "frozen", clause.amount)
    return True


def _heal(game: Kameloh, job: Job, clause: Clause, monster: Monster | None, player: int) -> bool:
    if monster is not None:
        arena.heal(game, monster, clause.amount)
    return True


def _damage(game: Kameloh, job: Job, clause: Clause, monster: Monster | None, player: int) -> bool:
    if monster is not None:
        arena.hurt(game, monster, clause.amount)
    return True


def _steal(game: Kameloh, job: Job, clause: Clause, monster: Monster | None, player: int) -> bool:
    """Take control, if there is a free place (KMO-16.2)."""
    if monster is None:
        return True
    zone = _needed(game, job, "slot")
    if zone is None:
        return False
    found = arena.find(game, monster.uid)
    if zone and found is not None and found[0] != job.seat:
        arena.change_side(game, found[0], found[1], ARENA_ZONE[job.seat].index(zone))
        if clause.for_ != "permanent":
            put(game, job, clause, monster.uid, NOBODY, 1)
    return True


def _swap_control(game: Kameloh, job: Job, clause: Clause, monster: Monster | None, player: int) -> bool:
    """Two monsters change sides, each into the place the other leaves."""
    other = arena.at(game, job.targets.get(clause.with_, ""))
    one, two = (arena.find(game, chosen.uid) if chosen else None for chosen in (monster, other))
    if one is None or two is None or monster is None or other is None or one[0] == two[0]:
        return True
    p = game.position
    for swapped in (monster, other):
        arena.end_captures(game, swapped)
    p.sides[one[0]].arena[one[1]], p.sides[two[0]].arena[two[1]] = other, monster
    zones = [ARENA_ZONE[one[0]][one[1]], ARENA_ZONE[two[0]][two[1]]]
    groups = [arena.group(game, monster), arena.group(game, other)]
    game.tell(Event("cards_moved", {"seat": two[0], "cards": groups[0], "from": zones[0], "to": zones[1]}, log="swaps"))
    game.tell(Event("cards_moved", {"seat": one[0], "cards": groups[1], "from": zones[1], "to": zones[0]}))
    return True


def _bounce(game: Kameloh, job: Job, clause: Clause, monster: Monster | None, player: int) -> bool:
    found = arena.find(game, monster.uid) if monster else None
    if found is not None:
        arena.bounce(game, found[0], found[1])
    return True


def _chosen_item(game: Kameloh, job: Job, clause: Clause) -> Item | None:
    return arena.item(game, int(job.targets[clause.target].removeprefix("item_")))


def _destroy_item(game: Kameloh, job: Job, clause: Clause, monster: Monster | None, player: int) -> bool:
    played = _chosen_item(game, job, clause)
    if played is not None:
        arena.remove_item(game, played)
    return True


def _negate(game: Kameloh, job: Job, clause: Clause, monster: Monster | None, player: int) -> bool:
    """Keep an item of this combat from working; whatever it negated itself works again (KMO-A.4)."""
    played = _chosen_item(game, job, clause)
    if played is not None:
        played.negated_by = job.uid
        for other in game.position.items:
            if other.negated_by == played.uid:
                other.negated_by = NOBODY
                game.position.more_attacks += _extra_attacks(game, other)
        about = {"seat": job.seat, "card": game.cards.ids[played.card]}
        game.tell(Event("state_changed", about | {"do": "negate"}, log="negates"))
        game.position.more_attacks -= _extra_attacks(game, played)
    return True


def _extra_attacks(game: Kameloh, played: Item) -> int:
    """How many more attacks an item gives: they come and go with it."""
    return sum(force.item == played.uid and force.do == "extra_attack" for force in game.position.forces)


def _discard(game: Kameloh, job: Job, clause: Clause, monster: Monster | None, player: int) -> bool:
    """Random cards of a hand go to the desert, seen by all."""
    side = game.position.sides[player]
    for _ in range(min(clause.amount, len(side.hand))):
        card = side.hand[game.below(len(side.hand), "discard")]
        stock.from_hand(game, player, card)
        arena.to_desert(game, player, card, HAND_ZONE[player], "discards")
    return True


def _reveal_hand(game: Kameloh, job: Job, clause: Clause, monster: Monster | None, player: int) -> bool:
    """The opponent's hand is shown to the user, once (KMO-19)."""
    side = game.position.sides[player]
    side.shown_hand = side.hand[:]
    public = {"seat": player, "zone": HAND_ZONE[player], "count": len(side.hand)}
    shown = {"cards": game.cards.ids_of(side.hand)}
    game.tell(Event("cards_revealed", public, shown, (0, 1), "shows_hand", True))
    return True


def _draw(game: Kameloh, job: Job, clause: Clause, monster: Monster | None, player: int) -> bool:
    """As many as there are; from an inactive oasis of choice each (KMO-A.4)."""
    p = game.position
    while job.number < clause.amount:
        if p.options.variant == "dufo":
            if not stock.draw_from_deck(game, player):
                return True
        else:
            zone = _needed(game, job, "inactive")
            if zone is None:
                return False
            if not zone:
                return True
            stock.draw_from_oasis(game, player, OASIS_ZONE[player].index(zone))
        job.number += 1
    return True


def _dates(game: Kameloh, job: Job, clause: Clause, monster: Monster | None, player: int) -> bool:
    money.change(game, player, clause.amount, "gains_dates" if clause.amount > 0 else "loses_dates")
    return True


def _steal_dates(game: Kameloh, job: Job, clause: Clause, monster: Monster | None, player: int) -> bool:
    lost = -money.change(game, 1 - job.seat, -clause.amount, "loses_dates")
    money.change(game, job.seat, lost, "steals_dates")
    return True


def _income(game: Kameloh, job: Job, clause: Clause, monster: Monster | None, player: int) -> bool:
    money.change(game, player, clause.amount, "gains_dates")
    return True


def _drought(game: Kameloh, job: Job, clause: Clause, monster: Monster | None, player: int) -> bool:
    p = game.position
    if p.options.variant == "dufo":
        p.sides[player].dry = True
        game.tell(Event("state_changed", {"seat": player, "do": "drought"}, log="drought"))
        return True
    zone = _needed(game, job, "active")
    if zone is None:
        return False
    if zone:
        stock.turn_down(game, player, OASIS_ZONE[player].index(zone), "dries_up")
    else:
        money.change(game, player, -1, "loses_dates")
    return True


def _spring(game: Kameloh, job: Job, clause: Clause, monster: Monster | None, player: int) -> bool:
    if game.position.options.variant == "dufo":
        money.change(game, player, 1, "gains_dates")
        return True
    zone = _needed(game, job, "inactive")
    if zone is None:
        return False
    if zone:
        stock.turn_up(game, player, OASIS_ZONE[player].index(zone))
    return True


def _cleanse(game: Kameloh, job: Job, clause: Clause, monster: Monster | None, player: int) -> bool:
    if monster is not None:
        cleanse(game, monster, 1 - arena.controller(game, monster.uid))
        _tell_monster(game, job, monster, "cleansed", 0)
    return True


def cleanse(game: Kameloh, monster: Monster, opponent: int, *, all_from_monsters: bool = False) -> None:
    """End poison, freeze and whatever the opponent's items do to a monster; for what a monster turns into, more (KMO-14.6)."""
    p = game.position
    monster.frozen = 0
    ended = []
    for force in p.forces:
        if force.monster == monster.uid:
            source = arena.item(game, force.item) if force.item != NOBODY else None
            of_opponent = source is not None and source.owner == opponent
            if force.do == "poison" or of_opponent or (all_from_monsters and source is None):
                ended.append(force)
    p.forces = [force for force in p.forces if force not in ended]
    for force in ended:
        arena.after_end(game, force)
    arena.drop_spent_items(game)


def _search(game: Kameloh, job: Job, clause: Clause, monster: Monster | None, player: int) -> bool:
    """Look for a card in the own deck or one oasis (KMO-A.4)."""
    stock.search(game, job.seat, job.targets[clause.target], job.card, job.step)
    return True


def _desert_card(game: Kameloh, job: Job, clause: Clause) -> int:
    card = game.cards.by_name[job.targets[clause.target].removeprefix("card_")]
    return card if card in game.position.sides[job.seat].desert else NOBODY


def _recover(game: Kameloh, job: Job, clause: Clause, monster: Monster | None, player: int) -> bool:
    card = _desert_card(game, job, clause)
    if card != NOBODY:
        game.position.sides[job.seat].desert.remove(card)
        arena.to_hand(game, job.seat, card, DESERT_ZONE[job.seat], "recovers")
    return True


def _revive(game: Kameloh, job: Job, clause: Clause, monster: Monster | None, player: int) -> bool:
    card = _desert_card(game, job, clause)
    zone = _needed(game, job, "slot") if card != NOBODY else ""
    if zone is None:
        return False
    if zone:
        game.position.sides[job.seat].desert.remove(card)
        public = {"seat": job.seat, "cards": [game.cards.ids[card]], "from": DESERT_ZONE[job.seat], "to": zone}
        game.tell(Event("cards_moved", public, log="revives"))
        arena.place(game, job.seat, ARENA_ZONE[job.seat].index(zone), arena.new(game, card, job.seat))
    return True


def _bury_self(game: Kameloh, job: Job, clause: Clause, monster: Monster | None, player: int) -> bool:
    """Under the deck, or under an oasis of the owner's choice, instead of staying in the desert (KMO-A.4)."""
    owner = job.data[0]
    side = game.position.sides[owner]
    if job.card not in side.desert:
        return True
    if game.position.options.variant == "dufo":
        zone: str | None = "deck"
    else:
        zone = _needed(game, job, "grave")
    if zone is None:
        return False
    if zone:
        del side.desert[len(side.desert) - 1 - side.desert[::-1].index(job.card)]  # the copy that has just come there
        stock.put_under(game, owner, job.card, DESERT_ZONE[owner], zone)
    return True


def _vp(game: Kameloh, job: Job, clause: Clause, monster: Monster | None, player: int) -> bool:
    money.score(game, player, clause.amount, "scores_effect", {"card": game.cards.ids[job.card]})
    return True


def _tell_monster(game: Kameloh, job: Job, monster: Monster, log: str, value: int) -> None:
    found = arena.find(game, monster.uid)
    if found is not None:
        about = {"seat": job.seat, "zone": ARENA_ZONE[found[0]][found[1]], "card": game.cards.ids[monster.card]}
        game.tell(Event("state_changed", about | {"amount": value}, log=log))


LASTING: dict[str, Act] = dict.fromkeys(FORCES, _force)
DO: dict[str, Act] = LASTING | {
    "heal": _heal,
    "damage": _damage,
    "freeze": _freeze,
    "steal": _steal,
    "swap_control": _swap_control,
    "bounce": _bounce,
    "destroy_item": _destroy_item,
    "negate": _negate,
    "discard": _discard,
    "reveal_hand": _reveal_hand,
    "draw": _draw,
    "dates": _dates,
    "steal_dates": _steal_dates,
    "income": _income,
    "drought": _drought,
    "spring": _spring,
    "cleanse": _cleanse,
    "search": _search,
    "recover": _recover,
    "revive": _revive,
    "bury_self": _bury_self,
    "vp": _vp,
}
"""The primitives (KMO-A.4)."""


# --- items ---------------------------------------------------------------------------------------------------------------------


def plays(game: Kameloh, seat: int, card: int) -> list[tuple[str, str]]:
    """With which targets an item could be played now, as (target, second target); nothing if a target is missing (KMO-11.1)."""
    found = [("", "")]
    for clause in game.cards.effect[card]:
        if clause.when != "play" or clause.target in PLAYERS:
            continue
        if clause.target in GROUPS or clause.target == "all_items":
            if not _anybody(game, seat, clause):
                return []
            continue
        options = targets(game, seat, clause, clause.target, card, NOBODY, {})
        second = targets(game, seat, clause, clause.with_, card, NOBODY, {}) if clause.with_ else [""]
        found = [(one, other) for one in options for other in second]
    return found


def _anybody(game: Kameloh, seat: int, clause: Clause) -> bool:
    if clause.target == "all_items":
        return bool(game.position.items)
    return any(
        clause.target == "all_monsters" or (clause.target == "own_monsters") == (whose == seat)
        for whose, _, _ in arena.monsters(game)
    )


def play_item(game: Kameloh, seat: int, card: int, target: str, second: str) -> None:
    """Put an item, already paid for and out of the hand, into play and let it work (KMO-11.3)."""
    p = game.position
    p.uids += 1
    carrier = NOBODY
    chosen: dict[str, str] = {"when": "play"}
    timer: Clause | None = None
    for clause in game.cards.effect[card]:
        if clause.when == "play" and target and clause.target not in PLAYERS + GROUPS:
            chosen[clause.target] = target
            monster = arena.at(game, target)
            if monster is not None and clause.lasts:
                carrier = monster.uid
            if clause.with_:
                chosen[clause.with_] = second
        elif clause.when == "expire":
            timer = clause
    played = Item(card, seat, p.uids, carrier, combat=p.combat is not None)
    p.items.append(played)
    job = Job("effect", seat, card, played.uid, targets=chosen)
    if timer is not None:
        put(game, job, timer, NOBODY, seat, timer.amount)
    p.agenda.append(job)


def expire(game: Kameloh, force: Force) -> None:
    """What an item does when its time is up by itself (KMO-A.2)."""
    source = arena.item(game, force.item) if force.item != NOBODY else None
    if source is None:
        return
    for clause in game.cards.effect[source.card]:
        if clause.when == "expire" and clause.do == force.do:
            if game.passes is not None:
                game.passes(f"{game.cards.names[source.card]} expire {clause.do}")
            money.change(game, source.owner, clause.amount, "gains_dates")
