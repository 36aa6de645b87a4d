"""Whether what is stored of a tournament follows from its finished tables (QUA-1.10, C8): all is worked out once more."""

from __future__ import annotations

from collections.abc import Iterator

from leaderboards.matches import selectors as series_selectors
from leaderboards.tournaments import round_robin, stages, swiss, tally
from leaderboards.tournaments.elimination import Elimination
from leaderboards.tournaments.kinds import Kind
from leaderboards.tournaments.league import League
from leaderboards.tournaments.models import Match, Round, Tournament
from leaderboards.tournaments.plan import MANY
from leaderboards.tournaments.swiss_stage import Swiss
from leaderboards.tournaments.tally import DRAW, LOSS, WIN


def faults(row: Tournament) -> Iterator[str]:
    """What does not agree; nothing, if all does."""
    for match in row.matches.exclude(decided__in=("", "played")).exclude(stage__kind__in=MANY).order_by("stage", "position"):
        if match.stage.kind == "swiss" or match.decided == "override":
            yield from _of_points(match, list(match.sides.order_by("slot").values_list("points", flat=True)))
    for match in row.matches.filter(decided="played").select_related("stage").order_by("stage", "position"):
        yield from _of_match(match)
    for stage in row.stages.order_by("number"):
        stage.tournament = row
        kind = stages.kind_of(stage)
        if isinstance(kind, Elimination):
            yield from _of_bracket(kind)
        elif isinstance(kind, League):
            yield from _of_league(kind)
        elif isinstance(kind, Swiss):
            yield from _of_swiss(kind)
    if row.state == Tournament.State.FINISHED:
        yield from _of_places(row)


def _of_match(match: Match) -> Iterator[str]:
    """The stored result against that of its series or table."""
    boards = list(match.boards.filter(attempt=match.attempt).select_related("series", "table").order_by("number"))
    sides = list(match.sides.order_by("slot"))
    if match.stage.kind not in MANY:
        yield from _of_points(match, [side.points for side in sides])
    if len(boards) == 1 and boards[0].series is not None:
        result = series_selectors.result(boards[0].series)
        if (result.winner, list(result.scores)) != (match.winner, [side.score for side in sides]):
            yield f"{match.name}: {match.winner} stands there, the series says {result.winner}"
    elif len(boards) == 1 and boards[0].table is not None:
        ranks = (boards[0].table.outcome or {}).get("ranks")
        if ranks != [side.rank for side in sides if side.ready]:
            yield f"{match.name}: the ranks are not those of the table"


def _of_points(match: Match, points: list[int | None]) -> Iterator[str]:
    """Tournament points against who won."""
    drawn = match.winner is None and match.state == Match.State.FINISHED
    wanted = [DRAW if drawn else WIN if match.winner == slot else LOSS for slot in (0, 1)]
    if points != wanted:
        yield f"{match.name}: {points} points stand there, {wanted} come of the result"


def _of_bracket(kind: Elimination) -> Iterator[str]:
    numbers = {key: number for number, key in kind.keys.items()}
    for name, stand in kind.stands().items():
        match = kind.rows.matches[name]
        sides = [numbers.get(side.entrant or 0) for side in kind.rows.sides[name]]
        wanted = [side if isinstance(side, int) else None for side in stand.sides]
        settled = stand.state in ("pending", "ready") or stand.state == match.state
        if sides != wanted or not settled:
            yield f"{name}: {match.state} {sides} stands there, the bracket says {stand.state} {wanted}"


def _of_league(kind: League) -> Iterator[str]:
    for group, members in enumerate(kind.members):
        for planned in round_robin.rounds(len(members), kind.rules.cycles) if len(members) > 1 else ():
            stored = kind.stage.matches.filter(round__number=planned.number)
            if kind.rules.groups > 1:
                stored = stored.filter(group=group)
            pairs = [_numbers(kind, match) for match in stored.order_by("position")]
            if pairs != [(members[first - 1], members[second - 1]) for first, second in planned.pairs]:
                yield f"round {planned.number}: {pairs}"


def _of_swiss(kind: Swiss) -> Iterator[str]:
    for row in kind.rounds():
        if row.pairing > 1 or _is_corrected_before(kind, row):
            continue
        pairs = [_numbers(kind, match) for match in row.matches.order_by("position")]
        seeds = {seed: number for number, seed in kind.numbers.items()}
        bye = next((seeds[int(seed)] for seed, why in row.sat_out.items() if why == "bye"), None)
        present = sorted([*(number for pair in pairs for number in pair), *([bye] if bye is not None else [])])
        again = swiss.pair(
            row.number,
            kind.tournament.seed,
            tally.participants(kind, present, row.number),
            kind.forbidden(),
            virtual=kind.virtual(row.number),
            by_lot=kind.plan.seeding == "lot",
        )
        if {frozenset(pair) for pair in pairs} != {frozenset(pair) for pair in again.pairs} or bye != again.bye:
            yield f"round {row.number}: {pairs} stands there, {again.pairs} comes of the results before"
        elif [pair[0] for pair in pairs] != again.starts:
            yield f"round {row.number}: others would start"


def _is_corrected_before(kind: Swiss, row: Round) -> bool:
    """Whether results before a round may have been others when it was paired: published pairings stay (RNK-7.13)."""
    before = kind.stage.matches.filter(round__number__lt=row.number)
    return before.exclude(marked="").exists() or any(one.annulled for one in kind.by_seed.values())


def _numbers(kind: Kind, match: Match) -> tuple[int, ...]:
    numbers = kind.number_of
    return tuple(numbers[key] for key in match.sides.order_by("slot").values_list("entrant", flat=True) if key)


def _of_places(row: Tournament) -> Iterator[str]:
    found = stages.final_places(row)
    for entrant in row.entrants.filter(seed__isnull=False, annulled=False):
        if entrant.place != found.get(entrant.seed or 0):
            yield f"{entrant.name}: place {entrant.place} stands there, {found.get(entrant.seed or 0)} is worked out"
