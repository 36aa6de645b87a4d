"""An attack on a user in its seven steps, and one on a player (OMG-8, OMG-9)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from games.engine.event import Event
from games.engine.prompt import Prompt
from games.omg.rules import board, hits, missions, operations, table, triggers, windows
from games.omg.rules.position import NOBODY, Combat, Job, Trigger, User

if TYPE_CHECKING:
    from games.omg.rules.game import Omg

TACTICS = ("S", "A")


class Strike:
    """What one combatant does to the other, as things stand (OMG-8.4)."""

    __slots__ = ("denied", "foe", "foe_seat", "hits", "points", "seat", "skill", "user", "v", "w")

    def __init__(self, game: Omg, seat: int, user: User, foe: User, tactic: str) -> None:
        self.seat, self.user, self.foe, self.foe_seat = seat, user, foe, 1 - seat
        mine, theirs = board.stats(game, user, seat), board.stats(game, foe, 1 - seat)
        best = board.works(game, "best_tactic", user, seat)
        self.skill = max(mine[:2]) if best else mine[TACTICS.index(tactic)]
        self.v, self.w = theirs[2], theirs[3]
        self.hits = self.skill >= self.v
        self.points = self.w + board.total(game, "points_bonus", user, seat)
        self.denied = board.works(game, "deny_points", foe, 1 - seat)

    @property
    def would(self) -> str:
        """What comes of it: `nothing`, `shield`, `stun` or `defeat` (OMG-8.7)."""
        return "nothing" if not self.hits else "shield" if self.foe.shield else "defeat" if self.foe.stunned else "stun"


def reckon(game: Omg, attacker: User, defender: User, tactic: str) -> tuple[Strike, Strike]:
    """Both strikes: raw hits, sure hits, hits that are prevented, first strike (OMG-8.3, OMG-8.6)."""
    turn = game.position.turn
    strikes = (Strike(game, turn, attacker, defender, tactic), Strike(game, 1 - turn, defender, attacker, tactic))
    for strike in strikes:
        if board.works(game, "auto_hit", strike.user, strike.seat):
            strike.hits = True
        if board.works(game, "prevent_hit", strike.foe, strike.foe_seat):
            strike.hits = False
    first = [board.works(game, "first_strike", strike.user, strike.seat) for strike in strikes]
    if first[0] is not first[1]:
        quick, slow = strikes if first[0] else strikes[::-1]
        slow.hits = slow.hits and not quick.hits
    return strikes


def chances(game: Omg) -> tuple[Strike, Strike] | None:
    """A3: what would happen as things stand, while a combat between users runs (OMG-8.4)."""
    combat = game.position.combat
    if combat is None or combat.after or not combat.tactic:
        return None
    attacker, defender = board.user_of(game, combat.attacker), board.user_of(game, combat.defender)
    return None if attacker is None or defender is None else reckon(game, attacker, defender, combat.tactic)


# --- A1, A2 ---------------------------------------------------------------------------------------------------------------------


def allowed(game: Omg) -> bool:
    """Whether AP may attack at all: not in the first turn, one attack a turn, as an action (OMG-5.5 to OMG-5.7)."""
    p = game.position
    return p.sides[p.turn].turns > 1 and p.actions > 0 and p.attacks < (2 if p.second else 1)


def options(game: Omg) -> list[Any]:
    """Every attack that is possible (OMG-8.1, OMG-9.1)."""
    if not allowed(game) or not game.position.sides[game.position.turn].users:
        return []
    strikers = board.attackers(game)
    if not strikers:
        return []
    if not game.position.sides[1 - game.position.turn].users:
        return [("attack_player", user.uid) for user in strikers]
    struck = board.attackable(game)
    return [("attack", user.uid, foe.uid) for user in strikers for foe in struck]


def declare(game: Omg, option: Any) -> None:
    """A1: attacker and defender; the attack is made from now on (OMG-5.5)."""
    p = game.position
    p.actions -= 1
    p.attacks += 1
    missions.attack_declared(game, p.turn)
    if p.attacks == 2 and game.passes is not None:
        game.passes("second attack")
    p.combat = Combat(option[1], option[2] if option[0] == "attack" else NOBODY)
    users = [user for uid in option[1:] if (user := board.user_of(game, uid)) is not None]
    about = {"seat": p.turn, "zones": [table.user_zone(user) for user in users]}
    game.tell(Event("x_omg_attack", about | {"named": [game.cards.ids[user.card] for user in users]}, log=option[0]))
    p.agenda.append(Job("combat_end", p.turn))
    p.agenda.append(Job("result", p.turn))
    if option[0] == "attack":
        p.agenda.append(windows.opened(game, "W-COMBAT"))
        p.agenda.append(Job("tactic", p.turn))
    else:
        p.agenda.append(windows.opened(game, "W-PLAYER"))


def ask_tactic(game: Omg, job: Job) -> Prompt:
    """A2: SEO or affiliate; when time is up the attacker's higher skill."""
    combat = game.position.combat
    attacker = board.user_of(game, combat.attacker) if combat is not None else None
    values = board.stats(game, attacker, job.seat) if attacker is not None else [0, 0]
    return Prompt(job.seat, "tactic", list(TACTICS), default=[TACTICS[values[0] < values[1]]])


def answer_tactic(game: Omg, job: Job, choice: list[Any]) -> None:
    """The tactic counts for both; then what attacking and defending set off (OMG-8.2)."""
    p, combat = game.position, game.position.combat
    game.drop(job)
    if combat is None:
        return
    combat.tactic = choice[0]
    game.tell(Event("chosen", {"seat": p.turn, "tactic": choice[0]}, log="tactic"))
    batch: list[Trigger] = []
    attacker, defender = board.user_of(game, combat.attacker), board.user_of(game, combat.defender)
    if attacker is not None and defender is not None:
        triggers.on_user(game, batch, "on_attack", p.turn, attacker)
        triggers.on_user(game, batch, "on_defend", 1 - p.turn, defender)
    triggers.enqueue(game, batch)
    p.agenda.append(Job("settle"))


