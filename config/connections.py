"""Closes what a page has opened in the database.

Under ASGI each request has a thread of its own, which ends with it: a connection that is kept open (CONN_MAX_AGE)
serves nobody else there and holds its files until the garbage collector comes by. Sockets share one thread and do keep
theirs.
"""

from typing import Any

from django.core.handlers.asgi import ASGIHandler
from django.core.signals import request_finished
from django.db import connections


def close_after_requests() -> None:
    """From now on close the connections of a request when it is finished."""
    request_finished.connect(_close, sender=ASGIHandler, dispatch_uid="close_after_requests")


def _close(**kwargs: Any) -> None:
    connections.close_all()
