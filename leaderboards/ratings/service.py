"""Results are recorded, voided and corrected here, and ratings follow from them (RNK-1, RNK-2, RNK-6)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Count, Exists, Max, OuterRef, Q, QuerySet, Sum
from django.utils import timezone

from accounts.audit import chain
from accounts.models import User
from games.engine import registry
from games.tables.models import Table
from leaderboards.ratings import caps, folding, rating, records, results, slots
from leaderboards.ratings.folding import Points
from leaderboards.ratings.models import CareerTotal, Link, Notice, Pool, Rating, ResultRecord, ResultSeat
from leaderboards.ratings.rating import Value
from leaderboards.ratings.replay import Place
from leaderboards.ratings.slots import TournamentGame
from leaderboards.ratings.visibility import is_hidden

TOLD_FROM = 5
"""Points of change from which somebody is told (RNK-2.7)."""

LOOKED_AT = 50
"""The last results that a reputation is made of (RNK-6.3)."""

AT_ONCE = 200
"""Tables that are caught up with in one look."""


class Refused(Exception):
    """This cannot be done, and the code of the reason: `voided`, `not_voided`, `old`, `same`, `seats`, `linked`, `not_linked`."""


# --- recording (RNK-1) -------------------------------------------------------------------------------------------------


def record(table: Table, tournament_match: str = "", *, widened: bool = False) -> ResultRecord | None:
    """The result of a finished table, and the ratings that follow from it; None if it has none.

    Hearing of an end twice, or in several processes at once, gives one result: the pool is locked, and the database allows one.
    `tournament_match` and `widened`: as in `slots.TournamentGame`, which is asked if they are left out.
    """
    known = ResultRecord.objects.filter(table=table, newest=True).first()
    if known is not None or table.status != Table.Status.FINISHED or not table.outcome:
        return known
    tournament = TournamentGame(tournament_match, widened) if tournament_match else slots.site.tournament(table)
    draft = records.draft(table, tournament)
    try:
        with transaction.atomic():
            folding.hold(draft.record.pool)
            _insert(draft.record, draft.seats)
            _follow(draft.record, draft.seats)
    except IntegrityError:
        known = ResultRecord.objects.filter(table=table, newest=True).first()
        if known is None:
            raise
        return known
    return draft.record


def _insert(row: ResultRecord, seats: Sequence[ResultSeat]) -> None:
    row.save(force_insert=True)
    if not row.place:
        row.place = row.pk
        row.save(update_fields=["place"])
    for seat in seats:
        seat.pk, seat.result = None, row
    ResultSeat.objects.bulk_create(seats)


def _follow(row: ResultRecord, seats: Sequence[ResultSeat], *, was_rated: bool = False) -> Points:
    """Pair cap, ratings and careers after a result has come, gone or changed. In a transaction that holds the pool."""
    players = [seat.player for seat in seats]
    here = Place(row.ended_at, row.place)
    first = folding.recap(row.pool, players, here) if row.mode == ResultRecord.Mode.DUEL else None
    row.refresh_from_db(fields=["rated", "capped"])
    since = min((place for place in (first, here if row.rated or was_rated else None) if place is not None), default=None)
    moved = folding.refold(row.pool, since) if since is not None else {}
    careers(row.game, players)
    return moved


def careers(game: str, players: Sequence[str]) -> None:
    """What these players have gathered in a game, anew (RNK-3.1)."""
    seats = ResultSeat.objects.filter(
        player__in=players,
        result__game=game,
        result__newest=True,
        result__aborted=False,
        result__voided_at=None,
        result__with_bots=False,
        user__isnull=False,
    )
    users = folding.known(set(players))
    found = seats.values("player").annotate(
        points=Sum("career"), games=Count("pk"), wins=Count("pk", filter=Q(rank=1)), last_at=Max("result__ended_at")
    )
    gathered = {one["player"]: {name: one[name] for name in ("points", "games", "wins", "last_at")} for one in found}
    CareerTotal.objects.filter(game=game, player__in=set(players) - gathered.keys()).delete()
    for player, sums in gathered.items():
        user = users.get(player)
        if user is None:
            continue
        about = sums | {"user": user, "name": user.username, "sort_name": user.username.casefold()}
        CareerTotal.objects.update_or_create(
            game=game, player=player, defaults=about, create_defaults=about | {"hidden": is_hidden(user)}
        )
        Rating.objects.filter(pool__startswith=f"{game}.", player=player).update(career=sums["points"])


def unrecorded() -> QuerySet[Table]:
    """Finished tables without a result, the oldest first."""
    tables = Table.objects.filter(status=Table.Status.FINISHED, outcome__isnull=False, ended_at__isnull=False)
    return tables.exclude(Exists(ResultRecord.objects.filter(table=OuterRef("pk")))).order_by("ended_at", "pk")


def catch_up(user: User) -> None:
    """What has ended at the tables of a user is recorded, however lately."""
    for table in unrecorded().filter(seats__user=user)[:AT_ONCE]:
        record(table)


# --- voiding and correcting (RNK-1.8, RNK-2.7) -------------------------------------------------------------------------


def void(result: ResultRecord, staff: User | None, reason: str) -> Points:
    """A result does not count any more: the pool is replayed from there. Raises `Refused`."""
    with transaction.atomic():
        row = _held(result)
        if row.voided_at is not None:
            raise Refused("voided")
        was_rated = row.rated
        row.voided_at, row.rated, row.capped = timezone.now(), False, False
        return _decided(row, staff, "void", reason, was_rated=was_rated)


def unvoid(result: ResultRecord, staff: User | None, reason: str) -> Points:
    """A result counts again, where it stood: exactly as before. Raises `Refused`."""
    with transaction.atomic():
        row = _held(result)
        if row.voided_at is None:
            raise Refused("not_voided")
        row.voided_at, row.rated = None, not row.unrated
        return _decided(row, staff, "unvoid", reason)


def _held(result: ResultRecord) -> ResultRecord:
    folding.hold(result.pool)
    row = ResultRecord.objects.select_for_update().get(pk=result.pk)
    if not row.newest:
        raise Refused("old")
    return row


def _decided(row: ResultRecord, staff: User | None, act: str, reason: str, *, was_rated: bool = False) -> Points:
    row.save(update_fields=["voided_at", "rated", "capped"])
    moved = _follow(row, list(row.seats.all()), was_rated=was_rated)
    chain.add(staff, act, row, after={"voided": row.voided_at is not None, "moved": len(moved)}, reason=reason)
    _tell(row, {"void": "voided", "unvoid": "unvoided"}.get(act, "corrected"), moved)
    return moved


def _tell(row: ResultRecord, kind: str, moved: Points) -> None:
    """Whoever's value has moved by much is told (RNK-2.7)."""
    far = {player: points for player, points in moved.items() if abs(points[1] - points[0]) >= TOLD_FROM}
    users = folding.known(far)
    Notice.objects.bulk_create(
        Notice(user=user, pool=row.pool, result=row, kind=kind, points_before=far[player][0], points=far[player][1])
        for player, user in users.items()
    )