# --- A5 to A8 -------------------------------------------------------------------------------------------------------------------


def broken(game: Omg) -> bool:
    """Whether the attack ends without result: cancelled, or one of those who fight has left (OMG-8.11, OMG-9.2)."""
    combat = game.position.combat
    if combat is None or combat.cancelled or board.user_of(game, combat.attacker) is None:
        return True
    return combat.defender != NOBODY and board.user_of(game, combat.defender) is None


def result(game: Omg, job: Job) -> bool:
    """A5 to A7 of an attack that was not broken off."""
    p, combat = game.position, game.position.combat
    game.drop(job)
    if combat is None or broken(game):
        return True
    attacker, defender = board.user_of(game, combat.attacker), board.user_of(game, combat.defender)
    p.agenda.append(Job("aftermath", job.seat, uid=combat.attacker))
    if attacker is not None and defender is not None:
        _fight(game, reckon(game, attacker, defender, combat.tactic), combat.tactic)
    elif attacker is not None:
        points = board.stats(game, attacker, job.seat)[3]
        game.tell(Event("x_omg_attack", {"seat": job.seat, "points": points}, log="attack_succeeds"))
        missions.count(game, job.seat, "bearer_attacks_player", attacker.uid)
        hits.split(game, [points if seat == job.seat else 0 for seat in (0, 1)])
    return True


def _fight(game: Omg, strikes: tuple[Strike, Strike], tactic: str) -> None:
    """A5 is reckoned; A6 changes both users at the same time; A7 gives the points (OMG-8.6 to OMG-8.8)."""
    for strike, event in zip(strikes, ("bearer_attacks", "bearer_defends"), strict=True):
        missions.count(game, strike.seat, event, strike.user.uid)
    struck = [s for s in strikes if s.hits and not hits.absorbed(game, s.foe_seat, s.foe)]
    falls = [s for s in struck if s.foe.stunned]
    _tell_result(game, strikes, struck, falls)
    batch = _set_off(game, struck, falls)
    _count(game, strikes, struck, falls, tactic)
    for strike in falls:
        table.leave(game, batch, strike.foe_seat, strike.foe, "defeated")
    triggers.enqueue(game, batch)
    points = [0, 0]
    for strike in falls:
        points[strike.seat] = 0 if strike.denied else max(0, strike.points)
    hits.split(game, points)


def _set_off(game: Omg, struck: list[Strike], falls: list[Strike]) -> list[Trigger]:
    """What the strikes set off, by what holds before any of them has changed anything (OMG-8.6)."""
    batch: list[Trigger] = []
    for strike in struck:
        triggers.on_user(game, batch, "on_hit_dealt", strike.seat, strike.user, strike.foe.uid, struck=True)
        hits.set_off(game, batch, strike.foe_seat, strike.foe, strike.user.uid, struck=True)
        if strike in falls:
            triggers.on_user(game, batch, "on_defeat_enemy", strike.seat, strike.user, strike.foe.uid, struck=True)
    return batch


def _count(game: Omg, strikes: tuple[Strike, Strike], struck: list[Strike], falls: list[Strike], tactic: str) -> None:
    """Stuns, and what missions count of the combat (OMG-A, mission conditions)."""
    for strike in struck:
        if strike not in falls:
            hits.knock(game, strike.foe_seat, strike.foe)
            missions.count(game, strike.foe_seat, "bearer_is_hit", strike.foe.uid)
        missions.count(game, strike.seat, "bearer_hits", strike.user.uid)
        missions.count(game, strike.seat, f"bearer_hits_with_{tactic}", strike.user.uid)
    for strike in strikes:
        if strike not in struck:
            missions.count(game, strike.foe_seat, "bearer_unhit_combats", strike.foe.uid)
    for strike in falls:
        missions.fell(game, strike.foe_seat, strike.foe, strike.w, (strike.seat, strike.user.uid))


def _tell_result(game: Omg, strikes: tuple[Strike, Strike], struck: list[Strike], falls: list[Strike]) -> None:
    about: dict[str, Any] = {"seat": strikes[0].seat}
    told = ("hitter", "struck") if len(struck) == 1 else ("attacker", "defender")
    for strike, name in zip(strikes if struck != [strikes[1]] else strikes[::-1], told, strict=True):
        about |= {name: game.cards.ids[strike.user.card], f"{name}_skill": strike.skill, f"{name}_against": strike.v}
        about |= {f"{name}_hits": strike in struck, f"{name}_defeats": strike in falls}
    outcome = "both" if len(struck) == len(strikes) else "none" if not struck else "one"
    game.tell(Event("x_omg_combat", about, log=f"combat_{outcome}"))


def aftermath(game: Omg, job: Job) -> bool:
    """A8: what the attack has set off, then event missions (OMG-8.10, OMG-9.3)."""
    p = game.position
    game.drop(job)
    if p.combat is not None:
        if p.combat.defender == NOBODY:
            attacker = board.user_of(game, job.uid)
            batch: list[Trigger] = []
            if attacker is not None:
                triggers.on_user(game, batch, "on_player_attack", job.seat, attacker)
            triggers.enqueue(game, batch)
        p.combat.after = True
    p.agenda.append(Job("settle"))
    return True


def end(game: Omg, job: Job) -> bool:
    """What lasted for this combat ends (OMG-13.5)."""
    game.drop(job)
    operations.expire(game, "combat")
    game.position.combat = None
    game.position.agenda.append(Job("settle"))
    return True
