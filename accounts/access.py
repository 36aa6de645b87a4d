"""Which pages are for whoever keeps an account."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import resolve_url
from django.views.decorators.cache import never_cache

from accounts.models import User

View = Callable[..., HttpResponseBase]


def with_account(view: View) -> View:
    """Send guests to where they keep their account, and strangers to where they log in; both come back."""

    @never_cache
    @wraps(view)
    def looked_at(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        user = request.user
        if isinstance(user, User) and not user.is_guest:
            return view(request, *args, **kwargs)
        way = "account_signup" if isinstance(user, User) else "account_login"
        return redirect_to_login(request.get_full_path(), resolve_url(way))

    return looked_at


def user_of(request: HttpRequest) -> User:
    """Whoever is logged in, on a page that nobody else gets."""
    user = request.user
    if not isinstance(user, User):
        raise TypeError("this page is for users")
    return user
