"""Refuses requests with too large a body (QUA-3.4), whatever server runs the application."""

from config.asgi_types import Application, Message, Receive, Scope, Send

MAX_BODY = 1024 * 1024
TOO_LARGE = 413
# Both languages: which one is wanted is known only further in.
REFUSAL = "413 Die Anfrage ist zu groß. The request is too large.\n".encode()


class BodyTooLarge(Exception):
    """More of the body has come than may come."""


class BodyLimit:
    """Passes on requests of at most `MAX_BODY` bytes; others are answered with 413.

    The length that the request names is believed if it is too large; what really comes is counted in any case.
    """

    def __init__(self, application: Application) -> None:
        self.application = application

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse at once, or let the application read until there is too much."""
        if _announced_length(scope) > MAX_BODY:
            await _refuse(send)
            return
        started = False
        received = 0

        async def counted_receive() -> Message:
            nonlocal received
            message = await receive()
            received += len(message.get("body", b""))
            if received > MAX_BODY:
                raise BodyTooLarge
            return message

        async def noted_send(message: Message) -> None:
            nonlocal started
            started = True
            await send(message)

        try:
            await self.application(scope, counted_receive, noted_send)
        except BodyTooLarge:
            if started:
                raise
            await _refuse(send)


def _announced_length(scope: Scope) -> int:
    for name, value in scope["headers"]:
        if name == b"content-length" and value.isdigit():
            return int(value)
    return 0


async def _refuse(send: Send) -> None:
    headers = [
        (b"content-type", b"text/plain; charset=utf-8"),
        (b"content-length", str(len(REFUSAL)).encode()),
        (b"connection", b"close"),
    ]
    await send({"type": "http.response.start", "status": TOO_LARGE, "headers": headers})
    await send({"type": "http.response.body", "body": REFUSAL})
