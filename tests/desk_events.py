"""Tournaments as organisers see them, for tests that look at all pages."""

from __future__ import annotations

from accounts.models import User
from leaderboards.tournaments import entries, life, making
from leaderboards.tournaments.models import Match, Tournament
from leaderboards.tournaments.plan import Plan, StageRules, TableRules

CASUAL = TableRules(rated=False, mode="untimed")
NO_SHOW_S = 3600


def build(people: dict[str, User]) -> dict[str, str]:
    """A draft, one that waits for its start, a knock-out under way, and a Swiss whose first round is drawn; all of one owner."""
    owner = people["seat"]
    draft = making.create(owner, _plan("double"), {"name": "Winterrunde", "name_en": "Winter round"})
    waiting = _open(owner, "Sommerrunde", _plan("single", check_in=True))
    _fill(waiting, people, 2)
    life.move(waiting.pk, owner, "check_in")
    running = _open(owner, "Frühjahrsrunde", _plan("single"))
    _fill(running, people, 3)
    life.move(running.pk, owner, "running")
    drawn = _open(owner, "Herbstrunde", _plan("swiss", auto=False))
    _fill(drawn, people, 2)
    life.move(drawn.pk, owner, "running")
    making.give_role(running.pk, owner, people["player"].username, "referee")
    making.tell(running.pk, owner, "In fünf Minuten geht es los.", pinned=True)
    match = Match.objects.get(tournament=running, name="W1.1")
    return {"draft": draft.pk, "waiting": waiting.pk, "running": running.pk, "drawn": drawn.pk, "match": str(match.pk)}


def _plan(kind: str, **more: bool) -> Plan:
    stage = StageRules(kind)  # type: ignore[arg-type]
    return Plan(game="emotrions", stages=(stage,), table=CASUAL, reputation=0, no_show_s=NO_SHOW_S, **more)  # type: ignore[arg-type]


def _open(owner: User, name: str, plan: Plan) -> Tournament:
    row = making.create(owner, plan, {"name": name})
    return life.move(row.pk, owner, "registration")


def _fill(row: Tournament, people: dict[str, User], others: int) -> None:
    """One of those at the tables, and more who sit at none."""
    owner = people["seat"]
    names = [f"Mitspiel{number}" for number in range(1, others + 1)]
    for name in names:
        User.objects.get_or_create(username=name)
    entries.add(row.pk, owner, [people["opponent"].username, *names])
