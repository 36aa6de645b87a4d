"""The career lists (RNK-3.1): what everybody has gathered in a game over the years."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Q

from accounts.models import User
from leaderboards.ratings.boards import played_enough
from leaderboards.ratings.models import CareerTotal
from leaderboards.ratings.selectors import PAGE


@dataclass(frozen=True)
class CareerLine:
    """A row of a career list."""

    total: CareerTotal
    rank: int

    @property
    def name(self) -> str:
        """Who it is, as they are called now."""
        return self.total.user.username if self.total.user is not None else self.total.name


@dataclass(frozen=True)
class CareerPage:
    """A part of such a list."""

    lines: list[CareerLine]
    first: int
    total: int
    after: str = ""

    @property
    def last(self) -> int:
        """How many there are up to its end."""
        return self.first + len(self.lines)


def page(game: str, after: str = "") -> CareerPage:
    """The first page, or the one behind a key; a key that is none is as if it were not there."""
    listed = CareerTotal.objects.filter(played_enough(), game=game)
    rows = listed.order_by("-points", "sort_name", "pk")
    points, _, number = after.partition("_")
    if points.isdecimal() and number.isdecimal() and len(after) < 40:
        name = CareerTotal.objects.filter(pk=int(number)).values_list("sort_name", flat=True).first() or ""
        later = Q(sort_name__gt=name) | Q(sort_name=name, pk__gt=int(number))
        rows = rows.filter(Q(points__lt=int(points)) | Q(points=int(points)) & later, points__lte=int(points))
    found = [
        one for one in rows.select_related("user")[:PAGE] if one.user is not None and one.user.is_active and one.user.in_lists
    ]
    total = listed.count()
    if not found:
        return CareerPage([], 0, total)
    head = found[0]
    before = Q(sort_name__lt=head.sort_name) | Q(sort_name=head.sort_name, pk__lt=head.pk)
    first = listed.filter(Q(points__gt=head.points) | Q(points=head.points) & before).count()
    lines: list[CareerLine] = []
    for number_, one in enumerate(found, first + 1):
        if not lines:
            rank = listed.filter(points__gt=one.points).count() + 1
        else:
            rank = lines[-1].rank if lines[-1].total.points == one.points else number_
        lines.append(CareerLine(one, rank))
    key = f"{found[-1].points}_{found[-1].pk}" if first + len(found) < total else ""
    return CareerPage(lines, first, total, key)


def own(game: str, user: User) -> CareerLine | None:
    """Somebody's own row, whether or not others see it."""
    total = CareerTotal.objects.select_related("user").filter(game=game, user=user).first()
    if total is None:
        return None
    above = CareerTotal.objects.filter(played_enough(), game=game, points__gt=total.points).count()
    return CareerLine(total, above + 1)
