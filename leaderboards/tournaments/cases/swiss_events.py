"""The invariants of Swiss pairing over events with random results (RNK-10, `sw_*`)."""

from __future__ import annotations

from collections.abc import Mapping
from math import ceil, log2
from typing import Any

from msgspec.json import encode

from leaderboards.tournaments import swiss
from leaderboards.tournaments.rehearsal import Books, Event

CHECKS = ("sw_rematch", "sw_bye", "sw_all_paired", "sw_balance", "sw_deterministic")
"""What is checked."""

SMALL = 64
"""Up to so many players every round is paired twice, above only those of the first event of a size."""

NEAR_FROM, NEAR_SHARE = 16, 0.9
"""From so many players on so large a share has starts and seconds that differ by 1 at most, on the average."""


def invariants(given: Mapping[str, Any]) -> dict[str, Any]:
    """Which checks hold in all events."""
    broken: set[str] = set()
    for n in sizes(given["n"]):
        repeats = int(given.get(f"repeats_{n}", given.get("repeats", 1)))
        near: list[float] = []
        for repeat in range(repeats):
            event = Event(n, f"{n}:{repeat}", int(given.get("draws_percent", 10)))
            books = Books()
            for round_ in event.rounds(rounds(given.get("rounds"), n)):
                broken |= books.faults([one.id for one in round_.participants], round_.pairing)
                if n <= SMALL or repeat == 0:
                    again = event.pair(round_.number, round_.participants[::-1])
                    broken |= {"sw_deterministic"} if encode(again.pairing) != encode(round_.pairing) else set()
            near += books.near
        if n >= NEAR_FROM and sum(near) < NEAR_SHARE * len(near):
            broken.add("sw_balance")
    return {"checks": [check for check in CHECKS if check not in broken]}


def sizes(given: Any) -> list[int]:
    """The numbers of players: a list, or from one to another."""
    return list(range(given["from"], given["to"] + 1)) if isinstance(given, Mapping) else [int(n) for n in given]


def rounds(given: Any, n: int) -> int:
    """How many rounds: so many, or one more than RNK-7.6 has by default."""
    wanted = given if isinstance(given, int) else max(3, ceil(log2(n)) + 1)
    return min(wanted, swiss.most_rounds(n))
