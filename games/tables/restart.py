"""The planned end of this process: everybody is told, what is being answered is answered, then all are sent away (PRO-6.8)."""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Awaitable, Sequence

from games.engine.errors import Text
from games.tables import show, sockets
from games.tables.messages import encode
from games.tables.sockets import OpenSocket
from games.texts import speak

logger = logging.getLogger("kartenhaus.tables")

NOTICE = 1.0
"""Seconds between the announcement and the goodbye."""

FINISH_WITHIN = 10.0
"""Seconds that what is being answered may take: a write is tried for 8 (QUA-1.14)."""

SPREAD_MS = (500, 5, 5000)
"""Over how long the clients come back: at least, for each of them, and at most."""


async def wind_up() -> None:
    """Return when nobody is here any more."""
    sockets.close()
    present = sockets.everybody()
    if not present:
        return
    for socket in present:
        payload = {"detail": speak(Text("bye.restart"), socket.language), "restart_at": show.now()}
        await _safely(socket.send_message(encode("announce", payload)))
    await asyncio.sleep(NOTICE)
    await _send_away(sockets.everybody())


async def _send_away(present: Sequence[OpenSocket]) -> None:
    """Say goodbye to each as soon as it has its answer, and after a while to the others too."""
    least, each, most = SPREAD_MS
    spread = min(most, least + each * len(present))

    async def send_away(socket: OpenSocket) -> None:
        async with socket.answering:
            await socket.bye("restart", random.randrange(spread))  # noqa: S311 (not for secrets)

    leaving = [asyncio.ensure_future(_safely(send_away(socket))) for socket in present]
    _, late = await asyncio.wait(leaving, timeout=FINISH_WITHIN)
    for task in late:
        task.cancel()
    for socket in sockets.everybody():
        await _safely(socket.bye("restart", random.randrange(spread)))  # noqa: S311


async def _safely(step: Awaitable[None]) -> None:
    """One socket that fails must not keep the others from being told."""
    try:
        await step
    except Exception:
        logger.warning("a socket takes nothing any more", exc_info=True)
