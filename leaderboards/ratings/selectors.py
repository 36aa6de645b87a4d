"""What lists are read with (RNK-3): pages by key, places, neighbours, search. All reads of lists go through here.

The order is that of `listing.order`, written so that an index has it; the tests compare the two. A rank is how many have more
points, plus one; so equal points share it and a gap follows.
"""

from __future__ import annotations

import time
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from typing import Any

from django.db.models import Count, Q, QuerySet

from accounts import names
from leaderboards.ratings.boards import Board
from leaderboards.ratings.models import LEAST_GAMES, Pool, Rating

PAGE = 50
KEPT_FOR = 30.0
"""Seconds for which ranks are not counted anew if no game has ended: somebody may be inactive by now."""
LONG = 5_000
COUNTED_EVERY = 4.0
"""Seconds for which those of so long a list are kept even if games have ended meanwhile (QUA-1.13 allows five)."""
MOST_KEPT = 100
NEIGHBOURS = 5
MOST_FOUND = 50
LONGEST_NAME = 40

OWN = tuple(one.name for one in Rating._meta.concrete_fields if one.name != "season")  # noqa: SLF001 (Django's name)
OF_USER = ("username", "is_active", "in_lists", "is_guest")

Key = tuple[Any, ...]
"""Where in an order a row is: its values, the last one its number."""

ORDERS: dict[str, tuple[str, ...]] = {
    "points": ("-points", "sigma", "-wins", "sort_name", "id"),
    "games": ("-games", "-points", "id"),
    "win_rate": ("-win_rate", "-points", "id"),
    "career": ("-career", "-points", "id"),
}
"""What lists can be sorted by (RNK-3.2), each with what decides where that is equal (RNK-3.3)."""
USUAL = "points"


@dataclass(frozen=True)
class Line:
    """A row of a list."""

    rating: Rating
    rank: int
    """By points, whatever the list is sorted by."""

    @property
    def name(self) -> str:
        """Who it is, as they are called now."""
        return self.rating.user.username if self.rating.user is not None else self.rating.name

    @property
    def win_rate(self) -> int:
        """In 1/10,000 of the games."""
        return 10_000 * self.rating.wins // self.rating.games if self.rating.games else 0

    @property
    def average(self) -> int:
        """The average rank, in 1/100."""
        return round(100 * self.rating.rank_sum / self.rating.games) if self.rating.games else 0

    @property
    def is_bot(self) -> bool:
        """Whether nobody's profile belongs to it."""
        return self.rating.player.startswith("bot:")

    @property
    def change(self) -> int | None:
        """Places won since yesterday; None for whoever was not listed then."""
        return None if self.rating.rank_yesterday is None else self.rating.rank_yesterday - self.rank


@dataclass(frozen=True)
class Page:
    """A part of a list."""

    lines: list[Line]
    first: int | None
    """How many come before, counted from 0; None where that would be a long count."""
    total: int
    before: str = ""
    """The key of the page before; empty if there is none."""
    after: str = ""
    """That of the next one."""
    gap: int | None = None
    """After how many lines others are left out."""

    @property
    def last(self) -> int:
        """How many there are up to its end."""
        return (self.first or 0) + len(self.lines)


@dataclass(frozen=True)
class Own:
    """Somebody's own row."""

    line: Line
    hidden: list[str] = field(default_factory=list)
    """Why others do not see it: `few`, `inactive`, `opted_out`."""


# --- keys --------------------------------------------------------------------------------------------------------------------


def key_of(rating: Rating, sort: str) -> str:
    """Where a row is, for addresses; its name is found by its number."""
    return "_".join(str(getattr(rating, name.lstrip("-"))) for name in ORDERS[sort] if name != "sort_name")


def read_key(text: str, sort: str) -> Key | None:
    """The place a key stands for; None for what is none."""
    parts = text.split("_")
    wanted = [name.lstrip("-") for name in ORDERS[sort]]
    if len(parts) != len([name for name in wanted if name != "sort_name"]) or len(text) > 80:
        return None
    values: dict[str, Any] = {}
    for name, part in zip([name for name in wanted if name != "sort_name"], parts, strict=True):
        try:
            values[name] = float(part) if name == "sigma" else int(part)
        except ValueError:
            return None
        if not -(2**62) < values[name] < 2**62:
            return None
    if "sort_name" in wanted:
        values["sort_name"] = Rating.objects.filter(pk=values["id"]).values_list("sort_name", flat=True).first() or ""
    return tuple(values[name] for name in wanted)


