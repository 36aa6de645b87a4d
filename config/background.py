"""What runs beside the server in its event loop, or in a worker: clocks, bots, due rows. The settings name it."""

import asyncio
from collections.abc import Sequence

from django.utils.module_loading import import_string


async def start(paths: Sequence[str]) -> None:
    """Run all of these until cancelled. They should never end: if one fails, all are ended and the error is raised."""
    async with asyncio.TaskGroup() as group:
        for path in paths:
            group.create_task(import_string(path)(), name=path)
