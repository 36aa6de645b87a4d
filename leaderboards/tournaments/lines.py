"""Matches as pages show them: who meets whom, how it stands, where it is played."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _

from leaderboards.matches import selectors as series_selectors
from leaderboards.tournaments import labels
from leaderboards.tournaments.models import Board, Entrant, Match, MatchSide, Tournament
from leaderboards.tournaments.plan import MANY

M = Match.State


@dataclass(frozen=True)
class Side:
    """One side of a match."""

    name: str
    """Of the entrant; else who will come, in words; empty: nobody."""
    known: bool
    """Whether the name is an entrant's."""
    seed: int | None
    score: str
    won: bool
    lost: bool
    mine: bool
    starts: bool = False
    ready: bool = False
    rank: int | None = None
    why: str = ""
    """How they did not play to the end, in words."""


@dataclass(frozen=True)
class Where:
    """A table of a match."""

    label: str
    url: str
    live: bool


@dataclass(frozen=True)
class Line:
    """A match."""

    pk: int
    name: str
    """As in RNK-10: `W2.1`."""
    title: str
    url: str
    state: str
    told: str
    """Its state in words."""
    sides: Sequence[Side]
    mark: str
    deadline: datetime | None
    tables: Sequence[Where] = field(default_factory=tuple)
    group: int | None = None

    @property
    def live(self) -> bool:
        """Whether it is played at the moment."""
        return self.state == M.RUNNING

    @property
    def called(self) -> bool:
        """Whether it waits for those who play."""
        return self.state == M.CALLED

    @property
    def is_bye(self) -> bool:
        """Whether somebody goes on without a match."""
        return self.state == M.WALKOVER

    @property
    def mine(self) -> bool:
        """Whether whoever looks plays in it."""
        return any(side.mine for side in self.sides)

    @property
    def several(self) -> bool:
        """Whether it is a table of more than two."""
        return len(self.sides) > 2

    @property
    def sentence(self) -> str:
        """All of it in one sentence, for speech and titles."""
        names = [side.name or _("niemand") for side in self.sides]
        if self.several:
            return f"{self.title}: {', '.join(names)}. {self.told}"
        who = _("%(one)s gegen %(other)s") % {"one": names[0], "other": names[1]} if len(names) == 2 else ", ".join(names)
        scores = [side.score for side in self.sides]
        if self.is_bye:
            who = next((side.name for side in self.sides if side.known), who)
        result = _("%(one)s zu %(other)s") % {"one": scores[0], "other": scores[1]} if len(scores) == 2 and all(scores) else ""
        return ", ".join(part for part in (who, self.told, result) if part)


def why(forfeited: str) -> str:
    """How somebody did not play to the end, in words."""
    words = {
        "": "",
        "absent": _("nicht angetreten"),
        "withdrawn": _("zurückgezogen"),
        "disqualified": _("disqualifiziert"),
        "resigned": _("aufgegeben"),
        "timeout": _("Zeit abgelaufen"),
    }
    return words.get(forfeited, _("vorzeitig gegangen"))


def lines(row: Tournament, matches: QuerySet[Match], own: Entrant | None = None) -> list[Line]:
    """These matches in order; the tables of those that are being played."""
    found = list(matches.select_related("stage", "round").order_by("stage__number", "position"))
    if not found:
        return []
    keys = [match.pk for match in found]
    sides: dict[int, list[MatchSide]] = {key: [] for key in keys}
    rows = MatchSide.objects.filter(match__in=matches.order_by().values("pk")).select_related("entrant").order_by("match", "slot")
    for side in rows:
        if side.match_id in sides:
            sides[side.match_id].append(side)
    going = [match for match in found if match.state == M.RUNNING]
    boards = boards_of(going)
    return [line(row, match, sides[match.pk], boards.get(match.pk, []), own) for match in found]


def boards_of(matches: Iterable[Match]) -> dict[int, list[Board]]:
    """What is played in these matches at the moment, by key."""
    attempts = {match.pk: match.attempt for match in matches}
    found: dict[int, list[Board]] = {}
    rows = Board.objects.filter(match__in=list(attempts)).select_related("series", "table").order_by("number")
    for board in rows.prefetch_related("series__games__table"):
        if board.attempt == attempts[board.match_id]:
            found.setdefault(board.match_id, []).append(board)
    return found


