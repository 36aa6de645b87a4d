"""The stages of a tournament: which kind each is, and how one follows the other (RNK-7.7)."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils import timezone

from leaderboards.tournaments import calling, places
from leaderboards.tournaments.arena_stage import Arena
from leaderboards.tournaments.elimination import Elimination
from leaderboards.tournaments.heat_stage import Heats, HeatsKnockout
from leaderboards.tournaments.kinds import AWAY, Kind
from leaderboards.tournaments.league import League
from leaderboards.tournaments.models import Entrant, Match, MatchSide, Stage, Tournament
from leaderboards.tournaments.plan import Plan
from leaderboards.tournaments.refusals import Refused
from leaderboards.tournaments.swiss_stage import RoundByRound, Swiss

KINDS: Mapping[str, type[Kind]] = {
    "single": Elimination,
    "double": Elimination,
    "round_robin": League,
    "swiss": Swiss,
    "heats": Heats,
    "heats_knockout": HeatsKnockout,
    "arena": Arena,
}

BUSY = (Match.State.CALLED, Match.State.RUNNING)


def kind_of(stage: Stage) -> Kind:
    """What a stage can do."""
    return KINDS[stage.kind](stage)


def current(row: Tournament) -> Stage | None:
    """The stage that is being played, or was the last one."""
    stage = row.stages.order_by("-number").first()
    if stage is not None:
        stage.tournament = row
    return stage


def need(row: Tournament) -> Kind:
    """The current stage. Raises `Refused` (`not_begun`)."""
    stage = current(row)
    if stage is None:
        raise Refused("not_begun")
    return kind_of(stage)


def least(plan: Plan, number: int = 0) -> int:
    """Fewest entrants a stage can be played with."""
    stage = plan.stages[number]
    if stage.kind == "round_robin":
        return 2 * stage.groups
    if stage.kind in ("heats", "heats_knockout"):
        return stage.minimum
    return 2


def open_stage(row: Tournament, number: int, seeds: list[int]) -> Stage:
    """Begin a stage with these seeds, its first one first. Raises `Refused` if its first round cannot be made."""
    stage = Stage.objects.create(tournament=row, number=number, kind=row.rules.stages[number].kind, entrants=seeds)
    stage.tournament = row
    kind_of(stage).open()
    return stage


def advance(row: Tournament) -> bool:
    """Bring the current stage up to date and begin the next one when it is over; whether the last one is over."""
    while (stage := current(row)) is not None:
        kind_of(stage).progress()
        over = kind_of(stage).is_over()
        if over != (stage.state == Stage.State.FINISHED):
            stage.state, stage.ended_at = (Stage.State.FINISHED, timezone.now()) if over else (Stage.State.RUNNING, None)
            stage.save(update_fields=["state", "ended_at"])
        if not over:
            return False
        if stage.number + 1 >= len(row.rules.stages) or not _go_on(row, stage):
            return True
    return False


def _go_on(row: Tournament, stage: Stage) -> bool:
    """The next stage, with those who have qualified; not if too few are left for it."""
    kind = kind_of(stage)
    numbers = kind.qualified()
    seeds = [kind.numbers[number] if number else 0 for number in numbers]
    through = set(seeds) - {0}
    if len(through) < least(row.rules, stage.number + 1):
        return False
    for key, seed, state in row.entrants.values_list("pk", "seed", "state"):
        wanted = Entrant.State.ACTIVE if seed in through else Entrant.State.OUT
        if state in (Entrant.State.ACTIVE, Entrant.State.OUT) and state != wanted:
            Entrant.objects.filter(pk=key).update(state=wanted)
    open_stage(row, stage.number + 1, seeds)
    return True


def final_places(row: Tournament) -> dict[int, int]:
    """The place of every seed: of the last stage first, behind it those who did not come that far (RNK-7.9)."""
    ranks = []
    for stage in row.stages.order_by("number"):
        stage.tournament = row
        kind = kind_of(stage)
        ranks.append({kind.numbers[number]: place for number, place in kind.places().items()})
    return places.overall(ranks)


# --- coming and going while it runs ---------------------------------------------------------------------------------------------


def check_late(row: Tournament, plan: Plan) -> None:
    """Whether somebody can still come in. Raises `Refused` (`too_late`)."""
    late_round(row, plan)


def late_round(row: Tournament, plan: Plan) -> int:
    """From which round on they would play."""
    if plan.teams != "none" or plan.approval:
        raise Refused("too_late")
    kind = need(row)
    if kind.stage.number:
        raise Refused("too_late")
    return kind.late_round()


def take_in(row: Tournament, plan: Plan, entrant: Entrant) -> None:
    """Somebody has come late."""
    need(row).take_in(entrant)


def back(row: Tournament, entrant: Entrant) -> None:
    """Whether somebody may come back. Raises `Refused`."""
    kind = need(row)
    if entrant.pk not in kind.number_of:
        raise Refused("not_in_this_stage")
    kind.back()


def take_out(row: Tournament, entrant: Entrant, state: Entrant.State, reason: str) -> None:
    """Somebody goes while it runs (RNK-7.12)."""
    if entrant.state == state or (entrant.state in AWAY and state != Entrant.State.DISQUALIFIED):
        raise Refused("gone_already")
    entrant.state, entrant.reason = state, reason[:300]
    entrant.save()
    calling.give_up(row, entrant)
    kind = need(row)
    if entrant.pk in kind.number_of and kind.stage.state == Stage.State.RUNNING:
        kind.take_out(entrant)


def is_busy(row: Tournament, entrant: Entrant) -> bool:
    """Whether they are called or play at the moment."""
    return MatchSide.objects.filter(entrant=entrant, match__tournament=row, match__state__in=BUSY).exists()


def round_for_a_bye(row: Tournament) -> int:
    """The round in which a bye may be wished for now. Raises `Refused`."""
    kind = need(row)
    if not isinstance(kind, RoundByRound):
        raise Refused("not_in_this_format")
    return kind.round_for_a_bye()
