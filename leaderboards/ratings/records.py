"""From the rows of a finished table to its result (RNK-1). Nothing is stored here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from games.engine import registry
from games.engine.outcome import tiers
from games.engine.ranking import Ranking
from games.tables import record
from games.tables.models import Command, Seat, Table, TableSecret
from leaderboards.matches.models import SeriesGame
from leaderboards.ratings import results
from leaderboards.ratings.models import Link, ResultRecord, ResultSeat
from leaderboards.ratings.results import Party, Played
from leaderboards.ratings.slots import TournamentGame

BOTS = "bots"
"""The pool of each game for tables of bots alone (RNK-6.1)."""


@dataclass
class Draft:
    """A result that is not stored yet."""

    record: ResultRecord
    seats: list[ResultSeat] = field(default_factory=list)


def player_of(seat: Seat) -> str:
    """Who has played on a seat: the number of the account, also where a bot has taken over (RNK-1.4), or a bot."""
    if seat.user_id is not None:
        return str(seat.user_id)
    return f"bot:{seat.bot}" if seat.bot else f"gone:{seat.table_id}:{seat.number}"


def party_of(seat: Seat) -> Party:
    """Who sits there, as far as being rated goes. Somebody whose account is gone is nobody who could be rated."""
    bot = bool(seat.bot) and not seat.handed
    return Party(player_of(seat), bot, guest=not bot and (seat.user is None or seat.user.is_guest))


def linked(players: Collection[str]) -> list[frozenset[str]]:
    """Pairs among these players that staff takes for one person (RNK-6.4)."""
    numbers = [int(player) for player in players if player.isdecimal()]
    found = Link.objects.filter(one__in=numbers, other__in=numbers).values_list("one", "other")
    return [frozenset((str(one), str(other))) for one, other in found]


def pool_of(game: str, options: Mapping[str, Any], seats: int, *, bots: bool = False) -> str:
    """What a table of this game is rated with (RNK-2.1). `options`: checked ones. Raises `UnknownName`."""
    return f"{game}.{BOTS if bots else registry.game(game).meta.ranking.pool(_whole(game, options), seats)}"


def _whole(game: str, options: Mapping[str, Any]) -> dict[str, Any]:
    """The options with those that have been added since the table was opened."""
    return {option.name: option.default for option in registry.game(game).meta.options} | dict(options)


def draft(table: Table, tournament: TournamentGame | None = None) -> Draft:
    """The result of a table that is finished. Raises `ValueError` if it has none."""
    outcome: dict[str, Any] = table.outcome or {}
    if table.status != Table.Status.FINISHED or "ranks" not in outcome or table.ended_at is None:
        raise ValueError(f"table {table.pk} has no result")
    game = registry.game(table.game, table.rules_version)
    ranking = game.meta.ranking
    options = _whole(table.game, table.options)
    seats = list(table.seats.select_related("user").order_by("number"))
    acts = list(Command.objects.filter(table=table).order_by("version").values_list("act", "seat", "version"))
    teams = game.teams(options, table.seat_count)
    played = _played(table, ranking, outcome, acts, teams)
    found = results.result(played, tiers(outcome["ranks"]), ended_by_leaving=bool(acts) and acts[-1][0] == "leave")
    ranks = found.ranks if any(act == "hand" for act, _, _ in acts) else outcome["ranks"]
    parties = [party_of(seat) for seat in seats]
    bots = all(party.bot for party in parties)
    reasons = results.why_not_rated(
        parties,
        marked=table.rated,
        options_rated=ranking.rated(options, table.seat_count),
        aborted=found.aborted,
        linked=linked([party.player for party in parties]),
        widened=tournament is not None and tournament.widened,
    )
    made = ResultRecord(
        table=table,
        game=table.game,
        variant=str(options.get("variant") or "")[:20],
        options=table.options,
        mode=results.mode_of(table.seat_count, teams),
        pool=pool_of(table.game, options, table.seat_count, bots=bots),
        series=SeriesGame.objects.filter(table=table).values_list("series", flat=True).first(),
        tournament_match=tournament.match if tournament is not None else "",
        reason=outcome.get("reason", ""),
        started_at=table.started_at or table.created_at,
        ended_at=table.ended_at,
        decisions=sum(seat.decisions for seat in played),
        rules_version=table.rules_version,
        seed_ref=table.commit,
        aborted=found.aborted,
        with_bots=any(party.bot for party in parties),
        unrated=reasons,
        rated=not reasons,
    )
    rows = [
        _seat(seat, party, one, rank, broke_off, outcome, ranking)
        for seat, party, one, rank, broke_off in zip(seats, parties, played, ranks, found.broke_off, strict=True)
    ]
    return Draft(made, rows)


def _played(
    table: Table, ranking: Ranking, outcome: Mapping[str, Any], acts: Sequence[tuple[str, int, int]], teams: Sequence[int]
) -> list[Played]:
    """How each seat has done. A seat that a bot took over has left when it did (UX-4.10, RNK-1.4)."""
    decisions = Counter(seat for act, seat, _ in acts if act == "choose")
    left: dict[int, int] = {}
    handed = set()
    for act, seat, version in acts:
        if act in ("leave", "hand"):
            left.setdefault(seat, version)
        if act == "hand":
            handed.add(seat)
    extra = outcome.get("extra") or [{}] * table.seat_count
    parts = _parts(table, left.values()) if ranking.out and handed else {}
    statuses = outcome.get("statuses") or [results.FINISHED] * table.seat_count
    return [
        Played(
            status="timeout" if number in handed else statuses[number],
            left_at=left.get(number),
            decisions=decisions[number],
            team=teams[number] if teams else None,
            out=extra[number].get(ranking.out) if ranking.out else None,
            left_in=parts.get(left[number]) if number in left else None,
        )
        for number in range(table.seat_count)
    ]


def _parts(table: Table, versions: Iterable[int]) -> dict[int, int]:
    """Which part of the game was played at these versions, by playing it again (RNK-1.3)."""
    wanted = set(versions)
    secret = bytes(TableSecret.kept.get(pk=table.pk).secret)
    rows = Command.objects.filter(table=table, version__lte=max(wanted)).order_by("version")
    return {
        session.version: session.game.part() for session, _ in record.retold(table, secret, rows) if session.version in wanted
    }


def _seat(
    seat: Seat, party: Party, played: Played, rank: int, broke_off: bool, outcome: Mapping[str, Any], ranking: Ranking
) -> ResultSeat:
    extra = (outcome.get("extra") or {seat.number: {}})[seat.number]
    scores = outcome.get("scores") or []
    won = int(rank == 1 and outcome["ranks"].count(1) == 1)
    points = int(extra.get(ranking.points) or 0) if ranking.points else won
    career = int(extra.get(ranking.career) or 0) if ranking.career else points
    return ResultSeat(
        seat=seat.number,
        user=seat.user,
        player=party.player,
        bot=seat.bot if party.bot else "",
        guest=party.guest,
        name=seat.name,
        team=played.team,
        status=played.status,
        left_at_move=played.left_at,
        decisions=played.decisions,
        rank=rank,
        score=scores[seat.number] if scores else None,
        extra=extra,
        points=max(0, points),
        career=max(0, career),
        broke_off=broke_off,
    )
