"""`manage.py worker`: moves bots where several processes serve, without serving anything itself."""

import asyncio
import os
import signal
import sys
from argparse import ArgumentParser
from contextlib import suppress
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from config import background

LOOK_EVERY = 1.0
"""Seconds between two looks whether the parent is still there."""


class Command(BaseCommand):
    """Runs one worker process."""

    help = (
        "Runs one worker: it moves bots as long as there are servers. For sites with several processes (REDIS_URL); a site "
        "with one process moves them itself. More workers think of more bots at once."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Whom to end with."""
        parser.add_argument("--parent", type=int, metavar="PID", help="end when this is no longer the parent process")

    def handle(self, *args: Any, **options: Any) -> None:
        """Work until SIGTERM or SIGINT."""
        if not settings.REDIS_URL:
            raise CommandError("REDIS_URL is not set: the one server process there is moves bots itself and needs no worker.")
        if sys.platform != "win32":
            import uvloop

            asyncio.set_event_loop_policy(uvloop.EventLoopPolicy())
        asyncio.run(work(options["parent"]))


async def work(parent: int | None) -> None:
    """Until told to end: what is being thought of is left to others."""
    told, loop = asyncio.Event(), asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: loop.call_soon_threadsafe(told.set))
    working = asyncio.create_task(background.start(settings.WORKER))
    waiting = asyncio.create_task(_until(told, parent))
    await asyncio.wait([working, waiting], return_when=asyncio.FIRST_COMPLETED)
    waiting.cancel()
    if working.done():
        await working  # it never ends but by failing
    working.cancel()
    await asyncio.gather(working, return_exceptions=True)


async def _until(told: asyncio.Event, parent: int | None) -> None:
    """Until somebody says so, or the parent has gone: nobody would ever stop us."""
    while not told.is_set() and (parent is None or os.getppid() == parent):
        with suppress(TimeoutError):
            await asyncio.wait_for(told.wait(), LOOK_EVERY)
