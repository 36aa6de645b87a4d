"""Ratings in the database: the fold of a pool's results from a place on (RNK-2.6, RNK-2.9).

A result that is the newest of its pool is the shortest fold there is: what is done once is what a replay does. Everything here is
called in a transaction that holds the row of the pool (`hold`).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from itertools import groupby
from typing import Any

from django.db import connection
from django.db.models import F, Q, QuerySet, Window
from django.db.models.functions import RowNumber
from django.utils import timezone

from accounts.models import User
from games.engine import registry
from games.engine.registry import UnknownName
from leaderboards.ratings import caps, rating
from leaderboards.ratings.models import Pool, Rating, RatingEvent, ResultRecord, ResultSeat, Season
from leaderboards.ratings.rating import Value
from leaderboards.ratings.replay import Change, Place, Rated, Sat, State, fold, step
from leaderboards.ratings.visibility import is_hidden

PAGE = 2000
"""Results read and written at once."""

FEW = 20
"""So many players are looked up one by one."""

TALLY = ("games", "wins", "draws", "losses", "firsts", "rank_sum", "streak", "peak")
KEPT = ("mu", "sigma", "points", *TALLY, "last_at", "user", "name", "sort_name")

Points = dict[str, tuple[int, int]]
"""The shown values of players before and after."""


def hold(pool: str) -> Pool:
    """The row of the pool, locked: one process at a time changes its ratings. In a transaction."""
    Pool.objects.get_or_create(slug=pool)
    return Pool.objects.select_for_update().get(slug=pool)


def shared_wins(pool: str) -> bool:
    """Whether a shared first place is a victory in this pool's game (RNK-3.2)."""
    try:
        return registry.game(pool.partition(".")[0]).meta.ranking.shared_wins
    except UnknownName:
        return False


def refold(pool: str, since: Place | None = None) -> Points:
    """Rate everything in the pool from a place on anew, from the beginning if None; who has moved from where to where."""
    players = _concerned(pool, since)
    if since is None:
        players |= set(Rating.objects.filter(pool=pool, season=None).values_list("player", flat=True))
    before = dict(_ratings(pool, None, players).values_list("player", "points"))
    _from(RatingEvent.objects.filter(pool=pool), since).delete()
    states = {} if since is None else states_before(pool, players, since)
    there, shared = _still_there(players), shared_wins(pool)
    for page in pages(pool, since):
        _add(_steps(pool, page, states, shared, there))
    keep(pool, None, {player: states[player] for player in players if player in states}, players)
    for season in _seasons(since):
        _refold_season(pool, season, since)
    Pool.objects.filter(slug=pool).update(version=F("version") + 1, changed_at=timezone.now())
    new = State().points
    after = {player: states[player].points if player in states else new for player in players}
    return {player: (before.get(player, new), after[player]) for player in players}


def _concerned(pool: str, since: Place | None) -> set[str]:
    """Whoever has a step or a rated result from there on."""
    seats = ResultSeat.objects.filter(result__pool=pool, result__newest=True, result__rated=True)
    steps = _from(RatingEvent.objects.filter(pool=pool), since)
    return {*steps.values_list("player", flat=True), *_from(seats, since, "result__").values_list("player", flat=True)}


def _from(rows: QuerySet[Any], since: Place | None, prefix: str = "") -> QuerySet[Any]:
    """The rows from a place in the order of results on, that one included."""
    if since is None:
        return rows
    same = Q(**{f"{prefix}ended_at": since.ended_at, f"{prefix}place__gte": since.number})
    return rows.filter(Q(**{f"{prefix}ended_at__gt": since.ended_at}) | same)


def _before(rows: QuerySet[RatingEvent], until: Place) -> QuerySet[RatingEvent]:
    return rows.filter(Q(ended_at__lt=until.ended_at) | Q(ended_at=until.ended_at, place__lt=until.number))


def states_before(pool: str, players: Collection[str], until: Place) -> dict[str, State]:
    """How these players stood after everything before a place; those without a step are missing."""
    steps = _before(RatingEvent.objects.filter(pool=pool), until)
    if len(players) <= FEW:
        found = (steps.filter(player=player).order_by("-ended_at", "-place").first() for player in players)
        return {one.player: state_of(one) for one in found if one is not None}
    newest = Window(RowNumber(), partition_by=F("player"), order_by=[F("ended_at").desc(), F("place").desc()])
    last = steps.annotate(back=newest).filter(back=1)
    return {one.player: state_of(one) for one in last.iterator(PAGE) if one.player in players}


