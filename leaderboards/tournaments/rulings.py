"""What organisers and referees decide about matches and rounds (RNK-7.6, RNK-7.12, RNK-7.13). Each act is written down."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from django.db import transaction

from accounts.models import User
from leaderboards.ratings import service as ratings
from leaderboards.tournaments import access, calling, drive, entries, making, outcomes, stages, strength, swiss
from leaderboards.tournaments.bracket import Decided
from leaderboards.tournaments.calling import find
from leaderboards.tournaments.corrections import Choice
from leaderboards.tournaments.elimination import Elimination
from leaderboards.tournaments.heat_stage import HeatsKnockout
from leaderboards.tournaments.holding import changed, held, write_down
from leaderboards.tournaments.kinds import AWAY, M, R
from leaderboards.tournaments.models import Entrant, Match, Tournament
from leaderboards.tournaments.plan import KNOCK_OUT, MANY
from leaderboards.tournaments.refusals import Refused
from leaderboards.tournaments.swiss_stage import RoundByRound, Swiss

T = Tournament.State
DRAWN, NOBODY = "draw", "nobody"
"""Results beside 0 and 1, the side that wins."""

Scores = Sequence[int | None]


def override(
    pk: str,
    by: User,
    match_id: int,
    result: str,
    reason: str,
    *,
    scores: Scores = (),
    ranks: Sequence[int] = (),
    choices: Mapping[str, Choice] | None = None,
) -> Match:
    """Give a match another result: `0`, `1`, `draw` or `nobody`, or ranks at a table of several (RNK-7.13).

    Raises `Refused`: `no_reason`, `own_match`, `result`, `no_draw_here`, `needs_choice` with the matches of which the organiser
    has to say `keep` or `void`, and the reasons of `corrections.override`.
    """
    with held(pk) as row:
        match = find(row, match_id)
        access.check_match(by, match)
        if not reason.strip():
            raise Refused("no_reason")
        if row.state not in (T.RUNNING, T.PAUSED):
            raise Refused("not_running")
        before = state_of(match)
        match.stage.tournament = row
        outcomes.remember(match)
        if match.stage.kind in MANY:
            _rank(match, by, ranks, reason)
        elif match.stage.kind in KNOCK_OUT:
            _override_in_bracket(match, by, result, reason, choices or {}, scores)
        else:
            _override(match, by, result, reason, scores)
        match.refresh_from_db()
        if not scores:
            outcomes.restore(match)
        match.marked = reason.strip()[:300]
        match.save(update_fields=["marked"])
        write_down(by, "override", row, before=before, after=state_of(match), reason=reason, at=match)
        drive.act(row)
    return match


def concerned(pk: str, match_id: int, result: str) -> list[tuple[Match, bool]]:
    """The matches that another result would change, and for each whether the organiser has to say what becomes of it."""
    with held(pk) as row:
        match = find(row, match_id)
        if match.stage.kind not in KNOCK_OUT:
            return []
        match.stage.tournament = row
        kind = Elimination(match.stage)
        change = kind.preview(match.name, _decided(result), {})
        rows = {found.name: found for found in match.stage.matches.filter(name__in=change.concerned)}
        return [(rows[name], name in change.undecided) for name in change.concerned]


def _decided(result: str) -> Decided:
    if result == DRAWN:
        raise Refused("no_draw_here")
    if result not in ("0", "1", NOBODY):
        raise Refused("result")
    return Decided(None if result == NOBODY else 1 if result == "1" else 0, "override")


def _override_in_bracket(match: Match, by: User, result: str, reason: str, choices: Mapping[str, Choice], scores: Scores) -> None:
    decided = _decided(result)
    match.stage.tournament = match.tournament
    if not match.is_over:
        _end_by_hand(match, by, result, reason, scores)
        return
    kind = Elimination(match.stage)
    change = kind.preview(match.name, decided, choices)
    if change.undecided:
        raise Refused("needs_choice", matches=change.undecided)
    kind.keep(change.kept)
    for name in change.voided:
        _void(match.stage.matches.get(name=name), by, reason)
    _set(match, decided.winner, scores, draw=False)


def _override(match: Match, by: User, result: str, reason: str, scores: Scores) -> None:
    if result not in ("0", "1", DRAWN, NOBODY):
        raise Refused("result")
    if match.state in (M.PENDING, M.CANCELLED, M.WALKOVER):
        raise Refused("no_result")
    if match.state == M.RUNNING:
        outcomes.close_tables(match, by, reason)
    if result == NOBODY:
        outcomes.forfeit(match, None, how="override")
    else:
        _set(match, None if result == DRAWN else int(result), scores, draw=result == DRAWN)


def _end_by_hand(match: Match, by: User, result: str, reason: str, scores: Scores) -> None:
    """The result of a match that is not over, entered by hand."""
    if match.state not in (M.READY, M.CALLED, M.RUNNING):
        raise Refused("no_result")
    if match.state == M.RUNNING:
        outcomes.close_tables(match, by, reason)
    if result == NOBODY:
        outcomes.forfeit(match, None, how="override")
    else:
        _set(match, int(result), scores, draw=False)


def _set(match: Match, winner: int | None, scores: Scores, *, draw: bool) -> None:
    if winner is None and not draw:
        outcomes.forfeit(match, None, how="override")
        return
    sides = list(match.sides.select_related("entrant").order_by("slot"))
    outcomes.recount(match, winner, sides)
    for side in sides:
        side.forfeited = ""
    for side, score in zip(sides, scores, strict=False):
        side.score = score
    outcomes.finish(match, winner, sides, how="override")


def _is_built_on(match: Match) -> bool:
    """Whether there is a round after that of the match, for which its result counted."""
    return match.round is not None and match.stage.rounds.filter(number__gt=match.round.number).exists()


def _rank(match: Match, by: User, ranks: Sequence[int], reason: str) -> None:
    """The ranks of a table of several, seat by seat."""
    sides = list(match.sides.select_related("entrant").order_by("slot"))
    ordered = sorted(ranks)
    if len(ranks) != len(sides) or any(rank != ordered.index(rank) + 1 for rank in ranks):
        raise Refused("ranks", count=len(sides))
    if match.state in (M.PENDING, M.CANCELLED):
        raise Refused("no_result")
    if match.stage.kind == "heats_knockout" and _is_built_on(match):
        raise Refused("depends")
    if match.state == M.RUNNING:
        outcomes.close_tables(match, by, reason)
    outcomes.set_ranks(match, sides, ranks)
    if match.stage.kind == "heats_knockout" and match.round is not None:
        HeatsKnockout(match.stage).send_out_again(match.round)


def state_of(match: Match) -> dict[str, Any]:
    """What is written down of a match."""
    sides = match.sides.select_related("entrant").order_by("slot")
    return {
        "state": match.state,
        "winner": match.winner,
        "sides": [side.entrant.name if side.entrant else None for side in sides],
        "scores": [side.score for side in sides],
        "ranks": [side.rank for side in sides],
    }


def _void(match: Match, by: User, reason: str) -> None:
    """What was played for a match counts for nothing, in the ratings either; it is played again when its sides are known."""
    if match.state == M.RUNNING:
        outcomes.close_tables(match, by, reason)
    for board in match.boards.select_related("series", "table"):
        for table in outcomes.tables_of(board):
            result = ratings.record(table) if table.outcome else None
            if result is not None and result.voided_at is None:
                ratings.void(result, by, reason)
    outcomes.again(match)


def restart(pk: str, by: User, match_id: int, reason: str) -> None:
    """Play a match again at a new table with a new secret; what was played counts no more (RNK-7.13). Raises `Refused`."""
    with held(pk) as row:
        match = find(row, match_id)
        access.check_match(by, match)
        if not reason.strip():
            raise Refused("no_reason")
        if row.state not in (T.RUNNING, T.PAUSED):
            raise Refused("not_running")
        if match.state not in (M.CALLED, M.RUNNING, M.FINISHED, M.FORFEIT, M.DOUBLE_FORFEIT):
            raise Refused("no_result")
        before = state_of(match)
        match.stage.tournament = row
        if match.stage.kind in KNOCK_OUT and match.is_over:
            kind = Elimination(match.stage)
            if kind.preview(match.name, Decided(0 if match.winner != 0 else 1, "override"), {}).undecided:
                raise Refused("depends")
        if match.stage.pk != stages.need(row).stage.pk:
            raise Refused("depends")
        if match.round is not None and match.round.state == R.FINISHED:
            if isinstance(stages.kind_of(match.stage), RoundByRound) and _is_built_on(match):
                raise Refused("depends")
            match.round.state = R.RUNNING
            match.round.save(update_fields=["state"])
        _void(match, by, reason)
        match.marked = reason.strip()[:300]
        match.save(update_fields=["marked"])
        write_down(by, "restart", row, before=before, after={}, reason=reason, at=match)
        drive.act(row)


def not_there(pk: str, by: User, match_id: int, slots: Sequence[int], reason: str) -> None:
    """Referees rule that one side, or both, of a called match has not come, without waiting for the clock. Raises `Refused`."""
    with held(pk) as row:
        match = find(row, match_id)
        access.check_match(by, match)
        if match.state != M.CALLED:
            raise Refused("not_called")
        if not reason.strip():
            raise Refused("no_reason")
        for side in match.sides.all():
            side.ready = side.slot not in slots
            side.save(update_fields=["ready"])
        calling.miss(match)
        match.marked = reason.strip()[:300]
        match.save(update_fields=["marked"])
        write_down(by, "not_there", row, after={"slots": list(slots)}, reason=reason, at=match)
        drive.act(row)


# --- rounds ------------------------------------------------------------------------------------------------------------------


def next_round(pk: str, by: User) -> None:
    """Draw the next round, or publish the one that is drawn. Two who press at once get one round (RNK-7.1). Raises `Refused`."""
    with held(pk) as row:
        access.check(by, row, "pairing")
        if row.state != T.RUNNING:
            raise Refused("not_running")
        kind = stages.need(row)
        before = kind.stage.rounds.filter(state=R.RUNNING).count()
        kind.next_round()
        write_down(by, "round", row, before={"running": before}, after={"rounds": kind.stage.rounds.count()})
        drive.act(row)


def pair_by_hand(
    pk: str, by: User, pairing: int, pairs: Sequence[tuple[int, int]], bye: int | None, reason: str
) -> list[swiss.Breach]:
    """Replace the pairing of a drawn round; `pairing` is the version one has looked at. Returns the hard rules it breaks.

    Where the program found none, organisers make the round themselves: `pairing` is 1 then.

    Raises `Refused`: `not_drawn`, `stale`, `bad_pairing`, `no_reason` if hard rules are broken without one.
    """
    with held(pk) as row:
        access.check(by, row, "pairing")
        kind = stages.need(row)
        if not isinstance(kind, Swiss):
            raise Refused("not_drawn")
        with transaction.atomic():
            drawn = kind.stage.rounds.filter(state=R.DRAWN).order_by("number").first() or kind.empty_round()
            if drawn.pairing != pairing:
                raise Refused("stale")
            broken = kind.by_hand(drawn, pairs, bye)
            if broken and not reason.strip():
                raise Refused("no_reason_for_breach", rules=", ".join(sorted({one.rule for one in broken})))
        write_down(by, "paired", row, after={"pairs": [list(pair) for pair in pairs], "bye": bye}, reason=reason, at=drawn)
        changed(row)
    return broken


def redraw(pk: str, by: User, reason: str) -> None:
    """Pair the last round again (RNK-7.13). Raises `Refused`."""
    with held(pk) as row:
        access.check(by, row, "pairing")
        kind = _by_rounds(row)
        kind.redraw()
        write_down(by, "redrawn", row, reason=reason)
        drive.act(row)


def undo_round(pk: str, by: User, reason: str) -> None:
    """Take the last round back while no game of it has begun; it is not made again by itself. Raises `Refused`."""
    with held(pk) as row:
        access.check(by, row, "pairing")
        kind = _by_rounds(row)
        kind.undo_round()
        row.plan = {**row.plan, "auto": False}
        row.save(update_fields=["plan"])
        write_down(by, "round_undone", row, reason=reason)
        changed(row)


def _by_rounds(row: Tournament) -> RoundByRound:
    kind = stages.need(row)
    if not isinstance(kind, RoundByRound):
        raise Refused("no_rounds_here")
    return kind


# --- entrants ----------------------------------------------------------------------------------------------------------------


def swap(pk: str, by: User, one_id: int, other_id: int, reason: str) -> None:
    """Two entrants change places before either has played (RNK-7.13). Raises `Refused`."""
    with held(pk) as row:
        access.check(by, row, "entrants")
        one, other, mine = entries.of(row, one_id), entries.of(row, other_id), entries.mine(row, by)
        if mine in (one, other):
            raise Refused("own_match")
        for entrant in (one, other):
            if entrant.state in AWAY:
                raise Refused("gone_already")
            if mine is not None and mine.pk != entrant.pk:
                access.check_opponent(by, row, entrant)
            if not row.is_begun or entrant.seed is None or _has_played(row, entrant):
                raise Refused("has_played", name=entrant.name)
        one_sides, other_sides = list(one.sides.all()), list(other.sides.all())
        one.seed, other.seed = other.seed, one.seed
        seeds = one.seed, other.seed
        Entrant.objects.filter(pk__in=(one.pk, other.pk)).update(seed=None)
        Entrant.objects.filter(pk=one.pk).update(seed=seeds[0])
        Entrant.objects.filter(pk=other.pk).update(seed=seeds[1])
        for sides, entrant in ((one_sides, other), (other_sides, one)):
            for side in sides:
                side.entrant, side.ready = entrant, bool(entrant.bot)
                side.save(update_fields=["entrant", "ready"])
        write_down(by, "swapped", row, after={"names": [one.name, other.name]}, reason=reason)
        drive.act(row)


def replace(pk: str, by: User, entrant_id: int, name: str, reason: str) -> None:
    """Somebody else takes the place of an entrant before the first game, with the same seed (RNK-7.13). Raises `Refused`."""
    with held(pk) as row:
        access.check(by, row, "entrants")
        entrant = entries.of(row, entrant_id)
        if row.rules.teams != "none" or _has_played(row, entrant):
            raise Refused("has_played", name=entrant.name)
        if entrant.state in AWAY or row.is_over:
            raise Refused("gone_already")
        access.check_opponent(by, row, entrant)
        user = entries.user_called(name)
        if row.entrants.filter(user=user).exists():
            raise Refused("in_already_named", name=user.username)
        if strength.is_linked(user, set(entries.accounts(row)) - {entrant.user_id or 0}):
            raise Refused("linked_named", name=user.username)
        before, rating = entrant.name, strength.of(row, user)
        entrant.user, entrant.bot, entrant.name, entrant.missed = user, "", user.username, 0
        entrant.mu, entrant.sigma, entrant.deck = rating.mu, rating.sigma, entries.deck_of(row, user, entrant)
        entrant.save()
        entrant.sides.update(ready=False)
        write_down(by, "replaced", row, before={"name": before}, after={"name": entrant.name}, reason=reason)
        drive.act(row)


def _has_played(row: Tournament, entrant: Entrant) -> bool:
    begun = (M.RUNNING, M.FINISHED, M.FORFEIT, M.DOUBLE_FORFEIT)
    return row.matches.filter(sides__entrant=entrant, state__in=begun).exists()


def _check_table_rules(row: Tournament, number: int, changes: Mapping[str, Any]) -> None:
    """Whether a stage could be played so. Raises `Refused`."""
    plan = row.rules
    stage = plan.stages[number]
    try:
        changed_stage = msgspec.structs.replace(stage, table={**stage.table, **changes})
        tried = msgspec.structs.replace(plan, stages=(*plan.stages[:number], changed_stage, *plan.stages[number + 1 :]))
        bad = making.problems(tried)
    except msgspec.ValidationError as error:
        raise Refused("table_rules", problem=str(error)) from error
    if bad:
        raise Refused("plan", problems=bad)


def table_rules(
    pk: str, by: User, changes: Mapping[str, Any], *, match_id: int | None = None, round_id: int | None = None
) -> None:
    """Other table rules for one match, one round, or the stage, before it is called (RNK-7.4). Raises `Refused`."""
    with held(pk) as row:
        access.check(by, row, "settings")
        stage = stages.need(row).stage
        _check_table_rules(row, stage.number, changes)
        if match_id is not None:
            match = find(row, match_id)
            access.check_match(by, match, "settings")
            if match.state not in (M.PENDING, M.READY):
                raise Refused("called_already")
            match.settings = {**match.settings, "table": dict(changes)}
            match.save(update_fields=["settings"])
        elif round_id is not None:
            target = stage.rounds.filter(pk=round_id).first()
            if target is None or target.state == R.FINISHED:
                raise Refused("called_already")
            target.settings = dict(changes)
            target.save(update_fields=["settings"])
        else:
            stage.settings = {**stage.settings, "table": dict(changes)}
            stage.save(update_fields=["settings"])
        write_down(by, "table_rules", row, after=dict(changes))
        changed(row)
