"""The contract every game fulfils. A game is an object one asks, answers, copies, dumps and loads."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any, ClassVar, Generic, Self, TypeVar

import msgspec

from games.engine.bot import Bot, RandomBot
from games.engine.deck import DeckRules
from games.engine.dice import Dice
from games.engine.errors import BrokenData, GameOver, IllegalChoice, NotYourPrompt, Text
from games.engine.event import Event, Tell, tell_nobody
from games.engine.match import ReturnMatch, Terms
from games.engine.meta import Meta, Options
from games.engine.order import Offer, Order
from games.engine.outcome import Outcome, Status, ranks, tiers
from games.engine.prompt import ONE, Option, Prompt
from games.engine.sealed import Sealed

Picker = Callable[[Prompt, Random], Any]
"""Picks one option of a prompt."""


class Setup(msgspec.Struct, frozen=True):
    """What a table brings to a game beside the options: with the seed, all that a replay needs (PRO-9.3)."""

    seats: int
    teams: tuple[int, ...] = ()
    """Team of each seat; empty: everyone for themselves."""
    decks: tuple[Any, ...] = ()
    """Deck of each seat, for games that are played with own decks; empty: the starter decks, by seat."""
    starter: int | None = None
    """First seat by plan or agreement (RNK-4.3); None: as the rules say."""
    experience: tuple[int, ...] = ()
    """What each seat's player has done before, as RNK-4.1 measures it; empty: it does not matter here."""


class Leaver(msgspec.Struct):
    """A seat that left before the end (RNK-1.4)."""

    seat: int
    status: Status
    turn: int
    """Counts the leavings of this game, so that the later one can rank better."""


class Position(msgspec.Struct, kw_only=True):
    """What is the same in all games. A position is complete, plain data at every prompt."""

    seats: int
    teams: tuple[int, ...] = ()
    rolls: dict[str, int] = {}
    """How often the dice were used, by purpose."""
    sealed: dict[int, list[Any]] = {}
    """Secret answers by seat, until all are in (PRO-4.8)."""
    left: list[Leaver] = []


P = TypeVar("P", bound=Position)


