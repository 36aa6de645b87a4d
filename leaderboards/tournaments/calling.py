"""Matches are called, those who play say that they are there, and their tables are opened (RNK-7.12)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import timedelta
from functools import partial
from typing import NamedTuple

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.engine import registry
from games.tables import people
from games.tables import service as tables
from games.tables.clocks import Pace
from games.tables.models import Table
from leaderboards.matches import service as series_service
from leaderboards.matches.plans import NewSeries
from leaderboards.tournaments import access, bulk, drive, entries, outcomes, sealed
from leaderboards.tournaments.holding import changed, held, write_down
from leaderboards.tournaments.kinds import AT_ONCE, AWAY
from leaderboards.tournaments.models import Board, Entrant, Match, MatchSide, Round, Tournament
from leaderboards.tournaments.plan import KNOCK_OUT, MANY, Plan, TableRules
from leaderboards.tournaments.refusals import Refused

M, T = Match.State, Tournament.State

ARENA_NO_SHOW_S = 60
"""What not turning up in an arena costs (RNK-7.11): a pause of so many seconds."""


class Called(NamedTuple):
    """What has come of calling matches."""

    any: bool = False
    """Whether some were called."""
    on: bool = False
    """Whether something has followed at once, as a match of which somebody has gone: then there may be more to do."""


def call(row: Tournament) -> Called:
    """Call every match that can be, of people who are in no other one. The row is locked."""
    if row.state != T.RUNNING:
        return Called()
    busy = set(
        MatchSide.objects.filter(match__tournament=row, match__state__in=(M.CALLED, M.RUNNING)).values_list("entrant", flat=True)
    )
    plan, now = row.rules, timezone.now()
    matches = _ready(row)
    called, complete, there, left = [], [], [], []
    for key, sides in _who_plays(matches).items():
        match = matches[key]
        who = {side.entrant for side in sides if side.entrant}
        if who & busy:
            continue
        busy |= who
        waits = plan.waits_s(rules_of(match, plan))
        match.state, match.called_at, match.deadline = M.CALLED, now, now + timedelta(seconds=waits)
        called.append(match)
        bots = {side.key for side in sides if side.bot}
        gone = {side.key for side in sides if side.state in AWAY}
        there += sorted(bots)
        left += [(match, key) for key in sorted(gone)]
        if len(bots | gone) == len(sides):
            complete.append(match)
    bulk.update(called, ["state", "called_at", "deadline"])
    for first in range(0, len(there), AT_ONCE):
        MatchSide.objects.filter(pk__in=there[first : first + AT_ONCE]).update(ready=True)
    for match, side in left:
        _give_up_called(match, MatchSide.objects.select_related("entrant").get(pk=side))
    for match in complete:
        if match.state == M.CALLED:
            begin_if_complete(match)
    return Called(bool(called), bool(left or complete))


def _ready(row: Tournament) -> dict[int, Match]:
    """What may be called, in order. Its stage and round are read once, and not with each of thousands of matches."""
    ready = list(row.matches.filter(state=M.READY).order_by("stage", "position"))
    known = {stage.pk: stage for stage in row.stages.filter(pk__in={match.stage_id for match in ready})}
    rounds = {one.pk: one for one in Round.objects.filter(stage__in=known)}
    for match in ready:
        match.tournament, match.stage = row, known[match.stage_id]
        if match.round_id is not None:
            match.round = rounds[match.round_id]
    return {match.pk: match for match in ready}


class Player(NamedTuple):
    """A side of a match that can be called, as far as that matters."""

    key: int
    entrant: int | None
    bot: str | None
    state: str | None


def _who_plays(matches: Mapping[int, Match]) -> dict[int, list[Player]]:
    """The sides of matches by their key, in order of slots."""
    found: dict[int, list[Player]] = {key: [] for key in matches}
    keys = list(matches)
    for first in range(0, len(keys), AT_ONCE):
        sides = MatchSide.objects.filter(match__in=keys[first : first + AT_ONCE]).order_by("match", "slot")
        for match, *side in sides.values_list("match", "pk", "entrant", "entrant__bot", "entrant__state"):
            found[match].append(Player(*side))  # type: ignore[arg-type]
    return found


def ready(pk: str, user: User, match_id: int) -> Match:
    """Somebody says that they are there for a match; when all are, it begins.

    Raises `Refused`: `not_in`, `not_called`, `paused`.
    """
    with held(pk) as row:
        match = row.matches.select_related("stage", "round").filter(pk=match_id).first()
        entrant = entries.mine(row, user)
        side = match.sides.filter(entrant=entrant).first() if match is not None and entrant is not None else None
        if match is None or side is None:
            raise Refused("not_in")
        if match.state == M.RUNNING:
            return match
        if match.state != M.CALLED:
            raise Refused("not_called")
        if row.state == T.PAUSED:
            raise Refused("paused")
        if side.forfeited:
            raise Refused("gone_already")
        match.tournament = row
        side.ready = True
        side.save(update_fields=["ready"])
        begin_if_complete(match)
        drive.on(row)
        changed(row)
    return match


def begin_if_complete(match: Match) -> None:
    """A called match begins when nobody is waited for any more; whoever has gone is not."""
    if match.sides.filter(ready=False, forfeited="").exists():
        return
    sides = list(match.sides.order_by("slot"))
    _with(match, [side for side in sides if side.ready], [side for side in sides if not side.ready])


def _with(match: Match, here: Sequence[MatchSide], gone: Sequence[MatchSide]) -> None:
    """Those who are there play, if enough are."""
    plan = match.tournament.rules
    if not gone or (match.stage.kind in MANY and len(here) in registry.game(plan.game).meta.seats):
        begin(match, plan)
    elif match.stage.kind in MANY:
        outcomes.table_of_few(match, here, gone)
    else:
        outcomes.forfeit(match, here[0].slot if here else None)


def begin(match: Match, plan: Plan) -> None:
    """All are there: the tables are opened."""
    table = rules_of(match, plan)
    sides = list(match.sides.select_related("entrant").order_by("slot"))
    match.state, match.started_at, match.deadline = M.RUNNING, timezone.now(), None
    if match.stage.kind == "arena":
        match.settings = {**match.settings, "mus": [side.entrant.mu for side in sides if side.entrant]}
    match.save(update_fields=["state", "started_at", "deadline", "settings"])
    here = [side for side in sides if side.ready]
    if match.stage.kind in MANY:
        _open_table(match, plan, table, here)
        return
    teams = [_players(side.entrant, plan, table) for side in here if side.entrant is not None]
    kept = set(match.boards.filter(attempt=match.attempt).values_list("number", flat=True))
    for board in range(1, plan.boards + 1) if plan.teams == "boards" else (1,):
        if board not in kept:
            _open_series(match, plan, table, here, teams, board)


def rules_of(match: Match, plan: Plan) -> TableRules:
    """What is played at the tables of a match: of the event, its stage, its round, and itself (RNK-7.4)."""
    of_stage = match.stage.settings.get("table", {})
    of_round = match.round.settings if match.round else {}
    return plan.tables_of(match.stage.number, of_stage, of_round, match.settings.get("table", {}))


def pace_of(table: TableRules) -> Pace:
    """How fast it is played."""
    return Pace(table.mode, table.bank_ms, table.increment_ms, table.move_ms)


def _open_table(match: Match, plan: Plan, table: TableRules, here: Sequence[MatchSide]) -> None:
    """A table of several; the plan names the first seat."""
    players = [one for side in here if side.entrant is not None for one in _players(side.entrant, plan, table)]

    def note(fresh: Table) -> None:
        Board.objects.create(match=match, attempt=match.attempt, table=fresh)

    game = registry.game(plan.game)
    options = game.meta.check(table.options, len(players))
    terms = game.terms(options, len(players))
    tables.draw_up(
        plan.game,
        options,
        players,
        pace=pace_of(table),
        starter=0 if table.starter == "plan" and not terms.by_place else None,
        rated=table.rated,
        deal=f"{deal}.1" if (deal := deal_of(match, table)) else "",
        note=note,
    )


def deal_of(match: Match, table: TableRules) -> str:
    """What the deals of a round are called, where all its tables share them; one that is begun anew has its own (RNK-7.13)."""
    if not table.shared_deal or match.round is None or match.attempt > 1:
        return ""
    return f"{match.tournament.pk}.{match.stage.number + 1}.{match.round.number}"


def _open_series(
    match: Match, plan: Plan, table: TableRules, here: Sequence[MatchSide], teams: Sequence[Sequence[tables.Player]], board: int
) -> None:
    """A series between both sides; on boards the starter alternates (RNK-7.14)."""
    starter: int | None = next((slot for slot, side in enumerate(here) if side.starts), 0)
    sides = [[team[board - 1]] for team in teams] if plan.teams == "boards" else teams
    if plan.teams == "boards":
        starter = ((starter or 0) + board - 1) % 2
    entrants = [side.entrant for side in here if side.entrant is not None]
    series = series_service.open(
        NewSeries(
            game=plan.game,
            options=table.options,
            kind=table.series,
            n=table.games,
            by_points=table.by_points,
            ties=plan.ties_of(match.stage.number, table),  # type: ignore[arg-type]
            sides=sides,
            first_starter=starter if table.starter == "plan" else None,
            loser_chooses=table.loser_chooses and table.series == "best_of",
            seed=0 if (entrants[0].seed or 0) < (entrants[1].seed or 0) else 1,
            tournament_seed=match.tournament.seed,
            match=match.name if board == 1 else f"{match.name}/{board}",
            ids=[str(entrant.pk) for entrant in entrants],
            knock_out=match.stage.kind in KNOCK_OUT,
            pause_s=plan.rests_s(table),
            pace=pace_of(table),
            rated=table.rated,
            deal=deal_of(match, table),
        )
    )
    Board.objects.create(match=match, number=board, attempt=match.attempt, series=series)


def _players(entrant: Entrant, plan: Plan, table: TableRules) -> list[tables.Player]:
    """Who sits down for an entrant, with the deck they are to play with."""
    deck = plan.deck if plan.decks == "organiser" else entrant.deck if plan.decks == "locked" else {}
    if sealed.is_so(plan):
        deck = sealed.deck_of(entrant.tournament, entrant)
    count = {"none": 1, "pairs": 2, "boards": plan.boards}[plan.teams]
    if entrant.bot:
        return [tables.Player(bot=entrant.bot, name=entrant.name, deck=deck)] * count
    players = entries.people(entrant)
    if len(players) < count:
        raise Refused("team_too_small", name=entrant.name)
    return [tables.Player(user=user, deck=deck) for user in players[:count]]


# --- not turning up, and giving up ---------------------------------------------------------------------------------------------


def overdue(row: Tournament) -> bool:
    """What becomes of called matches whose time is up; whether there was any. No clock runs while it is paused."""
    if row.state != T.RUNNING:
        return False
    late = list(row.matches.filter(state=M.CALLED, deadline__lte=timezone.now()).select_related("stage", "round"))
    for match in late:
        match.tournament = row
        miss(match)
    return bool(late)


def miss(match: Match) -> None:
    """Those who are not there forfeit (RNK-7.12); at a table of several the others play, if enough are left."""
    sides = list(match.sides.select_related("entrant").order_by("slot"))
    here, gone = [side for side in sides if side.ready], [side for side in sides if not side.ready]
    for side in gone:
        if side.forfeited:
            continue
        side.forfeited = "absent"
        side.save(update_fields=["forfeited"])
        if side.entrant is not None:
            side.entrant.missed += 1
            if match.stage.kind == "arena":
                side.entrant.paused_until = timezone.now() + timedelta(seconds=ARENA_NO_SHOW_S)
            side.entrant.save(update_fields=["missed", "paused_until"])
    _with(match, here, gone)


def stop_clocks(row: Tournament) -> None:
    """No-show clocks stand still: what is left of them is kept (RNK-7.1)."""
    now = timezone.now()
    for match in row.matches.filter(state=M.CALLED, deadline__isnull=False):
        left = max(0, int((match.deadline - now).total_seconds())) if match.deadline else 0
        match.settings, match.deadline = {**match.settings, "left_s": left}, None
        match.save(update_fields=["settings", "deadline"])


def start_clocks(row: Tournament) -> None:
    """They go on."""
    now, plan = timezone.now(), row.rules
    for match in row.matches.filter(state=M.CALLED, deadline__isnull=True).select_related("round", "stage"):
        left = match.settings.get("left_s", plan.waits_s(rules_of(match, plan)))
        match.settings = {name: value for name, value in match.settings.items() if name != "left_s"}
        match.deadline = now + timedelta(seconds=left)
        match.save(update_fields=["settings", "deadline"])


def more_time(pk: str, by: User, match_id: int, minutes: int) -> None:
    """Organisers wait longer for somebody. Raises `Refused`."""
    with held(pk) as row:
        match = find(row, match_id)
        access.check_match(by, match)
        if match.state != M.CALLED or match.deadline is None:
            raise Refused("not_called")
        if not 1 <= minutes <= 7 * 24 * 60:
            raise Refused("minutes")
        match.deadline += timedelta(minutes=minutes)
        match.save(update_fields=["deadline"])
        write_down(by, "more_time", row, after={"minutes": minutes}, at=match)
        changed(row)


def find(row: Tournament, match_id: int) -> Match:
    """A match of this tournament. Raises `Refused` (`no_such_match`)."""
    match = row.matches.select_related("stage", "round").filter(pk=match_id).first()
    if match is None:
        raise Refused("no_such_match")
    match.tournament = row
    return match


def give_up(row: Tournament, entrant: Entrant) -> None:
    """Whoever goes for good gives up what they are playing."""
    under_way = MatchSide.objects.filter(entrant=entrant, match__tournament=row, match__state__in=(M.CALLED, M.RUNNING))
    for side in under_way.select_related("entrant"):
        match = find(row, side.match_id)
        if match.state == M.RUNNING:
            side.forfeited = _how(entrant)
            side.save(update_fields=["forfeited"])
            for board in match.boards.filter(over=False, attempt=match.attempt):
                _leave_board(board, side, entrant)
        else:
            _give_up_called(match, side)


def _how(entrant: Entrant) -> str:
    return "disqualified" if entrant.state == Entrant.State.DISQUALIFIED else "withdrawn"


def _give_up_called(match: Match, side: MatchSide) -> None:
    """Nobody waits for them; at a table of several the others play. In brackets and leagues the stage says what follows."""
    if side.entrant is not None and side.entrant.state in AWAY:
        side.forfeited, side.ready = _how(side.entrant), False
        side.save(update_fields=["forfeited", "ready"])
    if match.state == M.CALLED and match.stage.kind in MANY:
        begin_if_complete(match)
    elif match.state == M.CALLED and match.stage.kind in ("swiss", "arena"):
        other = match.sides.exclude(pk=side.pk).filter(forfeited="").values_list("slot", flat=True).first()
        outcomes.forfeit(match, other)


def _leave_board(board: Board, side: MatchSide, entrant: Entrant) -> None:
    if board.series is not None:
        series_service.forfeit(board.series.pk, side.slot, "disqualified" if side.forfeited == "disqualified" else "withdrawn")
    elif board.table is not None:
        seats = board.table.seats.filter(user__in=[user.pk for user in entries.people(entrant)]).values_list("number", flat=True)
        transaction.on_commit(partial(people.resign_seats, board.table.pk, list(seats)), robust=True)
