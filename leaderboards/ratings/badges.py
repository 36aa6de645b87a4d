"""Badges (RNK-3.7): a pure function of somebody's results, so they can be worked out anew at any time."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import Any

import msgspec

MANY = (10, 100)
"""Games after which there is a badge."""
TOP_REVIEWS = 10
MISSIONS = 3
"""So many missions completed in one game of Online Marketing Generals."""
WAYS = ("achievements", "points", "dogma")
"""The ways to win Innovation, as its results call the reason."""


class Past(msgspec.Struct, frozen=True):
    """One result, from somebody's side."""

    game: str
    at: datetime
    rank: int
    reason: str = ""
    extra: dict[str, Any] = {}
    points: int = 0
    """Own victory points."""
    theirs: int = 0
    """Those of the other side in a game of two."""
    series: int | None = None
    with_bots: bool = False


class Badge(msgspec.Struct, frozen=True):
    """Something achieved, by name, and when."""

    name: str
    """`first_win`, `games_10`, `games_100`, `knockout`, `top_reviews`, `three_ways`, `turned_around`, `missions`, `season`."""
    at: datetime
    game: str = ""
    season: str = ""
    """What the season is called."""
    place: int = 0


class Place(msgspec.Struct, frozen=True):
    """A place among the first ten of a season that is over."""

    season: str
    game: str
    place: int
    at: datetime


class _Tally:
    """What has been reached so far."""

    def __init__(self) -> None:
        self.games = self.tops = 0
        self.ways: set[str] = set()
        self.series: dict[int, list[Past]] = defaultdict(list)

    def reached(self, one: Past) -> Iterator[tuple[str, str]]:
        """Names of badges that are due after one more result, each with its game; again and again, as long as it holds."""
        self.games += 1
        if self.games in MANY:
            yield f"games_{self.games}", ""
        if one.rank == 1:
            yield "first_win", one.game
        yield from ((name, one.game) for name in getattr(self, f"_{one.game}", lambda _one: ())(one))

    def _emotrions(self, one: Past) -> Iterator[str]:
        if one.rank == 1 and one.reason == "knockout":
            yield "knockout"

    def _innovation(self, one: Past) -> Iterator[str]:
        self.ways |= {one.reason} if one.rank == 1 else set()
        if self.ways.issuperset(WAYS):
            yield "three_ways"

    def _spieleflut(self, one: Past) -> Iterator[str]:
        self.tops += int(one.extra.get("top", 0))
        if self.tops >= TOP_REVIEWS:
            yield "top_reviews"

    def _kameloh(self, one: Past) -> Iterator[str]:
        if one.series is not None:
            self.series[one.series].append(one)
            if _turned_around(self.series[one.series]):
                yield "turned_around"

    def _omg(self, one: Past) -> Iterator[str]:
        if int(one.extra.get("missions", 0)) >= MISSIONS:
            yield "missions"


def badges(results: Iterable[Past], places: Sequence[Place] = ()) -> list[Badge]:
    """All badges, in the order in which they were earned. Games with bots do not count; results in the order of time."""
    tally = _Tally()
    earned: dict[tuple[str, str], Badge] = {}
    for one in results:
        if not one.with_bots:
            for name, game in tally.reached(one):
                earned.setdefault((name, game), Badge(name, one.at, game))
    seasons = [Badge("season", one.at, one.game, one.season, one.place) for one in places]
    return sorted([*earned.values(), *seasons], key=lambda badge: badge.at)


def _turned_around(games: Sequence[Past]) -> bool:
    """A return match of which the first game was behind, and the sum is ahead (KMO-18)."""
    if len(games) != 2:
        return False
    return games[0].points < games[0].theirs and sum(one.points for one in games) > sum(one.theirs for one in games)