class Game(ABC, Generic[P]):
    """A game in progress. `prompts` asks, `apply` answers and plays on to the next question, `view` is what a viewer may know.

    A game of one's own gives `meta`, `position_type`, `start`, `ask`, `answer`, `view` and `ending`, and overrides what else it
    needs: `begin` (what happens before the first question), `zones` and `inventory` (where the cards are), `redeal` (hidden
    things), `describe` (how options look), `unseal` (secret answers), `forced` (what needs no answer),
    `leaving` (what happens when a seat leaves).
    """

    meta: ClassVar[Meta]
    position_type: ClassVar[type[Any]]
    bots: ClassVar[dict[str, Bot]] = {"random": RandomBot()}
    cards_path: ClassVar[Path | None] = None
    """The card data; None for a game without cards of its own."""
    cards: ClassVar[Any] = None
    """The card data as the rules use them, made by `read_cards`."""

    decks: ClassVar[DeckRules | None] = None
    """What decks of one's own must be like; None for a game that is played without."""

    sealed: ClassVar[Sealed | None] = None
    """The packs of events whose players build their decks from what they open there; None where there are none."""

    passes: Callable[[str], None] | None = None
    """Hears of each of `landmarks` that play comes past; None in play that nobody measures."""

    table_options: Options = {}
    setup: Setup | None = None
    """With what the game is beginning; known to `begin` alone, as no position keeps it."""

    position: P
    prompts: list[Prompt]
    """All open prompts, a pure function of the position; none when the game is over."""

    def __init__(self, position: P, dice: Dice, tell: Tell) -> None:
        self.position = position
        self.dice = dice
        self.tell = tell
        self.prompts = []

    # --- beginning, storing, copying -----------------------------------------------------------------------------------------

    @classmethod
    def new(cls, options: Mapping[str, Any], setup: Setup, dice: Dice, tell: Tell = tell_nobody) -> Self:
        """A game from its beginning, played on to the first question.

        Raises `InvalidOptions` if the options or the number of seats are refused.
        """
        checked = cls.meta.check(options, setup.seats)
        game = cls(cls.start(checked, setup), dice, tell)
        game.table_options, game.setup = checked, setup
        game.begin()
        game._play_on()
        return game

    def dump(self) -> bytes:
        """The position as JSON. The same commands give the same bytes: dicts are filled in an order that play decides."""
        return msgspec.json.encode(self.position)

    @classmethod
    def load(cls, data: bytes, dice: Dice, tell: Tell = tell_nobody) -> Self:
        """The game at a dumped position. Raises `BrokenData` if the data are not a position of this game."""
        try:
            position = msgspec.json.decode(data, type=cls.position_type)
        except msgspec.DecodeError as error:
            raise BrokenData("position", str(error)) from error
        return cls.at(position, dice, tell)

    @classmethod
    def at(cls, position: P, dice: Dice, tell: Tell = tell_nobody) -> Self:
        """The game at a position that is not shared with anyone."""
        game = cls(position, dice, tell)
        game.prompts = game.open_prompts()
        return game

    def clone(self, dice: Dice | None = None, tell: Tell = tell_nobody) -> Self:
        """A copy that shares nothing that changes, with the same dice unless others are given."""
        return self.at(self.copy_position(), dice or self.dice, tell)

    def copy_position(self) -> P:
        """A deep copy of the position. Override with a hand-written one where speed matters."""
        copy: P = msgspec.json.decode(msgspec.json.encode(self.position), type=self.position_type)
        return copy

    # --- the rules, given by each game ---------------------------------------------------------------------------------------

    @classmethod
    @abstractmethod
    def start(cls, options: Options, setup: Setup) -> P:
        """The position before anything has happened, from checked options."""

    def begin(self) -> None:
        """What happens before the first question, such as the deal."""

    @classmethod
    def random_setup(cls, options: Mapping[str, Any], seats: int, rng: Random, wanted: Sequence[str] = ()) -> Setup:
        """What a random game may begin with: other decks each time, in a game that is played with own ones.

        `wanted`: landmarks that earlier games have not come past.
        """
        return Setup(seats)

    pick_at_random: ClassVar[Picker | None] = None
    """Picks the one option of a prompt in random games, where some would hardly ever come up if all were alike."""

    @abstractmethod
    def ask(self) -> list[Prompt]:
        """The open prompts of the position; at most one a seat."""

    @abstractmethod
    def answer(self, prompt: Prompt, choice: list[Any]) -> None:
        """Play the answer to an open prompt, already checked."""

    def unseal(self, kind: str, answers: dict[int, list[Any]]) -> None:
        """Play the secret answers to the prompts of this kind, all in, in seat order (PRO-4.8)."""
        raise NotImplementedError(f"{type(self).__name__} asks secret prompts but does not unseal them")

    def forced(self, prompt: Prompt) -> bool:
        """Whether the only option of a prompt is taken without asking (PRO-4.4): only where that tells nothing hidden."""
        return False

    @abstractmethod
    def view(self, viewer: int | None) -> dict[str, Any]:
        """What this viewer may know, in zones (PRO-5.10); None is a spectator. Plain data without floats and None (PRO-1.5).

        Whoever is given it changes nothing in it: a game may give the same parts again.
        """

    @abstractmethod
    def ending(self) -> Outcome | None:
        """The outcome if the rules of the game have ended it."""

    @classmethod
    def return_match(cls, options: Options) -> ReturnMatch | None:
        """How a second game follows that counts together with this one (RNK-5.2), if these checked options ask for that."""
        return None

    @classmethod
    def terms(cls, options: Options, seats: int) -> Terms:
        """How games with these checked options count towards a series (RNK-5)."""
        return Terms()

    @classmethod
    def teams(cls, options: Options, seats: int) -> tuple[int, ...]:
        """The team of each seat with these checked options; empty: everybody plays for themselves."""
        return ()

    @classmethod
    def in_series(cls, options: Options, *, decides: bool) -> Options:
        """The options of a game that is part of something larger: one that has to bring a winner by itself, or one of several
        whose series has a tie policy of its own (RNK-5.6)."""
        return options

    @classmethod
    def shortened(cls, options: Options, target: int) -> Options | None:
        """The options of the same game to a lower target, for a decider or a replay (RNK-5.6); None: there is none."""
        return None

    @classmethod
    def stops(cls, *, in_days: bool) -> dict[str, str]:
        """How its classes of windows are asked as long as a seat says nothing else (UX-4.12): `always`, `answer` (if there is
        more than a pass to answer) or `never`. `in_days`: at tables with days for a move. Empty: always, whatever it is."""
        return {}

    occasions: ClassVar[tuple[str, ...]] = ()
    """What conditional orders can wait for, by name (UX-4.12); none in games without windows in which cards are played."""

    def offers(self, seat: int) -> list[Offer]:
        """What a seat can order, by its own hand and by what everybody sees (OMG-11.14)."""
        return []

    def refused_order(self, seat: int, order: Order) -> Text | None:
        """Why something cannot be ordered, or cannot be any more; None if the order stands."""
        return Text("error.order.none")

    def ordered(self, prompt: Prompt, order: Order) -> Any | None:
        """The option of an open window that an order asks for; None if it is not the occasion, or not possible."""
        return None

    def first_seat(self) -> int | None:
        """Who started, where the rules let one seat begin; the other one does in a return match."""
        return None

    @classmethod
    def landmarks(cls, options: Options) -> list[str]:
        """What play with these checked options should come past sooner or later: cards, effects, their operations, by name.

        What was never reached is not known to work (`playout --coverage`).
        """
        return []

    def part(self) -> int:
        """Which part of the game is played, in games that knock players out between parts (`Ranking.out`)."""
        return 0

    def zones(self) -> dict[str, list[str]]:
        """Where every card truly is, by zone; for checks and proofs, never for a viewer."""
        return {}

    def inventory(self) -> list[str]:
        """All cards that take part now, in any order: what `zones` must add up to."""
        return []

    def redeal(self, viewer: int | None, rng: Random) -> None:
        """Deal anew, in place, whatever this viewer cannot know. Must not depend on where hidden things truly are."""

    # --- answering -----------------------------------------------------------------------------------------------------------

    def apply(self, seat: int, choice: list[Any]) -> None:
        """Answer the open prompt of a seat and play on to the next question.

        Raises `GameOver`, `NotYourPrompt` or `IllegalChoice`, with nothing changed.
        """
        prompts = self.prompts
        prompt = prompts[0] if len(prompts) == 1 and prompts[0].seat == seat else self.prompt_of(seat)
        if prompt.secret or prompt.pick != ONE:
            choice = self.check(prompt, choice)
        elif len(choice) != 1 or choice[0] not in prompt.options:
            raise self._refusal(prompt, choice)
        if prompt.secret:
            self._take(prompt, choice)
        else:
            self.answer(prompt, choice)
        self._play_on()

    def prompt_of(self, seat: int) -> Prompt:
        """The open prompt of a seat. Raises `GameOver` or `NotYourPrompt` if it is not asked anything."""
        for prompt in self.prompts:
            if prompt.seat == seat:
                return prompt
        if not self.prompts:
            raise GameOver(Text("error.game_over"))
        raise NotYourPrompt(Text("error.not_your_prompt"))

    def leave(self, seat: int, status: Status) -> None:
        """A seat leaves (RNK-1.4): from now on its prompts are answered by their defaults; the last one left has won.

        A command like any other, logged and replayed. Leaving twice changes nothing. Raises `GameOver`.
        """
        if not self.prompts:
            raise GameOver(Text("error.game_over"))
        left = self.position.left
        if seat in (leaver.seat for leaver in left):
            return
        left.append(Leaver(seat, status, len(left) + 1))
        self.tell(Event("seat_out", {"seat": seat, "status": status}, log=f"left_{status}"))
        self.leaving(seat)
        self._play_on()

    def leaving(self, seat: int) -> None:
        """What the rules of the game do at once when a seat leaves."""

    def outcome(self) -> Outcome | None:
        """Ranks, reason and scores when the game is over (RNK-1.2, RNK-1.4), else None."""
        outcome = self.ending()
        if not self.position.left:
            return outcome
        if outcome is None:
            if not self._decided():
                return None
            outcome = Outcome([1] * self.position.seats, "left")
        gone = [leaver.seat for leaver in reversed(self.position.left)]
        stayed = [[seat for seat in group if seat not in gone] for group in tiers(outcome.ranks)]
        outcome.ranks = ranks([group for group in stayed if group] + [[seat] for seat in gone], len(outcome.ranks))
        return outcome

    def waiting_for(self) -> list[int]:
        """The seats whose answer is awaited, as everybody may know: a quiet window waits for all of its seats (EMO-8.3)."""
        return [q.seat for q in self.prompts if q.quiet or q.seat not in self.position.sealed]

    def _play_on(self) -> None:
        """Play what needs no answer: forced decisions, and those of seats that have left."""
        while True:
            self.prompts = prompts = self.open_prompts() if self.position.left else self.ask()
            if len(prompts) == 1 and len(prompts[0].options) == 1 and not prompts[0].secret and self.forced(prompts[0]):
                self.tell(Event("forced", {"seat": prompts[0].seat, "kind": prompts[0].kind}))
                self.answer(prompts[0], prompts[0].options[:])
            elif not self.position.left or not self._stand_in():
                return

    def _stand_in(self) -> bool:
        """Answer one prompt of a seat that has left, by its default; whether there was one."""
        gone = self.gone()
        asked = [] if self._decided() else self.ask()
        prompt = next((q for q in asked if q.seat in gone and q.seat not in self.position.sealed), None)
        if prompt is not None:
            self._take(prompt, prompt.timeout())
        return prompt is not None

    def open_prompts(self) -> list[Prompt]:
        """What is asked now, of those who are still there: nobody is any more when leavers have left only one side."""
        if not self.position.left:
            return self.ask()
        gone = self.gone()
        return [] if self._decided() else [prompt for prompt in self.ask() if prompt.seat not in gone]

    def gone(self) -> set[int]:
        """The seats that have left."""
        return {leaver.seat for leaver in self.position.left}

    def _decided(self) -> bool:
        """Whether leavers have left only one side in the game."""
        p, gone = self.position, self.gone()
        return len({p.teams[seat] if p.teams else seat for seat in range(p.seats) if seat not in gone}) < 2

    def _take(self, prompt: Prompt, choice: list[Any]) -> None:
        if not prompt.secret:
            self.answer(prompt, choice)
            return
        sealed = self.position.sealed = dict(sorted((self.position.sealed | {prompt.seat: choice}).items()))
        if not prompt.quiet:
            self.tell(Event("seat_committed", {"seat": prompt.seat}, log="committed"))
        if all(q.seat in sealed for q in self.ask()):
            self.position.sealed = {}
            self.unseal(prompt.kind, sealed)

    def check(self, prompt: Prompt, choice: list[Any]) -> list[Any]:
        """A choice for a prompt, in the order of the options where order does not matter. Raises `IllegalChoice`."""
        least, most = prompt.pick
        if not least <= len(choice) <= most or any(choice.count(option) > 1 or option not in prompt.options for option in choice):
            raise self._refusal(prompt, choice)
        return list(choice) if prompt.ordered else [option for option in prompt.options if option in choice]

    def _refusal(self, prompt: Prompt, choice: Sequence[Any]) -> IllegalChoice:
        least, most = prompt.pick
        if not least <= len(choice) <= most:
            key = "error.pick_exact" if least == most else "error.pick"
            return IllegalChoice(Text(key, {"min": least, "max": most, "count": len(choice)}))
        unknown = next((option for option in choice if option not in prompt.options), None)
        if unknown is None:
            return IllegalChoice(Text("error.twice"))
        return IllegalChoice(self.why_not(prompt.seat, unknown) or Text("error.not_an_option"))

    # --- naming and showing --------------------------------------------------------------------------------------------------

    def token(self, option: Any) -> str:
        """The name of an option on the wire and in the log of commands: stable as long as the rules version is."""
        return "+".join(map(str, option)) if isinstance(option, (tuple, list)) else str(option)

    def named(self, prompt: Prompt, tokens: Sequence[str]) -> list[Any]:
        """The options of these names. Raises `IllegalChoice` for a name that is not offered."""
        by_name = {self.token(option): option for option in prompt.options}
        for name in tokens:
            if name not in by_name:
                raise IllegalChoice(self.why_not(prompt.seat, name) or Text("error.not_an_option"))
        return [by_name[name] for name in tokens]

    def describe(self, prompt: Prompt, option: Any) -> Option:
        """How an option is shown: label, cards and zones it refers to, role, confirm (PRO-4.2)."""
        return Option(Text(f"option.{prompt.kind}", {"option": self.token(option)}))

    def question(self, prompt: Prompt) -> Text:
        """What the prompt asks, with the numbers that matter."""
        return Text(f"prompt.{prompt.kind}")

    def why_not(self, seat: int, thing: Any) -> Text | None:
        """The public reason why something (an option's value or name) is not among the options, where there is one."""
        return None

    def reasons(self, prompt: Prompt) -> dict[str, Text]:
        """Why not, of what may be touched though no option begins with it: by card ids of the own hand and by zones (UX-4.2)."""
        return {}

    # --- what a viewer cannot know -------------------------------------------------------------------------------------------

    def redealt(self, viewer: int | None, rng: Random) -> Self:
        """This game as it might be for all this viewer knows: hidden things dealt anew, sealed answers too, and new dice.

        What bots are given, and what proves that nothing leaks (PRO-1.2): the same random numbers give the same redeal, whatever
        the hidden truth is.
        """
        other = self.clone(Dice(rng.randbytes(32)))
        other.redeal(viewer, rng)
        sealed, gone = other.position.sealed, other.gone()
        for prompt in other.ask() if sealed else ():
            if prompt.seat == viewer or prompt.seat not in sealed:
                continue
            if prompt.seat in gone:
                sealed[prompt.seat] = prompt.timeout()
            elif prompt.quiet:
                del sealed[prompt.seat]
            else:
                sealed[prompt.seat] = other.check(prompt, rng.sample(prompt.options, rng.randint(*prompt.pick)))
        other.prompts = other.open_prompts()
        return other

    # --- chance --------------------------------------------------------------------------------------------------------------

    def shuffle(self, items: list[Any], purpose: str) -> None:
        """Shuffle in place with the dice of the table."""
        self.dice.shuffle(items, purpose, self._roll(purpose))

    def below(self, n: int, purpose: str) -> int:
        """A number from 0 to n - 1 from the dice of the table."""
        return self.dice.below(n, purpose, self._roll(purpose))

    def _roll(self, purpose: str) -> int:
        rolls = self.position.rolls
        rolls[purpose] = count = rolls.get(purpose, 0) + 1
        return count

    # --- card data -----------------------------------------------------------------------------------------------------------

    @classmethod
    def read_cards(cls, data: bytes) -> Any:
        """The card data as the rules use them. Raises `BrokenData` if they are not what the rules need."""
        try:
            return msgspec.json.decode(data)
        except msgspec.DecodeError as error:
            raise BrokenData("cards", str(error)) from error

    @classmethod
    def with_cards(cls, data: bytes) -> type[Self]:
        """This game played with other card data, such as those a worked case was written for."""
        return type(cls.__name__, (cls,), {"cards": cls.read_cards(data), "__module__": cls.__module__})