Change = Mapping[str, Any]
"""What is to be different at a seat: `rank`, `status`, `score`."""

CORRECTABLE = {"rank", "status", "score"}


def correct(result: ResultRecord, changes: Mapping[int, Change], staff: User | None, reason: str) -> ResultRecord:
    """A new version of a result, in the place of the first (RNK-1.8). Raises `Refused`."""
    with transaction.atomic():
        row = _held(result)
        seats = list(row.seats.order_by("seat"))
        _check(seats, changes)
        before = {seat.seat: {name: getattr(seat, name) for name in sorted(CORRECTABLE)} for seat in seats}
        was_rated = row.rated
        ResultRecord.objects.filter(pk=row.pk).update(newest=False, rated=False)
        for seat in seats:
            for name, wanted in changes.get(seat.seat, {}).items():
                setattr(seat, name, wanted)
        after = {seat.seat: {name: getattr(seat, name) for name in sorted(CORRECTABLE)} for seat in seats}
        row.pk, row.version = None, row.version + 1
        row.corrected_by, row.correction = staff.pk if staff is not None else None, reason
        row.recorded_at, row.capped, row.rated = timezone.now(), False, not row.unrated and row.voided_at is None
        _insert(row, seats)
        moved = _follow(row, seats, was_rated=was_rated)
        chain.add(staff, "correct", row, before={"seats": before}, after={"seats": after, "moved": len(moved)}, reason=reason)
        _tell(row, "corrected", moved)
    return row


def _check(seats: Sequence[ResultSeat], changes: Mapping[int, Change]) -> None:
    """Ranks must be ranks: 1 is there, ties are followed by a gap, partners share theirs (RNK-1.2). Raises `Refused`."""
    numbers = {seat.seat for seat in seats}
    if not changes or not changes.keys() <= numbers or any(not change.keys() <= CORRECTABLE for change in changes.values()):
        raise Refused("seats")
    ranks = {seat.seat: int(changes.get(seat.seat, {}).get("rank", seat.rank)) for seat in seats}
    sides = {seat.seat if seat.team is None else -1 - seat.team: ranks[seat.seat] for seat in seats}
    partners = all(seat.team is None or sides[-1 - seat.team] == ranks[seat.seat] for seat in seats)
    found = sorted(sides.values())
    if not partners or any(rank != found.index(rank) + 1 for rank in found):
        raise Refused("ranks")
    if all(getattr(seat, name) == value for seat in seats for name, value in changes.get(seat.seat, {}).items()):
        raise Refused("same")


