"""Standings with tie-breaks (RNK-7.10), for Swiss events, round robins and groups.

Values are exact: points come in 1/120, what is shown are fractions of points (win 1, draw 1/2). Behind each value stand its
addends. Pure: the same results give the same table, whatever their order.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import groupby
from typing import Any, Literal

from msgspec import Struct

from leaderboards.tournaments import lot

WIN = 120
"""Points of a win, in 1/120."""

HALF = 60
"""What a trailing absence counts for the opponents of who is absent."""

Player = int | str
Format = Literal["swiss", "round_robin"]
Kind = Literal["bye", "requested_bye", "forfeit_win", "forfeit_loss", "double_forfeit", "absent", "withdrawn"]

FORFEITS: frozenset[Kind] = frozenset({"forfeit_win", "forfeit_loss", "double_forfeit"})
BYES: frozenset[Kind] = frozenset({"bye", "requested_bye"})
AWAY: frozenset[Kind] = frozenset({"absent", "withdrawn"})
PRESENT: frozenset[Kind] = frozenset({*BYES, "forfeit_win"})
"""Kinds that end the look back for trailing absences, as a played game does."""

NAMES = ("BH", "BHC1", "MBH", "SB", "DE", "WIN", "WS", "PROG", "KOYA", "PD", "PF", "AOR", "GD", "LOT")
"""All tie-breaks."""

SWISS = ("BHC1", "BH", "SB", "DE", "WIN", "LOT")
ROUND_ROBIN = ("DE", "WIN", "SB", "PD", "LOT")
RETURN_MATCHES = ("PD", "DE", "SB", "LOT")
"""Lists by default: Swiss; round robin and groups; leagues of return matches (Ka-Mel-Oh!)."""


class Game(Struct, frozen=True):
    """A match that was played, series and games that somebody left included."""

    round: int | None
    first: Player
    """Who started."""

    second: Player
    points: int
    """Of the first, in 1/120."""

    other: int | None = None
    """Of the second; `None`: what is left of a win."""

    scores: tuple[int, int] | None = None
    """The games' own scores of both (`PD`, `PF`)."""

    games: tuple[int, int] | None = None
    """Games won inside a series by both (`GD`)."""

    @property
    def rest(self) -> int:
        """Points of the second, in 1/120."""
        return WIN - self.points if self.other is None else self.other


class Unplayed(Struct, frozen=True):
    """A round in which somebody did not play."""

    player: Player
    round: int | None
    points: int
    """In 1/120."""

    kind: Kind
    opponent: Player | None = None
    """Of a forfeit: whom they were to meet. A round robin needs it."""


class Part(Struct, frozen=True):
    """An addend of a value."""

    value: Fraction
    round: int | None = None
    opponent: Player | None = None
    """The player themselves stands for the virtual opponent."""

    points: int | None = None
    """What the player got against the opponent, in 1/120, where that is a factor (`SB`)."""

    left_out: bool = False
    """Cut from the sum (`BHC1`, `MBH`)."""


class Row(Struct, frozen=True):
    """A line of the table."""

    player: Player
    place: int
    """From 1; shared if the list leaves some level."""

    points: int
    """In 1/120."""

    adjusted: Fraction
    """What their opponents count them for, in points."""

    values: dict[str, Fraction | None]
    """By tie-break, in points; `None` where there is nothing to compare (`DE` of who is not tied, or if not all of the tied have
    met; `AOR` without a game). `LOT` is the lot as a number."""

    parts: dict[str, list[Part]]
    """The addends behind the values; `PROG` has the running totals, `AOR` the strengths of which it is the mean."""

    lot: str
    """Hexadecimal; the smaller one is ahead."""

    wins: int
    draws: int
    losses: int
    """Of matches that were played."""

    byes: int
    forfeits: int
    """Won and lost ones."""

    pf: int
    pa: int
    """The games' own scores for and against."""


class Entry(Struct, frozen=True):
    """What happened to a player in one round, or in one game of a round robin."""

    round: int | None
    kind: Literal["game"] | Kind
    opponent: Player | None
    own: int
    other: int = 0
    first: bool = False
    scored: int = 0
    conceded: int = 0
    games: int = 0
    """Difference inside the series."""

    @property
    def played(self) -> bool:
        """Whether a game was really played."""
        return self.kind == "game"

    @property
    def won(self) -> bool:
        """Won at the table."""
        return self.kind == "game" and self.own > self.other


