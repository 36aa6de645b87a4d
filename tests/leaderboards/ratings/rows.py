"""Ratings as tests of lists need them, without the games behind them."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from random import Random
from typing import Any

from django.utils import timezone

from accounts.models import User
from leaderboards.ratings.models import CareerTotal, Pool, Rating, Season

POOL = "emotrions.duel"


def rated(name: str | User, points: int = 1200, games: int = 20, days: float = 1, **more: Any) -> Rating:
    """Somebody with a rating in a pool."""
    user = name if isinstance(name, User) else (User.objects.filter(username=name).first() or User.objects.create_user(name))
    Pool.objects.get_or_create(slug=more.get("pool", POOL))
    wins = more.setdefault("wins", games // 2)
    given = {"sigma": 2.0, "losses": games - wins, "streak": 1, "firsts": wins, "rank_sum": games + games // 2} | more
    return Rating.objects.create(
        **({"pool": POOL} | given),
        player=str(user.pk),
        user=user,
        name=user.username,
        sort_name=user.username.casefold(),
        points=points,
        games=games,
        last_at=timezone.now() - timedelta(days=days),
    )


def career(user: User, points: int, game: str = "emotrions", games: int = 20, **more: Any) -> CareerTotal:
    """Somebody with a career."""
    return CareerTotal.objects.create(
        game=game,
        player=str(user.pk),
        user=user,
        name=user.username,
        sort_name=user.username.casefold(),
        points=points,
        games=games,
        last_at=timezone.now(),
        **more,
    )


def crowd(count: int, seed: int = 1, pool: str = POOL, season: Season | None = None) -> list[Rating]:
    """Many people, with ties of every kind."""
    rng, now = Random(seed), timezone.now()
    Pool.objects.get_or_create(slug=pool)
    names = [f"Person-{number:05}" for number in range(count)]
    rng.shuffle(names)
    User.objects.bulk_create(User(username=name, skeleton=name.casefold(), password="!") for name in names)
    users = User.objects.filter(username__in=names) if count < 500 else User.objects.filter(username__startswith="Person-")
    return Rating.objects.bulk_create(_random(rng, users, pool, season, now))


def _random(rng: Random, users: Iterable[User], pool: str, season: Season | None, now: Any) -> list[Rating]:
    rows = []
    for user in users:
        games = rng.randint(10, 30)
        wins = rng.randint(0, games)
        rows.append(
            Rating(
                pool=pool,
                season=season,
                player=str(user.pk),
                user=user,
                name=user.username,
                sort_name=user.username.casefold(),
                points=1000 + rng.randint(0, 40) * 5,
                sigma=rng.choice([1.5, 2.0, 2.345678]),
                games=games,
                wins=wins,
                losses=games - wins,
                career=rng.randint(0, 5) * 100,
                last_at=now - timedelta(days=rng.randint(0, 40)),
            )
        )
    return rows
