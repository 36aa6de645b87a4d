"""What server processes tell each other of people (PRO-6.2): who is where, that there is a new line (never its text), when
somebody wants to be asked, and whose right to be at a table is to be looked at again."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Mapping
from typing import Any

import msgspec
from channels.layers import get_channel_layer

from games.tables import live, presence, standing, timeline
from games.tables.company import GROUP

logger = logging.getLogger("kartenhaus.tables")

PROCESS = secrets.token_hex(4)
"""The name of this process."""

PATIENCE = 2.0
"""Seconds after which a layer that does not answer is left alone for now."""

SETTLED_EVERY = 0.05
"""Seconds between two looks whether this process has table time from the beat."""

JOIN_EVERY = 60
"""Looks after which the group is joined again: a layer may have forgotten us (PRO-6.3)."""


async def run() -> None:
    """Tell and listen until cancelled. Runs beside the server (settings.BACKGROUND)."""
    peers = Peers(presence.here)
    async with asyncio.TaskGroup() as tasks:
        tasks.create_task(peers.look_around())
        tasks.create_task(peers.listen())


async def announce(kind: str, content: Mapping[str, Any], process: str = PROCESS) -> None:
    """Tell all processes. If that fails they do not learn of it now, and everything of their own goes on."""
    message = {"type": kind, "process": process, "content": msgspec.json.encode(content).decode()}
    try:
        async with asyncio.timeout(PATIENCE):
            await _layer().group_send(GROUP, message)
    except Exception as error:  # noqa: BLE001 (whatever the layer raises: a lost message is one that comes late)
        logger.warning("the other processes cannot be told of %s: %r", kind, error)


def _layer() -> Any:
    """The channel layer of the site."""
    return get_channel_layer()


class Peers:
    """One process among others."""

    def __init__(self, known: presence.Presence, process: str = PROCESS) -> None:
        self.known = known
        self.process = process
        self.channel = ""

    async def look_around(self) -> None:
        """Twice a second, tell who has come and gone."""
        while True:
            try:
                await self.look()
            except Exception:  # must not end the server
                logger.exception("presence")
            await asyncio.sleep(presence.LOOK)

    async def look(self) -> None:
        """Tell the sockets here what is news to them, and the other processes what is known here."""
        told, reported = self.known.look()
        for table_id, payload in told.items():
            table = live.present(table_id)
            if table is not None:
                await table.tell("presence", payload)
        if reported:
            await announce("presence", reported, self.process)
        if self.channel and self.known.looks % JOIN_EVERY == 0:
            await _layer().group_add(GROUP, self.channel)

    async def listen(self) -> None:
        """Hear what other processes tell, once this one has agreed with them on table time (`company`)."""
        while not timeline.site.settled:  # noqa: ASYNC110 (a thread sees to it)
            await asyncio.sleep(SETTLED_EVERY)
        while True:
            try:
                layer = _layer()
                self.channel = await layer.new_channel()
                await layer.group_add(GROUP, self.channel)
                while True:
                    await self.hear(await layer.receive(self.channel))
            except Exception as error:  # noqa: BLE001 (whatever the layer raises: it is tried again)
                logger.warning("the other processes cannot be heard: %r", error)
                await asyncio.sleep(PATIENCE)

    async def hear(self, message: Mapping[str, Any]) -> None:
        """One message of a process, which may be this one."""
        if message["process"] == self.process:
            return
        content = msgspec.json.decode(message["content"])
        if message["type"] == "presence":
            self.known.take(message["process"], content)
        elif message["type"] == "doubts":
            standing.hear(content["doubts"])
        elif (table := live.present(content["table"])) is not None:
            if message["type"] == "stops":
                await table.hear_of_stops(content["seat"], content["stops"], content["orders"])
            else:
                await table.hear_of(content["line"])