def table(
    format: Format,  # noqa: A002 (the word of RNK-10)
    players: Iterable[Player],
    games: Iterable[Game],
    unplayed: Iterable[Unplayed] = (),
    tie_breaks: Sequence[str] = SWISS,
    *,
    seed: str = "",
    ids: Mapping[Any, object] | None = None,
    mu: Mapping[Any, float | Fraction] | None = None,
    target: int = 0,
    rounds: int | None = None,
    columns: Collection[str] = (),
    play_off: Sequence[Player] = (),
) -> list[Row]:
    """The players from the first place down.

    `seed` and `ids` (else the players themselves) are for `LOT`, `mu` (at the start) for `AOR`. `target` is what a forfeit counts
    in own scores, to 0. `rounds` is the last round paired, if it is later than the last one with a result. `columns` are
    tie-breaks to show beyond those of the list. `play_off` orders those tied for first place instead of a formula, as far as it
    names them.
    Raises `ValueError` for a tie-break that there is not, a game without a round in a Swiss event, or an unknown player.
    """
    wanted = list(dict.fromkeys([*tie_breaks, *columns]))
    if unknown := set(wanted) - set(NAMES):
        raise ValueError(f"no such tie-break: {', '.join(sorted(unknown))}")
    book = Book(format, players, games, unplayed, target, rounds)
    lots = {player: lot.digest(seed, player if ids is None else ids[player]) for player in book.entries}
    work = Values(book, mu or {}, lots)
    columns_of = {name: work.column(name) for name in wanted}
    order = Order(book, {name: work.plain(column) for name, column in columns_of.items()}, tie_breaks, lots)
    rows = []
    for place, player in order.places(play_off):
        rows.append(book.row(player, place, lots[player], {name: column[player] for name, column in columns_of.items()}))
    return rows


class Book:
    """All results by player."""

    def __init__(
        self,
        format: Format,  # noqa: A002
        players: Iterable[Player],
        games: Iterable[Game],
        unplayed: Iterable[Unplayed],
        target: int,
        rounds: int | None,
    ) -> None:
        self.swiss = format == "swiss"
        self.target = target
        self.entries: dict[Player, list[Entry]] = {player: [] for player in players}
        for game in games:
            self.enter(game)
        for missed in unplayed:
            self.of(missed.player).append(self.missed(missed))
        if self.swiss:
            self.fill(rounds)
        self.points = {player: sum(entry.own for entry in entries) for player, entries in self.entries.items()}
        self.adjusted = {player: self.points[player] + self.absences(player) for player in self.entries}

    def of(self, player: Player) -> list[Entry]:
        """The entries of a player; raises `ValueError` if there is none of this name."""
        try:
            return self.entries[player]
        except KeyError:
            raise ValueError(f"no such player: {player}") from None

    def enter(self, game: Game) -> None:
        """Put a game down for both."""
        if self.swiss and game.round is None:
            raise ValueError("a game of a Swiss event has a round")
        other = game.rest
        (a, b), (won, lost) = game.scores or (0, 0), game.games or (0, 0)
        self.of(game.first).append(Entry(game.round, "game", game.second, game.points, other, True, a, b, won - lost))
        self.of(game.second).append(Entry(game.round, "game", game.first, other, game.points, False, b, a, lost - won))

    def missed(self, one: Unplayed) -> Entry:
        """A round without a game; a forfeit counts the target to 0 in own scores."""
        scored = self.target if one.kind == "forfeit_win" else 0
        conceded = self.target if one.kind == "forfeit_loss" else 0
        opponent = None if self.swiss else one.opponent
        return Entry(one.round, one.kind, opponent, one.points, scored=scored, conceded=conceded)

    def fill(self, rounds: int | None) -> None:
        """Every round up to the last one paired has an entry of everybody; who is not named was absent."""
        last = max((entry.round or 0 for entries in self.entries.values() for entry in entries), default=0)
        for player, entries in self.entries.items():
            there = {entry.round: entry for entry in entries}
            self.entries[player] = [
                there.get(number) or Entry(number, "absent", None, 0) for number in range(1, max(last, rounds or 0) + 1)
            ]

    def absences(self, player: Player) -> int:
        """What is added to the points of a player for their opponents: trailing rounds of absence count 1/2."""
        added = 0
        if self.swiss:
            for entry in reversed(self.entries[player]):
                if entry.played or entry.kind in PRESENT:
                    break
                if entry.kind in AWAY:
                    added += HALF - entry.own
        return added

    def counted(self, player: Player) -> Iterator[tuple[Entry, Player, int]]:
        """Entries that count for `BH` and `SB`, each with the opponent and what that one is worth, in 1/120.

        In Swiss events the player is the virtual opponent of rounds not played, worth their own points; in round robins only
        games count, and forfeits against whom they were to meet.
        """
        own = self.points[player]
        for entry in self.entries[player]:
            if entry.opponent is not None:
                yield entry, entry.opponent, self.adjusted[entry.opponent]
            elif self.swiss:
                yield entry, player, own

    def row(self, player: Player, place: int, drawn: str, cells: Mapping[str, Cell]) -> Row:
        """The line of a player."""
        entries = self.entries[player]
        played = [entry for entry in entries if entry.played]
        wins = sum(entry.own > entry.other for entry in played)
        draws = sum(entry.own == entry.other for entry in played)
        return Row(
            player=player,
            place=place,
            points=self.points[player],
            adjusted=fraction(self.adjusted[player], WIN),
            values={name: cell[0] for name, cell in cells.items()},
            parts={name: cell[1] for name, cell in cells.items()},
            lot=drawn,
            wins=wins,
            draws=draws,
            losses=len(played) - wins - draws,
            byes=sum(entry.kind in BYES for entry in entries),
            forfeits=sum(entry.kind in FORFEITS for entry in entries),
            pf=sum(entry.scored for entry in entries),
            pa=sum(entry.conceded for entry in entries),
        )


