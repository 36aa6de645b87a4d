"""Everything a game of Spieleflut is at a moment: plain data, complete at every prompt (SPF-5.4)."""

from __future__ import annotations

from typing import Literal

import msgspec

from games.engine.game import Position as EnginePosition
from games.spieleflut.rules.options import Options

State = Literal[
    "SETUP",
    "COUNTDOWN",
    "SCORE",
    "REWARD",
    "DRAW",
    "REVIEWS",
    "COMPENSATE",
    "ACTIONS",
    "BUY",
    "PAY",
    "PAUSE",
    "RECOVER",
    "END_TURN",
    "GAME_END",
]
"""Those of SPF-5.4, and four in which cards are asked for that an action has named (SPF-5.5)."""

SEATS = range(4)
SLOTS = (0, 1)
NONE = -1
HAND_ZONE = [f"hand_{seat}" for seat in SEATS]
DESK_ZONE = [[f"desk_{seat}_{slot}" for slot in SLOTS] for seat in SEATS]
QUEUE_ZONE = [f"queue_{seat}" for seat in SEATS]
FINISHED_ZONE = [f"finished_{seat}" for seat in SEATS]


class Work(msgspec.Struct, gc=False):
    """A review on a desk with what lies on it (SPF-3.3)."""

    review: int
    deadline: int
    attached: list[int] = []
    disturbance: int = NONE
    turns: int = 0
    """How many more turns of its owner the disturbance stays; 0: not counted in turns."""

    def copy(self) -> Work:
        """A copy that shares nothing that changes."""
        return Work(self.review, self.deadline, self.attached[:], self.disturbance, self.turns)


class Position(EnginePosition, kw_only=True):
    """Cards are small ints in the order of the card file."""

    options: Options = Options()
    state: State = "SETUP"
    round: int = 1
    active: int = 0
    first: int = 0
    """Player 1, who begins; the others follow clockwise (SPF-4.5)."""
    draw: list[int] = []
    """The next card is the last, in all piles."""
    discard: list[int] = []
    stack: list[int] = []
    """The review stack (`rang`), face up."""
    events: list[int] = []
    hands: list[list[int]] = []
    """In the order in which the cards came."""
    desks: list[list[Work | None]] = []
    queues: list[int] = []
    finished: list[list[int]] = []
    tops: list[int] = []
    """How many of the finished reviews were TOP."""
    reach: list[int] = []
    rank: list[int] = []
    pending: list[int] = []
    out: list[int] = []
    """Cards that take no part (SPF-4.2)."""
    set_up: int = 0
    """How many seats, in seat order, have their opening review, or none to be had."""
    openers: list[int] = []
    """The seats that chose their opening review from the hand."""
    entitled: int = 0
    """How many cards are still to be drawn in step 3."""
    least: int = 0
    replaced: bool = False
    """Whether a draw was replaced in this turn (SPF-6.4)."""
    swapped: bool = False
    """Whether the partners have changed their queued reviews (SPF-13.5)."""
    scoring: int = 0
    """The desk slot that is looked at next in step 2."""
    played: bool = False
    bought: bool = False
    did: bool = False
    """Whether anything but drawing and placing was done in this turn (SPF-7.9)."""
    asked: list[int] = []
    """What the question of BUY, PAY, PAUSE or RECOVER is about: slot, or card and number."""
    last_round: bool = False
    """Whether the game ends with this round (SPF-12.7)."""
    seen: list[int] = []
    """By card: who knows that it lies where it lies, a bit a seat and one for spectators."""
    mixed: list[tuple[int, int]] = []
    """Hands between which a card has gone unseen by others (`M07`)."""
    winners: list[int] = []

    @property
    def order(self) -> list[int]:
        """The seats in the order of a round (SPF-5.1)."""
        return [(self.first + step) % self.seats for step in range(self.seats)]

    def place(self, seat: int) -> int:
        """How many seats have their turn before this one in a round."""
        return (seat - self.first) % self.seats

    def copy(self) -> Position:
        """A deep copy, written by hand because it is made often."""
        return Position(
            seats=self.seats,
            teams=self.teams,
            rolls=dict(self.rolls),
            sealed={seat: list(kept) for seat, kept in self.sealed.items()},
            left=list(self.left),
            options=self.options,
            state=self.state,
            round=self.round,
            active=self.active,
            first=self.first,
            draw=self.draw[:],
            discard=self.discard[:],
            stack=self.stack[:],
            events=self.events[:],
            hands=[hand[:] for hand in self.hands],
            desks=[[work and work.copy() for work in desk] for desk in self.desks],
            queues=self.queues[:],
            finished=[pile[:] for pile in self.finished],
            tops=self.tops[:],
            reach=self.reach[:],
            rank=self.rank[:],
            pending=self.pending[:],
            out=self.out[:],
            set_up=self.set_up,
            openers=self.openers[:],
            entitled=self.entitled,
            least=self.least,
            replaced=self.replaced,
            swapped=self.swapped,
            scoring=self.scoring,
            played=self.played,
            bought=self.bought,
            did=self.did,
            asked=self.asked[:],
            last_round=self.last_round,
            seen=self.seen[:],
            mixed=self.mixed[:],
            winners=self.winners[:],
        )
