"""How long a session lasts (QUA-4.5): players 30 days after they were last here, 180 in all; staff an hour, twelve in all."""

import time
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.contrib.auth.signals import user_logged_in
from django.dispatch import receiver
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.deprecation import MiddlewareMixin

STARTED, RENEWED = "started", "renewed"
MINUTE, HOUR, DAY = 60, 3600, 24 * 3600


@dataclass(frozen=True)
class Span:
    """Seconds for which a session lasts: without a visit, in all; and how often a visit is written down."""

    idle: int
    whole: int
    step: int


PLAYERS = Span(idle=settings.SESSION_COOKIE_AGE, whole=180 * DAY, step=DAY)
STAFF = Span(idle=HOUR, whole=12 * HOUR, step=MINUTE)


class SessionAgeMiddleware(MiddlewareMixin):
    """Puts off the end of a session that is used, up to the end of all. A page that asks nobody who they are does not count."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Note that somebody was here, now and then."""
        session = getattr(request, "session", None)
        if session is None or not session.accessed or SESSION_KEY not in session:
            return response
        span, now = STAFF if getattr(request.user, "is_staff", False) else PLAYERS, int(time.time())
        started = session.get(STARTED, now)
        if now - session.get(RENEWED, 0) >= span.step:
            session[STARTED], session[RENEWED] = started, now
            session.set_expiry(max(0, min(span.idle, started + span.whole - now)))
            if started + span.whole <= now:
                session.flush()
        return response


@receiver(user_logged_in)
def _begin(request: HttpRequest, **_: Any) -> None:
    """A session of its own, though the browser had one before."""
    request.session[STARTED], request.session[RENEWED] = int(time.time()), 0