def _place(rating: Rating, sort: str) -> Key:
    return tuple(getattr(rating, name.lstrip("-")) for name in ORDERS[sort])


def _beyond(sort: str, key: Key, *, behind: bool) -> Q:
    """Everything behind a place, or before it; the first part is a range that an index can begin with."""
    condition = Q(pk__in=())
    for name, value in reversed(list(zip(ORDERS[sort], key, strict=True))):
        rises = not name.startswith("-")
        plain, ahead = name.lstrip("-"), rises == behind
        strictly = Q(**{f"{plain}__{'gt' if ahead else 'lt'}": value})
        condition = Q(**{f"{plain}__{'gte' if ahead else 'lte'}": value}) & (strictly | Q(**{plain: value}) & condition)
    return condition


def ordered(rows: QuerySet[Rating], sort: str, *, back: bool = False) -> QuerySet[Rating]:
    """In the order of a list, or from its end.

    The season is the same in all rows, but PostgreSQL does not see that in `IS NULL`, and without it would sort the whole list
    instead of reading the index.
    """
    names = ("season_id", *ORDERS[sort])
    return rows.order_by(*(map(_turned, names) if back else names))


# --- ranks -------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Heights:
    """How many there are of each number of points: what every rank follows from."""

    falling: list[int]
    """The negative of each number of points, in rising order."""
    above: list[int]
    """How many have more."""
    total: int

    def rank(self, points: int) -> int:
        """The rank of so many points, whether or not anybody has them."""
        position = bisect_left(self.falling, -points)
        return (self.above[position] if position < len(self.above) else self.total) + 1

    def at(self, place: int) -> tuple[int, int] | None:
        """The points at a place (from 0), and how many of those with as many come before it; None: there is no such place."""
        if not 0 <= place < self.total:
            return None
        position = bisect_right(self.above, place) - 1
        return -self.falling[position], place - self.above[position]


_kept: dict[Board, tuple[Any, float, Heights]] = {}
"""Of lists whose pool has not changed since, by what its state was then."""


def heights(board: Board, *, exact: bool = False) -> Heights:
    """Those of a list. One look over its index; not even that while the pool has not changed, for half a minute.

    A long list in which games end all the time is counted every four seconds, unless it has to be `exact`.
    """
    state = None
    if board.among is None:
        state = Pool.objects.filter(slug=board.pool, changed_at__isnull=False).values_list("version", "changed_at").first()
        kept = _kept.get(board)
        if state is not None and kept is not None:
            lasts = KEPT_FOR if kept[0] == state else COUNTED_EVERY if kept[2].total >= LONG and not exact else 0
            if time.monotonic() - kept[1] < lasts:
                return kept[2]
    counted = list(board.rows().values_list("points").annotate(Count("pk")).order_by("-points"))
    above = list(accumulate((count for _, count in counted), initial=0))
    found = Heights([-points for points, _ in counted], above[:-1], above[-1])
    if state is not None:
        if len(_kept) >= MOST_KEPT:
            _kept.clear()
        _kept[board] = (state, time.monotonic(), found)
    return found


def rank(board: Board, points: int) -> int:
    """The rank of so many points."""
    return heights(board).rank(points)


def _place_in(known: Heights, board: Board, rating: Rating) -> int:
    """How many are before this row by points; it need not be in the list itself."""
    key = _place(rating, USUAL)
    level = board.rows().filter(_beyond(USUAL, key, behind=False), points=rating.points).count()
    return known.rank(rating.points) - 1 + level


# --- pages -------------------------------------------------------------------------------------------------------------------


