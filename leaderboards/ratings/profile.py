"""What a profile shows of ratings (RNK-3.6): all can be hidden, but results of tournaments."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext, ngettext

from accounts.models import User
from games.tables import selectors as tables
from games.tables.models import Table
from games.tables.slots import Section
from leaderboards.ratings import boards, graph, selectors
from leaderboards.ratings.badges import Badge, Past, Place, badges
from leaderboards.ratings.boards import Board
from leaderboards.ratings.models import LEAST_GAMES, Notice, Rating, RatingEvent, ResultRecord, ResultSeat, SeasonSnapshot
from leaderboards.ratings.slots import site

LATEST = 20
MOST_OPPONENTS = 12
TOLD_FOR = timedelta(days=30)
MOST_TOLD = 10
LOOKED_BACK = 2000
"""Results that the record against others is made of."""


@dataclass(frozen=True)
class Box:
    """A rating of all time."""

    rating: Rating
    name: str
    game: str
    rank: int | None
    """None: it is in no list."""
    current: bool

    @property
    def url(self) -> str:
        """The same profile, with this one's course."""
        return f"?wertung={self.rating.pool}#wertungen"


@dataclass
class Against:
    """How games with somebody have ended."""

    name: str
    user: User | None
    games: int = 0
    won: int = 0
    level: int = 0
    lost: int = 0


@dataclass(frozen=True)
class Result:
    """A game that is over, as a line."""

    seat: ResultSeat
    names: list[str]
    """Of the others."""
    of: int
    level: bool
    change: int | None
    points: int | None
    """The value afterwards."""
    why: str
    """Why it was not rated, in a few words; empty where that goes without saying."""

    @property
    def others(self) -> str:
        """With whom, in words."""
        return ", ".join(self.names)

    @property
    def record(self) -> ResultRecord:
        """The result."""
        return self.seat.result

    @property
    def game_name(self) -> str:
        """What the game is called."""
        return tables.name(self.record.game)

    @property
    def url(self) -> str:
        """The table."""
        return self.record.table.get_absolute_url()


@dataclass(frozen=True)
class Shown:
    """A badge in words."""

    badge: Badge
    text: str


@dataclass
class Parts:
    """All of it; what is hidden is empty."""

    boxes: list[Box] = field(default_factory=list)
    current: Box | None = None
    graph: graph.Graph | None = None
    months: list[tuple[Any, int, int]] = field(default_factory=list)
    opponents: list[Against] = field(default_factory=list)
    results: list[Result] = field(default_factory=list)
    badges: list[Shown] = field(default_factory=list)
    tournaments: list[Any] = field(default_factory=list)


def sections(user: User, viewer: object, asked: Mapping[str, str]) -> list[Section]:
    """As `games.tables.slots` asks."""
    hides: Collection[str] = () if viewer == user else user.profile_hides
    parts = read(user, hides, asked.get("wertung", ""))
    notices = told(user) if viewer == user else []
    replaces = frozenset({"results"} if parts.results else ())
    return [Section("ratings/profile.html", {"all": parts, "notices": notices}, "ratings/profile.css", replaces)]


def read(user: User, hides: Collection[str], pool: str = "") -> Parts:
    """All parts that are not hidden; the course of the rating in a pool, or of the one with most games."""
    parts = Parts(tournaments=list(site.tournaments(user)))
    if "ratings" not in hides or "opponents" not in hides:
        ratings = list(Rating.objects.filter(user=user, season=None, games__gt=0).order_by("-games", "pool"))
        ratings = [rating for rating in ratings if boards.exists(rating.pool)]
        chosen = next((one.pool for one in ratings if one.pool == pool), ratings[0].pool if ratings else "")
        if "ratings" not in hides:
            parts.boxes = [_box(rating, current=rating.pool == chosen) for rating in ratings]
            parts.current = next((box for box in parts.boxes if box.current), None)
            steps = _steps(user, chosen)
            parts.graph, parts.months = graph.graph(steps), graph.by_month(steps)
        if "opponents" not in hides:
            parts.opponents = opponents(user, chosen)
    if "results" not in hides:
        parts.results = latest(user)
    if "badges" not in hides:
        parts.badges = [Shown(badge, in_words(badge)) for badge in earned(user)]
    return parts


@dataclass(frozen=True)
class Told:
    """A rating was changed by staff (RNK-2.7), in words."""

    notice: Notice
    pool: str
    url: str
    """The table."""


def told(user: User) -> list[Told]:
    """What staff has lately changed about somebody's ratings; for nobody else."""
    since = timezone.now() - TOLD_FOR
    rows = Notice.objects.filter(user=user, at__gte=since).select_related("result__table").order_by("-at")[:MOST_TOLD]
    return [Told(row, boards.pool_name(row.pool), row.result.table.get_absolute_url()) for row in rows if boards.exists(row.pool)]


def _box(rating: Rating, *, current: bool) -> Box:
    board = Board(rating.pool)
    listed = not rating.hidden and not rating.games < LEAST_GAMES and rating.last_at and rating.last_at >= board.since()
    rank = selectors.rank(board, rating.points) if listed else None
    return Box(rating, boards.pool_name(rating.pool), board.game, rank, current)


def _steps(user: User, pool: str) -> list[tuple[Any, int]]:
    """The values of a rating in the order of time; after a single game, the one before it too."""
    events = RatingEvent.objects.filter(pool=pool, player=str(user.pk)).order_by("ended_at", "place")
    rows = list(events.values_list("ended_at", "points_before", "points"))
    start = [(timezone.localtime(rows[0][0]), rows[0][1])] if len(rows) == 1 else []
    return [*start, *((timezone.localtime(at), points) for at, _before, points in rows)]


