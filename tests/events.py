"""Tournaments for tests that look at all pages: one of each kind that looks different, in mid-play."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from django.utils import timezone

from accounts.models import User
from leaderboards.tournaments import entries, life, making, rulings
from leaderboards.tournaments.models import Match, Tournament
from leaderboards.tournaments.plan import Plan, StageRules, TableRules

GAME = "emotrions"
TABLE = TableRules(rated=False, mode="untimed")


def plan(*stages: StageRules, **more: Any) -> Plan:
    """A plan of casual games."""
    return Plan(game=GAME, stages=stages, table=TABLE, seeding="hand", reputation=0, no_show_s=3600, **more)


def begun(owner: User, name: str, rules: Plan, people: Sequence[User], guests: int = 0, text: str = "") -> Tournament:
    """A tournament that has begun, with these people from the first seed on, and so many others behind them."""
    others = [User.objects.get_or_create(username=f"Brettl{number}")[0] for number in range(1, guests + 1)]
    row = making.create(owner, rules, {"name": name, "name_en": f"{name} (E)", "text": text})
    life.move(row.pk, owner, "registration")
    for user in (*people, *others):
        entries.enter(row.pk, user)
    entries.set_seeds(row.pk, owner, list(row.entrants.order_by("pk").values_list("pk", flat=True)))
    life.move(row.pk, owner, "running")
    return Tournament.objects.get(pk=row.pk)


def decide(row: Tournament, owner: User, most: int = 10_000, names: Sequence[str] = ()) -> None:
    """Let the first side win in matches that are called: those of these names, or so many."""
    for _number in range(most):
        found = Match.objects.filter(tournament=row, state__in=("called", "running")).order_by("position")
        match = (found.filter(name__in=names) if names else found).first()
        if match is None:
            return
        seats = match.sides.count()
        ranks = list(range(1, seats + 1)) if seats > 2 else ()
        rulings.override(row.pk, owner, match.pk, "0", "Am Brett gespielt", ranks=ranks)


def a_match(pk: str) -> str:
    """The key of a match of this tournament that somebody is called to."""
    return str(Match.objects.filter(tournament=pk, state="called").order_by("position")[0].pk)


def build(people: dict[str, User]) -> dict[str, str]:
    """Make them; what to ask for them by."""
    owner, seat, opponent = people["superuser"], people["seat"], people["opponent"]
    double = begun(owner, "Herbstkarawane", plan(StageRules("double")), [seat, opponent], 3, "Fünf Namen, ein Pokal.")
    decide(double, owner, names=["W1.4", "W2.2"])
    swiss = begun(owner, "Schweizer Abend", plan(StageRules("swiss", rounds=3)), [seat, opponent], 3)
    decide(swiss, owner)
    groups = begun(
        owner, "Gruppenfest", plan(StageRules("round_robin", groups=2, qualify=1), StageRules("single")), [seat, opponent], 3
    )
    decide(groups, owner, most=2)
    heats = begun(owner, "Tafelrunde", plan(StageRules("heats", rounds=2)), [seat, opponent], 5)
    decide(heats, owner, most=1)
    arena = begun(owner, "Arena", plan(StageRules("arena")), [seat, opponent], 1)
    making.tell(double.pk, owner, "Die Siegerehrung ist um acht.", pinned=True)
    making.tell(double.pk, owner, "Bitte pünktlich sein.", match=Match.objects.filter(tournament=double)[0].pk)
    return {
        "open": _open(people).pk,
        "double": double.pk,
        "swiss": swiss.pk,
        "groups": groups.pk,
        "heats": heats.pk,
        "arena": arena.pk,
    }


def _open(people: dict[str, User]) -> Tournament:
    """Entries are open; one of those at the tables has entered."""
    row = making.create(
        people["seat"],
        Plan(game="kameloh", stages=(StageRules("single"),), table=TABLE, reputation=0, decks="locked"),
        {"name": "Frühlingsbasar", "text": "Alle sind willkommen.", "starts_at": timezone.now() + timedelta(days=7)},
    )
    life.move(row.pk, people["seat"], "registration")
    entries.enter(row.pk, people["opponent"])
    return row
