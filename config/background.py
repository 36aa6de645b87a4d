"""What runs beside the server in its event loop: clocks, bots, due rows. settings.BACKGROUND names it."""

import asyncio

from django.conf import settings
from django.utils.module_loading import import_string


async def start() -> None:
    """Run all of them until cancelled. They should never end: if one fails, all are ended and the error is raised."""
    async with asyncio.TaskGroup() as group:
        for path in settings.BACKGROUND:
            group.create_task(import_string(path)(), name=path)
