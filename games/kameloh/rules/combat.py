"""Combat: declaring, items of both sides, damage by the shape, what follows from it, defeats (KMO-12, KMO-13)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from games.engine.event import Event
from games.engine.prompt import ONE, Prompt
from games.kameloh.rules import arena, money, moves
from games.kameloh.rules.position import ARENA_ZONE, NOBODY, Combat, Job, Monster

if TYPE_CHECKING:
    from games.kameloh.rules.game import Kameloh

ALONE_OF_TWO = 10
"""Added to the AP of the one striker in 2:1 (KMO-12.6)."""


def able(game: Kameloh, seat: int) -> list[Monster]:
    """The monsters that can attack, by slot: frozen ones cannot (KMO-12.3)."""
    return [monster for monster in arena.own(game, seat) if not monster.frozen]


def forbidden(game: Kameloh, seat: int) -> bool:
    """Whether an effect keeps this player from attacking this turn."""
    return any(force.do == "no_attack" and force.player == seat and arena.works(game, force) for force in game.position.forces)


# --- declaring ----------------------------------------------------------------------------------------------------------


def begin(game: Kameloh, job: Job) -> bool:
    """The attack phase: a free point, a declaration, or nothing (KMO-12.1, KMO-12.10, KMO-13.5)."""
    p = game.position
    p.phase = "ATTACK"
    seat, again = job.seat, job.step > 0
    if job.number == 0:
        job.number = 1
        if (p.round == 1 and seat == p.starter) or forbidden(game, seat):
            game.drop(job)
            return True
        if not arena.own(game, 1 - seat):
            game.drop(job)
            if p.round > 1 and not again:
                p.sides[seat].free_points += 1
                money.score(game, seat, 1, "free_point", {})
            return True
        if not able(game, seat):
            game.drop(job)
            return True
    return False


def ask(game: Kameloh, job: Job) -> Prompt:
    """Attack or not; in 2:1 with which monster. Time-out: attack, with the higher AP (KMO-20.2)."""
    seat = job.seat
    strikers = able(game, seat)
    if len(strikers) == 2 and len(arena.own(game, 1 - seat)) == 1:
        best = max(strikers, key=lambda monster: (arena.ap(game, monster), -_slot(game, seat, monster)))
        options: list[Any] = [("attack", _slot(game, seat, monster)) for monster in strikers]
        default = ("attack", _slot(game, seat, best))
    else:
        options = [("attack", NOBODY)]
        default = options[0]
    return Prompt(seat, "attack", [*options, ("no_attack",)], ONE, False, [default])


def _slot(game: Kameloh, seat: int, monster: Monster) -> int:
    return game.position.sides[seat].arena.index(monster)


def declare(game: Kameloh, job: Job, option: Any) -> None:
    """The combat begins with the attacker's items, or the phase is over."""
    p = game.position
    game.drop(job)
    if option[0] == "no_attack":
        game.tell(Event("chosen", {"seat": job.seat, "answer": "no_attack"}, log="no_attack"))
        return
    striker = NOBODY if option[1] == NOBODY else p.sides[job.seat].arena[option[1]]
    uid = NOBODY if isinstance(striker, int) or striker is None else striker.uid
    p.combat = Combat(uid, [uid] if uid != NOBODY else [monster.uid for monster in able(game, job.seat)])
    zones = [zone_of(game, striking) for striking in p.combat.strikers]
    about: dict[str, Any] = {"seat": job.seat, "phase": "combat", "zones": zones}
    about["cards"] = [game.cards.ids[monster.card] for monster in able(game, job.seat) if monster.uid in p.combat.strikers]
    game.tell(Event("phase_began", about, log="attacks"))
    p.agenda.append(Job("resolve", job.seat))
    p.agenda.append(Job("window", 1 - job.seat, step=1))
    p.agenda.append(Job("window", job.seat, step=0))


def zone_of(game: Kameloh, uid: int) -> str:
    """The zone of a monster that is there."""
    found = arena.find(game, uid)
    return "" if found is None else ARENA_ZONE[found[0]][found[1]]


# --- items in combat (KMO-11.2, KMO-20.1) ------------------------------------------------------------------------------------

WINDOWS = ("attack", "defend", "reply")


def window(game: Kameloh, job: Job) -> bool:
    """Open as long as the public test holds, whatever is in the hand; a reply needs something to negate."""
    if opens(game, job.seat, WINDOWS[job.step]):
        return False
    close(game, job)
    return True


