"""Everything a game of Ka-Mel-Oh! is at a moment: plain data, complete at every prompt, also in the middle of a combat."""

from __future__ import annotations

from typing import Literal

import msgspec

from games.engine.game import Position as EnginePosition
from games.kameloh.rules.options import Options

Phase = Literal["START", "MONSTER", "ITEM", "PACKAGE", "PLAY", "MAIN", "ATTACK", "CLEANUP", "RANSOM", "OVER"]
Reason = Literal["points", "tie_break", "draw"]

SLOTS = (0, 1)
NOBODY = -1

HAND_ZONE = ("hand_0", "hand_1")
DECK_ZONE = ("deck_0", "deck_1")
FUSION_ZONE = ("fusion_0", "fusion_1")
DESERT_ZONE = ("desert_0", "desert_1")
ROW_ZONE = ("items_0", "items_1")
ARENA_ZONE = (("arena_0_1", "arena_0_2"), ("arena_1_1", "arena_1_2"))
OASIS_ZONE = tuple(tuple(f"oasis_{seat}_{number}" for number in range(1, 5)) for seat in SLOTS)


class Monster(msgspec.Struct, gc=False):
    """A monster in the arena. Values are the basic ones: printed, or computed for a fusion (KMO-A.8)."""

    card: int
    owner: int
    uid: int
    """Counts what came into play, so that the older comes first."""
    ap: int
    dp: int
    lp: int
    damage: int = 0
    frozen: int = 0
    """In so many turns of its controller it cannot attack."""
    parts: list[int] = []
    """The ingredients of a fusion."""

    def copy(self) -> Monster:
        """A copy that shares nothing that changes."""
        return Monster(self.card, self.owner, self.uid, self.ap, self.dp, self.lp, self.damage, self.frozen, self.parts[:])


class Item(msgspec.Struct, gc=False):
    """An item in play: attached to a monster or in the item row of its owner (KMO-11.4)."""

    card: int
    owner: int
    uid: int
    carrier: int = NOBODY
    """The uid of the monster it is attached to."""
    combat: bool = False
    """Played in the running combat."""
    negated_by: int = NOBODY
    """The uid of the item that keeps it from working."""


class Force(msgspec.Struct, gc=False):
    """An effect that lasts: what it does, to whom, and until when (KMO-A.5)."""

    do: str
    amount: int
    monster: int
    """The uid of the monster it works on."""
    player: int
    item: int
    """The uid of the item that gives it; none: a monster gave it."""
    by: int
    """Whose effect it is."""
    end: Literal["", "combat", "turn_start", "turn_end"] = ""
    """Where it ends: at the end of the combat, at a start or end of a turn; empty: with its target or item."""
    seat: int = NOBODY
    """Whose turns are counted."""
    turns: int = 0
    """How many of those must still come."""
    number: int = 0
    """Counts the effects, so that the older comes first."""


class Side(msgspec.Struct, gc=False):
    """What belongs to one player. Hands, stocks and deserts hold cards as numbers."""

    dates: int = 0
    vp: int = 0
    hand: list[int] = []
    """Sorted."""
    deck: list[int] = []
    """The stock in Dufo; the next card is the last."""
    oases: list[list[int]] = []
    """The top card is the last."""
    active: list[bool] = []
    fusion: list[int] = []
    """Sorted."""
    desert: list[int] = []
    arena: list[Monster | None] = []
    free_points: int = 0
    defeated: int = 0
    searched: bool = False
    settled: bool = False
    dry: bool = False
    """Whether the next breeding fails (`drought`)."""
    known_hand: list[int] = []
    """Cards that everybody knows to be in the hand (KMO-19.2)."""
    shown_hand: list[int] = []
    """Cards the opponent knows to be in the hand, those included."""
    known_stock: list[int] = []
    """Cards everybody knows to be among those dealt from the deck: shown at the setup, shuffled back (KMO-4.4)."""
    known_oases: list[list[int]] = []
    """Cards the owner knows to be in each oasis: buried, or seen in a search."""
    open_oases: list[list[int]] = []
    """Those among them that everybody knows of."""
    open_tops: list[bool] = []
    """Whether everybody knows the top card of an oasis that has been turned face down again."""

    def copy(self) -> Side:
        """A deep copy."""
        return Side(
            self.dates,
            self.vp,
            self.hand[:],
            self.deck[:],
            [oasis[:] for oasis in self.oases],
            self.active[:],
            self.fusion[:],
            self.desert[:],
            [monster and monster.copy() for monster in self.arena],
            self.free_points,
            self.defeated,
            self.searched,
            self.settled,
            self.dry,
            self.known_hand[:],
            self.shown_hand[:],
            self.known_stock[:],
            [known[:] for known in self.known_oases],
            [known[:] for known in self.open_oases],
            self.open_tops[:],
        )


