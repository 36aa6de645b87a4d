"""Settings of a worker that has nothing to do, and says so."""

import asyncio
import sys

from config.settings import *  # noqa: F403

WORKER = ["tests.config.idle_worker.idle"]


async def idle() -> None:
    sys.stdout.write("begun\n")
    sys.stdout.flush()
    try:
        await asyncio.Event().wait()
    finally:
        sys.stdout.write("ended\n")