def state_of(row: RatingEvent | Rating) -> State:
    """A stored state."""
    at = row.ended_at if isinstance(row, RatingEvent) else row.last_at
    return State(Value(row.mu, row.sigma), last_at=at, **{name: getattr(row, name) for name in TALLY})


def pages(pool: str, since: Place | None = None, season: Season | None = None) -> Iterator[list[Rated]]:
    """The rated results of a pool in order, some at a time."""
    records = ResultRecord.objects.filter(pool=pool, newest=True, rated=True)
    if season is not None:
        records = records.filter(ended_at__gte=season.start, ended_at__lt=season.end)
    here, at = since, False
    while True:
        rows = _from(records, here).order_by("ended_at", "place")
        if at and here is not None:
            rows = rows.exclude(ended_at=here.ended_at, place=here.number)
        heads = list(rows.values_list("pk", "version", "ended_at", "place")[:PAGE])
        if not heads:
            return
        seats: dict[int, list[Sat]] = defaultdict(list)
        sat = ResultSeat.objects.filter(result__in=[head[0] for head in heads]).order_by("result", "seat")
        for key, player, team, seat, rank in sat.values_list("result", "player", "team", "seat", "rank"):
            seats[key].append(Sat(player, seat if team is None else team, rank))
        yield [Rated(key, version, Place(ended_at, place), seats[key]) for key, version, ended_at, place in heads]
        here, at = Place(heads[-1][2], heads[-1][3]), True


COLUMNS = (
    "result_id", "player", "version", "model", "pool", "ended_at", "place", "mu_before", "sigma_before", "mu", "sigma",
    "points_before", "points", "rank", *TALLY,
)  # fmt: skip
"""What a step has, by the columns of `RatingEvent`; beside them whose it is."""

Step = tuple[Any, ...]


def _steps(pool: str, page: Iterable[Rated], states: dict[str, State], shared: bool, there: Collection[int]) -> Iterator[Step]:
    """The steps of a page as they are stored; `states` is carried along."""
    for result, changes in fold(page, states, shared):
        for change in changes:
            number = number_of(change.sat.player)
            yield *row_of(pool, result, change), number if number in there else None


def row_of(pool: str, result: Rated, change: Change) -> Step:
    """A step by `COLUMNS`."""
    sat, before, now = change
    return (
        result.key,
        sat.player,
        result.version,
        rating.MODEL,
        pool,
        result.place.ended_at,
        result.place.number,
        *before.value,
        *now.value,
        before.points,
        now.points,
        sat.rank,
        now.games,
        now.wins,
        now.draws,
        now.losses,
        now.firsts,
        now.rank_sum,
        now.streak,
        now.peak,
    )


def _add(steps: Iterable[Step]) -> None:
    """Store steps, in a few commands: as models a hundred thousand of them would take most of the time of a replay."""
    quote, at = connection.ops.quote_name, COLUMNS.index("ended_at")
    names = (*COLUMNS, "user_id")
    sql = "INSERT INTO {} ({}) VALUES ({})".format(  # noqa: S608 (names of our own)
        quote(RatingEvent._meta.db_table),  # noqa: SLF001 (Django's name for it)
        ", ".join(map(quote, names)),
        ", ".join(["%s"] * len(names)),
    )
    adapt = connection.ops.adapt_datetimefield_value
    rows = [(*step[:at], adapt(step[at]), *step[at + 1 :]) for step in steps]
    if rows:
        with connection.cursor() as cursor:
            cursor.executemany(sql, rows)


def number_of(player: str) -> int | None:
    """The number of the account; None for a bot."""
    return int(player) if player.isdecimal() else None


def _still_there(players: Collection[str]) -> set[int]:
    """The numbers of those whose account is still there."""
    numbers = sorted(number for player in players if (number := number_of(player)) is not None)
    found: set[int] = set()
    for start in range(0, len(numbers), 500):
        found |= set(User.objects.filter(pk__in=numbers[start : start + 500]).values_list("pk", flat=True))
    return found


