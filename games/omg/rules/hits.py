"""Hits, stuns and defeats, in a combat and by effects, and the points they bring (OMG-8.7 to OMG-8.12)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from games.engine.event import Event
from games.engine.prompt import Prompt
from games.omg.rules import board, ending, missions, operations, table, triggers
from games.omg.rules.position import NOBODY, SEATS, Job, Trigger, User

if TYPE_CHECKING:
    from games.omg.rules.game import Omg


# --- being hit ------------------------------------------------------------------------------------------------------------------


def absorbed(game: Omg, seat: int, user: User) -> bool:
    """Whether a shield marker takes a hit away; it is used up (OMG-8.7)."""
    if not user.shield:
        return False
    user.shield -= 1
    table.tell_state(game, seat, user, "shield_used")
    return True


def set_off(game: Omg, batch: list[Trigger], seat: int, user: User, foe: int = NOBODY, *, struck: bool = False) -> None:
    """What a hit that is not absorbed sets off at the user that is hit; before anything of it has happened."""
    triggers.on_user(game, batch, "on_hit_taken", seat, user, foe, struck=struck)
    if user.stunned:
        triggers.on_user(game, batch, "on_defeated", seat, user, foe, struck=struck)
        triggers.on_player(game, batch, "on_ally_defeated", seat, but=user.uid)
    else:
        triggers.on_user(game, batch, "on_stunned", seat, user, foe, struck=struck)


def knock(game: Omg, seat: int, user: User) -> None:
    """An unstunned user becomes stunned."""
    user.stunned = True
    table.tell_state(game, seat, user, "stunned")
    missions.count(game, 1 - seat, "users_stunned")


def stun(game: Omg, found: list[tuple[int, User]]) -> None:
    """Users become stunned by an effect that is no hit."""
    batch: list[Trigger] = []
    for seat, user in found:
        triggers.on_user(game, batch, "on_stunned", seat, user)
    for seat, user in found:
        knock(game, seat, user)
    triggers.enqueue(game, batch)


def by_effect(game: Omg, found: list[tuple[int, User]]) -> None:
    """Users are hit by an effect; W of those that fall goes to the opponents of their controllers (OMG-8.12)."""
    struck = [(seat, user) for seat, user in found if not absorbed(game, seat, user)]
    batch: list[Trigger] = []
    points = [0, 0]
    fallen = [(seat, user, board.stats(game, user, seat)[3]) for seat, user in struck if user.stunned]
    for seat, user, w in fallen:
        if not board.works(game, "deny_points", user, seat):
            points[1 - seat] += w
    for seat, user in struck:
        set_off(game, batch, seat, user)
    for seat, user in struck:
        if not user.stunned:
            knock(game, seat, user)
            missions.count(game, seat, "bearer_is_hit", user.uid)
    for seat, user, w in fallen:
        missions.fell(game, seat, user, w, None)
    for seat, user, _w in fallen:
        table.leave(game, batch, seat, user, "defeated")
    triggers.enqueue(game, batch)
    split(game, points)


# --- points ---------------------------------------------------------------------------------------------------------------------


def split(game: Omg, points: list[int]) -> None:
    """Each player is to split so many points; for none nothing is asked (OMG-8.9)."""
    if any(points):
        seat = NOBODY if all(points) else SEATS[points[0] == 0]
        game.position.agenda.append(Job("split", seat, data=points))


def ask(game: Omg, job: Job) -> list[Prompt]:
    """How many of the points become EP; if both split, at the same time and in secret."""
    both = all(job.data)
    return [_prompt(seat, job.data[seat], both) for seat in SEATS if job.data[seat]]


def _prompt(seat: int, points: int, both: bool) -> Prompt:
    return Prompt(seat, "split", list(range(points + 1)), default=[points], secret=both)


def answered(game: Omg, job: Job, answers: dict[int, list[Any]]) -> None:
    """All points of the event are booked, then the target is checked (OMG-10.1)."""
    game.drop(job)
    for seat, choice in answers.items():
        ep = choice[0]
        about = {"seat": seat, "points": job.data[seat], "ep": ep, "op": job.data[seat] - ep}
        game.tell(Event("chosen", about, log="splits"))
        operations.change_ep(game, seat, ep, "")
        operations.change_op(game, seat, job.data[seat] - ep, "")
    ending.check_target(game)