def line(row: Tournament, match: Match, sides: Sequence[MatchSide], boards: Sequence[Board], own: Entrant | None) -> Line:
    """One match."""
    match.stage.tournament = row
    scores = _scores(row, match, sides, boards)
    return Line(
        pk=match.pk,
        name=match.name,
        title=labels.match_name(match),
        url=reverse("tournaments:match", args=[row.pk, match.pk]),
        state=match.state,
        told=told(match),
        sides=[_side(match, side, score, own) for side, score in zip(sides, scores, strict=True)],
        mark=match.marked,
        deadline=match.deadline,
        tables=[where for board in boards for where in tables_of(board, several=len(boards) > 1)],
        group=match.group,
    )


def told(match: Match) -> str:
    """How a match stands, in words."""
    if match.state == M.FINISHED and match.winner is None and match.stage.kind not in MANY:
        return _("unentschieden")
    if match.state == M.WALKOVER:
        return _("Freilos")
    return str(match.get_state_display())


def _side(match: Match, side: MatchSide, score: str, own: Entrant | None) -> Side:
    entrant = side.entrant
    over = match.winner is not None or match.state == M.DOUBLE_FORFEIT
    return Side(
        name=entrant.name if entrant else "" if side.empty else labels.source(match.stage, side.source),
        known=entrant is not None,
        seed=entrant.seed if entrant else None,
        score=score,
        won=match.winner == side.slot or (side.rank == 1 and match.is_over),
        lost=over and match.winner != side.slot,
        mine=own is not None and side.entrant_id == own.pk,
        starts=side.starts,
        ready=side.ready,
        rank=side.rank,
        why=why(side.forfeited),
    )


def _scores(row: Tournament, match: Match, sides: Sequence[MatchSide], boards: Sequence[Board]) -> list[str]:
    """What stands behind the names: games won in a best of and on boards, else what the games counted."""
    if match.state == M.RUNNING and len(sides) == 2 and boards and boards[0].series is not None:
        return [str(value) for value in _running(boards)]
    if match.state not in (M.FINISHED, M.RUNNING) or match.state == M.RUNNING:
        return ["" for _side_ in sides]
    decided = match.decided == "override"
    if len(sides) != 2:
        return ["" if side.score is None else str(side.score) for side in sides]
    if decided and all(side.score is None for side in sides):
        return ["" for _side_ in sides]
    if any(side.score is None for side in sides) or counts_wins(row, match.stage.number) or not any(side.score for side in sides):
        figures = [side.wins for side in sides]
    else:
        figures = [side.score or 0 for side in sides]
    if not any(figures) or (decided and match.winner is not None and _belie(figures, match.winner)):
        return ["" for _side_ in sides]
    return [str(figure) for figure in figures]


def _belie(figures: Sequence[int], winner: int) -> bool:
    """Whether figures of what was played say that somebody else has won (RNK-7.13)."""
    return figures[winner] <= figures[1 - winner]


def counts_wins(row: Tournament, stage: int) -> bool:
    """Whether matches of a stage are told by games won, or boards, and not by what the games counted."""
    rules = row.rules
    table = rules.tables_of(stage)
    return table.series == "best_of" or (table.series == "fixed" and not table.by_points) or rules.teams == "boards"


def _running(boards: Sequence[Board]) -> Sequence[Any]:
    """Of a series its sums so far; of several boards how many each side has won."""
    results = [series_selectors.result(board.series) for board in boards if board.series is not None]
    if len(results) > 1:
        return [sum(one.winner == slot for one in results) for slot in (0, 1)]
    kind = boards[0].series.kind if boards[0].series is not None else ""
    return results[0].wins if kind == "best_of" else results[0].scores


def tables_of(board: Board, *, several: bool = False) -> list[Where]:
    """The tables of a board, the first game first."""
    if board.table is not None:
        return [Where(_("Tisch"), board.table.get_absolute_url(), board.table.status == "running")]
    if board.series is None:
        return []
    games = sorted(board.series.games.all(), key=lambda game: game.number)
    found = []
    for game in games:
        if game.table is None:
            continue
        label = _("Partie %(number)d") % {"number": game.number}
        label = _("Brett %(board)d, %(game)s") % {"board": board.number, "game": label} if several else label
        found.append(Where(label, game.table.get_absolute_url(), game.table.status == "running"))
    return found
