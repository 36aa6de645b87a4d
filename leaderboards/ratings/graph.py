"""The course of a rating as a drawing (RNK-2.5): where its line goes, and what stands at its edges. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from math import ceil, floor

import msgspec

WIDTH, HEIGHT = 720, 232
LEFT, RIGHT, TOP, BOTTOM = 48, 690, 24, 192
MOST_POINTS = 200
STEPS = (5, 10, 20, 25, 50, 100, 200, 250, 500, 1000)
LINES = 5
MOST_DATES = 6


class Tick(msgspec.Struct, frozen=True):
    """A mark at an edge."""

    at: float
    value: int = 0
    day: datetime | None = None


class Graph(msgspec.Struct, frozen=True):
    """What is drawn, in the units of its box."""

    path: str
    end: tuple[float, float]
    values: list[Tick]
    days: list[Tick]
    low: int
    high: int
    first: int
    last: int


def graph(steps: Sequence[tuple[datetime, int]]) -> Graph | None:
    """The line through these values in the order of time; None for fewer than two."""
    if len(steps) < 2:
        return None
    shown = thinned(steps)
    low, high = min(value for _, value in shown), max(value for _, value in shown)
    step = next((one for one in STEPS if (high - low) / one <= LINES - 1), STEPS[-1])
    bottom, top = floor(low / step) * step, ceil(high / step) * step
    top = top if top > bottom else bottom + step
    begin, end = shown[0][0], shown[-1][0]
    span = max((end - begin).total_seconds(), 1)

    def x(at: datetime) -> float:
        return round(LEFT + (RIGHT - LEFT) * (at - begin).total_seconds() / span, 1)

    def y(value: float) -> float:
        return round(BOTTOM - (BOTTOM - TOP) * (value - bottom) / (top - bottom), 1)

    corners = [f"{x(at):g} {y(value):g}" for at, value in shown]
    values = [Tick(y(value), value) for value in range(bottom, top + 1, step)]
    count = min(MOST_DATES, max(2, (end - begin) // timedelta(days=1) + 1))
    days = [begin + (end - begin) * number / (count - 1) for number in range(count)]
    ticks = [Tick(x(day), day=day) for day in days]
    return Graph("M" + "L".join(corners), (x(end), y(shown[-1][1])), values, ticks, low, high, steps[0][1], steps[-1][1])


def thinned(steps: Sequence[tuple[datetime, int]]) -> list[tuple[datetime, int]]:
    """So many steps at most: of each part the lowest and the highest, so that no peak is lost; the first and the last stay."""
    if len(steps) <= MOST_POINTS:
        return list(steps)
    parts = (MOST_POINTS - 2) // 2
    inner = steps[1:-1]
    kept = [steps[0]]
    for number in range(parts):
        part = inner[len(inner) * number // parts : len(inner) * (number + 1) // parts]
        lowest, highest = min(part, key=lambda one: one[1]), max(part, key=lambda one: one[1])
        kept += sorted({lowest, highest})
    return [*kept, steps[-1]]


def by_month(steps: Sequence[tuple[datetime, int]]) -> list[tuple[datetime, int, int]]:
    """The last value of each month, with how much it is more than that of the month before; the same in a table."""
    last: dict[tuple[int, int], tuple[datetime, int]] = {}
    for at, value in steps:
        last[at.year, at.month] = (at, value)
    rows: list[tuple[datetime, int, int]] = []
    before = steps[0][1] if steps else 0
    for at, value in last.values():
        rows.append((at, value, value - before))
        before = value
    return rows
