"""What whoever has reached a limit is told, by ours or by allauth's."""

from math import ceil

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

MINUTE = 60


def limit_reached(request: HttpRequest, retry_after: int = MINUTE, *, guessing: bool = False) -> HttpResponse:
    """Say when it goes on, with 429."""
    context = {"minutes": ceil(retry_after / MINUTE), "guessing": guessing}
    response = render(request, "429.html", context, status=429)
    response["Retry-After"] = str(retry_after)
    return response
