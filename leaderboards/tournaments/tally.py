"""From the stored matches of a stage to what the pure engines take: past rounds for pairing, games for standings (RNK-7)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

import msgspec

from games.engine import registry
from leaderboards.tournaments import groups, standings, swiss
from leaderboards.tournaments.kinds import M, sides_of
from leaderboards.tournaments.models import Match, MatchSide

if TYPE_CHECKING:
    from leaderboards.tournaments.kinds import Kind

WIN, DRAW, LOSS = 120, 60, 0
"""Tournament points in 1/120 (RNK-7.6)."""

SAT_OUT_POINTS = {"bye": WIN, "requested_bye": DRAW, "absent": 0, "sit_out": DRAW}


class Past(msgspec.Struct):
    """What a round was for somebody."""

    round: int
    kind: str
    """`played`, or a kind of `standings.Unplayed`."""
    points: int
    opponent: int | None = None
    started: bool = False


class Meeting(msgspec.Struct):
    """A match of two numbers, as it counts."""

    match: Match
    round: int
    sides: tuple[MatchSide, MatchSide]
    numbers: tuple[int, int]


def meetings(kind: Kind, group: int | None = None) -> list[Meeting]:
    """The matches of a stage with two sides that are over and count, in order."""
    rows = kind.stage.matches.filter(state__in=(M.FINISHED, M.FORFEIT, M.DOUBLE_FORFEIT)).select_related("round")
    if group is not None and kind.rules.groups > 1:
        rows = rows.filter(group=group)
    matches = {match.pk: match for match in rows.order_by("position")}
    number_of = kind.number_of
    found = []
    for key, sides in sides_of(matches).items():
        if len(sides) != 2:
            continue
        one, other = sides
        if one.entrant_id is None or other.entrant_id is None:
            continue
        match = matches[key]
        round_number = match.round.number if match.round else 0
        pair = number_of[one.entrant_id], number_of[other.entrant_id]
        found.append(Meeting(match, round_number, (one, other), pair))
    return found


def is_played(match: Match) -> bool:
    """Whether it counts as played: it was, or organisers have said how it came out (RNK-7.12, RNK-7.13)."""
    return match.played or match.state == M.FINISHED


def history(kind: Kind, before: int | None = None) -> dict[int, list[Past]]:
    """For each number what every round that is over was, in order; those in which they were not there yet too.

    `before`: only what came before this round.
    """
    past: dict[int, dict[int, Past]] = {number: {} for number in kind.numbers}
    annulled = {number for number in kind.numbers if kind.entrant(number).annulled}
    for meeting in meetings(kind):
        for slot, number in enumerate(meeting.numbers):
            past[number][meeting.round] = _past(meeting, slot)
            if annulled & set(meeting.numbers):
                past[number][meeting.round].points = 0
    numbers = {seed: number for number, seed in kind.numbers.items()}
    done = [row for row in kind.rounds() if row.state == "finished" and (before is None or row.number < before)]
    for row in done:
        for seed, why in row.sat_out.items():
            who = numbers.get(int(seed))
            if who is not None:
                past[who][row.number] = Past(row.number, why, SAT_OUT_POINTS[why])
    return {number: [rounds.get(row.number, Past(row.number, "absent", 0)) for row in done] for number, rounds in past.items()}


def _past(meeting: Meeting, slot: int) -> Past:
    match, side = meeting.match, meeting.sides[slot]
    opponent = meeting.numbers[1 - slot]
    if is_played(match):
        return Past(meeting.round, "played", side.points or 0, opponent, side.starts)
    kind = "double_forfeit" if match.state == M.DOUBLE_FORFEIT else "forfeit_win" if match.winner == slot else "forfeit_loss"
    return Past(meeting.round, kind, side.points or 0, opponent)


def participants(kind: Kind, present: Iterable[int], before: int | None = None) -> list[swiss.Participant]:
    """Those who are to be paired, with what their past rounds say (RNK-7.6); `before`: as it was before this round."""
    past = history(kind, before)
    totals = _running_totals(past)
    return [_participant(number, past, totals) for number in present]


def _running_totals(past: Mapping[int, list[Past]]) -> dict[int, list[int]]:
    """Points of each before each round, and at the end after all of them."""
    totals = {}
    for number, rounds in past.items():
        sums: list[int] = [0]
        for one in rounds:
            sums.append(sums[-1] + one.points)
        totals[number] = sums
    return totals


def _participant(number: int, past: Mapping[int, list[Past]], before: Mapping[int, list[int]]) -> swiss.Participant:
    roles, floats, opponents = "", "", []
    for index, one in enumerate(past[number]):
        if one.kind == "played" and one.opponent is not None:
            opponents.append(one.opponent)
            roles += "S" if one.started else "F"
            mine, other = before[number][index], before[one.opponent][index]
            floats += "D" if mine > other else "U" if mine < other else "-"
        else:
            roles += "-"
            floats += "D" if one.points else "-"
    return swiss.Participant(
        id=number,
        points=before[number][-1],
        opponents=tuple(opponents),
        roles=roles,
        floats=floats,
        had_bye=any(one.kind in ("bye", "forfeit_win") for one in past[number]),
    )


def table(kind: Kind, group: int | None = None) -> list[standings.Row]:
    """The standings of a Swiss or a round robin (RNK-7.10). Numbers of those disqualified without their results are left out."""
    form: standings.Format = "swiss" if kind.stage.kind == "swiss" else "round_robin"
    players = _players(kind, group)
    known = set(players)
    games, unplayed = [], []
    for meeting in meetings(kind, group):
        if set(meeting.numbers) <= known:
            if is_played(meeting.match):
                games.append(_game(meeting))
            else:
                unplayed += [_unplayed(meeting, slot) for slot in (0, 1)]
    if form == "swiss":
        for number, rounds in history(kind).items():
            unplayed += [
                standings.Unplayed(number, one.round, one.points, one.kind)  # type: ignore[arg-type]
                for one in rounds
                if one.opponent is None and number in known
            ]
    paired = [row.number for row in kind.rounds() if row.state != "drawn"]
    return standings.table(
        form,
        players,
        games,
        unplayed,
        kind.plan.tie_breaks_of(kind.stage.number),
        seed=kind.tournament.seed,
        ids={number: kind.entrant(number).pk for number in players},
        mu={number: kind.entrant(number).mu for number in players},
        target=target(kind),
        rounds=max(paired, default=None) if form == "swiss" else None,
    )


def _players(kind: Kind, group: int | None) -> list[int]:
    numbers = list(kind.numbers)
    if group is not None and kind.rules.groups > 1:
        numbers = groups.snake(len(kind.stage.entrants), kind.rules.groups)[group]
    return [number for number in numbers if _counts(kind, number)]


def _counts(kind: Kind, number: int) -> bool:
    """Whether somebody stands in the table: not who was shut out with all results, nor who left a league early (RNK-7.12)."""
    entrant = kind.entrant(number)
    if entrant.annulled:
        return False
    if kind.stage.kind != "round_robin" or entrant.state not in ("withdrawn", "disqualified"):
        return True
    return kind.stage.matches.filter(sides__entrant=entrant).exclude(state=M.CANCELLED).exists()


def _game(meeting: Meeting) -> standings.Game:
    """The side that started is the first one."""
    order = (0, 1) if meeting.sides[0].starts or not meeting.sides[1].starts else (1, 0)
    one, other = (meeting.sides[slot] for slot in order)
    scores = None if one.score is None or other.score is None else (one.score, other.score)
    first, second = (meeting.numbers[slot] for slot in order)
    return standings.Game(meeting.round, first, second, one.points or 0, other.points or 0, scores, (one.wins, other.wins))


def _unplayed(meeting: Meeting, slot: int) -> standings.Unplayed:
    past = _past(meeting, slot)
    kind: standings.Kind = past.kind  # type: ignore[assignment]
    return standings.Unplayed(meeting.numbers[slot], meeting.round, past.points, kind, meeting.numbers[1 - slot])


def target(kind: Kind) -> int:
    """What a forfeit counts in the games' own points (RNK-7.10): the target of the game, of a return match twice."""
    rules = kind.plan.tables_of(kind.stage.number)
    game = registry.game(kind.plan.game)
    options = game.meta.check(rules.options, game.meta.seats[0])
    value = options.get("target")
    games = 2 if rules.series == "return_match" else rules.games if rules.series == "fixed" else 1
    return int(value) * games if isinstance(value, int) or (isinstance(value, str) and value.isdecimal()) else 0


def placed(kind: Kind, group: int) -> list[groups.Placed]:
    """The table of a group, with what its members are compared with those of others by: all a game (RNK-7.7)."""
    return [
        groups.Placed(
            entrant=int(row.player),
            group=group,
            place=place,
            points=row.points,
            games=row.wins + row.draws + row.losses + row.forfeits,
            values=tuple(value or 0 for name, value in row.values.items() if name != "LOT"),
            lot=row.lot,
        )
        for place, row in enumerate(table(kind, group), 1)
    ]