class Job(msgspec.Struct, gc=False):
    """Something still to be done; the last one in the agenda comes first."""

    kind: str
    seat: int = NOBODY
    card: int = NOBODY
    uid: int = NOBODY
    step: int = 0
    number: int = 0
    data: list[int] = []
    targets: dict[str, str] = {}

    def copy(self) -> Job:
        """A copy that shares nothing that changes."""
        return Job(self.kind, self.seat, self.card, self.uid, self.step, self.number, self.data[:], dict(self.targets))


class Combat(msgspec.Struct, gc=False):
    """A running combat (KMO-12)."""

    striker: int = NOBODY
    """The uid of the monster chosen in 2:1."""
    strikers: list[int] = []
    """Those who strike, or would as things stand."""
    struck: dict[int, list[int]] = {}
    """By defender: who struck it."""

    def copy(self) -> Combat:
        """A deep copy."""
        return Combat(self.striker, self.strikers[:], {uid: by[:] for uid, by in self.struck.items()})


class Ending(msgspec.Struct, gc=False):
    """The end sequence (KMO-17.3): who began it, and the turns still to come, the running one first."""

    first: int
    turns: list[tuple[int, Literal["second_to_last", "last"]]]


class Position(EnginePosition, kw_only=True):
    """Cards are small ints in the order of the card file; seats and slots are 0 and 1."""

    options: Options = Options()
    decks: list[list[int]] = []
    """The cards of each player, sorted."""
    sides: list[Side] = []
    phase: Phase = "START"
    round: int = 0
    turn: int = 0
    starter: int = 0
    turns: int = 0
    """How many have begun."""
    sent: int = 0
    """Monsters sent in this turn."""
    package: str = ""
    """What was chosen of the package, or the oasis action that runs or ran in this turn."""
    running: bool = False
    """Whether a package or oasis action of several steps is under way."""
    buried: int = 0
    bury_oasis: int = NOBODY
    drawn: bool = False
    """Whether drawing has begun, after which nothing is buried any more."""
    more_attacks: int = 0
    items: list[Item] = []
    forces: list[Force] = []
    combat: Combat | None = None
    agenda: list[Job] = []
    ending: Ending | None = None
    last_round: bool = False
    uids: int = 0
    numbers: int = 0
    planned: int = NOBODY
    """Who starts by plan or agreement."""
    experience: list[int] = []
    """Victory points by seat before this game (KMO-5.3)."""
    reason: Reason | None = None
    winner: int = NOBODY

    def copy(self) -> Position:
        """A deep copy, written by hand because it is made often."""
        ending = self.ending
        return Position(
            seats=self.seats,
            teams=self.teams,
            rolls=dict(self.rolls),
            sealed={seat: list(kept) for seat, kept in self.sealed.items()},
            left=list(self.left),
            options=self.options,
            decks=[deck[:] for deck in self.decks],
            sides=[side.copy() for side in self.sides],
            phase=self.phase,
            round=self.round,
            turn=self.turn,
            starter=self.starter,
            turns=self.turns,
            sent=self.sent,
            package=self.package,
            running=self.running,
            buried=self.buried,
            bury_oasis=self.bury_oasis,
            drawn=self.drawn,
            more_attacks=self.more_attacks,
            items=[Item(item.card, item.owner, item.uid, item.carrier, item.combat, item.negated_by) for item in self.items],
            forces=[msgspec.structs.replace(force) for force in self.forces],
            combat=self.combat and self.combat.copy(),
            agenda=[job.copy() for job in self.agenda],
            ending=ending and Ending(ending.first, ending.turns[:]),
            last_round=self.last_round,
            uids=self.uids,
            numbers=self.numbers,
            planned=self.planned,
            experience=self.experience[:],
            reason=self.reason,
            winner=self.winner,
        )
