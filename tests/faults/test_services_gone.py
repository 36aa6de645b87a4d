"""Redis goes, and PostgreSQL dies, in the middle of a storm (QUA-2.12, QUA-2.14)."""

from __future__ import annotations

import asyncio
import signal
from collections import Counter
from collections.abc import Callable
from math import inf

import pytest

from tests.faults import campaign
from tests.faults.scaled import Scaled
from tests.faults.storm import Storm

pytestmark = pytest.mark.scaled

TIMES = 3 if campaign.FULL else 1
GONE_FOR = 10.0
BETWEEN = 4.0
SETTLED = 0.5
"""Seconds after which what was sent before PostgreSQL was back has its answer."""
ACKED_AT_LEAST = 0.99
LOGGED_OUT = 4401


def test_redis_gone(scaled: Scaled) -> None:
    """QUA-2.12: moves go on without the bell, everybody comes level, and nobody is logged out."""
    spans: list[tuple[float, float]] = []

    async def fault(storm: Storm) -> None:
        for _ in range(TIMES):
            await asyncio.sleep(BETWEEN)
            await asyncio.to_thread(scaled.redis.kill)
            gone = storm.recorder.note("fault", what="Redis killed")
            await asyncio.sleep(GONE_FOR)
            await asyncio.to_thread(scaled.redis.start)
            spans.append((gone, storm.recorder.note("fault", what="Redis started, empty")))
        await asyncio.sleep(BETWEEN)
        await asyncio.to_thread(scaled.redis.say, "FLUSHALL")
        storm.recorder.note("fault", what="FLUSHALL")

    before = scaled.pids()
    result = campaign.run(scaled, "QUA-2.12", "test_redis_gone", fault, campaign.size(), spread=True)
    storm = result.storm
    acked = sum(1 for ack in storm.acks for gone, back in spans if gone <= ack.at <= back)
    failed = sum(1 for trouble in storm.troubles for gone, back in spans if gone <= trouble.at <= back)
    share = acked / max(acked + failed, 1)
    campaign.say(
        f"QUA-2.12 {scaled.mode}: without Redis {acked} acknowledged, {failed} not, availability {share:.2%}; "
        f"{storm.behind} times behind, level {storm.level_after:.1f} s after the last move"
    )
    assert acked > 0
    assert share >= ACKED_AT_LEAST
    assert LOGGED_OUT not in storm.byes
    assert scaled.pids() == before


def test_postgresql_dies(scaled: Scaled) -> None:
    """QUA-2.14: no move is lost, no server has to be started again, and nobody meets a stale connection twice."""
    back: list[float] = []

    def kill() -> None:
        scaled.postgres.kill()
        scaled.postgres.start()

    def stop() -> None:
        scaled.postgres.signal(signal.SIGQUIT)
        scaled.postgres.start()

    def end() -> None:
        campaign.say(f"QUA-2.14: {scaled.postgres.end_sessions()} sessions ended")

    ways: dict[str, Callable[[], None]] = {"SIGKILL": kill, "immediate stop": stop, "sessions ended": end}

    async def fault(storm: Storm) -> None:
        for how in [*ways] * TIMES:
            await asyncio.sleep(BETWEEN)
            storm.recorder.note("fault", what=how)
            await asyncio.to_thread(ways[how])
            back.append(storm.recorder.note("fault", what="PostgreSQL accepts connections"))

    before = scaled.pids()
    result = campaign.run(scaled, "QUA-2.14", "test_postgresql_dies", fault, campaign.size())
    storm = result.storm
    first = [min((ack.at for ack in storm.acks if ack.at > at), default=inf) - at for at in back]
    late = Counter((trouble.client, at) for trouble in storm.troubles for at in back if at + SETTLED < trouble.at < at + BETWEEN)
    campaign.say(
        f"QUA-2.14 {scaled.mode}, {', '.join(ways)}: first ack after {campaign.spread_of(first)}; refused while it was away or "
        f"just back: {dict(Counter(trouble.code for trouble in storm.troubles))}; "
        f"twice on one client: {sum(n > 1 for n in late.values())}"
    )
    assert scaled.pids() == before
    assert not [client for client, times in late.items() if times > 1]
