"""What staff may want to look at (RNK-6.4): flags, not verdicts. Nothing follows from them by itself."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from allauth.usersessions.models import UserSession
from django.db.models import Count, Q
from django.utils import timezone

from leaderboards.ratings import folding
from leaderboards.ratings.models import Flag, RatingEvent, ResultRecord, ResultSeat

LOOK_BACK = timedelta(days=90)
"""How far back results are looked at."""

QUIET = timedelta(days=30)
"""How long nothing is said again of what staff has dealt with."""

LEAST = 10
"""Rated games before shares say anything."""

ONE_OPPONENT = 0.3
VOIDED_SHARE, VOIDED_LEAST = 0.2, 3
QUICK, RUN = 10, 3
"""Decisions of whoever resigns up to which that is quick, and how many of those in a row make a run."""

NEW = timedelta(days=7)
"""How old an account is as long as it is new."""

GAIN, GAIN_SHARE = 100, 0.5
"""Points from which a gain is looked at, and the share of it from new accounts from which it is told."""

Kind = Flag.Kind


class Found(NamedTuple):
    """One thing that was noticed."""

    kind: Kind
    player: str
    other: str
    figures: Mapping[str, Any]


class Sat(NamedTuple):
    """One seat of a result, as the looks need it."""

    player: str
    status: str
    decisions: int


class Seen(NamedTuple):
    """One result."""

    key: int
    ended_at: datetime
    rated: bool
    voided: bool
    seats: list[Sat]


def look(pool: str, now: datetime | None = None) -> int:
    """Look through a pool and keep what is noticed; how many flags are new. In a transaction that holds the pool."""
    now = now or timezone.now()
    results = _results(pool, now - LOOK_BACK)
    found = [*_shared(results), *_one_opponent(results), *_quick(results), *_from_new(pool, results, now), *_voided(results)]
    return sum(_keep(pool, one, now) for one in found)


def _results(pool: str, since: datetime) -> list[Seen]:
    records = ResultRecord.objects.filter(pool=pool, newest=True, ended_at__gte=since, with_bots=False, aborted=False)
    seats: dict[int, list[Sat]] = defaultdict(list)
    rows = ResultSeat.objects.filter(result__in=records.values("pk")).order_by("result", "seat")
    for key, player, status, decisions in rows.values_list("result", "player", "status", "decisions").iterator(2000):
        seats[key].append(Sat(player, status, decisions))
    heads = records.order_by("ended_at", "place").values_list("pk", "ended_at", "rated", "voided_at")
    return [Seen(key, ended_at, rated, voided is not None, seats[key]) for key, ended_at, rated, voided in heads]


def _pairs(result: Seen) -> Iterator[tuple[str, str]]:
    players = sorted({seat.player for seat in result.seats}, key=lambda player: (len(player), player))
    for number, one in enumerate(players):
        for other in players[number + 1 :]:
            yield one, other


def _shared(results: list[Seen]) -> Iterator[Found]:
    """Opponents whose sessions come from the same network, perhaps by the same browser."""
    games = Counter(pair for result in results if result.rated for pair in _pairs(result))
    players = {player for pair in games for player in pair}
    numbers = [number for player in players if (number := folding.number_of(player)) is not None]
    seen: dict[str, set[tuple[str, str]]] = defaultdict(set)
    for start in range(0, len(numbers), 500):
        rows = UserSession.objects.filter(user__in=numbers[start : start + 500]).values_list("user", "ip", "user_agent")
        for user, ip, agent in rows:
            seen[str(user)].add((str(ip), agent))
    for (one, other), count in games.items():
        networks = {ip for ip, _ in seen[one]} & {ip for ip, _ in seen[other]}
        if networks:
            same = bool(seen[one] & seen[other])
            yield Found(Kind.SHARED_DEVICE, one, other, {"games": count, "network": min(networks), "same_browser": same})


def _one_opponent(results: list[Seen]) -> Iterator[Found]:
    """More than 30 percent of the rated games against the same one."""
    all_, against = Counter[str](), Counter[tuple[str, str]]()
    for result in results:
        if result.rated:
            all_.update(seat.player for seat in result.seats)
            for one, other in _pairs(result):
                against[one, other] += 1
                against[other, one] += 1
    for (player, other), count in against.items():
        if all_[player] >= LEAST and count > ONE_OPPONENT * all_[player]:
            yield Found(Kind.ONE_OPPONENT, player, other, {"games": all_[player], "against": count})


def _quick(results: list[Seen]) -> Iterator[Found]:
    """The same one resigns quickly to the same other one, several times in a row."""
    runs: dict[tuple[str, str], tuple[str, int]] = {}
    longest: dict[tuple[str, str], tuple[str, int]] = {}
    for result in results:
        if len(result.seats) != 2 or result.voided:
            continue
        pair = next(_pairs(result), None)
        if pair is None:
            continue
        quick = [seat.player for seat in result.seats if seat.status == "resigned" and seat.decisions <= QUICK]
        who, length = runs.get(pair, ("", 0))
        runs[pair] = (quick[0], length + 1 if quick[0] == who else 1) if quick else ("", 0)
        longest[pair] = max(longest.get(pair, ("", 0)), runs[pair], key=lambda run: run[1])
    for pair, (who, length) in longest.items():
        if length >= RUN:
            yield Found(Kind.QUICK_RESIGNATIONS, who, pair[0] if pair[1] == who else pair[1], {"in_a_row": length})


def _from_new(pool: str, results: list[Seen], now: datetime) -> Iterator[Found]:
    """Most of what somebody has gained came from accounts that were new."""
    opponents = {result.key: [seat.player for seat in result.seats] for result in results if result.rated}
    joined = {player: user.date_joined for player, user in folding.known({p for ps in opponents.values() for p in ps}).items()}
    gained, from_new = Counter[str](), Counter[str]()
    steps = RatingEvent.objects.filter(pool=pool, ended_at__gte=now - LOOK_BACK)
    for key, player, before, after, at in steps.values_list("result", "player", "points_before", "points", "ended_at").iterator(
        2000
    ):
        if after > before:
            gained[player] += after - before
            others = [other for other in opponents.get(key, []) if other != player]
            if others and all(other in joined and at - joined[other] < NEW for other in others):
                from_new[player] += after - before
    for player, points in from_new.items():
        if gained[player] >= GAIN and points > GAIN_SHARE * gained[player]:
            yield Found(Kind.NEW_ACCOUNTS, player, "", {"gained": gained[player], "from_new": points})


def _voided(results: list[Seen]) -> Iterator[Found]:
    """Many results of somebody were voided."""
    all_, voided = Counter[str](), Counter[str]()
    for result in results:
        players = {seat.player for seat in result.seats}
        all_.update(players)
        voided.update(players if result.voided else ())
    for player, count in voided.items():
        if count >= VOIDED_LEAST and count > VOIDED_SHARE * all_[player]:
            yield Found(Kind.VOIDED_SHARE, player, "", {"games": all_[player], "voided": count})


def _keep(pool: str, found: Found, now: datetime) -> bool:
    """Keep one flag; what is open already is brought up to date, what was dealt with lately is left alone. Whether it is new."""
    users = folding.known({player for player in (found.player, found.other) if player})
    user, other = users.get(found.player), users.get(found.other)
    if user is None or (found.other and other is None):
        return False
    same = Flag.objects.filter(kind=found.kind, user=user, other=other, pool=pool)
    figures = dict(found.figures)
    if same.filter(done_at=None).update(figures=figures, last_at=now):
        return False
    if same.filter(done_at__gt=now - QUIET).exists():
        return False
    Flag.objects.create(kind=found.kind, user=user, other=other, pool=pool, figures=figures, last_at=now)
    return True


def open_flags() -> dict[str, int]:
    """How many flags wait for staff, by kind."""
    rows = Flag.objects.filter(Q(done_at=None)).order_by("kind").values_list("kind").annotate(count=Count("pk"))
    return dict(rows)
