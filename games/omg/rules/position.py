"""Everything a game of Online Marketing Generals is at a moment: plain data, complete at every prompt."""

from __future__ import annotations

from typing import Literal

import msgspec

from games.engine.game import Position as EnginePosition
from games.omg.rules.options import Options

Step = Literal["setup", "begin", "draw", "start", "actions", "end", "discard", "done", "over"]
Reason = Literal["target", "deck_out", "stall"]
Kind = Literal["special", "user", "website", "mission", "attachment", "ability", "surf"]

SEATS = (0, 1)
NOBODY = -1
MANY = 3
"""Actions a turn (OMG-5.4)."""

HAND_ZONE = ("hand_0", "hand_1")
DECK_ZONE = ("deck_0", "deck_1")
DISCARD_ZONE = ("discard_0", "discard_1")
WEBSITE_ZONE = ("website_0", "website_1")
MISSION_ZONE = ("mission_0", "mission_1")
ANNOUNCED_ZONE = "announced"


class Piece(msgspec.Struct, gc=False):
    """A card on the table that is not a user: attached card, mission or website."""

    uid: int
    """Counts what came into play, so that the older comes first (OMG-12.3)."""
    card: int
    owner: int
    progress: int = 0
    """Matching events since a mission was assigned (OMG-7.6)."""
    done: bool = False
    """A mission that is completed and whose reward is being given."""
    spent: list[int] = []
    """Clauses used up for this turn (OMG-12.8)."""
    gone: list[int] = []
    """Clauses used up for good."""

    def copy(self) -> Piece:
        """A copy that shares nothing that changes."""
        return Piece(self.uid, self.card, self.owner, self.progress, self.done, self.spent[:], self.gone[:])


class User(msgspec.Struct, gc=False):
    """A user on the table."""

    uid: int
    card: int
    owner: int
    stunned: bool = False
    shield: int = 0
    attached: Piece | None = None
    mission: Piece | None = None
    spent: list[int] = []
    gone: list[int] = []

    def copy(self) -> User:
        """A deep copy."""
        attached, mission = self.attached, self.mission
        return User(
            self.uid,
            self.card,
            self.owner,
            self.stunned,
            self.shield,
            attached and attached.copy(),
            mission and mission.copy(),
            self.spent[:],
            self.gone[:],
        )


class Force(msgspec.Struct, gc=False):
    """A clause that lasts (OMG-13.5): what it does is read from the card, its amount was fixed when it was carried out."""

    card: int
    clause: int
    amount: int
    by: int
    """Who controlled it."""
    user: int = NOBODY
    """The uid of the user it works on."""
    seat: int = NOBODY
    """The player it works on."""
    piece: int = NOBODY
    """The uid of the attached card it keeps from counting."""
    end: str = ""


class Trigger(msgspec.Struct, gc=False):
    """A clause that was set off and waits its turn (OMG-12.1)."""

    seat: int
    card: int
    clause: int
    uid: int
    """The card it stands on."""
    user: int = NOBODY
    """Its `self` or `bearer`."""
    foe: int = NOBODY
    struck: bool = False
    """Set off in A6: its combat conditions held in A5 and are not asked again (OMG-8.6)."""


class Announced(msgspec.Struct, gc=False):
    """A special card or an action between announcement and resolution (OMG-6.6, OMG-11.4)."""

    uid: int
    seat: int
    kind: Kind
    card: int = NOBODY
    """The card that lies in the zone `announced`; none for abilities and surfing."""
    source: int = NOBODY
    """The card whose ability it is, by number of the card."""
    clause: int = NOBODY
    piece: int = NOBODY
    """The uid of the card whose ability it is."""
    user: int = NOBODY
    """The bearer, or the user on whom the ability stands."""
    targets: list[int] = []
    replaces: bool = False
    """Whether it may discard the card its bearer bears (OMG-7.3)."""
    cancelled: bool = False

    def copy(self) -> Announced:
        """A copy that shares nothing that changes."""
        return Announced(
            self.uid,
            self.seat,
            self.kind,
            self.card,
            self.source,
            self.clause,
            self.piece,
            self.user,
            self.targets[:],
            self.replaces,
            self.cancelled,
        )


class Fallen(msgspec.Struct, gc=False):
    """A mission whose user fell in the event that completed it (OMG-7.7)."""

    seat: int
    user: int
    mission: Piece


class Combat(msgspec.Struct, gc=False):
    """A running attack (OMG-8, OMG-9)."""

    attacker: int
    defender: int
    """None in an attack on the player."""
    tactic: str = ""
    cancelled: bool = False
    after: bool = False
    """A7 is over: combat conditions do not hold any more, missions are checked."""