def known(players: Collection[str]) -> dict[str, User]:
    """The accounts that are still there, by player."""
    numbers = sorted(number for player in players if (number := number_of(player)) is not None)
    found: dict[str, User] = {}
    for start in range(0, len(numbers), 500):
        found |= {str(user.pk): user for user in User.objects.filter(pk__in=numbers[start : start + 500])}
    return found


def _ratings(pool: str, season: Season | None, players: Collection[str]) -> QuerySet[Rating]:
    rows = Rating.objects.filter(pool=pool, season=season)
    return rows.filter(player__in=players) if len(players) <= PAGE // 4 else rows


def keep(pool: str, season: Season | None, states: dict[str, State], players: Collection[str]) -> None:
    """Store how these players stand; who of them has no state any more has no rating."""
    there = {row.player: row for row in _ratings(pool, season, players)}
    users = known(states)
    rows = [_row(pool, season, player, state, there.get(player), users.get(player)) for player, state in states.items()]
    old, new = [row for row in rows if row.pk], [row for row in rows if not row.pk]
    if len(old) <= FEW:
        for row in old:
            row.save(update_fields=KEPT)
    else:
        names = ["user_id" if name == "user" else name for name in KEPT]
        Rating.objects.bulk_create(old, update_conflicts=True, unique_fields=["id"], update_fields=names, batch_size=400)
    Rating.objects.bulk_create(new, batch_size=400)
    gone = [row.pk for player, row in there.items() if player in players and player not in states]
    for start in range(0, len(gone), 500):
        Rating.objects.filter(pk__in=gone[start : start + 500]).delete()


def _row(pool: str, season: Season | None, player: str, state: State, old: Rating | None, user: User | None) -> Rating:
    row = old if old is not None else Rating(pool=pool, season=season, player=player, hidden=is_hidden(user, player))
    row.mu, row.sigma, row.points, row.last_at = state.value.mu, state.value.sigma, state.points, state.last_at
    for name in TALLY:
        setattr(row, name, getattr(state, name))
    if user is not None:
        row.user, row.name = user, user.username
    elif number_of(player) is None:
        row.name = player.partition(":")[2]
    row.sort_name = row.name.casefold()
    return row


# --- seasons (RNK-2.9) -------------------------------------------------------------------------------------------------


def _seasons(since: Place | None) -> list[Season]:
    seasons = Season.objects.order_by("start")
    return list(seasons if since is None else seasons.filter(end__gt=since.ended_at))


def _refold_season(pool: str, season: Season, since: Place | None) -> None:
    """Only what is new, where that is one result at the end; else the whole season."""
    results = _from(ResultRecord.objects.filter(pool=pool, newest=True, rated=True), since)
    results = results.filter(ended_at__gte=season.start, ended_at__lt=season.end)
    if since is not None and since.ended_at >= season.start and season.ratings.filter(pool=pool).exists():
        fresh = list(results.order_by("ended_at", "place")[:2])
        stale = season.ratings.filter(pool=pool, last_at__gte=since.ended_at).exists()
        if len(fresh) == 1 and not stale:
            _season_step(pool, season, since)
            return
    refold_season(pool, season)


def _season_step(pool: str, season: Season, since: Place) -> None:
    result = next(pages(pool, since, season))[0]
    players = [sat.player for sat in result.seats]
    states = {row.player: state_of(row) for row in _ratings(pool, season, players)}
    states |= season_start(pool, season, [player for player in players if player not in states])
    changes = step(result, states, shared_wins(pool))
    keep(pool, season, {change.sat.player: change.now for change in changes}, players)


def season_start(pool: str, season: Season, players: Collection[str]) -> dict[str, State]:
    """With what players enter a season; those without an earlier game enter it as new ones."""
    at = Place(season.start, 0)
    return {player: State(rating.into_season(one.value)) for player, one in states_before(pool, players, at).items()}


def season_states(pool: str, season: Season) -> dict[str, State]:
    """How everybody stands in a season, from its results alone."""
    states: dict[str, State] = {}
    for page in pages(pool, None, season):
        fresh = {sat.player for result in page for sat in result.seats} - states.keys()
        states |= season_start(pool, season, fresh)
        for _ in fold(page, states, shared_wins(pool)):
            pass
    return states


def refold_season(pool: str, season: Season) -> None:
    """The ratings of a season anew."""
    states = season_states(pool, season)
    players = states.keys() | set(season.ratings.filter(pool=pool).values_list("player", flat=True))
    keep(pool, season, states, players)


