"""Servers that are killed in the middle of a storm (QUA-2.10)."""

from __future__ import annotations

import asyncio
import signal
from dataclasses import dataclass
from math import inf
from random import Random

import pytest

from tests.faults import campaign, credit
from tests.faults.credit import Downtime
from tests.faults.rig import Rig
from tests.faults.scaled import Scaled
from tests.faults.storm import Storm, Trouble

KILLS = 20 if campaign.FULL else 5
ALL_KILLED = 5 if campaign.FULL else 2
DOWN = 3.0
"""Seconds for which no server is there: fewer than it takes to see that nobody leads any more."""
SOON, SETTLED = (2.0, 4.0), (5.5, 6.5)
"""Seconds from one start to the next kill, in turn: `manage.py up` gives up a server that always dies just after its start."""


@dataclass
class Kill:
    """One of them, and the tables at which it hit somebody who was still playing."""

    server: int
    at: float
    tables: set[str]
    until: float = inf
    """When it was there again."""

    def recovery(self, storm: Storm) -> list[float]:
        """Seconds to the next `ack` at each of them, on a line opened since."""
        first: dict[str, float] = {}
        for ack in storm.acks:
            if ack.table in self.tables and ack.opened > self.at:
                first.setdefault(ack.table, ack.at - self.at)
        return list(first.values())

    def elsewhere(self, storm: Storm) -> list[Trouble]:
        """What those on other servers noticed of it."""
        return [it for it in storm.troubles if self.at <= it.at <= self.until and it.server != self.server]


def hit(storm: Storm, number: int, at: float) -> Kill:
    """Whoever plays on this server now."""
    there = [player for player in storm.players if player.line and not player.line.dead and player.line.server == number]
    return Kill(number, at, {player.table.id for player in there if not player.done})


def test_sigkill(rig: Rig) -> None:
    """QUA-2.10, QUA-1.1, 1.8, 1.9: nothing acknowledged is lost, nothing done twice, no time charged; play goes on by itself."""
    kills: list[Kill] = []
    downtimes: list[Downtime] = []
    alone = len(rig.addresses) == 1

    async def fault(storm: Storm) -> None:
        rng = Random(storm.seed)
        for turn in range(KILLS):
            await asyncio.sleep(rng.uniform(*(SETTLED if alone and turn % 2 else SOON)))
            number = rng.randrange(len(rig.addresses))
            kills.append(hit(storm, number, storm.recorder.now()))
            pid = await asyncio.to_thread(rig.signal_server, number, signal.SIGKILL)
            at = storm.recorder.note("fault", what=f"SIGKILL of server {number}, process {pid}")
            await asyncio.to_thread(rig.wait_for_server, number, pid)
            kills[-1].until = storm.recorder.now()
            if alone:
                downtimes.append(Downtime(at, storm.recorder.now()))

    result = campaign.run(rig, "QUA-2.10", "test_sigkill", fault, campaign.size())
    times = [second for kill in kills for second in kill.recovery(result.storm)]
    undisturbed = credit.measure(result.storm, downtimes)
    campaign.say(f"QUA-1.8 {rig.mode}: {len(kills)} kills, next ack after {campaign.spread_of(times)}")
    campaign.say(f"QUA-1.9 {rig.mode}: {credit.told(undisturbed, downtimes)}")
    assert times
    assert not [trouble for kill in kills for trouble in kill.elsewhere(result.storm)]
    assert not alone or any(downtime.errors for downtime in downtimes)
    assert not [downtime for downtime in downtimes if downtime.uncredited]


@pytest.mark.scaled
def test_all_are_killed(scaled: Scaled) -> None:
    """QUA-1.9: no clock has run when the first server is there again, although a worker has lived on.

    Where there is one server only, to kill it kills all: `test_sigkill`.
    """
    rig: Rig = scaled
    downtimes: list[Downtime] = []

    async def fault(storm: Storm) -> None:
        for turn in range(ALL_KILLED):
            await asyncio.sleep(SETTLED[0])
            pids = [await asyncio.to_thread(rig.signal_server, number, signal.SIGKILL) for number in range(len(rig.addresses))]
            at = storm.recorder.note("fault", what=f"SIGKILL of all servers, processes {pids}")
            await asyncio.sleep(DOWN)
            order = sorted(range(len(pids)), key=lambda number: (number + turn) % len(pids))
            for number in order:
                await asyncio.to_thread(rig.wait_for_server, number, pids[number])
                storm.recorder.note("fault", what=f"server {number} is there again")
                if number == order[0]:
                    downtimes.append(Downtime(at, storm.recorder.now()))

    result = campaign.run(rig, "QUA-1.9", "test_all_are_killed", fault, campaign.size())
    undisturbed = credit.measure(result.storm, downtimes)
    campaign.say(f"QUA-1.9 {rig.mode}, all killed: {credit.told(undisturbed, downtimes)}")
    assert any(downtime.errors for downtime in downtimes)
    assert [downtime.charged for downtime in downtimes if downtime.charged > credit.NET] == []
