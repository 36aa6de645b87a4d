"""Online Marketing Generals as the engine sees it: the agenda of what is still to be done, views, texts of options, redeals."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any, ClassVar

from games.engine.bot import Bot, RandomBot
from games.engine.deck import DeckRules
from games.engine.errors import InvalidOptions, Problem, Text
from games.engine.event import Event
from games.engine.game import Game, Picker, Setup
from games.engine.match import Terms
from games.engine.meta import Options as TableOptions
from games.engine.order import Offer, Order
from games.engine.outcome import Outcome
from games.engine.prompt import Option, Prompt
from games.engine.sealed import Sealed
from games.omg.rules import (
    actions,
    cardplay,
    combat,
    effects,
    hits,
    missions,
    naming,
    opening,
    orders,
    random_play,
    redeal,
    specials,
    triggers,
    turn,
    view,
    windows,
)
from games.omg.rules.bots import BasicBot
from games.omg.rules.cards import Cards
from games.omg.rules.decks import OmgDecks, deck_of
from games.omg.rules.options import META, POINTS, Options
from games.omg.rules.position import NOBODY, SEATS, Job, Position, Side
from games.omg.rules.sealed import OmgSealed

CARDS_PATH = Path(__file__).parent.parent / "cards.json"

STARTERS = 0.25
"""The share of random games' decks that are starter decks; the others are made up."""

Run = Callable[["Omg", Job], bool]
Ask = Callable[["Omg", Job], Prompt]
AskAll = Callable[["Omg", Job], list[Prompt]]
Answer = Callable[["Omg", Job, list[Any]], None]
Unseal = Callable[["Omg", Job, dict[int, list[Any]]], None]