# --- the pair cap (RNK-6.2) --------------------------------------------------------------------------------------------


def _eligible(pool: str) -> QuerySet[ResultRecord]:
    """What may count for the cap: rated, or not rated for the cap alone."""
    rows = ResultRecord.objects.filter(pool=pool, newest=True, voided_at=None, tournament_match="")
    return rows.filter(mode=ResultRecord.Mode.DUEL).filter(Q(rated=True) | Q(capped=True))


def recap(pool: str, players: Collection[str], since: Place) -> Place | None:
    """The cap of a pair from a place on anew; the first result that changes by it.

    What ended before is as it is: the rule looks back, never ahead.
    """
    if not caps.applies(pool) or len(set(players)) != 2:
        return None
    rows = _eligible(pool).filter(ended_at__gt=since.ended_at - caps.WITHIN)
    for player in players:
        rows = rows.filter(seats__player=player)
    before: list[ResultRecord] = []
    later: list[ResultRecord] = []
    for row in rows.order_by("ended_at", "place"):
        (before if (row.ended_at, row.place) < since else later).append(row)
    fits = caps.rated([row.ended_at for row in later], counted=[row.ended_at for row in before if row.rated])
    return _capped(zip(later, fits, strict=True))


def recap_all(pool: str) -> None:
    """The cap of all pairs anew."""
    for row, fit in _cap_of_all(pool):
        if row.rated is not fit:
            _capped([(row, fit)])


def _cap_of_all(pool: str) -> Iterator[tuple[ResultRecord, bool]]:
    if not caps.applies(pool):
        return
    rows = {row.pk: row for row in _eligible(pool).only("pk", "ended_at", "place", "rated", "capped")}
    seats = ResultSeat.objects.filter(result__in=_eligible(pool).values("pk")).order_by("result")
    pairs: dict[tuple[str, ...], list[ResultRecord]] = defaultdict(list)
    for key, sat in groupby(seats.values_list("result", "player").iterator(PAGE), key=lambda one: one[0]):
        pairs[tuple(sorted(player for _, player in sat))].append(rows[key])
    for played in pairs.values():
        played.sort(key=lambda row: (row.ended_at, row.place))
        yield from zip(played, caps.rated([row.ended_at for row in played]), strict=True)


def _capped(found: Iterable[tuple[ResultRecord, bool]]) -> Place | None:
    first = None
    for row, fit in found:
        if row.rated is not fit:
            ResultRecord.objects.filter(pk=row.pk).update(rated=fit, capped=not fit)
            place = Place(row.ended_at, row.place)
            first = place if first is None else min(first, place)
    return first


# --- checking (RNK-2.6) ------------------------------------------------------------------------------------------------


def faults(pool: str) -> Iterator[str]:
    """Where what is stored is not what the results give."""
    for row, fit in _cap_of_all(pool):
        if row.rated is not fit:
            yield f"result {row.pk}: rated is {row.rated}"
    states: dict[str, State] = {}
    shared, steps = shared_wins(pool), 0
    for page in pages(pool):
        rows = RatingEvent.objects.filter(pool=pool, result__in=[result.key for result in page])
        stored = {row[:2]: row for row in rows.values_list(*COLUMNS)}
        for result, changes in fold(page, states, shared):
            for change in changes:
                steps += 1
                if stored.get((result.key, change.sat.player)) != row_of(pool, result, change):
                    yield f"result {result.key}: the step of {change.sat.player} differs"
    more = RatingEvent.objects.filter(pool=pool).count() - steps
    if more > 0:
        yield f"{more} steps are of no result that counts"
    yield from _wrong_ratings(pool, None, states)
    for season in Season.objects.order_by("start"):
        yield from _wrong_ratings(pool, season, season_states(pool, season))


def _wrong_ratings(pool: str, season: Season | None, states: dict[str, State]) -> Iterator[str]:
    where = f" in {season}" if season is not None else ""
    rows = {row.player: row for row in Rating.objects.filter(pool=pool, season=season).iterator(PAGE)}
    for player in states.keys() | rows.keys():
        if player not in rows or player not in states:
            yield f"rating of {player}{where}: {'missing' if player in states else 'without a game'}"
        elif state_of(rows[player]) != states[player] or rows[player].points != states[player].points:
            yield f"rating of {player}{where}: {rows[player].points} instead of {states[player].points}"
