"""Everything a game of Innovation is at a moment: plain data, complete at every prompt, also in the deepest nesting (INN-17)."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from games.engine.game import Position as EnginePosition

Phase = Literal["opening", "action", "effect", "over"]
Reason = Literal["achievements", "points", "dogma", "left"]

SEATS = range(4)
NONE, LEFT, RIGHT, UP = range(4)
"""How a pile is splayed (INN-6.1)."""

SPLAYS = ("none", "left", "right", "up")
COLORS = ("blue", "red", "green", "yellow", "purple")
ICONS = ("crown", "leaf", "lightbulb", "castle", "factory", "clock")
SPECIALS = ("monument", "empire", "world", "wonder", "universe")
"""In the order in which they are claimed (INN-10.7)."""

MONUMENT, EMPIRE, WORLD, WONDER, UNIVERSE = range(5)
AGES = range(1, 11)
LAST_AGE = 10
FREE = -1
"""The owner of an achievement nobody has."""

HAND_ZONE = [f"hand_{seat}" for seat in SEATS]
SCORE_ZONE = [f"score_{seat}" for seat in SEATS]
CLAIMED_ZONE = [f"claimed_{seat}" for seat in SEATS]
PILE_ZONE = [[f"{color}_{seat}" for color in COLORS] for seat in SEATS]
SUPPLY_ZONE = [f"supply_{age}" for age in range(LAST_AGE + 1)]


class Task(msgspec.Struct, gc=False):
    """How far a step that asks has come."""

    stage: int = 0
    most: int = 0
    """How many cards are to be taken in all, at most."""
    least: int = 0
    """From how many on it may be stopped."""
    taken: list[int] = []
    pool: list[int] | None = None
    """The cards the step is about, where they are fixed at its start (INN-8.10); None: looked for anew each time."""
    value: int = 0
    """The value, colour or seat that was fixed or chosen first."""


class Frame(msgspec.Struct, gc=False):
    """One activation of a card: the effect that runs, for whom, and what it has come to so far (INN-17.2)."""

    card: int
    alone: int = -1
    """Who runs the non-demand effects of this card for themselves only (INN-9.1); -1: it was activated by an action."""
    effect: int = -1
    seat: int = -1
    """Who carries out the running effect; -1: none runs."""
    me: int = -1
    """Who demands; -1: the running effect is no demand."""
    queue: list[int] = []
    """Who carries it out next."""
    pc: int = 0
    n: int = 0
    it: int = -1
    them: list[int] = []
    lists: dict[str, list[int]] = {}
    """Named lists of cards."""
    values: dict[str, Any] = {}
    """Other named values: colours, players, numbers."""
    loops: list[list[int]] = []
    """The seats still to come of each running `each`."""
    flags: list[str] = []
    task: Task | None = None

    def fresh(self, seat: int) -> None:
        """Begin the effect for this player, with nothing known of how it went for others but the flags."""
        self.seat = seat
        self.pc = self.n = 0
        self.it = -1
        self.them, self.lists, self.values, self.loops, self.task = [], {}, {}, [], None

    def copy(self) -> Frame:
        """A deep copy."""
        task = self.task
        return Frame(
            self.card,
            self.alone,
            self.effect,
            self.seat,
            self.me,
            self.queue[:],
            self.pc,
            self.n,
            self.it,
            self.them[:],
            {name: cards[:] for name, cards in self.lists.items()},
            {name: value[:] if isinstance(value, list) else value for name, value in self.values.items()},
            [loop[:] for loop in self.loops],
            self.flags[:],
            task
            and Task(task.stage, task.most, task.least, task.taken[:], None if task.pool is None else task.pool[:], task.value),
        )


class Dogma(msgspec.Struct, gc=False):
    """A running dogma action (INN-17.1)."""

    card: int
    seat: int
    """The active player."""
    obey: list[int]
    """The vulnerable opponents, clockwise from the active player's left (INN-7.3)."""
    share: list[int]
    """Who shares the non-demand effects, in the same order."""
    bonus: bool = False
    """Whether an opponent has shared and anything happened (INN-7.6)."""
    tally: list[int] = []
    """Cards returned through Democracy, by seat; empty: none (INN-9.7)."""
    frames: list[Frame] = []

    def copy(self) -> Dogma:
        """A deep copy."""
        frames = [frame.copy() for frame in self.frames]
        return Dogma(self.card, self.seat, self.obey[:], self.share[:], self.bonus, self.tally[:], frames)


class Position(EnginePosition, kw_only=True):
    """Cards are small ints in the order of the card file; seats, colours, icons and splays are indices too."""

    first_edition: bool = False
    phase: Phase = "opening"
    turn: int = 0
    """Numbered from 1; 0 while the opening melds are picked."""
    turn_of: int = 0
    actions_left: int = 0
    supply: list[list[int]] = []
    """By age, from 1 on; the next card is the last of its list."""
    hands: list[list[int]] = []
    """By seat, sorted."""
    scores: list[list[int]] = []
    boards: list[list[list[int]]] = []
    """By seat and colour, from bottom to top."""
    splays: list[list[int]] = []
    achievements: list[int] = []
    """The cards that lie there as achievements 1 to 9."""
    owners: list[int] = []
    """Who has achievement 1 to 9."""
    specials: list[int] = []
    """Who has each of `SPECIALS`."""
    tucked: list[int] = []
    """By seat, in this turn (INN-10.2)."""
    scored: list[int] = []
    removed: list[int] = []
    """Cards from boards that Fission removed (INN-14.1)."""
    removed_hidden: list[int] = []
    """Those from hands and score piles."""
    seen: list[int] = []
    """By card: who knows that it lies where it lies, a bit a seat and one for spectators."""
    dogma: Dogma | None = None
    reason: Reason | None = None
    winners: list[int] = []
    winning_card: int = -1

    def copy(self) -> Position:
        """A deep copy, written by hand because it is made often."""
        return Position(
            seats=self.seats,
            teams=self.teams,
            rolls=dict(self.rolls),
            sealed={seat: list(kept) for seat, kept in self.sealed.items()},
            left=list(self.left),
            first_edition=self.first_edition,
            phase=self.phase,
            turn=self.turn,
            turn_of=self.turn_of,
            actions_left=self.actions_left,
            supply=[pile[:] for pile in self.supply],
            hands=[hand[:] for hand in self.hands],
            scores=[pile[:] for pile in self.scores],
            boards=[[pile[:] for pile in board] for board in self.boards],
            splays=[row[:] for row in self.splays],
            achievements=self.achievements[:],
            owners=self.owners[:],
            specials=self.specials[:],
            tucked=self.tucked[:],
            scored=self.scored[:],
            removed=self.removed[:],
            removed_hidden=self.removed_hidden[:],
            seen=self.seen[:],
            dogma=self.dogma and self.dogma.copy(),
            reason=self.reason,
            winners=self.winners[:],
            winning_card=self.winning_card,
        )

    def tops(self, seat: int) -> list[int]:
        """The top cards of a player, in the order of the colours."""
        return [pile[-1] for pile in self.boards[seat] if pile]

    def achieved(self, seat: int) -> int:
        """How many achievements a player has, normal and special."""
        return self.owners.count(seat) + self.specials.count(seat)
