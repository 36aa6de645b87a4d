"""Who tries passwords or codes: five failures in five minutes for a name, ten a minute from an address (QUA-3.16).

The counting is allauth's (settings.ACCOUNT_RATE_LIMITS, "login_failed"); here it is said when it goes on.
"""

import time
from math import ceil
from typing import Any

from allauth.core.internal import ratelimit
from django.core.cache import cache
from django.http import HttpRequest

from accounts import names
from accounts.limits import LimitReached

WHAT = {"app": "allauth.account", "action": "login_failed"}


def key_of(text: str) -> str:
    """By what attempts are counted: a mail address as it is, names by what they look like, as any spelling logs in."""
    return text.strip().casefold() if "@" in text else names.skeleton(text.strip())


def second_factor_key(user_id: int) -> str:
    """By what attempts at the second factor are counted."""
    return f"mfa-auth-user-{user_id}"


def count(request: HttpRequest, key: str) -> Any:
    """Count an attempt, which can be taken back if it succeeds. Raises `LimitReached`."""
    usage = ratelimit.consume(request, **WHAT, key=key)
    if not usage:
        raise LimitReached(_wait(request, key), guessing=True)
    return usage


def guard(request: HttpRequest, key: str) -> None:
    """Raise `LimitReached` if one more attempt would be too many."""
    if not ratelimit.consume(request, **WHAT, key=key, dry_run=True):
        raise LimitReached(_wait(request, key), guessing=True)


def forget(request: HttpRequest, key: str) -> None:
    """Whoever owns the account has shown it in another way."""
    ratelimit.clear(request, **WHAT, key=key)


def _wait(request: HttpRequest, key: str) -> int:
    """Seconds until the next attempt."""
    longest = 1.0
    for rate in ratelimit.get_rates(**WHAT):
        history = cache.get(ratelimit.get_cache_key(request, **WHAT, rate=rate, key=key), [])
        if len(history) >= rate.amount:
            longest = max(longest, history[rate.amount - 1] + rate.duration - time.time())
    return ceil(longest)