class Omg(Game[Position]):
    """A game of Online Marketing Generals. `rules/omg.md` numbers the rules."""

    meta = META
    position_type = Position
    bots: ClassVar[dict[str, Bot]] = {"random": RandomBot(), "basic": BasicBot()}
    cards_path = CARDS_PATH
    cards: ClassVar[Cards] = Cards(CARDS_PATH.read_bytes())

    decks: ClassVar[DeckRules | None] = OmgDecks(cards)
    sealed: ClassVar[Sealed | None] = OmgSealed(cards)

    pick_at_random: ClassVar[Picker | None] = staticmethod(random_play.any_move)

    @classmethod
    def read_cards(cls, data: bytes) -> Cards:
        """The cards of a card file. Raises `BrokenData`."""
        return Cards(data)

    @classmethod
    def start(cls, options: TableOptions, setup: Setup) -> Position:
        """Two decks before anything is shuffled; starter decks where none are brought.

        Raises `InvalidOptions` with all that is wrong with the decks (OMG-2).
        """
        rules = OmgDecks(cls.cards)
        decks = [dict(deck) for deck in setup.decks] or [rules.starters[rules.starter_of(seat)] for seat in range(setup.seats)]
        faults = [fault for deck in setup.decks for fault in rules.check(deck)]
        if faults:
            raise InvalidOptions([Problem("decks", fault.text) for fault in faults])
        lists = [deck_of(cls.cards, deck) for deck in decks]
        return Position(
            seats=setup.seats,
            options=Options.of(options),
            decks=[deck[:] for deck in lists],
            sides=[Side(deck=deck) for deck in lists],
            planned=NOBODY if setup.starter is None else setup.starter,
            experience=list(setup.experience or (0,) * setup.seats),
        )

    @classmethod
    def random_setup(cls, options: Mapping[str, Any], seats: int, rng: Random, wanted: Sequence[str] = ()) -> Setup:
        """Starter decks, or any legal ones, by chance; made round what earlier games have not come past."""
        starters = list(cls.cards.starters.values())
        decks = [
            rng.choice(starters) if rng.random() < STARTERS else random_play.any_deck(cls.cards, rng, wanted)
            for _ in range(seats)
        ]
        return Setup(seats, decks=tuple(decks))

    def begin(self) -> None:
        """Who starts, shuffling, the first questions (OMG-4)."""
        opening.begin(self)
        self.work()

    @classmethod
    def terms(cls, options: TableOptions, seats: int) -> Terms:
        """EP count, up to the target of the table (OMG-1.2)."""
        return Terms(POINTS, int(options["target"]))

    @classmethod
    def shortened(cls, options: TableOptions, target: int) -> TableOptions | None:
        """The same game to fewer EP (OMG-17.4)."""
        return options | {"target": str(target)}

    @classmethod
    def stops(cls, *, in_days: bool) -> dict[str, str]:
        """OMG-11.11, OMG-11.14."""
        return windows.usual(in_days=in_days)

    occasions: ClassVar[tuple[str, ...]] = orders.OCCASIONS

    def offers(self, seat: int) -> list[Offer]:
        """OMG-11.14."""
        return orders.offers(self, seat)

    def refused_order(self, seat: int, order: Order) -> Text | None:
        """OMG-11.14."""
        return orders.refused(self, seat, order)

    def ordered(self, prompt: Prompt, order: Order) -> Any | None:
        """OMG-11.14."""
        return orders.option(self, prompt, order)

    def first_seat(self) -> int | None:
        """OMG-4.3."""
        return self.position.starter

    def copy_position(self) -> Position:
        """A deep copy of the position."""
        return self.position.copy()

    # --- the agenda ----------------------------------------------------------------------------------------------------------

    def work(self) -> None:
        """Do what is to be done until somebody must choose or the game is over."""
        p = self.position
        while p.agenda and p.reason is None:
            job = p.agenda[-1]
            run = RUN.get(job.kind)
            if run is None or not run(self, job):
                return

    def drop(self, job: Job) -> None:
        """This job is done, whatever has come on top of it."""
        agenda = self.position.agenda
        for place in range(len(agenda) - 1, -1, -1):
            if agenda[place] is job:
                del agenda[place]
                return

    def ask(self) -> list[Prompt]:
        """What the job on top waits for."""
        p = self.position
        if not p.agenda or p.reason is not None:
            return []
        job = p.agenda[-1]
        if job.kind in ASK_ALL:
            return ASK_ALL[job.kind](self, job)
        return [ASK[job.kind](self, job)] if job.kind in ASK else []

    def answer(self, prompt: Prompt, choice: list[Any]) -> None:
        """Hand the answer to the job that asked, and go on."""
        job = self.position.agenda[-1]
        if job.kind in UNSEAL:
            UNSEAL[job.kind](self, job, {prompt.seat: choice})
        else:
            ANSWER[job.kind](self, job, choice)
        self.work()
        self._pass_on(prompt.seat)

    def _pass_on(self, seat: int) -> None:
        """Once somebody else is asked, nothing is taken back any more (OMG-15.1)."""
        agenda = self.position.agenda
        if agenda and agenda[-1].seat != seat:
            self.tell(Event("x_omg_asks", {"seat": 1 - seat}, reveals=True))

    def unseal(self, kind: str, answers: dict[int, list[Any]]) -> None:
        """Hand the secret answers of both to the job that asked (PRO-4.8)."""
        job = self.position.agenda[-1]
        UNSEAL[job.kind](self, job, answers)
        self.work()

    def ending(self) -> Outcome | None:
        """Who reached the target, or whose opponent could not draw (OMG-10)."""
        p = self.position
        if p.reason is None:
            return None
        ranks = [1, 1] if p.winner == NOBODY else [1 if seat == p.winner else 2 for seat in SEATS]
        return Outcome(ranks, p.reason, [side.ep for side in p.sides], self._extra())

    def outcome(self) -> Outcome | None:
        """As `ending`; who has left keeps the points as they stood."""
        outcome = super().outcome()
        if outcome is not None and not outcome.scores:
            outcome.scores = [side.ep for side in self.position.sides]
            outcome.extra = self._extra()
        return outcome

    def _extra(self) -> list[dict[str, Any]]:
        return [{POINTS: side.ep, "missions": side.completed, "turns": side.turns, "op": side.op} for side in self.position.sides]

    # --- showing -------------------------------------------------------------------------------------------------------------

    @classmethod
    def landmarks(cls, options: TableOptions) -> list[str]:
        """Every card that is played, mission that is completed, clause that is carried out or counts, and every operation."""
        cards, names = cls.cards, []
        for number, data in enumerate(cards.data):
            names.append(f"card {data.id}")
            if data.type == "mission":
                names.append(f"card {data.id} completed")
            names += [f"{data.id} {i + 1} {clause.trigger} {clause.op}" for i, clause in enumerate(cards.clauses[number])]
        used = {clause.op for clauses in cards.clauses for clause in clauses}
        return [*names, *(f"op {op}" for op in sorted(used)), "second attack"]

    def view(self, viewer: int | None) -> dict[str, Any]:
        """OMG-14."""
        return view.view(self, viewer)

    def zones(self) -> dict[str, list[str]]:
        """Where every card truly is."""
        return view.zones(self)

    def inventory(self) -> list[str]:
        """Both decks."""
        ids = self.cards.ids
        return [ids[card] for deck in self.position.decks for card in deck]

    def redeal(self, viewer: int | None, rng: Random) -> None:
        """Hidden cards anew."""
        redeal.redeal(self, viewer, rng)

    def token(self, option: Any) -> str:
        """The name of an option: verb and what it is about, cards by their ids, users by their numbers."""
        return naming.token(self.cards, option)

    def question(self, prompt: Prompt) -> Text:
        """What is asked."""
        return naming.question(self, prompt)

    def describe(self, prompt: Prompt, option: Any) -> Option:
        """How an option looks."""
        return naming.describe(self, prompt, option)

    def why_not(self, seat: int, thing: Any) -> Text | None:
        """Why something is not offered, by what everybody may know."""
        return naming.why_not(self, seat, thing)

    def reasons(self, prompt: Prompt) -> dict[str, Text]:
        """Why what could be touched is not offered."""
        return naming.reasons(self, prompt)