Cell = tuple[Fraction | None, list[Part]]
"""A value and its addends."""


class Values:
    """The values of all tie-breaks."""

    def __init__(self, book: Book, mu: Mapping[Any, float | Fraction], lots: Mapping[Player, str]) -> None:
        self.book = book
        self.mu = mu
        self.lots = lots
        self.buchholz: dict[Player, list[tuple[int, Entry, Player]]] = {}

    def column(self, name: str) -> dict[Player, Cell]:
        """The value of everybody."""
        if name == "DE":
            return self.direct()
        work: dict[str, Callable[[Player], Cell]] = {
            "BH": lambda player: self.sum_of_opponents(player, 0, 0),
            "BHC1": lambda player: self.sum_of_opponents(player, 1, 0),
            "MBH": lambda player: self.sum_of_opponents(player, 1, 1),
            "SB": self.sonneborn_berger,
            "WIN": lambda player: self.wins(player, second=False),
            "WS": lambda player: self.wins(player, second=True),
            "PROG": self.progress,
            "KOYA": self.koya,
            "PD": lambda player: self.own_scores(player, difference=True),
            "PF": lambda player: self.own_scores(player, difference=False),
            "AOR": self.mean_opponent,
            "GD": self.games_inside,
            "LOT": lambda player: (Fraction(int(self.lots[player], 16)), []),
        }
        return {player: work[name](player) for player in self.book.entries}

    @staticmethod
    def plain(column: Mapping[Player, Cell]) -> dict[Player, Fraction]:
        """Values to be compared."""
        return {player: Fraction(0) if value is None else value for player, (value, _) in column.items()}

    def sum_of_opponents(self, player: Player, lowest: int, highest: int) -> Cell:
        """Sum of the adjusted scores of the opponents without so many of the lowest and highest."""
        met = self.buchholz.get(player)
        if met is None:
            met = [(worth, entry, other) for entry, other, worth in self.book.counted(player)]
            self.buchholz[player] = met
        order = sorted(range(len(met)), key=lambda index: met[index][0])
        cut = {*order[:lowest], *order[max(lowest, len(order) - highest) :]} if lowest or highest else set()
        parts = [
            Part(fraction(worth, WIN), entry.round, other, None, index in cut) for index, (worth, entry, other) in enumerate(met)
        ]
        return fraction(sum(worth for index, (worth, _, _) in enumerate(met) if index not in cut), WIN), parts

    def sonneborn_berger(self, player: Player) -> Cell:
        """Sum of the points against each opponent times what that one is worth."""
        met = list(self.book.counted(player))
        parts = [Part(fraction(entry.own * worth, WIN * WIN), entry.round, other, entry.own) for entry, other, worth in met]
        return fraction(sum(entry.own * worth for entry, _, worth in met), WIN * WIN), parts

    def wins(self, player: Player, *, second: bool) -> Cell:
        """Games won at the table, or those of them as second player."""
        won = [entry for entry in self.book.entries[player] if entry.won and not (second and entry.first)]
        return fraction(len(won), 1), [Part(fraction(1, 1), entry.round, entry.opponent) for entry in won]

    def progress(self, player: Player) -> Cell:
        """Sum of the running totals."""
        total, parts, whole = 0, [], 0
        for entry in sorted(self.book.entries[player], key=lambda entry: entry.round or 0):
            total += entry.own
            whole += total
            parts.append(Part(fraction(total, WIN), entry.round, entry.opponent))
        return fraction(whole, WIN), parts

    def koya(self, player: Player) -> Cell:
        """Points against those with at least half of the points that were possible for them."""
        book = self.book
        parts = [
            Part(fraction(entry.own, WIN), entry.round, entry.opponent)
            for entry in book.entries[player]
            if entry.opponent is not None and self.reached_half(entry.opponent)
        ]
        return sum((part.value for part in parts), Fraction(0)), parts

    def reached_half(self, player: Player) -> bool:
        """Whether somebody has half of the points of all games that count for them."""
        games = sum(entry.opponent is not None for entry in self.book.entries[player])
        return self.book.points[player] * 2 >= games * WIN

    def own_scores(self, player: Player, *, difference: bool) -> Cell:
        """Sum of the games' own scores, or for minus against."""
        parts = [
            Part(fraction(entry.scored - entry.conceded if difference else entry.scored, 1), entry.round, entry.opponent)
            for entry in self.book.entries[player]
            if entry.played or entry.kind in FORFEITS
        ]
        return sum((part.value for part in parts), Fraction(0)), parts

    def mean_opponent(self, player: Player) -> Cell:
        """Mean strength at the start of the opponents of played games."""
        parts = [
            Part(Fraction(self.mu.get(entry.opponent, 0)), entry.round, entry.opponent)
            for entry in self.book.entries[player]
            if entry.played and entry.opponent is not None
        ]
        return sum((part.value for part in parts), Fraction(0)) / len(parts) if parts else None, parts

    def games_inside(self, player: Player) -> Cell:
        """Games won minus games lost inside series."""
        played = [entry for entry in self.book.entries[player] if entry.played]
        parts = [Part(fraction(entry.games, 1), entry.round, entry.opponent) for entry in played]
        return fraction(sum(entry.games for entry in played), 1), parts

    def direct(self) -> dict[Player, Cell]:
        """Points in games among all those tied on points, if all of them have met."""
        cells: dict[Player, Cell] = {player: (None, []) for player in self.book.entries}
        for group in level(self.book.points, self.book.entries):
            if all_met(self.book, group):
                among = frozenset(group)
                for player in group:
                    entries = [entry for entry in self.book.entries[player] if entry.opponent in among]
                    parts = [Part(fraction(entry.own, WIN), entry.round, entry.opponent, entry.own) for entry in entries]
                    cells[player] = fraction(sum(entry.own for entry in entries), WIN), parts
        return cells


