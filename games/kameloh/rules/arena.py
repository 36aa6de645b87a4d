"""The arena: who stands where, with what values, and how monsters and items come and go (KMO-10, KMO-11, KMO-16)."""

from __future__ import annotations

from bisect import insort
from typing import TYPE_CHECKING

from games.engine.event import Event
from games.kameloh.rules.cards import Clause
from games.kameloh.rules.position import (
    ARENA_ZONE,
    DESERT_ZONE,
    FUSION_ZONE,
    HAND_ZONE,
    NOBODY,
    ROW_ZONE,
    SLOTS,
    Force,
    Item,
    Job,
    Monster,
)

if TYPE_CHECKING:
    from games.kameloh.rules.game import Kameloh

MOST_AP, MOST_DP, MOST_LP = 100, 80, 400
"""With items (KMO-11.5)."""

STEP = 5
"""Halved values and healing are rounded down to multiples of this."""


# --- looking ------------------------------------------------------------------------------------------------------------


def monsters(game: Kameloh, first: int = 0) -> list[tuple[int, int, Monster]]:
    """All monsters as (controller, slot, monster), those of one player first."""
    sides, found = game.position.sides, []
    for seat in (first, 1 - first):
        for slot, monster in enumerate(sides[seat].arena):
            if monster is not None:
                found.append((seat, slot, monster))
    return found


def find(game: Kameloh, uid: int) -> tuple[int, int, Monster] | None:
    """A monster by its uid, if it is still there."""
    return next((found for found in monsters(game) if found[2].uid == uid), None)


def at(game: Kameloh, code: str) -> Monster | None:
    """The monster in a zone of the arena."""
    for seat in SLOTS:
        for slot in SLOTS:
            if ARENA_ZONE[seat][slot] == code:
                return game.position.sides[seat].arena[slot]
    return None


def item(game: Kameloh, uid: int) -> Item | None:
    """An item in play by its uid."""
    return next((found for found in game.position.items if found.uid == uid), None)


def own(game: Kameloh, seat: int) -> list[Monster]:
    """The monsters of a player, by slot."""
    return [monster for monster in game.position.sides[seat].arena if monster is not None]


def free_slots(game: Kameloh, seat: int) -> list[int]:
    """The empty places of a player."""
    return [slot for slot in SLOTS if game.position.sides[seat].arena[slot] is None]


def controller(game: Kameloh, uid: int) -> int:
    """Who controls a monster that is there."""
    found = find(game, uid)
    return NOBODY if found is None else found[0]


# --- values at the moment (KMO-A.8) ---------------------------------------------------------------------------------------


def works(game: Kameloh, force: Force) -> bool:
    """Whether a lasting effect works: a negated item has none (KMO-A.4)."""
    if force.item == NOBODY:
        return True
    source = item(game, force.item)
    return source is None or source.negated_by == NOBODY


def forces_on(game: Kameloh, monster: Monster, do: str) -> list[Force]:
    """The effects of one kind that work on a monster, the oldest first."""
    return [force for force in game.position.forces if force.monster == monster.uid and force.do == do and works(game, force)]


def passives(game: Kameloh, do: str) -> list[tuple[int, Monster | None, Clause]]:
    """Clauses of this kind that work as long as they hold: (whose, of which monster, clause)."""
    p, passive = game.position, game.cards.passive
    found: list[tuple[int, Monster | None, Clause]] = []
    for seat, side in enumerate(p.sides):
        for monster in side.arena:
            if monster is not None and passive[monster.card]:
                clauses = [clause for clause in passive[monster.card] if clause.do == do]
                found += [(seat, monster, clause) for clause in clauses if _holds(game, seat, monster, clause)]
    for played in p.items:
        if passive[played.card] and played.negated_by == NOBODY:
            found += [(played.owner, None, clause) for clause in passive[played.card] if clause.do == do]
    return found


def _holds(game: Kameloh, seat: int, monster: Monster, clause: Clause) -> bool:
    """Whether it is the time of a clause: always, while the monster strikes, or while it is attacked (KMO-A.2)."""
    combat = game.position.combat
    if clause.when == "static":
        return True
    if combat is None:
        return False
    return monster.uid in combat.strikers if clause.when == "attack" else seat != game.position.turn


def amount(game: Kameloh, monster: Monster, do: str) -> int:
    """The sum of the effects of one kind on a monster."""
    total = sum([force.amount for force in forces_on(game, monster, do)]) if game.position.forces else 0
    for seat, source, clause in passives(game, do):
        if reaches(game, seat, source, clause.target, monster):
            total += clause.amount or 1
    return total


def reaches(game: Kameloh, seat: int, source: Monster | None, target: str, monster: Monster) -> bool:
    """Whether a clause of a player that names a group, or itself, works on a monster."""
    if target == "self":
        return source is not None and source.uid == monster.uid
    side = controller(game, monster.uid)
    return target == "all_monsters" or (target == "own_monsters" and side == seat) or (target == "opp_monsters" and side != seat)