class Job(msgspec.Struct, gc=False):
    """Something still to be done; the last one in the agenda comes first."""

    kind: str
    seat: int = NOBODY
    card: int = NOBODY
    clause: int = NOBODY
    uid: int = NOBODY
    user: int = NOBODY
    foe: int = NOBODY
    step: int = 0
    number: int = 0
    name: str = ""
    data: list[int] = []
    struck: bool = False
    chosen: bool = False
    """Whether `data` holds the targets chosen at announcement."""

    def copy(self) -> Job:
        """A copy that shares nothing that changes."""
        return Job(
            self.kind,
            self.seat,
            self.card,
            self.clause,
            self.uid,
            self.user,
            self.foe,
            self.step,
            self.number,
            self.name,
            self.data[:],
            self.struck,
            self.chosen,
        )


class Side(msgspec.Struct, gc=False):
    """What belongs to one player. Hands, decks and discard piles hold cards as numbers."""

    op: int = 10
    ep: int = 0
    hand: list[int] = []
    """As drawn, the newest last."""
    deck: list[int] = []
    """The next card is the last."""
    discard: list[int] = []
    """The newest is the last (OMG-3.5)."""
    users: list[User] = []
    website: Piece | None = None
    mission: Piece | None = None
    """A mission for the player; those of users lie with them."""
    completed: int = 0
    """Missions fulfilled in this game."""
    lost_actions: int = 0
    """Actions the next turn lacks."""
    turns: int = 0
    """Own turns begun."""
    seen_top: int = 0
    """So many cards on top of the deck its owner has looked at."""
    seen_bottom: int = 0
    """So many at the bottom its owner has put there."""
    known_hand: list[int] = []
    """Cards everybody knows to be in the hand."""
    shown_hand: list[int] = []
    """Cards the opponent knows to be in the hand, those included."""
    known_deck: list[int] = []
    """Cards everybody knows to be in the deck."""
    known: list[int] = []
    """Cards everybody knows to be in hand or deck, all of those included."""

    def copy(self) -> Side:
        """A deep copy."""
        return Side(
            self.op,
            self.ep,
            self.hand[:],
            self.deck[:],
            self.discard[:],
            [user.copy() for user in self.users],
            self.website and self.website.copy(),
            self.mission and self.mission.copy(),
            self.completed,
            self.lost_actions,
            self.turns,
            self.seen_top,
            self.seen_bottom,
            self.known_hand[:],
            self.shown_hand[:],
            self.known_deck[:],
            self.known[:],
        )


class Position(EnginePosition, kw_only=True):
    """Cards are small ints in the order of the card file; seats are 0 and 1."""

    options: Options = Options()
    decks: list[list[int]] = []
    """The cards of each player, sorted."""
    sides: list[Side] = []
    step: Step = "setup"
    turn: int = 0
    """Whose turn it is: AP."""
    starter: int = 0
    turns: int = 0
    """How many have begun."""
    actions: int = 0
    attacks: int = 0
    """Attacks made in this turn."""
    second: bool = False
    """Whether a second attack is allowed in this turn (OMG-5.7)."""
    queue: list[Trigger] = []
    announced: list[Announced] = []
    fallen: list[Fallen] = []
    forces: list[Force] = []
    combat: Combat | None = None
    agenda: list[Job] = []
    uids: int = 0
    planned: int = NOBODY
    """Who starts by plan or agreement."""
    experience: list[int] = []
    """Victories by seat before this game (OMG-4.3)."""
    reason: Reason | None = None
    winner: int = NOBODY

    def copy(self) -> Position:
        """A deep copy, written by hand because it is made often."""
        combat = self.combat
        return Position(
            seats=self.seats,
            teams=self.teams,
            rolls=dict(self.rolls),
            sealed={seat: list(kept) for seat, kept in self.sealed.items()},
            left=list(self.left),
            options=self.options,
            decks=[deck[:] for deck in self.decks],
            sides=[side.copy() for side in self.sides],
            step=self.step,
            turn=self.turn,
            starter=self.starter,
            turns=self.turns,
            actions=self.actions,
            attacks=self.attacks,
            second=self.second,
            queue=self.queue[:],
            announced=[announced.copy() for announced in self.announced],
            fallen=[Fallen(fallen.seat, fallen.user, fallen.mission.copy()) for fallen in self.fallen],
            forces=self.forces[:],
            combat=combat and Combat(combat.attacker, combat.defender, combat.tactic, combat.cancelled, combat.after),
            agenda=[job.copy() for job in self.agenda],
            uids=self.uids,
            planned=self.planned,
            experience=self.experience[:],
            reason=self.reason,
            winner=self.winner,
        )
