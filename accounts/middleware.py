"""Answers whoever has reached a limit."""

from math import ceil

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.deprecation import MiddlewareMixin

from accounts.limits import LimitReached


class LimitMiddleware(MiddlewareMixin):
    """Turns `LimitReached`, raised anywhere below, into a page that says when it goes on."""

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Answer with 429."""
        if not isinstance(exception, LimitReached):
            return None
        response = render(request, "429.html", {"minutes": ceil(exception.retry_after / 60)}, status=429)
        response["Retry-After"] = str(exception.retry_after)
        return response
