"""Whole events in memory, step by step: brackets and round robins with forfeits, withdrawals and corrections (RNK-7.12, 7.13)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Literal

from leaderboards.tournaments import round_robin, standings
from leaderboards.tournaments.bracket import Decided, Fixture, Sides, Stand, places, resolve
from leaderboards.tournaments.corrections import NO_CHOICE, Choice, Override, Refused, override

Wins = Callable[[int, int], int | None]
"""Who of two entrants wins a game, `None`: a draw."""

WIN, DRAW, LOSS = Fraction(1), Fraction(1, 2), Fraction(0)
Points = tuple[Fraction, Fraction]
BEGUN = ("called", "running")


class Elimination:
    """An event in a bracket."""

    def __init__(self, n: int, fixtures: Sequence[Fixture]) -> None:
        """With entrants 1 to `n` in a bracket for them."""
        self.n = n
        self.fixtures = fixtures
        self.decided: dict[str, Decided] = {}
        self.begun: dict[str, str] = {}
        self.withdrawn: set[int] = set()
        self.kept: dict[str, Sides] = {}
        self.audit: list[tuple[str, str]] = []
        """Overrides that were made: match and reason, one entry each (RNK-6.5)."""

    def stands(self) -> dict[str, Stand]:
        """How all matches stand, but for being called."""
        return resolve(self.fixtures, self.n, self.decided, self.withdrawn, self.kept)

    def state(self, name: str, stand: Stand) -> str:
        """How a match stands."""
        return self.begun.get(name, "ready") if stand.state == "ready" else stand.state

    def places(self) -> dict[int, int]:
        """Final places of all whose place is certain (RNK-7.9)."""
        return places(self.fixtures, self.stands())

    def marked(self) -> list[str]:
        """Matches with an override, in order of play."""
        names = {name for name, _ in self.audit}
        return [fixture.name for fixture in self.fixtures if fixture.name in names]

    def call(self, name: str, state: str) -> None:
        """Calls a match that is ready, lets it begin, or takes that back. Raises `Refused`."""
        self.awaited(name)
        if state not in (*BEGUN, "ready"):
            raise Refused("no_such_state")
        self.begun.pop(name, None)
        if state in BEGUN:
            self.begun[name] = state

    def result(self, name: str, winner: int | None, how: Literal["played", "forfeit"] = "played") -> None:
        """Decides a match whose sides are known; `winner` `None` is a double forfeit. Raises `Refused`."""
        self.decided[name] = decision(self.awaited(name), winner, how)
        self.begun.pop(name, None)

    def awaited(self, name: str) -> Stand:
        """A match that can be played. Raises `Refused` for any other."""
        stand = self.stands().get(name)
        if stand is None:
            raise Refused("unknown_match")
        if stand.state != "ready":
            raise Refused("not_ready")
        return stand

    def withdraw(self, who: int) -> None:
        """Makes the current match and all later ones of an entrant forfeits. Raises `Refused`."""
        if not 1 <= who <= self.n or who in self.withdrawn:
            raise Refused("not_in")
        self.withdrawn.add(who)

    def preview(self, name: str, winner: int | None, choices: Mapping[str, Choice] = NO_CHOICE) -> Override:
        """What another winner (`None`: double forfeit) would do. Raises `Refused`."""
        stand = self.stands().get(name)
        if stand is None:
            raise Refused("unknown_match")
        given = decision(stand, winner, "override")
        begun = {each for each in self.begun if self.stands()[each].state == "ready"}
        return override(self.fixtures, self.n, self.decided, name, given, begun, choices, self.withdrawn, self.kept)

    def override(self, name: str, winner: int | None, reason: str, choices: Mapping[str, Choice] = NO_CHOICE) -> Override:
        """Gives a match another winner (RNK-7.13). Without a choice where one is needed nothing changes. Raises `Refused`."""
        if not reason.strip():
            raise Refused("no_reason")
        change = self.preview(name, winner, choices)
        if not change.refused:
            self.decided, self.kept = change.decided, change.kept
            self.begun = {each: state for each, state in self.begun.items() if each not in change.voided}
            self.audit.append((name, reason))
        return change

    def play_rounds(self, count: int, wins: Wins) -> None:
        """Plays all matches that are ready, `count` times over."""
        for _ in range(count):
            for name, stand in self.stands().items():
                a, b = stand.sides
                if stand.state == "ready" and isinstance(a, int) and isinstance(b, int):
                    self.result(name, wins(a, b))


def decision(stand: Stand, winner: int | None, how: Literal["played", "forfeit", "override"]) -> Decided:
    """A result with this winner. Raises `Refused` for somebody who does not play."""
    if winner is None:
        return Decided(None, how)
    if winner not in stand.sides:
        raise Refused("not_a_side")
    return Decided(0 if winner == stand.sides[0] else 1, how)


class RoundRobin:
    """An event in which everybody meets everybody."""

    def __init__(self, n: int, cycles: int = 1) -> None:
        """With players 1 to `n`."""
        plan = round_robin.rounds(n, cycles)
        self.n = n
        self.games = [round_robin.Game(*pair) for each in plan for pair in each.pairs]
        self.rounds = [each.number for each in plan for _ in each.pairs]
        self.points: list[Points] = [(LOSS, LOSS)] * len(self.games)
        """Of first and second, game by game."""
        self.round = 0
        self.gone: dict[int, round_robin.Withdrawal] = {}
        self.rated: dict[int, list[tuple[int, int]]] = {}
        """Played games of those who withdrew, by who; their ratings stay."""

    def play_rounds(self, count: int, wins: Wins) -> None:
        """Plays the games of the next rounds that can still be played."""
        for position, game in enumerate(self.games):
            if self.round < self.rounds[position] <= self.round + count and game.state == "open":
                best = wins(game.first, game.second)
                self.end(position, "done", {game.first: (WIN, LOSS), game.second: (LOSS, WIN), None: (DRAW, DRAW)}[best])
        self.round += count

    def end(self, position: int, state: Literal["done", "forfeit", "annulled"], points: Points = (LOSS, LOSS)) -> None:
        """Says what has become of a game."""
        game = self.games[position]
        self.games[position] = round_robin.Game(game.first, game.second, state)
        self.points[position] = points

    def withdraw(self, who: int) -> None:
        """Lets a player go (RNK-7.12). Raises `Refused`."""
        if not 1 <= who <= self.n or who in self.gone:
            raise Refused("not_in")
        after = round_robin.after_withdrawal(self.games, who)
        self.gone[who] = after
        self.rated[who] = [
            (game.first, game.second) for game in self.games if who in (game.first, game.second) and game.state == "done"
        ]
        for position in after.forfeited:
            self.end(position, "forfeit", (LOSS, WIN) if self.games[position].first == who else (WIN, LOSS))
        for position in (*after.annulled, *after.cancelled):
            self.end(position, "annulled")

    def table(self) -> dict[int, Fraction]:
        """Points of all whose results stand."""
        table: dict[int, Fraction] = {who: LOSS for who in range(1, self.n + 1) if who not in self.gone or self.gone[who].stands}
        for game, (first, second) in zip(self.games, self.points, strict=True):
            if game.state in ("done", "forfeit"):
                table[game.first] += first
                table[game.second] += second
        return table

    def places(self) -> dict[int, int]:
        """Places of all whose results stand, those level after the usual tie-breaks, without lot, shared (RNK-7.9, 7.10)."""
        games, unplayed = [], []
        for game, (first, second), number in zip(self.games, self.points, self.rounds, strict=True):
            if game.state == "done":
                games.append(standings.Game(number, game.first, game.second, units(first)))
            elif game.state == "forfeit":
                for who, other, points in ((game.first, game.second, first), (game.second, game.first, second)):
                    kind: standings.Kind = "forfeit_win" if points else "forfeit_loss"
                    unplayed.append(standings.Unplayed(who, number, units(points), kind, other))
        names = [name for name in standings.ROUND_ROBIN if name != "LOT"]
        return {int(row.player): row.place for row in standings.table("round_robin", self.table(), games, unplayed, names)}

    def pairs(self, state: Literal["open", "done", "forfeit", "annulled"]) -> list[tuple[int, int]]:
        """The games of which this has become, as in the plan."""
        return [(game.first, game.second) for game in self.games if game.state == state]


def units(points: Fraction) -> int:
    """Points in 1/120."""
    return int(points * standings.WIN)