def recompute(pool: str) -> Points:
    """Cap, steps and ratings of a pool from nothing (RNK-2.6)."""
    with transaction.atomic():
        folding.hold(pool)
        folding.recap_all(pool)
        return folding.refold(pool)


def pools() -> list[str]:
    """All pools that have results, or have been rated."""
    with_results = ResultRecord.objects.order_by().values_list("pool", flat=True).distinct()
    return sorted({*Pool.objects.values_list("slug", flat=True), *with_results})


# --- questions ---------------------------------------------------------------------------------------------------------


def value(pool: str, user: User) -> Value:
    """How strong somebody is in a pool of all time; a new player's value without a rated game."""
    row = Rating.objects.filter(pool=pool, season=None, player=str(user.pk)).first()
    return Value(row.mu, row.sigma) if row is not None else rating.NEW


def mu(pool: str, user: User) -> float:
    """The mean alone."""
    return value(pool, user).mu


def unrated(table: Table, user: User | None) -> list[str]:
    """Why a table that waits or runs will not be rated, with those who sit there and this user (RNK-1.7, RNK-6.2); codes."""
    seats = list(table.seats.select_related("user").order_by("number"))
    parties = [records.party_of(seat) for seat in seats]
    if user is not None and table.status == Table.Status.OPEN and str(user.pk) not in {party.player for party in parties}:
        parties.append(results.Party(str(user.pk), guest=user.is_guest))
    ranking = registry.game(table.game, table.rules_version).meta.ranking
    tournament = slots.site.tournament(table)
    found = results.why_not_rated(
        parties,
        marked=table.rated,
        options_rated=ranking.rated(table.options, table.seat_count),
        linked=records.linked([party.player for party in parties]),
        widened=tournament is not None and tournament.widened,
    )
    players = [party.player for party in parties]
    if not found and tournament is None and len(players) == table.seat_count == 2:
        pool = records.pool_of(table.game, table.options, table.seat_count)
        if caps.applies(pool) and capped_now(pool, players):
            found.append("pair_cap")
    return found


def capped_now(pool: str, players: Sequence[str]) -> bool:
    """Whether a result of these two that ended now would be one too many (RNK-6.2)."""
    now = timezone.now()
    rows = ResultRecord.objects.filter(pool=pool, newest=True, rated=True, tournament_match="", ended_at__gt=now - caps.WITHIN)
    for player in players:
        rows = rows.filter(seats__player=player)
    return rows.count() >= caps.MOST


def reputation(user: User) -> tuple[float, int]:
    """The share of finished games among the last 50, and how many those are (RNK-6.3); 1 and 0 for who has none."""
    counts = counters(user)
    games = sum(counts.values())
    return (counts["finished"] / games if games else 1.0), games


def counters(user: User) -> dict[str, int]:
    """How the last 50 games of somebody went: finished, timed out, abandoned, aborted (RNK-6.3).

    Giving up is an end like another; a game that somebody else has broken off, or that was voided, is nothing of theirs.
    """
    seats = ResultSeat.objects.filter(user=user, result__newest=True, result__voided_at=None)
    seats = seats.exclude(result__aborted=True, broke_off=False).order_by("-result__ended_at", "-result__place")
    found = {"finished": 0, "timeout": 0, "abandoned": 0, "aborted": 0}
    for status, broke_off in seats.values_list("status", "broke_off")[:LOOKED_AT]:
        kind = {"timeout": "timeout", "abandoned": "abandoned", "disqualified": "abandoned"}.get(status, "finished")
        found["aborted" if broke_off else kind] += 1
    return found


# --- linked accounts (RNK-6.4) -----------------------------------------------------------------------------------------


def link(one: User, other: User, staff: User | None, reason: str) -> Link:
    """These are one person: from now on they do not meet in rated play. Raises `Refused`."""
    if one.pk == other.pk:
        raise Refused("same")
    first, second = sorted((one, other), key=lambda user: user.pk)
    with transaction.atomic():
        row, made = Link.objects.get_or_create(one=first, other=second, defaults={"reason": reason})
        if not made:
            raise Refused("linked")
        chain.add(staff, "link", row, after={"one": first.pk, "other": second.pk}, reason=reason)
    return row


def unlink(row: Link, staff: User | None, reason: str) -> None:
    """They are two after all."""
    with transaction.atomic():
        chain.add(staff, "unlink", row, before={"one": row.one_id, "other": row.other_id}, reason=reason)
        row.delete()


def are_linked(one: User, other: User) -> bool:
    """Whether staff takes these accounts for one person."""
    low, high = sorted((one.pk, other.pk))
    return Link.objects.filter(one=low, other=high).exists()
