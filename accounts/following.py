"""Whom somebody follows: a short way to people one wants to measure oneself with. Nobody else learns of it."""

from __future__ import annotations

from accounts.models import Follow, User

MOST = 500
"""People that one may follow."""


class Unfollowable(ValueError):
    """Nobody follows themselves, a guest, a closed account, or too many."""


def may_follow(user: object, other: User) -> bool:
    """Whether this is open to them at all: both keep an account and are not the same."""
    return isinstance(user, User) and not user.is_guest and user.pk != other.pk and other.is_active and not other.is_guest


def follow(user: User, other: User) -> None:
    """From now on. Again changes nothing. Raises `Unfollowable`."""
    if not may_follow(user, other) or (not follows(user, other) and Follow.objects.filter(follower=user).count() >= MOST):
        raise Unfollowable(other.username)
    Follow.objects.get_or_create(follower=user, followed=other)


def unfollow(user: User, other: User) -> None:
    """Not any more. Again changes nothing."""
    Follow.objects.filter(follower=user, followed=other).delete()


def follows(user: object, other: User) -> bool:
    """Whether this user does."""
    return isinstance(user, User) and Follow.objects.filter(follower=user, followed=other).exists()


def followed(user: User) -> list[int]:
    """Everybody whom this user follows, by number."""
    return list(Follow.objects.filter(follower=user).order_by("pk").values_list("followed", flat=True))
