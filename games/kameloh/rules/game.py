"""Ka-Mel-Oh! as the engine sees it: the agenda of what is still to be done, views, texts of options, redeals."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any, ClassVar

from games.engine.bot import Bot, RandomBot
from games.engine.deck import DeckRules
from games.engine.errors import InvalidOptions, Problem, Text
from games.engine.game import Game, Picker, Setup
from games.engine.match import ReturnMatch, Terms
from games.engine.meta import Options as TableOptions
from games.engine.outcome import Outcome
from games.engine.prompt import Option, Prompt
from games.kameloh.rules import combat, effects, legality, opening, random_play, redeal, stock, turn, view
from games.kameloh.rules.bots import BasicBot
from games.kameloh.rules.cards import Cards, deck_of
from games.kameloh.rules.decks import KamelohDecks
from games.kameloh.rules.options import META, Options
from games.kameloh.rules.position import NOBODY, SLOTS, Job, Position, Side

CARDS_PATH = Path(__file__).parent.parent / "cards.json"

LEAST_AT_LONG = 20
"""What the side that stayed has at least after a long game of a return match (KMO-17.10)."""

STARTERS = 0.3
"""The share of random games' decks that are starter decks; the others are made up."""

Run = Callable[["Kameloh", Job], bool]
Ask = Callable[["Kameloh", Job], Prompt]
Answer = Callable[["Kameloh", Job, Any], None]


class Kameloh(Game[Position]):
    """A game of Ka-Mel-Oh! in one of the three rule sets. `rules/kameloh.md` numbers the rules."""

    meta = META
    position_type = Position
    bots: ClassVar[dict[str, Bot]] = {"random": RandomBot(), "basic": BasicBot()}
    cards_path = CARDS_PATH
    cards: ClassVar[Cards] = Cards(CARDS_PATH.read_bytes())

    decks: ClassVar[DeckRules | None] = KamelohDecks(cards)

    pick_at_random: ClassVar[Picker | None] = staticmethod(lambda prompt, rng: random_play.any_move(Kameloh.cards, prompt, rng))

    holds = False
    """Whether it stops before each start of a turn, for those who look at the moment between two turns (Appendix C)."""

    @classmethod
    def read_cards(cls, data: bytes) -> Cards:
        """The cards of a card file. Raises `BrokenData`."""
        return Cards(data)

    @classmethod
    def start(cls, options: TableOptions, setup: Setup) -> Position:
        """Two decks before anything is shuffled; starter decks where none are brought.

        Raises `InvalidOptions` with all that is wrong with the decks in this variant (KMO-2).
        """
        rules = KamelohDecks(cls.cards)
        decks = [dict(deck) for deck in setup.decks] or [rules.starters[rules.starter_of(seat)] for seat in range(setup.seats)]
        faults = [fault for deck in setup.decks for fault in rules.against(deck, rules.rule_set(options))]
        if faults:
            raise InvalidOptions([Problem("decks", fault.text) for fault in faults])
        lists = [deck_of(cls.cards, deck) for deck in decks]
        return Position(
            seats=setup.seats,
            options=Options.of(options),
            decks=[deck[:] for deck in lists],
            sides=[Side(deck=deck, arena=[None for _ in SLOTS]) for deck in lists],
            planned=NOBODY if setup.starter is None else setup.starter,
            experience=list(setup.experience or (0,) * setup.seats),
        )

    @classmethod
    def random_setup(cls, options: Mapping[str, Any], seats: int, rng: Random, wanted: Sequence[str] = ()) -> Setup:
        """Starter decks, or any legal ones, by chance; made round what earlier games have not come past."""
        starters = [deck.cards for deck in cls.cards.starter_decks.values()]
        variant = cls.meta.check(options, seats)["variant"]
        decks = [
            rng.choice(starters) if rng.random() < STARTERS else random_play.any_deck(cls.cards, variant, rng, wanted)
            for _ in range(seats)
        ]
        return Setup(seats, decks=tuple(decks))

    def begin(self) -> None:
        """Who starts, and the deal; then the first turn (KMO-4, KMO-5)."""
        opening.begin(self)
        self.work()

    @classmethod
    def return_match(cls, options: TableOptions) -> ReturnMatch | None:
        """KMO-18.1."""
        if options["return_match"] != "on":
            return None
        return ReturnMatch(("game_tiebreak", "coin") if options["tie_break"] == "on" else ("draw",))

    @classmethod
    def terms(cls, options: TableOptions, seats: int) -> Terms:
        """What a game that was left counts for at least (KMO-17.10); more monsters defeated break a tie (KMO-18.1)."""
        return Terms(target=LEAST_AT_LONG if options["length"] == "long" else int(options["target"]), counter="defeated")

    @classmethod
    def in_series(cls, options: TableOptions, *, decides: bool) -> TableOptions:
        """A single game of a knock-out is never drawn (KMO-17.8); a series has its own policy (RNK-5.6)."""
        return options | {"return_match": "off", "tie_break": "on" if decides else "off"}

    @classmethod
    def shortened(cls, options: TableOptions, target: int) -> TableOptions | None:
        """A short game to so many victory points, if it was not as short before."""
        return options | {"length": "short", "target": str(target), "round_limit": "auto"}

    def first_seat(self) -> int | None:
        """KMO-5."""
        return self.position.starter

    def copy_position(self) -> Position:
        """A deep copy of the position."""
        return self.position.copy()

    # --- the agenda ----------------------------------------------------------------------------------------------------------

    def work(self) -> None:
        """Do what is to be done until somebody must choose or the game is over."""
        agenda = self.position.agenda
        while agenda:
            job = agenda[-1]
            if (self.holds and job.kind == "begin") or not RUN[job.kind](self, job):
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
        agenda = self.position.agenda
        if not agenda or agenda[-1].kind not in ASK:
            return []
        return [ASK[agenda[-1].kind](self, agenda[-1])]

    def answer(self, prompt: Prompt, choice: list[Any]) -> None:
        """Hand the answer to the job that asked, and go on."""
        job = self.position.agenda[-1]
        ANSWER[job.kind](self, job, choice[0])
        self.work()

    def ending(self) -> Outcome | None:
        """More victory points win; level is level, unless a tie-break has decided (KMO-17.7, KMO-17.8)."""
        p = self.position
        if p.reason is None:
            return None
        ranks = [1, 1] if p.winner == NOBODY else [1 if seat == p.winner else 2 for seat in SLOTS]
        points = [side.vp for side in p.sides]
        extra = [{"victory_points": side.vp, "defeated": side.defeated} for side in p.sides]
        return Outcome(ranks, p.reason, points, extra)

    def outcome(self) -> Outcome | None:
        """As `ending`; who has left keeps the points as they stood (KMO-17.10)."""
        outcome = super().outcome()
        if outcome is not None and not outcome.scores:
            outcome.scores = [side.vp for side in self.position.sides]
            outcome.extra = [{"victory_points": side.vp, "defeated": side.defeated} for side in self.position.sides]
        return outcome

    # --- showing -------------------------------------------------------------------------------------------------------------

    @classmethod
    def landmarks(cls, options: TableOptions) -> list[str]:
        """Every card that is played, every clause of an effect, and every primitive, as far as the rule set has them."""
        cards, names = cls.cards, []
        off = {"search"} if options["search"] == "off" else set()
        for number, data in enumerate(cards.data):
            if options["variant"] in data.variants:
                names.append(f"card {data.id}")
                names += [
                    f"{data.id} {clause.when} {clause.do}"
                    for clause in data.effect
                    if clause not in cards.passive[number] and clause.do not in off and clause.do != "income"
                ]
        primitives = {
            clause.do for data in cards.data for clause in data.effect if clause.when not in ("static", "attack", "defend")
        }
        return list(dict.fromkeys([*names, *(f"do {do}" for do in sorted(primitives - off - {"income"}))]))

    def view(self, viewer: int | None) -> dict[str, Any]:
        """KMO-19."""
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
        redeal.fit(self, viewer, rng)

    def token(self, option: Any) -> str:
        """The name of an option: verb and what it is about, cards by their ids, slots and oases from 1 (Appendix B)."""
        return legality.token(self.cards, option)

    def question(self, prompt: Prompt) -> Text:
        """What is asked."""
        return legality.question(self, prompt)

    def describe(self, prompt: Prompt, option: Any) -> Option:
        """How an option looks."""
        return legality.describe(self, prompt, option)

    def why_not(self, seat: int, thing: Any) -> Text | None:
        """Why something is not offered, by what everybody may know."""
        return legality.why_not(self, seat, thing)