def opens(game: Kameloh, seat: int, name: str) -> bool:
    """The public test of a window."""
    p = game.position
    side, cards, wimu = p.sides[seat], game.cards, p.options.variant == "wimu"
    if name != "defend" and wimu and p.package != "play":
        return False
    change = money.item_price_change(game, seat)
    if name == "reply":
        negatable = any(played.combat and played.owner != seat and played.negated_by == NOBODY for played in p.items)
        tops = wimu and any(cards.negates[oasis[-1]] for oasis, active in zip(side.oases, side.active, strict=True) if active)
        return negatable and bool(side.hand or tops) and side.dates >= max(0, cards.cheapest_negate + change)
    tops = wimu and any(name in cards.windows[oasis[-1]] for oasis, active in zip(side.oases, side.active, strict=True) if active)
    return bool(side.hand or tops) and side.dates >= max(0, cards.cheapest[name] + change)


def ask_window(game: Kameloh, job: Job) -> Prompt:
    """Any item for this window, or done."""
    name = WINDOWS[job.step]
    options = moves.items(game, job.seat, "attack" if name == "reply" else name)
    if name == "reply":
        options = [option for option in options if game.cards.negates[option[1]]]
    done = ("done",)
    return Prompt(job.seat, f"{name}_items", [*options, done], ONE, False, [done], clock="window")


def answer_window(game: Kameloh, job: Job, option: Any) -> None:
    """Play the item and stay, or close the window."""
    if option[0] == "done":
        close(game, job)
    else:
        moves.play_item(game, job.seat, option)


def close(game: Kameloh, job: Job) -> None:
    """After the defender's window the attacker may negate what the defender has played."""
    p = game.position
    game.drop(job)
    if job.step == 1 and any(played.combat and played.owner == job.seat for played in p.items):
        p.agenda.append(Job("window", 1 - job.seat, step=2))


# --- damage (KMO-12.4 to KMO-12.8) ---------------------------------------------------------------------------------------------


def resolve(game: Kameloh, job: Job) -> bool:
    """Determine the shape anew, deal all damage, then what follows; False: a striker must be chosen."""
    p = game.position
    combat, seat = p.combat, job.seat
    assert combat is not None  # noqa: S101 (the job says so)
    strikers, defenders = able(game, seat), arena.own(game, 1 - seat)
    if len(strikers) == 2 and len(defenders) == 1:
        chosen = [monster for monster in strikers if monster.uid == combat.striker]
        if not chosen:
            return False
        strikers = chosen
        shape = "2:1"
    else:
        shape = f"{len(strikers)}:{len(defenders)}"
    game.drop(job)
    p.agenda.append(Job("combat_end", seat))
    p.agenda.append(Job("settle"))
    if strikers and defenders:
        combat.strikers = [monster.uid for monster in strikers]
        _strike(game, seat, shape, strikers, defenders)
    return True


def ask_striker(game: Kameloh, job: Job) -> Prompt:
    """A 2:1 that has arisen only now: with which monster (KMO-12.8)."""
    seat = job.seat
    strikers = able(game, seat)
    best = max(strikers, key=lambda monster: (arena.ap(game, monster), -_slot(game, seat, monster)))
    options = [("choose", ARENA_ZONE[seat][_slot(game, seat, monster)]) for monster in strikers]
    return Prompt(seat, "striker", options, ONE, False, [("choose", ARENA_ZONE[seat][_slot(game, seat, best)])])


def answer_striker(game: Kameloh, job: Job, option: Any) -> None:
    """Keep the choice."""
    monster = arena.at(game, option[1])
    if game.position.combat is not None and monster is not None:
        game.position.combat.striker = monster.uid


def reckon(
    game: Kameloh, seat: int, strikers: list[Monster], defenders: list[Monster], *, alone_of_two: bool
) -> tuple[str, dict[str, Any], dict[int, int]]:
    """The shape, what counts in it for all to see, and the damage by defender (KMO-12.4 to KMO-12.7).

    Before the attack, too: what holds while attacking or defending is reckoned with (KMO-A.2).
    """
    p = game.position
    running = p.combat
    p.combat = Combat(strikers=[monster.uid for monster in strikers])
    try:
        return _reckon(game, seat, strikers, defenders, alone_of_two)
    finally:
        p.combat = running


