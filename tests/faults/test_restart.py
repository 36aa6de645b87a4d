"""Servers that are stopped in order while people play (QUA-2.11)."""

from __future__ import annotations

import asyncio
import signal
import time

from tests.faults import campaign, credit
from tests.faults.credit import Downtime
from tests.faults.rig import Rig
from tests.faults.storm import Storm
from tests.running_site import is_alive

STOPS = 5 if campaign.FULL else 2
BETWEEN = 3.5
EXIT_WITHIN = 30.0
RESTART = 4512


def end_of(pid: int) -> float:
    """When a process has ended."""
    while is_alive(pid):
        time.sleep(0.02)
    return time.monotonic()


def test_sigterm(rig: Rig) -> None:
    """QUA-2.11, PRO-6.8, QUA-1.9: all are told, what was sent is answered or sent again, no time is charged, it ends soon."""
    untold: list[str] = []
    exits: list[float] = []
    downtimes: list[Downtime] = []

    async def fault(storm: Storm) -> None:
        for turn in range(STOPS):
            await asyncio.sleep(BETWEEN)
            number = turn % len(rig.addresses)
            lines = [player.line for player in storm.players if player.line and not player.line.dead]
            there = [line for line in lines if line.server == number]
            began = time.monotonic()
            pid = await asyncio.to_thread(rig.signal_server, number, signal.SIGTERM)
            storm.recorder.note("fault", what=f"SIGTERM to server {number}, process {pid}, with {len(there)} lines")
            exits.append(await asyncio.to_thread(end_of, pid) - began)
            ended = storm.recorder.now()
            await asyncio.to_thread(rig.wait_for_server, number, pid)
            if len(rig.addresses) == 1:
                downtimes.append(Downtime(ended, storm.recorder.now()))
            for line in there:
                await asyncio.wait_for(line.end(), 10)
            cut = [line for line in there if line.was_cut]
            untold.extend(
                f"line {line.number}: {line.bye}" for line in there if line not in cut and line.bye.get("code") != RESTART
            )

    result = campaign.run(rig, "QUA-2.11", "test_sigterm", fault, campaign.size())
    campaign.say(
        f"QUA-2.11 {rig.mode}: {STOPS} stops, exit after {campaign.spread_of(exits)}, not told {len(untold)}, "
        f"unknown after resend {result.findings['unknown_after']}"
    )
    undisturbed = credit.measure(result.storm, downtimes)
    campaign.say(f"QUA-1.9 {rig.mode}: {credit.told(undisturbed, downtimes)}")
    assert not untold, untold[:5]
    assert max(exits) < EXIT_WITHIN
    assert not [downtime for downtime in downtimes if downtime.uncredited]
