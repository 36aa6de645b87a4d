"""The page that says what the error codes of the API mean: the `type` of a problem leads to it (PRO-10.3)."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from config.api.problems import CODES


@require_safe
def errors(request: HttpRequest) -> HttpResponse:
    """All codes with HTTP status and title, by name."""
    return render(request, "about/errors.html", {"codes": [(code, *CODES[code]) for code in sorted(CODES)]})
