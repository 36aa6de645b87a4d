"""Which leaderboards there are (RNK-3.1): a pool, and whose ratings of it are listed. What they are called."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Func, IntegerField, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext

from accounts import following
from accounts.models import User
from games.engine import registry
from games.tables import selectors as tables
from leaderboards.ratings.models import LEAST_GAMES, Rating, Season

INACTIVE = timedelta(days=90)
"""Whoever has not played for so long is in no list (RNK-2.8)."""
RECENT = timedelta(days=30)
"""What the list of those who have played lately looks back on (RNK-3.1)."""

BOTS = "bots"

ALL, ACTIVE, FOLLOWED, SEASON = "all", "active", "followed", "season"
WORDS = {ALL: "ewig", ACTIVE: "aktiv", FOLLOWED: "gefolgte", SEASON: "saison"}
"""What each kind of list is called in addresses; a season has its number after it."""


def played_enough() -> Q:
    """Whoever can be listed, written so that the partial indexes of `Rating` serve: SQLite must see the number itself."""
    least = Func(template=str(LEAST_GAMES), output_field=IntegerField())
    return Q(hidden=False, games__gte=least)


@dataclass(frozen=True)
class Board:
    """One leaderboard."""

    pool: str
    span: str = ALL
    season: int | None = None
    """The number of the season, in its lists."""
    among: tuple[int, ...] | None = None
    """The users it is about; None: everybody."""

    @property
    def game(self) -> str:
        """The slug of the game."""
        return self.pool.partition(".")[0]

    @property
    def kind(self) -> str:
        """The pool within the game."""
        return self.pool.partition(".")[2]

    @property
    def word(self) -> str:
        """Which list of the pool it is, in addresses."""
        return f"{WORDS[self.span]}-{self.season}" if self.span == SEASON else WORDS[self.span]

    @property
    def several(self) -> bool:
        """Whether more than two play: then first places and the average rank say more than draws and losses (RNK-3.2)."""
        return self.kind == "multi"

    def rows(self) -> QuerySet[Rating]:
        """Who is listed now (RNK-3.3)."""
        return self.everybody().filter(played_enough(), last_at__gte=self.since())

    def everybody(self) -> QuerySet[Rating]:
        """All ratings it is about, those who are not listed too."""
        ratings = Rating.objects.filter(pool=self.pool, season=self.season)
        return ratings if self.among is None else ratings.filter(user__in=self.among)

    def since(self) -> datetime:
        """Whoever has not played from then on is not listed."""
        return timezone.now() - (RECENT if self.span == ACTIVE else INACTIVE)


def kinds(game: str) -> tuple[str, ...]:
    """The pools of a game (RNK-2.1), without that of its bots."""
    return registry.game(game).meta.ranking.pools


def pools() -> Iterator[str]:
    """All pools of people, game by game."""
    for game in registry.slugs():
        for kind in kinds(game):
            yield f"{game}.{kind}"


def exists(pool: str) -> bool:
    """Whether this is a pool of a game of the site, that of its bots included."""
    game, _, kind = pool.partition(".")
    return game in registry.slugs() and kind in (*kinds(game), BOTS)


def kind_name(game: str, kind: str) -> str:
    """What a pool is called within its game."""
    most = max(registry.game(game).meta.seats)
    several = gettext("3 Personen") if most == 3 else gettext("3 bis %(most)d") % {"most": most}
    names = {
        "duel": gettext("Duell"),
        "multi": several,
        "pareo": gettext("Pareo"),
        "exact": gettext("Score 37"),
        "team": gettext("Teams"),
        BOTS: gettext("Bots"),
    }
    return names.get(kind, kind)


def pool_name(pool: str) -> str:
    """What a pool is called anywhere else: `Emotrions, Duell`; a game with a single one by its own name."""
    game, _, kind = pool.partition(".")
    name = tables.name(game)
    return name if kinds(game) == (kind,) else f"{name}, {kind_name(game, kind)}"


def career_name(game: str) -> str:
    """What a game counts over the years (RNK-3.1)."""
    names = {
        "emotrions": gettext("Partiepunkte"),
        "kameloh": gettext("Siegespunkte"),
        "omg": gettext("Erfolgspunkte"),
        "spieleflut": gettext("Reichweite"),
        "innovation": gettext("Errungenschaften"),
    }
    return names.get(game, gettext("eigene Punkte"))


def find(pool: str, word: str, user: object) -> Board | None:
    """The list of a pool by its word in addresses, as this user may see it; None if there is none."""
    if not exists(pool):
        return None
    if word == WORDS[FOLLOWED]:
        if not isinstance(user, User) or user.is_guest:
            return None
        return Board(pool, FOLLOWED, among=(user.pk, *following.followed(user)))
    for span in (ALL, ACTIVE):
        if word == WORDS[span]:
            return Board(pool, span)
    name, _, number = word.partition("-")
    if name == WORDS[SEASON] and number.isdecimal() and len(number) < 10:
        season = Season.objects.filter(pk=int(number)).first()
        return None if season is None else Board(pool, SEASON, season.pk)
    return None


def is_frozen(board: Board) -> bool:
    """Whether it is shown as it was written down at the end of its season (RNK-2.9)."""
    return board.season is not None and Season.objects.filter(pk=board.season, frozen_at__isnull=False).exists()


def has_account(user: object) -> bool:
    """Whether somebody keeps an account, and so can have a rating."""
    return isinstance(user, User) and not user.is_guest


def current_season() -> Season | None:
    """The season of today, if there is one; of several the one that began last."""
    now = timezone.now()
    return Season.objects.filter(start__lte=now, end__gt=now).order_by("-start").first()


def current(seasons: Iterable[Season]) -> Season | None:
    """That one among these, which have begun, the latest first."""
    now = timezone.now()
    return next((season for season in seasons if season.end > now), None)


def seasons() -> list[Season]:
    """Those that have begun, the latest first."""
    return list(Season.objects.filter(start__lte=timezone.now()).order_by("-start"))


def usual(pool: str) -> Board:
    """The list that is shown of a pool where none is asked for: of the season, if there is one and somebody is in it."""
    season = current_season()
    if season is not None and not pool.endswith(f".{BOTS}"):
        board = Board(pool, SEASON, season.pk)
        if board.rows().exists():
            return board
    return Board(pool)
