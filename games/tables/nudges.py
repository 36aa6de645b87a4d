"""Nudges between server processes: table T is at version N (PRO-6.2). Nothing secret; a lost one is repaired by `ping`.

One group for all processes, and one message for all that has piled up: a message through the layer costs more than many entries
in it, so under load this is cheaper than a group a table, and there is one group to join again (PRO-6.3).
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from typing import Any

from channels.layers import InMemoryChannelLayer, get_channel_layer

from games.tables import live, lobby_feed

logger = logging.getLogger("kartenhaus.tables")

GROUP = "nudges"

LIMIT = 1.0
"""Seconds for the layer to take a message; after that it is lost."""

REJOIN_EVERY = 10.0
"""Seconds after which the group is joined again, in case the layer has forgotten us."""


async def run() -> None:
    """Tell other processes of changes here, and hear of theirs, until cancelled. Runs beside the server (settings.BACKGROUND)."""
    layer = get_channel_layer()
    if layer is None or isinstance(layer, InMemoryChannelLayer):
        await asyncio.Event().wait()  # nobody else could hear it
    await Bell(layer).run()


class Bell:
    """What one process tells the others by, and hears them with."""

    def __init__(self, layer: Any) -> None:
        self.layer = layer
        self.loop = asyncio.get_running_loop()
        self.origin = secrets.token_hex(8)
        self.changed: dict[str, int] = {}
        self.waiting = asyncio.Event()
        self.channel = ""
        self.losing = False
        """Whether the last message was lost: said once, not for each."""

    async def run(self) -> None:
        """Tell, listen and stay in the group."""
        live.change_listeners.append(self.ring)
        try:
            async with asyncio.TaskGroup() as tasks:
                for work in (self.tell, self.listen, self.stay):
                    tasks.create_task(work())
        finally:
            live.change_listeners.remove(self.ring)

    def ring(self, table_id: str, version: int) -> None:
        """A table has changed here; called from any thread."""
        self.loop.call_soon_threadsafe(self._note, table_id, version)

    def _note(self, table_id: str, version: int) -> None:
        self.changed[table_id] = max(version, self.changed.get(table_id, 0))
        self.waiting.set()

    async def tell(self) -> None:
        """Send what has changed, for ever; what changes meanwhile goes into the next message."""
        while True:
            await self.waiting.wait()
            self.waiting.clear()
            changed, self.changed = self.changed, {}
            try:
                async with asyncio.timeout(LIMIT):
                    await self.layer.group_send(GROUP, {"type": "nudge", "origin": self.origin, "tables": changed})
            except Exception as error:  # noqa: BLE001 (whatever the layer raises: the nudge is lost, as any may be)
                if not self.losing:
                    logger.warning("nudges are lost: %r", error)
                self.losing = True
            else:
                self.losing = False

    async def listen(self) -> None:
        """Hear what others have changed, for ever."""
        while True:
            try:
                self.channel = await self.layer.new_channel("nudges")
                await self.layer.group_add(GROUP, self.channel)
                while True:
                    self.hear(await self.layer.receive(self.channel))
            except Exception as error:  # noqa: BLE001 (whatever the layer raises: `ping` repairs what is lost)
                logger.warning("no nudges are heard: %r", error)
                await asyncio.sleep(LIMIT)

    async def stay(self) -> None:
        """Join the group again and again (PRO-6.3)."""
        while True:
            await asyncio.sleep(REJOIN_EVERY)
            try:
                async with asyncio.timeout(LIMIT):
                    await self.layer.group_add(GROUP, self.channel)
            except Exception as error:  # noqa: BLE001 (whatever the layer raises: it is tried again)
                logger.warning("the group cannot be joined: %r", error)

    def hear(self, message: dict[str, Any]) -> None:
        """One message, perhaps our own."""
        if message["origin"] != self.origin:
            for table_id, version in message["tables"].items():
                live.hear(table_id, version)
            if 0 in message["tables"].values():  # opened, joined or begun: what the lobby shows
                lobby_feed.site.ring()