def opponents(user: User, pool: str) -> list[Against]:
    """The record against each one met in a pool, those met most often first. Partners of a team are no opponents."""
    seats = ResultSeat.objects.filter(
        user=user, result__pool=pool, result__newest=True, result__aborted=False, result__voided_at__isnull=True
    )
    mine = {seat.result_id: seat for seat in seats.order_by("-result__ended_at")[:LOOKED_BACK]}
    found: dict[str, Against] = {}
    for other in ResultSeat.objects.filter(result__in=list(mine)).select_related("user").iterator(500):
        own = mine[other.result_id]
        if other.seat == own.seat or (own.team is not None and own.team == other.team):
            continue
        row = found.setdefault(other.player, Against(other.name, other.user))
        row.games += 1
        row.won += own.rank < other.rank
        row.level += own.rank == other.rank
        row.lost += own.rank > other.rank
    for row in found.values():
        if row.user is not None:
            row.name = row.user.username
            row.user = row.user if row.user.is_active and not row.user.is_guest else None
    return sorted(found.values(), key=lambda row: (-row.games, row.name.casefold()))[:MOST_OPPONENTS]


def latest(user: User, count: int = LATEST) -> list[Result]:
    """The last results with what they changed."""
    seats = ResultSeat.objects.filter(user=user, result__newest=True).select_related("result__table")
    return results(user, list(seats.order_by("-result__ended_at", "-result__place")[:count]))


def results(user: User, seats: list[ResultSeat]) -> list[Result]:
    """These as lines."""
    keys = [seat.result_id for seat in seats]
    steps = {one.result_id: one for one in RatingEvent.objects.filter(result__in=keys, player=str(user.pk))}
    everybody: dict[int, list[ResultSeat]] = {}
    for seat in ResultSeat.objects.filter(result__in=keys).select_related("user").order_by("seat"):
        everybody.setdefault(seat.result_id, []).append(seat)
    return [_result(seat, everybody[seat.result_id], steps.get(seat.result_id)) for seat in seats]


def _result(seat: ResultSeat, seats: list[ResultSeat], step: RatingEvent | None) -> Result:
    others = [one.user.username if one.user else one.name for one in seats if one.seat != seat.seat]
    level = any(one.rank == seat.rank for one in seats if one.seat != seat.seat and (one.team is None or one.team != seat.team))
    change = None if step is None else step.change
    return Result(seat, others, len(seats), level, change, step.points if step else None, _why(seat.result))


def _why(record: ResultRecord) -> str:
    if record.voided_at is not None:
        return gettext("gestrichen")
    if record.aborted:
        return gettext("abgebrochen, zählt nicht")
    if record.capped:
        return gettext("nicht gewertet: über fünf Partien am Tag")
    return "" if record.rated else gettext("nicht gewertet")


def changes(table: Table) -> list[dict[str, Any]]:
    """What a game has done to the ratings of its seats (UX-4.15), as `games.tables.slots` asks."""
    seats = ResultSeat.objects.filter(result__table=table, result__newest=True, result__rated=True, user__isnull=False)
    numbers = dict(seats.values_list("player", "seat"))
    steps = RatingEvent.objects.filter(result__table=table, result__newest=True, player__in=list(numbers))
    found = [
        {"seat": numbers[step.player], "points": step.points, "change": step.change, "provisional": step.provisional}
        for step in steps
    ]
    return sorted(found, key=lambda one: one["seat"])


def earned(user: User) -> list[Badge]:
    """All badges of somebody, worked out from the stored results."""
    seats = ResultSeat.objects.filter(
        user=user, result__newest=True, result__aborted=False, result__voided_at__isnull=True
    ).select_related("result")
    rows = list(seats.order_by("result__ended_at", "result__place"))
    series = [seat.result_id for seat in rows if seat.result.series is not None]
    theirs: Counter[int] = Counter()
    for key, player, points in ResultSeat.objects.filter(result__in=series).values_list("result", "player", "points"):
        if player != str(user.pk):
            theirs[key] += points
    past = [_past(seat, theirs[seat.result_id]) for seat in rows]
    kept = SeasonSnapshot.objects.filter(user=user).exclude(badge="").select_related("season").order_by("season__end")
    places = [Place(row.season.name, row.pool, row.rank, row.season.end) for row in kept if boards.exists(row.pool)]
    return badges(past, places)


def _past(seat: ResultSeat, theirs: int) -> Past:
    result = seat.result
    return Past(
        game=result.game,
        at=result.ended_at,
        rank=seat.rank,
        reason=result.reason,
        extra=seat.extra,
        points=seat.points,
        theirs=theirs,
        series=result.series,
        with_bots=result.with_bots,
    )


def in_words(badge: Badge) -> str:
    """What a badge is called."""
    if badge.name == "season":
        said = {"place": badge.place, "season": badge.season, "pool": boards.pool_name(badge.game)}
        return gettext("%(place)d. Platz, %(pool)s, %(season)s") % said
    if badge.name.startswith("games_"):
        count = int(badge.name.removeprefix("games_"))
        return ngettext("%(count)d Partie", "%(count)d Partien", count) % {"count": count}
    return {
        "first_win": gettext("Erster Sieg: %(game)s"),
        "knockout": gettext("Sieg durch Knock-out: %(game)s"),
        "top_reviews": gettext("Zehn TOP-Rezis: %(game)s"),
        "three_ways": gettext("Auf alle drei Arten gewonnen: %(game)s"),
        "turned_around": gettext("Rückkampf gedreht: %(game)s"),
        "missions": gettext("Drei Missionen in einer Partie: %(game)s"),
    }[badge.name] % {"game": tables.name(badge.game)}