def basics(game: Kameloh, monster: Monster) -> tuple[int, int]:
    """Basic AP and DP: copied and swapped, before anything is added."""
    ap, dp = monster.ap, monster.dp
    if game.position.forces:
        copies = forces_on(game, monster, "copy_ap")
        if copies:
            ap = copies[-1].amount
        if len(forces_on(game, monster, "swap_ap_dp")) % 2:
            ap, dp = dp, ap
    return ap, dp


def ap(game: Kameloh, monster: Monster) -> int:
    """Current attack points, without the 10 of 2:1."""
    value = basics(game, monster)[0] + amount(game, monster, "ap")
    for _ in forces_on(game, monster, "half_ap") if game.position.forces else ():
        value = value // 2 // STEP * STEP
    return max(0, min(MOST_AP, value))


def dp(game: Kameloh, monster: Monster) -> int:
    """Current defence points."""
    return max(0, min(MOST_DP, basics(game, monster)[1] + amount(game, monster, "dp")))


def max_lp(game: Kameloh, monster: Monster) -> int:
    """Life points without damage."""
    return min(MOST_LP, monster.lp + amount(game, monster, "lp_max"))


def lp(game: Kameloh, monster: Monster) -> int:
    """Life points left (KMO-11.6)."""
    return max_lp(game, monster) - monster.damage


def immune(game: Kameloh, monster: Monster) -> bool:
    """Whether opposing items cannot reach it."""
    return amount(game, monster, "item_immune") > 0


# --- coming and going -------------------------------------------------------------------------------------------------------


def place(game: Kameloh, seat: int, slot: int, monster: Monster) -> None:
    """Put a monster there, and let it do what it does on entering."""
    game.position.sides[seat].arena[slot] = monster
    enter(game, seat, monster)


def enter(game: Kameloh, seat: int, monster: Monster) -> None:
    """Its effects on entering the arena come next (KMO-A.2)."""
    if any(clause.when == "enter" for clause in game.cards.effect[monster.card]):
        game.position.agenda.append(Job("effect", seat, monster.card, monster.uid, targets={"when": "enter"}))


def new(game: Kameloh, card: int, owner: int) -> Monster:
    """A monster with its printed values."""
    p = game.position
    p.uids += 1
    return Monster(card, owner, p.uids, *game.cards.values[card])


def leave(game: Kameloh, seat: int, slot: int) -> Monster:
    """A monster leaves the arena: what is attached to it goes, and what works on it ends (KMO-11.4)."""
    p = game.position
    monster = p.sides[seat].arena[slot]
    assert monster is not None  # noqa: S101 (callers have looked)
    p.forces = [force for force in p.forces if force.monster != monster.uid]
    for attached in attachments(game, monster):
        remove_item(game, attached)
    p.sides[seat].arena[slot] = None
    drop_spent_items(game)
    return monster


def attachments(game: Kameloh, monster: Monster) -> list[Item]:
    """The items on a monster, the oldest first."""
    return [played for played in game.position.items if played.carrier == monster.uid]


def group(game: Kameloh, monster: Monster) -> list[str]:
    """The ids of a monster and of what is attached to it: they move together."""
    return [game.cards.ids[monster.card], *(game.cards.ids[played.card] for played in attachments(game, monster))]


def remove_item(game: Kameloh, played: Item) -> None:
    """An item leaves play for its owner's desert; its effects end, and what it kept from working works again."""
    p = game.position
    if played not in p.items:
        return
    p.items.remove(played)
    for other in p.items:
        if other.negated_by == played.uid:
            other.negated_by = NOBODY
    ended = [force for force in p.forces if force.item == played.uid]
    p.forces = [force for force in p.forces if force.item != played.uid]
    to_desert(game, played.owner, played.card, zone_of_item(game, played))
    for force in ended:
        after_end(game, force)


def zone_of_item(game: Kameloh, played: Item) -> str:
    """Where an item lies: at its monster, or in the row of its owner."""
    found = find(game, played.carrier) if played.carrier != NOBODY else None
    return ROW_ZONE[played.owner] if found is None else ARENA_ZONE[found[0]][found[1]]


def after_end(game: Kameloh, force: Force) -> None:
    """What the end of an effect brings: an LP bonus leaves the monster alive (KMO-11.6), a captured one goes home (KMO-16.6)."""
    found = find(game, force.monster)
    if found is None:
        return
    seat, slot, monster = found
    if force.do == "lp_max" and monster.damage < max_lp(game, monster) + force.amount:
        monster.damage = max(0, min(monster.damage, max_lp(game, monster) - 1))
    elif force.do == "steal" and seat != monster.owner:
        go_home(game, seat, slot)