def _reckon(
    game: Kameloh, seat: int, strikers: list[Monster], defenders: list[Monster], alone_of_two: bool
) -> tuple[str, dict[str, Any], dict[int, int]]:
    aps = [arena.ap(game, monster) for monster in strikers]
    dps = [arena.dp(game, monster) for monster in defenders]
    direct = [arena.amount(game, monster, "direct_attack") > 0 for monster in strikers]
    shape = "2:1" if alone_of_two else f"{len(strikers)}:{len(defenders)}"
    if alone_of_two:
        aps[0] += ALONE_OF_TWO
    if shape == "2:2":
        raw = [damage_of_two(aps, direct, max(dps))] * 2
    else:
        raw = [aps[0] if direct[0] else max(0, aps[0] - defence) for defence in dps]
    stats = {zone_of(game, monster.uid): {"ap": aps[i], "dp": arena.dp(game, monster)} for i, monster in enumerate(strikers)}
    stats |= {zone_of(game, monster.uid): {"ap": arena.ap(game, monster), "dp": dps[i]} for i, monster in enumerate(defenders)}
    about: dict[str, Any] = {"seat": seat, "shape": shape, "attack": sum(aps), "stats": stats}
    if shape != "1:2":
        about["defence"] = max(dps)
    dealt: dict[int, int] = {}
    for monster, points in zip(defenders, raw, strict=True):
        protected = arena.amount(game, monster, "protect")
        dealt[monster.uid] = 0 if protected else max(0, points - arena.amount(game, monster, "shield"))
    return shape, about, dealt


def in_words(game: Kameloh, dealt: dict[int, int]) -> tuple[str, dict[str, Any]]:
    """How texts tell the damage to each defender: `one`, `both` if it is the same, else `each`; and with what arguments."""
    cards = [game.cards.ids[found[2].card] for uid in dealt if (found := arena.find(game, uid)) is not None]
    points = list(dealt.values())
    if len(points) == 1:
        return "one", {"card": cards[0], "dealt": points[0]}
    if points[0] == points[1]:
        return "both", {"dealt": points[0]}
    return "each", {"card": cards[0], "dealt": points[0], "other": cards[1], "dealt_other": points[1]}


def threat(game: Kameloh) -> tuple[str, dict[str, Any]]:
    """What the running combat would do as things stand, for texts; `none` if nobody is left to strike or to be struck."""
    p = game.position
    strikers, defenders = able(game, p.turn), arena.own(game, 1 - p.turn)
    if not strikers or not defenders or p.combat is None:
        return "none", {}
    alone = len(strikers) == 2 and len(defenders) == 1
    if alone:
        chosen = [monster for monster in strikers if monster.uid == p.combat.striker]
        if not chosen:
            return "none", {}
        strikers = chosen
    _, _, dealt = reckon(game, p.turn, strikers, defenders, alone_of_two=alone)
    return in_words(game, dealt)


def _strike(game: Kameloh, seat: int, shape: str, strikers: list[Monster], defenders: list[Monster]) -> None:
    """All damage at once, then what follows from it."""
    running = game.position.combat
    assert running is not None  # noqa: S101 (a combat runs)
    _, about, dealt = reckon(game, seat, strikers, defenders, alone_of_two=shape == "2:1")
    for monster in defenders:
        running.struck[monster.uid] = [striker.uid for striker in strikers]
    damage = {zone_of(game, uid): points for uid, points in dealt.items()}
    whom, told = in_words(game, dealt)
    log = f"combat_{whom}_apart" if shape == "1:2" else f"combat_{whom}"
    game.tell(Event("x_kameloh_combat", about | {"damage": damage} | told, log=log))
    for monster in defenders:
        arena.hurt(game, monster, dealt[monster.uid], "struck")
    _aftermath(game, seat, strikers, defenders, dealt)


def damage_of_two(aps: list[int], direct: list[bool], dp: int) -> int:
    """The common damage of two strikers against the stronger defence; direct attacks are not lowered (KMO-12.7, KMO-A.4).

    >>> damage_of_two([40, 30], [False, False], 25), damage_of_two([40, 30], [True, False], 25)
    (45, 45)
    """
    if not any(direct):
        return max(0, sum(aps) - dp)
    if all(direct):
        return sum(aps)
    first, second = (aps[0], aps[1]) if direct[0] else (aps[1], aps[0])
    return first + max(0, second - dp)


