"""Servers that are killed in the middle of a storm (QUA-2.10)."""

from __future__ import annotations

import asyncio
import signal
from random import Random

import pytest

from tests.faults import campaign
from tests.faults.rig import Rig
from tests.faults.storm import Storm

KILLS = 20 if campaign.FULL else 5
BETWEEN = (5.2, 7.0)
"""Seconds between two kills. `manage.py up` gives up a server that dies within seconds of its start again and again."""


def recovery(storm: Storm, killed_at: float, server: int, all_servers: bool) -> list[float]:
    """Seconds from a kill to the next `ack` at each table that had players there, on a line opened since."""
    before = {ack.table for ack in storm.acks if ack.at < killed_at and (all_servers or ack.server == server)}
    first: dict[str, float] = {}
    for ack in storm.acks:
        if ack.table in before and ack.opened > killed_at:
            first.setdefault(ack.table, ack.at - killed_at)
    return list(first.values())


@pytest.mark.storm
def test_sigkill(rig: Rig) -> None:
    """QUA-2.10, QUA-1.1, QUA-1.8: nothing acknowledged is lost, nothing is done twice, and play goes on by itself."""
    kills: list[tuple[float, int]] = []

    async def fault(storm: Storm) -> None:
        rng = Random(storm.seed)
        for _ in range(KILLS):
            await asyncio.sleep(rng.uniform(*BETWEEN))
            number = rng.randrange(len(rig.addresses))
            pid = await asyncio.to_thread(rig.signal_server, number, signal.SIGKILL)
            kills.append((storm.recorder.note("fault", what=f"SIGKILL of server {number}, process {pid}"), number))
            await asyncio.to_thread(rig.wait_for_server, number, pid)

    result = campaign.run(rig, "QUA-2.10", "test_sigkill", fault, campaign.size((0.2, 0.8)))
    times = [second for at, number in kills for second in recovery(result.storm, at, number, len(rig.addresses) == 1)]
    campaign.say(f"QUA-1.8 {rig.mode}: {len(kills)} kills, next ack after {campaign.spread_of(times)}")
    assert times
