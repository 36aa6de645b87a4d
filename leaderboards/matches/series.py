"""Series: several games between two sides that have one combined result (RNK-5). Pure; what is finished decides what comes next.

Sides are names. The games are taken in the order in which they were played, whatever they were played for: the games of the
series itself come first, then what the tie policies ask for, one after another.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Literal

import msgspec

Kind = Literal["single", "return_match", "best_of", "fixed"]
Tie = Literal["draw", "game_tiebreak", "extra_game", "decider", "omg_replay", "seed", "coin"]

LEAST_AT_LONG = 20
"""What a side has at least whose opponent left a game without a target (RNK-5.7)."""

MOST_EXTRA_GAMES = 3
DECIDER_TARGET = 10
REPLAY_TARGET = 25

LEFT = ("abandoned", "disqualified", "absent")
"""Ways to forfeit that count towards losing a `best_of` at once: resigning and losing on time are ordinary losses there."""


class Plan(msgspec.Struct, frozen=True):
    """What was settled before the first game."""

    kind: Kind
    sides: tuple[str, str]
    first_starter: str
    n: int = 1
    """Games, with `best_of` at most; a return match has two, whatever stands here."""
    by_points: bool = True
    """With `fixed`: whether victory points are added, and not a point for each win and half a one for each draw."""
    target: int = LEAST_AT_LONG
    ties: tuple[Tie, ...] = ("draw",)
    """Asked one after another as long as both are level (RNK-5.6)."""
    loser_chooses: bool = False
    """With `best_of`: whether the loser of the last game says who starts."""
    seed: str = ""
    """The side with the smaller seed number, for the policies that ask for it."""
    coin: str = ""
    """The side that the coin is for; empty as long as it has not been thrown."""

    @property
    def games(self) -> int:
        """How many games there are before any policy is asked, at most."""
        return {"single": 1, "return_match": 2, "best_of": self.n, "fixed": self.n}[self.kind]

    @property
    def adds_points(self) -> bool:
        """Whether the sums of victory points decide (RNK-5.2, RNK-5.5)."""
        return self.kind == "return_match" or (self.kind == "fixed" and self.by_points)


class Played(msgspec.Struct, frozen=True):
    """A game that is over, as it stood at the end of play."""

    starter: str = ""
    """Empty: as the alternation has it."""
    points: Mapping[str, int] = {}
    winner: str | None = None
    """None: drawn, or the points say it."""
    drawn: bool = False
    """Drawn by its rules, whatever the points are."""
    monsters: Mapping[str, int] = {}
    """The game's own counter for `game_tiebreak`."""
    forfeits: Mapping[str, str] = {}
    """How whoever left did so: a status of RNK-1.4, or `absent` for not turning up."""


class Next(msgspec.Struct, frozen=True):
    """What is to be played now."""

    kind: Literal["game", "extra_game", "decider", "omg_replay", "coin"]
    """`coin`: nothing is to be played, but a coin to be thrown."""
    starter: str = ""
    """Empty: `chooser` says who it is."""
    chooser: str = ""
    games: int = 1
    """How many there are of this kind, counted from here."""
    target: int | None = None
    """None: as in the games before."""


class State(msgspec.Struct, frozen=True):
    """How a series stands."""

    finished: bool
    winner: str | None
    """None as long as it goes on, and where it is drawn."""
    reason: str
    """What decided: `points`, `wins`, `forfeit`, `double_forfeit` or a tie policy; empty as long as it goes on."""
    totals: dict[str, float]
    """After RNK-5.7, of the games of the series itself: a decider has its own sums. With `fixed` by games a point for each
    win, else victory points."""
    wins: dict[str, int]
    tiebreak: dict[str, int]
    """The counter of `game_tiebreak` over all games."""
    starters: list[str]
    """Who started the games so far."""
    next: Next | None


def state(plan: Plan, games: Sequence[Played]) -> State:
    """How a series stands after these games, which are all that are finished. Raises `ValueError` for games after the end."""
    return _Table(plan, games).state()


def worth(plan: Plan, game: Played) -> dict[str, int]:
    """The victory points that a game is worth to each side: 0 to whoever forfeits, at least the target to the other (RNK-5.7)."""
    return {side: _points(game, side, plan.target) for side in plan.sides}


def winner(plan: Plan, game: Played) -> str | None:
    """Who won a game; None if it was drawn, or both missed it."""
    return _Table(plan, []).won(game)


