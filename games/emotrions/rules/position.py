"""The position of an Emotrions match: complete, plain and compact at every prompt."""

from __future__ import annotations

from typing import Literal

import msgspec

from games.emotrions.rules.cards import Hand, Play
from games.emotrions.rules.options import Options
from games.engine.game import Position as EnginePosition

Phase = Literal["options", "equal_start", "exchange", "play", "reply", "over"]
"""The phases of EMO-13.1 in which somebody is asked, and the end."""

Reason = Literal["target", "playoff", "knockout", "exact", "nearest", "limit", "left"]

SHOW, LINKS, DRAW, PLAY = range(4)


HAND, TRICK, WON = ([f"{name}_{seat}" for seat in range(6)] for name in ("hand", "trick", "won"))
"""Zone ids by seat."""


class Out(msgspec.Struct):
    """A player who is out of the match: knocked out (EMO-6.4) or left (EMO-15.4)."""

    seat: int
    deal: int
    left: bool = False


class Story(msgspec.Struct):
    """What happened in the running deal since its first exchange: all that a viewer's knowledge of hidden cards follows from.

    `known` and `sizes` are what everybody knew of each hand when it began. `acts` are, in order: (SHOW, seat): that seat showed
    Kraft; (LINKS, giver, taker, card, ...): the cards that moved in one exchange, -1 for none; (DRAW, seat): one card from the
    hidden bank; (PLAY, seat, card, ...): cards laid face up.
    """

    known: list[Hand]
    sizes: list[int]
    acts: list[list[int]] = []


class Position(EnginePosition, kw_only=True):
    """A match in progress. Lists are indexed by seat unless said otherwise; seats that do not play the deal hold no cards."""

    options: Options
    phase: Phase = "play"
    deal: int = 0
    flags: int = 0
    """The style of the running deal (EMO-7.1)."""
    equal: bool = False
    """Whether the running deal began with the equal start (EMO-9)."""
    order: list[int] = []
    """The players of the running deal in rising seat order (EMO-1.1, turn order)."""
    first_leader: int = 0
    leader: int = 0
    trick_no: int = 0
    hands: list[Hand] = []
    won: list[Hand] = []
    bank: list[int] = []
    """The top card is the last."""
    discard: Hand = []
    trick: list[tuple[int, Play]] = []
    """What was laid in the unfinished trick, as (seat, cards), in turn order."""
    to_lay: int = 0
    """Whose turn it is in the unfinished trick."""
    known: list[Hand] = []
    """Cards that everybody knows to be in a hand, face-down plays of the unfinished trick included; empty: none are."""
    story: Story | None = None

    points: list[int] = []
    """Points of the last finished deal; 0 for those who did not play it."""
    totals: list[int] = []
    deals_won: list[int] = []
    out: list[Out] = []
    """Who is out, in the order of going."""
    playoff: list[int] = []
    """The group of the running play-off (EMO-6.3, EMO-10.2)."""
    playoff_deals: int = 0
    exact_playoff: bool = False
    """Whether it is played for exactly 37 (EMO-10.3) rather than decided by one deal (EMO-6.3)."""
    winner: int = -1
    reason: Reason | None = None

    def copy(self) -> Position:
        """A deep copy, written by hand because it is made often."""
        story = self.story
        return Position(
            seats=self.seats,
            teams=self.teams,
            rolls=dict(self.rolls),
            sealed={seat: list(kept) for seat, kept in self.sealed.items()},
            left=list(self.left),
            options=self.options,
            phase=self.phase,
            deal=self.deal,
            flags=self.flags,
            equal=self.equal,
            order=list(self.order),
            first_leader=self.first_leader,
            leader=self.leader,
            trick_no=self.trick_no,
            hands=[hand[:] for hand in self.hands],
            won=[pile[:] for pile in self.won],
            bank=self.bank[:],
            discard=self.discard[:],
            trick=self.trick[:],
            to_lay=self.to_lay,
            known=[hand[:] for hand in self.known],
            story=story and Story([hand[:] for hand in story.known], story.sizes[:], story.acts[:]),
            points=self.points[:],
            totals=self.totals[:],
            deals_won=self.deals_won[:],
            out=self.out[:],
            playoff=self.playoff[:],
            playoff_deals=self.playoff_deals,
            exact_playoff=self.exact_playoff,
            winner=self.winner,
            reason=self.reason,
        )

    def still_in(self) -> list[int]:
        """The players still in the match, resting ones included."""
        gone = {out.seat for out in self.out}
        return [seat for seat in range(self.seats) if seat not in gone]

    def in_turn(self, first: int) -> list[int]:
        """The players of the deal in turn order, beginning with one of them (EMO-1.1)."""
        at = self.order.index(first)
        return self.order[at:] + self.order[:at]

    def next_to(self, seat: int) -> int:
        """The player of the deal after this one in turn order."""
        order = self.order
        at = order.index(seat) + 1
        return order[at] if at < len(order) else order[0]
