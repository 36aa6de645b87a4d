"""How pages are made: each in one go, in one of a few threads that stay as long as the server.

Django's own ASGI handler starts a thread for each request and ends it, and goes there and back once for each middleware: the
loop, in which everybody plays, waits for each of these. The threads here keep their connection to the database as well.
"""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

from asgiref.sync import ThreadSensitiveContext, sync_to_async
from django.core.handlers.asgi import ASGIHandler
from django.http import HttpRequest
from django.http.response import HttpResponseBase

THREADS = 8
"""Pages made at once. With PostgreSQL each needs a connection from the pool, beside the sockets' one and the writer's."""


class PageHandler(ASGIHandler):
    """Answers requests with pages. Middleware and views may be what they like, but here they are called as plain functions."""

    def __init__(self) -> None:
        self.load_middleware()
        self.answer: Any = sync_to_async(self.get_response)
        self.threads = [ThreadPoolExecutor(1, f"pages-{number}") for number in range(THREADS)]
        self.busy = [0] * THREADS
        """Requests that each thread has to do with."""

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """One request, with the thread that has least to do."""
        number = self.busy.index(min(self.busy))
        self.busy[number] += 1
        try:
            async with ThreadSensitiveContext(executor=self.threads[number]):
                await self.handle(scope, receive, send)
        finally:
            self.busy[number] -= 1

    async def run_get_response(self, request: HttpRequest) -> HttpResponseBase:
        """The page, from all middleware and the view."""
        response: HttpResponseBase = await self.answer(request)
        response._handler_class = type(self)  # type: ignore[attr-defined]  # noqa: SLF001 (named when the response is closed)
        return response
