"""Spieleflut as the engine sees it: states by name, views, texts of options, redeals."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any, ClassVar

from games.engine import starting
from games.engine.bot import Bot, RandomBot
from games.engine.errors import Text
from games.engine.event import Event
from games.engine.game import Game, Picker, Setup
from games.engine.match import Terms
from games.engine.meta import Options as TableOptions
from games.engine.outcome import Outcome
from games.engine.prompt import Option, Prompt
from games.spieleflut.rules import actions, bots, random_play, redeal, scoring, turn, view, words
from games.spieleflut.rules.cards import NONE, Cards
from games.spieleflut.rules.options import META, TARGETS, Options
from games.spieleflut.rules.position import SLOTS, Position

CARDS_PATH = Path(__file__).parent.parent / "cards.json"
TEAMS = (0, 1, 0, 1)
"""Four players are two teams (SPF-13.1)."""

ASK = {
    "SETUP": turn.ask_setup,
    "REWARD": turn.ask_reward,
    "DRAW": turn.ask_draw,
    "REVIEWS": turn.ask_reviews,
    "COMPENSATE": turn.ask_compensate,
    "ACTIONS": actions.ask,
}
ANSWER = {
    "SETUP": turn.answer_setup,
    "REWARD": turn.answer_reward,
    "DRAW": turn.answer_draw,
    "REVIEWS": turn.answer_reviews,
    "COMPENSATE": turn.answer_compensate,
    "ACTIONS": actions.answer,
}
NAMING = ("BUY", "PAY", "PAUSE", "RECOVER")


class Spieleflut(Game[Position]):
    """A game of Spieleflut with any of its modules. `rules/spieleflut.md` numbers the rules."""

    meta = META
    position_type = Position
    bots: ClassVar[dict[str, Bot]] = {"random": RandomBot(), "basic": bots.BasicBot()}
    pick_at_random: ClassVar[Picker | None] = staticmethod(random_play.any_move)
    cards_path = CARDS_PATH
    cards: ClassVar[Cards] = Cards(CARDS_PATH.read_bytes())

    @classmethod
    def read_cards(cls, data: bytes) -> Cards:
        """The cards of a card file. Raises `BrokenData`."""
        return Cards(data)

    @classmethod
    def start(cls, options: TableOptions, setup: Setup) -> Position:
        """A table before anything is shuffled."""
        seats = setup.seats
        return Position(
            seats=seats,
            teams=cls.teams(options, seats),
            options=Options.of(options),
            hands=[[] for _ in range(seats)],
            desks=[[None for _ in SLOTS] for _ in range(seats)],
            queues=[NONE] * seats,
            finished=[[] for _ in range(seats)],
            tops=[0] * seats,
            reach=[0] * seats,
            rank=[scoring.LOWEST_RANK] * seats,
            first=0 if setup.starter is None else setup.starter,
            seen=[0] * len(cls.cards.names),
        )

    @classmethod
    def terms(cls, options: TableOptions, seats: int) -> Terms:
        """Reach counts (SPF-12.1)."""
        return Terms("reach", TARGETS[seats][options["long"] == "on"])

    @classmethod
    def teams(cls, options: TableOptions, seats: int) -> tuple[int, ...]:
        """Four are two teams (SPF-13.1)."""
        return TEAMS if seats == len(TEAMS) else ()

    def first_seat(self) -> int | None:
        """Player 1 (SPF-4.5)."""
        return self.position.first

    def begin(self) -> None:
        """Who begins, the deal, and the opening reviews (SPF-4)."""
        self.choose_first()
        turn.deal(self)
        turn.set_up(self)

    def choose_first(self) -> None:
        """By plan, agreement, experience or lot (SPF-4.5, RNK-4.3)."""
        p, wanted = self.position, self.table_options["starter"]
        planned = self.setup.starter if self.setup is not None else None
        known = self.setup.experience if self.setup is not None else ()
        method, seat, among = starting.decide(wanted, p.seats, planned, known)
        p.first = among[self.below(len(among), "first")] if seat is None else seat
        about: dict[str, Any] = {"seat": p.first, "method": method}
        if wanted == "less_experienced" and known:
            about["experience"] = list(known)
            method = {"coin": "coin_of_equals"}.get(method, method)
        self.tell(Event("rolled" if seat is None else "chosen", about, log=f"starts_{method}"))

    def copy_position(self) -> Position:
        """A deep copy of the position."""
        return self.position.copy()

    def ask(self) -> list[Prompt]:
        """What the active player is asked."""
        state = self.position.state
        if state in NAMING:
            return [actions.ask_cards(self)]
        return [ASK[state](self)] if state in ASK else []

    def answer(self, prompt: Prompt, choice: list[Any]) -> None:
        """One decision of the active player."""
        state = self.position.state
        if state in NAMING:
            actions.answer_cards(self, choice)
        else:
            ANSWER[state](self, choice[0])

    def leaving(self, seat: int) -> None:
        """In the team game one leaver ends it for the team (RNK-1.4)."""
        p = self.position
        if p.teams:
            p.state = "GAME_END"
            p.winners = [other for other in range(p.seats) if p.teams[other] != p.teams[seat]]

    def ending(self) -> Outcome | None:
        """The places when the game is over (SPF-12.6)."""
        return scoring.outcome(self)

    def outcome(self) -> Outcome | None:
        """As the engine ranks leavers; a team that is left loses (RNK-1.2, RNK-1.4)."""
        p = self.position
        if not p.teams:
            outcome = super().outcome()
            if outcome is not None and not outcome.scores:  # somebody has left: points count as they stood (RNK-4.1)
                outcome.scores, outcome.extra = list(p.reach), scoring.counters(self)
            return outcome
        outcome = self.ending()
        if outcome is not None and p.left:
            outcome.ranks = [1 if seat in p.winners else 2 for seat in range(p.seats)]
            outcome.reason = "left"
        return outcome

    def opened_from_hand(self) -> list[int]:
        """The seats that chose their opening review from the hand, and may hold more (SPF-4.9)."""
        return self.position.openers

    @classmethod
    def landmarks(cls, options: TableOptions) -> list[str]:
        """Every card that is used with these modules, and every operation of their effects.

        Reviews without stars only in the basic game: with modules four players go without them (SPF-4.2).
        """
        rang, events = options["rang"] == "on", options["ereignis"] == "on"
        zones = {"draw"} | ({"review_stack"} if rang else set()) | ({"event_stack"} if events else set())
        used = [data for data in cls.cards.data if data.zone in zones]
        if rang or events:
            used = [data for data in used if data.kind != "review" or data.stars]
        operations = {operation.op for data in used for operation in data.effect}
        return [f"card {data.id}" for data in used] + [f"op {name}" for name in sorted(operations)]

    def view(self, viewer: int | None) -> dict[str, Any]:
        """SPF-14."""
        return view.view(self, viewer)

    def zones(self) -> dict[str, list[str]]:
        """Where every card truly is."""
        return view.zones(self)

    def inventory(self) -> list[str]:
        """The cards that take part (SPF-4)."""
        out = set(self.position.out)
        return [id_ for card, id_ in enumerate(self.cards.ids) if card not in out]

    def redeal(self, viewer: int | None, rng: Random) -> None:
        """Unseen cards anew."""
        redeal.redeal(self, viewer, rng)

    def token(self, option: Any) -> str:
        """The name of an option: verb and what it is about (SPF appendix C)."""
        return words.token(self.cards, option)

    def question(self, prompt: Prompt) -> Text:
        """What is asked."""
        return words.question(self, prompt)

    def describe(self, prompt: Prompt, option: Any) -> Option:
        """How an option looks."""
        return words.describe(self, prompt, option)

    def why_not(self, seat: int, thing: Any) -> Text | None:
        """Why something is not offered, by what everybody may know."""
        return words.why_not(self, seat, thing)
