"""Looks at all sockets of this process every second: who has fallen silent, who cannot keep up, who may not be here any more."""

from __future__ import annotations

import asyncio
import logging
import time

from games.tables import peers, sockets, standing

logger = logging.getLogger("kartenhaus.tables")

EVERY = 1.0

SILENCE = 45.0
"""Seconds without a frame after which nobody is there any more (PRO-7.1)."""


async def run() -> None:
    """Look until cancelled. Runs beside the server (settings.BACKGROUND)."""
    while True:
        try:
            await look(time.monotonic())
        except Exception:  # one socket that fails must not end the watch over all others
            logger.exception("the watch over sockets fails")
        await asyncio.sleep(EVERY)


async def look(now: float) -> None:
    """End what should not go on at this time."""
    due = []
    for socket in sockets.everybody():
        if now - socket.heard > SILENCE:
            await socket.bye("heartbeat")
        elif socket.window.given_up(now):
            await socket.bye("slow_consumer")
        elif standing.is_due(socket, now):
            due.append(socket)
    if due:
        await standing.look(due)
    if news := standing.news():
        await peers.announce("doubts", {"doubts": news})
