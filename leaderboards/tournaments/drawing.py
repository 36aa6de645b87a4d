"""A bracket as a picture: where its matches stand and how they are joined, for the part of it that somebody looks at (RNK-7.15).

Brackets of more than `MOST_FIRST` first matches are shown in parts: each a piece of the first rounds from top to bottom, and
the rounds behind them as the last part.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from leaderboards.tournaments.lines import Line

MOST_FIRST = 32
"""Matches of the first round in one picture."""

LEFT, TOP = 14, 66
WIDTH, HEIGHT = 158, 46
ACROSS, DOWN = 196, 68
HEADING = 34
"""Height of what is written above the losers bracket."""

LONGEST, LONGEST_SOURCE = 15, 24
"""Characters of a name in a cell, and of where somebody will come from."""


@dataclass(frozen=True)
class Part:
    """What is shown of a bracket: its (winners) rounds from `first` to `last`, and which piece of them, from 0, of so many."""

    first: int
    last: int
    piece: int = 0
    pieces: int = 1
    final: bool = True
    """Whether it has the end of the bracket in it."""

    def of_round(self, matches: int) -> range:
        """Which matches of a round with so many are in it, from 1."""
        share = max(1, matches // self.pieces)
        start = self.piece * share if matches >= self.pieces else self.piece * matches // self.pieces
        return range(start + 1, start + share + 1)


@dataclass(frozen=True)
class Cell:
    """A match in the picture."""

    line: Line
    x: float
    y: float
    upper: str
    lower: str
    """Names that fit."""

    @property
    def middle(self) -> float:
        """Where its wires end."""
        return self.y + HEIGHT / 2

    @property
    def right(self) -> float:
        """Where a wire begins."""
        return self.x + WIDTH

    @property
    def seed_x(self) -> float:
        """Of the seeds."""
        return self.x + 8

    @property
    def name_x(self) -> float:
        """Of the names."""
        return self.x + 28

    @property
    def score_x(self) -> float:
        """Where scores end."""
        return self.x + WIDTH - 9

    @property
    def upper_y(self) -> float:
        """Of the upper line of text."""
        return self.y + 16.5

    @property
    def lower_y(self) -> float:
        """Of the lower one."""
        return self.y + 38.5


@dataclass(frozen=True)
class Wire:
    """From a match to the one its winner plays next."""

    path: str
    mine: bool


@dataclass(frozen=True)
class Text:
    """Something written in the picture."""

    x: float
    y: float
    text: str


@dataclass(frozen=True)
class Picture:
    """All of it, in pixels at full size."""

    width: int
    height: int
    cells: Sequence[Cell]
    wires: Sequence[Wire]
    titles: Sequence[Text]
    rounds: Sequence[Text]
    band: float | None
    """Where the losers bracket begins."""

    @property
    def band_height(self) -> float:
        """How high the losers bracket is."""
        return self.height - (self.band or 0)


def parts(rounds: int) -> list[Part]:
    """The parts of a bracket of so many winners rounds; one if it fits into one picture."""
    matches = 2 ** (rounds - 1)
    if matches <= MOST_FIRST:
        return [Part(1, rounds)]
    pieces = matches // MOST_FIRST
    end = next(number for number in range(1, rounds + 1) if 2 ** (rounds - number) <= MOST_FIRST)
    fitting = MOST_FIRST.bit_length()
    return [*(Part(1, min(fitting, rounds), piece, pieces, final=False) for piece in range(pieces)), Part(end, rounds)]


def wanted(part: Part, rounds: int, *, double: bool) -> list[str]:
    """The names of the matches in a part, as far as there can be such."""
    found = [
        f"W{number}.{index}" for number in range(part.first, part.last + 1) for index in part.of_round(2 ** (rounds - number))
    ]
    if double:
        found += [f"L{number}.{index}" for number in losers(part) for index in part.of_round(losers_matches(number, rounds))]
    if part.final:
        found += ["GF1", "GF2", "3P"]
    return found


def losers(part: Part) -> range:
    """The rounds of the losers bracket that go with a part: into the first two fall those who lose in its first round."""
    first = 1 if part.first == 1 else 2 * part.first - 3
    return range(first, 2 * (part.last - 1) + 1)


def losers_matches(number: int, rounds: int) -> int:
    """How many matches a losers round has."""
    return int(2 ** (rounds - 2 - (number - 1) // 2))


def draw(
    found: Mapping[str, Line],
    part: Part,
    rounds: int,
    *,
    double: bool,
    names: Mapping[str, str],
    words: tuple[str, str],
    seed: int | None = None,
) -> Picture:
    """The picture of the matches that there are.

    `names`: rounds in words by label; `words`: what the two brackets are called; `seed`: whose way is shown.
    """
    board = _Board(found, part, rounds, double, seed)
    board.winners()
    if double and losers(part):
        board.losers()
    if part.final:
        board.finals()
    return board.picture(names, words)


class _Board:
    def __init__(self, found: Mapping[str, Line], part: Part, rounds: int, double: bool, seed: int | None) -> None:
        self.found, self.part, self.total, self.double, self.seed = found, part, rounds, double, seed
        self.cells: dict[str, Cell] = {}
        self.wires: list[Wire] = []
        self.heads: dict[str, tuple[float, float]] = {}
        self.band: float | None = None
        self.lowest = float(TOP)

    def column(self, number: int) -> int:
        """Of a winners round: those of a double elimination leave room for the losers rounds in between."""
        away = number - self.part.first
        return away if not self.double else max(0, 2 * (number - 1) - 1) - max(0, 2 * (self.part.first - 1) - 1)

    def losers_column(self, number: int) -> int:
        """Of a losers round."""
        shift = max(0, 2 * (self.part.first - 1) - 1)
        return max(0, number - shift) if self.part.first > 1 else number

    def place(self, name: str, column: int, y: float) -> None:
        """Put a match somewhere, if there is one of this name."""
        line = self.found.get(name)
        self.lowest = max(self.lowest, y + HEIGHT)
        if line is None or all(not side.name for side in line.sides):
            return
        names = [_short(side.name, LONGEST if side.known else LONGEST_SOURCE) for side in line.sides]
        self.cells[name] = Cell(line, LEFT + column * ACROSS, y, names[0], names[1])

    def winners(self) -> None:
        """From the first round shown on, each between the two it follows from."""
        tops: dict[tuple[int, int], float] = {}
        for number in range(self.part.first, self.part.last + 1):
            column = self.column(number)
            self.heads[f"W{number}"] = (LEFT + column * ACROSS, 50)
            for row, index in enumerate(self.part.of_round(2 ** (self.total - number))):
                before = [tops.get((number - 1, 2 * index - 1)), tops.get((number - 1, 2 * index))]
                y = TOP + row * DOWN if before[0] is None or before[1] is None else (before[0] + before[1]) / 2
                tops[number, index] = y
                self.place(f"W{number}.{index}", column, y)
                for side, feeder in enumerate((2 * index - 1, 2 * index)):
                    self.join(f"W{number - 1}.{feeder}", f"W{number}.{index}", side)

    def losers(self) -> None:
        """Below, in a band of its own."""
        top = self.lowest + 26
        self.band = top
        tops: dict[tuple[int, int], float] = {}
        numbers = losers(self.part)
        for number in numbers:
            column = self.losers_column(number)
            self.heads[f"L{number}"] = (LEFT + column * ACROSS, top + HEADING + 2)
            for row, index in enumerate(self.part.of_round(losers_matches(number, self.total))):
                feeders = (index,) if number % 2 == 0 else (2 * index - 1, 2 * index)
                before = [tops[number - 1, feeder] for feeder in feeders if (number - 1, feeder) in tops]
                y = sum(before) / len(before) if before else top + HEADING + 16 + row * DOWN
                tops[number, index] = y
                self.place(f"L{number}.{index}", column, y)
                for side, feeder in enumerate(feeders):
                    self.join(f"L{number - 1}.{feeder}", f"L{number}.{index}", 1 if number % 2 == 0 else side)

    def finals(self) -> None:
        """The grand final between both brackets, the match for the third place below the final."""
        last = f"W{self.total}.1"
        top = self.cells[last].y if last in self.cells else float(TOP)
        column = self.column(self.total)
        if not self.double:
            self.place("3P", column, top + 2 * DOWN)
            if "3P" in self.cells:
                self.heads["3P"] = (LEFT + column * ACROSS, top + 2 * DOWN - 16)
            return
        end = f"L{2 * (self.total - 1)}.1"
        beside = max([column, *(self.losers_column(number) for number in losers(self.part))]) + 1
        y = (top + self.cells[end].y) / 2 if end in self.cells else top
        self.heads["GF"] = (LEFT + beside * ACROSS, y - 16)
        self.place("GF1", beside, y)
        second = self.found.get("GF2")
        if second is not None and second.state not in ("cancelled", "pending"):
            self.place("GF2", beside + 1, y)
            self.join("GF1", "GF2", 0)
        self.join(last, "GF1", 0)
        self.join(end, "GF1", 1)

    def join(self, before: str, after: str, side: int) -> None:
        """A wire, if both are there; thick where the one who is followed has gone that way."""
        one, other = self.cells.get(before), self.cells.get(after)
        if one is None or other is None:
            return
        half = (one.right + other.x) / 2
        path = f"M{one.right:g} {one.middle:g}H{half:g}V{other.middle:g}H{other.x:g}"
        went = self.seed is not None and any(end.seed == self.seed for end in one.line.sides if end.won or one.line.is_bye)
        mine = went and any(end.seed == self.seed for end in other.line.sides)
        self.wires.append(Wire(path, mine))

    def picture(self, names: Mapping[str, str], words: tuple[str, str]) -> Picture:
        """Everything, with what is written above."""
        right = max((cell.right for cell in self.cells.values()), default=float(WIDTH))
        titles = [Text(LEFT, 27, words[0])] if self.double else []
        if self.band is not None:
            titles.append(Text(LEFT, self.band + 28, words[1]))
        shown = {_label(name) for name in self.cells}
        heads = [Text(x, y, names.get(label, label)) for label, (x, y) in self.heads.items() if label in shown]
        lowest = max((cell.y + HEIGHT for cell in self.cells.values()), default=self.lowest)
        ordered = sorted(self.wires, key=lambda wire: wire.mine)
        return Picture(int(right) + 24, int(lowest) + 32, list(self.cells.values()), ordered, titles, heads, self.band)


def _label(name: str) -> str:
    return "GF" if name.startswith("GF") else name.partition(".")[0]


def _short(name: str, most: int) -> str:
    return name if len(name) <= most else f"{name[: most - 1].rstrip()}…"