RUN: dict[str, Run] = {
    "begin": turn.begin,
    "income": turn.income,
    "poison": turn.poison,
    "triggers": turn.triggers,
    "effect": effects.run,
    "take": stock.run_take,
    "settle": combat.settle,
    "monster_phase": turn.monster_phase,
    "play": turn.play_phase,
    "package": turn.package,
    "activate": turn.activate,
    "refill": turn.refill,
    "search": turn.refill,
    "attack": combat.begin,
    "window": combat.window,
    "resolve": combat.resolve,
    "lifesteal": combat.lifesteal,
    "reflect": combat.reflect,
    "combat_end": combat.end,
    "turn_end": turn.turn_end,
    "cleanup": turn.cleanup,
    "draw_phase": turn.draw_phase,
    "ransom_phase": turn.ransom_phase,
    "ransom": turn.ransom,
    "end": turn.end,
}
"""What each job does; False: it waits for an answer."""

ASK: dict[str, Ask] = {
    "effect": effects.ask,
    "take": stock.ask_take,
    "monster_phase": turn.ask_monster,
    "play": turn.ask_play,
    "package": turn.ask_package,
    "activate": turn.ask_activate,
    "refill": turn.ask_oasis,
    "search": turn.ask_oasis,
    "attack": combat.ask,
    "window": combat.ask_window,
    "resolve": combat.ask_striker,
    "ransom": turn.ask_ransom,
}

ANSWER: dict[str, Answer] = {
    "effect": effects.answer,
    "take": lambda game, job, option: stock.take(game, job, option[1]),
    "monster_phase": turn.answer_phase,
    "play": turn.answer_phase,
    "package": turn.answer_package,
    "activate": turn.answer_activate,
    "refill": turn.answer_oasis,
    "search": turn.answer_oasis,
    "attack": combat.declare,
    "window": combat.answer_window,
    "resolve": combat.answer_striker,
    "ransom": turn.answer_ransom,
}