def lot(seed: str, match: str, sides: Mapping[str, str]) -> str:
    """The side that the coin of a tournament is for: the smaller hexadecimal SHA-256 (RNK-5.6). `sides`: their ids."""
    return min(sides, key=lambda side: sha256(f"{seed}:{match}:{sides[side]}".encode()).hexdigest())


def _points(game: Played, side: str, target: int) -> int:
    if side in game.forfeits:
        return 0
    points = game.points.get(side, 0)
    return max(points, target) if game.forfeits else points


class _Verdict(msgspec.Struct):
    """How it ends."""

    winner: str | None
    reason: str


class _Table:
    """The games laid out beside what they were played for."""

    def __init__(self, plan: Plan, games: Sequence[Played]) -> None:
        self.plan, self.games = plan, games
        self.one, self.other = plan.sides
        self.at = 0
        """Games that have been looked at."""
        self.totals: dict[str, float] = dict.fromkeys(plan.sides, 0)
        self.wins = dict.fromkeys(plan.sides, 0)
        self.starters = self._starters()

    def state(self) -> State:
        """Go through the games, then ask the policies."""
        came = self._main()
        verdict = came if isinstance(came, _Verdict) else None
        if verdict is not None and self.at < len(self.games):
            raise ValueError(f"the series was over after {self.at} games")
        return State(
            finished=verdict is not None,
            winner=verdict.winner if verdict else None,
            reason=verdict.reason if verdict else "",
            totals=self.totals,
            wins=self.wins,
            tiebreak=self._counted(self.games),
            starters=self.starters,
            next=came if isinstance(came, Next) else None,
        )

    # --- the games of the series itself --------------------------------------------------------------------------------------

    def _main(self) -> _Verdict | Next:
        plan = self.plan
        for _ in range(plan.games):
            if self.at == len(self.games):
                return self._next("game")
            game = self._take()
            self._add(game, self.totals)
            if verdict := self._twice() or self._out_of_reach():
                return verdict
        if plan.adds_points and (verdict := self._barred(self.games[: self.at])):
            return verdict
        sums: Mapping[str, float] = self.totals if plan.kind in ("return_match", "fixed") else self.wins
        leader = self._ahead(sums)
        if leader is not None:
            return _Verdict(leader, "points" if plan.kind in ("return_match", "fixed") else "wins")
        return self._tied()

    def _take(self) -> Played:
        self.at += 1
        return self.games[self.at - 1]

    def _add(self, game: Played, sums: dict[str, float], target: int | None = None) -> None:
        """What the game is worth: its points after RNK-5.7 where sums decide, else the win."""
        won = self.won(game)
        if won is not None:
            self.wins[won] += 1
        for side in self.plan.sides:
            if self.plan.adds_points or target is not None or (self.plan.kind != "fixed" and game.points):
                sums[side] += _points(game, side, self.plan.target if target is None else target)
            elif self.plan.kind == "fixed" and won in (side, None) and len(game.forfeits) < len(self.plan.sides):
                sums[side] += 1 if won == side else 0.5

    def won(self, game: Played) -> str | None:
        """Who won a game: never the side that left it; without a word about it the points say who."""
        if game.forfeits:
            return next((side for side in self.plan.sides if side not in game.forfeits), None)
        return None if game.drawn else game.winner if game.winner is not None else self._ahead(game.points)

    def _ahead(self, sums: Mapping[str, float]) -> str | None:
        one, other = sums.get(self.one, 0), sums.get(self.other, 0)
        return None if one == other else self.one if one > other else self.other

    def _out_of_reach(self) -> _Verdict | None:
        """A best of n ends when one has more wins than the other can still reach (RNK-5.3)."""
        if self.plan.kind != "best_of":
            return None
        leader = self._ahead(self.wins)
        left = self.plan.n - self.at
        if leader is None or self.wins[leader] <= self.wins[self._not(leader)] + left:
            return None
        return _Verdict(leader, "wins")

    # --- leaving (RNK-5.7) ---------------------------------------------------------------------------------------------------

    def _twice(self) -> _Verdict | None:
        """A second forfeit loses the series at once; if both have come to it, nobody wins."""
        counted = LEFT if self.plan.kind == "best_of" else None
        seen = self.games[: self.at]
        gone = {
            side: sum(side in game.forfeits and (counted is None or game.forfeits[side] in counted) for game in seen)
            for side in self.plan.sides
        }
        twice = [side for side, count in gone.items() if count > 1]
        if len(twice) > 1:
            return _Verdict(None, "double_forfeit")
        return _Verdict(self._not(twice[0]), "forfeit") if twice else None

    def _barred(self, games: Sequence[Played]) -> _Verdict | None:
        """A side that forfeited one of these cannot win on points; two bars cancel each other."""
        barred = [side for side in self.plan.sides if any(side in game.forfeits for game in games)]
        return _Verdict(self._not(barred[0]), "forfeit") if len(barred) == 1 else None

    # --- tie policies (RNK-5.6) ----------------------------------------------------------------------------------------------

    def _tied(self) -> _Verdict | Next:
        for policy in self.plan.ties:
            came = self._ask(policy)
            if came is not None:
                return came
        return _Verdict(None, "draw")

    def _ask(self, policy: Tie) -> _Verdict | Next | None:
        """What a policy says; None if both are level by it, too."""
        if policy == "extra_game":
            return self._extra_games()
        if policy == "decider":
            return self._decider()
        if policy == "omg_replay":
            return self._replay()
        if policy == "coin" and not self.plan.coin:
            return Next("coin")
        settled = {
            "draw": _Verdict(None, "draw"),
            "seed": _Verdict(self.plan.seed, "seed") if self.plan.seed else None,
            "coin": _Verdict(self.plan.coin, "coin"),
        }
        if policy in settled:
            return settled[policy]
        leader = self._ahead(self._counted(self.games[: self.at]))
        return None if leader is None else _Verdict(leader, policy)

    def _extra_games(self) -> _Verdict | Next | None:
        """One at a time until somebody wins one; after three drawn ones the next policy is asked."""
        for _ in range(MOST_EXTRA_GAMES):
            if self.at == len(self.games):
                return self._next("extra_game")
            won = self.won(self._take())
            if verdict := self._twice():
                return verdict
            if won is not None:
                self.wins[won] += 1
                return _Verdict(won, "extra_game")
        return None

    def _decider(self) -> _Verdict | Next | None:
        """A return match to 10 with its own sums; the first starter is that of game 1."""
        began, first = self.at, self.starters[0]
        sums: dict[str, float] = dict.fromkeys(self.plan.sides, 0)
        for number in range(2):
            if self.at == len(self.games):
                starter = self._not(first) if number else first
                return Next("decider", starter, games=2 - number, target=DECIDER_TARGET)
            self._add(self._take(), sums, DECIDER_TARGET)
            if verdict := self._twice():
                return verdict
        if verdict := self._barred(self.games[began : self.at]):
            return verdict
        leader = self._ahead(sums)
        return None if leader is None else _Verdict(leader, "decider")

    def _replay(self) -> _Verdict | Next | None:
        """OMG-17.4: one game to 25, then more points in it, then the better seed."""
        if self.at == len(self.games):
            return self._next("omg_replay", REPLAY_TARGET)
        game = self._take()
        won = self._twice() or self.won(game) or self._ahead(game.points) or self.plan.seed
        return won if isinstance(won, _Verdict) else _Verdict(won, "omg_replay") if won else None

    def _counted(self, games: Sequence[Played]) -> dict[str, int]:
        """The counter of `game_tiebreak`; when it is asked, what is played later is not there yet."""
        return {side: sum(game.monsters.get(side, 0) for game in games) for side in self.plan.sides}

    # --- who starts ----------------------------------------------------------------------------------------------------------

    def _next(self, kind: Literal["game", "extra_game", "omg_replay"], target: int | None = None) -> Next:
        if self.plan.loser_chooses and self.plan.kind == "best_of" and self.at:
            won = self.won(self.games[self.at - 1])
            if won is not None:
                return Next(kind, chooser=self._not(won), target=target)
        starter = self._not(self.starters[-1]) if self.starters else self.plan.first_starter
        return Next(kind, starter, target=target)

    def _starters(self) -> list[str]:
        """Of all games so far: as they say themselves, else in turn; forfeited ones count, too."""
        starters: list[str] = []
        for game in self.games:
            turn = self._not(starters[-1]) if starters else self.plan.first_starter
            starters.append(game.starter or turn)
        return starters

    def _not(self, side: str) -> str:
        return self.other if side == self.one else self.one