def page(
    board: Board,
    sort: str = USUAL,
    *,
    after: str = "",
    before: str = "",
    start: int = 0,
    size: int = PAGE,
    exact: bool = False,
) -> Page:
    """A page of a list: behind or before a key, or from so many on. A key that is none is as if it were not there."""
    known = heights(board, exact=exact)
    rows = ordered(board.rows(), sort)
    first: int | None = None
    if after and (key := read_key(after, sort)) is not None:
        found = _fetch(rows.filter(_beyond(sort, key, behind=True)), size)
    elif before and (key := read_key(before, sort)) is not None:
        backwards = ordered(board.rows(), sort, back=True).filter(_beyond(sort, key, behind=False))
        found = _fetch(backwards, size)[::-1]
        if len(found) < size:  # the front has moved meanwhile
            found, first = _fetch(rows, size), 0
    else:
        first = start if start < known.total else max(0, (known.total - 1) // size * size)
        found = _from(rows, known, first, size) if sort == USUAL else _fetch(rows, size, first)
    if not found:
        return Page([], 0, known.total)
    if first is None and sort == USUAL:
        first = _place_in(known, board, found[0])
    earlier = first > 0 if first is not None else _is_any(board, sort, found[0], behind=False)
    later = first + len(found) < known.total if first is not None else _is_any(board, sort, found[-1], behind=True)
    lines = [Line(rating, known.rank(rating.points)) for rating in found]
    keys = key_of(found[0], sort) if earlier else "", key_of(found[-1], sort) if later else ""
    return Page(lines, first, known.total, *keys)


def _from(rows: QuerySet[Rating], known: Heights, first: int, size: int) -> list[Rating]:
    """Some rows by points from a place on, without going through all before it."""
    if first == 0:  # where somebody may be by now who has more points than anybody had when they were counted
        return _fetch(rows, size)
    at = known.at(first)
    return [] if at is None else _fetch(rows.filter(points__lte=at[0]), size, at[1])


def _is_any(board: Board, sort: str, rating: Rating, *, behind: bool) -> bool:
    return board.rows().filter(_beyond(sort, _place(rating, sort), behind=behind)).exists()


def around(board: Board, own: Rating) -> Page:
    """The first few, and somebody with their neighbours (RNK-3.4); whoever is not listed stands where they would."""
    known = heights(board)
    key = _place(own, USUAL)
    rows = ordered(board.rows(), USUAL)
    above = _fetch(ordered(board.rows(), USUAL, back=True).filter(_beyond(USUAL, key, behind=False)), NEIGHBOURS)[::-1]
    below = _fetch(rows.filter(_beyond(USUAL, key, behind=True)), NEIGHBOURS)
    near = [*above, own, *below]
    first = _place_in(known, board, near[0])
    top = _fetch(rows, min(first, NEIGHBOURS)) if first else []
    seen = {one.pk for one in near}
    top = [one for one in top if one.pk not in seen]
    gap = len(top) if first > len(top) else None
    lines = [Line(rating, known.rank(rating.points)) for rating in (*top, *near)]
    return Page(lines, 0 if gap is None else first - len(top), known.total, gap=gap)


def search(board: Board, words: str) -> list[Line]:
    """Whose name has this in it, the best first."""
    wanted = names.normalise(words.replace("\0", ""))[:LONGEST_NAME].strip().casefold()
    if not wanted:
        return []
    found = _fetch(ordered(board.rows(), USUAL).filter(sort_name__contains=wanted), MOST_FOUND)
    return _lines(board, found)


def top(board: Board, count: int) -> list[Line]:
    """The first few."""
    return _lines(board, _fetch(ordered(board.rows(), USUAL), count))


def own(board: Board, user: Any) -> Own | None:
    """The row of a user, whether or not others see it (RNK-3.3); None for whoever has no rating there."""
    rating = _whole(Rating.objects.filter(pool=board.pool, season=board.season, user=user)).first()
    if rating is None or rating.games == 0:
        return None
    reasons = []
    if rating.games < LEAST_GAMES:
        reasons.append("few")
    if rating.last_at is None or rating.last_at < board.since():
        reasons.append("inactive")
    if rating.hidden:
        reasons.append("opted_out")
    return Own(Line(rating, rank(board, rating.points)), reasons)


def _fetch(rows: QuerySet[Rating], count: int, start: int = 0) -> list[Rating]:
    """Some rows in order. First their numbers, which an index has alone, then the rows: skipped ones are never read."""
    numbers = list(rows.values_list("pk", flat=True)[start : start + count])
    found = _whole(Rating.objects.all()).in_bulk(numbers)
    return [found[number] for number in numbers if number in found and _may_be_shown(found[number])]


def _whole(rows: QuerySet[Rating]) -> QuerySet[Rating]:
    """With what a row shows of its user, and no more: the rest of an account would take as long to read as all else."""
    return rows.select_related("user").only(*OWN, *(f"user__{name}" for name in OF_USER))


def _may_be_shown(rating: Rating) -> bool:
    """`Rating.hidden` says the same; should it ever lag behind, nobody is shown who must not be."""
    if rating.user is None:
        return rating.player.startswith("bot:")
    return rating.user.is_active and rating.user.in_lists and not rating.user.is_guest


def _lines(board: Board, found: Sequence[Rating]) -> list[Line]:
    known = heights(board)
    return [Line(rating, known.rank(rating.points)) for rating in found]


def _turned(name: str) -> str:
    return name[1:] if name.startswith("-") else f"-{name}"