class Order:
    """Who is before whom."""

    def __init__(
        self,
        book: Book,
        values: Mapping[str, Mapping[Player, Fraction]],
        tie_breaks: Sequence[str],
        lots: Mapping[Player, str],
    ) -> None:
        self.book = book
        self.values = values
        self.tie_breaks = tie_breaks
        self.lots = lots

    def places(self, play_off: Sequence[Player]) -> Iterator[tuple[int, Player]]:
        """Everybody with their place, from the first down; who is level stands in the order in which the players were named."""
        place = 1
        for group in self.groups(play_off):
            for player in group:
                yield place, player
            place += len(group)

    def groups(self, play_off: Sequence[Player]) -> Iterator[list[Player]]:
        """Those who share a place, from the first down."""
        for index, group in enumerate(level(self.book.points, self.book.entries)):
            ahead = [player for player in play_off if player in group] if index == 0 else []
            yield from ([player] for player in ahead)
            yield from self.split([player for player in group if player not in ahead], 0)

    def split(self, group: list[Player], index: int) -> Iterator[list[Player]]:
        """A group that is level up to this tie-break, by it and those after it."""
        if len(group) < 2 or index == len(self.tie_breaks):
            if group:
                yield group
            return
        for part in self.parts(group, self.tie_breaks[index]):
            yield from self.split(part, index + 1)

    def parts(self, group: list[Player], name: str) -> Iterable[list[Player]]:
        """What one tie-break makes of a group."""
        if name == "DE":
            return self.met(group)
        if name == "LOT":
            return [list(part) for _, part in groupby(sorted(group, key=self.lots.__getitem__), self.lots.__getitem__)]
        return level(self.values[name], group)

    def met(self, group: list[Player]) -> Iterator[list[Player]]:
        """By points among the group if all of it have met, and so on in the subgroups; else as it is."""
        if len(group) < 2 or not all_met(self.book, group):
            yield group
            return
        among = frozenset(group)
        points = {player: sum(entry.own for entry in self.book.entries[player] if entry.opponent in among) for player in group}
        parts = level(points, group)
        if len(parts) == 1:
            yield group
            return
        for part in parts:
            yield from self.met(part)


def level(values: Mapping[Player, int] | Mapping[Player, Fraction], group: Iterable[Player]) -> list[list[Player]]:
    """Those with the same value, from the highest down."""
    parts: dict[int | Fraction, list[Player]] = {}
    for player in group:
        parts.setdefault(values[player], []).append(player)
    return [parts[value] for value in sorted(parts, reverse=True)]


def all_met(book: Book, group: Sequence[Player]) -> bool:
    """Whether each of several has met all others of them at least once."""
    among = frozenset(group)
    return len(group) > 1 and all(
        len({entry.opponent for entry in book.entries[player]} & among) == len(group) - 1 for player in group
    )


@lru_cache(1 << 16)
def fraction(over: int, under: int) -> Fraction:
    """Kept, since most values come again and again."""
    return Fraction(over, under)
