"""The measuring client itself: what it times, and from when."""

from __future__ import annotations

import asyncio
import json
import time
from functools import partial
from random import Random
from typing import Any

import pytest

from games.tables.bench.figures import milliseconds, percentile
from games.tables.bench.seats import Seat, Table, Tally
from games.tables.bench.wire import Address

ADDRESS = Address("http://127.0.0.1:8000", "aaaaaaaaaa", "kartenhaus_session=x")
PROMPT = {"id": "3-0", "issued": 3, "options": [{"id": "a"}, {"id": "b"}, {"id": "c"}], "pick": {"min": 1, "max": 2}}


@pytest.mark.parametrize(("of", "value"), [(50, 5), (95, 10), (99, 10), (100, 10), (1, 1)])
def test_percentile(of: int, value: float) -> None:
    assert percentile([10, 9, 8, 7, 6, 5, 4, 3, 2, 1], of) == value


def test_no_values() -> None:
    assert milliseconds([], 99) == 0
    assert milliseconds([0.0123456], 50) == 12.35


class Hall:
    """A table whose lines lead nowhere; `told` is what it has sent, by seat."""

    def __init__(self) -> None:
        self.tally = Tally(counting=True)
        self.ended: list[Table] = []
        self.table = Table((ADDRESS, ADDRESS), self.tally, Random(1), self.ended.append)
        self.told: list[tuple[int, dict[str, Any]]] = []
        for number, seat in enumerate(self.table.seats):
            seat.line.send = partial(self.note, number)  # type: ignore[method-assign]

    def note(self, number: int, message: dict[str, Any]) -> None:
        self.told.append((number, message))

    def hear(self, number: int, at: float = 0.0, **message: Any) -> None:
        self.table.seats[number].hear(json.dumps(message).encode(), at)

    def moves(self) -> list[dict[str, Any]]:
        return [message["d"] for _, message in self.told if message["t"] == "move"]

    def begin(self) -> None:
        """Both are at version 3, and the first is asked."""
        self.hear(1, t="sync", v=3, re="hello-1", d={"mode": "snapshot", "prompts": []})
        self.hear(0, t="sync", v=3, re="hello-2", d={"mode": "snapshot", "prompts": [PROMPT]})


def in_a_loop(scenario: Any) -> None:
    async def whole() -> None:
        scenario(Hall())

    asyncio.run(whole())


def test_a_move_is_timed_to_its_ack_and_to_the_other_seat() -> None:
    def scenario(hall: Hall) -> None:
        hall.begin()
        (move,) = hall.moves()
        assert (move["prompt"], move["expect"]) == ("3-0", 3)
        assert 1 <= len(set(move["choice"]) & {"a", "b", "c"}) == len(move["choice"]) <= 2
        began = hall.table.pending.start if hall.table.pending else 0
        update = {"from": 3, "prompts": []}
        hall.hear(0, began + 0.010, t="update", v=4, d=update)
        hall.hear(1, began + 0.020, t="update", v=4, d=update)
        hall.hear(0, began + 0.030, t="ack", re=move["move_id"], d={"version": 4})
        assert hall.tally.acks == [pytest.approx(0.030)]
        assert hall.tally.updates == [pytest.approx(0.020)]
        assert (hall.tally.errors.total(), hall.tally.resyncs) == (0, 0)

    in_a_loop(scenario)


def test_a_paced_move_is_timed_from_when_it_was_planned() -> None:
    """Otherwise a server that stands still would be asked less, and its worst moments left out (coordinated omission)."""

    def scenario(hall: Hall) -> None:
        hall.table.paced = True
        hall.begin()
        assert hall.moves() == []
        planned = time.monotonic() - 5
        hall.table.planned.append(planned)
        hall.table.act()
        (move,) = hall.moves()
        hall.hear(0, planned + 7, t="ack", re=move["move_id"], d={"version": 4})
        assert hall.tally.acks == [pytest.approx(7)]

    in_a_loop(scenario)


def test_a_window_is_answered_once() -> None:
    """PRO-4.8: the own answer is shown beside the question, which stays open."""

    def scenario(hall: Hall) -> None:
        hall.begin()
        (move,) = hall.moves()
        hall.hear(0, t="sync", v=3, d={"mode": "snapshot", "prompts": [PROMPT | {"answer": ["a"]}]})
        hall.hear(0, t="ack", re=move["move_id"], d={"version": 3})
        assert len(hall.moves()) == 1
        assert hall.tally.resyncs == 0

    in_a_loop(scenario)


def test_a_gap_is_repaired_and_counted() -> None:
    """PRO-5.6."""

    def scenario(hall: Hall) -> None:
        hall.begin()
        for version in (6, 7):
            hall.hear(1, t="update", v=version, d={"from": version - 1, "prompts": []})
        assert [message["t"] for number, message in hall.told if number == 1] == ["resync"]
        assert hall.tally.resyncs == 1

    in_a_loop(scenario)


def test_what_is_refused_is_counted_and_sent_again_when_that_helps() -> None:
    async def scenario() -> None:
        hall = Hall()
        hall.begin()
        (move,) = hall.moves()
        hall.hear(0, t="error", re=move["move_id"], d={"code": "rate_limited", "retry_ms": 1})
        await asyncio.sleep(0.05)
        assert hall.moves() == [move, move]
        hall.hear(0, t="error", re=move["move_id"], d={"code": "stale_prompt"})
        assert hall.table.pending is None
        assert hall.tally.errors == {"rate_limited": 1, "stale_prompt": 1}

    asyncio.run(scenario())


def test_the_end_of_a_match_is_told() -> None:
    def scenario(hall: Hall) -> None:
        hall.begin()
        (move,) = hall.moves()
        update = {"from": 3, "prompts": [], "table": {"status": "finished"}}
        hall.hear(0, t="update", v=4, d=update)
        assert hall.ended == []
        hall.hear(0, t="ack", re=move["move_id"], d={"version": 4})
        assert hall.ended == [hall.table]

    in_a_loop(scenario)


def test_what_is_received_is_acknowledged() -> None:
    """PRO-6.5: the server sends no more than 32 messages without it."""

    def scenario(hall: Hall) -> None:
        seat: Seat = hall.table.seats[1]
        hall.begin()
        for version in range(4, 28):
            hall.hear(1, t="update", v=version, d={"from": version - 1, "prompts": []})
        pings = [message["d"]["v"] for number, message in hall.told if number == 1 and message["t"] == "ping"]
        assert len(pings) == 2
        assert pings[-1] <= seat.version

    in_a_loop(scenario)
