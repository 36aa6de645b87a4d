"""Pages of lists (PRO-10.2): by cursor, with `next` and `previous` left out at the ends."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from rest_framework.pagination import CursorPagination
from rest_framework.request import Request
from rest_framework.response import Response


class Pages(CursorPagination):
    """The view says by `ordering` what comes first; a bad cursor or limit is refused, or as if it were not there."""

    page_size = 25
    page_size_query_param = "limit"
    max_page_size = 100

    def get_ordering(self, request: Request, queryset: QuerySet[Any], view: Any) -> tuple[str, ...]:
        """The order of the view."""
        ordering: tuple[str, ...] = getattr(view, "ordering", ("-pk",))
        return ordering

    def get_paginated_response(self, data: Any) -> Response:
        """The page, and the ways on as far as there are any."""
        ways = {"next": self.get_next_link(), "previous": self.get_previous_link()}
        return Response({"results": data} | {name: way for name, way in ways.items() if way is not None})
