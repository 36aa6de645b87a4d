"""Addresses of the API that there are not: told in the form of all its errors (PRO-10.3)."""

from __future__ import annotations

from typing import Any, Never

from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.views import APIView


class Unknown(APIView):
    """Nothing is here, whatever is to be done."""

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> Never:
        """Say so, after the count of who asks too often. Raises `NotFound`."""
        super().initial(request, *args, **kwargs)
        raise NotFound
