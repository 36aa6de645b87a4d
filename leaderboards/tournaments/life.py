"""From state to state (RNK-7.1): what guards a move, and what it brings with it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from django.db.models import Max
from django.utils import timezone

from accounts.models import User
from leaderboards.tournaments import access, bulk, calling, drive, entries, lifecycle, making, outcomes, sealed, stages, strength
from leaderboards.tournaments.holding import changed, held, write_down
from leaderboards.tournaments.models import Entrant, Match, Tournament
from leaderboards.tournaments.refusals import Refused

S, T, M = Entrant.State, Tournament.State, Match.State


def move(pk: str, by: User | None, target: str, reason: str = "") -> Tournament:
    """Move a tournament on; `by` None: the clock. Raises `Refused` with the reason, and nothing has changed then."""
    with held(pk) as row:
        role = "clock" if by is None else access.role(by, row)
        if by is not None and role not in lifecycle.ORGANISERS:
            raise Refused("wrong_role")
        facts = facts_of(row, target, role, reason)
        came = lifecycle.attempt(facts)
        if isinstance(came, lifecycle.Refused):
            raise Refused(came.reason, least=facts.minimum, source=row.state, target=target)
        before = row.state
        if before == T.DRAFT and target == T.REGISTRATION:
            _may_open(row, by)
            sealed.settle_secret(row)
        if target == T.RUNNING and not row.is_begun:
            sealed.check_time(row)
        _effects(row, by, target, came, reason)
        if target == T.CHECK_IN:
            sealed.deal(row)
        write_down(by, "moved", row, before={"state": before}, after={"state": target}, reason=reason)
        if row.state in (T.RUNNING, T.PAUSED):
            drive.on(row)
        changed(row)
    return row


def facts_of(row: Tournament, target: str, role: str, reason: str) -> lifecycle.Facts:
    """What the guard of a move looks at."""
    plan = row.rules
    entered = row.entrants.filter(state=S.ENTERED).order_by("entered_at", "pk")
    waiting = row.entrants.filter(state=S.WAITING).order_by("entered_at", "pk")
    here = row.entrants.filter(checked_in=True).values_list("pk", flat=True)
    times = [at.timestamp() if at else None for at in (row.registration_at, row.starts_at)]
    open_matches = row.matches.exclude(state__in=Match.OVER).count() if row.is_begun else 0
    unplayed = row.is_begun and not _all_played(row) and not _blocked(row)
    return lifecycle.Facts(
        source=row.state,  # type: ignore[arg-type]
        target=target,  # type: ignore[arg-type]
        by=role,  # type: ignore[arg-type]
        reason=reason if target == T.CANCELLED or row.state == T.FINISHED else None,
        problems=lifecycle.problems_of(name=row.name, game=row.game, format="".join(s.kind for s in plan.stages), times=times),
        check_in_configured=plan.check_in,
        minimum=stages.least(plan),
        limit=plan.limit,
        entrants=list(entered.values_list("pk", flat=True)) if not row.is_begun else None,
        waiting=list(waiting.values_list("pk", flat=True)),
        checked_in=list(here),
        open_matches=open_matches or int(unplayed),
        days_since_finished=(timezone.now() - row.ended_at) / timedelta(days=1) if row.ended_at else 0,
    )


def _all_played(row: Tournament) -> bool:
    stage = stages.current(row)
    return stage is not None and stage.number + 1 >= len(row.rules.stages) and stages.kind_of(stage).is_over()


def _blocked(row: Tournament) -> bool:
    """Whether no further round can be paired in the last stage (RNK-7.6): then organisers may end it."""
    stage = stages.current(row)
    return stage is not None and stage.number + 1 >= len(row.rules.stages) and "blocked" in stage.settings


def _may_open(row: Tournament, by: User | None) -> None:
    """Organisers of rated tournaments have a second factor (QUA-4.7)."""
    rated = any(row.rules.tables_of(number).rated for number in range(len(row.rules.stages)))
    if rated and by is not None and not access.has_second_factor(by):
        raise Refused("second_factor")


def _effects(row: Tournament, by: User | None, target: str, came: lifecycle.Moved, reason: str) -> None:
    now = timezone.now()
    before, row.state = row.state, T(target)
    if target == T.RUNNING and came.seeds_closed:
        row.started_at = now
        row.save()
        _begin(row, came)
    elif target == T.RUNNING and before == T.PAUSED:
        row.paused_at = None
        calling.start_clocks(row)
    elif target == T.RUNNING:
        row.ended_at = None
        row.plan = {**row.plan, "auto": False}
        row.entrants.update(place=None)
        row.stages.filter(number=row.stages.aggregate(last=Max("number"))["last"]).update(state="running", ended_at=None)
    elif target == T.REGISTRATION and before == T.CHECK_IN:
        _put_off(row)
    elif target == T.PAUSED:
        row.paused_at = now
        calling.stop_clocks(row)
    elif target == T.CANCELLED:
        row.reason, row.ended_at = reason[:300], now
        for match in row.matches.filter(state=M.RUNNING):
            outcomes.close_tables(match, by, reason)
        row.matches.exclude(state__in=Match.OVER).update(state=M.CANCELLED, deadline=None)
    elif target == T.FINISHED:
        _close(row)
    row.save()
    if target == T.FINISHED:
        _repeat(row)


def _put_off(row: Tournament) -> None:
    """A check-in taken back by hand does not open by itself until the last minute, nor at a start that has passed."""
    if row.starts_at is not None and row.starts_at <= timezone.now():
        row.starts_at = None
    row.plan = {**row.plan, "check_in_minutes": LEAST_CHECK_IN}


def _begin(row: Tournament, came: lifecycle.Moved) -> None:
    """Close the field, number it, and make the first stage. Raises `Refused` if its first round cannot be made."""
    dropped = {*came.dropped, *came.waiting, *row.entrants.filter(state=S.ASKED).values_list("pk", flat=True)}
    for key in dropped:
        Entrant.objects.filter(pk=key).update(state=S.DROPPED)
    wanted = set(came.entrants)
    field = [one for one in row.entrants.all() if one.pk in wanted]
    for team in field:
        if row.rules.teams != "none" and not team.bot:
            _complete(row, team)
    _refresh(row, field)
    ordered = entries.seed_order(row, field)
    row.entrants.update(seed=None)
    for seed, entrant in enumerate(ordered, 1):
        entrant.seed, entrant.state, entrant.checked_in = seed, S.ACTIVE, True
    bulk.update(ordered, ["seed", "state", "mu", "sigma", "checked_in"])
    if sealed.is_so(row.rules):
        sealed.settle(row, ordered)
    stages.open_stage(row, 0, [entrant.seed or 0 for entrant in ordered])


def _complete(row: Tournament, team: Entrant) -> None:
    size = 2 if row.rules.teams == "pairs" else row.rules.boards
    if team.members.filter(confirmed=True).count() < size:
        raise Refused("team_too_small", name=team.name)


def _refresh(row: Tournament, field: list[Entrant]) -> None:
    """Ratings as they are at the start (RNK-7.10 AOR)."""
    if row.rules.teams != "none":
        return
    rated = strength.ratings_of(strength.pool(row), [one.user_id for one in field if one.user_id])
    for one in field:
        if one.user_id in rated:
            one.mu, one.sigma = rated[one.user_id].mu, rated[one.user_id].sigma


def finish(row: Tournament) -> None:
    """All has been played: it ends by itself. The row is locked."""
    row.state = T.FINISHED
    _close(row)
    row.save()
    write_down(None, "moved", row, before={"state": T.RUNNING}, after={"state": T.FINISHED})
    _repeat(row)


def _close(row: Tournament) -> None:
    """Final ranks and medals are frozen."""
    row.ended_at = timezone.now()
    found = stages.final_places(row)
    changed_rows = []
    for entrant in row.entrants.filter(seed__isnull=False):
        entrant.place = None if entrant.annulled else found.get(entrant.seed or 0)
        changed_rows.append(entrant)
    bulk.update(changed_rows, ["place"])


LEAST_CHECK_IN = 1
"""Minutes before the start, for a check-in that was put off."""

STEPS: Mapping[str, Mapping[str, int]] = {"daily": {"days": 1}, "weekly": {"days": 7}}


def _repeat(row: Tournament) -> None:
    """The next one of a series of tournaments is opened when one is over."""
    if not row.repeat or row.starts_at is None:
        return
    after = Tournament.objects.filter(owner=row.owner, name=row.name, repeat=row.repeat, starts_at__gt=row.starts_at)
    if not after.exists():
        making.copy_on(row)


def later(row: Tournament, at: Any) -> Any:
    """The same time, a day, a week or a month later, or as many of them as it takes to come after now."""
    at = _step(row, at)
    while at <= timezone.now():
        at = _step(row, at)
    return at


def _step(row: Tournament, at: Any) -> Any:
    if row.repeat in STEPS:
        return at + timedelta(**STEPS[row.repeat])
    month, year = (at.month % 12) + 1, at.year + at.month // 12
    day = min(at.day, [31, 29 if year % 4 == 0 else 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1])
    return at.replace(year=year, month=month, day=day)
