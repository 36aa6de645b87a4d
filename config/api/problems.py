"""Errors of the API: all of them `application/problem+json` (RFC 9457), made in this one place (PRO-10.3)."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Iterator
from math import ceil
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db import DatabaseError
from django.http import Http404
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _
from rest_framework import exceptions, status
from rest_framework.renderers import JSONRenderer
from rest_framework.response import Response
from rest_framework.views import set_rollback

from games.engine.errors import EngineError
from games.tables.codes import ERRORS, Refusal
from games.texts import speak

logger = logging.getLogger("kartenhaus.api")

CONTENT_TYPE = "application/problem+json"

OTHER = {
    "method_not_allowed": (status.HTTP_405_METHOD_NOT_ALLOWED, _("Methode nicht erlaubt")),
    "not_acceptable": (status.HTTP_406_NOT_ACCEPTABLE, _("Format nicht zu haben")),
    "conflict": (status.HTTP_409_CONFLICT, _("Geht so, wie es steht, nicht")),
    "unsupported_media_type": (status.HTTP_415_UNSUPPORTED_MEDIA_TYPE, _("Format nicht lesbar")),
}
"""Codes that only HTTP has, beside those of `games.tables.codes`."""

CODES = ERRORS | OTHER
"""All codes, with HTTP status and title."""

OF_EXCEPTIONS: tuple[tuple[type[Exception], str], ...] = (
    (exceptions.ValidationError, "invalid"),
    (exceptions.ParseError, "bad_message"),
    (exceptions.NotAuthenticated, "not_authenticated"),
    (exceptions.AuthenticationFailed, "not_authenticated"),
    (exceptions.PermissionDenied, "forbidden"),
    (PermissionDenied, "forbidden"),
    (exceptions.NotFound, "not_found"),
    (Http404, "not_found"),
    (exceptions.MethodNotAllowed, "method_not_allowed"),
    (exceptions.NotAcceptable, "not_acceptable"),
    (exceptions.UnsupportedMediaType, "unsupported_media_type"),
    (exceptions.Throttled, "rate_limited"),
    (DatabaseError, "read_only"),
)

DETAILS = {
    "not_found": _("Unter dieser Adresse ist nichts."),
    "forbidden": _("Das darfst du nicht."),
    "read_only": _("Das ging gerade nicht. Versuch es gleich noch einmal."),
    "internal": _("Bei uns ist etwas schiefgegangen. Es wurde nichts geändert."),
}
"""What is said where whoever raised the error has said nothing, or what is no business of whoever asks."""


class ProblemRenderer(JSONRenderer):
    """JSON with the media type of errors."""

    media_type = CONTENT_TYPE
    format = "problem"


def handler(error: Exception, context: dict[str, Any]) -> Response:
    """The answer for whatever a view has raised (`EXCEPTION_HANDLER`). What nobody expected is logged, with its trace."""
    set_rollback()
    trace = secrets.token_hex(4)
    code = _code(error)
    if code in ("internal", "read_only"):
        logger.error("trace %s", trace, exc_info=error)
    request = context["request"]
    number, title = CODES[code]
    problem: dict[str, Any] = {
        "type": request.build_absolute_uri(f"{reverse('api-errors')}#{code}"),
        "title": str(title),
        "status": number,
        "detail": _detail(error, code),
        "code": code,
        "trace_id": trace,
    }
    if isinstance(error, exceptions.ValidationError):
        problem["errors"] = list(_fields(error.detail, ""))
    response = Response(problem, status=number, headers=_headers(error))
    # The view sets what it would have answered with; an error has its own form, whatever was asked for.
    request.accepted_renderer = ProblemRenderer()
    request.accepted_media_type = CONTENT_TYPE
    return response


def _code(error: Exception) -> str:
    if isinstance(error, EngineError):
        return error.code if error.code in CODES else "invalid"
    found = next((code for kind, code in OF_EXCEPTIONS if isinstance(error, kind)), "internal")
    return "conflict" if isinstance(error, exceptions.APIException) and error.status_code == status.HTTP_409_CONFLICT else found


def _detail(error: Exception, code: str) -> str:
    if isinstance(error, EngineError):
        return speak(error.text, get_language() or "de")
    if isinstance(error, exceptions.ValidationError):
        return " ".join(field["message"] for field in _fields(error.detail, ""))
    if code not in DETAILS and isinstance(error, exceptions.APIException):
        return str(error.detail)
    return str(DETAILS.get(code, CODES[code][1]))


def _headers(error: Exception) -> dict[str, str]:
    headers = {}
    if isinstance(error, exceptions.APIException):
        if wait := getattr(error, "wait", None):
            headers["Retry-After"] = str(ceil(wait))
        if header := getattr(error, "auth_header", None):
            headers["WWW-Authenticate"] = header
    if isinstance(error, Refusal) and error.retry_ms is not None:
        headers["Retry-After"] = str(ceil(error.retry_ms / 1000))
    return headers


def _fields(detail: Any, field: str) -> Iterator[dict[str, str]]:
    """What is wrong with which field, one by one."""
    if isinstance(detail, dict):
        for name, part in detail.items():
            yield from _fields(part, f"{field}.{name}" if field else str(name))
    elif isinstance(detail, list):
        for part in detail:
            yield from _fields(part, field)
    else:
        yield {"field": field, "code": str(getattr(detail, "code", "invalid")), "message": str(detail)}
