"""Who may stand in lists (RNK-3.3), kept with each rating so that an index has it.

Guests, closed accounts and whoever does not want to be listed do not; neither does a player whose account is gone.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from django.db.models import F, Q
from django.db.models.signals import post_save, pre_delete
from django.dispatch import receiver

from accounts.models import User
from accounts.signals import renamed
from leaderboards.ratings.models import CareerTotal, Pool, Rating

TELLING = frozenset({"is_active", "is_guest", "in_lists"})
"""Fields of a user that it depends on."""

BOT = "bot:"
"""How players begin that are bots."""


def is_hidden(user: User | None, player: str = "") -> bool:
    """Whether this player is in no list."""
    if user is None:
        return not player.startswith(BOT)
    return user.is_guest or not user.is_active or not user.in_lists


@receiver(post_save, sender=User)
def saved(instance: User, created: bool, update_fields: Collection[str] | None = None, **_: Any) -> None:
    """An account is closed, opened again, or wants to be listed, or not."""
    if not created and (update_fields is None or TELLING & set(update_fields)):
        _write(instance, hidden=is_hidden(instance))


@receiver(pre_delete, sender=User)
def deleted(instance: User, **_: Any) -> None:
    """Nothing of an account that goes stays in lists."""
    _write(instance, hidden=True)


@receiver(renamed)
def called(user: User, **_: Any) -> None:
    """Lists are in order of names where all else is equal, and searched by them."""
    name = user.username
    for model in (Rating, CareerTotal):
        model.objects.filter(user=user).update(name=name, sort_name=name.casefold())
    _bump(user)


def _write(user: User, *, hidden: bool) -> None:
    changed = CareerTotal.objects.filter(user=user, hidden=not hidden).update(hidden=hidden)
    if Rating.objects.filter(user=user, hidden=not hidden).update(hidden=hidden) or changed:
        _bump(user)


def _bump(user: User) -> None:
    """Let those who look at lists of these pools know."""
    pools = list(Rating.objects.filter(user=user).order_by().values_list("pool", flat=True).distinct())
    Pool.objects.filter(slug__in=pools).update(version=F("version") + 1)


def mend() -> int:
    """Put right what has been written past the signals; how many rows were wrong. Run once a day (`daily`)."""
    bot = Q(player__startswith=BOT, user=None)
    seen = Q(user__is_active=True, user__in_lists=True, user__is_guest=False) | bot
    wrong = 0
    models: tuple[type[Any], ...] = (Rating, CareerTotal)
    for model in models:
        wrong += model.objects.filter(pk__in=model.objects.filter(~seen, hidden=False).values("pk")).update(hidden=True)
        wrong += model.objects.filter(pk__in=model.objects.filter(seen, hidden=True).values("pk")).update(hidden=False)
    return wrong
