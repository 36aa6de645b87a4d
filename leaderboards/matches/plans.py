"""What a series is to be like before its first game: what others ask for, and what is usual."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from games.tables.clocks import Pace
from games.tables.models import Table
from games.tables.service import UNTIMED, Player
from leaderboards.matches.series import Kind, Tie

BY_PACE = -1
PAUSES = {"live": 300, "turn": 86_400}
"""How long the next game waits for both sides, in seconds (RNK-5). Without a clock it waits for as long as it takes."""

MOST_GAMES = 9
"""Of a `best_of` or `fixed` series (RNK-5.3)."""


@dataclass(frozen=True)
class NewSeries:
    """A series that is to be opened (`service.open`), its first game at once."""

    game: str
    sides: Sequence[Sequence[Player]]
    """Two of them; each has as many players as a team of the game has, for most games one."""
    options: dict[str, Any] = field(default_factory=dict)
    kind: Kind = "single"
    n: int = 1
    """Games of a `best_of` (odd, at most) or of a `fixed`."""
    by_points: bool = True
    """With `fixed`: victory points are added, else a point for each win, half a one for each draw."""
    ties: Sequence[Tie] = ("draw",)
    first_starter: int | None = None
    """The side that begins the first game; None: as the rules say."""
    target: int | None = None
    """What a side has at least in a game that the other one left; None: the target of the game (RNK-5.7)."""
    loser_chooses: bool = False
    """With `best_of`: the loser of the last game says who begins the next (OMG-17.4)."""
    seed: int | None = None
    """The side that is better placed."""
    tournament_seed: str = ""
    match: str = ""
    ids: Sequence[str] = ()
    """With these three, the ids of both sides, the coin is that of a tournament (RNK-5.6); else the dice of the first table."""
    knock_out: bool = False
    """A single game must bring a winner by itself, where its rules can (KMO-17.8)."""
    pause_s: int | None = BY_PACE
    """How long the next game waits for both sides; `BY_PACE`: as usual, 0: not at all, None: without a limit."""
    pace: Pace = UNTIMED
    open_to: str = Table.OpenTo.INVITED
    rated: bool = False
    deal: str = ""
    """What the deals of its games are called that other series share; empty: each table has its own (RNK-7.4)."""
    rules_version: int | None = None

    def __post_init__(self) -> None:
        """Raises `ValueError` for what no series can be."""
        if len(self.sides) != 2 or not all(self.sides):
            raise ValueError("a series has two sides")
        check(self.kind, self.n)
        if self.loser_chooses and self.kind != "best_of":
            raise ValueError("the loser chooses only in a best of n")


def check(kind: str, n: int) -> None:
    """Raises `ValueError` for a number of games that there is not (RNK-5.3)."""
    if kind in ("best_of", "fixed") and not 1 <= n <= MOST_GAMES:
        raise ValueError(f"a series of {n} games")
    if kind == "best_of" and n % 2 == 0:
        raise ValueError("a best of n has an odd n")


def pause_of(pace: Pace) -> int | None:
    """The usual pause at this pace, in seconds."""
    return PAUSES.get(pace.mode)


def usual_ties(kind: str) -> tuple[Tie, ...]:
    """Outside tournaments (RNK-5.6)."""
    return ("extra_game", "draw") if kind == "best_of" else ("draw",)