def go_home(game: Kameloh, seat: int, slot: int) -> None:
    """A captured monster returns: to a free place of its owner, the lower one, else to the hand (KMO-16.6)."""
    p = game.position
    monster = p.sides[seat].arena[slot]
    assert monster is not None  # noqa: S101 (callers have looked)
    free = free_slots(game, monster.owner)
    if not free:
        bounce(game, seat, slot, "returns_to_hand")
        return
    p.sides[seat].arena[slot] = None
    p.sides[monster.owner].arena[free[0]] = monster
    moved = {"seat": monster.owner, "cards": group(game, monster), "from": ARENA_ZONE[seat][slot]}
    game.tell(Event("cards_moved", moved | {"to": ARENA_ZONE[monster.owner][free[0]]}, log="goes_home"))


def bounce(game: Kameloh, seat: int, slot: int, log: str = "bounces") -> None:
    """A monster returns to its owner's hand; violet ones in Kamelkönig to the fusion deck (KMO-15.9)."""
    monster = leave(game, seat, slot)
    to_hand(game, monster.owner, monster.card, ARENA_ZONE[seat][slot], log)


def to_hand(game: Kameloh, owner: int, card: int, source: str, log: str) -> None:
    """A card that all have seen goes to a hand, or back to the fusion deck."""
    side = game.position.sides[owner]
    public = {"seat": owner, "cards": [game.cards.ids[card]], "from": source}
    if game.position.options.variant == "kamelkoenig" and game.cards.kind[card] == "violet":
        insort(side.fusion, card)
        game.tell(Event("cards_moved", public | {"to": FUSION_ZONE[owner]}, log=f"{log}_fusion"))
        return
    insort(side.hand, card)
    insort(side.known_hand, card)
    insort(side.shown_hand, card)
    game.tell(Event("cards_moved", public | {"to": HAND_ZONE[owner]}, log=log))


def to_desert(game: Kameloh, owner: int, card: int, source: str, log: str = "to_desert") -> None:
    """A card goes to its owner's desert."""
    game.position.sides[owner].desert.append(card)
    public = {"seat": owner, "cards": [game.cards.ids[card]], "from": source, "to": DESERT_ZONE[owner]}
    game.tell(Event("cards_moved", public, log=log))


def drop_spent_items(game: Kameloh) -> None:
    """An item all of whose effects have ended goes to the desert (KMO-A.5)."""
    p = game.position
    for played in p.items[:]:
        if not stays(game, played):
            remove_item(game, played)


def stays(game: Kameloh, played: Item) -> bool:
    """Whether an item still does something, or is kept until the end of the combat with what it negates."""
    p = game.position
    if any(force.item == played.uid for force in p.forces) or played.negated_by != NOBODY:
        return True
    if any(other.negated_by == played.uid for other in p.items):
        return True
    if any(job.kind == "effect" and job.uid == played.uid for job in p.agenda):
        return True
    return any(clause.when not in ("play", "expire") for clause in game.cards.effect[played.card])


def change_side(game: Kameloh, seat: int, slot: int, to_slot: int) -> None:
    """A monster goes over to the other side; damage and attachments stay on it, a temporary capture ends (KMO-16.5, 16.6)."""
    p = game.position
    monster = p.sides[seat].arena[slot]
    assert monster is not None  # noqa: S101 (callers have looked)
    end_captures(game, monster)
    p.sides[seat].arena[slot] = None
    p.sides[1 - seat].arena[to_slot] = monster
    moved = {"seat": 1 - seat, "cards": group(game, monster), "from": ARENA_ZONE[seat][slot]}
    game.tell(Event("cards_moved", moved | {"to": ARENA_ZONE[1 - seat][to_slot]}, log="changes_sides"))


def end_captures(game: Kameloh, monster: Monster) -> None:
    """A temporary capture of this monster is over without its going home."""
    p = game.position
    p.forces = [force for force in p.forces if not (force.do == "steal" and force.monster == monster.uid)]
    drop_spent_items(game)


def hurt(game: Kameloh, monster: Monster, points: int, log: str = "damaged") -> int:
    """Damage to a monster, unless it is protected; how much."""
    found = find(game, monster.uid)
    if points <= 0 or found is None or amount(game, monster, "protect"):
        return 0
    monster.damage += points
    told(game, found, points, log)
    return points


def heal(game: Kameloh, monster: Monster, points: int) -> None:
    """Lower the damage, not below 0 (KMO-11.6)."""
    found = find(game, monster.uid)
    healed = min(points, monster.damage)
    if found is not None and healed > 0:
        monster.damage -= healed
        told(game, found, healed, "healed")


def told(game: Kameloh, found: tuple[int, int, Monster], points: int, log: str) -> None:
    """Tell what has become of the life points of a monster."""
    seat, slot, monster = found
    public = {"seat": seat, "zone": ARENA_ZONE[seat][slot], "card": game.cards.ids[monster.card], "amount": points}
    game.tell(Event("state_changed", public | {"lp": max(0, lp(game, monster))}, log=log))
