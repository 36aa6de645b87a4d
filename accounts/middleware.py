"""Answers whoever has reached a limit."""

from django.http import HttpRequest, HttpResponse
from django.utils.deprecation import MiddlewareMixin

from accounts import security_log
from accounts.limits import LimitReached
from accounts.views.limit import limit_reached


class LimitMiddleware(MiddlewareMixin):
    """Turns `LimitReached`, raised anywhere below, into a page that says when it goes on."""

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Answer with 429."""
        if not isinstance(exception, LimitReached):
            return None
        if exception.guessing:
            security_log.note("limit of attempts reached", request)
        return limit_reached(request, exception.retry_after, guessing=exception.guessing)
