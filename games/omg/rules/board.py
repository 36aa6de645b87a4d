"""What lies on the table and what counts there: static clauses, lasting ones, current numbers (OMG-3, OMG-13)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from games.omg.rules import conditions
from games.omg.rules.cards import ATTACHABLE, COMBAT_CONDITIONS, Clause, Filter, Per
from games.omg.rules.position import NOBODY, Force, Piece, User

if TYPE_CHECKING:
    from games.omg.rules.game import Omg

S, A, V, W = range(4)
LETTER = {"S": (S,), "A": (A,), "V": (V,), "W": (W,), "SA": (S, A)}

Static = tuple[int, User | None, int, Clause]
"""Who controls a static clause, the user on whom it stands, its card, and the clause."""


# --- finding --------------------------------------------------------------------------------------------------------------------


def find(game: Omg, uid: int) -> tuple[int, User] | None:
    """A user on the table by its uid, with who controls it."""
    if uid == NOBODY:
        return None
    for seat, side in enumerate(game.position.sides):
        for user in side.users:
            if user.uid == uid:
                return seat, user
    return None


def user_of(game: Omg, uid: int) -> User | None:
    """A user on the table by its uid."""
    found = find(game, uid)
    return found and found[1]


def controller(game: Omg, uid: int) -> int:
    """Who controls a user; nobody, if it is not on the table."""
    found = find(game, uid)
    return NOBODY if found is None else found[0]


def foe_of(game: Omg, uid: int) -> User | None:
    """The other combatant, while combat conditions hold (OMG-13.3)."""
    combat = game.position.combat
    if combat is None or combat.after or combat.defender == NOBODY or uid not in (combat.attacker, combat.defender):
        return None
    return user_of(game, combat.defender if uid == combat.attacker else combat.attacker)


def combatant(game: Omg, seat: int) -> User | None:
    """The user of a player in the running attack on a user."""
    p = game.position
    if p.combat is None or p.combat.after or p.combat.defender == NOBODY:
        return None
    uid = p.combat.attacker if seat == p.turn else p.combat.defender
    found = find(game, uid)
    return found[1] if found is not None and found[0] == seat else None


def missions(game: Omg, seat: int) -> list[tuple[Piece, int]]:
    """The mission of a player, with the uid of its user if it is one for users; one at most (OMG-7.4)."""
    side = game.position.sides[seat]
    found = [(user.mission, user.uid) for user in side.users if user.mission is not None]
    return found + ([(side.mission, NOBODY)] if side.mission is not None else [])


def in_play(game: Omg, card: int) -> bool:
    """Whether a user of this card is on the table, whoever has it (OMG-6.1)."""
    return any(user.card == card for side in game.position.sides for user in side.users)


def may_enter(game: Omg, card: int) -> bool:
    """The Persönlichkeit rule (OMG-6.1)."""
    return not game.cards.personality[card] or not in_play(game, card)


# --- clauses that count ---------------------------------------------------------------------------------------------------------


def suppressed(game: Omg, piece: Piece) -> bool:
    """Whether an attached card does not count for now (OMG-13.6)."""
    forces = game.position.forces
    return bool(forces) and any(force.piece == piece.uid for force in forces)


def statics(game: Omg, op: str) -> list[Static]:
    """The static clauses of an operation on the table, whether or not their conditions hold."""
    of_card = game.cards.static.get(op)
    found: list[Static] = []
    if of_card is None:
        return found
    for seat, side in enumerate(game.position.sides):
        for user in side.users:
            for clause in of_card[user.card]:
                found.append((seat, user, user.card, clause))  # noqa: PERF401 (most cards have none)
            attached = user.attached
            if attached is not None and of_card[attached.card] and not suppressed(game, attached):
                found += [(seat, user, attached.card, clause) for clause in of_card[attached.card]]
        website = side.website
        if website is not None:
            found += [(seat, None, website.card, clause) for clause in of_card[website.card]]
    return found


def reaches(game: Omg, by: int, source: User | None, clause: Clause, user: User, seat: int) -> bool:
    """Whether a clause of this source is about this user."""
    ref = clause.target.ref
    if ref in ("self", "bearer"):
        if source is not user:
            return False
    elif ref == "all_own_users":
        if seat != by:
            return False
    elif ref == "all_other_own_users":
        if seat != by or source is user:
            return False
    elif ref == "all_enemy_users":
        if seat == by:
            return False
    elif ref != "all_users":
        return False
    return clause.target.filter is None or matches(game, user, clause.target.filter)


def passes(game: Omg, card: int, clause: Clause) -> None:
    """Play came past a static clause that counted."""
    if game.passes is not None:
        game.passes(f"{game.cards.names[card]} {game.cards.clauses[card].index(clause) + 1} static {clause.op}")
        game.passes(f"op {clause.op}")


def works(game: Omg, op: str, user: User, seat: int) -> bool:
    """Whether an operation without a number, such as `taunt`, works on a user now."""
    for by, source, card, clause in statics(game, op):
        if reaches(game, by, source, clause, user, seat) and holds_all(game, clause, by, source):
            passes(game, card, clause)
            return True
    return any(force.user == user.uid and clause_of(game, force).op == op for force in game.position.forces)


def total(game: Omg, op: str, user: User, seat: int) -> int:
    """The sum of an operation with a number, such as `points_bonus`, on a user now."""
    found = 0
    for by, source, card, clause in statics(game, op):
        if reaches(game, by, source, clause, user, seat) and holds_all(game, clause, by, source):
            passes(game, card, clause)
            found += amount(game, clause, by, source)
    return found + sum(f.amount for f in game.position.forces if f.user == user.uid and clause_of(game, f).op == op)


def for_player(game: Omg, op: str, seat: int, card: int = NOBODY) -> int:
    """The sum of an operation on a player, such as `surf_bonus`; for `user_cost` only what fits the card of a user."""
    found = 0
    for by, source, source_card, clause in statics(game, op):
        if seat in players(clause, by) and _fits(game, clause, card) and holds_all(game, clause, by, source):
            passes(game, source_card, clause)
            found += amount(game, clause, by, source)
    for force in game.position.forces:
        if force.seat == seat:
            clause = clause_of(game, force)
            if clause.op == op and _fits(game, clause, card):
                found += force.amount
    return found


def barred(game: Omg, seat: int) -> bool:
    """Whether a player may not play special cards (`no_specials`)."""
    if any(force.seat == seat and clause_of(game, force).op == "no_specials" for force in game.position.forces):
        return True
    for by, source, card, clause in statics(game, "no_specials"):
        if seat in players(clause, by) and holds_all(game, clause, by, source):
            passes(game, card, clause)
            return True
    return False


def players(clause: Clause, by: int) -> tuple[int, ...]:
    """The players a clause is about, in the order of OMG-5.3 if the one who controls it is AP."""
    ref = clause.target.ref
    return (by,) if ref == "you" else (1 - by,) if ref == "opponent" else (by, 1 - by) if ref == "both_players" else ()


def _fits(game: Omg, clause: Clause, card: int) -> bool:
    wanted = clause.target.filter
    return card == NOBODY or wanted is None or wanted.faction in (None, game.cards.faction[card])


def clause_of(game: Omg, force: Force) -> Clause:
    """The clause that lasts."""
    return game.cards.clauses[force.card][force.clause]


# --- numbers --------------------------------------------------------------------------------------------------------------------


def stats(game: Omg, user: User, seat: int, sources: list[Static] | None = None) -> list[int]:
    """S, A, V and W of a user now: printed, swapped, set, changed, and not below 0 (OMG-13.1).

    `sources`: what `statics` says of `modify_stat`, where it has been asked already.
    """
    values = game.cards.stats[user.card][:]
    forces = [(force, clause_of(game, force)) for force in game.position.forces if force.user == user.uid]
    for _force, clause in forces:
        if clause.op == "swap_stats":
            values[S], values[A] = values[A], values[S]
    for letters, number in _numbers(game, "set_stat", user, seat, statics(game, "set_stat"), forces):
        for letter in letters:
            values[letter] = number
    sources = statics(game, "modify_stat") if sources is None else sources
    for letters, number in _numbers(game, "modify_stat", user, seat, sources, forces):
        for letter in letters:
            values[letter] += number
    return [max(0, value) for value in values]


def _numbers(
    game: Omg, op: str, user: User, seat: int, sources: list[Static], forces: list[tuple[Force, Clause]]
) -> Iterator[tuple[tuple[int, ...], int]]:
    """What clauses of an operation say of the numbers of a user; lasting ones come last, the newest at the end."""
    for by, source, card, clause in sources:
        if reaches(game, by, source, clause, user, seat) and (not clause.condition or holds_all(game, clause, by, source)):
            if game.passes is not None:
                passes(game, card, clause)
            yield LETTER[clause.stat], amount(game, clause, by, source)
    for force, clause in forces:
        if clause.op == op:
            yield LETTER[clause.stat], force.amount


def changes(game: Omg, user: User, seat: int) -> Iterator[tuple[int, str, int]]:
    """What cards in play add to the numbers of a user: the card, the letters, how much (OMG-13.3)."""
    for by, source, card, clause in statics(game, "modify_stat"):
        if reaches(game, by, source, clause, user, seat) and (not clause.condition or holds_all(game, clause, by, source)):
            number = amount(game, clause, by, source)
            if number:
                yield card, clause.stat, number


def causes(game: Omg, op: str, user: User, seat: int) -> Iterator[int]:
    """The cards by which an operation without a number works on a user now."""
    for by, source, card, clause in statics(game, op):
        if reaches(game, by, source, clause, user, seat) and holds_all(game, clause, by, source):
            yield card
    yield from (force.card for force in game.position.forces if force.user == user.uid and clause_of(game, force).op == op)


def plain_w(game: Omg, user: User) -> int:
    """W after printed and permanent changes alone: what filters and conditions read (OMG-13.4)."""
    value = game.cards.w[user.card]
    for force in game.position.forces:
        if force.user == user.uid and force.end == "permanent":
            clause = clause_of(game, force)
            if clause.op == "modify_stat" and clause.stat == "W":
                value += force.amount
    return max(0, value)


def amount(game: Omg, clause: Clause, by: int, source: User | None = None) -> int:
    """The number of a clause, counted if it is one that grows."""
    number = clause.amount
    if isinstance(number, Per):
        return max(-number.max, min(number.max, number.times * count(game, number.per, by, source)))
    return number


def count(game: Omg, what: str, by: int, source: User | None) -> int:
    """What an amount grows with (OMG-A, counts)."""
    p = game.position
    own, enemy = p.sides[by], p.sides[1 - by]
    match what:
        case "own_users":
            return len(own.users)
        case "own_other_users":
            return sum(user is not source for user in own.users)
        case "enemy_users":
            return len(enemy.users)
        case "stunned_enemies":
            return sum(user.stunned for user in enemy.users)
        case "own_attachments":
            return sum(user.attached is not None for user in own.users)
        case "missions_completed":
            return own.completed
    return of_faction(game, by, what.removeprefix("own_"))


def of_faction(game: Omg, seat: int, faction: str) -> int:
    """How many users of a faction a player has."""
    factions = game.cards.faction
    return sum(factions[user.card] == faction for user in game.position.sides[seat].users)


# --- filters and conditions -----------------------------------------------------------------------------------------------------


def matches(game: Omg, user: User, wanted: Filter) -> bool:
    """Whether a user is one that a filter lets through."""
    if wanted.faction is not None and game.cards.faction[user.card] != wanted.faction:
        return False
    if wanted.stunned is not None and user.stunned is not wanted.stunned:
        return False
    if wanted.personality is not None and game.cards.personality[user.card] is not wanted.personality:
        return False
    if wanted.w_at_most is not None and plain_w(game, user) > wanted.w_at_most:
        return False
    if wanted.w_at_least is not None and plain_w(game, user) < wanted.w_at_least:
        return False
    return wanted.has_attachment is None or bears(game, user, wanted.has_attachment)


def bears(game: Omg, user: User, what: str) -> bool:
    """Whether a user bears an attached card of this type, or any."""
    return user.attached is not None and what in ("any", game.cards.type[user.attached.card])


def holds_all(game: Omg, clause: Clause, by: int, source: User | None, *, struck: bool = False) -> bool:
    """Whether all conditions of a clause hold for who controls it; `struck`: those of the combat are known to (OMG-8.6)."""
    for condition in clause.condition:
        if not (struck and condition.name in COMBAT_CONDITIONS) and not conditions.holds(game, condition, by, source):
            return False
    return True


# --- being a target -------------------------------------------------------------------------------------------------------------


def immune(game: Omg, user: User, seat: int, what: str) -> bool:
    """Whether a user has an immunity (OMG-A, `immune`)."""
    for by, source, card, clause in statics(game, "immune"):
        if clause.what == what and reaches(game, by, source, clause, user, seat) and holds_all(game, clause, by, source):
            passes(game, card, clause)
            return True
    return False


def targetable(game: Omg, user: User, seat: int, card: int, by: int) -> bool:
    """Whether a user may be the target of a card of this player, or of an ability on it."""
    kind = game.cards.type[card]
    if kind == "black_hat" and immune(game, user, seat, "black_hat"):
        return False
    if by == seat:
        return True
    if immune(game, user, seat, "enemy_effects"):
        return False
    return kind != "special" or not immune(game, user, seat, "special")


def may_bear(game: Omg, user: User, seat: int, card: int, by: int) -> bool:
    """Whether a user may bear an attachable card of this player, whatever it bears now (OMG-7.2)."""
    return game.cards.type[card] in ATTACHABLE and targetable(game, user, seat, card, by)


def attackable(game: Omg) -> list[User]:
    """The users of NP that may be attacked (OMG-8.1)."""
    seat = 1 - game.position.turn
    users = [user for user in game.position.sides[seat].users if not works(game, "unattackable", user, seat)]
    return [user for user in users if works(game, "taunt", user, seat)] or users


def attackers(game: Omg) -> list[User]:
    """The users of AP that may attack."""
    seat = game.position.turn
    return [user for user in game.position.sides[seat].users if not works(game, "no_attack", user, seat)]