def _aftermath(game: Kameloh, seat: int, strikers: list[Monster], defenders: list[Monster], dealt: dict[int, int]) -> None:
    """`hit` effects of the strikers in slot order, then `lifesteal`, then `reflect` (KMO-12.8); as jobs, the first on top."""
    p = game.position
    p.agenda.append(Job("reflect", seat, data=[monster.uid for monster in defenders], targets={}))
    steals = Job("lifesteal", seat, data=[monster.uid for monster in strikers])
    steals.targets = {str(uid): str(points) for uid, points in dealt.items()}
    p.agenda.append(steals)
    if any(dealt.values()):
        damaged = {f"hit_{uid}": "" for uid, points in dealt.items() if points}
        for monster in reversed(strikers):
            if any(clause.when == "hit" for clause in game.cards.effect[monster.card]):
                p.agenda.append(Job("effect", seat, monster.card, monster.uid, targets={"when": "hit"} | damaged))


def lifesteal(game: Kameloh, job: Job) -> bool:
    """Strikers recover a share of the damage dealt to each defender, rounded down to a multiple of 5."""
    game.drop(job)
    for uid in job.data:
        found = arena.find(game, uid)
        share = arena.amount(game, found[2], "lifesteal") if found else 0
        if found is not None and share:
            healed = sum(int(points) * share // 100 // arena.STEP * arena.STEP for points in job.targets.values())
            arena.heal(game, found[2], healed)
    return True


def reflect(game: Kameloh, job: Job) -> bool:
    """Each striker takes what the struck monsters throw back, also for no damage (KMO-A.4)."""
    p = game.position
    game.drop(job)
    for uid in job.data:
        found = arena.find(game, uid)
        back = arena.amount(game, found[2], "reflect") if found else 0
        if back and p.combat is not None:
            for striker in p.combat.struck.get(uid, []):
                struck = arena.find(game, striker)
                if struck is not None:
                    arena.hurt(game, struck[2], back, "reflected")
    return True


def end(game: Kameloh, job: Job) -> bool:
    """What lasted for the combat is over; a further attack may follow (KMO-11.4, KMO-A.4)."""
    p = game.position
    game.drop(job)
    for played in [played for played in p.items if played.combat and played.negated_by != NOBODY]:
        keeper = arena.item(game, played.negated_by)
        arena.remove_item(game, played)
        if keeper is not None:
            arena.remove_item(game, keeper)
    ended = [force for force in p.forces if force.end == "combat"]
    p.forces = [force for force in p.forces if force.end != "combat"]
    for force in ended:
        arena.after_end(game, force)
    for played in p.items:
        played.combat = False
    p.combat = None
    arena.drop_spent_items(game)
    p.agenda.append(Job("settle"))
    if p.more_attacks > 0:
        p.more_attacks -= 1
        p.agenda.insert(-1, Job("attack", job.seat, step=1))
    return True


# --- defeats (KMO-13) ----------------------------------------------------------------------------------------------------------


def settle(game: Kameloh, job: Job) -> bool:
    """All monsters without life points leave together, points are booked, then their `defeat` effects run (KMO-13.8)."""
    p = game.position
    game.drop(job)
    if any(waiting.kind in ("lifesteal", "reflect") for waiting in p.agenda):
        return True  # KMO-12.8: first everything that follows from the strikes
    if any(waiting.targets.get("when") == "defeat" for waiting in p.agenda):
        return True  # first the other effects of those who have fallen
    fallen = [found for found in arena.monsters(game, p.turn) if arena.lp(game, found[2]) <= 0]
    if not fallen:
        return True
    worths = [money.worth(game, monster) for _, _, monster in fallen]
    p.agenda.append(Job("settle"))
    effects = []
    for seat, slot, monster in fallen:
        zone = ARENA_ZONE[seat][slot]
        arena.leave(game, seat, slot)
        arena.to_desert(game, monster.owner, monster.card, zone, "defeated")
        if any(clause.when == "defeat" for clause in game.cards.effect[monster.card]):
            targets = {"when": "defeat"}
            effects.append(Job("effect", seat, monster.card, monster.uid, data=[monster.owner], targets=targets))
    for (seat, _, monster), points in zip(fallen, worths, strict=True):
        p.sides[1 - seat].defeated += 1
        money.score(game, 1 - seat, points, "scores_defeat", {"card": game.cards.ids[monster.card]})
    p.agenda += reversed(effects)
    return True
