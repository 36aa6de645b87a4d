"""The parts of an ASGI application, named once for those that wrap one."""

from collections.abc import Awaitable, Callable
from typing import Any

Scope = dict[str, Any]
Message = dict[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
# Django and Channels each have their own idea of a message's type.
Application = Callable[[Any, Any, Any], Awaitable[None]]
