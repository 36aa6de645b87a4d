"""What comes of matches: from their series and tables, without play, or by organisers (RNK-7.12, RNK-7.13)."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from accounts.models import User
from games.engine.errors import EngineError
from games.tables import slots, supervision
from games.tables.models import Table
from leaderboards.matches import selectors as series_selectors
from leaderboards.matches.models import SeriesGame
from leaderboards.tournaments.models import Board, Entrant, Match, MatchSide, Tournament
from leaderboards.tournaments.tally import DRAW, LOSS, WIN

M = Match.State

OVER = (Table.Status.FINISHED, Table.Status.CLOSED)

ORIGINAL = "original"
"""Under this name the settings of a match keep what had come of it before organisers gave it another result."""
OF_MATCH = ("state", "winner", "decided", "played")
OF_SIDE = ("points", "score", "wins", "rank", "forfeited")


def take(row: Tournament) -> bool:
    """Write down what has been played meanwhile; whether there was anything. The row is locked, so each result comes once."""
    boards = ended().filter(match__tournament=row).select_related("series", "table", "match__stage", "match__round")
    found = list(boards.order_by("match__position", "number"))
    for board in found:
        board.match.tournament = row
        _take(board)
    return bool(found)


def ended() -> QuerySet[Board]:
    """Boards whose result is there and has not been taken in: the game in which a side gave up a series is over, too."""
    over = Q(series__ended_at__isnull=False) | Q(table__status__in=OVER)
    on = SeriesGame.objects.filter(series=OuterRef("series"), table__status=Table.Status.RUNNING)
    return Board.objects.filter(over, ~Exists(on), over=False)


def _take(board: Board) -> None:
    board.over = True
    if board.series is not None:
        board.winner = series_selectors.result(board.series).winner
    board.save(update_fields=["over", "winner"])
    match = board.match
    if match.state != M.RUNNING or board.attempt != match.attempt:
        return
    boards = list(match.boards.filter(attempt=match.attempt).select_related("series", "table").order_by("number"))
    if not all(one.over for one in boards):
        return
    if boards[0].table is not None:
        _of_table(match, boards[0].table)
    else:
        _of_series(match, boards)


def _of_series(match: Match, boards: Sequence[Board]) -> None:
    """A match of two sides: one series, or one a board (RNK-7.14)."""
    results = [series_selectors.result(board.series) for board in boards if board.series is not None]
    closed = [board for board, result in zip(boards, results, strict=True) if result.reason == "closed"]
    if closed:
        again(match, closed)
        return
    if _too_late(match, boards):
        match.state, match.ended_at = M.CANCELLED, timezone.now()
        match.save()
        return
    sides = list(match.sides.select_related("entrant").order_by("slot"))
    match.played = any(result.played for result in results)
    drawn = sum(result.winner is None and result.reason != "double_forfeit" for result in results)
    won = _count(results, sides)
    if not match.played and drawn == 0:
        forfeit(match, _ahead(won), sides)
        return
    winner = _ahead(won)
    if winner is None and match.stage.kind in ("single", "double"):
        winner = _by_boards(results, sides)
        if winner is None:
            forfeit(match, None, sides)
            return
    finish(match, winner, sides)


def _count(results: Sequence[Any], sides: Sequence[MatchSide]) -> list[int]:
    """Put to both sides what their games counted and how many each has won; boards won by each."""
    won = [sum(result.winner == slot for result in results) for slot in (0, 1)]
    for slot, side in enumerate(sides):
        side.score = sum(result.scores[slot] for result in results)
        side.wins = sum(result.wins[slot] for result in results) if len(results) == 1 else won[slot]
    return won


def recount(match: Match, winner: int | None, sides: Sequence[MatchSide]) -> None:
    """What the games of a match counted, if they came out like this; else nothing but who has won by decision (RNK-7.13)."""
    boards = match.boards.filter(attempt=match.attempt, over=True, series__isnull=False).select_related("series")
    results = [series_selectors.result(board.series) for board in boards.order_by("number") if board.series is not None]
    if results and match.played and _ahead(_count(results, sides)) == winner:
        return
    for side in sides:
        side.score, side.wins = None, int(side.slot == winner)


def _too_late(match: Match, boards: Sequence[Board]) -> bool:
    """Whether an arena was over before this was: such games do not count (RNK-7.11)."""
    end = match.stage.ends_at
    return end is not None and any(board.series and board.series.ended_at and board.series.ended_at > end for board in boards)


def _ahead(won: Sequence[int]) -> int | None:
    return None if won[0] == won[1] else int(won[1] > won[0])


def _by_boards(results: Sequence[Any], sides: Sequence[MatchSide]) -> int | None:
    """A knock-out level on boards: whoever won the first board that somebody won, else the better seed."""
    decided = next((result.winner for result in results if result.winner is not None), None)
    if decided is not None or all(result.reason == "double_forfeit" for result in results):
        return decided
    seeds = [side.entrant.seed or 0 for side in sides if side.entrant]
    return int(seeds[1] < seeds[0])


def finish(match: Match, winner: int | None, sides: Sequence[MatchSide], how: str = "played") -> None:
    """A match of two sides is over; without a winner it is drawn."""
    match.state, match.winner, match.decided, match.deadline = M.FINISHED, winner, how, None
    match.ended_at = match.ended_at or timezone.now()
    match.save()
    for side in sides:
        side.points = DRAW if winner is None else WIN if side.slot == winner else LOSS
        side.save()
        _seen(side.entrant)
    _tell_won(match, sides)


def _tell_won(match: Match, sides: Sequence[MatchSide]) -> None:
    """Games may want to know who has won a match that was played (OMG-16.4)."""
    won = next((side.entrant for side in sides if side.slot == match.winner and match.played), None)
    if won is not None and won.user is not None:
        told = partial(
            slots.match_won.send_robust,
            Match,
            game=match.tournament.game,
            user=won.user,
            key=f"{match.tournament_id}:{match.pk}",
        )
        transaction.on_commit(told, robust=True)


def forfeit(match: Match, winner: int | None, sides: Sequence[MatchSide] = (), how: str = "forfeit") -> None:
    """A match that was not played: one side has it, or none (RNK-7.12)."""
    match.state = M.DOUBLE_FORFEIT if winner is None else M.FORFEIT
    match.winner, match.decided, match.deadline, match.ended_at = winner, how, None, match.ended_at or timezone.now()
    match.played = False
    match.save()
    for side in sides or match.sides.select_related("entrant"):
        side.points = WIN if side.slot == winner else LOSS
        side.score = None
        side.save()
        if side.slot == winner:
            _seen(side.entrant)


def _seen(entrant: Entrant | None) -> None:
    """Whoever has played, or was there to, has missed nothing."""
    if entrant is not None and entrant.missed:
        Entrant.objects.filter(pk=entrant.pk).update(missed=0)


def _of_table(match: Match, table: Table) -> None:
    """A table of several (RNK-7.8). Whoever did not turn up is behind all others."""
    if table.status == Table.Status.CLOSED or not table.outcome:
        again(match)
        return
    sides = list(match.sides.select_related("entrant").order_by("slot"))
    here = [side for side in sides if side.ready]
    ranks, extra = table.outcome["ranks"], table.outcome.get("extra") or [{}] * len(here)
    statuses = table.outcome.get("statuses") or ["finished"] * len(here)
    for seat, side in enumerate(here):
        side.rank = ranks[seat]
        side.score = next((int(value) for value in extra[seat].values()), None)
        side.forfeited = side.forfeited or ("" if statuses[seat] == "finished" else statuses[seat])
        _seen(side.entrant)
    match.played = True
    _rank_absent(sides, here)
    _close(match, sides)


def table_of_few(match: Match, here: Sequence[MatchSide], gone: Sequence[MatchSide]) -> None:
    """Too few have come to a table: those who have share the first place; if nobody has, nothing counts."""
    sides = sorted((*here, *gone), key=lambda side: side.slot)
    if not here:
        match.state, match.ended_at, match.deadline = M.CANCELLED, timezone.now(), None
        match.save()
        return
    for side in here:
        side.rank = 1
    _rank_absent(sides, here)
    _close(match, sides)


def _rank_absent(sides: Sequence[MatchSide], here: Sequence[MatchSide]) -> None:
    keys = {side.pk for side in here}
    for side in sides:
        if side.pk not in keys:
            side.rank = len(here) + 1


def _close(match: Match, sides: Sequence[MatchSide], how: str = "played") -> None:
    MatchSide.objects.bulk_update(sides, ["rank", "score", "forfeited"])
    match.state, match.decided, match.ended_at, match.deadline = M.FINISHED, how, match.ended_at or timezone.now(), None
    match.save()


def set_ranks(match: Match, sides: Sequence[MatchSide], ranks: Sequence[int]) -> None:
    """Ranks by hand, seat by seat."""
    for side, rank in zip(sides, ranks, strict=True):
        side.rank = rank
        side.forfeited = ""
    _close(match, sides, "override")


def remember(match: Match) -> None:
    """Keep what has come of a match, before it is given another result for the first time."""
    if not match.is_over or ORIGINAL in match.settings:
        return
    sides = match.sides.order_by("slot")
    original = {name: getattr(match, name) for name in OF_MATCH}
    original["sides"] = [{name: getattr(side, name) for name in OF_SIDE} for side in sides]
    match.settings = {**match.settings, ORIGINAL: original}
    match.save(update_fields=["settings"])


def restore(match: Match) -> None:
    """If a match has the result again that it had at first, all else is as it was at first, too (RNK-9.7)."""
    original = match.settings.get(ORIGINAL)
    sides = list(match.sides.order_by("slot"))
    if original is None or _result(match, [side.rank for side in sides]) != _result_of(original):
        return
    for name in OF_MATCH:
        setattr(match, name, original[name])
    match.settings = {name: value for name, value in match.settings.items() if name != ORIGINAL}
    match.save()
    for side, before in zip(sides, original["sides"], strict=True):
        for name in OF_SIDE:
            setattr(side, name, before[name])
        side.save()


def _result(match: Match, ranks: Sequence[int | None]) -> tuple[Any, ...]:
    return match.state == M.DOUBLE_FORFEIT, match.winner, list(ranks)


def _result_of(original: Mapping[str, Any]) -> tuple[Any, ...]:
    return original["state"] == M.DOUBLE_FORFEIT, original["winner"], [side["rank"] for side in original["sides"]]


def close_tables(match: Match, by: User | None, reason: str) -> None:
    """The tables of a match that are still played at are closed: their games count for nobody."""
    boards = match.boards.filter(attempt=match.attempt, over=False).select_related("series", "table")
    for board in boards:
        for table in tables_of(board):
            if not table.outcome:
                transaction.on_commit(partial(_close_table, table.pk, by, reason), robust=True)
        board.over = True
        board.save(update_fields=["over"])


def tables_of(board: Board) -> list[Table]:
    """All that has been played at for a board."""
    if board.table is not None:
        return [board.table]
    games = board.series.games.select_related("table").order_by("number") if board.series is not None else ()
    return [game.table for game in games if game.table is not None]


def _close_table(table_id: str, by: User | None, reason: str) -> None:
    with contextlib.suppress(EngineError):
        supervision.close(table_id, by, reason)


def again(match: Match, closed: Sequence[Board] = ()) -> None:
    """A match is begun anew: what was played for it counts no more (RNK-7.13). If some boards were `closed`, the others stay."""
    kept = match.boards.filter(attempt=match.attempt).exclude(pk__in=[board.pk for board in closed]) if closed else None
    match.attempt += 1
    if kept is not None:
        kept.update(attempt=match.attempt)
    match.state, match.winner, match.decided, match.played = M.READY, None, "", False
    match.called_at = match.deadline = match.started_at = match.ended_at = None
    match.settings = {name: value for name, value in match.settings.items() if name != ORIGINAL}
    match.save()
    match.sides.update(ready=False, points=None, score=None, wins=0, rank=None, forfeited="")