RUN: dict[str, Run] = {
    "deal": opening.deal,
    "begin": turn.begin,
    "draw": turn.draw,
    "start": turn.start,
    "actions": actions.run,
    "resolve": actions.resolve,
    "special": specials.run,
    "sequence": effects.sequence,
    "clause": effects.run,
    "receive": cardplay.run_receive,
    "rewarded": missions.rewarded,
    "settle": triggers.settle,
    "window": windows.run,
    "result": combat.result,
    "aftermath": combat.aftermath,
    "combat_end": combat.end,
    "end": turn.end,
    "states": turn.states,
    "discard": turn.discard,
    "done": turn.done,
}
"""What each job does; False, or not here: it waits for an answer."""

ASK: dict[str, Ask] = {
    "actions": actions.ask,
    "window": windows.ask,
    "tactic": combat.ask_tactic,
    "clause": effects.ask,
    "receive": cardplay.ask_receive,
    "pick": cardplay.ask_pick,
    "order": cardplay.ask_order,
    "discard_cards": cardplay.ask_discard,
    "discard": turn.ask_discard,
}

ASK_ALL: dict[str, AskAll] = {"cut": opening.ask_cut, "mulligan": opening.ask_mulligan, "split": hits.ask}
"""Jobs that may ask both players at the same time."""

ANSWER: dict[str, Answer] = {
    "actions": actions.answer,
    "window": windows.answer,
    "tactic": combat.answer_tactic,
    "clause": effects.answer,
    "receive": cardplay.answer_receive,
    "pick": cardplay.answer_pick,
    "order": cardplay.answer_order,
    "discard_cards": cardplay.answer_discard,
    "discard": turn.answer_discard,
}

UNSEAL: dict[str, Unseal] = {"cut": opening.cut, "mulligan": opening.mulligan, "split": hits.answered}
